"""Views, and queries of tensor properties."""

import math

import torch

from sampling import ALL, COMPLEX, FLOATS, LAYOUTS, Call, samples

RANKS = [(), (0,), (4,), (2, 3), (3, 1, 2), (2, 3, 4, 5), (1, 2, 0, 3)]


def layouts(make, shape=(2, 3, 4, 6)):
    for layout in LAYOUTS:
        yield make.tensor(shape, layout=layout)


@samples("view", "reshape", "_unsafe_view", "view_copy")
def view(make, name):
    shapes = {12: [(12,), (3, 4), (2, 6), (-1,), (2, -1, 2), (1, 12, 1), (5,), (-1, -1), (-1, 5), (-2, 6), (0, -1)],
              0: [(0,), (3, 0), (-1,), (0, -1), (-1, 4), (0, 0, 2)], 1: [(), (1,), (1, 1), (-1,)]}
    for shape in [(12,), (3, 4), (4, 3), (2, 1, 6), (0,), (2, 0), (), (1, 1)]:
        for layout in LAYOUTS[:4]:
            x = make.tensor(shape, layout=layout)
            for target in shapes[x.numel()]:
                yield [x, list(target)]
    for x in layouts(make):
        for target in [(6, 24), (2, 72), (2, 3, 24), (6, 4, 6), (2, 3, 2, 2, 6), (144,), (2, 3, 4, 3, 2)]:
            yield [x, list(target)]


@samples("view_as", "reshape_as", "expand_as", "is_same_size", "is_set_to")
def like(make, name):
    for a, b in [((6,), (2, 3)), ((2, 3), (2, 3)), ((3,), (2, 3)), ((1, 3), (4, 3)), ((), (2,)), ((4,), (3,))]:
        for layout in LAYOUTS[:3]:
            yield [make.tensor(a, layout=layout), make.tensor(b)]


@samples("flatten.using_ints")
def flatten(make, name):
    for shape in RANKS:
        for start, end in [(0, -1), (1, -1), (0, 1), (1, 2), (2, 1), (-2, -1), (5, 6)]:
            yield [make.tensor(shape), start, end]
    for x in layouts(make):
        yield [x, 1, 2]


@samples("unflatten.int")
def unflatten(make, name):
    for dim, sizes in [(0, [2, 3]), (0, [-1, 2]), (1, [2, 2]), (1, [-1]), (0, []), (0, [4, 2]), (-1, [1, 4]), (2, [1])]:
        yield [make.tensor((6, 4)), dim, sizes]


@samples("squeeze", "t", "numpy_T", "mT", "mH", "matrix_H", "adjoint", "ravel", "alias", "squeeze_copy",
         "atleast_1d", "atleast_2d", "atleast_3d")
def unary(make, name):
    for shape in RANKS + [(1,), (1, 1), (1, 3, 1)]:
        yield [make.tensor(shape)]
        yield [make.tensor(shape, torch.complex64)]
    for layout in LAYOUTS:
        yield [make.tensor((3, 1, 4, 5), layout=layout)]
        yield [make.tensor((3, 4), layout=layout)]
    if name != "numpy_T":
        yield [make.tensor((2, 3), torch.complex64).conj()]


@samples("squeeze.dim", "unsqueeze", "squeeze_copy.dim", "size.int", "stride.int")
def one_dim(make, name):
    for shape in RANKS + [(1, 3, 1)]:
        for dim in range(-len(shape) - 2, len(shape) + 2):
            yield [make.tensor(shape), dim]
    for x in layouts(make, (2, 1, 4, 6)):
        for dim in (0, 1, 2, -1):
            yield [x, dim]


@samples("squeeze.dims", "squeeze_copy.dims")
def several_dims(make, name):
    for shape in RANKS + [(1, 3, 1)]:
        for dims in ([], [0], [0, 1], [0, -1], [0, 0], [2, 0], [5]):
            yield [make.tensor(shape), dims]
    for x in layouts(make, (2, 1, 4, 6)):
        yield [x, [0, 1]]


@samples("permute")
def permute(make, name):
    for shape, dims in [((2, 3), [1, 0]), ((2, 3), [0, 0]), ((2, 3), [-1, 0]), ((2, 3, 4), [2, 0, 1]), ((), []), ((2,), [0, 1]),
                        ((2, 3, 4, 5), [0, 2, 3, 1]), ((2, 3), [2, 0])]:
        for layout in LAYOUTS:
            yield [make.tensor(shape, layout=layout), dims]


@samples("transpose.int", "swapaxes", "swapdims", "movedim.int", "moveaxis.int")
def two_dims(make, name):
    for shape in RANKS:
        for a, b in [(0, 1), (1, 0), (0, 0), (-1, 0), (2, 1), (-2, -1), (4, 0), (0, -5)]:
            yield [make.tensor(shape), a, b]


@samples("movedim.intlist", "moveaxis.intlist")
def move_dims(make, name):
    for source, target in [([0, 1], [1, 0]), ([0], [2]), ([2, 0], [0, 1]), ([0, 0], [1, 2]), ([0, 1], [2]), ([], []), ([-1], [0])]:
        yield [make.tensor((2, 3, 4)), source, target]


@samples("expand", "expand_copy", "broadcast_to")
def expand(make, name):
    for shape, sizes in [((3,), [2, 3]), ((1, 3), [4, 3]), ((1, 3), [4, -1]), ((), [2, 2]), ((3,), [-1, 3]), ((3,), [1, 1, 3]),
                         ((2, 3), [3]), ((2, 3), [4, 3]), ((1,), [0]), ((2, 1), [2, 0]), ((2, 1), [5, 2, 3]), ((3,), [2, -2])]:
        for layout in LAYOUTS[:4]:
            yield [make.tensor(shape, layout=layout), sizes]


@samples("broadcast_tensors", "atleast_1d.Sequence", "atleast_2d.Sequence", "atleast_3d.Sequence")
def several(make, name):
    for shapes in [[(2, 3), (3,)], [(), (2,)], [(2,), (3,)], [(1, 3), (2, 1)], [()], [(2, 3, 4), (4,), ()]]:
        yield [[make.tensor(shape) for shape in shapes]]


@samples("select.int")
def select(make, name):
    for x in [make.tensor(()), make.tensor((0,)), *layouts(make), *(make.tensor((3, 2), dtype) for dtype in ALL)]:
        for dim, index in [(0, 0), (1, 1), (-1, -1), (0, 7), (5, 0), (0, -9)]:
            yield [x, dim, index]


@samples("slice.Tensor")
def slices(make, name):
    for x in [make.tensor(()), make.tensor((0, 2)), make.tensor((7,)), *layouts(make)]:
        for start, end, step in [(None, None, 1), (1, None, 1), (None, -1, 1), (0, 3, 2), (-3, -1, 1), (5, 2, 1), (1, 100, 3), (0, 2, 0),
                                 (0, 2, -1), (-100, 100, 2), (2, 2, 1), (1, 9223372036854775807, 1)]:
            yield [x, 0, start, end, step]
            yield [x, -1, start, end, step]


@samples("narrow", "narrow_copy")
def narrow(make, name):
    # PyTorch's narrow_copy confuses the elements of transposed tensors.
    for x in [make.tensor(()), make.tensor((5, 2)), make.tensor((5, 2), layout="offset" if name == "narrow_copy" else "transposed")]:
        for dim, start, length in [(0, 1, 2), (0, 5, 0), (0, -2, 2), (0, 3, 3), (1, 0, 2), (0, 0, -1), (0, -7, 1), (3, 0, 1)]:
            yield [x, dim, start, length]


@samples("narrow.Tensor")
def narrow_tensor(make, name):
    for start in [torch.tensor(1), torch.tensor(-1), torch.tensor([1]), torch.tensor(1.0)]:
        yield [make.tensor((5, 2)), 0, start, 1]


@samples("split.Tensor", "chunk", "tensor_split.sections", "unsafe_chunk", "unsafe_split.Tensor", "split_copy.Tensor")
def split(make, name):
    for x in [make.tensor(()), make.tensor((0,)), make.tensor((7, 2)), make.tensor((6, 4), layout="transposed"), make.tensor((2, 0))]:
        for size in (1, 2, 3, 7, 10, 0, -1):
            for dim in (0, -1, 2):
                yield [x, size, dim]


@samples("split.sizes", "split", "split_with_sizes", "tensor_split.indices", "unsafe_split_with_sizes")
def split_sizes(make, name):
    for x in [make.tensor(()), make.tensor((6, 3)), make.tensor((6, 3), layout="strided")]:
        for sizes in [[1, 2, 3], [6], [3, 3], [2, 2], [7, -1], [], [0, 6, 0], [4, 2, 5]]:
            for dim in (0, 1):
                yield [x, sizes, dim]


@samples("tensor_split.tensor_indices_or_sections")
def tensor_split(make, name):
    for where in [torch.tensor(2), torch.tensor([1, 3]), torch.tensor([[1]]), torch.tensor(1.0), torch.tensor([], dtype=torch.int64)]:
        yield [make.tensor((5, 2)), where, 0]


@samples("hsplit.int", "vsplit.int", "dsplit.int")
def split_evenly(make, name):
    for shape in [(), (4,), (4, 6), (2, 4, 6)]:
        for sections in (1, 2, 4, 5, 0):
            yield [make.tensor(shape), sections]


@samples("hsplit.array", "vsplit.array", "dsplit.array")
def split_at(make, name):
    for shape in [(), (4,), (4, 6), (2, 4, 6)]:
        for indices in ([1], [1, 3], [], [5, 9]):
            yield [make.tensor(shape), indices]


@samples("unbind.int")
def unbind(make, name):
    for shape in RANKS:
        for dim in (0, 1, -1):
            yield [make.tensor(shape), dim]


@samples("unfold")
def unfold(make, name):
    for x in [make.tensor(()), make.tensor((7,)), make.tensor((7, 5)), make.tensor((7, 5), layout="transposed")]:
        for size, step in [(2, 1), (3, 2), (7, 1), (8, 1), (1, 3), (0, 1), (2, 0), (-1, 1)]:
            yield [x, 0, size, step]
            yield [x, -1, size, step]


@samples("as_strided")
def as_strided(make, name):
    x = make.tensor((12,))
    for sizes, strides, offset in [([3, 2], [4, 1], None), ([2, 2], [1, 1], 3), ([4, 4], [4, 1], None), ([], [], 11), ([], [], 12),
                                   ([0], [1], 0), ([3], [-1], None), ([2, 2], [1], None), ([3], [0], 2), ([3], [1], -1)]:
        yield [x, sizes, strides, offset]
        yield [x[2:], sizes, strides, offset]


@samples("as_strided_scatter")
def as_strided_scatter(make, name):
    yield [make.tensor((12,)), make.tensor((3, 2)), [3, 2], [4, 1], None]
    yield [make.tensor((12,)), make.tensor((3,)), [3, 2], [4, 1], None]


@samples("diagonal", "diagonal_copy", "linalg_diagonal")
def diagonal(make, name):
    for shape in [(3, 3), (2, 5), (4, 2, 3), (0, 2), (3,)]:
        for offset in (0, 1, -1, 4, -4):
            yield Call(make.tensor(shape), offset=offset)
            yield Call(make.tensor(shape), offset=offset, dim1=-1, dim2=0)
        yield Call(make.tensor(shape), dim1=1, dim2=1)
        yield Call(make.tensor(shape), dim1=1, dim2=4)


@samples("select_scatter")
def select_scatter(make, name):
    yield [make.tensor((3, 4)), make.tensor((4,)), 0, 1]
    yield [make.tensor((3, 4), layout="transposed"), make.tensor((3,)), 1, -1]
    yield [make.tensor((3, 4)), make.tensor((3,)), 0, 1]


@samples("slice_scatter")
def slice_scatter(make, name):
    yield [make.tensor((5, 4)), make.tensor((2, 4)), 0, 1, 3]
    yield [make.tensor((5, 4)), make.tensor((5, 2)), 1, 0, None, 2]
    yield [make.tensor((5, 4)), make.tensor((1, 4)), 0, 1, 3]


@samples("diagonal_scatter")
def diagonal_scatter(make, name):
    yield [make.tensor((3, 4)), make.tensor((3,))]
    yield [make.tensor((3, 4)), make.tensor((2,)), -1]


@samples("size", "stride", "dim", "numel", "is_contiguous", "storage_offset", "element_size", "is_non_overlapping_and_dense",
         "_shape_as_tensor", "sym_size", "sym_numel", "sym_stride", "sym_storage_offset")
def queries(make, name):
    for shape in RANKS:
        yield [make.tensor(shape)]
    for x in layouts(make):
        yield [x]


@samples("sym_size.int")
def sym_size(make, name):
    yield [make.tensor((2, 3)), 1]


@samples("is_contiguous.memory_format", "is_strides_like_format")
def formats(make, name):
    for x in [*layouts(make), *layouts(make, (2, 1, 1, 3)), make.tensor((2, 3, 4, 5), layout="channels_last")[:, :2]]:
        for memory_format in (torch.contiguous_format, torch.channels_last):
            if name != "is_strides_like_format" or memory_format == torch.channels_last:
                yield [x, memory_format]


@samples("view_as_real", "real", "imag")
def complex_views(make, name):
    for dtype in COMPLEX + FLOATS:
        yield [make.tensor((2, 3), dtype)]
        yield [make.tensor((2, 3), dtype, layout="strided")]
        yield [make.tensor((), dtype)]
    if name == "real":
        yield [make.tensor((2, 3), torch.complex64).conj()]


@samples("view_as_complex")
def view_as_complex(make, name):
    for shape in [(2,), (3, 2), (3,), (), (0, 2)]:
        for layout in LAYOUTS[:4]:
            yield [make.tensor(shape, layout=layout)]
    yield [make.tensor((2,), torch.int64)]


@samples("view.dtype")
def view_dtype(make, name):
    for dtype in ALL:
        for target in ALL:
            yield [make.tensor((2, 4), dtype), target]
    yield [make.tensor((), torch.float32), torch.int64]
    yield [make.tensor((4, 3), layout="transposed"), torch.float64]
    yield [make.tensor((4, 3), layout="transposed"), torch.int32]


@samples("resize_")
def resize(make, name):
    for shape in [(6,), (2, 3), (0,)]:
        for target in ([3, 2], [2], [6], [0, 3], []):
            if math.prod(target) <= math.prod(shape):  # new elements have undefined values
                yield [make.tensor(shape), target]
    yield [make.tensor((2, 3)), [-1, 3]]
    yield Call(make.tensor((120,)), [2, 3, 4, 5], memory_format=torch.channels_last)


@samples("resize_as_")
def resize_as(make, name):
    yield [make.tensor((6,)), make.tensor((2, 2))]
    yield Call(make.tensor((120,)), make.tensor((2, 3, 4, 5), layout="channels_last"), memory_format=torch.preserve_format)


@samples("set_.source_Tensor")
def set_tensor(make, name):
    yield [make.tensor((2,)), make.tensor((3, 2), layout="strided")]
    yield [make.tensor((2,)), make.tensor((3,), torch.int64)]


@samples("set_.source_Tensor_storage_offset")
def set_part(make, name):
    yield [make.tensor((2,)), make.tensor((6,)), 1, [2, 2], [2, 1]]
    yield [make.tensor((2,)), make.tensor((6,)), 2, [2]]
    yield [make.tensor((2,)), make.tensor((6,)), 5, [1, 1], [1, 1]]


@samples("set_")
def set_nothing(make, name):
    yield [make.tensor((2,))]


@samples("_reshape_alias")
def reshape_alias(make, name):
    yield [make.tensor((6,)), [2, 3], [3, 1]]


@samples("as_strided_")
def as_strided_(make, name):
    yield [make.tensor((6,)), [2, 2], [3, 1], 1]


@samples("numpy_T.a", "mT.a", "mH.a", "matrix_H.a")
def properties(make, name):
    yield [make.tensor((2, 3))]
    yield [make.tensor((2, 3), torch.complex64)]
