#!/usr/bin/python3
"""Tests that no two C++ sources define the same file-local function: copies belong in a shared header.

A breach is a function in an unnamed namespace, or a static free function, whose name and body another .cpp file under
core, lsp, viz or debugger also has for a file-local function. Bodies are compared without comments and with equal
white space. Each group is printed as FILE:LINE pairs. The parser knows braces, strings and comments, not the whole
of C++: it reads definitions at namespace level and skips classes.
"""
import collections
import os
import re
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOPS = ["core", "api", "lsp", "viz", "debugger"]

TOKEN = re.compile(r'R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'|(?P<comment>//[^\n]*|/\*.*?\*/)'
                   r"|(?P<directive>^[ \t]*#(?:\\\n|[^\n])*)|(?P<mark1>[{};])", re.S | re.M)
NOT_FUNCTIONS = re.compile(r"\b(class|struct|union|enum|extern)\b(?![^()]*\()|=\s*$")
NAME = re.compile(r"([\w:~]+|operator\s*\S+?)\s*$")


def outside_brackets(head):
    """The head without the text in its template lists' and attributes' brackets."""
    head = re.sub(r"\[\[.*?\]\]", " ", head)
    while (shorter := re.sub(r"<[^<>()]*>", " ", head)) != head:
        head = shorter
    return head


def function_name(head):
    """The name that the head of a definition gives a function; None for classes, variables and the like."""
    head = outside_brackets(head).strip()
    if "(" not in head or NOT_FUNCTIONS.search(head):
        return None
    before = head.partition("(")[0]
    if "=" in before and "operator" not in before:
        return None
    match = NAME.search(before)
    return match.group(1) if match and not re.fullmatch(r"static_assert|decltype|alignas", match.group(1)) else None


def local_functions(text):
    """(line, name, body) of each file-local free function."""
    depth = 0            # of braces that are not namespaces
    namespaces = []      # for each namespace around the place: whether it is unnamed
    head_start, head_parts = 0, []
    body_start, current = 0, None
    parts = []           # pieces of a body without comments
    last = 0
    for match in TOKEN.finditer(text):
        kind = match.lastgroup
        if kind in ("comment", "directive"):
            (parts if current else head_parts).append(text[last:match.start()] + " ")
            last = match.end()
            continue
        if kind != "mark1":
            continue
        mark = match.group()
        if depth == 0:
            head = "".join(head_parts) + text[last:match.start()]
            head_parts = []
            if mark == "{":
                namespace = re.search(r"\bnamespace\b\s*([\w:]*)\s*$", head)
                if namespace:
                    namespaces.append(not namespace.group(1))
                else:
                    depth = 1
                    name = function_name(head)
                    if name and "::" not in name and (any(namespaces) or re.search(r"\bstatic\b", head)):
                        line = text.count("\n", 0, match.start()) + 1
                        current = (line, name)
                        parts = []
            elif mark == "}" and namespaces:
                namespaces.pop()
            last = match.end()
        elif mark == "{":
            depth += 1
        elif mark == "}":
            depth -= 1
            if depth == 0:
                if current:
                    parts.append(text[last:match.start()])
                    yield (*current, " ".join("".join(parts).split()))
                    current = None
                last, head_parts = match.end(), []


def duplicates(files):
    """Groups of (path, line, name) with equal names and bodies in at least two files."""
    groups = collections.defaultdict(list)
    for path, text in files:
        for line, name, body in local_functions(text):
            groups[name, body].append((path, line, name))
    return sorted(group for group in groups.values() if len({path for path, _, _ in group}) > 1)


def sources():
    for top in TOPS:
        for folder, _, names in os.walk(os.path.join(ROOT, top)):
            for name in sorted(names):
                if name.endswith(".cpp"):
                    full = os.path.join(folder, name)
                    with open(full, encoding="utf-8") as text:
                        yield os.path.relpath(full, ROOT), text.read()


A = """
namespace ts {
namespace {
// Doubles.
int twice(int x) {
  return x * 2;  // fast
}
struct S { int f() { return 1; } };
constexpr int kTable[] = {1, 2};
static_assert(isSorted(kTable, {}, 1));
}  // namespace
int shared() { return 1; }
static bool same(const char* a) { return a[0] == '{'; }
}  // namespace ts
"""
B = """
namespace ts::b {
namespace {
std::map<int, int> twice(long x)
{ return x *
    2; }
template <typename T>
int other() { return 3; }
}
int S::same() { return 2; }
int shared() { return 1; }
}
"""


class Detector(unittest.TestCase):
    def test_file_local_functions_are_found(self):
        self.assertEqual(list(local_functions(A)), [(5, "twice", "return x * 2;"), (13, "same", "return a[0] == '{';")])
        self.assertEqual([name for _, name, _ in local_functions(B)], ["twice", "other"])

    def test_equal_bodies_are_a_breach(self):
        self.assertEqual(duplicates([("a.cpp", A), ("b.cpp", B)]), [[("a.cpp", 5, "twice"), ("b.cpp", 5, "twice")]])
        self.assertEqual(duplicates([("a.cpp", A), ("b.cpp", B.replace("2;", "3;"))]), [])
        self.assertEqual(duplicates([("a.cpp", A + A)]), [])


class Repository(unittest.TestCase):
    def test_no_function_is_defined_twice(self):
        found = ["  ".join(f"{path}:{line}: {name}" for path, line, name in group) for group in duplicates(sources())]
        if found:
            self.fail(f"{len(found)} functions are defined in several files\n" + "\n".join(found))


if __name__ == "__main__":
    unittest.main(verbosity=1 if len(sys.argv) == 1 else 2)
