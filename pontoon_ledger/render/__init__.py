"""How results look: findings with their excerpts, tables, JSON.

In: audits, settlements, plain rows. Out: lines of text and JSON values; nothing here prints.
"""
