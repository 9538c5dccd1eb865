"""The Python files of core/prelude as the build combines them for a profile of PyTorch."""
import atexit
import os
import shutil
import sys
import tempfile

from torch_profiles import PROFILES, profile_of

PRELUDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "core", "prelude")
sys.path.insert(0, os.path.join(PRELUDE, "embed"))
import embed_prelude  # noqa: E402


def combined(version):
    """A folder with the modules for this version of PyTorch, under their paths below core/prelude/lib; it lasts as long as the process."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    modules = embed_prelude.combined_modules(PRELUDE, PROFILES)[PROFILES.index(profile_of(version))]
    for path, text in modules.items():
        target = os.path.join(folder, path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "w", encoding="utf-8") as out:
            out.write(text)
    return folder
