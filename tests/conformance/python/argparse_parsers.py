import argparse

p = argparse.ArgumentParser(prog="main")
p.add_argument("--top", type=int, default=1)
p.set_defaults(extra="e")
sub = p.add_subparsers(dest="command")
train = sub.add_parser("train", aliases=["t"])
train.add_argument("--epochs", type=int, default=3)
train.add_argument("data")
train.set_defaults(func=len)
sub.add_parser("test").add_argument("files", nargs="+")
for line in ("", "train d", "--top 2 train --epochs 5 d", "test a b", "t x"):
    print(sorted(vars(p.parse_args(line.split())).items()))
print(p.parse_known_args(["--unknown", "--top", "4"]))
q = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
g = q.add_mutually_exclusive_group(required=True)
g.add_argument("--a", action="store_true")
g.add_argument("--b")
q.add_argument_group("more").add_argument("--c", default=argparse.SUPPRESS)
print(q.parse_args(["--a"]), q.parse_args(["--b", "x"]), q.parse_args(["--b", "x", "--c", "y"]))
for parser, line in ((q, ["--a", "--b", "x"]), (q, []), (p, ["none"]), (p, ["train"])):
    try:
        parser.parse_args(line)
    except SystemExit as error:
        print(error.code)
child = argparse.ArgumentParser(parents=[q])
print(child.parse_args(["--a"]), p.get_default("top"), argparse.Namespace(x=1) == argparse.Namespace(x=1), "x" in argparse.Namespace(x=1))
quiet = argparse.ArgumentParser(exit_on_error=False)
quiet.add_argument("--n", type=int)
try:
    quiet.parse_args(["--n", "x"])
except argparse.ArgumentError as error:
    print(type(error).__name__, error.argument_name)


def even(text):
    if int(text) % 2:
        raise argparse.ArgumentTypeError("odd")
    return int(text)


r = argparse.ArgumentParser()
r.add_argument("first")
r.add_argument("middle", nargs="?", default="m")
r.add_argument("--even", type=even)
print(r.parse_args(["1"]), r.parse_args(["1", "2"]), r.parse_args(["--even", "4", "1"]))
for bad in (lambda: r.add_argument("--even"), lambda: r.add_argument("z", action="strange"), lambda: r.add_argument("z", dest="w"), lambda: r.parse_args(["1", "--even", "3"])):
    try:
        bad()
    except (argparse.ArgumentError, ValueError, SystemExit) as error:
        print(type(error).__name__)
