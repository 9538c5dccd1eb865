#include "core/jit/fused_group.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/jit/fused_call.h"
#include "core/jit/llvm.h"
#include "core/tensor/error.h"

namespace ts::jit {

using kernels::PointwiseCall;
using tensor::IValue;
using tensor::Tensor;

LoopCode LoopCache::find(const FusedLoop& loop) {
  const std::optional<std::string> text = writeLoop(loop, vectorSize());
  if (!text) return nullptr;
  auto [found, isNew] = entries_.try_emplace(*text);
  Entry& entry = found->second;
  if (!isNew) return entry.code;
  try {
    entry.object =
        std::make_unique<const Object>(compileModule(*text, Output::Object, kVectorPasses));
    entry.code = reinterpret_cast<LoopCode>(entry.object->function("fused"));
  } catch (const std::runtime_error&) {
    // The interpreter runs the operators.
  }
  return entry.code;
}

namespace {

// Infers the dtypes of a fusion by running its operators on tensors without elements.
class LoopMaker {
 public:
  LoopMaker(const Fusion& fusion, const FusedCall& call, const IValue* registers,
            const IValue* pool)
      : fusion_(fusion), pool_(pool) {
    for (size_t i = 0; i < fusion.inputs.size(); ++i) {
      const LoopInput input = call.input(i);
      loop_.inputs.push_back(input);
      const interp::Operand operand = fusion.inputs[i];
      if (input.isNumber)
        inputs_.push_back(operand < 0 ? pool[operand] : registers[operand]);
      else
        inputs_.emplace_back(
            tensor::emptyMeta(call.hasDims(i) ? tensor::Dims{1} : tensor::Dims{}, input.dtype));
    }
  }

  // Throws tensor::Error where an operator fails. Returns nullopt for operators that have no loop.
  std::optional<FusedLoop> make() {
    for (const FusedNode& node : fusion_.nodes)
      if (!add(node)) return std::nullopt;
    for (const Fusion::Output& output : fusion_.outputs) {
      // The mean of integers is an error.
      if (output.reduction == Reduction::Mean &&
          !tensor::isFloating(loop_.nodes[output.node].types.result))
        return std::nullopt;
      loop_.outputs.push_back({output.node, output.reduction});
    }
    return std::move(loop_);
  }

 private:
  const IValue& valueOf(const FusedArgument& argument) const {
    switch (argument.kind) {
      case FusedArgument::Kind::Input: return inputs_[argument.index];
      case FusedArgument::Kind::Node: return results_[argument.index];
      default: return pool_[argument.constant];
    }
  }
  static LoopOperand operandFor(const FusedArgument& argument) {
    return {argument.kind == FusedArgument::Kind::Input ? LoopOperand::Kind::Input
                                                        : LoopOperand::Kind::Node,
            argument.index,
            {}};
  }

  bool add(const FusedNode& node) {
    std::vector<IValue> arguments;
    for (const FusedArgument& argument : node.arguments) arguments.push_back(valueOf(argument));
    const bool isDirect = node.kernel->formula != nullptr;
    const auto isVariable = [&](size_t i) {
      return node.arguments[i].kind != FusedArgument::Kind::Constant;
    };
    // A number that is not constant may change the formula.
    for (size_t i = 0; i < arguments.size(); ++i)
      if (!isDirect && isVariable(i) && !arguments[i].isTensor()) return false;
    const PointwiseCall call = callOf(*node.kernel, arguments.data());
    const kernels::Pointwise& formula = *call.formula;
    LoopNode made{&formula, typesOf(formula, call.operands.data()), {}, {}};
    for (size_t k = 0; k < formula.arity; ++k) {
      if (const tensor::TensorImpl* impl = call.operands[k].impl()) {
        const auto found = std::ranges::find_if(arguments, [&](const IValue& argument) {
          return argument.isTensor() && argument.counted() == impl;
        });
        if (found == arguments.end()) return false;
        made.operands.push_back(
            operandFor(node.arguments[static_cast<size_t>(found - arguments.begin())]));
      } else if (isDirect && isVariable(k)) {
        made.operands.push_back(operandFor(node.arguments[k]));
      } else {
        made.operands.push_back({LoopOperand::Kind::Constant, 0, call.operands[k].number()});
      }
    }
    for (size_t k = 0; k < formula.numbers; ++k) {
      if (isDirect && isVariable(formula.arity + k))
        made.numbers.push_back(operandFor(node.arguments[formula.arity + k]));
      else
        made.numbers.push_back({LoopOperand::Kind::Constant, 0, call.numbers[k]});
    }
    results_.emplace_back(
        compute(formula, call.operands.data(), call.numbers.data(), kernels::Into::New, nullptr));
    if (node.kernel->into == kernels::Into::Self &&
        arguments[0].toTensor().dtype() != made.types.result)
      return false;
    loop_.nodes.push_back(std::move(made));
    return true;
  }

  const Fusion& fusion_;
  const IValue* pool_;
  std::vector<IValue> inputs_, results_;
  FusedLoop loop_;
};

class Group final : public interp::FusedGroup {
 public:
  Group(Fusion fusion, std::shared_ptr<LoopCache> cache)
      : fusion_(std::move(fusion)), cache_(std::move(cache)) {
    std::vector<uint32_t> reached;  // for each node, the inputs that it depends on
    for (const FusedNode& node : fusion_.nodes) {
      uint32_t inputs = 0;
      for (const FusedArgument& argument : node.arguments)
        if (argument.kind == FusedArgument::Kind::Input)
          inputs |= uint32_t{1} << argument.index;
        else if (argument.kind == FusedArgument::Kind::Node)
          inputs |= reached[argument.index];
      reached.push_back(inputs);
    }
    for (const Fusion::Output& output : fusion_.outputs)
      wholeInputs_.push_back(reached[output.node]);
    for (const size_t node : fusion_.overwritten) wholeInputs_.push_back(reached[node]);
  }

  bool run(IValue* registers, const IValue* pool) override {
    if (misses_ == kMostMisses) return false;
    if (!compute(registers, pool)) {
      ++misses_;
      return false;
    }
    misses_ = 0;
    return true;
  }

 private:
  struct Variant {
    CallKey key;
    LoopCode code;
    std::vector<CallResult> results;
  };
  // After so many calls in a row without a loop, the arguments are no longer read.
  static constexpr int kMostMisses = 100;
  // A fusion that meets more combinations is left to the interpreter.
  static constexpr size_t kMostVariants = 16;

  bool compute(IValue* registers, const IValue* pool) {
    FusedCall call;
    if (!call.read(fusion_, registers, pool)) return false;
    for (const uint32_t inputs : wholeInputs_)
      if (!call.isWhole(inputs)) return false;
    const Variant* variant = variantFor(call, registers, pool);
    if (variant == nullptr || variant->code == nullptr) return false;
    std::array<Tensor, kMostOutputs> results;
    const size_t count = fusion_.outputs.size();
    call.run(variant->code, vectorSize(), variant->results, std::span(results).first(count));
    for (const int32_t released : fusion_.released) registers[released] = IValue();
    for (size_t k = 0; k < count; ++k)
      for (const int32_t to : fusion_.outputs[k].to) registers[to] = IValue(results[k]);
    return true;
  }

  const Variant* variantFor(const FusedCall& call, const IValue* registers, const IValue* pool) {
    for (const Variant& variant : variants_)
      if (variant.key == call.key()) return &variant;
    if (variants_.size() == kMostVariants) return nullptr;
    Variant& made = variants_.emplace_back(Variant{call.key(), nullptr, {}});
    try {
      if (const auto loop = LoopMaker(fusion_, call, registers, pool).make()) {
        for (const LoopOutput& output : loop->outputs)
          made.results.push_back({loop->nodes[output.node].types.result, output.reduction});
        made.code = cache_->find(*loop);
      }
    } catch (const tensor::Error&) {
      // The original instruction fails in the same way.
    }
    return &made;
  }

  Fusion fusion_;
  std::shared_ptr<LoopCache> cache_;
  std::vector<uint32_t> wholeInputs_;  // for each node that must have the whole shape
  std::vector<Variant> variants_;
  int misses_ = 0;
};

}  // namespace

std::unique_ptr<interp::FusedGroup> makeGroup(Fusion fusion, std::shared_ptr<LoopCache> cache) {
  return std::make_unique<Group>(std::move(fusion), std::move(cache));
}

}  // namespace ts::jit
