import contextvars
import errno
import platform
import queue
import timeit

variable = contextvars.ContextVar('variable', default=1)
token = variable.set(2)
print(variable.get(), errno.ENOENT, errno.errorcode[2], platform.system(), platform.python_implementation())
variable.reset(token)
print(variable.get(), timeit.timeit(lambda: None, number=3) >= 0)
numbers = queue.PriorityQueue()
for n in (3, 1, 2):
    numbers.put(n)
print(numbers.get(), numbers.qsize(), numbers.get_nowait(), numbers.get(), numbers.empty())
try:
    queue.Queue().get_nowait()
except queue.Empty:
    print('empty')
