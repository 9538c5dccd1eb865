# Files of numpy.savez.
import io
import os
import tempfile

import numpy as np

a = np.arange(6, dtype=np.float32).reshape(2, 3)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "arrays")
    np.savez(path, a, weights=a * 2, mask=a > 2)
    print(os.listdir(folder))
    with np.load(path + ".npz") as arrays:
        print(sorted(arrays.files), len(arrays), "a" in arrays, "mask" in arrays)
        for name in sorted(arrays):
            print(name, arrays[name], arrays[name].dtype)
        print({name: value.shape for name, value in sorted(arrays.items())}, sorted(arrays.keys()))
        try:
            arrays["other"]
        except KeyError:
            print("refused")
    np.savez_compressed(os.path.join(folder, "packed.npz"), x=np.zeros(1000), y=np.int64(3))
    packed = np.load(os.path.join(folder, "packed.npz"))
    print(packed["x"].sum(), packed["y"], packed["y"].shape)
buffer = io.BytesIO()
np.savez(buffer, one=[1, 2])
buffer.seek(0)
print(np.load(buffer)["one"])
try:
    np.savez(buffer, a, arr_0=a)
except ValueError:
    print("refused")
