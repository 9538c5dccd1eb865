"""Ctrl-C during a run: CPython only notes the signal until the call returns, so a thread interrupts the run.

The thread reads the descriptor to which CPython writes the numbers of signals (signal.set_wakeup_fd). A program that
uses this descriptor itself, such as one with asyncio, keeps it; a run of its main thread then ends by itself.
"""
from __future__ import annotations

import contextlib
import os
import signal
import threading

from ._errors import Interrupted
from ._library import functions

_MAIN = threading.main_thread()
_running = []  # the runtimes of the runs of the main thread, the innermost last
_read = _write = -1


def _interrupt_on_signal():
    while True:
        numbers = os.read(_read, 64)
        if signal.SIGINT in numbers and _running:
            functions.runtime_interrupt(_running[-1].handle)


def _start():
    global _read, _write  # pylint: disable=global-statement
    _read, _write = os.pipe()
    os.set_blocking(_write, False)
    threading.Thread(target=_interrupt_on_signal, name="jitscope-interrupts", daemon=True).start()


@contextlib.contextmanager
def watched(runtime):
    """A run: raises KeyboardInterrupt in the main thread where Ctrl-C has ended it."""
    if threading.current_thread() is not _MAIN:
        yield
        return
    if _write < 0:
        _start()
    before = signal.set_wakeup_fd(_write, warn_on_full_buffer=False)
    if before not in (-1, _write):
        signal.set_wakeup_fd(before)
    _running.append(runtime)
    try:
        yield
    except Interrupted:
        raise KeyboardInterrupt from None
    finally:
        _running.pop()
        if not _running:
            signal.set_wakeup_fd(-1 if before == _write else before)
