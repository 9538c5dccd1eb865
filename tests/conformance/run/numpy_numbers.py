# Scalars of numpy, text of arrays, functions of numbers, axes.
import numpy as np, torch
a=np.arange(6).reshape(2,3)
print(a.sum(axis=(0,1)), a.mean(0), np.float32(2)*np.arange(3,dtype=np.float32), repr(np.float64(1.5)), repr(np.int64(3)), repr(np.bool_(True)))
print(a.mean(axis=0,keepdims=True).shape, a[:, None].shape, a[..., 1], a[1:, ::-1])
a[:, ::-1] = [[1,2,3],[4,5,6]]
print(a)
for row in a: print(row, row.dtype)
x = np.random.RandomState(0).rand(3)
print(x.astype(np.float32), x.astype(int), (x>0.6).sum(), np.argmax(x), x.argsort()[::-1])
d = {np.int64(3): 1}
print(d[3], [1,2,3][np.int64(1)], range(np.int64(2)), np.float64(3).item(), str(np.float32(1e-5)), np.float32(16777216.0), np.float64(1e16), np.float32(1e16))
print(np.array([1e5,1.5]), np.array([100000000.0]), np.array([0.00001]), np.array([1/3,2/3]), np.array([1.0,-1.0]), np.array([-1.5, 22.25, 333.125]))
print(np.array([[1,200],[-30,4]]), np.array([True,False]), np.array([1.123456789012]), np.array([1e20, 1.0]))
print(np.linspace(0,1,11), np.arange(0,1,0.1), np.arange(0.5,5,1.5), np.logspace(0,2,3))
print(repr(np.arange(100).reshape(10,10)), repr(np.arange(30)/7))
print(np.array([[1.0,2],[3,4]]) @ np.array([1,1]), np.einsum('ij->i', np.ones((2,3))), np.cross([1,0,0],[0,1,0]))
print(np.round(2.567,2), np.round(np.array([1.25,1.35]),1), np.floor(2.7), np.sqrt(2), np.mean([1,2]), np.std([1,2,3]), np.sum([True,True]), np.prod([2,3]), np.max([1,5]), np.log(np.float32(2)))
print(np.minimum(1,2), np.power(2,3), np.power(2.0,3), np.square(3), np.abs(-3), np.sign(-2.5), np.exp(1), np.pi, np.inf, -np.inf, np.nan)
print(np.isclose(1,1+1e-9), np.all([True]), np.any([0]), np.zeros(3,dtype=bool), np.ones_like(a), np.full_like(a,2.7), np.zeros((2,),dtype='int32').dtype)
print(a.T.flags['C_CONTIGUOUS'], a.size, a.nbytes, a.ndim, len(a), a.flatten().tolist(), np.asarray(a) is a, np.array(a) is a, a.copy() is a)
print(np.stack([a,a],axis=-1).shape, np.concatenate([a,a],axis=1).shape, np.transpose(np.zeros((2,3,4)),(2,0,1)).shape, np.moveaxis(np.zeros((2,3,4)),0,-1).shape)
b = np.float32([1,2])
print(b, b.dtype) 
