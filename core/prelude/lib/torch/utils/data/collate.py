"""Batches of items: tensors are stacked, numbers become a tensor, containers are processed recursively."""
import collections.abc
import copy

import torch

__all__ = ['default_collate', 'default_convert']

_TEXT = 'default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {}'


def _is_numpy(value) -> bool:
    return type(value).__module__ == 'numpy' and type(value).__name__ not in ('str_', 'string_', 'bytes_')


# A container of the same type with other values, or a dict or list where its type cannot be built so.
def _mapping_like(mapping, values):
    try:
        if isinstance(mapping, collections.abc.MutableMapping):
            result = copy.copy(mapping)
            result.update(values)
            return result
        return type(mapping)(values)
    except TypeError:
        return values


def _sequence_like(sequence, values):
    try:
        if isinstance(sequence, collections.abc.MutableSequence):
            result = copy.copy(sequence)
            for i, value in enumerate(values):
                result[i] = value
            return result
        return type(sequence)(values)
    except TypeError:
        return values


def _is_named_tuple(value) -> bool:
    return isinstance(value, tuple) and hasattr(value, '_fields')


def default_convert(data):
    if isinstance(data, torch.Tensor):
        return data
    if _is_numpy(data):
        return torch.as_tensor(data)
    if isinstance(data, collections.abc.Mapping):
        return _mapping_like(data, {key: default_convert(data[key]) for key in data})
    if _is_named_tuple(data):
        return type(data)(*(default_convert(value) for value in data))
    if isinstance(data, tuple):
        return [default_convert(value) for value in data]
    if isinstance(data, collections.abc.Sequence) and not isinstance(data, (str, bytes)):
        return _sequence_like(data, [default_convert(value) for value in data])
    return data


def default_collate(batch):
    first = batch[0]
    if isinstance(first, torch.Tensor):
        return torch.stack(list(batch), 0)
    if _is_numpy(first):
        if type(first).__name__ == 'ndarray':
            return torch.stack([torch.as_tensor(item) for item in batch], 0)
        return torch.as_tensor(batch)
    if isinstance(first, float):
        return torch.tensor(batch, dtype=torch.float64)
    if isinstance(first, int):
        return torch.tensor(batch)
    if isinstance(first, (str, bytes)):
        return batch
    if isinstance(first, collections.abc.Mapping):
        return _mapping_like(first, {key: default_collate([item[key] for item in batch]) for key in first})
    if _is_named_tuple(first):
        return type(first)(*(default_collate(part) for part in zip(*batch)))
    if isinstance(first, collections.abc.Sequence):
        if any(len(item) != len(first) for item in batch):
            raise RuntimeError('each element in list of batch should be of equal size')
        parts = [default_collate(part) for part in zip(*batch)]
        return parts if isinstance(first, tuple) else _sequence_like(first, parts)
    raise TypeError(_TEXT.format(type(first)))
