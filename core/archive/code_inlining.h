// Which nodes are printed inside the expression that uses them.
#pragma once

#include <unordered_set>

#include "core/ir/ir.h"

namespace ts::archive {

// Constants always; any other node if it has one output without a name of its own, used once, and
// if parsing the expression would make the nodes again in the order in which they are. A parser
// emits operands from left to right and the operator last: so the block is walked backwards,
// operands from right to left, as long as each is the node just before.
class Inlining {
 public:
  // Decides for a block and all blocks in it.
  void scan(const ir::Block* block);
  bool contains(const ir::Node* node) const { return inlined_.contains(node); }

 private:
  void scanNode(const ir::Node* node);

  std::unordered_set<const ir::Node*> inlined_;
};

}  // namespace ts::archive
