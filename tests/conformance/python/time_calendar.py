import time

print(time.gmtime(0))
for seconds in (0, 951782400, 1700000000, 1709164799, 4102444800):
    t = time.gmtime(seconds)
    print(tuple(t), t.tm_year, t.tm_yday, time.strftime("%Y-%m-%d %H:%M:%S %a %b %j %y %p %I %%", t), time.asctime(t))
before = time.perf_counter()
print(time.perf_counter() - before >= 0, time.monotonic() >= 0, isinstance(time.time(), float), isinstance(time.time_ns(), int), time.sleep(0))
