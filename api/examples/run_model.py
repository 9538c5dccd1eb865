"""Loads the model of save_model.py, runs it on an array, and computes a gradient: run_model.py MODEL"""
import sys

import numpy

import jitscope

model = jitscope.load(sys.argv[1])
numbers = numpy.array([[1, -1], [2, 0]], numpy.float32)
print(model(numbers).numpy())
print(model(numbers, scale=0.5).tolist())

runtime = jitscope.Runtime()
x = runtime.call("aten::mul", numbers, 1)
x.requires_grad = True
runtime.backward(runtime.call("aten::sum", model(x)))
print(x.grad.tolist())
