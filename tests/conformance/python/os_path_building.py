import os.path

base = os.path.join("root", "sub", "file.tar.gz")
print(base, os.path.splitext(base), os.path.basename(os.path.dirname(base)), os.path.splitext(os.path.splitext(base)[0]), os.path.normpath(os.path.join(base, "..", "x")))
parts = []
head = "/a/b/c"
while head != "/":
    head, tail = os.path.split(head)
    parts.append(tail)
print(parts, os.path.isabs(head), os.path.commonpath(["/a/b", "/a/c"]), os.path.relpath("/a/b/c", "/a"), os.sep.join(["x", "y"]))
