// Assignment of registers to the values of a graph.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/interp/program.h"

namespace ts::interp {

// The arguments get the first registers, in order. A value that a branch or a loop body returns
// shares the register of the node's output if the output's previous value is not needed any more.
// Such a value needs no copy.
class Registers {
 public:
  explicit Registers(const ir::Graph& graph);
  int32_t operator[](const ir::Value* value) const { return assigned_.at(value); }
  // A register for a copy of what another register contains.
  int32_t freshLike(int32_t other);
  // A register for an int that is not a value of the graph.
  int32_t freshInt();
  int32_t count() const { return static_cast<int32_t>(contents_.size()); }
  const std::vector<Content>& contents() const { return contents_; }

 private:
  void visit(const ir::Block& block);
  void visitIf(const ir::Node& node);
  void visitLoop(const ir::Node& node);
  void assign(const ir::Value* value);
  // Lets a value share a register, unless it already has one.
  void share(const ir::Value* value, int32_t with);
  std::unordered_map<const ir::Value*, int32_t> assigned_;
  std::vector<Content> contents_;
};

}  // namespace ts::interp
