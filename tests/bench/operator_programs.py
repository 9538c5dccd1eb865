"""Measures operators: "python3 operator_programs.py ELEMENTS [NAME...]", or the same under "tsdbg run".

Prints a line for each operator: its name, the seconds of its fastest call, the sum of its results. An operator that cannot run has the
line: its name, "-", the reason. "names" instead of a number prints the names of all operators.
Tensors have about ELEMENTS elements; GROUPS beyond "memory" do more work for an element and get smaller tensors.
"""
import math
import sys
import time

import torch
import torch.nn.functional as F

SECONDS = 0.06  # the least time for the calls of an operator
FEWEST, MOST = 3, 2000  # calls

UNARY = """abs acos acosh angle asin asinh atan atanh ceil cos cosh deg2rad digamma erf erfc erfinv exp exp2 expm1 floor frac isfinite isinf
    isnan lgamma log log10 log1p log2 logical_not logit nan_to_num neg rad2deg reciprocal relu round rsqrt sgn sigmoid sign signbit sin
    sinc sinh sqrt square tan tanh trunc""".split()
ACTIVATIONS = """celu elu gelu hardshrink hardsigmoid hardswish hardtanh leaky_relu logsigmoid mish relu6 selu silu softplus softshrink
    softsign tanhshrink""".split()
BINARY = """add atan2 copysign div eq floor_divide fmax fmin fmod ge gt heaviside hypot le logaddexp logaddexp2 logical_and logical_or
    logical_xor lt maximum minimum mul ne nextafter pow remainder sub xlogy""".split()
INTEGER = "add bitwise_and bitwise_or bitwise_xor eq floor_divide gcd lt maximum mul remainder sub".split()
REDUCTIONS = "amax amin argmax argmin logsumexp mean norm prod std sum var".split()


def elementwise(n):
    torch.manual_seed(0)
    x, y, z = torch.rand(n) * 0.9 + 0.05, torch.rand(n) * 0.9 + 0.05, torch.rand(n)
    signed = torch.randn(n)
    i, j = torch.randint(-1000, 1000, (n,)), torch.randint(1, 100, (n,))
    mask, other = signed > 0, z > 0.5
    cases = {name: (lambda f=getattr(torch, name), a=(x + 1.0 if name == "acosh" else x): f(a)) for name in UNARY}
    cases |= {name: (lambda f=getattr(F, name): f(signed)) for name in ACTIVATIONS}
    cases |= {f"{name} tensors": (lambda f=getattr(torch, name): f(x, y)) for name in BINARY}
    cases |= {f"{name} int64": (lambda f=getattr(torch, name): f(i, j)) for name in INTEGER}
    for dtype in (torch.float64, torch.float16, torch.bfloat16, torch.int32, torch.uint8):
        short = str(dtype)[6:]
        a, b = (i % 100).to(dtype), j.to(dtype)
        cases |= {f"add {short}": lambda a=a, b=b: a + b,
                  f"mul {short}": lambda a=a, b=b: a * b,
                  f"relu {short}": lambda a=a: torch.relu(a),
                  f"lt {short}": lambda a=a, b=b: a < b, f"to {short}": lambda to=dtype: signed.to(to),
                  f"from {short}": lambda a=a: a.float(), f"sum {short}": lambda a=a: a.sum(), f"max {short}": lambda a=a: a.max(),
                  f"where {short}": lambda a=a, b=b: torch.where(mask, a, b)}
        if dtype.is_floating_point:
            cases |= {f"exp {short}": lambda a=a * 0.01: torch.exp(a), f"sigmoid {short}": lambda a=a: torch.sigmoid(a),
                      f"div {short}": lambda a=a, b=b: a / b, f"softmax {short}": lambda a=a: torch.softmax(a, 0)}
    c = torch.complex(x, signed)
    return cases | {
        "add number": lambda: x + 2.0, "mul number": lambda: x * 2.0, "div number": lambda: x / 3.0, "rsub": lambda: 1.0 - x,
        "pow 2": lambda: x ** 2,
        "pow 3": lambda: x ** 3,
        "pow 0.5": lambda: x ** 0.5,
        "pow 2.5": lambda: x ** 2.5,
        "lt number": lambda: x < 0.5,
        "clamp": lambda: torch.clamp(signed, -1.0, 1.0),
        "clamp min": lambda: torch.clamp(signed, min=0.0),
        "gelu tanh": lambda: F.gelu(signed, approximate="tanh"),
        "where": lambda: torch.where(mask, x, y),
        "where number": lambda: torch.where(mask, x, 0.0),
        "lerp": lambda: torch.lerp(x, y, 0.3),
        "lerp tensor": lambda: torch.lerp(x, y, z),
        "addcmul": lambda: torch.addcmul(x, y, z, value=0.5),
        "addcdiv": lambda: torch.addcdiv(x, y, z + 0.1),
        "threshold": lambda: F.threshold(signed, 0.1, 2.0),
        "prelu": lambda: F.prelu(signed, y[:1]),
        "glu": lambda: F.glu(signed[:n // 2 * 2].view(2, -1), 0),
        "round 2": lambda: torch.round(signed, decimals=2),
        "float_power": lambda: torch.float_power(x, 2.0),
        "ldexp": lambda: torch.ldexp(x, y),
        "isclose": lambda: torch.isclose(x, y),
        "allclose": lambda: torch.tensor(torch.allclose(x, x)),
        "equal": lambda: torch.tensor(torch.equal(x, x)),
        "and bool": lambda: mask & other,
        "not bool": lambda: ~mask,
        "sum bool": lambda: mask.sum(),
        "any": lambda: other.logical_and(~other).any(),
        "all": lambda: other.logical_or(~other).all(),
        "shift": lambda: i << 2,
        "abs int64": lambda: i.abs(),
        "div int64": lambda: i / j,
        "int64 + float": lambda: i + x,
        "bool to float": lambda: mask.float(),
        "float to bool": lambda: x.bool(),
        "float to int64": lambda: signed.long(),
        "int64 to float": lambda: i.float(),
        "mul complex": lambda: c * c,
        "abs complex": lambda: c.abs(),
        "exp complex": lambda: torch.exp(c),
        "real": lambda: c.real.clone(),
        "polar": lambda: torch.polar(x, y),
        "add_": lambda: z.add_(1e-3),
        "mul_": lambda: z.mul_(1.0),
        "zero_": lambda: torch.empty_like(z).zero_(),
        "fill_": lambda: torch.empty_like(z).fill_(2.0),
        "copy_": lambda: z.copy_(x),
        "masked_fill": lambda: x.masked_fill(mask, 0.0),
        "masked_fill_": lambda: z.masked_fill_(mask, 0.5),
        "clone": lambda: x.clone(),
        "zeros": lambda: torch.zeros(n),
        "ones_like": lambda: torch.ones_like(x),
        "full": lambda: torch.full((n,), 3.0),
        "arange": lambda: torch.arange(n),
        "arange float": lambda: torch.arange(0.0, float(n)),
        "linspace": lambda: torch.linspace(0.0, 1.0, n),
        "rand": lambda: torch.rand(n),
        "randn": lambda: torch.randn(n),
        "randint": lambda: torch.randint(0, 100, (n,)),
        "bernoulli": lambda: torch.bernoulli(x),
        "dropout": lambda: F.dropout(x, 0.5),
        "normal_": lambda: torch.empty(n).normal_(),
        "uniform_": lambda: torch.empty(n).uniform_(),
        "exponential_": lambda: torch.empty(n).exponential_(),
        "strided add": lambda: x[::2] + y[::2],
        "odd slice add": lambda: x[1:] + y[:-1],
        "flip": lambda: x.flip(0),
        "roll": lambda: x.roll(7),
        "repeat": lambda: x[:n // 4].repeat(4),
        "repeat_interleave": lambda: x[:n // 4].repeat_interleave(4),
        "cat": lambda: torch.cat([x, y]),
        "stack": lambda: torch.stack([x, y]),
        "stack last": lambda: torch.stack([x, y], -1),
        "unbind last": lambda: x[:n // 2 * 2].view(-1, 2).unbind(-1)[0].clone(),
        "nonzero": lambda: mask.nonzero(),
        "masked_select": lambda: x[mask],
        "mask assign": lambda: z.__setitem__(mask, 0.5),
        "index": lambda: x[j],
        "take": lambda: torch.take(x, j),
        "put": lambda: z.index_put_((j,), x),
        "put accumulate": lambda: z.index_put_((j,), x, accumulate=True),
        "bucketize": lambda: torch.bucketize(x, y[:64].sort()[0]),
        "mse_loss": lambda: F.mse_loss(x, y),
        "l1_loss": lambda: F.l1_loss(x, y),
        "smooth_l1_loss": lambda: F.smooth_l1_loss(x, y),
        "huber_loss": lambda: F.huber_loss(x, y),
        "binary_cross_entropy": lambda: F.binary_cross_entropy(x, y),
        "bce_with_logits": lambda: F.binary_cross_entropy_with_logits(signed, y),
        "kl_div": lambda: F.kl_div(x, y, reduction="sum"),
        "poisson_nll_loss": lambda: F.poisson_nll_loss(x, y),
        "soft_margin_loss": lambda: F.soft_margin_loss(signed, y),
        "hinge_embedding_loss": lambda: F.hinge_embedding_loss(x, mask.float() * 2 - 1),
        "dot": lambda: torch.dot(x, y),
        "cumsum": lambda: x.cumsum(0),
        "cumprod": lambda: x.cumprod(0),
        "cummax": lambda: signed.cummax(0)[0],
        "diff": lambda: x.diff(),
        "bincount": lambda: torch.bincount(j),
        "histc": lambda: torch.histc(x, 50),
        "max all": lambda: x.max(),
        "argmax all": lambda: x.argmax(),
        "sum all": lambda: x.sum(),
        "mean all": lambda: x.mean(),
        "prod all": lambda: (y + 0.5).prod(),
        "std all": lambda: x.std(),
        "norm all": lambda: x.norm(),
        "norm 1": lambda: x.norm(1),
        "norm inf": lambda: torch.linalg.vector_norm(x, math.inf),
        "nansum": lambda: x.nansum(),
        "count_nonzero": lambda: torch.count_nonzero(x),
        "aminmax": lambda: torch.aminmax(x)[0],
        "logsumexp all": lambda: torch.logsumexp(x, 0),
        "dist": lambda: torch.dist(x, y),
        "cosine_similarity": lambda: F.cosine_similarity(x, y, dim=0),
        "trapezoid": lambda: torch.trapezoid(x),
    }


def matrices(n):
    torch.manual_seed(1)
    side = max(8, int(n ** 0.5))
    x, y = torch.rand(side, side), torch.rand(side, side)
    row, column, weight = torch.rand(side), torch.rand(side, 1), torch.rand(side)
    mask, index, label = x > 0.5, torch.randint(0, side, (side, side)), torch.randint(0, side, (side,))
    wide, deep = torch.rand(max(1, n // 64), 64), torch.rand(8, max(1, n // 8 // 64), 64)
    image = torch.rand(1, 16, max(4, int((n / 16) ** 0.5)), max(4, int((n / 16) ** 0.5)))
    last = image.to(memory_format=torch.channels_last)
    half = image.shape[2] // 2
    cases = {}
    for name in REDUCTIONS:
        f = getattr(torch, name)
        if name == "norm":
            f = lambda a, dim: torch.linalg.vector_norm(a, dim=dim)
        cases |= {f"{name} rows": lambda f=f: f(x, dim=1),
                  f"{name} columns": lambda f=f: f(x, dim=0),
                  f"{name} rows of 64": lambda f=f: f(wide, dim=1),
                  f"{name} middle": lambda f=f: f(deep, dim=1)}
    for name in ("softmax", "log_softmax"):
        f = getattr(torch, name)
        cases |= {f"{name} rows": lambda f=f: f(x, dim=1),
                  f"{name} columns": lambda f=f: f(x, dim=0),
                  f"{name} rows of 64": lambda f=f: f(wide, dim=1)}
    return cases | {
        "sum channels": lambda: image.sum((2, 3)),
        "sum all but channels": lambda: image.sum((0, 2, 3)),
        "mean channels": lambda: image.mean((2, 3)),
        "mean of channels_last": lambda: last.mean((2, 3)),
        "sum of transpose": lambda: x.t().sum(1),
        "max rows": lambda: x.max(1)[0],
        "max columns": lambda: x.max(0)[0],
        "min rows": lambda: x.min(1)[1],
        "all rows": lambda: mask.all(1),
        "any columns": lambda: mask.any(0),
        "var_mean rows": lambda: torch.var_mean(x, 1)[0],
        "var_mean columns": lambda: torch.var_mean(x, 0)[0],
        "cumsum rows": lambda: x.cumsum(1),
        "cumsum columns": lambda: x.cumsum(0),
        "logcumsumexp": lambda: x.logcumsumexp(1),
        "cumprod columns": lambda: x.cumprod(0),
        "add row": lambda: x + row,
        "add column": lambda: x + column,
        "outer": lambda: torch.outer(row, weight),
        "mul row and column": lambda: row * column,
        "add transpose": lambda: x + y.t(),
        "add channels": lambda: image + row[:1].view(1, 1, 1, 1).expand(1, 16, 1, 1),
        "transpose": lambda: x.t().contiguous(),
        "permute": lambda: deep.permute(2, 1, 0).contiguous(),
        "transpose heads": lambda: deep.transpose(0, 1).contiguous(),
        "to channels_last": lambda: image.contiguous(memory_format=torch.channels_last),
        "from channels_last": lambda: last.contiguous(),
        "relu of channels_last": lambda: torch.relu(last),
        "slice columns": lambda: x[:, : side // 2].contiguous(),
        "cat columns": lambda: torch.cat([x, y], 1),
        "cat channels_last": lambda: torch.cat([last, last], 1),
        "chunk": lambda: x.chunk(2, 1)[1].contiguous(),
        "expand": lambda: row.expand(side, side).contiguous(),
        "tile": lambda: torch.tile(row, (side, 1)),
        "flip rows": lambda: x.flip(0),
        "flip columns": lambda: x.flip(1),
        "roll columns": lambda: x.roll(3, 1),
        "rot90": lambda: torch.rot90(x),
        "tril": lambda: x.tril(),
        "triu": lambda: x.triu(),
        "eye": lambda: torch.eye(side),
        "diag_embed": lambda: torch.diag_embed(row),
        "diagonal": lambda: x.diagonal().clone(),
        "trace": lambda: x.trace(),
        "pad": lambda: F.pad(x, (1, 1, 1, 1)),
        "pad reflect": lambda: F.pad(image, (1, 1, 1, 1), mode="reflect"),
        "pad replicate": lambda: F.pad(image, (1, 1, 1, 1), mode="replicate"),
        "pad circular": lambda: F.pad(image, (1, 1, 1, 1), mode="circular"),
        "index_select rows": lambda: x.index_select(0, label),
        "index_select columns": lambda: x.index_select(1, label),
        "gather rows": lambda: x.gather(1, index),
        "gather columns": lambda: x.gather(0, index),
        "index rows": lambda: x[label],
        "index pairs": lambda: x[label, label],
        "scatter": lambda: torch.zeros_like(x).scatter_(1, index, y),
        "scatter_add": lambda: torch.zeros_like(x).scatter_add_(1, index, y),
        "scatter_add columns": lambda: torch.zeros_like(x).scatter_add_(0, index, y),
        "index_add": lambda: torch.zeros_like(x).index_add_(0, label, y),
        "index_copy": lambda: torch.zeros_like(x).index_copy_(0, label, y),
        "embedding": lambda: F.embedding(label, x),
        "embedding_bag": lambda: F.embedding_bag(index[:, :8], x),
        "one_hot": lambda: F.one_hot(label, side),
        "take_along_dim": lambda: torch.take_along_dim(x, index, 1),
        "layer_norm": lambda: F.layer_norm(x, (side,), weight, row),
        "layer_norm of 64": lambda: F.layer_norm(wide, (64,)),
        "rms_norm": lambda: F.rms_norm(x, (side,), weight),
        "group_norm": lambda: F.group_norm(image, 4),
        "instance_norm": lambda: F.instance_norm(image),
        "batch_norm": lambda: F.batch_norm(image, torch.zeros(16), torch.ones(16)),
        "batch_norm training": lambda: F.batch_norm(image, None, None, training=True),
        "local_response_norm": lambda: F.local_response_norm(image, 5),
        "normalize": lambda: F.normalize(x),
        "cross_entropy": lambda: F.cross_entropy(x, label),
        "nll_loss": lambda: F.nll_loss(x, label),
        "cosine_similarity rows": lambda: F.cosine_similarity(x, y),
        "pairwise_distance": lambda: F.pairwise_distance(x, y),
        "triplet_margin_loss": lambda: F.triplet_margin_loss(x, y, x),
        "multi_margin_loss": lambda: F.multi_margin_loss(x, label),
        "max_pool2d": lambda: F.max_pool2d(image, 2),
        "max_pool2d 3 of channels_last": lambda: F.max_pool2d(last, 3, 2),
        "avg_pool2d": lambda: F.avg_pool2d(image, 2),
        "adaptive_avg_pool2d": lambda: F.adaptive_avg_pool2d(image, 2),
        "max_pool1d": lambda: F.max_pool1d(wide, 2),
        "interpolate nearest": lambda: F.interpolate(image[:, :, :half, :half], scale_factor=2.0),
        "interpolate bilinear": lambda: F.interpolate(image[:, :, :half, :half], scale_factor=2.0, mode="bilinear"),
        "interpolate bicubic": lambda: F.interpolate(image[:, :, :half, :half], scale_factor=2.0, mode="bicubic"),
        "pixel_shuffle": lambda: F.pixel_shuffle(image, 2),
        "unfold": lambda: F.unfold(image[:, :2], 3),
        "tensor unfold": lambda: x.unfold(1, 4, 4).contiguous(),
        "cross": lambda: torch.cross(x[:, :3], y[:, :3], dim=1),
        "kron": lambda: torch.kron(x[:4, :4], y[: side // 4, : side // 4]),
        "mv": lambda: x.mv(row),
        "addmv": lambda: torch.addmv(row, x, row),
        "meshgrid": lambda: torch.meshgrid(row, row, indexing="ij")[0].contiguous(),
        "channel_shuffle": lambda: F.channel_shuffle(image, 4),
        "masked rows": lambda: x[row > 0.5],
        "where row": lambda: torch.where(row > 0.5, x, y),
        "lerp row": lambda: torch.lerp(x, y, row),
        "softmax with mask": lambda: torch.softmax(x.masked_fill(mask, -math.inf), -1),
        "grid_sample": lambda: F.grid_sample(image, torch.rand(1, half, half, 2), align_corners=False),
        "affine_grid": lambda: F.affine_grid(torch.rand(1, 2, 3), [1, 1, side, side], align_corners=False),
    }


def heavy(n):
    """Products and convolutions do about 2 n^1.5 operations, sorts n log n, decompositions n^1.5 for a fourth of the elements."""
    torch.manual_seed(2)
    n = min(n, 1 << 20)
    side = max(8, int(n ** 0.5))
    x, y, row = torch.randn(side, side), torch.randn(side, side), torch.randn(side)
    flat, whole = torch.randn(n), torch.randint(0, 1 << 40, (n,))
    few = torch.randint(0, 100, (n,))
    quarter = max(8, side // 4)
    small = torch.randn(quarter, quarter)
    good = small @ small.t() + torch.eye(quarter) * quarter
    batch, many = torch.randn(max(1, n // 4096), 64, 64), torch.randn(max(1, n // 64), 8, 8)
    width = max(4, int((n / 64) ** 0.5))
    image, kernel = torch.randn(1, 64, width, width), torch.randn(64, 64, 3, 3)
    point, each = torch.randn(64, 64, 1, 1), torch.randn(64, 1, 3, 3)
    sound, filters = torch.randn(1, 16, max(16, n // 16)), torch.randn(16, 16, 5)
    volume, block = torch.randn(1, 8, *[max(4, round((n / 8) ** (1 / 3)))] * 3), torch.randn(8, 8, 3, 3, 3)
    heads = torch.randn(1, 8, max(4, n // 512), 64)[:, :, :1024]
    left, right = x[:, :32].contiguous(), y[:, :32].contiguous()
    steps, lstm, gru = torch.randn(min(256, max(1, n // 4096)), 16, 64), torch.nn.LSTM(64, 64), torch.nn.GRU(64, 64)
    return {
        "mm": lambda: x @ y,
        "mm transposed": lambda: x @ y.t(),
        "mm double": lambda: small.double() @ small.double(),
        "bmm": lambda: batch @ batch,
        "bmm of 8": lambda: many @ many,
        "addmm": lambda: torch.addmm(row, x, y),
        "linear": lambda: F.linear(x, y, row),
        "mm thin": lambda: x @ y[:, :8],
        "einsum": lambda: torch.einsum("ij,kj->ik", x, y),
        "matmul broadcast": lambda: batch @ batch[0],
        "baddbmm": lambda: torch.baddbmm(batch, batch, batch),
        "conv2d": lambda: F.conv2d(image, kernel, padding=1),
        "conv2d point": lambda: F.conv2d(image, point),
        "conv2d depthwise": lambda: F.conv2d(image, each, padding=1, groups=64),
        "conv2d stride": lambda: F.conv2d(image, kernel, stride=2, padding=1),
        "conv2d groups": lambda: F.conv2d(image, kernel[:, :16], groups=4),
        "conv_transpose2d": lambda: F.conv_transpose2d(image, kernel[:, :8], stride=2),
        "conv1d": lambda: F.conv1d(sound, filters),
        "conv3d": lambda: F.conv3d(volume, block),
        "attention": lambda: F.scaled_dot_product_attention(heads, heads, heads),
        "attention causal": lambda: F.scaled_dot_product_attention(heads, heads, heads, is_causal=True),
        "lstm": lambda: lstm(steps)[0].detach(),
        "gru": lambda: gru(steps)[0].detach(),
        "sort": lambda: flat.sort()[0],
        "argsort": lambda: flat.argsort(),
        "sort int64": lambda: whole.sort()[0],
        "sort rows": lambda: x.sort(1)[0],
        "sort columns": lambda: x.sort(0)[0],
        "sort descending": lambda: flat.sort(descending=True)[0],
        "topk": lambda: flat.topk(5)[0],
        "topk rows": lambda: x.topk(5, 1)[0],
        "kthvalue": lambda: flat.kthvalue(max(1, n // 2))[0],
        "median": lambda: flat.median(),
        "median rows": lambda: x.median(1)[0],
        "mode": lambda: few.view(-1, 8)[:, :8].mode(1)[0],
        "quantile": lambda: flat.quantile(0.3),
        "unique": lambda: few.unique(),
        "unique of all": lambda: whole.unique(),
        "unique_consecutive": lambda: few.unique_consecutive(),
        "searchsorted": lambda: torch.searchsorted(flat.sort()[0], flat),
        "randperm": lambda: torch.randperm(n),
        "multinomial": lambda: torch.multinomial(flat.abs(), min(64, n)),
        "isin": lambda: torch.isin(few, torch.arange(50)),
        "cdist": lambda: torch.cdist(x, y),
        "pdist": lambda: F.pdist(small),
        "inverse": lambda: torch.linalg.inv(good),
        "solve": lambda: torch.linalg.solve(good, small),
        "cholesky": lambda: torch.linalg.cholesky(good),
        "qr": lambda: torch.linalg.qr(small)[1].abs(),
        "svd": lambda: torch.linalg.svdvals(small),
        "eigh": lambda: torch.linalg.eigvalsh(good),
        "det": lambda: torch.linalg.slogdet(good)[1],
        "inverse of 8": lambda: torch.linalg.inv(many[:1024] + 9 * torch.eye(8)),
        "fft": lambda: torch.fft.fft(flat).abs(),
        "rfft": lambda: torch.fft.rfft(flat).abs(),
        "fft2": lambda: torch.fft.fft2(x).abs(),
        "fft rows": lambda: torch.fft.fft(x).abs(),
        "stft": lambda: torch.stft(flat, 256 if n >= 4096 else 64, return_complex=True, window=torch.ones(256 if n >= 4096 else 64)).abs(),
        "multi_head_attention": lambda: F.multi_head_attention_forward(
            steps, steps, steps, 64, 4, torch.ones(192, 64) * 0.01, torch.zeros(192), None, None, False, 0.0, torch.ones(64, 64) * 0.01,
            torch.zeros(64), need_weights=False)[0],
        "bilinear": lambda: F.bilinear(left, right, torch.ones(8, left.shape[1], right.shape[1])),
        "ctc_loss": lambda: F.ctc_loss(torch.log_softmax(x[:64, None, :], -1), few[None, :8] % (side - 1) + 1, [min(64, side)], [min(4, side)]),
    }


def sum_of(value):
    if not isinstance(value, torch.Tensor):
        return 0.0
    if value.is_complex():
        value = value.abs()
    return float(value.double().nan_to_num(0.0, 0.0, 0.0).sum())


def main():
    n = 1024 if sys.argv[1] == "names" else int(sys.argv[1])
    wanted = set(sys.argv[2:])
    torch.set_num_threads(1)
    for group in (elementwise, matrices, heavy):
        for name, call in group(n).items():
            label = name.replace(" ", "_")
            if sys.argv[1] == "names":
                print(label)
                continue
            if wanted and label not in wanted:
                continue
            try:
                number = sum_of(call())
            except Exception as problem:
                print(label, "-", str(problem).split("\n")[0][:150], flush=True)
                continue
            times, end = [], time.perf_counter() + SECONDS
            while len(times) < FEWEST or (len(times) < MOST and time.perf_counter() < end):
                start = time.perf_counter()
                call()
                times.append(time.perf_counter() - start)
            print(label, min(times), number, flush=True)


with torch.no_grad():
    main()
