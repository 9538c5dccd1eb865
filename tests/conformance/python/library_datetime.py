from datetime import MAXYEAR, date, datetime, time, timedelta, timezone

d = date(2024, 2, 29)
print(d, repr(d), d.weekday(), d.isoweekday(), d.toordinal(), date.fromordinal(738945), d.replace(day=1), d + timedelta(days=1))
print(d.strftime('%Y-%m-%d %j %a %b'), f'{d:%d/%m/%y}', d - date(2023, 12, 31), d < date(2025, 1, 1), date.fromisoformat('2020-01-31'))
t = datetime(2023, 5, 6, 7, 8, 9, 123456)
print(t, repr(t), t.isoformat(), t.isoformat(timespec='seconds'), t.date(), t.time(), t.replace(microsecond=0), t.ctime())
print(t.strftime('%Y%m%d_%H%M%S.%f %p %I %%'), f'{t:%H:%M}', t + timedelta(hours=20, minutes=1), t - datetime(2023, 1, 1))
print(datetime.strptime('2021-03-04 05:06:07', '%Y-%m-%d %H:%M:%S'), datetime.fromisoformat('2021-03-04T05:06:07.5+02:00'))
u = datetime(2020, 1, 1, tzinfo=timezone.utc)
print(u, repr(u), u.timestamp(), u.astimezone(timezone(timedelta(hours=-5))), datetime.fromtimestamp(1e9, timezone.utc), u.tzname())
delta = timedelta(days=1, hours=-3, milliseconds=5)
print(delta, repr(delta), delta.total_seconds(), -delta, abs(-delta), delta * 2, 1.5 * delta, delta / 2, delta / timedelta(hours=1),
      delta // timedelta(minutes=7), delta % timedelta(hours=2), timedelta(seconds=90), timedelta(0), bool(timedelta()), str(timedelta(days=-1)))
print(timedelta(1) > timedelta(0, 5), timedelta(1) == timedelta(hours=24), {timedelta(1): 1}[timedelta(hours=24)], timedelta(weeks=1).days)
print(time(1, 2), repr(time(1, 2, 3, 4)), time(23).isoformat(), datetime.combine(d, time(4, 5)), MAXYEAR, datetime.min, datetime.max)
print(sorted([datetime(2020, 1, 2), datetime(2020, 1, 1)]), isinstance(t, date), t.timetuple()[:6], u == u.astimezone(timezone(timedelta(hours=1))))
for make in (lambda: date(2023, 2, 29), lambda: datetime(2023, 1, 1, 24), lambda: date(0, 1, 1), lambda: t - u, lambda: t < u):
    try:
        make()
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
