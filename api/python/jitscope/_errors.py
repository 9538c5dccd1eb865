"""Errors of the library as exceptions."""
from __future__ import annotations

import dataclasses
from typing import List

from ._library import functions


@dataclasses.dataclass(frozen=True)
class Frame:
    """A call of a TorchScript function; `file` is empty where it is unknown."""
    function: str
    file: str
    line: int


class Error(Exception):
    """A failure. str() has the TorchScript stack, `message` has not."""

    def __init__(self, text: str, message: str = "", class_name: str = "", frames: List[Frame] = ()):
        super().__init__(text)
        self.message = message or text
        self.class_name = class_name  # Python's class of an exception that the program raised
        self.frames = list(frames)  # the outermost first


class ArgumentError(Error, ValueError):
    """A wrong call of the library."""


class FileError(Error, OSError):
    """A file that cannot be read, or is not an archive."""


class CompileError(Error):
    """The code of an archive has errors."""


class RunError(Error, RuntimeError):
    """The program raised an exception."""


class UnsupportedError(Error, NotImplementedError):
    """PyTorch has an operator, or a case of it, that the library lacks."""


class OutOfMemory(Error, MemoryError):
    """No memory, or a limit is reached."""


class Interrupted(Error):
    """The run was interrupted."""


_CLASSES = {1: ArgumentError, 2: FileError, 3: CompileError, 4: RunError, 5: UnsupportedError, 6: OutOfMemory, 7: Interrupted}


def check(error) -> None:
    """Raises the error that a function has returned."""
    if not error:
        return
    try:
        frames = [
            Frame(functions.error_frame_function(error, i).decode(), functions.error_frame_file(error, i).decode(),
                  functions.error_frame_line(error, i)) for i in range(functions.error_frames(error))
        ]
        made = _CLASSES.get(functions.error_get_kind(error), Error)(
            functions.error_text(error).decode(), functions.error_message(error).decode(), functions.error_class(error).decode(),
            frames)
    finally:
        functions.error_free(error)
    raise made
