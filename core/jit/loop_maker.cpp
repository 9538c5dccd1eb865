#include "core/jit/loop_maker.h"

#include <algorithm>
#include <map>

#include "core/kernels/formula_trees.h"
#include "core/kernels/memory_order.h"
#include "core/tensor/error.h"

namespace ts::jit {

using kernels::PointwiseCall;
using tensor::DType;
using tensor::IValue;
using tensor::Scalar;
using tensor::Tensor;

namespace {

const Expression* identity() {
  static const Expression operand{Expression::Kind::Name, "x", {}};
  return &operand;
}

class LoopMaker {
 public:
  LoopMaker(const Fusion& fusion, const FusedCall& call, std::span<const IValue* const> inputs,
            const IValue* pool)
      : fusion_(fusion), pool_(pool) {
    for (size_t i = 0; i < inputs.size(); ++i)
      if (const tensor::TensorImpl* impl = call.tensor(i))
        inputs_.emplace_back(
            call.isInOrder() ? tensor::emptyMeta(impl->sizes, impl->dtype)
                             : tensor::emptyStrided(impl->sizes, impl->strides, impl->dtype, true));
      else
        inputs_.push_back(inputs[i] != nullptr ? *inputs[i] : IValue());
  }

  std::optional<MadeLoop> make() {
    for (const FusedNode& node : fusion_.nodes)
      if (!(node.kernel != nullptr ? addPointwise(node) : addPlanned(node))) return std::nullopt;
    if (!findShape() || !addOutputs()) return std::nullopt;
    dropUnused();
    for (const size_t node : fusion_.overwritten)
      if (shapeOf(values_[node]) != shape_) {
        refuse("an in-place operator writes a part of the shape");
        return std::nullopt;
      }
    return std::move(result_);
  }
  const char* refusal() const { return refusal_; }

 private:
  // The value of a fusion's node: of which loop node or input, and as a tensor without elements.
  struct Value {
    IValue meta;
    LoopOperand operand{};
    bool isKept = false;      // its dimensions are those that are not reduced
    bool isAlias = false;     // it is the tensor of another value or of an input
    bool isExpanded = false;  // the tensor would be a view
  };

  bool refuse(const char* reason) {
    refusal_ = reason;
    return false;
  }
  const IValue& metaOf(const FusedArgument& argument) const {
    switch (argument.kind) {
      case FusedArgument::Kind::Input: return inputs_[argument.index];
      case FusedArgument::Kind::Node: return values_[argument.index].meta;
      default: return pool_[argument.constant];
    }
  }
  static const Dims& shapeOf(const Value& value) { return value.meta.toTensor().impl()->sizes; }

  LoopOperand operandFor(const FusedArgument& argument, Alignment alignment) {
    if (argument.kind == FusedArgument::Kind::Node) return values_[argument.index].operand;
    const IValue& meta = inputs_[argument.index];
    const bool isNumber = !meta.isTensor();
    if (isNumber) alignment = Alignment::Last;
    auto [input, isNew] =
        loopInputs_.try_emplace({argument.index, alignment}, result_.space.inputs.size());
    if (isNew) {
      const DType dtype = isNumber ? meta.toScalar().dtype() : meta.toTensor().dtype();
      result_.loop.inputs.push_back({dtype, isNumber});
      result_.space.inputs.push_back({argument.index, isNumber, alignment});
    }
    return {LoopOperand::Kind::Input, input->second, {}};
  }
  LoopOperand add(LoopNode node) {
    result_.loop.nodes.push_back(std::move(node));
    return {LoopOperand::Kind::Node, result_.loop.nodes.size() - 1, {}};
  }
  // The result of an operator on tensors without elements.
  IValue run(const FusedNode& node) const {
    kernels::Stack stack;
    for (const FusedArgument& argument : node.arguments) stack.push_back(metaOf(argument));
    node.function(stack);
    return std::move(stack[stack.size() - node.results + node.result]);
  }
  // True if the values of nodes among the arguments have only the dimensions that are kept.
  // Operators do not mix such values with others.
  std::optional<bool> areKept(const FusedNode& node) const {
    bool some = false, all = true;
    for (const FusedArgument& argument : node.arguments)
      if (argument.kind == FusedArgument::Kind::Node) {
        some |= values_[argument.index].isKept;
        all &= values_[argument.index].isKept;
      }
    if (some && !all) return std::nullopt;
    return some;
  }

  // ---- formulas of elements

  bool addPointwise(const FusedNode& node) {
    const auto isKept = areKept(node);
    if (!isKept) return refuse("an operator mixes values of rows with others");
    const Alignment alignment = *isKept ? Alignment::Kept : Alignment::Last;
    std::vector<IValue> arguments;
    for (const FusedArgument& argument : node.arguments) arguments.push_back(metaOf(argument));
    const bool isDirect = node.kernel->formula != nullptr;
    const auto isVariable = [&](size_t i) {
      return node.arguments[i].kind != FusedArgument::Kind::Constant;
    };
    // A number that is not constant may change the formula.
    for (size_t i = 0; i < arguments.size(); ++i)
      if (!isDirect && isVariable(i) && !arguments[i].isTensor()) return false;
    const PointwiseCall call = callOf(*node.kernel, arguments.data());
    const kernels::Pointwise& formula = *call.formula;
    LoopNode step{kernels::formulaOf(formula), "", typesOf(formula, call.operands.data()), {}};
    if (step.formula == nullptr) return refuse("a formula is not an expression");
    for (size_t k = 0; k < formula.arity; ++k) {
      step.names += "xyz"[k];
      if (const tensor::TensorImpl* impl = call.operands[k].impl()) {
        const auto argument = std::ranges::find_if(arguments, [&](const IValue& value) {
          return value.isTensor() && value.counted() == impl;
        });
        if (argument == arguments.end()) return false;
        step.operands.push_back(operandFor(
            node.arguments[static_cast<size_t>(argument - arguments.begin())], alignment));
      } else if (isDirect && isVariable(k)) {
        step.operands.push_back(operandFor(node.arguments[k], alignment));
      } else {
        step.operands.push_back({LoopOperand::Kind::Constant, 0, call.operands[k].number()});
      }
    }
    for (size_t k = 0; k < formula.numbers; ++k) {
      step.names += "pqr"[k];
      if (isDirect && isVariable(formula.arity + k))
        step.operands.push_back(operandFor(node.arguments[formula.arity + k], alignment));
      else
        step.operands.push_back({LoopOperand::Kind::Constant, 0, call.numbers[k]});
    }
    IValue result = IValue(
        compute(formula, call.operands.data(), call.numbers.data(), kernels::Into::New, nullptr));
    // Other tensors would not change with it.
    if (node.kernel->into == kernels::Into::Self &&
        (values_[node.arguments[0].index].isAlias ||
         arguments[0].toTensor().dtype() != step.types.result ||
         arguments[0].toTensor().sizes() != result.toTensor().sizes()))
      return refuse("an in-place operator changes another tensor");
    if (node.kernel->into == kernels::Into::Self) result = arguments[0];
    values_.push_back({std::move(result), add(std::move(step)), *isKept});
    return true;
  }

  // ---- operators with plans

  bool addPlanned(const FusedNode& node) {
    const OperatorPlan& plan = node.plan;
    const IValue result = plan.isMoved ? metaOf(node.arguments[0]) : run(node);
    if (!result.isTensor()) return false;
    if (plan.isExpanded) return addExpanded(node, result);
    if (plan.isView) return addView(node, result);
    if (plan.mayAlias && result.counted() == metaOf(node.arguments[0]).counted()) {
      const FusedArgument& argument = node.arguments[0];
      const bool isKept =
          argument.kind == FusedArgument::Kind::Node && values_[argument.index].isKept;
      if (argument.kind == FusedArgument::Kind::Node) values_[argument.index].isAlias = true;
      values_.push_back({result, operandFor(argument, Alignment::Last), isKept, true});
      return true;
    }
    const auto isKept = areKept(node);
    if (!isKept || (*isKept && plan.space))
      return refuse("an operator mixes values of rows with others");
    if (plan.space && !addSpace(*plan.space, metaOf(node.arguments[0])))
      return refuse("reductions have other shapes");
    if (plan.positions >= 0) {
      const FusedArgument& argument = node.arguments[static_cast<size_t>(plan.positions)];
      if (argument.kind != FusedArgument::Kind::Input) return false;
      result_.space.positions = static_cast<int>(argument.index);
    }
    const DType resultType = result.toTensor().dtype();
    DType type = plan.computedIn.value_or(resultType);
    if (plan.isComputedInArgument)
      type = positionType(metaOf(node.arguments[0]).toTensor().dtype());
    if (isHalf(type)) type = DType::Float32;
    result_.space.countsRows |= plan.countsRows;
    std::map<char, Step> named;
    for (size_t k = 0; k < plan.operands.size(); ++k) {
      const OperatorArgument& operand = plan.operands[k];
      const Alignment alignment =
          *isKept && operand.alignment == Alignment::Last ? Alignment::Kept : operand.alignment;
      const FusedArgument& argument = node.arguments[operand.index];
      if (argument.kind == FusedArgument::Kind::Constant) return false;
      named["xyzuv"[k]] = {operandFor(argument, alignment), false};
    }
    for (size_t k = 0; k < plan.numbers.size(); ++k)
      named["pqr"[k]] = {{LoopOperand::Kind::Constant, 0, plan.numbers[k]}, true};
    named['n'] = {{LoopOperand::Kind::Count}, true};
    named['i'] = {{LoopOperand::Kind::Position}, false};
    LoopOperand last{};
    for (const OperatorStep& step : stepsOf(plan.steps)) {
      Step value = addStep(step, named, type);
      if (step.name != 0) named[step.name] = value;
      last = value.operand;
    }
    last = add({identity(), "x", {resultType, resultType}, {last}});
    const bool dropsDims = plan.isRow && !plan.keepsDims && !isReducedFirst();
    values_.push_back({totalOf(node, result), last, *isKept || dropsDims});
    return true;
  }

  struct Step {
    LoopOperand operand;
    bool isRow = false;
  };
  static void findNames(const Expression& at, const std::map<char, Step>& named,
                        std::string& names) {
    if (at.kind == Expression::Kind::Name && at.text.size() == 1 && named.contains(at.text[0]) &&
        names.find(at.text[0]) == std::string::npos)
      names += at.text;
    for (const Expression& part : at.parts) findNames(part, named, names);
  }
  // Values of rows are computed in double precision.
  Step addStep(const OperatorStep& step, const std::map<char, Step>& named, DType type) {
    LoopNode node{&step.expression, "", {}, {}};
    findNames(step.expression, named, node.names);
    bool isRow = true;
    for (const char name : node.names) {
      node.operands.push_back(named.at(name).operand);
      isRow &= named.at(name).isRow;
    }
    if (isRow) type = DType::Float64;
    node.types = {type, type};
    if (step.reduction == Reduction::None) return {add(std::move(node)), isRow};
    const LoopOperand value =
        step.expression.kind == Expression::Kind::Name ? node.operands[0] : add(std::move(node));
    const bool adds = step.reduction == Reduction::Sum || step.reduction == Reduction::Mean,
               isWide = adds || step.reduction == Reduction::Product;
    LoopNode reduced{nullptr, "x", {type, isWide ? sumType(type) : type}, {value}};
    reduced.reduction = adds ? Reduction::Sum : step.reduction;
    LoopOperand result = add(std::move(reduced));
    if (step.reduction == Reduction::Mean) {
      static const Expression kQuotient = *formulas::parseFormula("x / y");
      result = add({&kQuotient,
                    "xy",
                    {DType::Float64, DType::Float64},
                    {result, {LoopOperand::Kind::Count}}});
    }
    return {result, true};
  }

  // A type in which elements are compared, and positions counted.
  static DType positionType(DType element) {
    return tensor::isFloating(element) || element == DType::Int64 ? element : DType::Int32;
  }
  // The elements of a smaller tensor, repeated. The view itself is not made.
  bool addExpanded(const FusedNode& node, const IValue& result) {
    const FusedArgument& argument = node.arguments[0];
    const Value& from = values_[argument.index];
    if (from.isKept || !metaOf(argument).isTensor())
      return refuse("an operator mixes values of rows with others");
    Value value{result, from.operand};
    value.isExpanded = true;
    values_.push_back(std::move(value));
    return true;
  }
  bool addView(const FusedNode& node, const IValue& result) {
    const FusedArgument& argument = node.arguments[0];
    if (argument.kind != FusedArgument::Kind::Node) return false;
    const Value& from = values_[argument.index];
    if (!hasSpace_) return refuse("a view is not of the values of rows");
    const Dims &before = shapeOf(from), &after = result.toTensor().impl()->sizes;
    // Only between a row's value with and without the reduced dimensions.
    const bool adds = before == keptShape(false) && after == keptShape(true);
    const bool removes = !from.isKept && before == keptShape(true) && after == keptShape(false);
    if (!adds && !removes) return refuse("a view is not of the values of rows");
    values_.push_back({result, from.operand, removes && !isReducedFirst()});
    return true;
  }

  // The whole result that an operator adds up afterwards.
  IValue totalOf(const FusedNode& node, const IValue& result) const {
    if (node.plan.total == Reduction::None) return result;
    const DType dtype = result.toTensor().dtype();
    if (node.plan.isRow) return IValue(tensor::emptyMeta(keptShape(false), dtype));
    Dims shape;
    for (const OperatorArgument& operand : node.plan.operands)
      shape =
          tensor::broadcastShapes(shape, metaOf(node.arguments[operand.index]).toTensor().sizes());
    return IValue(tensor::emptyMeta(shape, dtype));
  }

  // ---- dimensions

  bool addSpace(const RowSpace& space, const IValue& reduced) {
    const Dims& sizes = reduced.toTensor().impl()->sizes;
    const size_t rank = sizes.size();
    if (rank == 0 || rank > DimSet::kMost) return false;
    const auto dims = space.dimsOf(static_cast<int64_t>(rank));
    if (!dims) return false;
    DimSet own;
    for (const size_t dim : *dims) own.add(dim);
    if (hasSpace_) return own == result_.space.reduced && isWithin(sizes);
    hasSpace_ = true;
    shape_ = sizes;
    result_.space.groups = space.groups;
    result_.space.reduced = own;
    return true;
  }
  // True for the shape of a tensor that is reduced as elements of the whole shape are: repeated
  // elements have equal sums.
  bool isWithin(const Dims& sizes) const {
    if (sizes.size() != shape_.size()) return false;
    for (size_t d = 0; d < sizes.size(); ++d) {
      const bool mayRepeat = result_.space.groups == 0 && !result_.space.reduced.contains(d);
      if (sizes[d] != shape_[d] && !(mayRepeat && sizes[d] == 1)) return false;
    }
    return true;
  }
  // True if the dimensions that are kept are the last ones: then values without the reduced
  // dimensions broadcast to the elements.
  bool isReducedFirst() const {
    if (result_.space.groups != 0) return false;
    for (size_t d = 1; d < shape_.size(); ++d)
      if (result_.space.reduced.contains(d) && !result_.space.reduced.contains(d - 1)) return false;
    return true;
  }
  Dims keptShape(bool keepsDims) const {
    Dims kept;
    for (size_t d = 0; d < shape_.size(); ++d)
      if (!result_.space.reduced.contains(d))
        kept.push_back(shape_[d]);
      else if (keepsDims)
        kept.push_back(1);
    return kept;
  }
  bool findShape() {
    if (!hasSpace_)
      for (const CallSpace::Input& input : result_.space.inputs)
        if (!input.isNumber && input.alignment == Alignment::Last)
          shape_ = tensor::broadcastShapes(shape_, inputs_[input.index].toTensor().sizes());
    result_.space.rank = shape_.size();
    refuse("the reduced tensor is smaller than the others");
    return std::ranges::all_of(values_, [&](const Value& value) {
      return tensor::broadcastShapes(shapeOf(value), value.isKept ? keptShape(false) : shape_) ==
             (value.isKept ? keptShape(false) : shape_);
    });
  }
  bool addOutputs() {
    refuse("all results are arguments, or one is the mean of integers");
    for (const Fusion::Output& output : fusion_.outputs) {
      const Value& value = values_[output.node];
      result_.passed.push_back(MadeLoop::kComputed);
      if (value.operand.kind == LoopOperand::Kind::Input && value.isAlias &&
          output.reduction == Reduction::None) {
        result_.passed.back() = result_.space.inputs[value.operand.index].index;
        continue;
      }
      if (value.operand.kind != LoopOperand::Kind::Node) return false;
      if (value.isExpanded) return refuse("a result is a view");
      const size_t node = value.operand.index;
      const DType dtype = result_.loop.nodes[node].types.result;
      Reduction total = output.reduction;
      // The mean of integers is an error.
      if (total == Reduction::Mean && !tensor::isFloating(dtype)) return false;
      const Dims& shape = shapeOf(value);
      const bool isWhole = !value.isKept && shape == shape_;
      const bool keepsDims = !value.isKept && shape != keptShape(false);
      if (!isWhole && !(hasSpace_ && result_.space.groups == 0 && shape == keptShape(keepsDims)))
        return refuse("a result is smaller than the others");
      for (const LoopOutput& other : result_.loop.outputs)
        if (other.node == node && total == Reduction::None && other.reduction == Reduction::None)
          return false;  // one tensor, not two
      if (total == Reduction::None && !addOrder(*value.meta.toTensor().impl(), isWhole))
        return refuse("a result has another order of dimensions");
      result_.loop.outputs.push_back({node, total, !isWhole});
      result_.space.results.push_back({dtype, total, !isWhole, keepsDims});
    }
    return !result_.space.results.empty();
  }

  // All results have one order of dimensions. Those of rows are contiguous.
  bool addOrder(const tensor::TensorImpl& result, bool isWhole) {
    Dims order;
    if (result.strides != tensor::contiguousStrides(result.sizes)) {
      if (!isWhole) return false;
      order = kernels::memoryOrder(result.sizes, std::span(&result.strides, 1));
      if (kernels::stridesInOrder(result.sizes, order) != result.strides) return false;
    }
    if (!isWhole) return true;
    if (hasOrder_ && order != result_.space.order) return false;
    hasOrder_ = true;
    result_.space.order = order;
    return true;
  }

  // Results of operators that nothing reads, such as the positions of max().
  void dropUnused() {
    std::vector<LoopNode>& nodes = result_.loop.nodes;
    std::vector<bool> isUsed(nodes.size());
    for (const LoopOutput& output : result_.loop.outputs) isUsed[output.node] = true;
    for (size_t i = nodes.size(); i-- > 0;)
      if (isUsed[i])
        for (const LoopOperand& operand : nodes[i].operands)
          if (operand.kind == LoopOperand::Kind::Node) isUsed[operand.index] = true;
    std::vector<size_t> places(nodes.size());
    std::vector<LoopNode> kept;
    for (size_t i = 0; i < nodes.size(); ++i) {
      if (!isUsed[i]) continue;
      places[i] = kept.size();
      for (LoopOperand& operand : nodes[i].operands)
        if (operand.kind == LoopOperand::Kind::Node) operand.index = places[operand.index];
      kept.push_back(std::move(nodes[i]));
    }
    nodes = std::move(kept);
    for (LoopOutput& output : result_.loop.outputs) output.node = places[output.node];
  }

  const Fusion& fusion_;
  const IValue* pool_;
  std::vector<IValue> inputs_;
  std::vector<Value> values_;
  std::map<std::pair<size_t, Alignment>, size_t> loopInputs_;
  bool hasSpace_ = false, hasOrder_ = false;
  Dims shape_;  // of the elements
  MadeLoop result_;
  const char* refusal_ = "an operator has other arguments";
};

}  // namespace

std::optional<MadeLoop> makeLoop(const Fusion& fusion, const FusedCall& call,
                                 std::span<const IValue* const> inputs, const IValue* pool,
                                 const char** refusal) {
  LoopMaker maker(fusion, call, inputs, pool);
  std::optional<MadeLoop> made = maker.make();
  if (!made && refusal != nullptr) *refusal = maker.refusal();
  return made;
}

}  // namespace ts::jit
