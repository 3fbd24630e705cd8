"""Keeping the score at the table: `pontoon record`, one short entry after another.

In: a session file and what is typed. Out: the same file with the deals in it. `engine` holds the game and
judges it by the audit, `sitting` keeps it on disk, `terminal` asks and shows.
"""
