"""As client.c, with the Python package. A model that is named "-" is read as lines of paths: each is loaded, and its outcome printed."""
import ctypes
import os
import sys

import jitscope
from jitscope import _library


def read_tensor(path):
    with open(path, "rb") as file:
        memory = ctypes.create_string_buffer(file.read())
    words = ctypes.cast(memory, ctypes.POINTER(ctypes.c_int64))
    sizes = words[2:2 + words[1]]
    handle = ctypes.c_void_p()
    # The memory lives until the process ends, as the arguments of this function do.
    KEPT.append(memory)
    jitscope._errors.check(_library.functions.tensor_borrow(
        ctypes.addressof(memory) + 16 + 8 * len(sizes), words[0], len(sizes), (ctypes.c_int64 * len(sizes))(*sizes), None,
        _library.RELEASE(), None, ctypes.byref(handle)))
    return jitscope.Tensor(handle.value)


def tensors(value):
    if isinstance(value, jitscope.Tensor):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ():
        yield from tensors(item)


def tensor_bytes(runtime, tensor):
    whole = runtime.call("aten::contiguous", tensor)
    number, sizes, _ = whole._shape()
    count = 1
    for size in sizes:
        count *= size
    address = ctypes.c_void_p()
    jitscope._errors.check(_library.functions.tensor_mutable_data(whole.handle, ctypes.byref(address)))
    item = (1, 1, 2, 4, 8, 2, 4, 8, 4, 8, 16, 1, 0, 0, 0, 2)[number]
    data = ctypes.string_at(address.value, count * item) if count else b""
    return bytes((ctypes.c_int64 * (2 + len(sizes)))(number, len(sizes), *sizes)) + data


def main():
    runtime = jitscope.Runtime(os.environ.get("JITSCOPE_TORCH"))
    if sys.argv[1] == "-":
        for line in sys.stdin:
            try:
                runtime.load(line.strip())
                print("loaded", flush=True)
            except jitscope.Error as error:
                print(type(error).__name__, flush=True)
        return
    with jitscope.no_grad():
        result = runtime.load(sys.argv[1])(*map(read_tensor, sys.argv[3:]))
    with open(sys.argv[2], "wb") as file:
        for tensor in tensors(result):
            file.write(tensor_bytes(runtime, tensor))


KEPT = []
try:
    main()
except jitscope.Error as error:
    print(f"error {type(error).__name__}: {error}", file=sys.stderr)
    sys.exit(3)
