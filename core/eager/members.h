// The tables of torch.Tensor, and what they share.
#pragma once

#include "core/eager/torch.h"

namespace ts::eager {

std::span<const NativeDef> attributeMembers();   // members.cpp
std::span<const NativeDef> methodMembers();      // methods.cpp
std::span<const NativeDef> conversionMembers();  // special.cpp: __int__ and kin
const eval::TypeOps& specialMethods();           // special.cpp

// indexing.cpp: self[index], self[index] = value
Value getItem(Vm& vm, const Value& self, const Value& index);
void setItem(Vm& vm, const Value& self, const Value& index, const Value& value);

// The element of a tensor of one element as Python's number; raises ValueError for others.
Value itemValue(Vm& vm, const Tensor& tensor);
IValue elementOf(Vm& vm, const Tensor& tensor);
// requires_grad = True; raises RuntimeError for tensors of integers.
void requireGradient(Vm& vm, const Tensor& tensor, bool required = true);
// Another tensor object on the same data, without its gradient.
Tensor detached(const Tensor& tensor);
// What x.size() and x.shape give.
Value sizeValue(Vm& vm, const Tensor& tensor);
// x.size(dim), x.numel(): numbers, or tensors while a tracer records.
Value sizeOf(Vm& vm, const Tensor& tensor, int64_t dim);
Value numelOf(Vm& vm, const Tensor& tensor);
std::string reprTensor(Vm& vm, const Value& self);

// make.cpp: torch.tensor(data), of which a copy is made even of a tensor's.
Tensor makeTensor(Vm& vm, const Value& data, std::optional<tensor::DType> dtype);
// torch.Tensor(...), torch.FloatTensor(...): sizes or data.
Tensor makeLegacy(Vm& vm, const CallArgs& args, tensor::DType dtype);

}  // namespace ts::eager
