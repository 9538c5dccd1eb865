# numpy's files: tables of text, and plain numbers.
import io
import os
import tempfile

import numpy as np

TEXT = '# a comment\n1, 2.5, 3\n4, 5, 6e1 # behind\n\n7, 8, nan\n'
print(np.loadtxt(io.StringIO(TEXT), delimiter=','))
print(np.loadtxt(io.StringIO(TEXT), delimiter=',', skiprows=2, dtype=np.float32, usecols=(2, 0)))
print(np.loadtxt(TEXT.splitlines(), delimiter=',', usecols=0, dtype=int), np.loadtxt(['1 2'], ndmin=2).shape, np.loadtxt(['3']).shape)
a, b = np.loadtxt(['1 2', '3 4', '5 6'], unpack=True, max_rows=2)
print(a, b, np.loadtxt(['x 1', 'y 2'], converters={0: lambda s: len(s)}))
for wrong in [lambda: np.loadtxt(['1 2', '3']), lambda: np.loadtxt(['1 x']), lambda: np.savetxt(io.StringIO(), np.zeros((1, 1, 1)))]:
    try:
        wrong()
    except ValueError as error:
        print(str(error)[:40])
out = io.StringIO()
np.savetxt(out, np.arange(6).reshape(2, 3), fmt='%d', delimiter=',', header='x,y,z', footer='end')
np.savetxt(out, np.array([0.1, 2.0]))
np.savetxt(out, np.array([[1.5, 2.0]]), fmt=['%.1f', '%3d'])
print(out.getvalue())
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'numbers')
    np.savetxt(path, np.eye(2))
    print(np.loadtxt(path))
    with open(path, 'wb') as file:
        file.write(np.arange(5, dtype=np.int32).tobytes() + b'?')
    print(np.fromfile(path, dtype=np.int32), np.fromfile(path, np.int32, 2, offset=4))
    with open(path, 'rb') as file:
        print(np.fromfile(file, np.int16, 3), np.fromfile(file, np.uint8, 2))
for mode in ['edge', 'wrap', 'reflect', 'symmetric']:
    print(np.pad(np.arange(6).reshape(2, 3), ((1, 2), (4, 3)), mode=mode).tolist(), np.pad(np.arange(3), 2, mode).tolist())
