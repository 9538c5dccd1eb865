// Values that nodes save for their derivatives.
#pragma once

#include <functional>
#include <vector>

#include "core/autodiff/node.h"
#include "core/tensor/ivalue.h"

namespace ts::autodiff {

using tensor::IValue;

// A value that a derivative needs. Its tensors may not change before the derivative reads them.
class SavedValue {
 public:
  SavedValue() = default;
  // A result is saved without its history, which would keep the node alive. Throws tensor::Error
  // for an inference tensor.
  SavedValue(const IValue& value, bool isResult);
  // Throws tensor::Error if a tensor has changed or was freed. node: the owner, of which the saved
  // result is the output `output`.
  IValue read(Node* node, size_t output) const;
  // Frees tensors and keeps other values. Returns true if there were tensors.
  bool freeTensors();

 private:
  // A saved tensor that a program's hook has packed.
  struct Packed {
    std::function<Tensor()> unpack;  // empty: not packed
    Edge edge;                       // to the tensor
  };
  Tensor unpacked(const Packed& packed) const;
  void checkVersions(const Node* node, size_t output) const;

  IValue value_;
  bool isResult_ = false, isFreed_ = false;
  std::vector<uint32_t> versions_;  // of the tensors when they were saved
  std::vector<Packed> packed_;      // by tensor; empty: none is packed
};

}  // namespace ts::autodiff
