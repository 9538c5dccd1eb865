// Collects the operators of a fusion.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "core/jit/fusion.h"

namespace ts::jit {

// True for operators that return views, or lists of views, of their first argument.
bool isViewOf(kernels::KernelFunction function);

// A fusion in progress: the instructions from `first` to the current one. The functions that add
// an instruction return false, without a change, if the fusion cannot contain it.
//
// A view of a value that the fusion computes is computed from views of the value's arguments: the
// nodes of the value are copied, and the copies read the views. Registers never contain such a
// view at the end, because it would be a tensor of its own.
class FusionBuilder {
 public:
  using Operand = interp::Operand;

  FusionBuilder(const interp::Program& program, int32_t first) : program_(program) {
    fusion_.first = first;
  }

  bool hasStarted() const { return !content_.empty(); }
  bool uses(Operand operand) const { return content_.contains(interp::withoutFlag(operand)); }
  // True for a tensor that the fusion has made.
  bool isNode(Operand operand) const;
  // True for a list of views.
  bool isList(Operand operand) const;
  // True if the fusion may end here: values connect all operators, and no register contains a view
  // of its values.
  bool isComplete() const;

  // Adds an operator.
  bool add(const interp::Instruction& at, kernels::KernelFunction function,
           const kernels::PointwiseKernel& kernel);
  bool add(const interp::Instruction& at, kernels::KernelFunction function, OperatorPlan plan);
  // Adds an operator with two results.
  bool addBoth(const interp::Instruction& at, kernels::KernelFunction function, OperatorPlan first,
               OperatorPlan second);
  // Adds a reduction of the result of an operator.
  bool reduce(const interp::Instruction& at, Reduction reduction);
  // Adds a view of a tensor from outside.
  bool addView(const interp::Instruction& at, kernels::KernelFunction function);
  // Adds a view of the result of operators on elements.
  bool addViewOfNode(const interp::Instruction& at, kernels::KernelFunction function);
  // Adds a flip: the elements of a view with negative strides, which no register contains.
  bool addFlip(const interp::Instruction& at, kernels::KernelFunction function);
  // Adds an operator that moves elements of tensors from outside, or a roll of the result of
  // operators on elements. list: the instruction that makes its list of arguments; may be null.
  bool addMoved(const interp::Instruction& at, kernels::KernelFunction function,
                const interp::Instruction* list);
  bool unpack(const interp::Instruction& at);
  // A register that the fusion uses becomes empty.
  void release(int32_t index) { content_[index] = std::nullopt; }
  // Instructions run before the fusion.
  void move(const std::vector<int32_t>& instructions) {
    fusion_.moved.insert(fusion_.moved.end(), instructions.begin(), instructions.end());
  }

  // The fusion up to an instruction; nullopt if it would not be faster than the interpreter.
  std::optional<Fusion> finish(int32_t end);

 private:
  struct Content {
    FusedArgument value;
    Reduction reduction = Reduction::None;  // of the value
    bool isView = false;                    // of the value of nodes
    // isView: a list of views of the value, and by input of its nodes the list of views of it.
    std::optional<std::map<size_t, size_t>> lists = std::nullopt;
    bool isNode() const { return value.kind == FusedArgument::Kind::Node; }
  };

  bool isSlow(const FusedNode& node) const;
  const kernels::Pointwise* formulaOf(const FusedNode& node) const;
  bool canTake(std::span<const Operand> operands, size_t views = 0) const;
  bool isRow(Operand operand) const;
  // True for registers and tensors.
  bool isValue(Operand operand) const { return operand >= 0 || constant(operand).isTensor(); }
  const tensor::IValue& constant(Operand operand) const { return *program_.constantOf(operand); }
  const Content* contentOf(Operand operand) const;
  FusedArgument argumentFor(Operand operand);
  void take(Operand operand);
  void connect(const FusedNode& node);
  void overwrite(size_t node, const Content& result);
  Fusion::Output& output(const Content& content);

  void addNode(const interp::Instruction& at, FusedNode node, bool isInPlace);
  void setResult(const interp::Instruction& at, FusedNode node);
  size_t addInput(FusedView view);
  void keepView(FusedView view, int32_t to);

  // ---- views of values
  // The nodes that compute a value, in their order, and the inputs that they read.
  struct Origin {
    std::vector<size_t> nodes, inputs;
  };
  using InputMap = std::map<size_t, size_t>;
  bool isElementwise(const FusedNode& node, bool dropsElements) const;
  std::optional<Origin> originOf(size_t node, bool dropsElements) const;
  InputMap addViews(const Origin& origin, const FusedView& view);
  FusedArgument movedArgument(const std::optional<Origin>& origin, FusedView view);
  size_t copyNodes(const Origin& origin, const InputMap& inputs);
  std::vector<bool> neededNodes() const;
  void dropNodes();

  const interp::Program& program_;
  Fusion fusion_;
  bool hasReduction_ = false;
  std::vector<bool> isRow_;  // by node
  // Operators belong to one part if values connect them. A part has the number of an operator.
  static constexpr size_t kNoPart = SIZE_MAX;
  std::vector<size_t> partOfInput_, partOfNode_;
  // The values of the registers and constants that the fusion uses; nullopt: the register is empty.
  std::map<Operand, std::optional<Content>> content_;
  std::set<size_t> copied_;  // nodes of which views are computed
};

}  // namespace ts::jit
