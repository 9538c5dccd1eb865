import threading

results = []
condition = threading.Condition()
semaphore = threading.Semaphore(2)


def producer():
    with condition:
        results.append("made")
        condition.notify_all()


t = threading.Thread(target=producer)
t.start()
t.join()
with condition:
    print(condition.wait_for(lambda: results), results)
with semaphore, semaphore:
    print(semaphore.acquire(blocking=False))
print(semaphore.acquire(), threading.Event().wait(timeout=0), len(threading.enumerate()), threading.current_thread() is threading.main_thread())
