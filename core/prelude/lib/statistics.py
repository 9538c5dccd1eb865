"""Averages and spreads, calculated exactly and rounded once at the end.

Exact sums of floats are lists of floats: integers have no more than 64 bits here.
"""

import math

__all__ = ["StatisticsError", "fmean", "mean", "median", "median_high", "median_low", "mode", "multimode",
           "pstdev",
           "pvariance", "stdev", "variance"]


class StatisticsError(ValueError):
    pass


def _some(data, least=1):
    data = list(data)
    if len(data) < least:
        raise StatisticsError(f"at least {least} value(s) are required")
    return data


def _split(value):
    """Splits a float into two floats with half of its digits each (Veltkamp)."""
    scaled = value * 134217729.0
    high = scaled - (scaled - value)
    return high, value - high


def _product(a, b):
    """Floats whose exact sum is a * b (Dekker)."""
    product = a * b
    a_high, a_low = _split(a)
    b_high, b_low = _split(b)
    error = a_high * b_high - product + a_high * b_low + a_low * b_high + a_low * b_low
    return (product, error) if math.isfinite(error) else (product,)


def _products(lefts, rights):
    return [part for a in lefts for b in rights for part in _product(a, b)]


def _parts(terms):
    """The exact sum of floats as a few floats, the largest first."""
    terms = list(terms)
    parts = []
    while (part := math.fsum(terms)) and math.isfinite(part):
        parts.append(part)
        terms.append(-part)
    return parts or [part]


def _quotient(parts, divisor):
    """The sum of parts divided by a whole number; the remainder is divided once more."""
    first = parts[0] / divisor
    if not math.isfinite(first):
        return first
    return first + math.fsum(parts + _products([-first], [float(divisor)])) / divisor


def _fits(calculate):
    """The result of calculate(), or None when it needs more than the 64 bits of an integer."""
    try:
        return calculate()
    except OverflowError:
        return None


def _all_whole(data):
    return all([isinstance(value, int) for value in data])


def _divided(top, bottom):
    """Returns an integer when the division has no remainder."""
    return top / bottom if top % bottom else top // bottom


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
    if _all_whole(data) and (total := _fits(lambda: sum(data))) is not None:
        return _divided(total, len(data))
    return _quotient(_parts([float(value) for value in data]), len(data))


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
    """The sum of squared distances from the mean, times the number of data: an integer when all data are integers,
    otherwise floats that have it as their exact sum."""
    count = len(data)
    if center is not None:
        distances = [value - center for value in data]
        return _products(_parts([distance * distance for distance in distances]), [float(count)])
    if _all_whole(data):
        whole = _fits(lambda: count * sum([value * value for value in data]) - sum(data) ** 2)
        if whole is not None:
            return whole
    data = [float(value) for value in data]
    total = _parts(data)
    of_each = _parts([part for value in data for part in _product(value, value)])
    return _parts(_products(of_each, [float(count)]) + [-part for part in _products(total, total)])


def _spread(data, xbar, divisor):
    squares = _squares(data, xbar)
    divisor *= len(data)
    return _divided(squares, divisor) if isinstance(squares, int) else _quotient(squares, divisor)


def _root(data, xbar, divisor):
    """The square root of a spread, corrected by one Newton step with exact arithmetic."""
    squares = _squares(data, xbar)
    divisor *= len(data)
    parts = _parts([float(squares)]) if isinstance(squares, int) else squares
    root = math.sqrt(_quotient(parts, divisor))
    if not root:
        return root
    back = _products(_product(root, root), [-float(divisor)])
    return root + math.fsum(parts + back) / divisor / (2.0 * root)


def variance(data, xbar=None):
    data = _some(data, 2)
    return _spread(data, xbar, len(data) - 1)


def pvariance(data, mu=None):
    data = _some(data)
    return _spread(data, mu, len(data))


def stdev(data, xbar=None):
    data = _some(data, 2)
    return _root(data, xbar, len(data) - 1)


def pstdev(data, mu=None):
    data = _some(data)
    return _root(data, mu, len(data))
