"""The command at a real terminal: what is typed into it, what it shows, how it ends."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import time
from pathlib import Path

from command import environment

_ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class AtATerminal:
    """`pontoon` in a pseudo-terminal of its own."""

    def __init__(self, *args: str, cwd: Path, columns: int = 80, **env: str) -> None:
        import fcntl
        import pty
        import struct
        import termios

        self._waiting = False
        self.raw = self.shown = ""
        self.at = 0
        wishes = {"TERM": "dumb", "COLUMNS": str(columns), **env}
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            # whoever runs the tests may ignore interrupts; a terminal does not
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.chdir(cwd)
            command = [sys.executable, "-m", "pontoon_ledger", *args]
            os.execve(sys.executable, command, environment(**wishes))
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

    def wait_for(self, text: str, seconds: float = 30) -> str:
        """Wait until a text is shown behind what was waited for before; what was shown up to it."""
        end = time.monotonic() + seconds
        while text not in self.shown[self.at :]:
            assert time.monotonic() < end, f"{text!r} was not shown, but\n{self.shown[self.at :]}"
            assert self._read(0.5), f"it ended before {text!r}, having shown\n{self.shown[self.at :]}"
        start, self.at = self.at, self.shown.index(text, self.at) + len(text)
        return self.shown[start : self.at]

    def type(self, line: str, then: str | None = None) -> str:
        """Type a line, and wait for a text."""
        os.write(self.fd, line.encode() + b"\n")
        return self.wait_for(then) if then else ""

    def press(self, key: bytes) -> None:
        """Press a key, as b"\\x04" for the end of input."""
        os.write(self.fd, key)

    def interrupt(self) -> int:
        """Press Ctrl-C, and again where it came just before a line was waited for; the exit status."""
        end = time.monotonic() + 60
        self.press(b"\x03")
        while self._read(2):
            if not self._waiting:
                continue
            assert time.monotonic() < end, f"it does not hear Ctrl-C, having shown\n{self.shown[self.at :]}"
            self.press(b"\x03")
        return self.status()

    def kill(self) -> None:
        """Kill it as a power cut would."""
        os.kill(self.pid, signal.SIGKILL)
        self.status()

    def status(self) -> int:
        """Its exit status, once it has ended; a signal as a negative number."""
        end = time.monotonic() + 60
        while self._read(1):
            if time.monotonic() > end:
                os.kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)

    def _read(self, seconds: float) -> bool:
        """Read what is shown next; false at the end."""
        self._waiting = not select.select([self.fd], [], [], seconds)[0]
        if self._waiting:
            return True
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            return False
        said = data.decode("utf-8", "replace")
        self.raw += said
        self.shown += _ANSI.sub("", said).replace("\r\n", "\n")
        return bool(data)
