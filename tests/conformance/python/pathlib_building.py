from pathlib import Path, PurePosixPath

root = PurePosixPath("/data") / "set"
files = [root / f"{name}.{kind}" for name in "ab" for kind in ("txt", "png")]
print([f.name for f in files if f.suffix == ".txt"], [str(f.relative_to("/data")) for f in files[:2]], files[0].parent == root, sorted(files)[0])
print(root.joinpath("x", "..", "y"), root.parent.parent.parent, root in files[0].parents, Path("a") / Path("b"), "x" / PurePosixPath("y"), PurePosixPath("a", PurePosixPath("b"), "c").parts)
