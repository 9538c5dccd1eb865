#!/usr/bin/python3
"""Completion scripts of the programs: they name every option, and bash completes with them."""
import os
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = os.environ.get("JITSCOPE_BIN", os.path.join(ROOT, "build/release/bin"))
PROGRAMS = ("tscheck", "tsls", "tsviz", "tsdbg")


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout


def script(program, shell):
    return output(os.path.join(BIN, program), "--completions=" + shell)


def complete(program, *words):
    """Returns what bash offers for the last word."""
    count = len(words)
    code = script(program, "bash") + f"""
COMP_WORDS=({program} {' '.join("'" + word + "'" for word in words)})
COMP_CWORD={count}
_{program}
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    return set(output("bash", "-c", code).split())


class Completions(unittest.TestCase):
    def test_every_option_of_the_help_is_there(self):
        for program in PROGRAMS:
            options = set(re.findall(r"^ +(?:-\w,)?--([a-z-]+)", output(os.path.join(BIN, program), "--help"), re.M))
            self.assertIn("memory" if program in ("tscheck", "tsviz") else "version", options)
            for shell, dashes in (("bash", "--"), ("zsh", "--"), ("fish", "-l ")):
                text = script(program, shell)
                for option in options:
                    self.assertIn(dashes + option, text, (program, shell))

    def test_shells_accept_the_scripts(self):
        for shell in ("bash", "zsh", "fish"):
            if not shutil.which(shell):
                continue
            for program in PROGRAMS:
                with tempfile.NamedTemporaryFile("w", suffix="." + shell) as file:
                    file.write(script(program, shell))
                    file.flush()
                    subprocess.run([shell, "-n", file.name], check=True, timeout=60)

    def test_bash_completes_options_and_their_values(self):
        self.assertIn("--format", complete("tscheck", "--fo"))
        self.assertEqual(complete("tscheck", "--format", "=", "s"), {"sarif"})
        self.assertEqual(complete("tscheck", "--roots", "=", "exp"), {"explicit"})

    def test_bash_completes_commands_and_their_options(self):
        self.assertEqual(complete("tsdbg", "comp"), {"compare"})
        self.assertEqual(complete("tsdbg", "compare", "--inp"), {"--inputs"})
        self.assertNotIn("--inputs", complete("tsdbg", "--"))


if __name__ == "__main__":
    unittest.main()
