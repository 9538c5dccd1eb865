// Structural equality and hashing of nodes.
#pragma once

#include <cstddef>
#include <unordered_set>

#include "core/ir/ir.h"

namespace ts::passes {

// True if kind, inputs, types of outputs and attributes are equal. As in PyTorch, -0.0 equals 0.0,
// NaN equals nothing, and nodes with graph attributes are never equal. The caller checks for side
// effects.
bool computeTheSame(const ir::Node* a, const ir::Node* b);
size_t computationHash(const ir::Node* node);

struct ComputationHash {
  size_t operator()(const ir::Node* node) const { return computationHash(node); }
};
struct ComputationEqual {
  bool operator()(const ir::Node* a, const ir::Node* b) const { return computeTheSame(a, b); }
};
using Computations = std::unordered_set<ir::Node*, ComputationHash, ComputationEqual>;

}  // namespace ts::passes
