import os
from os import path as p

for text in ("/a/b/c.txt", "a", "/", "", "a/b/", "//x/y", "../a/./b//c/..", "a/.hidden", "x.tar.gz", "///a/../../b", "..", "./.", "a.b/c", ".a.b"):
    print(repr(text), p.split(text), p.basename(text), p.dirname(text), p.splitext(text), p.normpath(text), p.isabs(text), p.splitdrive(text))
print(p.join("a", "b", "c"), p.join("a/", "b"), p.join("a", "/b", "c"), p.join("", "x"), p.join("a", ""), p.join(b"a", b"b"))
print(p.commonprefix(["/usr/lib", "/usr/local"]), p.commonpath(["/usr/lib/x", "/usr/lib/y/z"]), p.commonpath(["a/b", "a/c"]), p.commonprefix([]))
print(p.relpath("/a/b/c", "/a/d"), p.relpath("/a", "/a"), p.relpath("/a/b", "/"), p.abspath("/x/../y"), p.realpath("/no/such/../dir"))
print(p.exists("/no/such/file"), p.isfile("/no/such"), p.isdir("/no/such"), p.islink("/no/such"), p.expandvars("$NO_SUCH_VAR_/x ${NO_SUCH_}"), p.normcase("A"))
for bad in (lambda: p.getsize("/no/such/file"), lambda: p.commonpath([]), lambda: p.commonpath(["/a", "b"]), lambda: p.relpath(""), lambda: p.join(3)):
    try:
        bad()
    except (OSError, ValueError, TypeError) as error:
        print(type(error).__name__)
