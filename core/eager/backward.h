// torch.autograd's functions that run the tape backwards.
#pragma once

#include "core/eager/torch.h"

namespace ts::eager {

// _backward(tensors, gradients, keep, create, inputs): see autodiff::backward(). Tuples of tensors;
// a gradient may be None.
Value runBackward(Vm& vm, Value* args);
// _gradients(tensors, gradients, keep, create, inputs): a tuple with a gradient or None for each
// input; see autodiff::gradients().
Value findGradients(Vm& vm, Value* args);
// _connect(context, inputs, outputs, dirty, constant, backward): a tuple of the outputs, of which
// those that are floating point tensors and not `constant` are the outputs of a node. The function
// `backward` computes its gradients; the context, a node object, becomes that of the node. Outputs
// that are inputs become views, unless they are `dirty`: changed in place.
Value connect(Vm& vm, Value* args);
// _saved(tensor, context, output): a function that returns the tensor, and raises if it has
// changed. output: of the context's node that the tensor is, or None.
Value savedTensor(Vm& vm, Value* args);

}  // namespace ts::eager
