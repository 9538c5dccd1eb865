"""Joining, repeating, turning and flipping; triangles and diagonals."""

import torch

from sampling import ALL, FLOATS, INTS, LAYOUTS, Call, samples

SOME = [torch.float32, torch.int64, torch.bool, torch.float16, torch.complex64, torch.uint8]


@samples("cat", "concat", "concatenate")
def cat(make, name):
    for a in SOME:
        for b in SOME:
            yield [[make.tensor((2, 3), a), make.tensor((1, 3), b)], 0]
    for layout in LAYOUTS:
        for dim in (0, 1, -1):
            yield [[make.tensor((2, 3, 4, 5), layout=layout), make.tensor((2, 3, 4, 5), layout=layout)], dim]
    channels = make.tensor((2, 3, 4, 5), layout="channels_last")
    yield [[channels, make.tensor((2, 6, 4, 5))], 1]
    yield [[channels, channels[:, :2]], 1]
    for shapes, dim in [([(0,), (2, 3)], 0), ([(0,), (0,)], 0), ([(0,), (0,)], 5), ([(2, 3), (2, 2)], 0), ([()], 0), ([], 0), ([(2,)], 1),
                        ([(2, 3), (2,)], 0), ([(2, 0), (2, 3)], 1), ([(2, 3), (0, 3)], 0), ([(2, 3)] * 5, -2)]:
        yield [[make.tensor(shape) for shape in shapes], dim]
    yield [[make.tensor((0,), torch.float64), make.tensor((2, 3))], 1]


@samples("stack")
def stack(make, name):
    for shape in [(), (2,), (2, 3), (0,), (2, 3, 4)]:
        for dim in (0, -1, 1, 3):
            yield [[make.tensor(shape), make.tensor(shape)], dim]
    yield [[make.tensor((2, 3), torch.int64), make.tensor((2, 3))], 0]
    yield [[make.tensor((2,)), make.tensor((3,))], 0]
    yield [[], 0]
    for layout in LAYOUTS:
        yield [[make.tensor((2, 3, 4, 5), layout=layout)] * 2, 1]


@samples("hstack", "vstack", "row_stack", "dstack", "column_stack", "block_diag", "cartesian_prod", "meshgrid")
def several(make, name):
    for shapes in [[(), ()], [(2,), (2,)], [(2,), (3,)], [(2, 3), (2, 3)], [(2, 1), (2, 3)], [(1, 3), (2, 3)], [(2,), (2, 3)], [()],
                   [(2, 2, 3), (2, 2, 3)], [(0,), (2,)], [(3,)]]:
        yield [[make.tensor(shape) for shape in shapes]]
        yield [[make.tensor(shape, torch.int64) for shape in shapes]]
    yield [[make.tensor((2,)), make.tensor((2,), torch.int64)]]
    yield [[]]


@samples("meshgrid.indexing")
def meshgrid(make, name):
    for indexing in ("ij", "xy", "zz"):
        for shapes in [[(2,)], [(2,), (3,)], [(2,), (), (3,)]]:
            yield Call([make.tensor(shape) for shape in shapes], indexing=indexing)


@samples("combinations")
def combinations(make, name):
    for n in (0, 1, 4):
        for r in (0, 1, 2, 3, -1):
            for replacement in (False, True):
                yield [make.tensor((n,)), r, replacement]
    yield [make.tensor((2, 2))]


@samples("repeat", "tile")
def repeat(make, name):
    for shape, times in [((2,), [3]), ((2, 3), [2, 1]), ((2, 3), [2, 2, 2]), ((2, 3), [2]), ((), [3]), ((), []), ((2,), [0]), ((0,), [2]),
                         ((2,), [-1]), ((2, 1), [1, 4]), ((1, 2), [1, 1, 1])]:
        for layout in LAYOUTS[:4]:
            yield [make.tensor(shape, layout=layout), times]
    for dtype in ALL:
        yield [make.tensor((2, 3), dtype), [2, 3]]


@samples("repeat_interleave.self_int")
def repeat_interleave_int(make, name):
    for shape, times, dim in [((3,), 2, None), ((2, 3), 2, 0), ((2, 3), 3, 1), ((2, 3), 2, None), ((2, 3), 0, 0), ((2, 3), -1, 0), ((2,), 2, 3)]:
        yield [make.tensor(shape), times, dim]
    yield Call(make.tensor((3,)), 2, output_size=6)


@samples("repeat_interleave.self_Tensor")
def repeat_interleave(make, name):
    for times in [[1, 2, 3], [2], [1, 2], [0, 0, 1], [1, -1, 1]]:
        yield [make.tensor((3, 2)), torch.tensor(times), 0]
        yield [make.tensor((3,)), torch.tensor(times)]
    yield [make.tensor((3,)), torch.tensor(2)]
    yield [make.tensor((3,)), torch.tensor([1.0, 2, 3])]


@samples("repeat_interleave.Tensor")
def repeat_positions(make, name):
    for times in [[1, 2, 3], [], [0], [-1], [[1]]]:
        yield [torch.tensor(times, dtype=torch.int64)]
    yield [torch.tensor([1, 2], dtype=torch.int32)]


@samples("roll")
def roll(make, name):
    for shape, shifts, dims in [((5,), [2], []), ((5,), [-7], [0]), ((2, 3), [1], []), ((2, 3), [1, -1], [0, 1]), ((2, 3), [1], [-1]),
                                ((0,), [1], [0]), ((2, 3), [1, 2], [0]), ((2, 3), [], []), ((), [1], []), ((2, 3), [2, 1], [1, 1])]:
        for layout in LAYOUTS[:3]:
            yield [make.tensor(shape, layout=layout), shifts, dims]
    yield [make.tensor((2, 3, 4, 5), layout="channels_last"), [1, 1], [2, 3]]


@samples("flip")
def flip(make, name):
    for shape, dims in [((5,), [0]), ((2, 3), [0, 1]), ((2, 3), [-1]), ((2, 3), []), ((2, 3), [0, -2]), ((), []), ((), [0]), ((0, 3), [0]),
                        ((2, 3), [2])]:
        for layout in LAYOUTS[:4]:
            yield [make.tensor(shape, layout=layout), dims]
    for dtype in ALL:
        yield [make.tensor((2, 3), dtype), [0]]
    for layout in LAYOUTS:
        yield [make.tensor((2, 3, 4, 5), layout=layout), [1, 3]]


@samples("fliplr", "flipud", "tril", "triu", "trace", "diagflat", "diag", "diag_embed")
def matrices(make, name):
    for shape in [(), (3,), (0,), (3, 3), (2, 4), (4, 2), (2, 3, 4), (0, 3)]:
        for layout in LAYOUTS[:3]:
            yield [make.tensor(shape, layout=layout)]
    for dtype in ALL:
        yield [make.tensor((3, 4), dtype)]
    if name in ("tril", "triu", "diag", "diagflat", "diag_embed"):
        for shape in [(3, 3), (2, 4), (4, 2), (2, 3, 4), (3,)]:
            for offset in (-5, -1, 1, 2, 9):
                yield [make.tensor(shape), offset]
    if name == "diag_embed":
        yield [make.tensor((2, 3)), 0, 0, 2]
        yield [make.tensor((2, 3)), 1, 1, 1]


@samples("rot90")
def rot90(make, name):
    for k in (-1, 0, 1, 2, 3, 5):
        yield [make.tensor((2, 3)), k]
        yield [make.tensor((2, 3, 4)), k, [2, 0]]
    yield [make.tensor((3,))]
    yield [make.tensor((2, 3)), 1, [0, 0]]
    yield [make.tensor((2, 3)), 1, [0]]


@samples("tril_indices", "triu_indices")
def triangle_indices(make, name):
    for rows, columns in [(3, 3), (2, 4), (4, 2), (0, 3), (-1, 2)]:
        for offset in (-5, -1, 0, 1, 5):
            yield [rows, columns, offset]
    yield Call(3, 3, dtype=torch.int32)


@samples("fill_diagonal_")
def fill_diagonal(make, name):
    for shape in [(3, 3), (7, 3), (2, 5), (3, 3, 3), (2, 3, 3), (3,), (4, 3), (11, 2)]:
        for wrap in (False, True):
            yield [make.tensor(shape), 1.5, wrap]
