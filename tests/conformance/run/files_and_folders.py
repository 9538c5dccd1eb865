import os, io, time, tempfile, glob, shutil, pathlib, sys
print(os.path.exists("x.txt"))
with open("x.txt", "w") as f:
    f.write("héllo\nworld\n")
    print("line", 3, file=f)
print(open("x.txt").read())
print([l.strip() for l in open("x.txt", encoding="utf-8")])
with open("x.txt", "a") as f:
    f.write("more")
with open("x.txt", "rb") as f:
    print(f.read(4), f.tell(), f.readline())
print(os.path.getsize("x.txt"), os.path.isfile("x.txt"), os.path.isdir("."))
os.makedirs("a/b/c", exist_ok=True)
p = pathlib.Path("a") / "b"
(p / "t.txt").write_text("abc")
print(sorted(os.listdir("a")), [str(q) for q in p.iterdir() if q.is_file()], (p/"t.txt").read_text())
print(sorted(glob.glob("a/*/*")), sorted(glob.glob("**/*.txt", recursive=True)))
with tempfile.TemporaryDirectory() as d:
    print(os.path.isdir(d))
    q = os.path.join(d, "f.bin")
    open(q, "wb").write(b"123")
    print(os.stat(q).st_size)
print(os.path.exists(d))
t = time.time()
print(t > 1e9, time.perf_counter() > 0)
try:
    open("nope/none")
except FileNotFoundError as e:
    print(e, e.errno, e.filename)
try:
    os.mkdir("a")
except FileExistsError as e:
    print(e)
for r, ds, fs in sorted(os.walk("a")):
    print(r, ds, fs)
shutil.rmtree("a")
os.remove("x.txt")
print(os.listdir("."), os.path.basename(os.getcwd()) in ("a", "b"))
print(os.environ.get("NOTHING"), "HOME" in os.environ)
with tempfile.NamedTemporaryFile(suffix=".pt") as f:
    f.write(b"hello")
    f.seek(0)
    print(f.read(), f.name.endswith(".pt"))
sys.stdout.write("out\n")
