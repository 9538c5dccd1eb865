// Lost gradients: expressions.
#include <algorithm>

#include "core/compiler/gradient_lints/flow_walker.h"
#include "core/compiler/gradient_lints/torch_operators.h"
#include "core/syntax/ast_walk.h"

namespace ts::compiler {

using namespace syntax;

namespace {

// The operators of torch that Python's operators call.
struct OperatorName {
  Operator op;
  std::string_view name;
};
constexpr OperatorName kOperatorNames[] = {
    {Operator::Add, "add"},        {Operator::Sub, "sub"}, {Operator::Mult, "mul"},
    {Operator::MatMult, "matmul"}, {Operator::Div, "div"}, {Operator::Pow, "pow"},
};

}  // namespace

Flow flowOfObject(const PyObject& object) {
  if (object.kind == PyKind::Opaque && object.name == "Tensor")
    return Flow::of(Flow::Kind::Unknown, true);
  if (object.kind != PyKind::Instance) return {};
  if (object.cls && object.cls->kind == ClassKind::NnModule) return {};
  if (layerKind(object.name) == LayerKind::Unknown) return {};
  Flow layer = Flow::of(Flow::Kind::Layer);
  layer.layer = object.name;
  return layer;
}

PyRef FlowWalker::objectOf(const Expr& expr) {
  const Expr* root = &expr;
  while (root->kind == ExprKind::Attribute) root = as<Attribute>(*root).value;
  const auto* name = dynCast<Name>(root);
  if (!name || locals_.contains(name->id)) return nullptr;
  return file_.context.environment().evaluate(scope_, expr);
}

Flow FlowWalker::name(const Name& expr) {
  const auto variable = state_.variables.find(expr.id);
  Flow flow;
  if (variable != state_.variables.end()) {
    flow = variable->second;
  } else if (PyRef object = objectOf(expr)) {
    flow = flowOfObject(*object);
  }
  if (flow.is(Flow::Kind::Unknown) && models_.contains(expr.id)) flow.kind = Flow::Kind::Model;
  return flow;
}

Flow FlowWalker::attribute(const Attribute& expr) {
  const std::string_view member = expr.attr.text;
  if (const auto* self = dynCast<Name>(expr.value); self && layers_ && self->id == "self") {
    const auto layer = layers_->find(member);
    return layer == layers_->end() ? Flow() : layer->second;
  }
  const Flow base = eval(*expr.value);
  if (!base.isTensor) return {};
  if (member == "data") return cutOff(diag::Rule::LossIsDetached, expr, base);
  if (member == "T" || member == "mT") return result(expr, "t", {base});
  if (member == "shape" || member == "ndim" || member == "dtype" || member == "device")
    return Flow::of(Flow::Kind::Plain);
  return {};
}

Flow FlowWalker::binary(const Node& at, Operator op, const Flow& left, const Flow& right) {
  const auto row = std::ranges::find(kOperatorNames, op, &OperatorName::op);
  if (row == std::end(kOperatorNames)) return {};
  Flow value = result(at, left.isTensor || right.isTensor ? row->name : "", {left, right});
  if (op != Operator::Add && op != Operator::Sub) return value;
  // A number in a sum has no gradient, although other terms have one.
  const auto isTerm = [](const Flow& term, const Flow& other) {
    return term.is(Flow::Kind::Cut) && term.cut.isOfTracked &&
           (other.is(Flow::Kind::Tracked) || other.is(Flow::Kind::Unknown)) &&
           term.cut.rule != diag::Rule::LossIsDetached &&
           term.cut.rule != diag::Rule::LossWithoutGrad;
  };
  if (isTerm(left, right)) value.lost.push_back(left.cut);
  if (isTerm(right, left)) value.lost.push_back(right.cut);
  return value;
}

Flow FlowWalker::eval(const Expr& expr) {
  if (!spend()) return {};
  switch (expr.kind) {
    case ExprKind::Constant: return Flow::of(Flow::Kind::Plain);
    case ExprKind::Name: return name(as<Name>(expr));
    case ExprKind::Attribute: return attribute(as<Attribute>(expr));
    case ExprKind::Call: return call(as<Call>(expr));
    case ExprKind::BinOp: {
      const auto& node = as<BinOp>(expr);
      const Flow left = eval(*node.left);
      return binary(expr, node.op, left, eval(*node.right));
    }
    case ExprKind::UnaryOp: {
      const auto& node = as<UnaryOp>(expr);
      const Flow operand = eval(*node.operand);
      return node.op == UnaryOperator::USub ? result(expr, operand.isTensor ? "neg" : "", {operand})
                                            : Flow();
    }
    case ExprKind::IfExp: {
      const auto& node = as<IfExp>(expr);
      eval(*node.test);
      const Flow body = eval(*node.body);
      return join(body, eval(*node.orelse));
    }
    case ExprKind::NamedExpr: {
      const auto& node = as<NamedExpr>(expr);
      const Flow value = eval(*node.value);
      assign(*node.target, value, node.value);
      return value;
    }
    case ExprKind::Subscript: {
      const auto& node = as<Subscript>(expr);
      const Flow base = eval(*node.value);
      eval(*node.slice);
      return base.isTensor ? result(expr, "select", {base}) : Flow();
    }
    case ExprKind::List:
    case ExprKind::Tuple: {
      std::vector<Flow> elements;
      for (const Expr* element : as<Sequence>(expr).elts) elements.push_back(eval(*element));
      Flow list;
      list.holdsTensors =
          !elements.empty() &&
          std::ranges::all_of(elements, [](const Flow& element) { return element.isTensor; });
      // torch.tensor([1, 2]) holds plain numbers. Code may append anything to an empty list.
      if (!elements.empty() &&
          std::ranges::all_of(elements, [](const Flow& e) { return e.is(Flow::Kind::Plain); }))
        list.kind = Flow::Kind::Plain;
      if (std::ranges::any_of(elements, [](const Flow& e) { return e.is(Flow::Kind::Tracked); }))
        list.cut.isOfTracked = true;
      return list;
    }
    case ExprKind::Lambda:
    case ExprKind::ListComp:
    case ExprKind::SetComp:
    case ExprKind::DictComp:
    case ExprKind::GeneratorExp: return {};  // their variables have a scope of their own
    default: {
      struct Children {
        FlowWalker& walker;
        void operator()(const Expr& child) { walker.eval(child); }
        void operator()(const Stmt&) {}
        void operator()(const Pattern&) {}
      };
      forEachChild(expr, Children{*this});
      return {};
    }
  }
}

}  // namespace ts::compiler
