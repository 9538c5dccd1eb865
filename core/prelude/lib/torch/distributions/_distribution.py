# The base class of distributions.
import warnings

import torch

from . import _constraints as constraints
from ._parameters import lazy_property


class Distribution:
    __module__ = 'torch.distributions.distribution'
    has_rsample = False
    has_enumerate_support = False
    _validate_args = __debug__

    @staticmethod
    def set_default_validate_args(value):
        if value not in (True, False):
            raise ValueError
        Distribution._validate_args = value

    def __init__(self, batch_shape=torch.Size(), event_shape=torch.Size(), validate_args=None):
        self._batch_shape, self._event_shape = batch_shape, event_shape
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            self._check_parameters()

    def _check_parameters(self):
        try:
            arg_constraints = self.arg_constraints
        except NotImplementedError:
            warnings.warn(f'{self.__class__} does not define `arg_constraints`. Please set `arg_constraints = {{}}` or initialize the '
                          'distribution with `validate_args=False` to turn off validation.')
            return
        for name, constraint in arg_constraints.items():
            is_lazy = name not in self.__dict__ and isinstance(getattr(type(self), name), lazy_property)
            if constraints.is_dependent(constraint) or is_lazy:
                continue
            value = getattr(self, name)
            if not constraint.check(value).all():
                raise ValueError(f'Expected parameter {name} ({type(value).__name__} of shape {tuple(value.shape)}) of distribution {self!r} '
                                 f'to satisfy the constraint {constraint!r}, but found invalid values:\n{value}')

    def expand(self, batch_shape, _instance=None):
        raise NotImplementedError

    # The base of expand(): its parameters have the new shape; `rest` are further attributes.
    def _expanded(self, cls, batch_shape, instance, names, event_shape=torch.Size()):
        new = self._get_checked_instance(cls, instance)
        batch_shape = torch.Size(batch_shape)
        for name in names:
            if name in self.__dict__:
                setattr(new, name, getattr(self, name).expand(batch_shape + event_shape))
        return new, batch_shape

    # Ends expand(), without a check of the parameters.
    def _finish(self, new, batch_shape, event_shape=torch.Size()):
        Distribution.__init__(new, batch_shape, event_shape, validate_args=False)
        new._validate_args = self._validate_args
        return new

    @property
    def batch_shape(self):
        return self._batch_shape

    @property
    def event_shape(self):
        return self._event_shape

    @property
    def arg_constraints(self):
        raise NotImplementedError

    @property
    def support(self):
        raise NotImplementedError

    @property
    def mean(self):
        raise NotImplementedError

    @property
    def mode(self):
        raise NotImplementedError(f'{self.__class__} does not implement mode')

    @property
    def variance(self):
        raise NotImplementedError

    @property
    def stddev(self):
        return self.variance.sqrt()

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape=torch.Size()):
        raise NotImplementedError

    def sample_n(self, n):
        warnings.warn('sample_n will be deprecated. Use .sample((n,)) instead', UserWarning)  # @1.13
        warnings.warn('`sample_n(n)` will be deprecated. Use `sample((n,))` instead.', FutureWarning)  # @2.6+
        return self.sample(torch.Size((n,)))

    def log_prob(self, value):
        raise NotImplementedError

    def cdf(self, value):
        raise NotImplementedError

    def icdf(self, value):
        raise NotImplementedError

    def enumerate_support(self, expand=True):
        raise NotImplementedError

    def entropy(self):
        raise NotImplementedError

    def perplexity(self):
        return torch.exp(self.entropy())

    def _extended_shape(self, sample_shape=torch.Size()):
        return torch.Size(sample_shape) + self._batch_shape + self._event_shape

    def _check_sample(self, value):
        if self._validate_args:
            self._validate_sample(value)

    def _validate_sample(self, value):
        if not isinstance(value, torch.Tensor):
            raise ValueError('The value argument to log_prob must be a Tensor')
        if value.size()[value.dim() - len(self._event_shape):] != self._event_shape:
            raise ValueError(f'The right-most size of value must match event_shape: {value.size()} vs {self._event_shape}.')
        wanted = self._batch_shape + self._event_shape
        for own, other in zip(reversed(value.size()), reversed(wanted)):
            if own != 1 and other != 1 and own != other:
                raise ValueError(f'Value is not broadcastable with batch_shape+event_shape: {value.size()} vs {wanted}.')
        try:
            support = self.support
        except NotImplementedError:
            warnings.warn(f'{self.__class__} does not define `support` to enable sample validation. Please initialize the distribution with '
                          '`validate_args=False` to turn off validation.')
            return
        if not support.check(value).all():
            raise ValueError(f'Expected value argument ({type(value).__name__} of shape {tuple(value.shape)}) to be within the support '
                             f'({support!r}) of the distribution {self!r}, but found invalid values:\n{value}')

    def _get_checked_instance(self, cls, _instance=None):
        if _instance is None and type(self).__init__ != cls.__init__:
            raise NotImplementedError(f'Subclass {type(self).__name__} of {cls.__name__} that defines a custom __init__ method must also '
                                      'define a custom .expand() method.')
        return self.__new__(type(self)) if _instance is None else _instance

    def __repr__(self):
        given = [(name, self.__dict__[name]) for name in self.arg_constraints if name in self.__dict__]
        parts = [f'{name}: {value if value.numel() == 1 else value.size()}' for name, value in given]
        return f'{type(self).__name__}({", ".join(parts)})'


class ExponentialFamily(Distribution):
    __module__ = 'torch.distributions.exp_family'
