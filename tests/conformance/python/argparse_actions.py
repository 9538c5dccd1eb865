import argparse

p = argparse.ArgumentParser(prog="p")
p.add_argument("name")
p.add_argument("rest", nargs="*", type=int)
p.add_argument("-v", "--verbose", action="count", default=0)
p.add_argument("--lr", type=float, default="0.5")
p.add_argument("--flag", action="store_true")
p.add_argument("--no-cache", dest="cache", action="store_false")
p.add_argument("--item", action="append")
p.add_argument("--pair", nargs=2, metavar=("A", "B"))
p.add_argument("--opt", nargs="?", const="c", default="d")
p.add_argument("--mode", choices=["a", "b"], default="a")
p.add_argument("-x", action="append_const", const=1)
p.add_argument("--more", nargs="+", action="extend", type=int)
p.add_argument("--bool", action=argparse.BooleanOptionalAction, default=True)
for line in ("n", "n 1 2 3", "-vv n --lr 0.1 --flag", "n --no-cache --item a --item b", "n --pair 1 2 --opt", "n --opt=o --mode=b -x -x",
             "--more 1 2 --more 3 -- n", "n --no-bool --verb -v", "-vxv n -- 5", "n -5"):
    print(line, "->", sorted(vars(p.parse_args(line.split())).items(), key=str))
for line in ("", "n x", "n --mode c", "n --pair 1", "n --none", "n --lr a", "n --flag=1", "n --more"):
    try:
        p.parse_args(line.split())
    except SystemExit as error:
        print(line, error.code)
