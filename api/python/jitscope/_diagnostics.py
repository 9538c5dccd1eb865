"""Checks of Python files, as tscheck does them."""
from __future__ import annotations

import ctypes
import dataclasses
import enum
import json
from typing import List, Optional

from ._errors import check as check_error
from ._library import functions
from ._runtime import default_runtime


class Severity(str, enum.Enum):
    """How bad a problem is."""
    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"
    HINT = "hint"


@dataclasses.dataclass(frozen=True)
class Note:
    """Further text; with a place where `file` is not None."""
    message: str
    file: Optional[str] = None
    line: int = 0
    column: int = 0
    end_line: int = 0
    end_column: int = 0


@dataclasses.dataclass(frozen=True)
class Edit:
    """Replaces a range by a text."""
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    text: str


@dataclasses.dataclass(frozen=True)
class Fix:
    """Edits that solve the problem."""
    title: str
    edits: List[Edit]
    safe: bool  # False: the program may behave differently


@dataclasses.dataclass(frozen=True)
class Diagnostic:
    """A problem. Lines and columns count from 1, columns in code points; the end is behind the last character."""
    rule: str
    severity: Severity
    message: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    notes: List[Note] = dataclasses.field(default_factory=list)
    fixes: List[Fix] = dataclasses.field(default_factory=list)


def _place(row) -> dict:
    return {"file": row["file"], "line": row["line"], "column": row["column"], "end_line": row.get("endLine", row["line"]),
            "end_column": row.get("endColumn", row["column"])}


def _diagnostic(row) -> Diagnostic:
    notes = [Note(note["message"]) for note in row["notes"]]
    notes += [Note(message=note["message"], **_place(note)) for note in row["related"]]
    fixes = [
        Fix(fix["title"], [Edit(text=edit["text"], **_place(edit)) for edit in fix["edits"]], fix["safe"]) for fix in row["fixes"]
    ]
    return Diagnostic(rule=row["rule"], severity=Severity(row["severity"]), message=row["message"], notes=notes, fixes=fixes,
                      **_place(row))


def _taken(handle) -> List[Diagnostic]:
    try:
        lines = functions.diagnostics_json(handle).decode().splitlines()
    finally:
        functions.diagnostics_free(handle)
    return [_diagnostic(json.loads(line)) for line in lines]


def check(path, torch: Optional[str] = None) -> List[Diagnostic]:
    """The problems of a Python file: of what it hands to torch.jit."""
    found = ctypes.c_void_p()
    check_error(functions.check_file(default_runtime(torch).handle, str(path).encode(), ctypes.byref(found)))
    return _taken(found.value)


def check_source(source: str, name: str = "source.py", torch: Optional[str] = None) -> List[Diagnostic]:
    """The same for a source that is not in a file."""
    text = source.encode()
    found = ctypes.c_void_p()
    check_error(functions.check_source(default_runtime(torch).handle, name.encode(), text, len(text), ctypes.byref(found)))
    return _taken(found.value)
