# Text files of numbers: loadtxt and savetxt.
from ._arrays import _array, _tensor_of
from ._dtypes import _found
from ._functions import array


def _lines_of(fname, encoding):
    if hasattr(fname, 'read') or not isinstance(fname, str) and not hasattr(fname, '__fspath__'):
        lines = list(fname)
    else:
        import gzip
        with (gzip.open if str(fname).endswith('.gz') else open)(fname, 'rt', encoding=encoding) as file:
            lines = list(file)
    return [line.decode('latin1') if isinstance(line, bytes) else line for line in lines]


def loadtxt(fname, dtype=float, comments='#', delimiter=None, converters=None, skiprows=0, usecols=None, unpack=False, ndmin=0,
            encoding=None, max_rows=None, *, quotechar=None, like=None):
    marks = () if comments is None else (comments,) if isinstance(comments, str) else tuple(comments)
    columns = None if usecols is None else [usecols] if isinstance(usecols, int) else list(usecols)
    number = complex if _found(dtype)._torch.is_complex else float if _found(dtype)._torch.is_floating_point else int
    rows = []
    for i, line in enumerate(_lines_of(fname, encoding)[skiprows:]):
        for mark in marks:
            line = line.split(mark, 1)[0]
        line = line.strip('\r\n')
        if not line.strip():
            continue
        if max_rows is not None and len(rows) == max_rows:
            break
        cells = line.split(delimiter)
        if columns is not None:
            if max(columns) >= len(cells):
                raise ValueError(f'invalid column index {max(columns)} at row {len(rows) + 1} with {len(cells)} columns')
            cells = [cells[j] for j in columns]
        elif rows and len(cells) != len(rows[0]):
            raise ValueError(f'the number of columns changed from {len(rows[0])} to {len(cells)} at row {len(rows) + 1}; '
                             'use `usecols` to select a subset and avoid this error')
        if callable(converters):
            rows.append([converters(cell) for cell in cells])
            continue
        given = converters or {}
        try:
            rows.append([given[j](cell) if j in given else number(cell.strip()) for j, cell in enumerate(cells)])
        except ValueError:
            wrong = next(j for j, cell in enumerate(cells) if j not in given and not _is_number(cell, number))
            raise ValueError(f'could not convert string {cells[wrong]!r} to {_found(dtype).name} at row {len(rows)}, '
                             f'column {wrong + 1}.') from None
    tensor = _tensor_of(array(rows, dtype) if rows else array([], dtype).reshape(0, 1))
    if ndmin < 2:  # dimensions of size 1 go
        shape = [size for size in tensor.shape if size != 1]
        while len(shape) < ndmin:
            shape.insert(0, 1)
        tensor = tensor.reshape(shape)
    return _array(tensor.t() if unpack and tensor.dim() == 2 else tensor)


def _is_number(cell, number):
    try:
        number(cell.strip())
    except ValueError:
        return False
    return True


def savetxt(fname, X, fmt='%.18e', delimiter=' ', newline='\n', header='', footer='', comments='# ', encoding=None):
    tensor = _tensor_of(X)
    if tensor.dim() == 0 or tensor.dim() > 2:
        raise ValueError(f'Expected 1D or 2D array, got {tensor.dim()}D array instead')
    rows = tensor.unsqueeze(1).tolist() if tensor.dim() == 1 else tensor.tolist()
    width = len(rows[0]) if rows else 0
    if isinstance(fmt, (list, tuple)):
        if len(fmt) != width:
            raise AttributeError(f'fmt has wrong shape.  {fmt}')
        form = delimiter.join(fmt)
    else:
        form = fmt if fmt.count('%') > 1 else delimiter.join([fmt] * width)
    lines = [comments + header.replace('\n', '\n' + comments)] if header else []
    lines += [form % tuple(row) for row in rows]
    lines += [comments + footer.replace('\n', '\n' + comments)] if footer else []
    text = ''.join(line + newline for line in lines)
    if hasattr(fname, 'write'):
        try:
            fname.write(text)
        except TypeError:
            fname.write(text.encode('latin1'))
        return
    with open(fname, 'w', encoding=encoding or 'latin1') as out:
        out.write(text)
