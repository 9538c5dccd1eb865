"""Python programs that ask the static evaluator and the compiler for more than their limits."""
import random

from cases import Case

HEAD = "import torch\nfrom torch import Tensor, nn\n"
TAIL = "m = torch.jit.script(nn.Linear(1, 1))\n"

# Receivers of methods: a million bytes, or as many elements as take a second to make.
BIG = {
    "str": "'ab' * 500000", "bytes": "b'ab' * 500000", "bytearray": "bytearray(b'ab' * 500000)",
    "list": "list(range(200000))", "tuple": "tuple(range(200000))", "dict": "{i: i for i in range(100000)}",
    "set": "set(range(100000))", "frozenset": "frozenset(range(100000))", "range": "range(2**60)", "int": "2**62",
    "float": "1e308", "complex": "1e300j", "slice": "slice(0, 2**60, 1)",
}
SHARED = "x = []\nfor i in range(60):\n    x = [x, x]\n"  # 2**60 paths
ARGUMENTS = ("()", "(x,)", "(2**62,)", "(-1,)", "('a',)", "(b'a',)", "('', 'b')", "('a', x)", "(0, 2**31)", "(x, x)",
             "(10**7, '*')", "(range(2**60),)", "(None, x)", "([x] * 1000,)")
FUNCTIONS = ("abs all any ascii bin bool bytearray bytes callable chr complex dict divmod enumerate filter float format frozenset "
             "getattr hasattr hash hex id int isinstance issubclass iter len list map max min next oct ord pow print range repr "
             "reversed round set setattr slice sorted str sum tuple type vars zip").split()
OPERATORS = ("x + x", "x * 2", "x * 2**40", "x == x[:]", "x < x", "x in [x]", "2**62 in x", "x[::-1]", "x[:] + x[:]", "f'{x}'",
             "'%s' % (x,)", "'%1000000000s' % 'a'", "'{:>1000000000}'.format('a')", "x | x", "x & x", "x - x", "x << 10**9",
             "x ** x", "[*x, *x]", "{**x, **x}", "(*x, *x)", "print(*x)", "x.__class__(x)", "not x", "x is x", "hash(x)",
             "{x: 1}", "{x}", "del x[0]", "x[1:1] = x", "x += x", "x *= 2", "[y for y in x for z in x]", "sum(y for y in x)")
MODULES = {"copy": "copy deepcopy", "re": "sub findall split match search compile escape", "math": "factorial comb prod fsum gcd pow",
           "itertools": "chain product permutations combinations repeat accumulate islice tee zip_longest",
           "functools": "reduce partial lru_cache", "collections": "Counter OrderedDict deque defaultdict namedtuple ChainMap",
           "string": "capwords", "textwrap": "wrap dedent fill indent", "json": "dumps loads", "operator": "mul concat eq countOf",
           "struct": "pack unpack calcsize", "random": "choices shuffle sample", "statistics": "mean median"}


def check(group, name, text, **more):
    """--roots=all: the file is evaluated whole. By default only what a model is made of is evaluated."""
    return Case(group, name, "tscheck", ["--roots=all", "a.py"], {"a.py": text}, **more)


def walk_builtins(loop):
    """Every method and function of Python's built-ins with arguments that are large, negative or of another type.

    loop: the head of the loop around all calls, as "while True:".
    """
    def forever(setup, body):
        return f"{HEAD}{setup}{loop}\n    for a in ({', '.join(ARGUMENTS)}):\n        try:\n            {body}\n" \
               f"        except Exception:\n            pass\n{TAIL}"

    for kind, big in BIG.items():
        value = eval(big.replace("200000", "2").replace("100000", "2").replace("500000", "2"))
        for method in dir(value):
            if not method.startswith("_") or method in ("__add__", "__mul__", "__contains__", "__getitem__", "__eq__", "__format__"):
                yield check("builtins", f"{kind}.{method}", forever(f"x = {big}\n", f"r = x.{method}(*a)"))
        for operator in OPERATORS:
            yield check("builtins", f"{kind}: {operator}", forever(f"x = {big}\n", operator))
        for function in FUNCTIONS:
            yield check("builtins", f"{function}({kind})", forever(f"x = {big}\n", f"r = {function}(x, *a[1:])"))
    for function in FUNCTIONS:
        yield check("builtins", f"{function}(shared)", forever(SHARED, f"r = {function}(*a)"))
    for operator in OPERATORS:
        yield check("builtins", f"shared: {operator}", forever(SHARED, operator))
    for module, functions in MODULES.items():
        for function in functions.split():
            for kind in ("str", "list", "dict"):
                yield check("builtins", f"{module}.{function}({kind})",
                            forever(f"import {module}\nx = {BIG[kind]}\n", f"r = {module}.{function}(*a)"))


STATEMENTS = (
    "x.extend(x)", "x += x", "x = x + x", "s = s * 2", "s = s.replace('a', 'aa')", "s += s", "x = [x, x]", "y = x == [x]",
    "t = (t, t)", "hash(t)", "y = sorted(str(i) for i in range(1000))", "y = s.split('a')", "y = list(zip(x, x))", "y = repr(x)",
    "y = f'{t}'", "x.insert(0, 1)", "x.pop(0)", "d[len(d)] = dict(d)", "d.update({i: i for i in range(1000)})", "y = s[::1]",
    "x[1:1] = x", "y = re.sub('(a|b)*c', s, s)", "y = re.findall('a*a*b', s)", "y = copy.deepcopy(t)", "x.sort(key=repr)",
    "y = '%s' % (t,)", "y = max(x, key=str)", "C = type('C', (C,), {})", "f(3)", "y = [*x, *x]", "y = torch.zeros(10**6)",
    "y = torch.zeros(2, 3).repeat(10**4, 10**4)", "n = nn.Sequential(n, n)", "y = list(n.modules())", "y = copy.deepcopy(n)",
    "y = n.state_dict()", "g = (i for i in range(10**12))", "y = next(g)", "y = sum(g)", "y = s.encode() * 3", "y = b * 2**20",
    "b += b", "del x[0:1]", "y = [[]] * 10**6", "y = list(range(10**6))", "y = set(x)", "y = {str(i): i for i in range(10**4)}",
    "y = s.join([s, s])", "y = '{:>{w}}'.format(s, w=10**7)", "y = s == s + 'a'", "y = s.find('b' * 1000)", "y = min(s, s + 'b')",
    "y = int('9' * 1000)", "y = 3 ** 1000", "y = 1 << 100000", "x.reverse()", "y = t == (t, t)", "n = nn.ModuleList([n] * 10)",
    "y = str(n)", "y = isinstance(x, C)", "y = [c.__mro__ for c in (C,)]", "x = x[::2]", "y = any(i == 5 for i in range(10**9))",
)
LOOPS = ("while True:", "for i in range(10**9):", "for i in range(30):", "for i in x:", "if x:", "for i in s:", "while s:")


def random_programs(count):
    """Random statements that grow values, in random loops, within handlers that catch everything."""
    for seed in range(count):
        chosen = random.Random(seed)
        lines = ["import copy, re", "x = [0]", "s = 'ab'", "t = ()", "d = {}", "b = b'ab'", "y = 0", "g = iter(range(10))",
                 "n = nn.Linear(1, 1)", "class C: pass", "def f(k):", "    return [f(k) for i in range(10)] if k else x"]
        indent = 0
        for _ in range(chosen.randrange(5, 40)):
            if indent < 6 and chosen.random() < 0.25:
                lines.append("    " * indent + chosen.choice(LOOPS))
                indent += 1
                lines.append("    " * indent + chosen.choice(STATEMENTS))
            elif indent and chosen.random() < 0.15:
                indent -= 1
            else:
                lines += ["    " * indent + "try:", "    " * indent + "    " + chosen.choice(STATEMENTS),
                          "    " * indent + "except BaseException:", "    " * indent + "    pass"]
        yield check("programs", f"{seed}", HEAD + "\n".join(lines) + "\n" + TAIL)


def import_graphs(count):
    """Modules that import each other in random ways, with and without stars."""
    for seed in range(count):
        chosen = random.Random(seed)
        names = [f"m{i}" for i in range(chosen.randrange(1, 12))]
        files = {}
        for name in names:
            lines = [chosen.choice(["from {} import *", "import {}", "from {} import f", "from {} import f as g"])
                     .format(chosen.choice(names)) for _ in range(chosen.randrange(1, 6))]
            chosen.shuffle(lines)
            lines += ["import torch", "def f(x):\n    return x + missing"]
            lines.insert(chosen.randrange(len(lines)), "from m0 import *")
            files[f"{name}.py"] = "\n".join(lines) + "\ns = torch.jit.script(f)\n"
        yield Case("imports", f"{seed}", "tscheck", ["."], files)
        yield Case("imports", f"{seed} drawn", "tsviz", ["m0.py:f", "--format=ir"], files, (0, 1, 2))


def mutated(sources, count):
    """Programs of the oracle with tokens exchanged, deleted and doubled: for the parser, the compiler and the lints."""
    import io
    import tokenize
    for seed in range(count):
        chosen = random.Random(seed)
        source = chosen.choice(sources)
        try:
            tokens = [token.string for token in tokenize.generate_tokens(io.StringIO(source).readline)]
        except (tokenize.TokenError, SyntaxError):
            continue
        for _ in range(chosen.randrange(1, 6)):
            old = chosen.choice(tokens)
            new = chosen.choice([chosen.choice(tokens), "", old * 2, "9" * 30, "(" * 50, "lambda: 0", "x" * 10000])
            if old.strip():
                at = source.find(old, chosen.randrange(len(source)))
                source = source if at < 0 else source[:at] + new + source[at + len(old):]
        yield Case("sources", f"{seed}", "tscheck", ["--roots=all", "a.py"], {"a.py": source})


def growth():
    """Programs whose types, graphs or modules grow exponentially with their length, and long ones."""
    def steps(count, first, line, last):
        body = "".join("    " + line.format(i, i + 1) + "\n" for i in range(count))
        return f"{HEAD}@torch.jit.script\ndef f(x: Tensor):\n    {first}\n{body}    {last}\n"

    def calls(count):
        chain = "".join(f"def f{i + 1}(x: Tensor) -> Tensor:\n    return f{i}(f{i}(x))\n" for i in range(count))
        return f"{HEAD}def f0(x: Tensor) -> Tensor:\n    return x + 1\n{chain}m = torch.jit.script(f{count})\n"

    pairs = steps(40, "t0 = (x, x)", "t{1} = (t{0}, t{0})", "return t40")
    nested = HEAD + "m = nn.ReLU()\nfor i in range(40):\n    m = nn.Sequential(m, m)\ns = torch.jit.script(m)\n"
    copies = HEAD + "import copy\nm = nn.ReLU()\nfor i in range(30):\n    m = nn.Sequential(m, copy.deepcopy(m))\n" + TAIL
    parameters = HEAD + ("class A(nn.Module):\n    def __init__(self):\n        super().__init__()\n        for i in range(64000):\n"
                         "            self.register_parameter('p%d' % i, nn.Parameter(torch.zeros(1)))\n"
                         "    def forward(self, x: Tensor) -> Tensor:\n        return x + self.p0\ns = torch.jit.script(A())\n")
    bases = HEAD + "class C0: pass\n" + "".join(f"class C{i + 1}(C{i}): pass\n" for i in range(3000)) + TAIL
    lists = steps(300, "t0 = [x]", "t{1} = [t{0}]", "return t300")
    for name, text in (("tuples of tuples", pairs), ("modules of modules", nested), ("copies of copies", copies),
                       ("64,000 parameters", parameters), ("3,000 bases", bases), ("lists of lists", lists),
                       ("calls of calls", calls(40))):
        yield check("growth", name, text)
    for form in ("svg", "dot", "json", "ir", "code"):
        for name, text, target in (("tuples", pairs, "f"), ("modules", nested, "m"), ("calls", calls(40), "f40"),
                                   ("few calls", calls(12), "f12")):
            for inline in ([], ["--inline"]):
                yield Case("growth", f"{name} as {form}{' inlined' if inline else ''}", "tsviz",
                           [f"a.py:{target}", f"--format={form}", *inline], {"a.py": text}, (0, 1, 2))
