// PyTorch's names of the types of tensors with data.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

#include "core/tensor/dtype.h"

namespace ts::tensor {

struct TypeName {
  DType dtype;
  std::string_view name;
};
inline constexpr TypeName kTypeNames[] = {
    {DType::Float32, "torch.FloatTensor"},
    {DType::Float64, "torch.DoubleTensor"},
    {DType::Float16, "torch.HalfTensor"},
    {DType::BFloat16, "torch.BFloat16Tensor"},
    {DType::UInt8, "torch.ByteTensor"},
    {DType::Int8, "torch.CharTensor"},
    {DType::Int16, "torch.ShortTensor"},
    {DType::Int32, "torch.IntTensor"},
    {DType::Int64, "torch.LongTensor"},
    {DType::Bool, "torch.BoolTensor"},
    {DType::Complex64, "torch.ComplexFloatTensor"},
    {DType::Complex128, "torch.ComplexDoubleTensor"},
};

// Null for a dtype without such a name.
inline const TypeName* typeNameOf(DType dtype) {
  const TypeName* row = std::ranges::find(kTypeNames, dtype, &TypeName::dtype);
  return row == std::end(kTypeNames) ? nullptr : row;
}

}  // namespace ts::tensor
