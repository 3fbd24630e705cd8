"""The rules of the game, held by records that are read and judged like any other."""
