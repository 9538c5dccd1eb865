"""Runs the sessions in debug/ with tsdbg debug, and compares what a terminal would show byte by byte.

A file NAME.session begins with the command line. The lines behind a prompt are typed; the last line is the exit status. JITSCOPE_BLESS=1
rewrites the files, so that a new session is a file with the first line and the prompts.
"""
import os
import re
import shlex
import subprocess
import sys
import unittest

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "debug")
TSDBG = os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "tsdbg")
# PyTorch 2.11 says that torch.jit is deprecated; earlier versions do not.
DEPRECATION = re.compile(r"^.*DeprecationWarning: `torch\.jit\..*\n", re.MULTILINE)
PROMPT = re.compile(r"^\((?:tsdbg|com)\) (.*)\n", re.MULTILINE)


def session(text):
    """The session of a file, run again."""
    head = text.partition("\n")[0]
    assert head.startswith("$ tsdbg "), head
    typed = "".join(line + "\n" for line in PROMPT.findall(text))
    done = subprocess.run([TSDBG, *shlex.split(head)[2:]], cwd=HERE, input=typed, capture_output=True, text=True, timeout=60,
                          env=dict(os.environ, NO_COLOR="1"))
    shown = (done.stdout + DEPRECATION.sub("", done.stderr)).replace(HERE + "/", "")
    return f"{head}\n{shown}[exit status {done.returncode}]\n"


class Sessions(unittest.TestCase):
    maxDiff = None

    def test_sessions(self):
        names = sorted(name for name in os.listdir(HERE) if name.endswith(".session"))
        self.assertGreater(len(names), 0)
        for name in names:
            with self.subTest(name):
                path = os.path.join(HERE, name)
                with open(path, encoding="utf-8") as file:
                    wanted = file.read()
                shown = session(wanted)
                if os.environ.get("JITSCOPE_BLESS"):
                    with open(path, "w", encoding="utf-8") as file:
                        file.write(shown)
                    continue
                self.assertEqual(shown, wanted, f"{name} differs; JITSCOPE_BLESS=1 accepts the new text")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + ["-v"] + sys.argv[1:])
