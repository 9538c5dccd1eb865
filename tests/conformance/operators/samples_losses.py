"""Losses and distances."""

import torch

from sampling import FLOATS, Call, samples

SHAPES = [(), (4,), (2, 3), (2, 3, 4)]


@samples("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "kl_div", "soft_margin_loss", tolerance=1e-4)
def compared(make, name):
    for shape in SHAPES:
        for dtype in FLOATS:
            for reduction in (0, 1, 2):
                yield [make.tensor(shape, dtype), make.tensor(shape, dtype, 0 if name == "kl_div" else -3), reduction]
    yield [make.tensor((2, 3)), make.tensor((3,), low=0), 1]
    if name == "kl_div":
        yield Call(make.tensor((2, 3)), make.tensor((2, 3)), 2, log_target=True)
    if name in ("smooth_l1_loss", "huber_loss"):
        for width in (0.5, 2.0, -1.0):
            yield [make.tensor((2, 3)), make.tensor((2, 3)), 1, width]


@samples("binary_cross_entropy", "binary_cross_entropy_with_logits", tolerance=1e-4)
def binary(make, name):
    for shape in SHAPES:
        for dtype in FLOATS:
            for reduction in (0, 1, 2):
                for weight in (None, make.tensor(shape, dtype, 0.5)):
                    options = [make.tensor(shape, dtype, 0.5)] if "logits" in name and weight is not None else [None] if "logits" in name else []
                    yield [make.tensor(shape, dtype, 0, 1), make.tensor(shape, dtype, 0, 1), weight, *options, reduction]
    if "logits" not in name:
        yield [make.tensor((2, 3)), make.tensor((2, 3), low=0, high=1)]
        yield [make.tensor((2, 3), low=0, high=1), make.tensor((3,), low=0, high=1)]


@samples("binary_cross_entropy.out", tolerance=1e-4)
def binary_out(make, name):
    """Only calls without reduction: with a reduction PyTorch also writes intermediate results to out=."""
    for shape in SHAPES:
        yield Call(make.tensor(shape, low=0, high=1), make.tensor(shape, low=0, high=1), None, 0, out=torch.zeros(shape))


@samples("margin_ranking_loss", "cosine_embedding_loss", tolerance=1e-4)
def with_sign(make, name):
    for dtype in FLOATS:
        for reduction in (0, 1, 2):
            shape = (4, 3) if "cosine" in name else (4,)
            yield [make.tensor(shape, dtype), make.tensor(shape, dtype), torch.tensor([1, -1, 1, -1]).to(dtype), 0.2, reduction]


@samples("hinge_embedding_loss", tolerance=1e-4)
def hinge(make, name):
    for reduction in (0, 1, 2):
        yield [make.tensor((4,)), torch.tensor([1.0, -1.0, 1.0, -1.0]), 1.5, reduction]


@samples("poisson_nll_loss", tolerance=1e-4)
def poisson(make, name):
    for log in (False, True):
        for full in (False, True):
            for reduction in (0, 1, 2):
                yield [make.tensor((2, 3), low=0.1), make.tensor((2, 3), low=0), log, full, 1e-8, reduction]


@samples("triplet_margin_loss", tolerance=1e-4)
def triplet(make, name):
    for swap in (False, True):
        for reduction in (0, 1, 2):
            yield [make.tensor((4, 3)), make.tensor((4, 3)), make.tensor((4, 3)), 1.0, 2.0, 1e-6, swap, reduction]


@samples("nll_loss", "nll_loss_forward", "nll_loss_nd", "cross_entropy_loss", tolerance=1e-4)
def classes(make, name):
    extra = [-100] if "forward" in name else []
    shapes = [(4, 5), (5,)] + ([(2, 5, 3), (2, 5, 3, 4)] if name in ("nll_loss_nd", "cross_entropy_loss") else [])
    for shape in shapes:
        target = shape[:1] + shape[2:] if len(shape) > 1 else ()
        for dtype in FLOATS:
            for reduction in (0, 1, 2):
                for weight in (None, make.tensor((5,), dtype, 0.5)):
                    yield [make.tensor(shape, dtype), make.tensor(target, torch.int64, 0, 4), weight, reduction, *extra]
            if target:
                yield [make.tensor(shape, dtype), make.tensor(target, torch.int64, 0, 4), None, 1, 2]
    yield [make.tensor((4, 5)), torch.tensor([0, 1, 5, 2]), None, 1, *extra]
    yield [make.tensor((4, 5)), torch.tensor([0, 1]), None, 1, *extra]
    if name == "cross_entropy_loss":
        for reduction in (0, 1, 2):
            yield [make.tensor((4, 5)), make.tensor((4,), torch.int64, 0, 4), make.tensor((5,), low=0.5), reduction, -100, 0.1]
            yield [make.tensor((4, 5)), make.tensor((4, 5), low=0, high=1), make.tensor((5,), low=0.5), reduction, -100, 0.1]


@samples("nll_loss2d", "nll_loss2d_forward", tolerance=1e-4)
def planes(make, name):
    for reduction in (0, 1, 2):
        yield [make.tensor((2, 5, 3, 4)), make.tensor((2, 3, 4), torch.int64, 0, 4), make.tensor((5,), low=0.5), reduction, -100]


@samples("cosine_similarity", "pairwise_distance", tolerance=1e-4)
def similarity(make, name):
    for dtype in FLOATS:
        for shape in [(4, 3), (2, 4, 3)]:
            if name == "cosine_similarity":
                for dim in (0, 1, -1):
                    yield [make.tensor(shape, dtype), make.tensor(shape, dtype), dim]
            else:
                for p in (1.0, 2.0, 3.0, float("inf")):
                    yield [make.tensor(shape, dtype), make.tensor(shape, dtype), p, 1e-6, p == 1.0]
    yield [make.tensor((4, 3)), make.tensor((1, 3))]


@samples("cdist", tolerance=1e-3)
def cdist(make, name):
    for p in (0.0, 1.0, 2.0, 3.0, float("inf")):
        for dtype in FLOATS:
            yield [make.tensor((4, 3), dtype), make.tensor((5, 3), dtype), p]
            yield [make.tensor((2, 4, 3), dtype), make.tensor((2, 5, 3), dtype), p]


@samples("_cdist_forward", tolerance=1e-3)
def cdist_forward(make, name):
    for p in (1.0, 2.0, 3.0):
        for mode in (None, 1, 2):
            yield [make.tensor((2, 4, 3)), make.tensor((2, 5, 3)), p, mode]


@samples("_euclidean_dist", tolerance=1e-3)
def euclidean(make, name):
    for dtype in FLOATS:
        yield [make.tensor((4, 3), dtype), make.tensor((5, 3), dtype)]
        yield [make.tensor((2, 4, 3), dtype), make.tensor((2, 5, 3), dtype)]


@samples("pdist", "_pdist_forward", tolerance=1e-4)
def pdist(make, name):
    for p in (1.0, 2.0, float("inf")):
        yield [make.tensor((5, 3)), p]


@samples("multi_margin_loss", tolerance=1e-4)
def multi_margin(make, name):
    for dtype in FLOATS:
        for reduction in (0, 1, 2):
            for weight in (None, make.tensor((5,), dtype, 0.5)):
                for p in (1, 2):
                    yield [make.tensor((4, 5), dtype), make.tensor((4,), torch.int64, 0, 4), p, 0.5, weight, reduction]
                    yield [make.tensor((5,), dtype), make.tensor((), torch.int64, 0, 4), p, 1, weight, reduction]
    yield [make.tensor((4, 5)), make.tensor((4,), torch.int64, 0, 4), 3]
    yield [make.tensor((4, 5)), make.tensor((3,), torch.int64, 0, 4)]
    yield [make.tensor((4, 5)), torch.tensor([0, 1, 5, 2])]


@samples("multilabel_margin_loss", "multilabel_margin_loss_forward", tolerance=1e-4)
def multilabel_margin(make, name):
    targets = torch.tensor([[3, 0, -1, 1], [-1, 0, 1, 2], [0, 1, 2, 3]])
    for dtype in FLOATS:
        for reduction in (0, 1, 2):
            yield [make.tensor((3, 4), dtype), targets, reduction]
            yield [make.tensor((4,), dtype), targets[0], reduction]
    yield [make.tensor((3, 4)), targets[0], 1]
    yield [make.tensor((3, 4)), targets + 1, 1]


def sequences(make, dtype):
    logs = make.tensor((9, 3, 5), dtype).log_softmax(2)
    yield logs, make.tensor((3, 4), torch.int64, 1, 4), [9, 9, 9], [4, 4, 4]
    yield logs, make.tensor((12,), torch.int64, 1, 4), [9, 9, 9], [4, 4, 4]


@samples("ctc_loss.IntList", "ctc_loss.Tensor", tolerance=1e-4)
def ctc(make, name):
    pack = torch.tensor if name == "ctc_loss.Tensor" else list
    for dtype in FLOATS:
        for reduction in (0, 1, 2):
            for logs, targets, times, lengths in sequences(make, dtype):
                yield [logs, targets, pack(times), pack(lengths), 0, reduction]
            yield [logs, make.tensor((9,), torch.int64, 1, 4), pack([9, 5, 3]), pack([4, 0, 5]), 0, reduction, True]
            yield [logs, make.tensor((3, 5), torch.int64, 0, 3), pack([9, 5, 3]), pack([4, 0, 5]), 4, reduction, False]
    yield [logs, targets, pack([9, 9]), pack([4, 4, 4])]
    yield [logs, targets, pack([9, 9, 10]), pack([4, 4, 4])]
    yield [logs, targets, pack([9, 9, 9]), pack([4, 4, 4]), 5]


@samples("_ctc_loss", "_ctc_loss.Tensor", tolerance=1e-4)
def ctc_forward(make, name):
    pack = torch.tensor if name == "_ctc_loss.Tensor" else list
    for dtype in FLOATS:
        for logs, targets, times, lengths in sequences(make, dtype):
            yield [logs, targets, pack(times), pack(lengths)]
