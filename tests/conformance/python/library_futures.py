import concurrent.futures
from concurrent.futures import ThreadPoolExecutor, as_completed

with ThreadPoolExecutor(max_workers=2) as pool:
    futures = {pool.submit(pow, n, 2): n for n in range(4)}
    print(sorted(future.result() for future in as_completed(futures)), list(pool.map(abs, [-1, 2])))
    failing = pool.submit(int, 'x')
    try:
        failing.result()
    except ValueError as error:
        print(error, failing.done(), type(failing.exception()).__name__)
done, waiting = concurrent.futures.wait(futures)
print(len(done), waiting, concurrent.futures.Future().done())
