// Evaluates single operators at compile time.
#pragma once

#include <optional>
#include <vector>

#include "core/ir/ir.h"

namespace ts::passes {

// Evaluates the node on its constant inputs and returns the values of its outputs. The arithmetic
// is PyTorch's: int64 wraps, // and % round down, strings are bytes. Returns nullopt when an input
// is not a constant, the operator has no entry in the table, or its evaluation raises.
std::optional<std::vector<types::Constant>> fold(const ir::Node* node);

}  // namespace ts::passes
