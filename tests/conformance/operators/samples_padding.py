"""Padding and embeddings."""

import torch

from sampling import FLOATS, INTS, Call, samples


@samples("constant_pad_nd")
def constant(make, name):
    for dtype in FLOATS + INTS + [torch.bool, torch.complex64]:
        for pad in ([1, 2], [1, 0, 0, 2], [-1, 2], [-1, -1, 1, 1], [], [0, -3]):
            yield [make.tensor((2, 3, 4), dtype), pad]
            yield [make.tensor((2, 3, 4), dtype), pad, 2]
    yield [make.tensor((2, 3, 4, 5), layout="channels_last"), [1, 1, 2, 2], 0.5]
    yield [make.tensor((2, 3)), [1]]
    yield [make.tensor((3,)), [1, 1, 1, 1]]
    yield [make.tensor((3,)), [-2, -2]]
    yield [make.tensor((0, 3)), [1, 1]]


@samples("reflection_pad1d", "reflection_pad2d", "reflection_pad3d", "replication_pad1d", "replication_pad2d", "replication_pad3d")
def edges(make, name):
    rank = int(name[-2])
    shape = (4, 5, 6)[:rank]
    for dtype in FLOATS:
        for one in ([1, 2], [0, 3], [2, 0], [-1, 1]):
            yield [make.tensor((2, 3, *shape), dtype), one * rank]
            yield [make.tensor((3, *shape), dtype), one * rank]
    yield [make.tensor((2, 3, *shape), layout="channels_last"), [1, 1] * rank]
    yield [make.tensor((2, 3, *shape)), [9, 9] * rank]
    yield [make.tensor((2, 3, *shape)), [-9, 0] * rank]


@samples("pad")
def pad(make, name):
    for mode in ("constant", "reflect", "replicate", "circular", "other"):
        for shape, padding in [((2, 3, 6), [1, 2]), ((3, 6), [1, 2]), ((2, 3, 5, 6), [1, 2, 0, 1]), ((3, 5, 6), [1, 2, 0, 1]), ((2, 3, 4, 5, 6), [1, 1, 2, 0, 1, 1]),
                               ((2, 3, 5, 6), [1, 1]), ((2, 3, 5, 6), [1])]:
            yield [make.tensor(shape), padding, mode]
    yield [make.tensor((2, 3)), [1, 1], "constant", 2.5]
    yield [make.tensor((2, 3, 4)), [1, 1], "reflect", 2.5]


@samples("_pad_circular")
def circular(make, name):
    for shape, padding in [((2, 3, 6), [1, 2]), ((2, 3, 5, 6), [1, 2, 0, 1]), ((2, 3, 6), [-1, 2]), ((2, 3, 6), [7, 0])]:
        yield [make.tensor(shape), padding]


@samples("embedding")
def embedding(make, name):
    for dtype in FLOATS + [torch.bfloat16, torch.int64]:
        for shape in [(), (4,), (2, 3), (0,)]:
            for kind in (torch.int64, torch.int32):
                yield [make.tensor((10, 3), dtype), make.tensor(shape, kind, 0, 9)]
    yield [make.tensor((10, 3), layout="transposed"), make.tensor((4,), torch.int64, 0, 9)]
    yield [make.tensor((10, 3)), torch.tensor([10])]
    yield [make.tensor((10, 3)), torch.tensor([-1])]
    yield [make.tensor((10, 3)), make.tensor((4,))]


@samples("embedding_renorm")
def embedding_renorm(make, name):
    for p in (1.0, 2.0):
        yield [make.tensor((5, 3)), torch.tensor([1, 3]), 1.0, p]


@samples("embedding_bag", "_embedding_bag", "_embedding_bag_forward_only", tolerance=1e-4)
def embedding_bag(make, name):
    offsets = [torch.tensor([0, 3, 3, 5]), torch.tensor([0]), torch.tensor([0, 7]), torch.tensor([0, 2, 2, 7])]
    for dtype in FLOATS:
        for mode in (0, 1, 2):
            for starts in offsets:
                # PyTorch writes out of bounds when the last offset is not the end.
                for include in (False, True) if starts[-1] == 7 else (False,):
                    yield [make.tensor((6, 4), dtype), make.tensor((7,), torch.int64, 0, 5), starts, False, mode, False, None, include]
        weights = make.tensor((7,), dtype)
        yield [make.tensor((6, 4), dtype), make.tensor((7,), torch.int64, 0, 5), offsets[0], False, 0, False, weights]
    yield [make.tensor((6, 4)), torch.tensor([0, 1]), torch.tensor([1]), False, 0]
    yield [make.tensor((6, 4)), torch.tensor([0, 1]), torch.tensor([0, 3]), False, 0]
    yield [make.tensor((6,)), torch.tensor([0, 1]), torch.tensor([0]), False, 0]


@samples("embedding_bag.padding_idx", tolerance=1e-4)
def embedding_bag_padding(make, name):
    for mode in (0, 1, 2):
        for padding in (None, 2, -1):
            yield [make.tensor((6, 4)), make.tensor((7,), torch.int64, 0, 5), torch.tensor([0, 3, 3, 5]), False, mode, False, None, False, padding]


@samples("_pad_enum")
def pad_enum(make, name):
    for mode in (0, 1, 2, 3):
        yield [make.tensor((2, 3, 6)), [1, 2], mode]
        yield [make.tensor((2, 3, 5, 6)), [1, 2, 0, 1], mode]


OLD_ATTENTION = ["_scaled_dot_product_attention", "_scaled_dot_product_attention_forward", "_scaled_dot_product_attention_math"]


@samples(*OLD_ATTENTION if torch.__version__.startswith("1.") else [], tolerance=1e-4)
def attention(make, name):
    for dtype in FLOATS:
        for shape in [(2, 3, 5, 4), (2, 5, 4)]:
            q, k, v = (make.tensor(shape, dtype) for _ in range(3))
            yield [q, k, v]
            yield [q, k, v, None, 0.0, True, True]
            yield [q, k, v, make.tensor((5, 5), dtype), 0.0, True, False]
            yield [q, k, v, torch.ones(5, 5).tril().bool(), 0.0, True, False]
            yield [q, make.tensor((*shape[:-2], 7, 4), dtype), make.tensor((*shape[:-2], 7, 6), dtype), None, 0.0, True, False]


@samples("scaled_dot_product_attention", *[] if torch.__version__.startswith("1.") else ["_scaled_dot_product_attention_math"],
         tolerance=1e-4, strides=False)
def new_attention(make, name):
    for dtype in FLOATS:
        for shape in [(2, 3, 5, 4), (2, 5, 4), (5, 4)]:
            q, k, v = (make.tensor(shape, dtype) for _ in range(3))
            longer = make.tensor((*shape[:-2], 7, 4), dtype), make.tensor((*shape[:-2], 7, 6), dtype)
            mask = torch.ones(5, 5).tril().bool()
            none = mask.clone()
            none[2] = False
            yield [q, k, v]
            yield [q, *longer]
            for causal in (False, True):
                for scale in (None, 0.3):
                    yield Call(q, *longer, None, 0.0, causal, scale=scale)
                    yield Call(q, k, v, None, 0.0, causal, scale=scale)
            for one in (make.tensor((5, 5), dtype), mask, none, make.tensor((1, 5), dtype)):
                yield [q, k, v, one]
            yield [q, k, v, mask, 0.0, True]
            yield [q, k.double() if dtype == torch.float32 else k.float(), v]
        for heads in (1, 2, 4, 3):
            keys = make.tensor((2, heads, 5, 4), dtype), make.tensor((2, heads, 5, 4), dtype)
            yield Call(make.tensor((2, 4, 5, 4), dtype), *keys, enable_gqa=True)


@samples(*[] if torch.__version__.startswith("1.") else ["_scaled_dot_product_flash_attention_for_cpu"], tolerance=1e-4)
def flash_attention(make, name):
    for dtype in FLOATS:
        q, k, v = (make.tensor((2, 3, length, 4), dtype) for length in (5, 7, 7))
        hides = torch.ones(5, 7).tril().bool()
        hides[2] = False
        mask = torch.where(hides, 0.5, -torch.inf).to(dtype)
        for causal in (False, True):
            yield [q, k, v, 0.0, causal]
            yield Call(q, k, v, 0.0, causal, attn_mask=mask, scale=0.3)
        yield Call(q, k, v, attn_mask=make.tensor((2, 1, 5, 7), dtype))
        yield [q.transpose(1, 2).contiguous().transpose(1, 2), k, v]
    q, k, v = (make.tensor((2, 3, 5, 4), torch.float32) for _ in range(3))
    yield [q[0], k[0], v[0]]
    yield [q, k, v, 0.5]
    yield [q, k, v[..., :3]]
    yield [q, k.double(), v]
    yield [q.long(), k.long(), v.long()]
    yield Call(q, k, v, attn_mask=torch.ones(5, 5).bool())
    yield Call(q, k, v, attn_mask=torch.ones(1, 5, 5))


@samples("rms_norm", tolerance=1e-4)
def rms_norm(make, name):
    for dtype in FLOATS + [torch.float16, torch.bfloat16, torch.int64]:
        for shape, last in [((2, 3, 4), [4]), ((2, 3, 4), [3, 4]), ((5,), [5]), ((0, 4), [4]), ((2, 3), [4]), ((2, 3), [])]:
            x = make.tensor(shape, dtype)
            yield [x, last]
            yield [x, last, None, 1e-3]
            yield [x, last, make.tensor(last, dtype), 1e-6]


@samples("embedding_renorm_")
def renorm(make, name):
    for dtype in FLOATS:
        for p in (1.0, 2.0, 3.0):
            yield [make.tensor((10, 3), dtype), make.tensor((4,), torch.int64, 0, 9), 1.5, p]
