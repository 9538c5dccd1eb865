import threading

seen = []
lock = threading.Lock()
rlock = threading.RLock()


def work(n, extra=0):
    with lock:
        seen.append((n, extra, threading.current_thread().name))


threads = [threading.Thread(target=work, args=(i,), kwargs={"extra": i * 2}, name=f"worker-{i}") for i in range(3)]
for t in threads:
    t.start()
    t.join()
print(seen, [t.is_alive() for t in threads], threads[0].name, threads[0].daemon)
print(lock.locked(), lock.acquire(), lock.locked(), lock.acquire(False), lock.release(), lock.locked())
with rlock:
    with rlock:
        print("twice")


class Own(threading.Thread):
    def run(self):
        self.result = 42


own = Own(daemon=True)
own.start()
own.join()
print(own.result, own.daemon, threading.main_thread() is threading.current_thread(), threading.current_thread().name, threading.active_count())
event = threading.Event()
print(event.is_set(), event.wait(0), event.set(), event.is_set(), event.wait())
data = threading.local()
data.x = 1
print(data.x, hasattr(data, "y"))
semaphore = threading.BoundedSemaphore(1)
with semaphore:
    print(semaphore.acquire(blocking=False))
for bad in (lambda: lock.release(), lambda: own.start(), lambda: threading.Thread().join(), lambda: semaphore.release()):
    try:
        bad()
    except (RuntimeError, ValueError) as error:
        print(type(error).__name__)
