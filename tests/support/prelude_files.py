"""The Python files of core/prelude as the build combines them for a profile of PyTorch."""
import atexit
import os
import shutil
import tempfile

from torch_profiles import profile_of

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "core", "prelude")


def combined(version):
    """A folder with the modules for this version of PyTorch, under their paths below core/prelude/lib; it lasts as long as the process."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for part in ("lib", f"lib-{profile_of(version)}"):
        top = os.path.join(ROOT, part)
        for place, _, files in os.walk(top):
            for name in files:
                if not name.endswith(".py"):
                    continue
                target = os.path.join(folder, os.path.relpath(place, top), name)
                os.makedirs(os.path.dirname(target), exist_ok=True)
                with open(os.path.join(place, name), encoding="utf-8") as text, open(target, "a", encoding="utf-8") as out:
                    out.write(text.read())
    return folder
