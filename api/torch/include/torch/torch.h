// The header of PyTorch's whole C++ interface, over libjitscope: tensors, indexing, gradients,
// optimizers, functions of layers, modules of TorchScript. Layers as C++ classes are not in it.
#pragma once

#include <torch/script.h>

#include <jitscope/torch/autograd.h>
#include <jitscope/torch/functional.h>
#include <jitscope/torch/optim.h>
