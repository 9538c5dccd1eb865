// Lost gradients: calls of tensors' methods, operators, layers and functions.
#include <algorithm>
#include <cctype>

#include "core/compiler/gradient_lints/flow_walker.h"
#include "core/compiler/gradient_lints/torch_operators.h"

namespace ts::compiler {

using namespace syntax;
using diag::Rule;

namespace {

const Expr* keywordOf(const Call& call, std::string_view name) {
  for (const Keyword* keyword : call.keywords)
    if (keyword->arg.text == name) return keyword->value;
  return nullptr;
}

// The gradient flag of torch.tensor(...): false without one, nullopt when it is not a literal.
std::optional<bool> asksForGradient(const Call& call) {
  const Expr* value = keywordOf(call, "requires_grad");
  if (!value) return false;
  const auto* flag = dynCast<Constant>(value);
  if (!flag) return std::nullopt;
  return flag->constant == ConstantKind::True;
}

bool hasUnpacking(const Call& call) {
  return std::ranges::any_of(call.args,
                             [](const Expr* a) { return a->kind == ExprKind::Starred; }) ||
         std::ranges::any_of(call.keywords, [](const Keyword* keyword) { return !keyword->arg; });
}

}  // namespace

std::vector<Flow> FlowWalker::arguments(const Call& expr) {
  std::vector<Flow> operands;
  for (const Expr* argument : expr.args) {
    const auto* star = dynCast<Starred>(argument);
    Flow value = eval(star ? *star->value : *argument);
    operands.push_back(star ? Flow() : std::move(value));
  }
  for (const Keyword* keyword : expr.keywords) operands.push_back(eval(*keyword->value));
  return operands;
}

Flow FlowWalker::result(const Node& at, std::string_view op, const std::vector<Flow>& operands) {
  Flow value = combine(operands);
  const bool isOperator = !op.empty();
  if (isOperator) {
    value.isTensor = true;
    value.tensor = nextTensor_++;
  }
  using State = GradMode::State;
  if (mode_.state != State::On) {
    value.lost.clear();
    value.saved.clear();
    if (mode_.state == State::Unknown) value.kind = Flow::Kind::Unknown;
    // Objects of unknown classes may compute anything; operators of torch do not.
    if (mode_.state == State::Off && isOperator && !value.isCut() && !value.is(Flow::Kind::Plain)) {
      value.cut = {Rule::LossWithoutGrad, mode_.at, value.is(Flow::Kind::Tracked)};
      value.kind = Flow::Kind::Cut;
    }
    return value;
  }
  if (!isOperator || !value.is(Flow::Kind::Tracked)) return value;
  const auto save = [&](int tensor) {
    if (tensor != 0) value.saved.push_back({tensor, state_.versionOf(tensor), &at});
  };
  switch (savedBy(op)) {
    case Saves::Nothing: break;
    case Saves::Result: save(value.tensor); break;
    case Saves::Inputs: {
      const bool isOne = operands.size() == 1;
      for (size_t i = 0; i < operands.size() && i < 2; ++i) {
        // The gradient of one operand needs the other one.
        const Flow& other = operands[isOne ? i : 1 - i];
        if (operands[i].isTensor && other.is(Flow::Kind::Tracked)) save(operands[i].tensor);
      }
      break;
    }
  }
  return value;
}

Flow FlowWalker::cutOff(Rule rule, const Node& at, const Flow& value) {
  if (value.is(Flow::Kind::Plain)) return value;
  Flow flow = Flow::of(Flow::Kind::Cut, rule != Rule::LossIsNumber);
  flow.cut = value.is(Flow::Kind::Cut) ? value.cut : Cut{rule, &at, value.is(Flow::Kind::Tracked)};
  return flow;
}

Flow FlowWalker::number(const Node& at, const Flow& value) {
  Flow flow = cutOff(Rule::LossIsNumber, at, value);
  flow.isTensor = false;
  return flow;
}

// torch.tensor(x), Variable(x): the copy has no history.
Flow FlowWalker::copyOf(const Call& expr, const std::vector<Flow>& operands) {
  const std::optional<bool> isLeaf = asksForGradient(expr);
  if (operands.empty() || expr.args.empty() || !isLeaf) return Flow::of(Flow::Kind::Unknown, true);
  const Flow& source = operands[0];
  const bool isCertain = source.isTensor || source.holdsTensors || source.isCut();
  if (source.is(Flow::Kind::Plain) || (*isLeaf && !isCertain)) {
    return Flow::of(*isLeaf ? Flow::Kind::Tracked : Flow::Kind::Plain, true);
  }
  Flow copy = cutOff(Rule::LossIsCopied, expr, source);
  copy.cut.isOfTracked |= source.cut.isOfTracked;
  copy.isTensor = true;
  if (*isLeaf) copy.kind = Flow::Kind::CutLeaf;
  return copy;
}

void FlowWalker::change(const Flow& value, const Node& at) {
  if (value.tensor == 0) return;
  FlowState::Change& change = state_.changes[value.tensor];
  ++change.version;
  change.at = &at;
}

Flow FlowWalker::call(const Call& expr) {
  if (PyRef object = objectOf(*expr.func)) {
    const std::vector<Flow> operands = arguments(expr);
    return callObject(expr, *object, operands);
  }
  if (const auto* callee = dynCast<Attribute>(expr.func)) {
    const auto* self = dynCast<Name>(callee->value);
    if (!self || !layers_ || self->id != "self") return method(expr, *callee);
  }
  const Flow callee = eval(*expr.func);
  return callLayer(expr, callee, arguments(expr));
}

Flow FlowWalker::callLayer(const Call& expr, const Flow& callee,
                           const std::vector<Flow>& operands) {
  if (hasUnpacking(expr)) return {};
  const bool isModel = callee.is(Flow::Kind::Model);
  if (!isModel && !callee.is(Flow::Kind::Layer)) return {};
  std::vector<Flow> inputs = operands;
  if (isModel || layerKind(callee.layer) == LayerKind::WithParameters) {
    inputs.push_back(Flow::of(Flow::Kind::Tracked));
  }
  if (isModel) {
    // The results of a model may be of any type.
    Flow value = result(expr, "", inputs);
    if (mode_.state == GradMode::State::Off) value.kind = Flow::Kind::Unknown;
    return value;
  }
  std::string op(callee.layer.substr(callee.layer.rfind('.') + 1));
  for (char& c : op) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (op == "logsoftmax") op = "log_softmax";
  return result(expr, op, inputs);
}

Flow FlowWalker::callObject(const Call& expr, const PyObject& callee,
                            const std::vector<Flow>& operands) {
  switch (callee.kind) {
    case PyKind::External: return function(expr, callee.name, operands);
    case PyKind::Function: {
      const PyFunction& source = *callee.function;
      if (source.module && source.module->name.starts_with("torch."))
        return function(expr, source.qualifiedName, operands);
      if (source.module != &file_.module || !source.def || source.marks.unknown ||
          source.def->kind != StmtKind::FunctionDef)
        return {};
      const auto [known, isNew] = file_.results.try_emplace(source.def);
      if (isNew) {
        FlowWalker walker(file_, *source.scope, nullptr);
        walker.silent_ = 1;  // the function is checked by itself
        const Flow value = walker.walkFunction(*source.def, false);
        // Other results depend on the arguments.
        if (value.is(Flow::Kind::Cut)) file_.results[source.def] = value;
      }
      Flow value = file_.results[source.def];
      value.tensor = 0;
      return value;
    }
    case PyKind::Instance: return callLayer(expr, flowOfObject(callee), operands);
    default: return {};
  }
}

Flow FlowWalker::function(const Call& expr, std::string_view name,
                          const std::vector<Flow>& operands) {
  if (hasUnpacking(expr)) return {};
  if (name == "builtins.float" || name == "builtins.int")
    return operands.size() == 1 && operands[0].isTensor ? number(expr, operands[0]) : Flow();
  if (!name.starts_with("torch.")) return {};
  if (name == "torch.tensor" || name == "torch.autograd.Variable") {
    // Variable(x) of old PyTorch keeps the history of x.
    if (name != "torch.tensor" && asksForGradient(expr) == false)
      return operands.empty() ? Flow() : operands[0];
    return copyOf(expr, operands);
  }
  if (name == "torch.nn.Parameter" || name == "torch.nn.parameter.Parameter")
    return Flow::of(Flow::Kind::Tracked, true);
  if (name == "torch.autograd.backward" || name == "torch.autograd.grad") {
    if (!operands.empty() && !expr.args.empty()) backward(expr, operands[0]);
    return {};
  }
  if (layerKind(name) != LayerKind::Unknown) {
    Flow layer = Flow::of(Flow::Kind::Layer);
    layer.layer = name;
    return layer;
  }
  if (const PyRef object = file_.context.environment().evaluate(scope_, expr);
      operands.empty() && object && object->kind == PyKind::Opaque)
    return Flow::of(Flow::Kind::Plain, true);
  const std::string op = differentiableOperator(name);
  if (op.empty()) return {};
  if (const Expr* inPlace = keywordOf(expr, "inplace"); inPlace && !operands.empty()) {
    const auto* flag = dynCast<Constant>(inPlace);
    if (!flag) return {};
    if (flag->constant == ConstantKind::True) {
      change(operands[0], expr);
      setVariable(*expr.args[0], {});
      return {};
    }
  }
  return result(expr, op, operands);
}

Flow FlowWalker::method(const Call& expr, const Attribute& callee) {
  const std::string_view name = callee.attr.text;
  const Flow base = eval(*callee.value);
  std::vector<Flow> operands = arguments(expr);
  if (base.is(Flow::Kind::Model) || base.is(Flow::Kind::Layer)) return {};
  const bool isBare = expr.args.empty() && expr.keywords.empty();
  if (name == "backward") {
    backward(expr, base);
    return {};
  }
  if (isBare && name == "item") return number(expr, base);
  if (isBare && name == "detach") return cutOff(Rule::LossIsDetached, expr, base);
  if (name == "requires_grad_") {
    Flow leaf = base;
    const auto* flag = expr.args.size() == 1 ? dynCast<Constant>(expr.args[0]) : nullptr;
    const bool isOn = isBare || (flag && flag->constant == ConstantKind::True);
    if (!isOn || base.is(Flow::Kind::Unknown))
      leaf = Flow::of(Flow::Kind::Unknown, base.isTensor);
    else if (base.is(Flow::Kind::Cut))
      leaf.kind = Flow::Kind::CutLeaf;
    else if (base.is(Flow::Kind::Plain))
      leaf = Flow::of(Flow::Kind::Tracked, true);
    setVariable(*callee.value, leaf);
    return leaf;
  }
  if (name == "detach_") {
    const Flow cut = cutOff(Rule::LossIsDetached, expr, base);
    setVariable(*callee.value, cut);
    return cut;
  }
  if (!base.isTensor && !base.is(Flow::Kind::Tracked)) return {};
  if (base.isTensor && (name == "numpy" || name == "tolist")) return number(expr, base);
  if (hasUnpacking(expr)) return {};
  operands.insert(operands.begin(), base);
  if (base.isTensor && isInPlaceMethod(name)) {
    change(base, expr);
    Flow value = base;
    if (mode_.state == GradMode::State::On) {
      value = combine(operands);
      value.isTensor = true;
      value.tensor = base.tensor;
    }
    setVariable(*callee.value, value);
    return value;
  }
  const std::string op = differentiableOperator("torch.Tensor." + std::string(name));
  return op.empty() ? Flow() : result(expr, op, operands);
}

}  // namespace ts::compiler
