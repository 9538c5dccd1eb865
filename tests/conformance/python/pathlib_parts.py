from pathlib import Path, PurePath, PurePosixPath

for text in ("/a/b/c.tar.gz", "a/b", "/", "", "a//b/./c/", "..", "a/../b", ".hidden", "x.", "//n/x", "name.txt"):
    p = PurePosixPath(text)
    print(repr(p), p.parts, p.name, p.stem, p.suffix, p.suffixes, p.parent, p.root, p.anchor, p.is_absolute(), len(p.parents))
p = PurePath("/usr/lib/python/x.py")
print(p.with_name("y.c"), p.with_suffix(".txt"), p.with_suffix(""), p.with_stem("z"), p / "a" / "/b", p.parent / "q", "/root" / PurePath("c"))
print(p.relative_to("/usr"), p.is_relative_to("/usr/lib"), p.is_relative_to("/etc"), [str(q) for q in p.parents], p.parents[0], p.as_posix(), p.as_uri())
print(p.match("*.py"), p.match("lib/*/*.py"), p.match("/usr/*"), p.match("[a-x].p?"), p.joinpath("a", "b"), p == PurePath("/usr/lib/python/x.py"))
print(PurePath("a") < PurePath("b"), sorted([PurePath("b"), PurePath("a/c"), PurePath("a")]), hash(PurePath("a//b")) == hash(PurePath("a/b")), str(Path("x", "y")), bytes(PurePath("a")))
for bad in (lambda: p.relative_to("/etc"), lambda: PurePath("/").with_name("x"), lambda: p.with_suffix("x"), lambda: PurePath(3), lambda: p / 3, lambda: p.with_name("a/b")):
    try:
        bad()
    except (ValueError, TypeError) as error:
        print(type(error).__name__)
