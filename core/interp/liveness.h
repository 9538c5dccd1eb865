// The last uses of the values of a graph.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/ir/ir.h"

namespace ts::interp {

// For each node: the values whose last use in the node's own block is this node or a node nested in
// it. A value from an outer block has a last use in each block that uses it.
class Liveness {
 public:
  explicit Liveness(const ir::Graph& graph);
  const std::vector<const ir::Value*>& endingAt(const ir::Node* node) const;

 private:
  void visit(const ir::Block& block);
  void use(const ir::Value* value, const ir::Block* defined);
  std::unordered_map<const ir::Node*, std::vector<const ir::Value*>> endings_;
};

// The node of `block` that is `node` or contains it; null if `block` contains neither.
const ir::Node* ancestorIn(const ir::Block* block, const ir::Node* node);
// True if values of this type are not references, and so need no release.
bool isImmediate(types::TypePtr type);

}  // namespace ts::interp
