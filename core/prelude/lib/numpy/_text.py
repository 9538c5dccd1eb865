# The text of arrays: NumPy's rules for digits, columns and what is left out.
import math

import torch

_options = {'precision': 8, 'threshold': 1000, 'edgeitems': 3, 'linewidth': 75, 'suppress': False}


def get_printoptions():
    return dict(_options)


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, suppress=None, **others):
    if others:
        raise NotImplementedError(f"numpy.set_printoptions({', '.join(others)}) is not available in JitScope")
    given = {'precision': precision, 'threshold': threshold, 'edgeitems': edgeitems, 'linewidth': linewidth, 'suppress': suppress}
    _options.update({name: value for name, value in given.items() if value is not None})


class printoptions:
    def __init__(self, **options):
        self._given = options

    def __enter__(self):
        self._before = get_printoptions()
        set_printoptions(**self._given)
        return get_printoptions()

    def __exit__(self, *error):
        _options.update(self._before)


# The shortest digits that give the number back in its type, as Python writes a float: '1e-05', '0.1'.
def _shortest(value, kind):
    if kind is torch.float64 or value != value or abs(value) == math.inf:
        return repr(value)
    for digits in range(1, 10):
        text = f'{value:.{digits}g}'
        if torch.tensor(float(text), dtype=kind).item() == value:
            break
    return repr(float(text))


_REAL = {torch.complex64: torch.float32, torch.complex128: torch.float64}


# '(1+2j)' and '1.5': a scalar.
def _scalar_text(scalar):
    kind, value = scalar._tensor.dtype, scalar._tensor.item()
    if isinstance(value, complex):
        return str(value) if kind is torch.complex128 else \
            f'({_shortest(value.real, torch.float32).removesuffix(".0")}{_signed(value.imag)}j)'
    if not isinstance(value, float):
        return str(value)
    return _shortest(value, kind)


def _signed(value):
    text = _shortest(value, torch.float32).removesuffix('.0')
    return text if text.startswith('-') else '+' + text


# Digits without an exponent, rounded to a number of places and without zeros at the end: ('12', '5').
def _positional(value, kind, places):
    text = _shortest(value, kind)
    digits, _, exponent = text.partition('e')
    whole, _, part = digits.partition('.')
    shift = int(exponent or 0)
    sign = '-' if whole.startswith('-') else ''
    whole = whole.lstrip('-')
    if shift >= 0:
        part = part.ljust(shift, '0')
        whole, part = whole + part[:shift], part[shift:]
    else:
        whole = whole.rjust(1 - shift, '0')
        whole, part = whole[:shift], whole[shift:] + part
    whole = whole.lstrip('0') or '0'
    if len(part) > places:
        number = round(int(whole + part[:places + 1] or '0') / 10) if _is_half(part, places) else \
            (int(whole + part[:places]) + (part[places] >= '5'))
        text = str(number).rjust(places + 1, '0')
        whole, part = (text[:-places], text[-places:]) if places else (text, '')
    return sign + whole, part.rstrip('0')


def _is_half(part, places):
    return part[places] == '5' and not part[places + 1:].strip('0')


# '1.5e-05' as (whole, part, exponent) with at most `places` digits.
def _scientific(value, kind, places):
    text = _shortest(value, kind)
    digits = text.partition('e')[0].lstrip('-').replace('.', '').strip('0')
    if len(digits) > places + 1:
        text = f'{value:.{places}e}'
    else:
        text = f'{value:.{max(len(digits) - 1, 0)}e}'
    digits, _, exponent = text.partition('e')
    whole, _, part = digits.partition('.')
    return whole, part.rstrip('0'), exponent


def _float_format(values, kind):
    finite = [value for value in values if math.isfinite(value)]
    sizes = [abs(value) for value in finite if value]
    places = _options['precision']
    most = max(sizes, default=0)
    least = min(sizes, default=0)
    wide = bool(sizes) and (most >= 1e8 or not _options['suppress'] and (least < 0.0001 or most / least > 1000.0))
    if not finite:
        left, make = 0, None
    elif wide:
        parts = [_scientific(value, kind, places) for value in finite]
        left = max(len(whole) for whole, _, _ in parts)
        right = max(len(part) for _, part, _ in parts)
        powers = max(len(power) for _, _, power in parts)

        def make(value):
            whole, part, power = _scientific(value, kind, places)
            sign, digits = power[0], power[1:].rjust(powers - 1, '0')
            return f"{whole.rjust(left)}.{part.ljust(right, '0')}e{sign}{digits}"
        width = left + 1 + right + 1 + powers
    else:
        parts = [_positional(value, kind, places) for value in finite]
        left = max(len(whole) for whole, _ in parts)
        right = max(len(part) for _, part in parts)

        def make(value):
            whole, part = _positional(value, kind, places)
            return f'{whole.rjust(left)}.{part.ljust(right)}'
        width = left + 1 + right
    others = [value for value in values if not math.isfinite(value)]
    if others:
        longest = max(len(_special(value)) for value in others)
        if not finite:
            width = longest
        elif longest > width:
            left += longest - width
            width = longest

    def written(value):
        return make(value) if math.isfinite(value) else _special(value).rjust(width)
    return written


def _special(value):
    return 'nan' if value != value else 'inf' if value > 0 else '-inf'


def _format_of(tensor):
    shown = _shown(tensor)
    values = shown.reshape(-1).tolist()
    kind = tensor.dtype
    if kind.is_complex:
        of_real = _float_format([value.real for value in values], _REAL[kind])
        of_imag = _float_format([abs(value.imag) for value in values], _REAL[kind])

        def written(value):
            imag = of_imag(abs(value.imag))
            digits = imag.rstrip()
            return of_real(value.real) + ('-' if math.copysign(1, value.imag) < 0 else '+') + digits + 'j' + ' ' * (len(imag) - len(digits))
        return written
    if kind.is_floating_point:
        return _float_format(values, kind)
    width = max((len(str(value)) for value in values), default=0)
    return lambda value: str(value).rjust(width)


def _is_long(tensor):
    return tensor.numel() > _options['threshold']


# The elements that the text shows.
def _shown(tensor):
    if not _is_long(tensor):
        return tensor
    edge = _options['edgeitems']
    for dim, size in enumerate(tensor.shape):
        if size > 2 * edge:
            tensor = torch.cat([tensor.narrow(dim, 0, edge), tensor.narrow(dim, size - edge, edge)], dim)
    return tensor


# The rows of an array in brackets. `indent` is the space before each of its lines but the first; `width` the room up to the end of a line.
def _rows(tensor, write, separator, indent, width):
    size, edge = len(tensor), _options['edgeitems']
    cut = write.is_cut and size > 2 * edge
    places = [*range(edge), None, *range(size - edge, size)] if cut else range(size)
    if tensor.dim() > 1:
        between = separator.rstrip() + '\n' * (tensor.dim() - 1) + indent
        return '[' + between.join('...' if i is None else _rows(tensor[i], write, separator, indent + ' ', width - 1) for i in places) + ']'
    items = tensor.tolist()
    room = width - max(len(separator.rstrip()), 1)
    text, line = '', indent
    for i in places:
        word = '...' if i is None else write(items[i])
        if len(line) + len(word) > room and len(line) > len(indent):
            text += line.rstrip() + '\n'
            line = indent
        line += word + separator
    return '[' + (text + line.removesuffix(separator))[len(indent):] + ']'


class _Writer:
    def __init__(self, tensor):
        self.is_cut = _is_long(tensor)
        self._write = _format_of(tensor)

    def __call__(self, value):
        return self._write(value)


def _array_str(array):
    tensor = array._tensor
    if not tensor.dim():
        return _scalar_text(array)
    return _rows(tensor, _Writer(tensor), ' ', ' ', _options['linewidth']) if tensor.numel() else '[]'


def _array_repr(array):
    tensor, kind = array._tensor, array.dtype
    is_plain = kind.name in ('int64', 'float64', 'complex128', 'bool') and tensor.numel()
    if not tensor.dim():
        text = _format_of(tensor)(tensor.item())
    elif not tensor.numel():
        text = '[]' if tuple(tensor.shape) == (0,) else f'[], shape={tuple(tensor.shape)}'
    else:
        text = _rows(tensor, _Writer(tensor), ', ', ' ' * 7, _options['linewidth'] - 1)
    text = 'array(' + text
    if is_plain:
        return text + ')'
    note = f'dtype={kind.name})'
    last = len(text) - text.rfind('\n')
    return text + ',' + ('\n' + ' ' * 6 if last + len(note) + 1 > _options['linewidth'] else ' ') + note
