"""Generates programs of tensor operators from the operator table (core/kernels/pointwise.def): see kernels.py."""
import os
import random
import re

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "core", "kernels", "pointwise.def")

FLOATS = ("float32", "float64", "bfloat16", "float16")
INTEGERS = ("int64", "int32", "int16", "uint8")
LEAST_SIZE, MOST_SIZE = 64, 8000000

# Calls of formulas that are not torch.NAME(x, y, z).
CALLS = {
    "add": "{x} + {y}", "sub": "{x} - {y}", "mul": "{x} * {y}", "neg": "-{x}", "div": "{x} / {y}", "cube": "{x} ** 3",
    "eq": "{x} == {y}", "ne": "{x} != {y}", "lt": "{x} < {y}", "le": "{x} <= {y}", "gt": "{x} > {y}", "ge": "{x} >= {y}",
    "bitwise_and": "{x} & {y}", "bitwise_or": "{x} | {y}", "bitwise_xor": "{x} ^ {y}", "bitwise_not": "~{x}",
    "bitwise_left_shift": "torch.bitwise_left_shift({x}, 2)", "bitwise_right_shift": "torch.bitwise_right_shift({x}, 1)",
    "nan_to_num": "torch.nan_to_num({x}, 0.5, 3.0, -3.0)",
    "round_decimals": "torch.round({x}, decimals=2)", "round_tens": "torch.round({x}, decimals=-1)",
    "addcmul": "torch.addcmul({x}, {y}, {z})", "addcdiv": "torch.addcdiv({x}, {y}, {z})", "lerp": "torch.lerp({x}, {y}, {z})",
    "clamp": "torch.clamp({x}, {y}, {z})", "div_trunc": 'torch.div({x}, {y}, rounding_mode="trunc")',
    "div_floor": 'torch.div({x}, {y}, rounding_mode="floor")', "logit_eps": "torch.logit({x}, 0.1)",
    "gelu": "F.gelu({x})", "gelu_tanh": 'F.gelu({x}, approximate="tanh")', "silu": "F.silu({x})", "mish": "F.mish({x})",
    "elu": "F.elu({x})", "leaky_relu": "F.leaky_relu({x}, 0.1)", "hardtanh": "F.hardtanh({x})", "hardsigmoid": "F.hardsigmoid({x})",
    "hardswish": "F.hardswish({x})", "hardshrink": "F.hardshrink({x}, 0.3)", "softshrink": "F.softshrink({x}, 0.3)",
    "softplus": "F.softplus({x})", "threshold": "F.threshold({x}, 0.1, 0.5)", "log_sigmoid": "F.logsigmoid({x})",
    "special_entr": "torch.special.entr({x})", "special_i0e": "torch.special.i0e({x})", "special_i1": "torch.special.i1({x})",
    "special_i1e": "torch.special.i1e({x})", "special_ndtri": "torch.special.ndtri({x})",
    "special_xlog1py": "torch.special.xlog1py({x}, {y})",
}
# More calls of the same operators: with numbers, or with fewer operands.
MORE_CALLS = {
    "add": ("{x} + 1", "{x} + {y} * 2", "torch.add({x}, {y}, alpha=2)"), "sub": ("{x} - 1", "1 - {x}"), "mul": ("{x} * 2", "{x} * {x}"),
    "div": ("{x} / 3", "{x} / 2.5"), "clamp": ("torch.clamp({x}, 0, 1)", "{x}.clamp(min=0)", "torch.clamp({x}, max=1)"),
    "pow": ("{x} ** 2", "torch.pow({x}, 3)", "{x}.square()"), "lerp": ("torch.lerp({x}, {y}, 0.3)",),
    "eq": ("{x} == 1",), "gt": ("{x} > 0",), "lt": ("{x} < 1",), "ge": ("{x} >= 0",), "ne": ("{x} != 0",),
    "remainder": ("{x} % 3", "torch.remainder({x}, 5)"), "div_floor": ("{x} // 3",), "fmod": ("torch.fmod({x}, 3)",),
    "addcmul": ("torch.addcmul({x}, {y}, {z}, value=2)",), "maximum": ("torch.max({x}, {y})",), "minimum": ("torch.min({x}, {y})",),
}
ALIKE = ("angle", "conj_physical", "is_real", "softshrink_1_13", "sgn", "prelu", "nextafter")  # without a program
# What people write, so that most programs consist of it.
USUAL = {"add", "sub", "mul", "div", "neg", "abs", "sqrt", "rsqrt", "exp", "log", "sin", "cos", "tanh", "sigmoid", "relu", "gelu", "silu",
         "clamp", "pow", "maximum", "minimum", "eq", "ne", "lt", "le", "gt", "ge", "logical_and", "bitwise_and", "bitwise_or", "remainder",
         "div_floor", "lerp", "addcmul", "softplus", "leaky_relu", "hardtanh", "floor", "round", "reciprocal", "log1p", "erf", "logical_not"}
# The arguments for which functions are tame.
DOMAINS = {
    "positive": ("sqrt rsqrt log log2 log10 log1p lgamma digamma special_entr reciprocal xlogy special_xlog1py pow", "({x}.abs() + 0.5)"),
    "open": ("asin acos atanh erfinv", "({x} / 2).tanh() * 0.9"),
    "unit": ("logit special_ndtri", "({x}.sigmoid() * 0.8 + 0.1)"),
    "large": ("acosh", "({x}.abs() + 1.1)"),
    "small": ("exp exp2 expm1 sinh cosh tan i0 special_i1 log_sigmoid", "torch.clamp({x}, -1.5, 1.5)"),
}
DIVISORS = ("div", "div_trunc", "div_floor", "fmod", "remainder", "addcdiv")


def rows_of_table():
    """The formulas: name, arity, rule, letters of the types."""
    with open(TABLE, encoding="utf-8") as table:
        found = re.findall(r"^(?:UNARY|FUNCTION|BINARY|FLOAT_BINARY|ACTIVATION)\((\w+), (\d), \d, (\w+), (\w+),", table.read(), re.M)
    return [(name, int(arity), rule, types) for name, arity, rule, types in found if name not in ALIKE]


class Value:
    def __init__(self, name, dtype, shape):
        self.name, self.dtype, self.shape = name, dtype, tuple(shape)

    @property
    def is_float(self):
        return self.dtype in FLOATS

    @property
    def size(self):
        size = 1
        for dim in self.shape:
            size *= dim
        return size


def broadcast(shapes):
    rank = max(map(len, shapes))
    wide = [(1,) * (rank - len(shape)) + tuple(shape) for shape in shapes]
    return tuple(max(sizes) for sizes in zip(*wide))


class Program:
    """One function in the making: its lines, inputs and the values that no line reads so far."""

    def __init__(self, rng, rows):
        self.rng, self.rows = rng, rows
        self.inputs, self.makers, self.lines, self.unused, self.values = [], [], [], [], []

    # ---- values

    def shape(self, rank=None, most=MOST_SIZE):
        """Sizes between 64 and `most` elements, aligned or odd."""
        rng = self.rng
        rank = rank or rng.choice((1, 2, 2, 2, 3, 3, 4))
        total = 2 ** rng.uniform(6, max(6.1, min(23, most.bit_length() - 1)))
        is_aligned = rng.random() < 0.5
        dims = []
        for left in range(rank, 0, -1):
            size = total if left == 1 else min(total ** (1 / left) * rng.choice((0.5, 1, 1, 2)), total)
            size = max(2, int(size))
            if is_aligned and size >= 16:
                size -= size % (64 if size >= 128 else 8)
            elif not is_aligned and size % 2 == 0:
                size += 1
            dims.append(size)
            total = max(2, total / size)
        while dims[0] > 2 and Value("", "", dims).size > MOST_SIZE:
            dims[0] -= max(1, dims[0] // 4)
        while Value("", "", dims).size < LEAST_SIZE:
            dims[-1] += 13
        return tuple(dims)

    def input(self, dtype, shape, maker=None):
        name = f"x{len(self.inputs)}"
        self.inputs.append(name)
        sizes = ", ".join(map(str, shape)) or "[]"
        if maker is None:
            maker = (f"torch.rand({sizes}) > 0.5" if dtype == "bool" else
                     f"torch.randn({sizes}, dtype=torch.float64).to(torch.{dtype})" if dtype in FLOATS else
                     f"torch.randint({0 if dtype == 'uint8' else -20}, 50, {list(shape)}).to(torch.{dtype})")
        self.makers.append(maker)
        return self.keep(Value(name, dtype, shape))

    def keep(self, value):
        self.values.append(value)
        self.unused.append(value)
        return value

    def add(self, text, dtype, shape, *read):
        for value in read:
            if value in self.unused:
                self.unused.remove(value)
        value = Value(f"v{len(self.lines)}", dtype, shape)
        self.lines.append(f"{value.name} = {text}")
        return self.keep(value)

    # ---- operators on elements

    def other(self, like, shape_matters=True):
        """Another value of the dtype, whose shape fits."""
        fits = [value for value in self.values if value.dtype == like.dtype and value is not like and
                (value.shape == like.shape or not shape_matters and self.fits(value.shape, like.shape))]
        waiting = [value for value in fits if value in self.unused]
        if waiting or fits:
            return self.rng.choice(waiting or fits)
        return self.input(like.dtype, like.shape)

    @staticmethod
    def fits(small, large):
        return len(small) <= len(large) and all(a in (1, b) for a, b in zip(small[::-1], large[::-1]))

    def letter(self, dtype):
        return "F" if dtype in FLOATS else "B" if dtype == "bool" else "I"

    def pointwise(self, value, names=None):
        letter = self.letter(value.dtype)
        # Inductor does not round halves after each operator, so that two of them are seldom equal there.
        rows = [row for row in self.rows if letter in row[3] and (names is None or row[0] in names) and
                not (value.dtype == "uint8" and row[0] in ("neg", "sub", "hardtanh")) and
                not (value.dtype in ("float16", "bfloat16") and (row[0] in ("eq", "ne") or row[0].startswith("special_")))]
        weights = [8 if name in USUAL else 1 for name, *_ in rows]
        name, arity, rule, _ = self.rng.choices(rows, weights)[0]
        forms = [CALLS.get(name) or f"torch.{name}({', '.join(('{x}', '{y}', '{z}')[:arity])})"]
        if letter != "B":
            forms += MORE_CALLS.get(name, ())
        form = self.rng.choice(forms)
        operands = {"x": value}
        for letter_of in "yz":
            if "{" + letter_of + "}" in form:
                operands[letter_of] = self.other(value, shape_matters=False)
        texts = {key: operand.name for key, operand in operands.items()}
        if value.is_float:
            for functions, domain in DOMAINS.values():
                if name in functions.split():
                    texts["x"] = domain.format(x=texts["x"])
        last = max(texts)
        if name in DIVISORS and last != "x":
            texts[last] = f"({texts[last]}.abs() + 1)" if value.is_float else f"({texts[last]} | 1)"
        elif name == "pow" and "y" in texts:
            texts["y"] = f"torch.clamp({texts['y']}, 0, 2)"
        elif name in ("gcd", "lcm"):
            texts = {key: f"({text} % 12)" for key, text in texts.items()}
        dtype = ("bool" if rule == "Bool" else "float32" if rule == "Float" and not value.is_float else value.dtype)
        if value.dtype in INTEGERS and form == "{x} / 2.5":
            dtype = "float32"
        shape = broadcast([operand.shape for operand in operands.values()])
        return self.add(form.format(**texts), dtype, shape, *operands.values())

    def chain(self, value, least, most):
        for _ in range(self.rng.randint(least, most)):
            value = self.pointwise(value)
            if value.dtype == "bool" and self.rng.random() < 0.7:
                value = self.use_mask(value)
        return value

    def use_mask(self, mask):
        data = [value for value in self.values if value.dtype != "bool" and self.fits(mask.shape, value.shape)]
        value = self.rng.choice(data) if data else self.input("float32", mask.shape)
        kind = self.rng.randrange(4)
        if kind == 0:
            return self.add(f"torch.where({mask.name}, {value.name}, 0)", value.dtype, value.shape, mask, value)
        if kind == 1:
            return self.add(f"{value.name}.masked_fill({mask.name}, 1)", value.dtype, value.shape, mask, value)
        if kind == 2 and value.is_float:
            return self.add(f"{value.name} * {mask.name}.to({value.name}.dtype)", value.dtype, value.shape, mask, value)
        other = self.other(value)
        return self.add(f"torch.where({mask.name}, {value.name}, {other.name})", value.dtype, value.shape, mask, value, other)

    def as_float(self, value):
        if value.is_float:
            return value
        return self.add(f"{value.name}.float()", "float32", value.shape, value)

    def cast(self, value):
        to = self.rng.choice(("float32", "float32", "float64", "int64", "int32", "bfloat16", "uint8", "bool"))
        if to == "uint8":  # other numbers depend on the processor
            return self.add(f"torch.clamp({value.name}.float() * 20, 0, 255).to(torch.uint8)", to, value.shape, value)
        return self.add(f"{value.name}.to(torch.{to})", to, value.shape, value)

    # ---- reductions

    def dims(self, value, most=2):
        rank = len(value.shape)
        count = min(rank, self.rng.choice((1, 1, 1, most)))
        last = self.rng.random() < 0.5
        return sorted(range(rank - count, rank) if last else self.rng.sample(range(rank), count))

    def reduced(self, value, dims, keeps):
        return tuple(1 if d in dims else size for d, size in enumerate(value.shape) if keeps or d not in dims)

    def reduce(self, value):
        rng = self.rng
        if rng.random() < 0.2:
            value = self.as_float(value)
            how = rng.choice(("sum", "mean", "amax", "amin", "std", "var", "norm", "max", "min"))
            return self.add(f"{value.name}.{how}()", value.dtype, (), value)
        dims, keeps = self.dims(value), rng.random() < 0.6
        shape = self.reduced(value, dims, keeps)
        if value.dtype == "bool":
            how = rng.choice(("any", "all", "sum"))
            return self.add(f"{value.name}.{how}({dims[0]}, keepdim={keeps})", "int64" if how == "sum" else "bool",
                            self.reduced(value, dims[:1], keeps), value)
        if not value.is_float:
            how = rng.choice(("sum", "amax", "amin"))
            return self.add(f"{value.name}.{how}({dims}, keepdim={keeps})", "int64" if how == "sum" else value.dtype, shape, value)
        how = rng.choice(("sum", "sum", "mean", "mean", "amax", "amin", "var", "std", "logsumexp", "norm", "max", "argmax", "argmin", "prod",
                          "var_mean", "count_nonzero"))
        if how in ("max", "argmax", "argmin", "prod"):
            shape = self.reduced(value, dims[:1], keeps)
            if how == "prod":
                return self.add(f"torch.tanh({value.name}).prod({dims[0]}, keepdim={keeps})", value.dtype, shape, value)
            if how == "max":
                return self.add(f"torch.max({value.name}, {dims[0]}, {keeps})[0]", value.dtype, shape, value)
            return self.add(f"{value.name}.{how}({dims[0]}, keepdim={keeps})", "int64", shape, value)
        if how == "count_nonzero":
            return self.add(f"torch.count_nonzero({value.name}, {dims})", "int64", self.reduced(value, dims, False), value)
        if how == "var_mean":
            self.lines.append(f"spread{len(self.lines)}, center{len(self.lines)} = torch.var_mean({value.name}, {dims}, keepdim=True)")
            at = len(self.lines) - 1
            return self.add(f"({value.name} - center{at}) * torch.rsqrt(spread{at} + 1e-5)", value.dtype, value.shape, value)
        if how == "norm":
            return self.add(f"torch.linalg.vector_norm({value.name}, 2, {dims}, {keeps})", value.dtype, shape, value)
        return self.add(f"{value.name}.{how}({dims}, keepdim={keeps})", value.dtype, shape, value)

    def normalise(self, value):
        """An operator that contains reductions and has the shape of its argument."""
        value = self.as_float(value)
        rng, shape = self.rng, value.shape
        how = rng.choice(("softmax", "log_softmax", "layer_norm", "cumsum", "group_norm", "batch_norm", "normalize", "instance_norm"))
        dim = rng.choice((-1, -1, rng.randrange(len(shape))))
        if how in ("group_norm", "batch_norm", "instance_norm") and (len(shape) < 3 or shape[1] > 4096):
            how = "softmax"
        if how == "layer_norm":
            weights = [self.input(value.dtype, shape[-1:]) for _ in range(2)]
            return self.add(f"F.layer_norm({value.name}, [{shape[-1]}], {weights[0].name}, {weights[1].name})", value.dtype, shape, value, *weights)
        if how == "group_norm":
            groups = next(n for n in (8, 4, 3, 2, 1) if shape[1] % n == 0)
            weights = [self.input(value.dtype, shape[1:2]) for _ in range(2)]
            return self.add(f"F.group_norm({value.name}, {groups}, {weights[0].name}, {weights[1].name})", value.dtype, shape, value, *weights)
        if how == "batch_norm":
            sizes = f"{shape[1]}"
            mean = self.input(value.dtype, shape[1:2])
            spread = self.input(value.dtype, shape[1:2], f"torch.rand({sizes}).to(torch.{value.dtype}) + 0.5")
            return self.add(f"F.batch_norm({value.name}, {mean.name}, {spread.name})", value.dtype, shape, value, mean, spread)
        if how == "instance_norm":
            return self.add(f"F.instance_norm({value.name})", value.dtype, shape, value)
        if how == "normalize":
            return self.add(f"F.normalize({value.name}, 2.0, {dim})", value.dtype, shape, value)
        return self.add(f"{'torch' if how == 'cumsum' else 'F'}.{how}({value.name}, {dim})", value.dtype, shape, value)

    # ---- views and copies

    def view(self, value):
        rng, shape, name = self.rng, value.shape, value.name
        dim = rng.randrange(len(shape)) if shape else 0
        kinds = ["flip", "narrow", "slice", "select", "roll", "pad", "cat", "stack", "chunk", "expand", "transpose", "unsqueeze", "permute",
                 "reshape", "contiguous", "repeat"]
        how = rng.choice(kinds)
        if how in ("transpose", "permute", "contiguous") and len(shape) < 2 or how == "select" and len(shape) < 2:
            how = "flip"
        if how in ("repeat", "expand", "stack", "cat") and value.size > MOST_SIZE // 4:
            how = "flip"

        def sized(size):
            return shape[:dim] + (size,) + shape[dim + 1:]
        if how in ("narrow", "slice") and shape[dim] >= 4:
            start, length = shape[dim] // 4, shape[dim] // 2
            text = f"{name}.narrow({dim}, {start}, {length})" if how == "narrow" else f"{name}[{':, ' * dim}{start}:{start + length}]"
            return self.add(text, value.dtype, sized(length), value)
        if how == "select":
            return self.add(f"{name}.select({dim}, {shape[dim] // 2})", value.dtype, shape[:dim] + shape[dim + 1:], value)
        if how == "roll":
            return self.add(f"torch.roll({name}, {shape[dim] // 3}, {dim})", value.dtype, shape, value)
        if how == "pad":
            return self.add(f"F.pad({name}, [2, 3])", value.dtype, shape[:-1] + (shape[-1] + 5,), value)
        if how in ("cat", "stack"):
            other = self.other(value)
            size = sized(shape[dim] * 2) if how == "cat" else shape[:dim] + (2,) + shape[dim:]
            return self.add(f"torch.{how}([{name}, {other.name}], {dim})", value.dtype, size, value, other)
        if how == "chunk" and shape[dim] % 2 == 0:
            self.lines.append(f"first{len(self.lines)}, second{len(self.lines)} = {name}.chunk(2, {dim})")
            at = len(self.lines) - 1
            return self.add(f"first{at} {'|' if value.dtype == 'bool' else '*'} second{at}", value.dtype, sized(shape[dim] // 2), value)
        if how == "expand":
            return self.add(f"{name}.unsqueeze(0).expand(3, {', '.join(['-1'] * len(shape))})", value.dtype, (3, *shape), value)
        if how in ("transpose", "contiguous"):
            text = f"{name}.transpose(-2, -1)" + (".contiguous()" if how == "contiguous" else "")
            return self.add(text, value.dtype, (*shape[:-2], shape[-1], shape[-2]), value)
        if how == "permute":
            order = list(range(len(shape)))
            rng.shuffle(order)
            return self.add(f"{name}.permute({order})", value.dtype, [shape[d] for d in order], value)
        if how == "unsqueeze":
            return self.add(f"{name}.unsqueeze({dim})", value.dtype, shape[:dim] + (1,) + shape[dim:], value)
        if how == "reshape":
            return self.add(f"{name}.reshape(-1)", value.dtype, (value.size,), value)
        if how == "repeat":
            return self.add(f"{name}.repeat({', '.join(['2'] + ['1'] * (len(shape) - 1))})", value.dtype, (2 * shape[0], *shape[1:]), value)
        return self.add(f"{name}.flip({dim})", value.dtype, shape, value)

    # ---- losses, and loads by indices

    def loss(self, dtype):
        rng = self.rng
        how = rng.choice(("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "binary_cross_entropy_with_logits", "binary_cross_entropy",
                          "kl_div", "poisson_nll_loss", "soft_margin_loss", "cross_entropy", "nll_loss", "cosine_similarity",
                          "margin_ranking_loss", "hinge_embedding_loss"))
        reduction = rng.choice(("mean", "mean", "sum", "none"))
        shape = self.shape(2, MOST_SIZE // 4)
        x = self.input(dtype, shape)
        if rng.random() < 0.5:
            x = self.pointwise(x, {"mul", "sub", "tanh", "add"})
        if how in ("cross_entropy", "nll_loss"):
            sizes = shape[:1]
            target = self.input("int64", sizes, f"torch.randint(0, {shape[1]}, ({sizes[0]},))")
            if how == "nll_loss":
                x = self.add(f"F.log_softmax({x.name}, -1)", dtype, shape, x)
            return self.add(f'F.{how}({x.name}, {target.name}, reduction="{reduction}")', dtype, sizes if reduction == "none" else (), x, target)
        y = self.input(dtype, shape)
        if how == "cosine_similarity":
            return self.add(f"F.cosine_similarity({x.name}, {y.name}, -1)", dtype, shape[:1], x, y)
        first, second, more = x.name, y.name, ""
        if how == "binary_cross_entropy":
            first, second = f"torch.sigmoid({x.name})", f"torch.sigmoid({y.name})"
        elif how == "binary_cross_entropy_with_logits":
            second = f"torch.sigmoid({y.name})"
        elif how == "kl_div":
            first, second = f"F.log_softmax({x.name}, -1)", f"F.softmax({y.name}, -1)"
        elif how == "poisson_nll_loss":
            second = f"{y.name}.abs()"
        elif how == "margin_ranking_loss":
            more = f", torch.sign({self.input(dtype, shape).name} + 0.01)"
        elif how in ("soft_margin_loss", "hinge_embedding_loss"):
            second = f"torch.sign({y.name} + 0.01)"
        return self.add(f'F.{how}({first}, {second}{more}, reduction="{reduction}")', dtype, shape if reduction == "none" else (), x, y,
                        *self.unused)

    def load(self):
        rng = self.rng
        how = rng.choice(("embedding", "gather", "index_select", "one_hot", "index", "take_along_dim"))
        words, width, count = rng.randint(10, 5000), rng.choice((16, 63, 64, 200)), rng.randint(8, 20000)
        table = self.input("float32", (words, width))
        indices = self.input("int64", (count,), f"torch.randint(0, {words}, ({count},))")
        if how == "embedding":
            return self.add(f"F.embedding({indices.name}, {table.name})", "float32", (count, width), indices, table)
        if how == "one_hot":
            self.unused.remove(table)
            classes = min(words, 100)
            self.add(f"F.one_hot({indices.name} % {classes}, {classes}).float()", "float32", (count, classes), indices)
            return self.values[-1]
        if how in ("gather", "take_along_dim"):
            wide = self.add(f"{indices.name}.unsqueeze(1).expand(-1, {width})", "int64", (count, width), indices)
            text = f"table.gather(0, {wide.name})" if how == "gather" else f"torch.take_along_dim(table, {wide.name}, 0)"
            return self.add(text.replace("table", table.name), "float32", (count, width), wide, table)
        text = f"{table.name}.index_select(0, {indices.name})" if how == "index_select" else f"{table.name}[{indices.name}]"
        return self.add(text, "float32", (count, width), indices, table)

    # ---- the end

    def finish(self):
        """Returns all values that no line reads, or the last one."""
        results = [value for value in self.unused if value.name.startswith("v")] or [self.values[-1]]
        for value in self.unused[:]:
            if value.name.startswith("x"):  # an argument that the program must read
                results[-1] = self.add(f"{results[-1].name} + 0", results[-1].dtype, results[-1].shape)
        return results[:4]


KINDS = {"chain": 5, "broadcast": 4, "reduction": 5, "normalisation": 3, "mask": 3, "cast": 2, "view": 4, "several": 2, "loss": 3, "load": 1}


def write_body(program, kind):
    rng = program.rng
    dtype = rng.choices(("float32", "float64", "bfloat16", "float16", "int64", "int32", "int16", "uint8"), (50, 10, 8, 4, 12, 8, 3, 5))[0]
    if kind == "loss":
        program.loss(rng.choice(("float32", "float32", "float64")))
        return
    if kind == "load":
        program.chain(program.load(), 1, 3)
        return
    value = program.input(dtype, program.shape())
    if kind == "chain":
        program.chain(value, 2, 8)
    elif kind == "broadcast":
        rank = len(value.shape)
        for _ in range(rng.randint(1, 3)):
            kept = [size if rng.random() < 0.5 else 1 for size in value.shape]
            start = rng.randrange(rank) if rng.random() < 0.5 else 0
            value = program.add(f"{value.name} {'|' if dtype == 'bool' else rng.choice('+*')} {program.input(dtype, kept[start:]).name}",
                                dtype, value.shape, value, *program.unused)
        program.chain(value, 1, 4)
    elif kind == "reduction":
        wide = program.chain(value, 0, 4)
        value = program.reduce(wide)
        if rng.random() < 0.5 and value.is_float and program.fits(value.shape, wide.shape) and wide.dtype == value.dtype:
            program.add(f"{wide.name} - {value.name}", wide.dtype, wide.shape, wide, value)
        elif rng.random() < 0.6:
            program.chain(value, 1, 2)
    elif kind == "normalisation":
        value = program.normalise(program.chain(value, 0, 3))
        program.chain(value, 0, 3)
    elif kind == "mask":
        value = program.chain(value, 0, 2)
        if value.dtype == "bool":
            value = program.use_mask(value)
        mask = program.pointwise(value, {"gt", "lt", "ne", "ge", "isnan", "isfinite", "logical_not"})
        program.chain(program.use_mask(mask), 0, 3)
    elif kind == "cast":
        program.chain(program.cast(program.chain(value, 0, 2)), 1, 3)
    elif kind == "view":
        value = program.view(program.chain(value, 0, 2))
        value = program.chain(value, 1, 3)
        if rng.random() < 0.4:
            program.chain(program.view(value), 0, 2)
    else:
        program.chain(value, 1, 3)
        program.chain(value, 1, 3)
        if rng.random() < 0.5:
            program.reduce(value)


HEAD = '''"""Generated by tests/bench/kernels.py: seed {seed}, {count} programs."""
import sys

sys.path.insert(0, {folder!r})
import torch
import torch.nn.functional as F
from jit_programs import run

'''


def make_programs(seed, count):
    """The text of a file of functions with their arguments, a program of jit_programs.py; and the text of each function by name."""
    rng, rows = random.Random(seed), rows_of_table()
    text, cases, functions = HEAD.format(seed=seed, count=count, folder=os.path.dirname(os.path.abspath(__file__))), [], {}
    while len(cases) < count:
        program = Program(rng, rows)
        kind = rng.choices(list(KINDS), list(KINDS.values()))[0]
        write_body(program, kind)
        results = program.finish()
        name = f"{kind}_{len(cases)}"
        lines = [f"def {name}({', '.join(program.inputs)}):", *(f"    {line}" for line in program.lines),
                 f"    return {', '.join(value.name for value in results)}"]
        functions[name] = "\n".join([*lines, *(f"# {name}: {maker}" for name, maker in zip(program.inputs, program.makers))])
        text += "\n" + "\n".join(lines) + "\n\n"
        cases.append(f'    ("{name}", {name}, lambda: ({", ".join(program.makers)},)),')
    return text + "\nCASES = [\n" + "\n".join(cases) + ']\n\nif __name__ == "__main__":\n    run(CASES)\n', functions
