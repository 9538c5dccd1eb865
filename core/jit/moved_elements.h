// Results of operators that only move elements, such as cat, roll, pad and index_select, without
// memory of their own: a loop reads them block by block.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "core/kernels/registry.h"

namespace ts::jit {

// The elements of a contiguous tensor that may not be in memory. Keeps its sources alive.
class MovedElements {
 public:
  virtual ~MovedElements() = default;
  // Copies `count` elements from the place `begin` on. Returns false for an index out of range.
  virtual bool read(int64_t begin, int64_t count, std::byte* to) const = 0;
};

struct MovedTensor {
  tensor::Tensor shape;  // on meta
  std::shared_ptr<const MovedElements> elements;
};

// True for operators that only move elements.
bool movesElements(kernels::KernelFunction function);

// The result of such an operator. `items`: in place of the argument that is null, a list. Returns
// nullopt for arguments that are left to its kernel, such as those for which it fails.
std::optional<MovedTensor> moveElements(kernels::KernelFunction function,
                                        std::span<const tensor::IValue* const> arguments,
                                        std::span<const tensor::IValue* const> items);

}  // namespace ts::jit
