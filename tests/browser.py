"""A headless Chromium, driven by its DevTools protocol: what it shows, asks for and complains of.

In: HTML files. Out: answers to JavaScript, pictures, prints; every console message and every request.
"""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from websockets.sync.client import ClientConnection

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
_FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-port=0"),
)
_PATIENCE = 30.0


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser of its own, gone at the end of the block."""
    from websockets.sync.client import connect

    assert PROGRAM is not None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        process = subprocess.Popen(
            [PROGRAM, *_FLAGS, f"--user-data-dir={folder}", "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            with connect(_address(process, Path(folder)), max_size=None) as socket:
                yield Browser(socket)
        finally:
            process.terminate()
            process.wait(_PATIENCE)


def _address(process: subprocess.Popen[bytes], folder: Path) -> str:
    """Where it listens, which it writes into its folder once it does."""
    until = time.monotonic() + _PATIENCE
    port = folder / "DevToolsActivePort"
    while time.monotonic() < until and process.poll() is None:
        lines = port.read_text().splitlines() if port.exists() else []
        if len(lines) == 2:
            return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
        time.sleep(0.05)
    raise AssertionError("chromium does not start")


class Browser:
    """One tab. `complaints` and `requests` are of the page that was opened last."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._last = 0
        self._session: str | None = None
        self.complaints: list[str] = []
        self.requests: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Give one command and wait for its answer, noting what happens meanwhile."""
        self._last += 1
        message = {"id": self._last, "method": method, "params": params}
        self._socket.send(json.dumps(message | ({"sessionId": self._session} if self._session else {})))
        while True:
            heard = json.loads(self._socket.recv(_PATIENCE))
            if heard.get("id") == self._last:
                assert "error" not in heard, heard["error"]
                return dict(heard["result"])
            self._note(heard)

    def _note(self, heard: dict[str, Any]) -> None:
        params = heard.get("params", {})
        match heard.get("method"):
            case "Runtime.exceptionThrown":
                self.complaints.append(json.dumps(params["exceptionDetails"]))
            case "Runtime.consoleAPICalled":
                self.complaints.append(json.dumps([params["type"], params["args"]]))
            case "Log.entryAdded":
                self.complaints.append(json.dumps(params["entry"]))
            case "Network.requestWillBeSent":
                self.requests.append(params["request"]["url"])

    def open(
        self, path: Path, width: int = 1280, height: int = 900, *, scheme: str = "light", phone: bool = False
    ) -> None:
        """Open a file in a window of that size, until its open charts are drawn."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=2 if phone else 1,
            mobile=phone,
        )
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", features=features)
        self.call("Page.navigate", url="about:blank")
        self.complaints, self.requests = [], []
        self.call("Page.navigate", url=path.resolve().as_uri())
        self.wait("document.readyState === 'complete'")
        self.settle()

    def settle(self) -> None:
        """Wait until no chart that can be seen is still to be drawn."""
        self.wait(
            "![...document.querySelectorAll('.chart')].some(c => c.checkVisibility() && "
            "!['drawn', 'failed'].includes(c.dataset.state))"
        )

    def wait(self, condition: str) -> None:
        """Wait until JavaScript says yes."""
        until = time.monotonic() + _PATIENCE
        while not self.ask(condition):
            assert time.monotonic() < until, f"this never came true: {condition}"
            time.sleep(0.05)

    def ask(self, script: str) -> Any:
        """The value of a JavaScript expression."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def hover(self, x: float, y: float) -> None:
        """Move the mouse there."""
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def press(self, key: str, code: int) -> None:
        """Press a key."""
        for kind in ("keyDown", "keyUp"):
            text = {"text": "\r"} if key == "Enter" and kind == "keyDown" else {}
            self.call(
                "Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **text
            )

    def picture(self, path: Path, *, first: str, most: int, scale: float = 1) -> None:
        """Take a picture of the page (PNG), from the element `first` on as far down as `most`."""
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        top = self.ask(f"scrollY + document.querySelector({first!r}).getBoundingClientRect().top")
        height = min(size["height"] - top, most)
        clip = {"x": 0, "y": top, "width": size["width"], "height": height, "scale": scale}
        answer = self.call("Page.captureScreenshot", format="png", clip=clip, captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(answer["data"]))

    def print(self) -> bytes:
        """The page as it is printed, as PDF."""
        answer = self.call("Page.printToPDF", preferCSSPageSize=True, printBackground=False)
        return base64.b64decode(answer["data"])
