"""A softmax over many classes, with one head for frequent classes and clusters of rare classes."""
from collections import namedtuple
from typing import List, Sequence

import torch
from torch import Tensor

from ..functional import log_softmax
from .container import ModuleList, Sequential
from .linear import Linear
from .module import Module

__all__ = ['AdaptiveLogSoftmaxWithLoss']

_ASMoutput = namedtuple('_ASMoutput', ['output', 'loss'])


class AdaptiveLogSoftmaxWithLoss(Module):
    in_features: int
    n_classes: int
    cutoffs: List[int]
    div_value: float
    head_bias: bool
    head: Linear
    tail: ModuleList

    def __init__(self, in_features: int, n_classes: int, cutoffs: Sequence[int], div_value: float = 4.,
                 head_bias: bool = False, device=None, dtype=None) -> None:
        super().__init__()
        cutoffs = list(cutoffs)
        if (not cutoffs or cutoffs != sorted(set(cutoffs)) or cutoffs[0] <= 0 or cutoffs[-1] > n_classes - 1
                or any(int(c) != c for c in cutoffs)):
            raise ValueError('cutoffs must be increasing unique integers from 1 to n_classes - 1')

        self.in_features = in_features
        self.n_classes = n_classes
        self.cutoffs = cutoffs + [n_classes]
        self.div_value = div_value
        self.head_bias = head_bias

        # The head has one output per frequent class and one per cluster of rare classes.
        self.shortlist_size = self.cutoffs[0]
        self.n_clusters = len(self.cutoffs) - 1
        self.head_size = self.shortlist_size + self.n_clusters
        options = {'device': device, 'dtype': dtype}
        self.head = Linear(in_features, self.head_size, bias=head_bias, **options)
        self.tail = ModuleList()
        for i in range(self.n_clusters):
            # The projection is narrower for clusters of rarer classes.
            width = int(in_features // div_value ** (i + 1))
            size = self.cutoffs[i + 1] - self.cutoffs[i]
            self.tail.append(Sequential(Linear(in_features, width, bias=False, **options),
                                        Linear(width, size, bias=False, **options)))

    def reset_parameters(self) -> None:
        self.head.reset_parameters()
        for projection, scores in self.tail:
            projection.reset_parameters()
            scores.reset_parameters()

    def forward(self, input_: Tensor, target_: Tensor) -> _ASMoutput:
        dims = target_.dim()
        if dims > 1:
            raise RuntimeError('the target is one class or a row of classes, not a table')
        if input_.dim() != dims + 1:
            raise RuntimeError(f'a target with {dims} dimensions takes an input with {dims + 1}, '
                               f'not {input_.dim()}')
        if dims == 1 and input_.size(0) != target_.size(0):
            raise RuntimeError('input and target have different batch sizes')

        input = input_ if dims else input_.unsqueeze(0)
        target = target_ if dims else target_.unsqueeze(0)
        batch_size = target.size(0)
        output = input.new_zeros(batch_size)
        head_index = target.new_empty(batch_size)  # The head's column for each row.
        used_rows = 0
        low = 0
        for i, high in enumerate(self.cutoffs):
            mask = (target >= low) & (target < high)
            rows = mask.nonzero().squeeze(1)
            if rows.numel():
                if i == 0:
                    head_index.index_copy_(0, rows, target[mask])
                else:
                    scores = log_softmax(self.tail[i - 1](input.index_select(0, rows)), dim=1)
                    in_cluster = scores.gather(1, (target[mask] - low).unsqueeze(1))
                    output.index_copy_(0, rows, in_cluster.squeeze(1))
                    head_index.index_fill_(0, rows, self.shortlist_size + i - 1)
                used_rows += rows.numel()
            low = high
        if used_rows != batch_size:
            raise RuntimeError(f'targets are from 0 to {self.n_classes - 1}, '
                               f'but are {target.min().item()} to {target.max().item()} here')

        head = log_softmax(self.head(input), dim=1)
        output += head.gather(1, head_index.unsqueeze(1)).squeeze(1)
        loss = (-output).mean()
        return _ASMoutput(output if dims else output.squeeze(0), loss)

    def _get_full_log_prob(self, input, head_output):
        head = log_softmax(head_output, dim=1)
        out = input.new_empty((head.size(0), self.n_classes))
        out[:, :self.shortlist_size] = head[:, :self.shortlist_size]
        for i, projection in enumerate(self.tail):
            cluster = log_softmax(projection(input), dim=1)
            likelihood = head[:, self.shortlist_size + i].unsqueeze(1)
            out[:, self.cutoffs[i]:self.cutoffs[i + 1]] = cluster + likelihood
        return out

    def log_prob(self, input: Tensor) -> Tensor:
        return self._get_full_log_prob(input, self.head(input))

    def predict(self, input: Tensor) -> Tensor:
        head_output = self.head(input)
        output = torch.argmax(head_output, dim=1)
        # Only rows whose best column is a cluster need the clusters' scores.
        rare = output >= self.shortlist_size
        if rare.any():
            scores = self._get_full_log_prob(input[rare], head_output[rare])
            output[rare] = torch.argmax(scores, dim=1)
        return output
