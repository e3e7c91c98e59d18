"""Ctrl-C: once to stop in good order, twice to stop at once.

A strategy that never answers hangs in compiled code, where nothing of Python can reach it, so that the orderly end
waits for ever. Whatever is written lies under a temporary name until it is whole: an end at once harms nothing.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import socket

PATIENCE = 2.0
GRACE = 0.5
INTERRUPTED = 130


def end_at_the_second(patience: float = PATIENCE) -> None:
    """Let a second Ctrl-C end this process, and tell of that where the first one takes long.

    Works also while the main thread is within compiled code: a thread of its own hears of the signals. The first one
    raises KeyboardInterrupt as ever.
    """
    import socket

    if threading.current_thread() is not threading.main_thread():
        return
    heard, told = socket.socketpair()
    told.setblocking(False)
    signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    threading.Thread(target=_listen, args=(heard, told, patience), daemon=True).start()


def _listen(heard: socket.socket, told: socket.socket, patience: float) -> None:
    """Count the signals; `told` is kept, or it would be closed."""
    while signal.SIGINT not in heard.recv(1):
        pass
    waiting = threading.Timer(patience, _say, ["Waiting for the running games; press Ctrl-C again to stop at once."])
    waiting.daemon = True
    waiting.start()
    while signal.SIGINT not in heard.recv(1):
        pass
    time.sleep(GRACE)  # who waits in Python ends by itself, and tells more
    _say("Stopped at once. What was finished before is kept.")
    if sys.stderr.isatty():
        os.write(2, b"\x1b[?25h")  # the cursor, which a progress bar hides
    os._exit(INTERRUPTED)


def _say(text: str) -> None:
    # Not by `print`: the main thread may hold the lock of the stream.
    os.write(2, f"\npaskasim: {text}\n".encode())
