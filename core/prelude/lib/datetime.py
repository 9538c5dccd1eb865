# Dates and times in Gregorian days since 0001-01-01. Local time is UTC.
import time as _time
from functools import total_ordering

__all__ = ('date', 'datetime', 'time', 'timedelta', 'timezone', 'tzinfo', 'MINYEAR', 'MAXYEAR', 'UTC')

MINYEAR = 1
MAXYEAR = 9999

_DAYS = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]
_MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
_WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
_EPOCH = 719163  # the ordinal of 1970-01-01


def _is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _before_month(year, month):
    return _DAYS[month - 1] + (month > 2 and _is_leap(year))


def _days_in(year, month):
    return 29 if month == 2 and _is_leap(year) else _DAYS[month] - _DAYS[month - 1]


def _ordinal(year, month, day):
    last = year - 1
    return last * 365 + last // 4 - last // 100 + last // 400 + _before_month(year, month) + day


def _from_ordinal(n):
    year = max(1, n // 366)
    while _ordinal(year + 1, 1, 1) <= n:
        year += 1
    month = 1
    while month < 12 and _ordinal(year, month + 1, 1) <= n:
        month += 1
    return year, month, n - _ordinal(year, month, 1) + 1


def _check_date(year, month, day):
    if not MINYEAR <= year <= MAXYEAR:
        raise ValueError(f'year {year} is out of range')
    if not 1 <= month <= 12:
        raise ValueError('month must be in 1..12')
    if not 1 <= day <= _days_in(year, month):
        raise ValueError('day is out of range for month')


def _check_time(hour, minute, second, microsecond):
    for name, value, end in (('hour', hour, 24), ('minute', minute, 60), ('second', second, 60),
                             ('microsecond', microsecond, 1000000)):
        if not 0 <= value < end:
            raise ValueError(f'{name} must be in 0..{end - 1}')


def _formatted(value, form):
    has_time = isinstance(value, (time, datetime))
    has_date = isinstance(value, date)
    made = ''
    at = 0
    while at < len(form):
        if form[at] != '%' or at + 1 == len(form):
            made += form[at]
            at += 1
            continue
        code = form[at + 1]
        at += 2
        if code == 'f':
            made += f'{value.microsecond if has_time else 0:06d}'
        elif code == 'z':
            made += _offset_text(value.utcoffset(), '') if has_time else ''
        elif code == 'Z':
            made += (value.tzname() or '') if has_time else ''
        else:
            moment = value if has_date else date(1900, 1, 1)
            made += _time.strftime('%' + code, (
                moment.year, moment.month, moment.day, value.hour if has_time else 0, value.minute if has_time else 0,
                value.second if has_time else 0, moment.weekday(), moment.toordinal() - date(moment.year, 1, 1).toordinal() + 1,
                -1))
    return made


def _offset_text(offset, colon=':'):
    if offset is None:
        return ''
    seconds = offset.days * 86400 + offset.seconds
    sign = '-' if seconds < 0 else '+'
    minutes, seconds = divmod(abs(seconds), 60)
    text = f'{sign}{minutes // 60:02d}{colon}{minutes % 60:02d}'
    return text + (f'{colon}{seconds:02d}' if seconds else '')


@total_ordering
class timedelta:
    __slots__ = ('_days', '_seconds', '_microseconds')

    def __new__(cls, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        self = object.__new__(cls)
        parts = ((weeks, 7 * 86400000000), (days, 86400000000), (hours, 3600000000), (minutes, 60000000),
                 (seconds, 1000000), (milliseconds, 1000), (microseconds, 1))
        whole = 0
        rest = 0.0
        for amount, unit in parts:
            if isinstance(amount, int):
                whole += amount * unit
            else:
                units = int(amount * unit)
                whole += units
                rest += amount * unit - units
        whole += round(rest)
        self._days, left = divmod(whole, 86400000000)
        self._seconds, self._microseconds = divmod(left, 1000000)
        if abs(self._days) > 999999999:
            raise OverflowError(f'days={self._days}; must have magnitude <= 999999999')
        return self

    days = property(lambda self: self._days)
    seconds = property(lambda self: self._seconds)
    microseconds = property(lambda self: self._microseconds)

    def _micro(self):
        return (self._days * 86400 + self._seconds) * 1000000 + self._microseconds

    def total_seconds(self):
        return self._micro() / 1000000

    def __repr__(self):
        parts = [f'{name}={value}' for name, value in (('days', self._days), ('seconds', self._seconds),
                                                       ('microseconds', self._microseconds)) if value]
        return f"datetime.timedelta({', '.join(parts) or '0'})"

    def __str__(self):
        minutes, seconds = divmod(self._seconds, 60)
        text = f'{minutes // 60}:{minutes % 60:02d}:{seconds:02d}'
        if self._days:
            text = f"{self._days} day{'s' if abs(self._days) != 1 else ''}, " + text
        return text + (f'.{self._microseconds:06d}' if self._microseconds else '')

    def __add__(self, other):
        return timedelta(0, 0, self._micro() + other._micro()) if isinstance(other, timedelta) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        return timedelta(0, 0, self._micro() - other._micro()) if isinstance(other, timedelta) else NotImplemented

    def __neg__(self):
        return timedelta(0, 0, -self._micro())

    def __pos__(self):
        return self

    def __abs__(self):
        return -self if self._days < 0 else self

    def __mul__(self, other):
        if isinstance(other, int):
            return timedelta(0, 0, self._micro() * other)
        if isinstance(other, float):
            top, bottom = other.as_integer_ratio()
            return timedelta(0, 0, _rounded(self._micro() * top, bottom))
        return NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._micro() / other._micro()
        if isinstance(other, int):
            return timedelta(0, 0, _rounded(self._micro(), other))
        if isinstance(other, float):
            top, bottom = other.as_integer_ratio()
            return timedelta(0, 0, _rounded(self._micro() * bottom, top))
        return NotImplemented

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return self._micro() // other._micro()
        return timedelta(0, 0, self._micro() // other) if isinstance(other, int) else NotImplemented

    def __mod__(self, other):
        return timedelta(0, 0, self._micro() % other._micro()) if isinstance(other, timedelta) else NotImplemented

    def __divmod__(self, other):
        return self // other, self % other

    def __eq__(self, other):
        return self._micro() == other._micro() if isinstance(other, timedelta) else NotImplemented

    def __lt__(self, other):
        return self._micro() < other._micro() if isinstance(other, timedelta) else NotImplemented

    def __hash__(self):
        return hash(self._micro())

    def __bool__(self):
        return self._micro() != 0


def _rounded(top, bottom):
    if bottom < 0:
        top, bottom = -top, -bottom
    whole, rest = divmod(top, bottom)
    return whole + (2 * rest > bottom or (2 * rest == bottom and whole % 2 == 1))


# The extremes have more microseconds than an int of JitScope: only their parts are known.
timedelta.min, timedelta.max = object.__new__(timedelta), object.__new__(timedelta)
timedelta.min._days, timedelta.min._seconds, timedelta.min._microseconds = -999999999, 0, 0
timedelta.max._days, timedelta.max._seconds, timedelta.max._microseconds = 999999999, 86399, 999999
timedelta.resolution = timedelta(0, 0, 1)


class tzinfo:
    def utcoffset(self, dt):
        raise NotImplementedError('tzinfo subclass must override utcoffset()')

    def tzname(self, dt):
        raise NotImplementedError('tzinfo subclass must override tzname()')

    def dst(self, dt):
        raise NotImplementedError('tzinfo subclass must override dst()')

    def fromutc(self, dt):
        return dt + self.utcoffset(dt)


class timezone(tzinfo):
    def __init__(self, offset, name=None):
        if not timedelta(-1) < offset < timedelta(1):
            raise ValueError('offset must be a timedelta strictly between -timedelta(hours=24) and '
                             f'timedelta(hours=24), not {offset!r}.')
        self._offset = offset
        self._name = name

    def utcoffset(self, dt):
        return self._offset

    def tzname(self, dt):
        if self._name is not None:
            return self._name
        return 'UTC' + _offset_text(self._offset) if self._offset else 'UTC'

    def dst(self, dt):
        return None

    def __eq__(self, other):
        return self._offset == other._offset if isinstance(other, timezone) else NotImplemented

    def __hash__(self):
        return hash(self._offset)

    def __repr__(self):
        if self is timezone.utc:
            return 'datetime.timezone.utc'
        name = '' if self._name is None else f', {self._name!r}'
        return f'datetime.timezone({self._offset!r}{name})'

    def __str__(self):
        return self.tzname(None)


timezone.utc = UTC = timezone(timedelta(0))


@total_ordering
class date:
    def __new__(cls, year, month=None, day=None):
        _check_date(year, month, day)
        self = object.__new__(cls)
        self._date = (year, month, day)
        return self

    year = property(lambda self: self._date[0])
    month = property(lambda self: self._date[1])
    day = property(lambda self: self._date[2])

    @classmethod
    def today(cls):
        return cls.fromtimestamp(_time.time())

    @classmethod
    def fromtimestamp(cls, t):
        return cls(*_from_ordinal(int(t // 86400) + _EPOCH))

    @classmethod
    def fromordinal(cls, n):
        return cls(*_from_ordinal(n))

    @classmethod
    def fromisoformat(cls, date_string):
        return cls(*_iso_date(date_string))

    def toordinal(self):
        return _ordinal(*self._date)

    def weekday(self):
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        return self.weekday() + 1

    def isoformat(self):
        return '%04d-%02d-%02d' % self._date

    def ctime(self):
        return self.strftime('%a %b %d 00:00:00 %Y')

    def timetuple(self):
        return _time.struct_time(self._date + (0, 0, 0, self.weekday(),
                                               self.toordinal() - _ordinal(self.year, 1, 1) + 1, -1))

    def replace(self, year=None, month=None, day=None):
        return type(self)(year or self.year, month or self.month, day or self.day)

    def strftime(self, format):
        return _formatted(self, format)

    def __format__(self, format):
        return self.strftime(format) if format else str(self)

    def __str__(self):
        return self.isoformat()

    def __repr__(self):
        return 'datetime.%s(%d, %d, %d)' % ((type(self).__qualname__,) + self._date)

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        return type(self).fromordinal(self.toordinal() + other.days)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + timedelta(-other.days)
        return timedelta(self.toordinal() - other.toordinal()) if isinstance(other, date) else NotImplemented

    def __eq__(self, other):
        if not isinstance(other, date) or isinstance(other, datetime):
            return NotImplemented
        return self._date == other._date

    def __lt__(self, other):
        if not isinstance(other, date) or isinstance(other, datetime):
            return NotImplemented
        return self._date < other._date

    def __hash__(self):
        return hash(self._date)


@total_ordering
class time:
    def __new__(cls, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        _check_time(hour, minute, second, microsecond)
        self = object.__new__(cls)
        self._time = (hour, minute, second, microsecond)
        self.tzinfo = tzinfo
        return self

    hour = property(lambda self: self._time[0])
    minute = property(lambda self: self._time[1])
    second = property(lambda self: self._time[2])
    microsecond = property(lambda self: self._time[3])

    def utcoffset(self):
        return None if self.tzinfo is None else self.tzinfo.utcoffset(None)

    def tzname(self):
        return None if self.tzinfo is None else self.tzinfo.tzname(None)

    def isoformat(self, timespec='auto'):
        return _iso_time(self._time, timespec) + _offset_text(self.utcoffset())

    def strftime(self, format):
        return _formatted(self, format)

    def __format__(self, format):
        return self.strftime(format) if format else str(self)

    def __str__(self):
        return self.isoformat()

    def __repr__(self):
        return f'datetime.time({_shown(self._time, self.tzinfo)})'

    def __eq__(self, other):
        return self._time == other._time if isinstance(other, time) else NotImplemented

    def __lt__(self, other):
        return self._time < other._time if isinstance(other, time) else NotImplemented

    def __hash__(self):
        return hash(self._time)


class datetime(date):
    def __new__(cls, year, month=None, day=None, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        _check_time(hour, minute, second, microsecond)
        self = date.__new__(cls, year, month, day)
        self._time = (hour, minute, second, microsecond)
        self.tzinfo = tzinfo
        return self

    hour = property(lambda self: self._time[0])
    minute = property(lambda self: self._time[1])
    second = property(lambda self: self._time[2])
    microsecond = property(lambda self: self._time[3])

    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(_time.time(), tz)

    @classmethod
    def utcnow(cls):
        return cls.fromtimestamp(_time.time())

    @classmethod
    def today(cls):
        return cls.now()

    @classmethod
    def fromtimestamp(cls, t, tz=None):
        made = cls._at((_EPOCH * 86400000000) + round(t * 1000000))
        return made if tz is None else tz.fromutc(made.replace(tzinfo=tz))

    @classmethod
    def utcfromtimestamp(cls, t):
        return cls.fromtimestamp(t)

    @classmethod
    def fromordinal(cls, n):
        return cls(*_from_ordinal(n))

    @classmethod
    def combine(cls, date, time, tzinfo=None):
        return cls(*date._date, *time._time, tzinfo or time.tzinfo)

    @classmethod
    def fromisoformat(cls, date_string):
        day, rest = date_string[:10], date_string[11:]
        zone = None
        if rest.endswith('Z'):
            zone, rest = timezone.utc, rest[:-1]
        else:
            at = max(rest.rfind('+'), rest.rfind('-'))
            if at > 0:
                sign = -1 if rest[at] == '-' else 1
                hours, _, minutes = rest[at + 1:].partition(':')
                zone = timezone(sign * timedelta(hours=int(hours[:2]), minutes=int(minutes or hours[2:] or 0)))
                rest = rest[:at]
        clock, _, fraction = rest.partition('.')
        parts = [int(part) for part in clock.split(':')] if clock else []
        return cls(*_iso_date(day), *(parts + [0] * (3 - len(parts))), int((fraction + '000000')[:6] or 0), zone)

    @classmethod
    def strptime(cls, date_string, format):
        return cls(*_parsed(date_string, format))

    @classmethod
    def _at(cls, micro, zone=None):
        days, rest = divmod(micro, 86400000000)
        seconds, micro = divmod(rest, 1000000)
        return cls(*_from_ordinal(days), seconds // 3600, seconds // 60 % 60, seconds % 60, micro, zone)

    def _micro(self):
        hour, minute, second, micro = self._time
        return (self.toordinal() * 86400 + hour * 3600 + minute * 60 + second) * 1000000 + micro

    def _instant(self):
        offset = self.utcoffset()
        return self._micro() - (0 if offset is None else offset._micro())

    def timestamp(self):
        return (self._instant() - _EPOCH * 86400000000) / 1000000

    def date(self):
        return date(*self._date)

    def time(self):
        return time(*self._time)

    def timetz(self):
        return time(*self._time, self.tzinfo)

    def utcoffset(self):
        return None if self.tzinfo is None else self.tzinfo.utcoffset(self)

    def tzname(self):
        return None if self.tzinfo is None else self.tzinfo.tzname(self)

    def astimezone(self, tz=None):
        tz = tz or timezone.utc
        return tz.fromutc(type(self)._at(self._instant(), tz))

    def timetuple(self):
        return _time.struct_time(self._date + self._time[:3] + (
            self.weekday(), self.toordinal() - _ordinal(self.year, 1, 1) + 1, -1))

    def replace(self, year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None,
                tzinfo=True, *, fold=None):
        given = (year, month, day, hour, minute, second, microsecond)
        parts = [old if new is None else new for new, old in zip(given, self._date + self._time)]
        return type(self)(*parts, self.tzinfo if tzinfo is True else tzinfo)

    def isoformat(self, sep='T', timespec='auto'):
        return date.isoformat(self) + sep + _iso_time(self._time, timespec) + _offset_text(self.utcoffset())

    def ctime(self):
        return f'{_WEEKDAYS[self.weekday()]} {_MONTHS[self.month - 1]} {self.day:2d} ' + '%02d:%02d:%02d ' % \
            self._time[:3] + f'{self.year:04d}'

    def __str__(self):
        return self.isoformat(' ')

    def __repr__(self):
        parts = ', '.join(str(part) for part in self._date)
        return f'datetime.{type(self).__qualname__}({parts}, {_shown(self._time, self.tzinfo)})'

    def __add__(self, other):
        return type(self)._at(self._micro() + other._micro(), self.tzinfo) if isinstance(other, timedelta) \
            else NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + -other
        if not isinstance(other, datetime):
            return NotImplemented
        if (self.utcoffset() is None) != (other.utcoffset() is None):
            raise TypeError("can't subtract offset-naive and offset-aware datetimes")
        return timedelta(0, 0, self._instant() - other._instant())

    def __eq__(self, other):
        if not isinstance(other, datetime):
            return NotImplemented
        return (self.utcoffset() is None) == (other.utcoffset() is None) and self._instant() == other._instant()

    def _before(self, other, compare):
        if not isinstance(other, datetime):
            return NotImplemented
        if (self.utcoffset() is None) != (other.utcoffset() is None):
            raise TypeError("can't compare offset-naive and offset-aware datetimes")
        return compare(self._instant(), other._instant())

    def __lt__(self, other):
        return self._before(other, lambda a, b: a < b)

    def __le__(self, other):
        return self._before(other, lambda a, b: a <= b)

    def __gt__(self, other):
        return self._before(other, lambda a, b: a > b)

    def __ge__(self, other):
        return self._before(other, lambda a, b: a >= b)

    def __hash__(self):
        return hash(self._instant())


def _shown(clock, zone):
    parts = list(clock)
    while len(parts) > 2 and not parts[-1]:
        parts.pop()
    return ', '.join(str(part) for part in parts) + (f', tzinfo={zone!r}' if zone is not None else '')


def _iso_time(clock, timespec):
    text = '%02d:%02d:%02d' % clock[:3]
    if timespec == 'auto':
        timespec = 'microseconds' if clock[3] else 'seconds'
    return {'hours': text[:2], 'minutes': text[:5], 'seconds': text, 'milliseconds': f'{text}.{clock[3] // 1000:03d}',
            'microseconds': f'{text}.{clock[3]:06d}'}[timespec]


def _iso_date(text):
    parts = text.split('-') if '-' in text else [text[:4], text[4:6], text[6:]]
    if len(parts) != 3 or not all(part.isdigit() for part in parts):
        raise ValueError(f'Invalid isoformat string: {text!r}')
    return [int(part) for part in parts]


_FORMS = {'Y': r'(\d{4})', 'm': r'(\d{1,2})', 'd': r'(\d{1,2})', 'H': r'(\d{1,2})', 'M': r'(\d{1,2})',
          'S': r'(\d{1,2})', 'f': r'(\d{1,6})', 'y': r'(\d{2})', 'j': r'(\d{1,3})', 'b': r'([A-Za-z]{3})',
          'a': r'([A-Za-z]{3})', 'I': r'(\d{1,2})', 'p': r'([AaPp][Mm])'}


def _parsed(text, form):
    import re

    pattern = ''
    codes = []
    at = 0
    while at < len(form):
        if form[at] == '%' and at + 1 < len(form):
            code = form[at + 1]
            if code != '%':
                codes.append(code)
            pattern += '%' if code == '%' else _FORMS[code]
            at += 2
        else:
            pattern += re.escape(form[at])
            at += 1
    found = re.fullmatch(pattern, text)
    if found is None:
        raise ValueError(f'time data {text!r} does not match format {form!r}')
    known = dict(zip(codes, found.groups()))
    month = _MONTHS.index(known['b'].title()) + 1 if 'b' in known else int(known.get('m', 1))
    hour = int(known.get('H', known.get('I', 0)))
    if 'p' in known:
        hour = hour % 12 + (12 if known['p'].lower() == 'pm' else 0)
    year = int(known.get('Y', 1900))
    if 'y' in known:
        year = int(known['y']) + (1900 if int(known['y']) > 68 else 2000)
    return (year, month, int(known.get('d', 1)), hour, int(known.get('M', 0)), int(known.get('S', 0)),
            int((known.get('f', '0') + '000000')[:6]))


date.min, date.max, date.resolution = date(1, 1, 1), date(9999, 12, 31), timedelta(1)
datetime.min, datetime.max = datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 999999)
datetime.resolution = timedelta(0, 0, 1)
time.min, time.max = time(0, 0), time(23, 59, 59, 999999)
