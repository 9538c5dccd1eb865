#include "core/compiler/emit/conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/scoped_override.h"
#include "core/compiler/context/compile_context.h"
#include "core/compiler/emit/block_scope.h"
#include "core/compiler/emit/calls.h"
#include "core/compiler/emit/control_flow.h"
#include "core/compiler/emit/emission.h"
#include "core/compiler/emit/expressions.h"
#include "core/compiler/emit/symbols.h"

namespace ts::compiler {

using diag::Rule;
using ir::TypePtr;
using ir::Value;
using syntax::CompareOperator;
using syntax::ExprKind;

namespace {

Condition emitIdentity(Emission& emission, const syntax::Compare& compare);
Condition emitShortCircuit(Emission& emission, SourceRange at,
                           const std::function<Condition()>& first,
                           const std::function<Condition()>& second, bool isOr);

enum class MayBeNone : uint8_t { Always, Maybe, Never };

MayBeNone mayBeNone(Value* value) {
  if (value->mustBeNone()) return MayBeNone::Always;
  return types::isOptionalLike(value->type()) ? MayBeNone::Maybe : MayBeNone::Never;
}

Condition staticCondition(Emission& emission, SourceRange at, bool value,
                          RefinementSet refinements) {
  return {emission.constant(types::Constant::boolean(value), at), std::move(refinements), value};
}

}  // namespace

Condition undecidedCondition(Emission& emission) {
  return {emission.unknown(), {}, std::nullopt, true};
}

Condition emitCondition(Emission& emission, const syntax::Expr& expr) {
  SourceRange at = emission.rangeOf(expr);
  if (const auto* boolOp = syntax::dynCast<syntax::BoolOp>(&expr)) {
    bool isOr = boolOp->op == syntax::BoolOperator::Or;
    // a and b and c is (a and b) and c.
    std::function<Condition(size_t)> upTo = [&](size_t n) -> Condition {
      if (n == 0) return emitCondition(emission, *boolOp->values[0]);
      SourceRange range{emission.file(), cover(boolOp->values[0]->span, boolOp->values[n]->span)};
      return emitShortCircuit(
          emission, range, [&] { return upTo(n - 1); },
          [&] { return emitCondition(emission, *boolOp->values[n]); }, isOr);
    };
    return upTo(boolOp->values.size() - 1);
  }
  if (const auto* unary = syntax::dynCast<syntax::UnaryOp>(&expr);
      unary && unary->op == syntax::UnaryOperator::Not) {
    ScopedOverride<std::vector<TypePtr>*> outside(emission.walk.logic, nullptr);
    Condition inner = emitCondition(emission, *unary->operand);
    Value* result = emitBuiltin(emission, at, aten::__not__, {inner.value});
    std::optional<bool> isStatic;
    if (inner.isStatic) isStatic = !*inner.isStatic;
    return {result, inner.refinements.negated(), isStatic, inner.undecided};
  }
  if (const auto* compare = syntax::dynCast<syntax::Compare>(&expr)) {
    if (compare->ops.size() > 1) {
      // a < b < c is emitted as a < b and b < c: b is emitted twice.
      std::function<Condition(size_t)> upTo = [&](size_t n) -> Condition {
        const syntax::Expr* left = n == 0 ? compare->left : compare->comparators[n - 1];
        auto* part = emission.walk.trees.make<syntax::Compare>();
        part->kind = ExprKind::Compare;
        part->span = cover(left->span, compare->comparators[n]->span);
        part->left = const_cast<syntax::Expr*>(left);
        part->ops = compare->ops.subspan(n, 1);
        part->comparators = compare->comparators.subspan(n, 1);
        if (n == 0) return emitCondition(emission, *part);
        SourceRange range{emission.file(), cover(compare->left->span, part->span)};
        return emitShortCircuit(
            emission, range, [&] { return upTo(n - 1); },
            [&] { return emitCondition(emission, *part); }, false);
      };
      return upTo(compare->ops.size() - 1);
    }
    if (compare->ops[0] == CompareOperator::Is || compare->ops[0] == CompareOperator::IsNot)
      return emitIdentity(emission, *compare);
    if (compare->ops[0] == CompareOperator::NotIn) {
      auto* inside = emission.walk.trees.make<syntax::Compare>(*compare);
      inside->ops = emission.walk.trees.copy(std::vector<CompareOperator>{CompareOperator::In});
      Condition inner = emitCondition(emission, *inside);
      Value* result = emitBuiltin(emission, at, aten::__not__, {inner.value});
      std::optional<bool> isStatic;
      if (inner.isStatic) isStatic = !*inner.isStatic;
      return {result, inner.refinements.negated(), isStatic, inner.undecided};
    }
  }
  if (const auto* call = syntax::dynCast<syntax::Call>(&expr)) {
    if (const auto* name = syntax::dynCast<syntax::Name>(call->func);
        name && (name->id == "isinstance" || name->id == "hasattr")) {
      expectCount(emission, *call, 2, 2);
      return name->id == "isinstance" ? emitIsinstance(emission, at, *call->args[0], *call->args[1])
                                      : emitHasattr(emission, *call->args[0], *call->args[1]);
    }
    SugaredPtr callee = emitSugared(emission, *call->func, 1);
    if (auto* form = dynamic_cast<SpecialForm*>(callee.get());
        form && form->form == Form::Isinstance) {
      expectCount(emission, *call, 2, 2);
      return emitIsinstance(emission, at, *call->args[0], *call->args[1]);
    }
  }
  Value* argument = nullptr;
  {
    ScopedOverride<std::vector<TypePtr>*> outside(emission.walk.logic, nullptr);
    argument = emitExpr(emission, expr);
  }
  if (emission.walk.logic) emission.walk.logic->push_back(argument->type());
  Value* value = emitToBool(emission, at, argument);
  std::optional<bool> isStatic;
  if (value->node()->is(aten::is_scripting)) isStatic = true;
  if (value->node()->is(aten::has_torch_function)) isStatic = false;
  if (const types::Constant* constant = ir::constantOf(value); constant && constant->isBool())
    isStatic = constant->toBool();
  return {value, {}, isStatic, value->type()->isUnknown()};
}

Value* emitLogic(Emission& emission, const syntax::BoolOp& expr) {
  std::vector<TypePtr> operands;
  ScopedOverride<std::vector<TypePtr>*> collecting(emission.walk.logic, &operands);
  Value* value = emitCondition(emission, expr).value;
  auto isOther = [](TypePtr type) { return !type->isUnknown() && type != types::boolType(); };
  if (emission.context().purpose() != Purpose::Checks ||
      emission.source().module->name.starts_with("torch."))
    return value;
  if (std::ranges::none_of(operands, isOther)) return value;
  const bool isOr = expr.op == syntax::BoolOperator::Or;
  CompileError error(
      diag::Rule::LogicGivesBool, emission.rangeOf(expr),
      fmt::format("'{}' gives True or False in a script, and one of its operands in Python",
                  isOr ? "or" : "and"));
  error.note("write it as a conditional expression: x if x else y");
  const auto* first = syntax::dynCast<syntax::Name>(expr.values[0]);
  if (first && expr.values.size() == 2 && operands.size() == 2 && operands[0] == operands[1]) {
    const std::string_view second = emission.file()->text(expr.values[1]->span);
    error.fix(
        "Write it as a conditional expression",
        {{emission.rangeOf(expr), isOr ? fmt::format("({0} if {0} else {1})", first->id, second)
                                       : fmt::format("({1} if {0} else {0})", first->id, second)}});
  }
  emission.walk.lints.push_back(std::move(error.diagnostic));
  return value;
}

namespace {

Condition emitIdentity(Emission& emission, const syntax::Compare& compare) {
  SourceRange at = emission.rangeOf(compare);
  const syntax::Expr* left = compare.left;
  const syntax::Expr* right = compare.comparators[0];
  bool is = compare.ops[0] == CompareOperator::Is;
  Value* leftValue = emitExpr(emission, *left);
  Value* rightValue = emitExpr(emission, *right);
  if (leftValue->type()->isUnknown() || rightValue->type()->isUnknown())
    return undecidedCondition(emission);
  MayBeNone leftNone = mayBeNone(leftValue);
  MayBeNone rightNone = mayBeNone(rightValue);
  if (leftNone == MayBeNone::Always && rightNone == MayBeNone::Always)
    return staticCondition(emission, at, is, {});
  if ((leftNone == MayBeNone::Always && rightNone == MayBeNone::Never) ||
      (leftNone == MayBeNone::Never && rightNone == MayBeNone::Always)) {
    return staticCondition(emission, at, !is, {});
  }
  Value* value =
      emitBuiltin(emission, at, is ? aten::__is__ : aten::__isnot__, {leftValue, rightValue});
  RefinementSet refinements;
  if (isNone(*left) && !isNone(*right)) {
    std::swap(left, right);
    std::swap(leftValue, rightValue);
  }
  const auto* name = syntax::dynCast<syntax::Name>(left);
  if (isNone(*right) && name && types::isOptionalLike(leftValue->type())) {
    Refinements present;
    if (TypePtr rest = types::subtract(leftValue->type(), types::noneType()))
      present.push_back({std::string(name->id), rest});
    refinements = is ? RefinementSet({}, present) : RefinementSet(present, {});
  }
  return {value, std::move(refinements), std::nullopt};
}

Condition emitShortCircuit(Emission& emission, SourceRange at,
                           const std::function<Condition()>& first,
                           const std::function<Condition()>& second, bool isOr) {
  Condition left = first();
  Condition right;
  auto shortcut = [&] { return emission.constant(types::Constant::boolean(isOr), at); };
  // When the left side decides, the right side is still compiled, but it may be Unknown.
  bool decided = left.isStatic && *left.isStatic == isOr;
  auto rest = [&] {
    bool failedBefore = emission.hasFailed();
    right = second();
    if (decided && right.value->type()->isUnknown()) {
      emission.setFailed(failedBefore);
      right.value = emission.graph()
                        .insertNode(emission.graph().createUninitialized(types::boolType()))
                        ->output();
    }
    return right.value;
  };
  Value* value = isOr ? emitConditional(emission, at, left, shortcut, rest)
                      : emitConditional(emission, at, left, rest, shortcut);
  std::optional<bool> isStatic;
  if (decided || (right.isStatic && *right.isStatic == isOr)) {
    isStatic = isOr;
  } else if (left.isStatic && right.isStatic) {
    isStatic = !isOr;
  }
  return {value,
          isOr ? left.refinements.disjunction(right.refinements)
               : left.refinements.conjunction(right.refinements),
          isStatic, (left.undecided || right.undecided) && !isStatic};
}

}  // namespace

Value* emitToBool(Emission& emission, SourceRange at, Value* value) {
  if (value->type()->isUnknown()) return value;
  Value* result = nullptr;
  try {
    result = asSimple(
        emission.scope().get("bool", at)->call(emission, at, {{NamedValue(value)}, {}}, 0));
  } catch (const CompileError&) {
    if (types::isOptionalLike(value->type())) {
      throw CompileError(
          Rule::OptionalAsBool, at,
          fmt::format("a value of type {} can't be tested for truth", value->type()->annotation()))
          .note("write `is not None` to test whether there is a value");
    }
    throw CompileError(
        Rule::NotABool, at,
        fmt::format("a value of type {} can't be tested for truth", value->type()->annotation()));
  }
  if (!result || !types::isSubtype(result->type(), types::boolType())) {
    throw CompileError(Rule::NotABool, at, "a condition must be a bool");
  }
  return result;
}

Condition emitHasattr(Emission& emission, const syntax::Expr& object, const syntax::Expr& name) {
  SugaredPtr value = emitSugared(emission, object, 1);
  const auto* text = syntax::dynCast<syntax::Constant>(&name);
  if (!text || text->constant != syntax::ConstantKind::Str) {
    throw CompileError(Rule::NeedsStringLiteral, emission.rangeOf(name),
                       "the second argument of hasattr must be a string literal");
  }
  if (value->isUnknown()) return undecidedCondition(emission);
  if (Value* plain = asSimple(value); plain && plain->type()->isUnknown())
    return undecidedCondition(emission);
  return staticCondition(emission, emission.rangeOf(object),
                         value->hasAttr(emission, emission.rangeOf(object), text->text), {});
}

Condition emitIsinstance(Emission& emission, SourceRange at, const syntax::Expr& object,
                         const syntax::Expr& classes) {
  Value* value = emitExpr(emission, object);
  std::vector<TypePtr> candidates;
  if (value->type()->isUnknown()) return undecidedCondition(emission);
  bool anyUnknown = false;
  std::function<void(const syntax::Expr&)> gather = [&](const syntax::Expr& expr) {
    if (expr.kind == ExprKind::Tuple) {
      for (const syntax::Expr* element : syntax::as<syntax::Sequence>(expr).elts) gather(*element);
      return;
    }
    TypePtr type = emission.resolveType(expr);
    anyUnknown |= type->isUnknown();
    candidates.push_back(type);
  };
  gather(classes);
  if (anyUnknown) return undecidedCondition(emission);

  TypePtr valueType = value->type();
  std::vector<TypePtr> actual = types::canonicalMembers({&valueType, 1});
  candidates = types::canonicalMembers(candidates);

  std::vector<TypePtr> whenTrue;
  std::vector<TypePtr> whenFalse;
  bool always = true;
  for (TypePtr have : actual) {
    if (have == types::anyType()) {
      whenTrue.insert(whenTrue.end(), candidates.begin(), candidates.end());
      whenFalse.push_back(types::anyType());
      if (whenTrue.size() != 1 || whenTrue[0] != types::anyType()) always = false;
      break;
    }
    TypePtr match = nullptr;
    for (TypePtr wanted : candidates) {
      if (types::isSubtype(have, wanted)) {
        match = have;  // List[str] is a list: keep the more precise type
      } else if (types::isSubtype(wanted, have)) {
        match = match ? types::unify(match, wanted) : wanted;
      }
    }
    if (match) {
      whenTrue.push_back(match);
    } else {
      whenFalse.push_back(have);
      always = false;
    }
  }
  Refinements ifTrue;
  Refinements ifFalse;
  if (const auto* name = syntax::dynCast<syntax::Name>(&object)) {
    auto merged = [](const std::vector<TypePtr>& all) {
      return types::unify(all, /*defaultToUnion=*/true);
    };
    if (!whenTrue.empty()) ifTrue.push_back({std::string(name->id), merged(whenTrue)});
    if (!whenFalse.empty()) ifFalse.push_back({std::string(name->id), merged(whenFalse)});
  }
  RefinementSet refinements(ifTrue, ifFalse);
  SourceRange objectRange = emission.rangeOf(object);
  if (always) return staticCondition(emission, objectRange, true, refinements);
  if (whenTrue.empty()) return staticCondition(emission, objectRange, false, refinements);
  (void)at;
  Value* result =
      emission.graph().insertNode(emission.graph().createIsinstance(value, candidates))->output();
  return {result, refinements, std::nullopt};
}

}  // namespace ts::compiler
