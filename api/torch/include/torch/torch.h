// The header of PyTorch's whole C++ interface, over libjitscope: tensors, indexing, gradients,
// optimizers, functions of layers, modules of TorchScript. Layers as C++ classes are not in it.
#pragma once

#include <torch/script.h>

#include <jitscope/torch/autograd.h>
#include <jitscope/torch/functional.h>
#include <jitscope/torch/optim.h>

namespace torch {
namespace nn {
inline namespace jitscope_v0 {
// Layers as C++ classes: a use of one of these does not compile.
#define JITSCOPE_NO_LAYER(name)                                                                    \
  template <typename T>                                                                            \
  struct name##Absent {                                                                            \
    static_assert(at::detail::kAbsent<T>, "torch::nn::" #name                                      \
                                          " is not in libjitscope: load a module that Python has " \
                                          "saved, or call torch::nn::functional");                 \
  };                                                                                               \
  using name = name##Absent<void>;
JITSCOPE_NO_LAYER(Module)
JITSCOPE_NO_LAYER(Sequential)
JITSCOPE_NO_LAYER(Linear)
JITSCOPE_NO_LAYER(Conv1d)
JITSCOPE_NO_LAYER(Conv2d)
JITSCOPE_NO_LAYER(Conv3d)
JITSCOPE_NO_LAYER(BatchNorm1d)
JITSCOPE_NO_LAYER(BatchNorm2d)
JITSCOPE_NO_LAYER(LayerNorm)
JITSCOPE_NO_LAYER(Dropout)
JITSCOPE_NO_LAYER(Embedding)
JITSCOPE_NO_LAYER(LSTM)
JITSCOPE_NO_LAYER(GRU)
#undef JITSCOPE_NO_LAYER
}  // namespace jitscope_v0
}  // namespace nn
}  // namespace torch
