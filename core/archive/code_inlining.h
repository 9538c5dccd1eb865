// Selects the nodes that are printed inside of the expression that uses them.
#pragma once

#include <unordered_set>

#include "core/ir/ir.h"

namespace ts::archive {

// A constant is always inlined. Another node is inlined if it has one output, which has no name and
// a single use, and if parsing the expression would create the nodes in their original order. A
// parser emits operands from left to right and the operator last. So `scan` walks each block
// backwards, and operands from right to left, as long as each operand is the directly preceding
// node.
class Inlining {
 public:
  // Selects the nodes of a block and all nested blocks.
  void scan(const ir::Block* block);
  bool contains(const ir::Node* node) const { return inlined_.contains(node); }

 private:
  void scanNode(const ir::Node* node);

  std::unordered_set<const ir::Node*> inlined_;
};

}  // namespace ts::archive
