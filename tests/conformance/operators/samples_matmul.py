"""Products of matrices, batches and vectors."""

import torch

from sampling import BOOL, COMPLEX, FLOATS, INTS, LAYOUTS, Call, samples

KINDS = FLOATS + [torch.bfloat16, torch.int64, torch.int32, torch.uint8] + COMPLEX + BOOL

SHAPES = {
    "mm": [((2, 3), (3, 4)), ((0, 3), (3, 4)), ((2, 0), (0, 4)), ((20, 30), (30, 25)), ((2, 3), (2, 3)), ((2, 3, 4), (4, 2)),
           ((1, 50), (50, 1)), ((50, 1), (1, 50))],
    "bmm": [((2, 3, 4), (2, 4, 5)), ((0, 3, 4), (0, 4, 5)), ((2, 3, 0), (2, 0, 5)), ((3, 10, 12), (3, 12, 11)), ((2, 3, 4), (3, 4, 5)),
            ((2, 3, 4), (2, 5, 4))],
    "mv": [((2, 3), (3,)), ((0, 3), (3,)), ((2, 0), (0,)), ((30, 40), (40,)), ((2, 3), (2,)), ((3,), (3,))],
    "dot": [((5,), (5,)), ((0,), (0,)), ((1000,), (1000,)), ((4,), (5,)), ((2, 2), (2, 2))],
    "outer": [((3,), (4,)), ((0,), (4,)), ((2, 2), (4,))],
    "inner": [((3,), (3,)), ((2, 3), (3,)), ((2, 3), (4, 3)), ((2, 3, 4), (5, 4)), ((), (2, 3)), ((2,), ()), ((2, 3), (2, 4)), ((0, 3), (2, 3))],
    "matmul": [((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 4)), ((2, 3), (3, 4)), ((2, 3, 4), (4,)), ((2, 3, 4), (4, 5)), ((4,), (2, 4, 3)),
               ((2, 4), (3, 4, 5)), ((2, 3, 4), (2, 4, 5)), ((2, 1, 3, 4), (5, 4, 2)), ((2, 3), (4, 5)), ((2, 3, 4), (3, 4, 5)), ((), (3,)),
               ((0, 3), (3, 0)), ((2, 3, 4), (2, 5, 4)), ((3, 4, 2, 2), (2, 6)), ((2, 3, 10, 12), (2, 3, 12, 9))],
}
SHAPES["vdot"], SHAPES["ger"], SHAPES["linalg_matmul"] = SHAPES["dot"], SHAPES["outer"], SHAPES["matmul"]


@samples(*SHAPES)
def products(make, name):
    for a, b in SHAPES[name]:
        for dtype in KINDS if max(a + b, default=0) <= 12 else FLOATS:
            if dtype.is_complex and (name in ("dot", "vdot") or len(a) == len(b) == 1 and "matmul" in name):
                continue  # Debian's build of PyTorch returns 0
            # PyTorch sums bfloat16 in bfloat16, and large sums in its own order. Without cancellation the results are
            # comparable.
            low = 0 if dtype == torch.bfloat16 or max(a + b, default=0) >= 20 else -3
            yield [make.tensor(a, dtype, low), make.tensor(b, dtype, low)]
        if 0 not in a + b:
            yield [make.tensor(a), make.tensor(b, torch.float64)]
        for layout in LAYOUTS:
            yield [make.tensor(a, low=low, layout=layout), make.tensor(b, low=low, layout=layout)]
    a, b = SHAPES[name][0]
    if len(b) > 1:
        x, y = make.tensor(a, torch.complex64), make.tensor(b, torch.complex64)
        yield [x.conj(), y]
        yield [x, y.conj()]


ADDED = {
    "addmm": [((5,), (2, 3), (3, 5)), ((2, 5), (2, 3), (3, 5)), ((), (2, 3), (3, 5)), ((4,), (2, 3), (3, 5)), ((2, 5), (2, 0), (0, 5)),
              ((2, 1), (2, 3), (3, 5)), ((9,), (20, 30), (30, 9)), ((5,), (2, 3), (4, 5))],
    "addmv": [((2,), (2, 3), (3,)), ((), (2, 3), (3,)), ((1,), (2, 3), (3,)), ((2,), (2, 0), (0,)), ((3,), (2, 3), (3,)), ((2,), (2, 3), (2,))],
    "addr": [((2, 3), (2,), (3,)), ((3,), (2,), (3,)), ((), (2,), (3,)), ((2,), (2,), (3,)), ((0, 3), (0,), (3,))],
    "addbmm": [((3, 5), (2, 3, 4), (2, 4, 5)), ((5,), (2, 3, 4), (2, 4, 5)), ((3, 5), (0, 3, 4), (0, 4, 5)), ((3, 5), (2, 3, 4), (3, 4, 5))],
    "baddbmm": [((2, 3, 5), (2, 3, 4), (2, 4, 5)), ((5,), (2, 3, 4), (2, 4, 5)), ((0, 3, 5), (0, 3, 4), (0, 4, 5)), ((2, 3, 5), (2, 3, 0), (2, 0, 5)),
                ((3, 3, 5), (2, 3, 4), (2, 4, 5))],
}


@samples(*ADDED)
def added(make, name):
    for shapes in ADDED[name]:
        # As above, large sums do not cancel. addbmm also sums over the batch.
        low = 0 if name == "addbmm" or max(max(shape, default=0) for shape in shapes) >= 20 else -3
        for dtype in FLOATS + [torch.bfloat16, torch.int64, torch.complex64, torch.bool]:
            if dtype != torch.bool or 0 not in shapes[1] + shapes[2]:
                yield [make.tensor(shape, dtype, 0 if dtype == torch.bfloat16 else low) for shape in shapes]
        for beta, alpha in [(0.5, 2.0), (1, 0), (2, 3)]:
            yield Call(*[make.tensor(shape, low=low) for shape in shapes], beta=beta, alpha=alpha)
        yield Call(*[make.tensor(shape, torch.int64) for shape in shapes], beta=2, alpha=3)
        for layout in ("transposed", "strided", "offset"):
            if 0 not in shapes[1] + shapes[2]:
                yield [make.tensor(shapes[0], low=low), *[make.tensor(shape, low=low, layout=layout) for shape in shapes[1:]]]
    # PyTorch multiplies the uninitialized result of a small baddbmm by a beta of 0, which at times gives nan.
    shapes = ADDED[name][0]
    unbiased = [((2, 9, 9), (2, 9, 9), (2, 9, 9))] if name == "baddbmm" else ADDED[name][:4]
    for self, *factors in unbiased:
        low = 0 if name == "addbmm" else -3
        yield Call(make.tensor(self), *[make.tensor(shape, low=low) for shape in factors], beta=0)
        yield Call(torch.full(self, torch.nan), *[make.tensor(shape, low=low) for shape in factors], beta=0)
    yield [make.tensor(shapes[0], torch.float64), *[make.tensor(shape) for shape in shapes[1:]]]


@samples("_addmm_activation")
def addmm_activation(make, name):
    for gelu in (False, True):
        yield Call(make.tensor((5,)), make.tensor((2, 3)), make.tensor((3, 5)), use_gelu=gelu)


@samples("linear", "mkldnn_linear")
def linear(make, name):
    for shape in [(2, 4), (4,), (2, 3, 4), (0, 4), (2, 2, 3, 4), (2, 3), (30, 4)]:
        for bias in (None, make.tensor((5,))):
            yield [make.tensor(shape), make.tensor((5, 4)), bias]
            yield [make.tensor(shape), make.tensor((5, 4), layout="transposed"), bias]
        yield [make.tensor(shape), make.tensor((4,))]
        for dtype in (torch.float64, torch.bfloat16, torch.int64, torch.complex64):
            yield [make.tensor(shape, dtype), make.tensor((5, 4), dtype), make.tensor((5,), dtype)]
    yield [make.tensor((2, 4)), make.tensor((5, 4)), make.tensor((3,))]
    yield [make.tensor((2, 3, 4), layout="transposed"), make.tensor((5, 4)), make.tensor((5,))]


@samples("bilinear")
def bilinear(make, name):
    for lead in [(), (2,), (2, 3), (0,)]:
        for dtype in FLOATS:
            yield [make.tensor((*lead, 3), dtype), make.tensor((*lead, 4), dtype), make.tensor((5, 3, 4), dtype), make.tensor((5,), dtype)]
            yield [make.tensor((*lead, 3), dtype), make.tensor((*lead, 4), dtype), make.tensor((5, 3, 4), dtype)]
    yield [make.tensor((2, 3)), make.tensor((3, 4)), make.tensor((5, 3, 4))]


EQUATIONS = {
    "bij,bjk->bki": [(2, 3, 4), (2, 4, 5)], "bij,bjk": [(2, 3, 4), (2, 4, 5)], "...ij,...jk": [(2, 3, 4), (2, 4, 5)], "ii->i": [(3, 3)],
    "ij->ji": [(3, 4)], "ij->": [(3, 4)], "i,j->ij": [(3,), (4,)], "i,j,k->kij": [(3,), (4,), (5,)], "ij,jk": [(3, 3), (4, 5)],
    "ij,jk->l": [(3, 4), (4, 5)], "nlhd,nshd->nlsh": [(2, 3, 4, 5), (2, 6, 4, 5)], "ii": [(3, 3)], "i,i->": [(4,), (4,)], "bii->bi": [(2, 3, 3)],
    "ij,j->i": [(3, 4), (4,)], "ij,kj->ik": [(3, 4), (2, 4)], "...->...": [(2, 3)], "a...b->b...a": [(2, 3, 4)], "ijk,lj,ik->l": [(2, 3, 4), (5, 3), (2, 4)],
    "ij,ij->ij": [(3, 4), (3, 4)], "ij,ij->j": [(3, 4), (1, 4)], "B c,c D->BD": [(2, 3), (3, 4)], "ab,bc,cd->ad": [(2, 3), (3, 4), (4, 5)],
    "...i,...i->...": [(2, 3, 4), (3, 4)], "ij->k": [(2, 3)], "i->ii": [(3,)], "ij": [(3,)], "i-j": [(3, 2)], "bhid,bhjd->bhij": [(2, 2, 3, 4), (2, 2, 5, 4)],
    "i": [()], "->": [()], "ijk->kji": [(2, 3, 4)], "ij,k->kij": [(0, 3), (2,)], "ij,jk->ik": [(2, 0), (0, 3)],
}


@samples("einsum")
def einsum(make, name):
    for equation, shapes in EQUATIONS.items():
        for dtype in FLOATS + [torch.int64, torch.complex64]:
            yield [equation, [make.tensor(shape, dtype) for shape in shapes]]


@samples("tensordot")
def tensordot(make, name):
    for a, b, x, y in [((2, 3, 4), (4, 3, 5), [1, 2], [1, 0]), ((2, 3), (3, 4), [1], [0]), ((2, 3), (4, 5), [], []), ((2, 3), (2, 3), [0, 1], [0, 1]),
                       ((2, 3), (3, 4), [-1], [-2]), ((2, 3), (2, 4), [1], [0]), ((2, 3), (1, 4), [1], [0])]:
        for dtype in FLOATS + [torch.int64]:
            yield [make.tensor(a, dtype), make.tensor(b, dtype), x, y]


@samples("kron")
def kron(make, name):
    for a, b in [((2, 3), (4, 5)), ((5, 2), (2, 3, 4)), ((), (2,)), ((3,), (4,)), ((0, 2), (2, 2))]:
        yield [make.tensor(a), make.tensor(b)]
        yield [make.tensor(a, torch.int64), make.tensor(b, torch.int64)]
        yield [make.tensor(a, torch.int64), make.tensor(b)]


@samples("cross")
def cross(make, name):
    for dtype in FLOATS + [torch.int64, torch.complex64]:
        yield [make.tensor((5, 3), dtype), make.tensor((5, 3), dtype)]
        yield [make.tensor((3, 3), dtype), make.tensor((3, 3), dtype), 1]
    yield [make.tensor((3, 5, 3)), make.tensor((3, 5, 3))]
    yield [make.tensor((5, 3)), make.tensor((1, 3))]
    yield [make.tensor((5, 2)), make.tensor((5, 2))]
    yield [make.tensor((5, 2)), make.tensor((5, 2)), 1]
    yield [make.tensor((3, 5), layout="transposed"), make.tensor((3, 5))]


@samples("linalg_cross")
def linalg_cross(make, name):
    for dtype in FLOATS + [torch.int64, torch.complex64]:
        yield [make.tensor((5, 3), dtype), make.tensor((1, 3), dtype)]
    yield Call(make.tensor((3, 5)), make.tensor((3, 1)), dim=0)
    yield [make.tensor((5, 2)), make.tensor((5, 2))]
    yield [make.tensor((3,)), make.tensor((5, 3))]


@samples("chain_matmul", "linalg_multi_dot")
def chain(make, name):
    for shapes in [[(2, 3), (3, 4)], [(2, 3), (3, 4), (4, 5)], [(10, 2), (2, 30), (30, 3), (3, 7)], [(2, 3)], [(2, 3), (4, 5), (5, 6)]]:
        yield [[make.tensor(shape) for shape in shapes]]
    if name == "linalg_multi_dot":
        yield [[make.tensor((3,)), make.tensor((3, 4)), make.tensor((4,))]]
        yield [[make.tensor((3,)), make.tensor((3,))]]


@samples("matrix_power", "linalg_matrix_power", tolerance=1e-3)
def matrix_power(make, name):
    for n in (0, 1, 2, 3, 5, 8, -1, -3):
        yield [make.tensor((3, 3)) + 4 * torch.eye(3), n]
        yield [make.tensor((2, 3, 3)) + 4 * torch.eye(3), n]
        yield [make.tensor((3, 3), torch.float64, layout="transposed") + 4 * torch.eye(3), n]
    yield [make.tensor((2, 3)), 2]
    yield [make.tensor((3,)), 2]
    yield [make.tensor((3, 3), torch.int64), 3]
