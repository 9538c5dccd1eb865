#include "core/ir/kinds.h"
#include "core/passes/kinds.h"
#include "core/passes/peephole.h"

namespace ts::passes {

using ir::Block;
using ir::Graph;
using ir::Node;
using ir::Value;
using ir::WithInsertPoint;
using types::Constant;
using types::TypeKind;
namespace prim = ir::prim;

namespace {

bool mustNotBeNone(const Value* value) {
  TypeKind kind = value->type()->kind();
  return kind != TypeKind::None && kind != TypeKind::Optional && kind != TypeKind::Any &&
         kind != TypeKind::Unknown && !types::isOptionalLike(value->type());
}

std::optional<int64_t> intConstant(const Value* value) {
  auto constant = ir::constantOf(value);
  return constant && constant->isInt() ? std::optional(constant->toInt()) : std::nullopt;
}

std::optional<bool> boolConstant(const Value* value) {
  auto constant = ir::constantOf(value);
  return constant && constant->isBool() ? std::optional(constant->toBool()) : std::nullopt;
}

// True if x == x can be replaced by True for values of this type: the comparison can't raise and is
// reflexive. As in PyTorch, NaN counts as equal to itself.
bool comparesWithItself(types::TypePtr type) {
  auto isPlain = [](types::TypePtr t) {
    return t->is(TypeKind::Bool) || t->is(TypeKind::Int) || t->is(TypeKind::Float) ||
           t->is(TypeKind::None);
  };
  if (type->is(TypeKind::List)) return isPlain(type->element());
  if (type->is(TypeKind::Dict)) return isPlain(type->element(0)) && isPlain(type->element(1));
  return isPlain(type);
}

class NonTensorOptimizer {
 public:
  NonTensorOptimizer(Graph& graph, const PeepholeOptions& options)
      : graph_(graph), options_(options) {}

  bool run(Block* block) {
    bool changed = false;
    for (Node* node : block->nodes()) {
      for (Block* inner : node->blocks()) changed |= run(inner);
      changed |= replaceNone(node);
      changed |= visit(node);
    }
    return changed;
  }

 private:
  bool replace(Node* node, Value* value) {
    if (options_.exactTypes &&
        !types::isSubtype(types::unshaped(value->type()), types::unshaped(node->output()->type())))
      return false;
    node->output()->replaceAllUsesWith(value);
    return true;
  }

  bool replace(Node* node, bool value) {
    WithInsertPoint guard(node);
    return replace(node, graph_.insertConstant(Constant::boolean(value)));
  }

  bool replaceNone(Node* node) {
    if (node->is(prim::Constant)) return false;
    WithInsertPoint guard(node);
    bool changed = false;
    for (Value* output : node->outputs()) {
      if (!output->isNone()) continue;
      output->replaceAllUsesWith(graph_.insertConstant(Constant::none()));
      changed = true;
    }
    return changed;
  }

  bool visit(Node* node) {
    if (node->is(prim::If)) return visitIf(node);
    if (node->is(aten::__is__) || node->is(aten::__isnot__)) return visitIs(node);
    if (node->is(prim::unchecked_unwrap_optional) || node->is(aten::_unwrap_optional)) {
      return mustNotBeNone(node->input()) && replace(node, node->input());
    }
    if (node->is(prim::unchecked_cast)) {
      types::TypePtr from = types::unshaped(node->input()->type());
      return types::isSubtype(from, types::unshaped(node->output()->type())) &&
             replace(node, node->input());
    }
    if (node->is(aten::Int) || node->is(aten::ceil)) {
      return node->inputs().size() == 1 && node->input()->type()->is(TypeKind::Int) &&
             replace(node, node->input());
    }
    if (node->is(aten::eq) || node->is(aten::ne)) {
      return node->inputs().size() == 2 && node->input(0) == node->input(1) &&
             comparesWithItself(node->input(0)->type()) && replace(node, node->is(aten::eq));
    }
    if (node->is(aten::mul) || node->is(aten::floordiv) || node->is(aten::div))
      return visitFactor(node);
    if (node->is(aten::add) || node->is(aten::sub)) return visitTerm(node);
    return false;
  }

  bool visitIf(Node* node) {
    bool changed = false;
    for (size_t i = 0; i < node->outputs().size(); ++i) {
      Value* output = node->output(i);
      Value* onTrue = node->block(0)->outputs()[i];
      Value* onFalse = node->block(1)->outputs()[i];
      // "x and True", "x or False"
      if (output->type()->is(TypeKind::Bool) && boolConstant(onTrue).value_or(false) &&
          !boolConstant(onFalse).value_or(true)) {
        output->replaceAllUsesWith(node->input());
        changed = true;
      }
    }
    for (size_t i = 0; i < node->outputs().size(); ++i) {
      Value* output = node->output(i);
      types::TypePtr onTrue = node->block(0)->outputs()[i]->type();
      types::TypePtr onFalse = node->block(1)->outputs()[i]->type();
      if (!output->type()->is(TypeKind::Optional) || onTrue->is(TypeKind::Optional) ||
          onFalse->is(TypeKind::Optional)) {
        continue;
      }
      if (types::TypePtr unified = types::unify(onTrue, onFalse)) {
        output->setType(unified);
        changed = true;
      }
    }
    return changed;
  }

  bool visitIs(Node* node) {
    bool changed = false;
    for (size_t i = 0; i < 2; ++i) {
      if (node->input(i)->mustBeNone() && mustNotBeNone(node->input(1 - i)))
        changed = replace(node, node->is(aten::__isnot__));
    }
    return changed;
  }

  // Returns the constant operand of an operation on two ints, and makes it the second operand.
  std::optional<int64_t> constantOperand(Node* node) {
    if (node->inputs().size() != 2 || !node->input(0)->type()->is(TypeKind::Int) ||
        !node->input(1)->type()->is(TypeKind::Int)) {
      return std::nullopt;
    }
    if (node->is(aten::mul) || node->is(aten::add)) {
      if (auto constant = intConstant(node->input(0))) {
        constexpr size_t kSwapped[] = {1, 0};
        node->permuteInputs(kSwapped);
        return constant;
      }
    }
    return intConstant(node->input(1));
  }

  bool visitFactor(Node* node) {
    auto constant = constantOperand(node);
    return constant == 1 && replace(node, node->input(0));
  }

  // Simplifies x + 0, and combines the constants of (x + a) + b.
  bool visitTerm(Node* node) {
    auto constant = constantOperand(node);
    if (!constant) return false;
    if (*constant == 0) return replace(node, node->input(0));
    Node* inner = node->input(0)->node();
    if (!inner->is(aten::add) && !inner->is(aten::sub)) return false;
    auto delta = constantOperand(inner);
    if (!delta) return false;
    auto a = static_cast<uint64_t>(*constant);
    auto b = static_cast<uint64_t>(*delta);
    auto merged = static_cast<int64_t>(inner->kind() == node->kind() ? a + b : a - b);
    if (merged == 0) return replace(node, inner->input(0));
    WithInsertPoint guard(node);
    node->replaceInput(0, inner->input(0));
    node->replaceInput(1, graph_.insertConstant(Constant::integer(merged)));
    return true;
  }

  Graph& graph_;
  const PeepholeOptions& options_;
};

}  // namespace

bool optimizePeepholeNonTensor(Graph& graph, const PeepholeOptions& options) {
  return NonTensorOptimizer(graph, options).run(graph.block());
}

}  // namespace ts::passes
