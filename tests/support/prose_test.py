#!/usr/bin/python3
"""Tests that comments, docs and messages keep to the writing rules in CONTRIBUTING.md that a program can check.

A breach is a sentence that begins with "What", an indefinite person (`nobody`, `somebody`, `whoever`), or `is no`
(`is no longer` is fine). Each is printed as FILE:LINE: REASON. The files are those that git tracks. Their prose:

- C++ (.h, .cpp, .def, .inc): comments. In core, lsp, viz and debugger also string literals that contain a space;
  adjacent literals form one text. Raw strings are data.
- Python: comments and docstrings.
- shell (dev, .ci/run, .sh), CMake, Lua, Vim: comments.
- TypeScript and JavaScript: comments.
- Markdown: everything but fenced code.
- man pages (.1) and the help of the Neovim plugin: everything.

The test skips data: programs that tests only run (PROGRAMS), and all other kinds of files. It also skips code between
backticks.
"""
import io
import os
import re
import subprocess
import sys
import tokenize
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# Python programs whose text is the input of a test.
PROGRAMS = ("tests/conformance/python/", "tests/conformance/run/", "tests/conformance/suite/", "tests/fuzz/corpus/")
MESSAGES = ("core/", "lsp/", "viz/", "debugger/")

RULES = [
    (re.compile(r"(?:^|[.!?:;]\s+|\|\s*|^#+ )(What)\s"), 'a sentence begins with "What": name the thing'),
    (re.compile(r"\b(nobody|somebody|whoever)\b", re.I), '"{}": name the person or program, or use the passive voice'),
    (re.compile(r"\b(is\s+no)\s+(?!longer\b)\S", re.I), '"is no": write "is not a" or "has no"'),
]


class Block:
    """A text whose sentences belong together, with the number of the first line of each of its parts."""

    def __init__(self):
        self.lines = []

    def add(self, number, text):
        self.lines.append((number, text.strip()))

    def breaches(self):
        text, starts = "", []
        for number, line in self.lines:
            starts.append((len(text), number))
            text += line + " "
        # Code keeps its length, so that places stay right.
        text = re.sub(r"`[^`]*`", lambda code: "`" + "_" * (len(code.group()) - 2) + "`", text)
        for pattern, reason in RULES:
            for match in pattern.finditer(text):
                number = [number for at, number in starts if at <= match.start(1)][-1]
                yield number, reason.format(match.group(1))


def paragraphs(lines):
    """Blocks of (number, text): blank lines, list items, headings and rows of tables begin a new one."""
    block = Block()
    for number, text in lines:
        if block.lines and (not text.strip() or re.match(r"\s*([-*|#]|\d+\.\s)", text)):
            yield block
            block = Block()
        item = re.sub(r"^\s*([-*#]+|\d+\.)\s+", "", text)
        if item.strip():
            block.add(number, item)
        if re.match(r"\s*[|#]", text) and block.lines:
            yield block
            block = Block()
    if block.lines:
        yield block


def runs(comments):
    """Blocks of comments, given as (number, text, whether code precedes it on its line)."""
    lines, last = [], None
    for number, text, trailing in comments:
        if last is not None and (trailing or number > last + 1):
            yield from paragraphs(lines)
            lines = []
        lines.append((number, text))
        last = number
    yield from paragraphs(lines)


CPP = re.compile(r'(?P<raw>R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)")|(?P<string>"(?:\\.|[^"\\\n])*")|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\''
                 r"|//(?P<line>[^\n]*)|/\*(?P<long>.*?)\*/", re.S)
SCRIPT = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|`(?:\\.|[^`\\])*`|//(?P<line>[^\n]*)|/\*(?P<long>.*?)\*/', re.S)


def c_comments(text, tokens):
    comments = []
    for match in tokens.finditer(text):
        kind = match.lastgroup
        if kind not in ("line", "long"):
            continue
        number = text.count("\n", 0, match.start()) + 1
        before = text[text.rfind("\n", 0, match.start()) + 1:match.start()].strip()
        for offset, line in enumerate(match.group(kind).split("\n")):
            comments.append((number + offset, re.sub(r"^\s*[/!<*]*", "", line), bool(before) and offset == 0))
    return runs(comments)


def c_messages(text):
    block, end = Block(), 0
    for match in CPP.finditer(text):
        if match.lastgroup != "string":
            continue
        if block.lines and text[end:match.start()].strip():
            yield block
            block = Block()
        if " " in match.group():
            # A literal's own spaces matter less than sentences that go on in the next one.
            block.add(text.count("\n", 0, match.start()) + 1, match.group()[1:-1])
        end = match.end()
    if block.lines:
        yield block


def cpp(text, path):
    yield from c_comments(text, CPP)
    if path.startswith(MESSAGES):
        yield from c_messages(text)


def python(text, path):
    comments, statement_starts = [], True
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):  # a program that is broken on purpose
        yield from marked("#")(text, path)
        return
    for token in tokens:
        if token.type == tokenize.COMMENT:
            comments.append((token.start[0], token.string.lstrip("#!:"), bool(token.line[:token.start[1]].strip())))
        elif token.type == tokenize.STRING and statement_starts and '"""' in token.string:
            lines = token.string.strip('rbuRBU"').split("\n")
            yield from paragraphs([(token.start[0] + offset, line) for offset, line in enumerate(lines)])
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            statement_starts = token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING)
    yield from runs(comments)


def marked(marker):
    """Comments that begin with a marker at a line's start or after a space, outside of quotes as far as one line shows."""
    pattern = re.compile(r"""^((?:[^"'\n]|"[^"\n]*"|'[^'\n]*')*?)(?:^|(?<=\s))""" + marker + r"+(?!\[\[)(.*)$")

    def blocks(text, path):
        comments = []
        for number, line in enumerate(text.split("\n"), 1):
            match = pattern.match(line)
            if match:
                comments.append((number, match.group(2), bool(match.group(1).strip())))
        return runs(comments)
    return blocks


def markdown(text, path):
    lines, fence = [], False
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("```"):
            fence, line = not fence, ""
        lines.append((number, "" if fence else line))
    return paragraphs(lines)


def manual(text, path):
    lines = []
    for number, line in enumerate(text.split("\n"), 1):
        macro = re.match(r"\.([A-Z]+)\s*(.*)", line)
        ends = macro and macro.group(1) in ("SH", "TP", "PP", "br")
        lines.append((number, "" if ends else re.sub(r"\\(f.|-)", "", macro.group(2) if macro else line)))
    return paragraphs(lines)


def plain(text, path):
    return paragraphs(list(enumerate(text.split("\n"), 1)))


KINDS = [
    (re.compile(r"\.(h|cpp|def|inc)$"), cpp),
    (re.compile(r"\.py$"), python),
    (re.compile(r"(^|/)CMakeLists\.txt$|\.cmake$|^dev$|^\.ci/run$|\.sh$"), marked("#")),
    (re.compile(r"\.lua$"), marked("--")),
    (re.compile(r"\.vim$"), marked('"')),
    (re.compile(r"\.(ts|mjs|js)$"), lambda text, path: c_comments(text, SCRIPT)),
    (re.compile(r"\.md$"), markdown),
    (re.compile(r"\.1$"), manual),
    (re.compile(r"^editors/nvim/doc/.*\.txt$"), plain),
]


def breaches(path, text):
    """(line, reason) of each breach in a file's text."""
    for name, blocks in KINDS:
        if name.search(path):
            return sorted({found for block in blocks(text, path) for found in block.breaches()})
    return []


def tracked():
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [path for path in listing.split("\0") if path and not path.startswith(PROGRAMS)]


class Detector(unittest.TestCase):
    def lines(self, path, text):
        return [line for line, _ in breaches(path, text)]

    def test_sentences_that_begin_with_what(self):
        self.assertEqual(self.lines("a.h", "// What it does.\nint a;\n"), [1])
        self.assertEqual(self.lines("a.h", "// It works. What\n// is more.\n"), [1])
        self.assertEqual(self.lines("a.h", "// Says\n// what it is. `What x`\n"), [])
        self.assertEqual(self.lines("a.md", "# Title\n- What it is\n"), [2])
        self.assertEqual(self.lines("a.md", "## What it says\n"), [1])
        self.assertEqual(self.lines("a.md", "| a | What b |\n"), [1])

    def test_indefinite_persons(self):
        self.assertEqual(self.lines("a.cpp", "int a;  // Nobody knows\n"), [1])
        self.assertEqual(self.lines("a.py", '"""For\nwhoever.\n"""\nx = "nobody"  # somebody\n'), [2, 4])
        self.assertEqual(self.lines("a.md", "```\nnobody\n```\n"), [])

    def test_is_no(self):
        self.assertEqual(self.lines("a.h", "// This is\n// no graph.\n"), [1])
        self.assertEqual(self.lines("a.h", "// It is no longer one. It is not a graph.\n"), [])
        self.assertEqual(self.lines("a.1", ".SH NAME\nThis is no\n.B option\n"), [2])

    def test_messages(self):
        self.assertEqual(self.lines("core/a.cpp", 'f("this is "\n  "no list");\n'), [1])
        self.assertEqual(self.lines("core/a.cpp", 'f("{} is no {}");\n'), [1])
        self.assertEqual(self.lines("core/a.cpp", 'f("this is"); g("no list", R"(is no b)");\n'), [])
        self.assertEqual(self.lines("tests/a.cpp", 'f("this is no list");\n'), [])

    def test_every_kind_of_comment(self):
        for path, text in [("dev", "x=1  # Nobody\n"), ("CMakeLists.txt", "# Nobody\n"), ("a.lua", "-- Nobody\n"),
                           ("a.vim", '" Nobody\n'), ("a.ts", "/**\n * Nobody\n */\n"), ("a.mjs", "let a; // Nobody\n")]:
            self.assertEqual(len(self.lines(path, text)), 1, path)
        self.assertEqual(self.lines("dev", 'echo "# nobody"\n'), [])


class Repository(unittest.TestCase):
    def test_prose(self):
        found = []
        for path in tracked():
            full = os.path.join(ROOT, path)
            if os.path.isfile(full) and any(name.search(path) for name, _ in KINDS):
                with open(full, encoding="utf-8") as text:
                    found += [f"{path}:{line}: {reason}" for line, reason in breaches(path, text.read())]
        if found:
            self.fail(f"{len(found)} breaches\n" + "\n".join(found))


if __name__ == "__main__":
    unittest.main(verbosity=1 if len(sys.argv) == 1 else 2)
