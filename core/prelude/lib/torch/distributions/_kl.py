# Kullback-Leibler divergences.
import math

import torch
from torch.nn.functional import softplus

from ._continuous import Exponential, Normal, Uniform
from ._discrete import Bernoulli, Categorical
from ._independent import Independent
from ._parameters import sum_rightmost



def register_kl(type_p, type_q):
    def decorator(function):
        _functions[type_p, type_q] = function
        return function

    return decorator


# The function for the nearest base classes of both.
def _function_for(type_p, type_q):
    for base_p in type_p.__mro__:
        for base_q in type_q.__mro__:
            if (base_p, base_q) in _functions:
                return _functions[base_p, base_q]
    return None


def kl_divergence(p, q):
    function = _function_for(type(p), type(q))
    if function is None:
        raise NotImplementedError(f'No KL(p || q) is implemented for p type {type(p).__name__} and q type {type(q).__name__}')
    return function(p, q)


def _infinite(like):
    return torch.full_like(like, math.inf)


def _normals(p, q):
    ratio = (p.scale / q.scale).pow(2)
    distance = ((p.loc - q.loc) / q.scale).pow(2)
    return 0.5 * (ratio + distance - 1 - ratio.log())


def _bernoullis(p, q):
    ones = p.probs * (softplus(-q.logits) - softplus(-p.logits))
    ones[q.probs == 0] = math.inf
    ones[p.probs == 0] = 0
    zeros = (1 - p.probs) * (softplus(q.logits) - softplus(p.logits))
    zeros[q.probs == 1] = math.inf
    zeros[p.probs == 1] = 0
    return ones + zeros


def _categoricals(p, q):
    terms = p.probs * (p.logits - q.logits)
    terms[(q.probs == 0).expand_as(terms)] = math.inf
    terms[(p.probs == 0).expand_as(terms)] = 0
    return terms.sum(-1)


def _exponentials(p, q):
    ratio = q.rate / p.rate
    return -ratio.log() + ratio - 1


def _uniforms(p, q):
    result = ((q.high - q.low) / (p.high - p.low)).log()
    result[(q.low > p.low) | (q.high < p.high)] = math.inf
    return result


def _exponential_normal(p, q):
    variance = q.scale.pow(2)
    rate_square = p.rate.pow(2)
    first = 0.5 * torch.log(rate_square * variance * 2 * math.pi)
    return first - 1 + rate_square.reciprocal() / variance - q.loc / p.rate / variance + 0.5 * q.loc.pow(2) / variance


def _uniform_exponential(p, q):
    result = q.rate * (p.high + p.low) / 2 - ((p.high - p.low) * q.rate).log()
    result[p.low < 0] = math.inf
    return result


def _uniform_normal(p, q):
    width = p.high - p.low
    first = (math.sqrt(math.pi * 2) * q.scale / width).log()
    second = width.pow(2) / 12
    third = ((p.high + p.low - 2 * q.loc) / 2).pow(2)
    return first + 0.5 * (second + third) / q.scale.pow(2)


def _of_wider_support(p, q):
    return _infinite(p.rate if isinstance(p, Exponential) else p.loc)


def _normal_exponential(p, q):
    return _infinite(p.loc)


def _independents(p, q):
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise NotImplementedError
    return sum_rightmost(kl_divergence(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)


# By the classes of both distributions; register_kl() adds to it.
_functions = {
    (Normal, Normal): _normals,
    (Bernoulli, Bernoulli): _bernoullis,
    (Categorical, Categorical): _categoricals,
    (Exponential, Exponential): _exponentials,
    (Uniform, Uniform): _uniforms,
    (Exponential, Normal): _exponential_normal,
    (Uniform, Exponential): _uniform_exponential,
    (Uniform, Normal): _uniform_normal,
    (Exponential, Uniform): _of_wider_support,
    (Normal, Uniform): _of_wider_support,
    (Normal, Exponential): _normal_exponential,
    (Independent, Independent): _independents,
}
