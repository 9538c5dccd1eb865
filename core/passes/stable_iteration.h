#pragma once

// The nodes of a block for a loop that destroys or moves the node it is at, or inserts behind it.

#include "core/ir/ir.h"

namespace ts::passes {

// for (ir::Node* node : SteadyNodes(block)): the next node is settled before the body runs, so the
// body may do anything but destroy that next one. What it inserts behind `node` isn't visited.
class SteadyNodes {
 public:
  explicit SteadyNodes(const ir::Block* block) : nodes_(block->nodes()) {}

  class Iterator {
   public:
    explicit Iterator(ir::NodeIterator at) : next_(at) {}
    ir::Node* operator*() {
      ir::Node* node = *next_;
      ++next_;
      return node;
    }
    Iterator& operator++() { return *this; }  // operator* has stepped already
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
