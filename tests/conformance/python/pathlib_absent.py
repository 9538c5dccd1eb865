import os
from pathlib import Path, PosixPath, PurePosixPath

p = Path("/no/such") / "file.txt"
print(type(p).__name__, p.exists(), p.is_file(), p.is_dir(), isinstance(p, PosixPath), isinstance(p, PurePosixPath), os.fspath(p), os.path.join(p, "x"))
for method in ("stat", "read_text", "unlink", "rmdir"):
    try:
        getattr(p, method)()
    except OSError as error:
        print(method, type(error).__name__, error.errno)
print(p.unlink(missing_ok=True), list(p.parent.glob("*")), p.absolute() == p, Path("/a/../b").resolve(), Path("x").is_absolute(), p.expanduser())
