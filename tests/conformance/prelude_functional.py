#!/usr/bin/python3
"""Compares the prelude's functions with the installed PyTorch's. CPython runs both, and PyTorch compiles both.

usage: prelude_functional.py [--show] [--json]
A process of its own loads the prelude's modules below in place of PyTorch's. For each function of PyTorch, the suite
compares presence, parameters, defaults, acceptance by the compiler and `.code`. A probe is an expression on fixed
tensors: the suite compares its value (with equal random numbers) and all code that is saved with a function that returns
it. Needs Debian's python3-torch. Prints a line for each function or probe that differs, and the differences with --show.
"""
import sys

sys.path.pop(0)  # this folder's ast.py would hide the standard library's

import argparse
import ast
import difflib
import importlib
import importlib.util
import inspect
import io
import json
import os
import re
import subprocess
import tempfile
import warnings
import zipfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
import prelude_files  # noqa: E402
from known_failures import KnownFailures  # noqa: E402

# In the order of their imports.
MODULES = ["torch.nn._reduction", "torch.nn.common_types", "torch.nn.modules.utils", "torch.nn.grad", "torch.nn.init",
           "torch.nn.functional", "torch._linalg_utils", "torch._lowrank", "torch.functional"]

# Members of PyTorch's modules that the prelude leaves out: support of other subsystems, documentation, type checkers, other names, and
# functions that only raise because they were removed.
LEFT_OUT = {"has_torch_function", "has_torch_function_unary", "has_torch_function_variadic", "handle_torch_function",
            "_add_docstr", "reproducibility_notes", "sparse_support_notes", "tf32_notes",
            "TYPE_CHECKING", "Sequence", "_ListOrSeq", "_unique_impl_out", "_meshgrid", "overload", "repeat",
            "matrix_rank", "solve", "lstsq", "eig", "_symeig", "_sym_int", "_Optional"}

INPUTS = {
    "s": ("Tensor", "torch.randn(2, 4, 8)"),
    "x": ("Tensor", "torch.randn(2, 4, 8, 8)"),
    "v": ("Tensor", "torch.randn(2, 4, 6, 6, 6)"),
    "m": ("Tensor", "torch.randn(4, 4)"),
    "w": ("Tensor", "torch.randn(4, 4)"),
    "e": ("Tensor", "torch.randn(10, 4)"),
    "i": ("Tensor", "torch.tensor([[1, 2, 4], [4, 3, 9]])"),
    "l": ("Tensor", "torch.tensor([3, 0, 1, 2])"),
    "r": ("Tensor", "torch.tensor([3, 3, 1, 1, 1, 2])"),
    "d": ("Tensor", "torch.tensor([[0], [1]])"),
    "n": ("int", "4"),
    "sizes": ("List[int]", "[5, 7]"),
    "factors": ("List[float]", "[1.5, 2.0]"),
    "pair": ("Tuple[List[int], List[int]]", "([0], [1])"),
    "pairs": ("List[List[int]]", "[[0], [1]]"),
    "number": ("float", "3.0"),
    "flag": ("bool", "True"),
}

PROBES = """
F.conv1d(s, torch.ones(3, 4, 3), padding=1)
F.max_pool1d(s, 2)
F.max_pool1d(s, 2, return_indices=True)
F.max_pool1d(s, 2, 1, 0, 1, False, True)
F.max_pool2d(x, 2)
F.max_pool2d(x, (2, 3), stride=2, return_indices=False)
F.max_pool2d(x, 2, return_indices=True)
F.max_pool2d(x, 2, return_indices=flag)
F.max_pool3d(v, 2, ceil_mode=True)
F.max_pool3d(v, 2, return_indices=True)
F.fractional_max_pool2d(x, 2, output_ratio=(0.5, 0.5))
F.fractional_max_pool2d(x, 2, output_size=(3, 3), return_indices=True)
F.fractional_max_pool3d(v, 2, output_ratio=(0.5, 0.5, 0.6))
F.fractional_max_pool3d(v, 2, output_size=3, return_indices=True)
F.fractional_max_pool2d(x, 2)
F.adaptive_max_pool1d(s, 3)
F.adaptive_max_pool1d(s, 3, return_indices=True)
F.adaptive_max_pool2d(x, (3, None))
F.adaptive_max_pool2d(x, (3, 2), return_indices=True)
F.adaptive_max_pool3d(v, 3)
F.adaptive_max_pool3d(v, (3, 2, 1), True)
F.adaptive_avg_pool1d(s, 3)
F.adaptive_avg_pool2d(x, 1)
F.adaptive_avg_pool2d(x, (None, 2))
F.adaptive_avg_pool3d(v, (1, 2, 3))
F.max_unpool1d(s, torch.arange(8).expand(2, 4, 8) * 2, 2)
F.max_unpool2d(x, torch.arange(64).reshape(8, 8).expand(2, 4, 8, 8), 2, 2)
F.max_unpool2d(x, torch.arange(64).reshape(8, 8).expand(2, 4, 8, 8), 2, 2, output_size=[2, 4, 17, 17])
F.max_unpool2d(x, torch.arange(64).reshape(8, 8).expand(2, 4, 8, 8), 2, 2, output_size=[99, 17])
F.max_unpool3d(v, torch.arange(216).reshape(6, 6, 6).expand(2, 4, 6, 6, 6), 2)
F.lp_pool1d(s, 2, 3)
F.lp_pool1d(s, 1.5, 3, 1)
F.lp_pool2d(x, 2.0, 3, stride=2)
F.lp_pool2d(x, 2, (2, 3))
F.dropout(x, 0.3)
F.dropout(x, 0.3, training=False)
F.dropout(x, 1.3)
F.dropout1d(s, 0.5)
F.dropout1d(m, 0.5, inplace=True)
F.dropout2d(x, 0.5, True, True)
F.dropout2d(s, 0.5)
F.dropout3d(v, 0.5)
F.dropout3d(x, 0.5, inplace=True)
F.alpha_dropout(x, training=True)
F.feature_alpha_dropout(x, training=True)
F.threshold(x, 0.1, 20.0)
F.threshold_(x, 0.1, 20.0)
F.relu(x, inplace=True)
F.relu_(x)
F.glu(x, 1)
F.hardtanh(x, -0.5)
F.relu6(x)
F.elu(x, 2.0)
F.selu(x)
F.celu(x, 0.5, True)
F.leaky_relu(x)
F.rrelu(x, training=True)
F.rrelu(x)
F.prelu(x, torch.tensor([0.1]))
F.logsigmoid(x)
F.gelu(x)
F.gelu(x, approximate='tanh')
F.hardshrink(x)
F.softshrink(x)
F.softplus(x, beta=2)
F.tanhshrink(x)
F.softsign(x)
F.tanh(x)
F.sigmoid(x)
F.hardsigmoid(x)
F.silu(x, True)
F.mish(x)
F.hardswish(x)
F.softmin(m, 1)
F.softmax(x)
F.softmax(s)
F.softmax(x, -1, dtype=torch.float64)
F.log_softmax(m, dim=1)
F.gumbel_softmax(m)
F.gumbel_softmax(m, tau=0.5, hard=True)
F.linear(m, w)
F.bilinear(m, w, torch.ones(3, 4, 4))
F.one_hot(l)
F.embedding(i, e)
F.embedding(i, e, padding_idx=-1)
F.embedding(i, e, padding_idx=10)
F.embedding(i, e, max_norm=1.0)
F.embedding_bag(i, e)
F.embedding_bag(i, e, max_norm=1.0, mode='sum')
F.embedding_bag(i, e, mode='max')
F.embedding_bag(i, e, mode='median')
F.embedding_bag(i, e, mode='sum', per_sample_weights=torch.ones(2, 3))
F.embedding_bag(i, e, l)
F.embedding_bag(r, e, torch.tensor([0, 4]))
F.embedding_bag(e, i)
F.batch_norm(x, None, None, training=True)
F.batch_norm(x, torch.zeros(4), torch.ones(4))
F.batch_norm(torch.ones(1, 4), None, None, training=True)
F.instance_norm(x)
F.instance_norm(torch.ones(2, 4, 1))
F.layer_norm(x, [8, 8])
F.layer_norm(x, x.shape[-1:], eps=0.1)
F.group_norm(x, 2)
F.group_norm(torch.ones(1, 2, 1), 2)
F.local_response_norm(s, 2)
F.local_response_norm(x, 3, alpha=0.1)
F.local_response_norm(v, 3)
F.local_response_norm(m, 3)
F.normalize(x)
F.normalize(x, p=1.0, dim=-1)
F.normalize(m, out=torch.empty(4, 4))
F.ctc_loss(torch.randn(8, 2, 4).log_softmax(2), torch.ones(2, 3, dtype=torch.long), torch.tensor([8, 8]), torch.tensor([3, 2]))
F.nll_loss(m.log_softmax(1), l)
F.nll_loss(m.log_softmax(1), l, reduction='sum')
F.nll_loss(m.log_softmax(1), l, size_average=False)
F.nll_loss(m.log_softmax(1), l, reduction='median')
F.poisson_nll_loss(m, w.abs())
F.poisson_nll_loss(m, w, reduction='x')
F.gaussian_nll_loss(m, w, m.abs() + 1)
F.gaussian_nll_loss(m, w, torch.ones(4), full=True, reduction='sum')
F.gaussian_nll_loss(m, w, torch.ones(4, 1), reduction='none')
F.gaussian_nll_loss(m, w, -torch.ones(4, 1))
F.gaussian_nll_loss(m, w, torch.ones(3))
F.kl_div(m, w.softmax(1))
F.kl_div(m, w.softmax(1), reduction='batchmean')
F.kl_div(m, w, reduce=False, log_target=True)
F.cross_entropy(m, l)
F.cross_entropy(m, l, label_smoothing=0.1, reduction='none')
F.binary_cross_entropy(m.sigmoid(), w.sigmoid())
F.binary_cross_entropy(m.sigmoid(), w.sigmoid(), torch.ones(4), reduction='sum')
F.binary_cross_entropy(m, e)
F.binary_cross_entropy_with_logits(m, w.sigmoid(), pos_weight=torch.ones(4))
F.binary_cross_entropy_with_logits(m, e)
F.smooth_l1_loss(m, w, beta=0.5)
F.smooth_l1_loss(m, w[0])
F.huber_loss(m, w, delta=0.1)
F.l1_loss(m, w, reduce=False)
F.mse_loss(m, w, reduction='elementwise_mean')
F.mse_loss(m, w[:1])
F.margin_ranking_loss(m, w, m.sign(), 0.1)
F.margin_ranking_loss(m, w[0], m.sign())
F.hinge_embedding_loss(m, w.sign())
F.multilabel_margin_loss(m, l.expand(4, 4))
F.soft_margin_loss(m, w.sign(), reduction='sum')
F.multilabel_soft_margin_loss(m, w.sigmoid())
F.multilabel_soft_margin_loss(m, w.sigmoid(), torch.ones(4), reduction='none')
F.multilabel_soft_margin_loss(m, w.sigmoid(), reduction='x')
F.cosine_embedding_loss(m, w, l.sign() * 2 - 1)
F.multi_margin_loss(m, l)
F.multi_margin_loss(m, l, p=3)
F.triplet_margin_loss(m, w, e[:4], swap=True)
F.triplet_margin_with_distance_loss(m, w, e[:4])
F.triplet_margin_with_distance_loss(m, w, e[:4], swap=True, reduction='sum')
F.triplet_margin_with_distance_loss(m, w, e[:4], distance_function=F.pairwise_distance, reduction='none')
F.interpolate(s, 5)
F.interpolate(s, size=[5], mode='linear')
F.interpolate(x, scale_factor=2.0)
F.interpolate(x, scale_factor=factors)
F.interpolate(x, scale_factor=factors, recompute_scale_factor=True)
F.interpolate(x, sizes, mode='bilinear')
F.interpolate(x, sizes, mode='bilinear', align_corners=True)
F.interpolate(x, sizes, mode='bilinear', antialias=True)
F.interpolate(x, size=(5, 7), mode='bicubic', antialias=True)
F.interpolate(x, n, mode='bicubic')
F.interpolate(x, n, mode='area')
F.interpolate(x, scale_factor=number, mode='area')
F.interpolate(x, sizes, mode='nearest-exact')
F.interpolate(v, 3, mode='trilinear')
F.interpolate(v, 3)
F.interpolate(v, 3, mode='area')
F.interpolate(v, 3, mode='nearest-exact')
F.interpolate(v, 3, mode='bilinear')
F.interpolate(s, 3, mode='trilinear')
F.interpolate(x, mode='nearest')
F.interpolate(x, 3, 2.0)
F.interpolate(x, 3, align_corners=True)
F.interpolate(s, sizes)
F.interpolate(m, 3)
F.interpolate(s, 3, mode='linear', antialias=True)
F.upsample(x, n)
F.upsample(x, sizes, mode='bilinear')
F.upsample(x, scale_factor=2.0)
F.upsample_nearest(x, n)
F.upsample_nearest(x, sizes)
F.upsample_nearest(x, scale_factor=number)
F.upsample_bilinear(x, n)
F.upsample_bilinear(x, sizes)
F.upsample_bilinear(x, scale_factor=factors)
F.upsample_bilinear(x, scale_factor=number)
F.grid_sample(x, torch.zeros(2, 3, 3, 2))
F.grid_sample(x, torch.zeros(2, 3, 3, 2), 'nearest', 'border', True)
F.grid_sample(x, torch.zeros(2, 3, 3, 2), 'bicubic', 'reflection', False)
F.grid_sample(x, torch.zeros(2, 3, 3, 2), 'cubic')
F.affine_grid(torch.ones(2, 2, 3), [2, 4, 3, 3])
F.affine_grid(torch.ones(2, 3, 4), [2, 4, 3, 3, 3], True)
F.affine_grid(torch.ones(2, 2, 3), [2, 4, 1, 1], True)
F.affine_grid(torch.ones(2, 2, 3), [2, 4])
F.affine_grid(l, [2, 4, 3, 3])
F.pad(x, (1, 2))
F.pad(x, [1, 1, 1, 1], mode='reflect')
F.unfold(x, 2)
F.unfold(x, (2, 3), stride=2)
F.fold(torch.ones(2, 8, 9), (4, 4), 2)
F.pixel_shuffle(x, 2)
F.pixel_unshuffle(x, 2)
F.channel_shuffle(x, 2)
F.pairwise_distance(m, w)
F.cosine_similarity(m, w)
F.pdist(m)
F.multi_head_attention_forward(s, s, s, 8, 2, torch.ones(24, 8), torch.ones(24), None, None, False, 0.0, torch.ones(8, 8), None)
F.multi_head_attention_forward(s[0], s[0], s[0], 8, 2, torch.ones(24, 8), None, None, None, True, 0.5, torch.ones(8, 8), None)
F.multi_head_attention_forward(s, s, s, 8, 2, torch.ones(24, 8), torch.ones(24), torch.ones(1, 1, 8), torch.ones(1, 1, 8), \
    False, 0.5, torch.ones(8, 8), torch.ones(8), key_padding_mask=torch.ones(4, 2).tril() == 0, need_weights=False)
F.multi_head_attention_forward(s, s + 1, s, 8, 2, None, torch.ones(24), None, None, False, 0.5, torch.ones(8, 8), None, \
    training=False, attn_mask=torch.ones(2, 2).tril() == 0, use_separate_proj_weight=True, q_proj_weight=torch.ones(8, 8), \
    k_proj_weight=torch.ones(8, 8), v_proj_weight=torch.ones(8, 8), average_attn_weights=False)
F.multi_head_attention_forward(s, s, s, 9, 2, None, None, None, None, False, 0.5, torch.ones(8, 8), None)
F._in_projection_packed(s, s, s, torch.ones(24, 8), torch.ones(24))
F._in_projection_packed(s, s + 1, s + 1, torch.ones(24, 8), torch.ones(24))
F._scaled_dot_product_attention(s, s, s)
F._unpool_output_size(x, [2, 2], [2, 2], [0, 0], None)
torch.norm(m)
torch.norm(m, 2)
torch.norm(m, 2.5, 1)
torch.norm(m, 'nuc')
torch.norm(m, 'fro', [0, 1])
torch.norm(m, 'fro', 1, True)
torch.norm(m, number, [0, 1], dtype=torch.float64)
torch.norm(m, 'one')
torch.norm(m, 2, 1, out=torch.empty(4))
torch.split(x, 3, 1)
torch.split(x, [1, 3], 1)
torch.einsum('ij,jk->ik', m, w)
torch.einsum('ij,jk->ik', [m, w])
torch.einsum('ij,jk,kl->il', m, w, m)
torch.einsum(m, [0, 1], w, [1, 2], [0, 2])
torch.einsum(m, [..., 1], w, [1, 30])
torch.einsum(m)
torch.stft(s[0], 4, return_complex=True)
torch.stft(s[0], 4, 2, 4, torch.ones(4), return_complex=False)
torch.stft(s[0, 0], 4, center=False, onesided=True, return_complex=True)
torch.istft(torch.stft(s[0], 4, window=torch.ones(4), return_complex=True), 4, window=torch.ones(4))
torch.meshgrid(l, r)
torch.meshgrid([l, r])
torch.meshgrid(l, r, indexing='xy')
torch.unique(r)
torch.unique(r, return_inverse=True)
torch.unique(r, return_counts=True)
torch.unique(r, True, True, True)
torch.unique(i, dim=0, return_counts=True)
torch.unique_consecutive(r)
torch.unique_consecutive(r, return_inverse=True)
torch.unique_consecutive(r, return_counts=True)
torch.unique_consecutive(r, return_inverse=True, return_counts=True)
torch.unique_consecutive(r, True)
torch.unique_consecutive(r, True, True)
torch.tensordot(m, w, 1)
torch.tensordot(m, w)
torch.tensordot(m, w, pair)
torch.tensordot(m, w, pairs)
torch.tensordot(m, w, d)
torch.tensordot(m, w, torch.tensor(1))
torch.tensordot(m, w, -1)
torch.tensordot(m, w, 1, out=torch.empty(4, 4))
torch.cartesian_prod(l, r)
torch.cartesian_prod(l)
torch.block_diag(m, w, l)
torch.cdist(m, w)
torch.cdist(m, w, 1.0, 'donot_use_mm_for_euclid_dist')
torch.cdist(m, w, 2.0, 'never')
torch.atleast_1d(torch.tensor(1.0))
torch.atleast_1d(m, torch.tensor(1.0))
torch.atleast_2d(l)
torch.atleast_2d(l, r)
torch.atleast_3d(l)
torch.atleast_3d([l, r])
torch.chain_matmul(m, w, m)
torch.chain_matmul(m, w, out=torch.empty(4, 4))
torch.lu(m)
torch.lu(m, get_infos=True)
torch.lu(m, out=(torch.empty(0), torch.empty(0, dtype=torch.int)))
torch.broadcast_tensors(m, l)
torch.broadcast_tensors([m, l])
torch.broadcast_shapes((2, 1), (3, 1, 7))
torch.broadcast_shapes(4, (3, 1))
torch.broadcast_shapes(4, (3, 2))
torch.broadcast_shapes((-1, 2))
torch.broadcast_shapes()
torch.align_tensors(m, w)
torch.svd_lowrank(m, 2)
torch.svd_lowrank(e, q=2, niter=1, M=e.mean(0).expand(10, 4))
torch.svd_lowrank(e.t(), 3)
torch.pca_lowrank(e)
torch.pca_lowrank(e, q=2, center=False)
torch.pca_lowrank(e, q=9)
torch.pca_lowrank(m.to_sparse(), q=2)
init.uniform_(m, -1.0, 2.0)
init.normal_(m, 1.0, 2.0)
init.trunc_normal_(m, 0.1, 0.5, -1.0, 0.3)
init.trunc_normal_(m, 9.0)
init.constant_(m, 3.0)
init.ones_(m)
init.zeros_(m)
init.eye_(e)
init.eye_(x)
init.dirac_(s)
init.dirac_(x, 2)
init.dirac_(v)
init.dirac_(x, 3)
init.xavier_uniform_(x)
init.xavier_uniform_(l)
init.xavier_normal_(m, 2.0)
init.kaiming_uniform_(x)
init.kaiming_uniform_(x, 2.0, 'FAN_OUT', 'relu')
init.kaiming_uniform_(x, mode='both')
init.kaiming_uniform_(torch.empty(0, 3))
init.kaiming_normal_(x, nonlinearity='tanh')
init.kaiming_normal_(x, nonlinearity='gelu')
init.orthogonal_(x)
init.orthogonal_(e, 2)
init.orthogonal_(l)
init.sparse_(e, 0.3)
init.uniform(m)
init.kaiming_normal(m)
init.calculate_gain('leaky_relu')
init.calculate_gain('leaky_relu', 0.3)
init.calculate_gain('leaky_relu', True)
init.calculate_gain('conv2d')
init.calculate_gain('selu')
grad.conv1d_input([2, 4, 8], torch.ones(3, 4, 3), torch.ones(2, 3, 6))
grad.conv1d_weight(s, [3, 4, 3], torch.ones(2, 3, 6))
grad.conv2d_input([2, 4, 8, 8], torch.ones(4, 2, 3, 3), torch.ones(2, 4, 4, 4), 2, 1, groups=2)
grad.conv2d_weight(x, [4, 4, 3, 3], torch.ones(2, 4, 8, 8), padding=1)
grad.conv3d_input([2, 4, 6, 6, 6], torch.ones(3, 4, 3, 3, 3), torch.ones(2, 3, 4, 4, 4))
grad.conv3d_weight(v, [3, 4, 3, 3, 3], torch.ones(2, 3, 4, 4, 4))
utils._pair(3)
utils._pair([3, 4])
utils._triple((1, 2, 3))
utils._quadruple(1)
utils._single(7)
utils._pair(x.shape)
utils._pair(c for c in 'ab')
utils._ntuple(2)('ab')
utils._reverse_repeat_tuple((1, 2), 2)
utils._list_with_default([3, None], [5, 6, 7])
utils._list_with_default([3, None], [7])
utils._list_with_default(3, [7])
[k for k in [{'module.a': 1, 'b': 2}] if utils.consume_prefix_in_state_dict_if_present(k, 'module.') is None]
"""


def probes():
    return [line for line in PROBES.replace("\\\n", "").split("\n") if line]


def replace_modules():
    """Puts the prelude's modules in place of PyTorch's, also in the tables that PyTorch's compiler looks up by identity."""
    import torch
    from torch.jit import _builtins
    _builtins._get_builtin_table()
    prelude = prelude_files.combined(torch.__version__)
    for name in list(torch._jit_internal._overloaded_fns):
        if name.startswith(("__torch__.torch.nn.functional.", "__torch__.torch.functional.")):
            del torch._jit_internal._overloaded_fns[name]
    for name in MODULES:
        path = os.path.join(prelude, name.replace(".", "/") + ".py")
        spec = importlib.util.spec_from_file_location(name, path)
        new = importlib.util.module_from_spec(spec)
        old = importlib.import_module(name)
        sys.modules[name] = new
        setattr(sys.modules[name.rpartition(".")[0]], name.rpartition(".")[2], new)
        spec.loader.exec_module(new)
        for key, value in vars(old).items():
            op = _builtins._find_builtin(value) if inspect.isfunction(value) else None
            if op and hasattr(new, key):
                _builtins._register_builtin(getattr(new, key), op)
            if name == "torch.functional" and getattr(torch, key, None) is value and hasattr(new, key):
                setattr(torch, key, getattr(new, key))


def unmangled(code):
    """The code without the numbers of mangled names, which depend on earlier compilations in the process."""
    return re.sub(r"___torch_mangle_\d+\.", "", code)


def compiled(function):
    """All code that is saved with a function; None when PyTorch rejects it."""
    import torch
    try:
        made = torch.jit.script(function)
    except Exception as error:
        if os.environ.get("WHY"):
            print(function.__name__, error, file=sys.stderr)
        return None
    with zipfile.ZipFile(io.BytesIO(made.save_to_buffer())) as archive:
        files = sorted(n for n in archive.namelist() if "/code/" in n and n.endswith(".py"))
        return unmangled("\n".join([made.code] + [archive.read(n).decode() for n in files]))


def plain(value):
    """A value as JSON; lists and tuples begin with their type's name."""
    import torch
    if isinstance(value, torch.Tensor):
        if value.is_complex():
            value = torch.view_as_real(value)
        return [str(value.dtype), list(value.shape), str(value.tolist())]
    if isinstance(value, (tuple, list)):
        return [type(value).__name__] + [plain(v) for v in value]
    return repr(value)


def parameters(function):
    return [(p.name, str(p.kind), repr(p.default)) for p in inspect.signature(function).parameters.values()]


def describe():
    """{name: {aspect: value}} of every function and every probe in this process."""
    import torch
    answers = {}
    for module_name in MODULES:
        module = importlib.import_module(module_name)
        for name, value in sorted(vars(module).items()):
            if name in LEFT_OUT or name.startswith("__") and name != "__all__" or inspect.ismodule(value):
                continue
            answer = {"present": True}
            if inspect.isfunction(value) and value.__module__ == module_name:
                answer["name"] = value.__name__
                answer["parameters"] = parameters(value)
                answer["code"] = compiled(value)
            elif isinstance(value, (list, dict)):
                answer["value"] = repr(value)
            answers[f"{module_name}.{name}"] = answer

    with tempfile.TemporaryDirectory() as folder:
        source = ["from typing import *", "import torch", "from torch import Tensor", "import torch.nn.functional as F",
                  "from torch.nn import init, grad", "from torch.nn.modules import utils"]
        calls = []
        for k, probe in enumerate(probes()):
            names = sorted({n.id for n in ast.walk(ast.parse(probe)) if isinstance(n, ast.Name)} & set(INPUTS))
            calls.append(names)
            typed = ", ".join(f"{n}: {INPUTS[n][0]}" for n in names)
            source += [f"def probe{k}({typed}):", f"    return {probe}"]
        path = os.path.join(folder, "probes.py")
        with open(path, "w") as file:
            file.write("\n".join(source) + "\n")
        spec = importlib.util.spec_from_file_location("probes", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        for k, (probe, names) in enumerate(zip(probes(), calls)):
            function = getattr(module, f"probe{k}")
            torch.manual_seed(k)
            given = [eval(INPUTS[n][1], {"torch": torch}) for n in names]
            try:
                value = plain(function(*given))
            except Exception as error:
                value = f"raises {type(error).__name__}"
            answers[probe] = {"value": value, "code": compiled(function)}
    return answers


def side(name):
    done = subprocess.run([sys.executable, os.path.abspath(__file__), "--side", name], capture_output=True, text=True)
    if os.environ.get("WHY"):
        print(name, done.stderr)
    if done.returncode:
        sys.exit(f"the process for {name} ended with {done.returncode}: {done.stderr[-3000:]}")
    return json.loads(done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--side", choices=["PyTorch", "prelude"], help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.side:
        warnings.simplefilter("ignore")
        sys.dont_write_bytecode = True
        if args.side == "prelude":
            replace_modules()
        json.dump(describe(), sys.stdout)
        return

    reference, ours = side("PyTorch"), side("prelude")
    fails = []
    known = KnownFailures.of("prelude_functional")
    for what, answer in reference.items():
        mine = ours.get(what, {})
        different = [aspect for aspect in answer if mine.get(aspect) != answer[aspect]]
        known.judge("prelude_functional", what, not different)
        if not different:
            continue
        fails.append(what)
        if not args.json:
            print(f"{what}: {', '.join(different) if mine else 'missing'}")
        for aspect in different if args.show and mine else []:
            lines = [str(a).split("\n") for a in (answer[aspect], mine.get(aspect))]
            print("\n".join(difflib.unified_diff(*lines, "PyTorch", "prelude", lineterm="")))
    passed = len(reference) - len(fails)
    if args.json:
        print(json.dumps(dict(suite="prelude_functional", group="prelude_functional", passed=passed,
                              total=len(reference), fails=fails)))
    else:
        print(f"{passed}/{len(reference)}")
    sys.exit(0 if known.tell(whole=True) else 1)


if __name__ == "__main__":
    main()
