def trace(log):
    depth = 0
    try:
        while True:
            event = yield depth
            depth += {"in": 1, "out": -1}.get(event, 0)
            log.append((event, depth))
            if depth < 0:
                raise IndexError("below")
    except IndexError as error:
        log.append(str(error))
        return depth
    finally:
        log.append("closed")


log = []
t = trace(log)
next(t)
print(t.send("in"), t.send("in"), t.send("other"), t.send("out"), t.send("out"))
try:
    t.send("out")
except StopIteration as stop:
    print(stop.value)
print(log)
