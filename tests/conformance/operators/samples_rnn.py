"""Recurrent networks and attention."""

import torch

from sampling import FLOATS, Call, samples

GATES = {"lstm": 4, "gru": 3, "rnn_tanh": 1, "rnn_relu": 1}


def parameters(make, gates, inputs, features, layers, directions, biases, dtype):
    made = []
    for layer in range(layers):
        for _ in range(directions):
            made.append(make.tensor((gates * features, inputs if layer == 0 else features * directions), dtype, -1, 1))
            made.append(make.tensor((gates * features, features), dtype, -1, 1))
            made += [make.tensor((gates * features,), dtype, -1, 1) for _ in range(2 if biases else 0)]
    return made


@samples("lstm.input", "gru.input", "rnn_tanh.input", "rnn_relu.input", "lstm.data", "gru.data", "rnn_tanh.data", "rnn_relu.data", tolerance=1e-4)
def networks(make, name):
    kind, _, form = name.partition(".")
    for dtype in FLOATS:
        for layers in (1, 2):
            for directions in (1, 2):
                for biases in (True, False):
                    weights = parameters(make, GATES[kind], 3, 4, layers, directions, biases, dtype)
                    state = [make.tensor((layers * directions, 3, 4), dtype) for _ in range(2)]
                    state = state if kind == "lstm" else state[0]
                    flags = [weights, biases, layers, 0.0, False, directions == 2]
                    if form == "data":
                        yield [make.tensor((8, 3), dtype), torch.tensor([3, 3, 1, 1]), state, *flags]
                    else:
                        yield [make.tensor((5, 3, 3), dtype), state, *flags, False]
                        yield [make.tensor((3, 5, 3), dtype), state, *flags, True]


@samples("lstm_cell", "gru_cell", "rnn_tanh_cell", "rnn_relu_cell", tolerance=1e-4)
def cells(make, name):
    kind = name.removesuffix("_cell")
    for dtype in FLOATS:
        for biases in (True, False):
            state = [make.tensor((2, 4), dtype), make.tensor((2, 4), dtype)]
            yield [make.tensor((2, 3), dtype), state if kind == "lstm" else state[0], *parameters(make, GATES[kind], 3, 4, 1, 1, biases, dtype)]


@samples("_pack_padded_sequence")
def pack(make, name):
    for first in (False, True):
        yield [make.tensor((3, 3, 2)), torch.tensor([3, 2, 1]), first]
        yield [make.tensor((3, 3, 2)), torch.tensor([1, 2, 1]), first]
        yield [make.tensor((3, 3, 2)), torch.tensor([3, 0, 0]), first]


@samples("_pad_packed_sequence")
def unpack(make, name):
    for first in (False, True):
        for total in (-1, 5):
            yield [make.tensor((6, 2)), torch.tensor([3, 2, 1]), first, 0.5, total]


def masks(make):
    """Masks for a batch of 2, 2 heads and a length of 5, each with a kind."""
    yield None, None
    for shape in ((5, 5), (2, 5), (2, 2, 5, 5), (2, 1, 1, 5)):
        for kind in (None, 0, 1, 2, 3):
            mask = make.tensor(shape, dtype=torch.bool)
            mask[..., 0] = False
            yield mask, kind


@samples("_native_multi_head_attention", tolerance=1e-4)
def heads(make, name):
    def call(mask, kind, *options):
        x = make.tensor((2, 5, 8), low=-1, high=1)
        return [x, x, x, 8, 2, make.tensor((24, 8), low=-1, high=1), make.tensor((24,)), make.tensor((8, 8)), make.tensor((8,)), mask, *options, kind]

    for need in (False, True):
        for average in (True, False):
            yield call(None, None, need, average)
    for mask, kind in masks(make):
        yield call(mask, kind, True, True)
    yield call(make.tensor((2, 5), low=0, high=1).round(), 1, True, True)


@samples("_transformer_encoder_layer_fwd", tolerance=1e-4)
def encoder_layers(make, name):
    for gelu in (False, True):
        for norm_first in (False, True):
            for mask, kind in masks(make):
                yield [make.tensor((2, 5, 8), low=-1, high=1), 8, 2, make.tensor((24, 8), low=-1, high=1), make.tensor((24,)), make.tensor((8, 8)),
                       make.tensor((8,)), gelu, norm_first, 1e-5, make.tensor((8,)), make.tensor((8,)), make.tensor((8,)), make.tensor((8,)),
                       make.tensor((16, 8), low=-1, high=1), make.tensor((16,)), make.tensor((8, 16), low=-1, high=1), make.tensor((8,)), mask, kind]
