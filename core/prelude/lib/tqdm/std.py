"""The bar itself. It is drawn when it is created, at most once in `mininterval` seconds, and when it is closed."""
import os
import re
import sys
from collections import OrderedDict
from contextlib import contextmanager
from datetime import datetime, timedelta
from numbers import Number
from time import time

__all__ = ['tqdm', 'trange', 'TqdmTypeError', 'TqdmKeyError', 'TqdmWarning', 'TqdmExperimentalWarning', 'TqdmDeprecationWarning']


class TqdmTypeError(TypeError):
    pass


class TqdmKeyError(KeyError):
    pass


class TqdmWarning(Warning):
    pass


class TqdmExperimentalWarning(TqdmWarning, FutureWarning):
    pass


class TqdmDeprecationWarning(Exception):
    pass


_COLORS = {name: f'\x1b[{number}m' for number, name in
           enumerate(('BLACK', 'RED', 'GREEN', 'YELLOW', 'BLUE', 'MAGENTA', 'CYAN', 'WHITE'), 30)}
_ANSI = re.compile(r'\x1b\[[;\d]*[A-Za-z]')


def _width(text):
    return len(_ANSI.sub('', text))


# Cuts a line off at the width, and ends its colors.
def _trimmed(text, width):
    if len(text) == _width(text):
        return text[:width]
    while _width(text) > width:
        text = text[:-1]
    return text + '\x1b[0m' if _ANSI.search(text) and not text.endswith('\x1b[0m') else text


def _is_unicode(file):
    encoding = getattr(file, 'encoding', None)
    return isinstance(encoding, str) and encoding.lower().startswith('utf')


# The blocks of a bar, for the field {bar}: a number is its width, `a` means ASCII, `u` Unicode, `b` blanks.
class Bar:
    ASCII = ' 123456789#'
    UTF = ' ' + ''.join(map(chr, range(0x258F, 0x2587, -1)))
    BLANK = '  '

    def __init__(self, frac, default_len=10, charset=UTF, colour=None):
        self.frac = max(0, min(1, frac))
        self.default_len = default_len
        self.charset = charset
        self.colour = self._code(colour)

    def _code(self, colour):
        if not colour:
            return None
        if re.fullmatch('#[0-9a-fA-F]{6}', colour):
            return f'\x1b[38;2;{int(colour[1:3], 16)};{int(colour[3:5], 16)};{int(colour[5:7], 16)}m'
        return _COLORS.get(colour.upper())

    def __format__(self, format_spec):
        charset = {'a': self.ASCII, 'u': self.UTF, 'b': self.BLANK}.get(format_spec[-1:].lower())
        digits = format_spec if charset is None else format_spec[:-1]
        charset = charset or self.charset
        length = int(digits) if digits else self.default_len
        length = length + self.default_len if length < 0 else length
        steps = len(charset) - 1
        full, part = divmod(int(self.frac * length * steps), steps)
        bar = charset[-1] * full
        if full < length:
            bar += charset[part] + charset[0] * (length - full - 1)
        return f'{self.colour}{bar}\x1b[0m' if self.colour else bar


# Tells whether a format has the field {bar}, and leaves it out.
class _NoBar:
    isUsed = False

    def __format__(self, format_spec):
        self.isUsed = True
        return ''


# An exponential moving average without the bias of its beginning.
class EMA:
    def __init__(self, smoothing=0.3):
        self.alpha = smoothing
        self.last = 0
        self.calls = 0

    def __call__(self, x=None):
        beta = 1 - self.alpha
        if x is not None:
            self.last = self.alpha * x + beta * self.last
            self.calls += 1
        return self.last / (1 - beta ** self.calls) if self.calls else self.last


class tqdm:
    monitor_interval = 0
    monitor = None
    _instances = []    # the open bars

    @staticmethod
    def format_sizeof(num, suffix='', divisor=1000):
        for unit in ('', 'k', 'M', 'G', 'T', 'P', 'E', 'Z'):
            if abs(num) < 999.5:
                digits = '1.2f' if abs(num) < 9.995 else '2.1f' if abs(num) < 99.95 else '3.0f'
                return f'{num:{digits}}{unit}{suffix}'
            num /= divisor
        return f'{num:3.1f}Y{suffix}'

    @staticmethod
    def format_interval(t):
        minutes, seconds = divmod(int(t), 60)
        hours, minutes = divmod(minutes, 60)
        return f'{hours:d}:{minutes:02d}:{seconds:02d}' if hours else f'{minutes:02d}:{seconds:02d}'

    @staticmethod
    def format_num(n):
        short = f'{n:.3g}'.replace('e+0', 'e+').replace('e-0', 'e-')
        return short if len(short) < len(str(n)) else str(n)

    @staticmethod
    def format_meter(n, total, elapsed, ncols=None, prefix='', ascii=False, unit='it', unit_scale=False, rate=None, bar_format=None,
                     postfix=None, unit_divisor=1000, initial=0, colour=None, **extra_kwargs):
        if total and n >= total + 0.5:
            total = None
        if unit_scale and unit_scale not in (True, 1):
            total = total * unit_scale if total else total
            n *= unit_scale
            rate = rate * unit_scale if rate else rate
            unit_scale = False
        if rate is None and elapsed:
            rate = (n - initial) / elapsed
        inverse = 1 / rate if rate else None

        def scaled(value):
            return tqdm.format_sizeof(value) if unit_scale else f'{value:5.2f}'

        def counted(value):
            return '?' if value is None else tqdm.format_sizeof(value, divisor=unit_divisor) if unit_scale else str(value)

        rate_noinv_fmt = (scaled(rate) if rate else '?') + unit + '/s'
        rate_inv_fmt = (scaled(inverse) if inverse else '?') + 's/' + unit
        rate_fmt = rate_inv_fmt if inverse and inverse > 1 else rate_noinv_fmt
        elapsed_str = tqdm.format_interval(elapsed)
        remaining = (total - n) / rate if rate and total else 0
        remaining_str = tqdm.format_interval(remaining) if rate else '?'
        if isinstance(postfix, str):
            postfix = ', ' + postfix if postfix else ''
        elif postfix is None:
            postfix = ''
        l_bar = '' if not prefix else prefix if prefix.endswith(': ') else prefix + ': '
        r_bar = f'| {counted(n)}/{counted(total)} [{elapsed_str}<{remaining_str}, {rate_fmt}{postfix}]'
        if not total and not bar_format:
            return f"{prefix + ': ' if prefix else ''}{counted(n)}{unit} [{elapsed_str}, {rate_fmt}{postfix}]"
        part = n / total if total else 0
        l_bar += f'{part * 100:3.0f}%|' if total else '|'
        if total and ncols == 0:
            return l_bar[:-1] + r_bar[1:]
        if bar_format and total and not prefix:
            bar_format = bar_format.replace('{desc}: ', '')
        bar_format = bar_format or '{l_bar}{bar}{r_bar}'
        fields = dict(
            n=n, n_fmt=counted(n), total=total, total_fmt=counted(total), elapsed=elapsed_str, elapsed_s=elapsed, ncols=ncols,
            desc=prefix or '', unit=unit, rate=inverse if inverse and inverse > 1 else rate, rate_fmt=rate_fmt, rate_noinv=rate,
            rate_noinv_fmt=rate_noinv_fmt, rate_inv=inverse, rate_inv_fmt=rate_inv_fmt, postfix=postfix, unit_divisor=unit_divisor,
            colour=colour, remaining=remaining_str, remaining_s=remaining, l_bar=l_bar, r_bar=r_bar, percentage=part * 100,
            eta=datetime.now() + timedelta(seconds=remaining), **extra_kwargs)
        without = _NoBar()
        text = bar_format.format(bar=without, **fields)
        if not without.isUsed:
            return text
        charset = Bar.BLANK if not total else Bar.ASCII if ascii is True else ascii or Bar.UTF
        bar = Bar(part, max(1, ncols - _width(text)) if ncols else 10, charset, colour)
        text = bar_format.format(bar=bar, **fields)
        return _trimmed(text, ncols) if ncols else text

    def __init__(self, iterable=None, desc=None, total=None, leave=True, file=None, ncols=None, mininterval=0.1, maxinterval=10.0,
                 miniters=None, ascii=None, disable=False, unit='it', unit_scale=False, dynamic_ncols=False, smoothing=0.3,
                 bar_format=None, initial=0, position=None, postfix=None, unit_divisor=1000, write_bytes=False, lock_args=None,
                 nrows=None, colour=None, delay=0, gui=False, **kwargs):
        self.disable = True    # until all of it is set
        if kwargs:
            raise TqdmKeyError('Unknown argument(s): ' + str(kwargs))
        file = sys.stderr if file is None else file
        if disable is None and hasattr(file, 'isatty') and not file.isatty():
            disable = True
        if total is None and iterable is not None:
            try:
                total = len(iterable)
            except (TypeError, AttributeError):
                total = None
        self.iterable = iterable
        self.total = None if total == float('inf') else total
        self.leave = leave
        self.n = initial
        self.pos = 0
        if disable:
            return
        if ncols is None and (dynamic_ncols or file in (sys.stderr, sys.stdout)) and 'COLUMNS' in os.environ:
            ncols = int(os.environ['COLUMNS']) - 1
        self.desc = desc or ''
        self.fp = file
        self.ncols = ncols
        self.nrows = nrows
        self.mininterval = mininterval or 0
        self.maxinterval = maxinterval or 0
        self.miniters = miniters or 0
        self.dynamic_miniters = miniters is None
        self.ascii = not _is_unicode(file) if ascii is None else ascii
        self.unit = unit
        self.unit_scale = unit_scale
        self.unit_divisor = unit_divisor
        self.initial = initial
        self.delay = delay
        self.smoothing = smoothing or 0
        self.bar_format = bar_format
        self.colour = colour
        self.postfix = None
        if postfix:
            try:
                self.set_postfix(refresh=False, **postfix)
            except TypeError:
                self.postfix = postfix
        self.last_print_n = initial
        self._last_length = 0
        self._start_averages()
        taken = {abs(bar.pos) for bar in self._instances}
        # A position that the program chose is negative.
        self.pos = min(set(range(len(taken) + 1)) - taken) if position is None else -position
        self.disable = False
        self._instances.append(self)
        if delay <= 0:
            self.refresh()
        self.last_print_t = self.start_t = time()

    def _start_averages(self):
        self._ema_dn, self._ema_dt, self._ema_miniters = EMA(self.smoothing), EMA(self.smoothing), EMA(self.smoothing)

    def __bool__(self):
        if self.total is not None:
            return self.total > 0
        if self.iterable is None:
            raise TypeError('bool() undefined when iterable == total == None')
        return bool(self.iterable)

    def __len__(self):
        if self.iterable is None:
            return self.total
        return self.iterable.shape[0] if hasattr(self.iterable, 'shape') else len(self.iterable)

    def __reversed__(self):
        iterable = self.iterable
        try:
            self.iterable = reversed(iterable)
            return self.__iter__()
        finally:
            self.iterable = iterable

    def __contains__(self, item):
        return item in self.iterable

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        self.close()

    def __del__(self):
        self.close()

    def __str__(self):
        return self.format_meter(**self.format_dict)

    def __hash__(self):
        return id(self)

    def __iter__(self):
        iterable = self.iterable
        if self.disable:
            for item in iterable:
                yield item
            return
        n = self.n
        start = self.start_t + self.delay
        try:
            for item in iterable:
                yield item
                n += 1
                if n - self.last_print_n >= self.miniters:
                    now = time()
                    if now - self.last_print_t >= self.mininterval and now >= start:
                        self.update(n - self.n)
        finally:
            self.n = n
            self.close()

    def update(self, n=1):
        if self.disable:
            return None
        if n < 0:
            self.last_print_n += n
        self.n += n
        done = self.n - self.last_print_n
        if done < self.miniters:
            return None
        now = time()
        dt = now - self.last_print_t
        if dt < self.mininterval or now < self.start_t + self.delay:
            return None
        if self.smoothing and dt and done:
            self._ema_dn(done)
            self._ema_dt(dt)
        self.refresh()
        if self.dynamic_miniters:
            self._adapt(done, dt)
        self.last_print_n = self.n
        self.last_print_t = now
        return True

    # The number of iterations after which the time is read again.
    def _adapt(self, done, dt):
        if self.maxinterval and dt >= self.maxinterval:
            self.miniters = done * (self.mininterval or self.maxinterval) / dt
        elif self.smoothing:
            self.miniters = self._ema_miniters(done * (self.mininterval / dt if self.mininterval and dt else 1))
        else:
            self.miniters = max(self.miniters, done)

    def close(self):
        if self.disable:
            return
        self.disable = True
        position = abs(self.pos)
        if self in self._instances:
            self._instances.remove(self)
        if self.last_print_t < self.start_t + self.delay:
            return
        if position == 0 if self.leave is None else self.leave:
            self._ema_dt = lambda: None    # the last line has the average over all
            self.display(pos=0)
            self.fp.write('\n')
        elif self.display(msg='', pos=position) and not position:
            self.fp.write('\r')

    def clear(self, nolock=False):
        position = abs(self.pos)
        if not self.disable and position < (self.nrows or 20):
            self.moveto(position)
            self._print('')
            self.fp.write('\r')
            self.moveto(-position)

    def refresh(self, nolock=False, lock_args=None):
        if not self.disable:
            self.display()
            return True

    def unpause(self):
        if not self.disable:
            now = time()
            self.start_t += now - self.last_print_t
            self.last_print_t = now

    def reset(self, total=None):
        self.n = 0
        if total is not None:
            self.total = total
        if not self.disable:
            self.last_print_n = 0
            self.last_print_t = self.start_t = time()
            self._start_averages()
            self.refresh()

    def set_description(self, desc=None, refresh=True):
        self.set_description_str(desc + ': ' if desc else '', refresh)

    def set_description_str(self, desc=None, refresh=True):
        self.desc = desc or ''
        if refresh:
            self.refresh()

    def set_postfix(self, ordered_dict=None, refresh=True, **kwargs):
        values = OrderedDict(ordered_dict or [])
        for key in sorted(kwargs):
            values[key] = kwargs[key]
        texts = {key: self.format_num(value) if isinstance(value, Number) else str(value) for key, value in values.items()}
        self.set_postfix_str(', '.join(f'{key}={text.strip()}' for key, text in texts.items()), refresh)

    def set_postfix_str(self, s='', refresh=True):
        self.postfix = str(s)
        if refresh:
            self.refresh()

    def moveto(self, n):
        self.fp.write('\n' * n + '\x1b[A' * -n)
        self._flush()

    def _flush(self):
        getattr(self.fp, 'flush', lambda: None)()

    @property
    def format_dict(self):
        if not hasattr(self, 'unit'):    # the bar was created disabled
            return {'n': self.n, 'total': self.total, 'elapsed': 0, 'unit': 'it'}
        return {
            'n': self.n, 'total': self.total, 'elapsed': time() - self.start_t if hasattr(self, 'start_t') else 0, 'ncols': self.ncols,
            'nrows': self.nrows, 'prefix': self.desc, 'ascii': self.ascii, 'unit': self.unit, 'unit_scale': self.unit_scale,
            'rate': self._ema_dn() / self._ema_dt() if self._ema_dt() else None, 'bar_format': self.bar_format,
            'postfix': self.postfix, 'unit_divisor': self.unit_divisor, 'initial': self.initial, 'colour': self.colour,
        }

    # Draws the bar, or a message, in the line of its position below the cursor.
    def display(self, msg=None, pos=None):
        pos = abs(self.pos) if pos is None else pos
        rows = self.nrows or 20
        if pos >= rows:
            return False
        if pos == rows - 1 and msg != '':
            msg = ' ... (more hidden) ...'
        if pos:
            self.moveto(pos)
        self._print(str(self) if msg is None else msg)
        if pos:
            self.moveto(-pos)
        return True

    # Replaces the text of the current line.
    def _print(self, text):
        self.fp.write('\r' + text + ' ' * max(self._last_length - _width(text), 0))
        self._flush()
        self._last_length = _width(text)

    @classmethod
    def write(cls, s, file=None, end='\n', nolock=False):
        fp = sys.stdout if file is None else file
        with cls.external_write_mode(file=file):
            fp.write(s)
            fp.write(end)

    # Bars that share the terminal with the file are away while the program writes.
    @classmethod
    @contextmanager
    def external_write_mode(cls, file=None, nolock=False):
        terminal = (sys.stdout, sys.stderr)
        fp = sys.stdout if file is None else file
        bars = [bar for bar in cls._instances if bar.fp is fp or (fp in terminal and bar.fp in terminal)]
        for bar in bars:
            bar.clear()
        yield
        for bar in bars:
            bar.refresh()


def trange(*args, **kwargs):
    return tqdm(range(*args), **kwargs)
