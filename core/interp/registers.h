// Which register each value of a graph lives in.
#pragma once

#include <unordered_map>

#include "core/ir/ir.h"

namespace ts::interp {

// The arguments come first, in order. What a branch or a loop's body hands out lives where it is
// handed to, if nothing else is still needed there; then no instruction is needed to move it.
class Registers {
 public:
  explicit Registers(const ir::Graph& graph);
  int32_t operator[](const ir::Value* value) const { return assigned_.at(value); }
  // One that belongs to no value.
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
