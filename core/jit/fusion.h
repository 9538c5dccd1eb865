// Finds operators of a program that one loop can compute.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include "core/interp/program.h"
#include "core/jit/fused_operators.h"

namespace ts::jit {

// The origin of an operator's argument: an input or an operator of the fusion, or a constant that
// is not a tensor.
struct FusedArgument {
  enum class Kind : uint8_t { Input, Node, Constant };
  Kind kind;
  size_t index = 0;              // of the input or node
  interp::Operand constant = 0;  // in the program's pool
};

struct FusedNode {
  kernels::KernelFunction function;
  const kernels::PointwiseKernel* kernel;  // null: see `plan`
  OperatorPlan plan;
  std::vector<FusedArgument> arguments;
  size_t result = 0, results = 1;  // which of the operator's results the node is
};

// A view of an input, or an element of a list of views, which is an input itself.
struct FusedView {
  kernels::KernelFunction function;  // null: the element `item` of the list that is its argument
  size_t item = 0;
  size_t items = 0;                           // of the list
  std::vector<FusedArgument> arguments = {};  // inputs and constants
  // The function moves elements instead: see moveElements().
  bool isMoved = false;
  int list = -1;                           // isMoved: the argument that is a list of `listed`
  std::vector<FusedArgument> listed = {};  // inputs and constants
  // The view is a part of a view of a value: of one of the arguments of operators on elements, all
  // of which are listed here. It has the shape that the view of the value has.
  std::vector<size_t> like = {};
};

// Consecutive instructions that one group computes in place of the interpreter.
struct FusedSpan {
  int32_t first = 0, count = 0;
  // The instructions among them that run before the group instead: they read attributes, and
  // release values that the operators do not use.
  std::vector<int32_t> moved;

  bool contains(int32_t instruction) const {
    return instruction >= first && instruction < first + count;
  }
};

// Consecutive instructions that compute pointwise operators, reductions of rows, and sums and means
// of all elements of their results. Values connect all operators, so their shapes are probably
// related. All reductions of rows reduce the same dimensions. Views may come between the
// operators: see FusionBuilder.
struct Fusion : FusedSpan {
  struct Input {
    interp::Operand operand = 0;  // a register, or a constant that is a tensor
    int view = -1;                // instead: a view
  };
  std::vector<Input> inputs;
  std::vector<FusedView> views;  // each after those that it needs
  std::vector<FusedNode> nodes;
  std::optional<RowSpace> space;  // of its reductions of rows
  struct Output {
    size_t node;
    Reduction reduction;
    std::vector<int32_t> to;  // registers
  };
  std::vector<Output> outputs;    // the values that registers contain at the end
  std::vector<int32_t> released;  // registers that are empty at the end
  struct Kept {
    size_t input;
    int32_t to;
  };
  std::vector<Kept> kept;  // views that registers contain at the end
  // The nodes that an operator of the fusion overwrites. Their tensors must have the shape and
  // dtype of its result, which replaces them: other references to the tensors do not exist.
  std::vector<size_t> overwritten;
};

inline constexpr size_t kMostInputs = 24, kMostNodes = 64, kMostOutputs = 8;

// Whether an operator may be fused. Empty: all of them. Gives the same answer each time.
using FusionFilter = std::function<bool(const ir::Node& node)>;

// The reductions of all elements of a tensor. Their arguments are the tensor and a dtype.
Reduction reductionOfAll(kernels::KernelFunction function);

// The instructions that jumps lead to, and those behind jumps.
std::set<int32_t> jumpTargets(const interp::Program& program);

// targets: those of jumpTargets(). Code enters a fusion only at its first instruction.
std::vector<Fusion> findFusions(const interp::Program& program, const std::set<int32_t>& targets,
                                const FusionFilter& mayFuse = {});

}  // namespace ts::jit
