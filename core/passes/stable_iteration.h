// Iteration over the nodes of a block that allows the loop body to destroy or move the current
// node, or to insert nodes after it.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

// Use: for (ir::Node* node : StableNodes(block)). The iterator advances before the body runs, so
// the body may do anything except destroy the next node. Nodes inserted right after `node` are not
// visited.
class StableNodes {
 public:
  explicit StableNodes(const ir::Block* block) : nodes_(block->nodes()) {}

  class Iterator {
   public:
    explicit Iterator(ir::NodeIterator at) : next_(at) {}
    ir::Node* operator*() {
      ir::Node* node = *next_;
      ++next_;
      return node;
    }
    Iterator& operator++() { return *this; }  // operator* has advanced already
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.next_ == b.next_; }

   private:
    ir::NodeIterator next_;
  };
  Iterator begin() const { return Iterator(nodes_.begin()); }
  Iterator end() const { return Iterator(nodes_.end()); }

 private:
  ir::NodeRange nodes_;
};

}  // namespace ts::passes
