"""Averages and spreads. Sums are exact for whole numbers and correctly rounded for floats."""

import math

__all__ = ["StatisticsError", "fmean", "mean", "median", "median_high", "median_low", "mode", "multimode",
           "pstdev",
           "pvariance", "stdev", "variance"]


class StatisticsError(ValueError):
    pass


def _some(data, least=1):
    data = list(data)
    if len(data) < least:
        raise StatisticsError(f"at least {least} value(s) are needed")
    return data


def _ratio(data):
    """The sum as a fraction of whole numbers, without rounding."""
    top, bottom = 0, 1
    for value in data:
        n, d = value.as_integer_ratio()
        top, bottom = top * d + n * bottom, bottom * d
        if bottom > 1:
            common = math.gcd(top, bottom)
            top //= common
            bottom //= common
    return top, bottom


def _number(top, bottom, data):
    """The fraction as the kind of number that the data are: whole where whole numbers stay whole."""
    if all(isinstance(value, int) for value in data) and top % bottom == 0:
        return top // bottom
    return top / bottom


def fmean(data, weights=None):
    data = _some(data)
    if weights is None:
        return math.fsum(data) / len(data)
    weights = list(weights)
    if len(weights) != len(data):
        raise StatisticsError("there is to be one weight for each value")
    total = math.fsum(weights)
    if not total:
        raise StatisticsError("the weights' sum is 0")
    return math.fsum([value * weight for value, weight in zip(data, weights)]) / total


def mean(data):
    data = _some(data)
    top, bottom = _ratio(data)
    return _number(top, bottom * len(data), data)


def median(data):
    data = sorted(_some(data))
    half = len(data) // 2
    return data[half] if len(data) % 2 else (data[half - 1] + data[half]) / 2


def median_low(data):
    data = sorted(_some(data))
    return data[(len(data) - 1) // 2]


def median_high(data):
    data = sorted(_some(data))
    return data[len(data) // 2]


def multimode(data):
    counts = {}
    for value in data:
        counts[value] = counts.get(value, 0) + 1
    most = max(counts.values(), default=0)
    return [value for value, count in counts.items() if count == most]


def mode(data):
    return multimode(_some(data))[0]


def _squares(data, center):
    """The sum of squared distances from the mean, as an exact fraction."""
    if center is None:
        top, bottom = _ratio(data)
        bottom *= len(data)
    else:
        top, bottom = center.as_integer_ratio()
    n, d = 0, 1
    for value in data:
        v, w = value.as_integer_ratio()
        distance = v * bottom - top * w
        scale = (w * bottom) ** 2
        n, d = n * scale + distance * distance * d, d * scale
        common = math.gcd(n, d)
        n //= common
        d //= common
    return n, d


def variance(data, xbar=None):
    data = _some(data, 2)
    n, d = _squares(data, xbar)
    return _number(n, d * (len(data) - 1), data)


def pvariance(data, mu=None):
    data = _some(data)
    n, d = _squares(data, mu)
    return _number(n, d * len(data), data)


def _root(n, d):
    """The correctly rounded square root of n / d: enough bits of the whole root, the last one sticky."""
    shift = (n.bit_length() - d.bit_length() - 109) // 2
    if shift >= 0:
        top, bottom, scale = n, d << 2 * shift, 1 << shift
    else:
        top, bottom, scale = n << -2 * shift, d, None
    root = math.isqrt(top // bottom)
    root |= root * root * bottom != top
    return float(root * scale) if scale else root / (1 << -shift)


def stdev(data, xbar=None):
    data = _some(data, 2)
    n, d = _squares(data, xbar)
    return _root(n, d * (len(data) - 1))


def pstdev(data, mu=None):
    data = _some(data)
    n, d = _squares(data, mu)
    return _root(n, d * len(data))
