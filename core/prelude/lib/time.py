"""Clocks. In the static domain they don't advance."""

import _host

timezone = altzone = daylight = 0
tzname = ("UTC", "UTC")
CLOCK_REALTIME = 0
CLOCK_MONOTONIC = 1


class struct_time(tuple):
    n_fields = 11
    n_sequence_fields = n_unnamed_fields = 9
    tm_zone = "UTC"
    tm_gmtoff = 0

    def __new__(cls, sequence):
        values = tuple(sequence)
        if len(values) != 9:
            raise TypeError("a time tuple must have 9 items")
        return super().__new__(cls, values)

    def __repr__(self):
        return f"time.struct_time({', '.join([f'{name}={value!r}' for name, value in zip(_parts, self)])})"


_parts = ("tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday", "tm_yday", "tm_isdst")


def _part(index):
    return property(lambda self: self[index])


for _index, _name in enumerate(_parts):
    setattr(struct_time, _name, _part(_index))


def time_ns():
    return _host.now(False) if _host.active else 0


def time():
    return time_ns() / 1e9


def monotonic_ns():
    return _host.now(True) if _host.active else 0


def monotonic():
    return monotonic_ns() / 1e9


perf_counter = process_time = thread_time = monotonic
perf_counter_ns = process_time_ns = thread_time_ns = monotonic_ns


def sleep(secs):
    if secs < 0:
        raise ValueError("no time to sleep is below 0")
    if _host.active:
        _host.sleep(secs)


def gmtime(secs=None):
    """The calendar date of a number of seconds after the start of 1970."""
    days, rest = divmod(int(time() if secs is None else secs), 86400)
    # Years start in March, so that the leap day comes last; eras have 400 years.
    era, day = divmod(days + 719468, 146097)
    year = (day - day // 1460 + day // 36524 - day // 146096) // 365
    day -= 365 * year + year // 4 - year // 100
    month = (5 * day + 2) // 153
    mday = day - (153 * month + 2) // 5 + 1
    month += 3 if month < 10 else -9
    year += 400 * era + (month <= 2)
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    yday = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)[month - 1] + mday + (leap and month > 2)
    return struct_time((year, month, mday, rest // 3600, rest // 60 % 60, rest % 60, (days + 3) % 7, yday, 0))


localtime = gmtime

_days = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_months = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December")
_formats = {
    "Y": lambda t: "%d" % t[0], "m": lambda t: "%02d" % t[1], "d": lambda t: "%02d" % t[2],
    "H": lambda t: "%02d" % t[3], "M": lambda t: "%02d" % t[4], "S": lambda t: "%02d" % t[5],
    "y": lambda t: "%02d" % (t[0] % 100), "j": lambda t: "%03d" % t[7],
    "w": lambda t: "%d" % ((t[6] + 1) % 7),
    "a": lambda t: _days[t[6]][:3], "A": lambda t: _days[t[6]], "b": lambda t: _months[t[1] - 1][:3],
    "B": lambda t: _months[t[1] - 1], "p": lambda t: "AM" if t[3] < 12 else "PM",
    "I": lambda t: "%02d" % ((t[3] - 1) % 12 + 1), "Z": lambda t: "UTC", "z": lambda t: "+0000",
    "F": lambda t: "%d-%02d-%02d" % t[:3], "T": lambda t: "%02d:%02d:%02d" % t[3:6],
    "D": lambda t: "%02d/%02d/%02d" % (t[1], t[2], t[0] % 100), "R": lambda t: "%02d:%02d" % t[3:5],
    "c": lambda t: asctime(t), "x": lambda t: "%02d/%02d/%02d" % (t[1], t[2], t[0] % 100),
    "X": lambda t: "%02d:%02d:%02d" % t[3:6], "%": lambda t: "%", "n": lambda t: "\n", "t": lambda t: "\t",
}


def strftime(format, t=None):
    t = tuple(gmtime() if t is None else t)
    parts = []
    characters = iter(format)
    for character in characters:
        if character == "%":
            code = next(characters, "")
            character = _formats[code](t) if code in _formats else "%" + code
        parts.append(character)
    return "".join(parts)


def asctime(t=None):
    t = tuple(gmtime() if t is None else t)
    return "%s %s %2d %02d:%02d:%02d %d" % (_days[t[6]][:3], _months[t[1] - 1][:3], *t[2:6], t[0])


def ctime(secs=None):
    return asctime(gmtime(secs))


def mktime(t):
    year, month, day, hour, minute, second = t[:6]
    year -= month <= 2
    shifted = (month + 9) % 12
    days = 365 * year + year // 4 - year // 100 + year // 400 + (153 * shifted + 2) // 5 + day - 1 - 719468
    return float(days * 86400 + hour * 3600 + minute * 60 + second)
