"""Ctrl-C while somebody is waited for.

In: nothing. Out: nothing; the waiting can be ended.
"""

from __future__ import annotations

import signal
import threading


def hear_interrupts() -> None:
    """Let an interrupt end the waiting for a line; polars, once there, would hold it off.

    A handler that somebody else has set is left alone.

    >>> before = signal.getsignal(signal.SIGINT)
    >>> hear_interrupts()
    >>> signal.getsignal(signal.SIGINT) is before
    True
    """
    if threading.current_thread() is not threading.main_thread():
        return
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.default_int_handler)
