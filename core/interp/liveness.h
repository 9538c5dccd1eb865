// Where the values of a graph are used for the last time.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/ir/ir.h"

namespace ts::interp {

// For each node: the values whose last use inside the node's own block is this node, or something
// inside it. A value from an outer block is listed in each block that uses it.
class Liveness {
 public:
  explicit Liveness(const ir::Graph& graph);
  const std::vector<const ir::Value*>& endingAt(const ir::Node* node) const;

 private:
  void visit(const ir::Block& block);
  void use(const ir::Value* value, const ir::Block* defined);
  std::unordered_map<const ir::Node*, std::vector<const ir::Value*>> endings_;
};

// The node of `block` that is `node` or has it inside; null: it lies elsewhere.
const ir::Node* ancestorIn(const ir::Block* block, const ir::Node* node);
// Whether values of this type need no release: they are no references.
bool isImmediate(types::TypePtr type);

}  // namespace ts::interp
