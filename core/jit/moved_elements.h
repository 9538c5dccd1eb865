// Results of operators that only move elements, such as cat, roll, pad and index_select, without
// memory of their own: a loop reads them block by block.
#pragma once

#include <optional>
#include <span>

#include "core/jit/element_sources.h"
#include "core/kernels/registry.h"

namespace ts::jit {

struct MovedTensor {
  tensor::Tensor shape;  // on meta
  ElementSource elements;
};

// True for operators that only move elements.
bool movesElements(kernels::KernelFunction function);

// The result of such an operator. `items`: in place of the argument that is null, a list. Returns
// nullopt for arguments that are left to its kernel, such as those for which it fails.
std::optional<MovedTensor> moveElements(kernels::KernelFunction function,
                                        std::span<const tensor::IValue* const> arguments,
                                        std::span<const tensor::IValue* const> items);

}  // namespace ts::jit
