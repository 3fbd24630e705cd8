"""The ledger for other programs: journals of double entry, tables, a report; a module a format.

In: an open ledger and the part of it that is wanted. Out: text or bytes, and what is left out.
"""

FORMATS = ("hledger", "beancount", "csv", "jsonl", "parquet", "markdown")
"""What an export can be written for."""

JOURNALS = ("hledger", "beancount")

TABLES = ("hands", "deals", "moves", "findings", "sessions", "balances", "debts", "results")
"""What `csv`, `jsonl` and `parquet` can be made of; see `tables`."""
