"""The numeric tower: abstract classes with which the builtin numbers are registered."""

from abc import ABCMeta, abstractmethod

__all__ = ["Number", "Complex", "Real", "Rational", "Integral"]


class Number(metaclass=ABCMeta):
    __slots__ = ()
    __hash__ = None


def _abstract(cls, names):
    """Adds abstract methods that accept any arguments."""
    for name in names.split():
        def method(self, *args):
            raise NotImplementedError
        method.__name__ = name
        setattr(cls, name, abstractmethod(method))
    cls.__abstractmethods__ = cls.__abstractmethods__ | frozenset(names.split())


class Complex(Number):
    __slots__ = ()

    def __bool__(self):
        return self != 0

    @property
    @abstractmethod
    def real(self):
        raise NotImplementedError

    @property
    @abstractmethod
    def imag(self):
        raise NotImplementedError

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other


_abstract(Complex,
          "__complex__ __add__ __radd__ __neg__ __pos__ __mul__ __rmul__ __truediv__ __rtruediv__ __pow__ "
                   "__rpow__ __abs__ conjugate __eq__")


class Real(Complex):
    __slots__ = ()

    def __divmod__(self, other):
        return self // other, self % other

    def __rdivmod__(self, other):
        return other // self, other % self

    def __complex__(self):
        return complex(float(self))

    @property
    def real(self):
        return +self

    @property
    def imag(self):
        return 0

    def conjugate(self):
        return +self


_abstract(Real,
          "__float__ __trunc__ __floor__ __ceil__ __round__ __floordiv__ __rfloordiv__ __mod__ __rmod__ "
                "__lt__ __le__")


class Rational(Real):
    __slots__ = ()

    @property
    @abstractmethod
    def numerator(self):
        raise NotImplementedError

    @property
    @abstractmethod
    def denominator(self):
        raise NotImplementedError

    def __float__(self):
        return int(self.numerator) / int(self.denominator)


class Integral(Rational):
    __slots__ = ()

    def __index__(self):
        return int(self)

    def __float__(self):
        return float(int(self))

    @property
    def numerator(self):
        return +self

    @property
    def denominator(self):
        return 1


_abstract(Integral,
          "__int__ __pow__ __lshift__ __rlshift__ __rshift__ __rrshift__ __and__ __rand__ __xor__ __rxor__ "
                    "__or__ __ror__ __invert__")

Complex.register(complex)
Real.register(float)
Integral.register(int)
