"""The replay: what each hand was, who held the bank, what is due.

In: the frames that the readers made. Out: the same rows with totals, classes, stakes and
ranges of what is due. Pure functions from frames to frames.
"""
