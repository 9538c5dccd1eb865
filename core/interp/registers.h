// Assignment of registers to the values of a graph.
#pragma once

#include <unordered_map>

#include "core/ir/ir.h"

namespace ts::interp {

// The arguments get the first registers, in order. A value that a branch or a loop body returns
// shares the register of the node's output if the output's previous value is not needed any more.
// Such a value needs no copy.
class Registers {
 public:
  explicit Registers(const ir::Graph& graph);
  int32_t operator[](const ir::Value* value) const { return assigned_.at(value); }
  // A register without a value.
  int32_t fresh() { return count_++; }
  int32_t count() const { return count_; }

 private:
  void visit(const ir::Block& block);
  void visitIf(const ir::Node& node);
  void visitLoop(const ir::Node& node);
  void assign(const ir::Value* value) {
    if (assigned_.try_emplace(value, count_).second) ++count_;
  }
  std::unordered_map<const ir::Value*, int32_t> assigned_;
  int32_t count_ = 0;
};

}  // namespace ts::interp
