// The member tables of torch.Tensor, and their shared functions.
#pragma once

#include "core/eager/torch.h"

namespace ts::eager {

std::span<const NativeDef> attributeMembers();   // members.cpp
std::span<const NativeDef> methodMembers();      // methods.cpp
std::span<const NativeDef> conversionMembers();  // special.cpp: __int__ and other conversions
const eval::TypeOps& specialMethods();           // special.cpp

// indexing.cpp: self[index], self[index] = value
Value getItem(Vm& vm, const Value& self, const Value& index);
void setItem(Vm& vm, const Value& self, const Value& index, const Value& value);

// The element of a one-element tensor as a Python number. Raises ValueError for other tensors.
Value itemValue(Vm& vm, const Tensor& tensor);
IValue elementOf(Vm& vm, const Tensor& tensor);
// Sets requires_grad. Raises RuntimeError, for tensors of integers with the text `refusal`.
void requireGradient(
    Vm& vm, const Tensor& tensor, bool required = true,
    const char* refusal = "Only Tensors of floating point and complex dtype can require gradients");
// Another tensor object on the same data, without gradient flags.
Tensor detached(const Tensor& tensor);
// The value of x.size() and x.shape.
Value sizeValue(Vm& vm, const Tensor& tensor);
// x.size(dim) and x.numel(): numbers, or tensors while a trace is recorded.
Value sizeOf(Vm& vm, const Tensor& tensor, int64_t dim);
Value numelOf(Vm& vm, const Tensor& tensor);
std::string reprTensor(Vm& vm, const Value& self);

// make.cpp: torch.tensor(data), which always copies, even from a tensor.
Tensor makeTensor(Vm& vm, const Value& data, std::optional<tensor::DType> dtype);
// torch.Tensor(...), torch.FloatTensor(...): from sizes or data.
Tensor makeLegacy(Vm& vm, const CallArgs& args, tensor::DType dtype);

}  // namespace ts::eager
