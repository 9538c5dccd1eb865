// Marks the results of operators that require a gradient.
#pragma once

#include <span>
#include <vector>

#include "core/interp/program.h"

namespace ts::interp {

// True if a value is a tensor that requires a gradient, or a list that contains one.
bool requiresGradient(const IValue& value);

// Kernels compute no gradients, and leave the flags of their results alone. A marker sets them;
// without one, results require no gradient.
class ResultMarker {
 public:
  virtual ~ResultMarker() = default;
  // Runs an operator, whose arguments are on the stack, and marks its results.
  virtual void run(const ops::FunctionSchema& schema, kernels::KernelFunction kernel,
                   Stack& stack) const = 0;
  // True if the results of an operator require a gradient where an argument does.
  virtual bool isDifferentiable(const ops::FunctionSchema& schema) const = 0;
  // Marks the result of a differentiable operator.
  virtual void mark(const ops::FunctionSchema& schema, const IValue& result) const = 0;
};

// The results of a group of instructions that one loop computes. The constructor reads the
// arguments from the registers, before the loop replaces them.
class GroupMarks {
 public:
  // nodeOf(i): the node of the instruction code[i].
  template <typename NodeOf>
  GroupMarks(const ResultMarker& marker, const Program& program, std::span<const Instruction> code,
             const IValue* registers, NodeOf nodeOf)
      : marker_(marker), program_(program), registers_(registers) {
    for (size_t i = 0; i < code.size(); ++i) add(code[i], nodeOf(i).schema());
  }
  // Marks the results in the registers, after the loop.
  void apply() const;

 private:
  struct Mark {
    int32_t to;
    const ops::FunctionSchema* schema;  // null: the value requires no gradient
  };
  void add(const Instruction& at, const ops::FunctionSchema* schema);

  const ResultMarker& marker_;
  const Program& program_;
  const IValue* const registers_;
  std::vector<Mark> marks_;  // in the order of the instructions
};

}  // namespace ts::interp
