// Conditions, branches and loops.
#include <fmt/format.h>

#include <algorithm>

#include <limits>
#include <set>
#include <utility>

#include "core/compiler/context/compile_context.h"
#include "core/compiler/emit/block_scope.h"
#include "core/compiler/emit/emitter.h"
#include "core/compiler/emit/symbols.h"

namespace ts::compiler {

using diag::Rule;
using ir::TypePtr;
using ir::Value;
using syntax::CompareOperator;
using syntax::ExprKind;
using types::TypeKind;

namespace {

// Sets a variable to a temporary value and restores it on destruction.
template <typename T>
class ScopedOverride {
 public:
  ScopedOverride(T& variable, T value)
      : variable_(variable), before_(std::exchange(variable, value)) {}
  ~ScopedOverride() { variable_ = before_; }

 private:
  T& variable_;
  T before_;
};

enum class MayBeNone : uint8_t { Always, Maybe, Never };

MayBeNone mayBeNone(Value* value) {
  if (value->mustBeNone()) return MayBeNone::Always;
  return types::isOptionalLike(value->type()) ? MayBeNone::Maybe : MayBeNone::Never;
}

}  // namespace

Condition Emitter::staticCondition(SourceRange at, bool value, RefinementSet refinements) {
  return {constant(types::Constant::boolean(value), at), std::move(refinements), value};
}

Condition Emitter::undecided() { return {unknown(), {}, std::nullopt, true}; }

Condition Emitter::emitCondition(const Expr& expr) {
  SourceRange at = rangeOf(expr);
  if (const auto* boolOp = syntax::dynCast<syntax::BoolOp>(&expr)) {
    bool isOr = boolOp->op == syntax::BoolOperator::Or;
    // a and b and c is (a and b) and c.
    std::function<Condition(size_t)> upTo = [&](size_t n) -> Condition {
      if (n == 0) return emitCondition(*boolOp->values[0]);
      SourceRange range{file_, cover(boolOp->values[0]->span, boolOp->values[n]->span)};
      return emitShortCircuit(
          range, [&] { return upTo(n - 1); }, [&] { return emitCondition(*boolOp->values[n]); },
          isOr);
    };
    return upTo(boolOp->values.size() - 1);
  }
  if (const auto* unary = syntax::dynCast<syntax::UnaryOp>(&expr);
      unary && unary->op == syntax::UnaryOperator::Not) {
    ScopedOverride<std::vector<TypePtr>*> outside(logic_, nullptr);
    Condition inner = emitCondition(*unary->operand);
    Value* result = emitBuiltin(*this, at, aten::__not__, {inner.value});
    std::optional<bool> isStatic;
    if (inner.isStatic) isStatic = !*inner.isStatic;
    return {result, inner.refinements.negated(), isStatic, inner.undecided};
  }
  if (const auto* compare = syntax::dynCast<syntax::Compare>(&expr)) {
    if (compare->ops.size() > 1) {
      // a < b < c is emitted as a < b and b < c: b is emitted twice.
      std::function<Condition(size_t)> upTo = [&](size_t n) -> Condition {
        const Expr* left = n == 0 ? compare->left : compare->comparators[n - 1];
        auto* part = arena_.make<syntax::Compare>();
        part->kind = ExprKind::Compare;
        part->span = cover(left->span, compare->comparators[n]->span);
        part->left = const_cast<Expr*>(left);
        part->ops = compare->ops.subspan(n, 1);
        part->comparators = compare->comparators.subspan(n, 1);
        if (n == 0) return emitCondition(*part);
        SourceRange range{file_, cover(compare->left->span, part->span)};
        return emitShortCircuit(
            range, [&] { return upTo(n - 1); }, [&] { return emitCondition(*part); }, false);
      };
      return upTo(compare->ops.size() - 1);
    }
    if (compare->ops[0] == CompareOperator::Is || compare->ops[0] == CompareOperator::IsNot)
      return emitIdentity(*compare);
    if (compare->ops[0] == CompareOperator::NotIn) {
      auto* inside = arena_.make<syntax::Compare>(*compare);
      inside->ops = arena_.copy(std::vector<CompareOperator>{CompareOperator::In});
      Condition inner = emitCondition(*inside);
      Value* result = emitBuiltin(*this, at, aten::__not__, {inner.value});
      std::optional<bool> isStatic;
      if (inner.isStatic) isStatic = !*inner.isStatic;
      return {result, inner.refinements.negated(), isStatic, inner.undecided};
    }
  }
  if (const auto* call = syntax::dynCast<syntax::Call>(&expr)) {
    if (const auto* name = syntax::dynCast<syntax::Name>(call->func);
        name && (name->id == "isinstance" || name->id == "hasattr")) {
      expectCount(*call, 2, 2);
      return name->id == "isinstance" ? emitIsinstance(at, *call->args[0], *call->args[1])
                                      : emitHasattr(*call->args[0], *call->args[1]);
    }
    SugaredPtr callee = emitSugared(*call->func, 1);
    if (auto* form = dynamic_cast<SpecialForm*>(callee.get());
        form && form->form == Form::Isinstance) {
      expectCount(*call, 2, 2);
      return emitIsinstance(at, *call->args[0], *call->args[1]);
    }
  }
  Value* given = nullptr;
  {
    ScopedOverride<std::vector<TypePtr>*> outside(logic_, nullptr);
    given = emitExpr(expr);
  }
  if (logic_) logic_->push_back(given->type());
  Value* value = emitToBool(at, given);
  std::optional<bool> isStatic;
  if (value->node()->is(aten::is_scripting)) isStatic = true;
  if (value->node()->is(aten::has_torch_function)) isStatic = false;
  if (const types::Constant* known = ir::constantOf(value); known && known->isBool())
    isStatic = known->toBool();
  return {value, {}, isStatic, value->type()->isUnknown()};
}

Value* Emitter::emitLogic(const syntax::BoolOp& expr) {
  std::vector<TypePtr> operands;
  ScopedOverride<std::vector<TypePtr>*> collecting(logic_, &operands);
  Value* value = emitCondition(expr).value;
  auto isOther = [](TypePtr type) { return !type->isUnknown() && type != types::boolType(); };
  if (context_.purpose() != Purpose::Checks || source_.module->name.starts_with("torch."))
    return value;
  if (std::ranges::none_of(operands, isOther)) return value;
  const bool isOr = expr.op == syntax::BoolOperator::Or;
  CompileError made(
      diag::Rule::LogicGivesBool, rangeOf(expr),
      fmt::format("'{}' gives True or False in a script, and one of its operands in Python",
                  isOr ? "or" : "and"));
  made.note("write it as a conditional expression: x if x else y");
  const auto* first = syntax::dynCast<syntax::Name>(expr.values[0]);
  if (first && expr.values.size() == 2 && operands.size() == 2 && operands[0] == operands[1]) {
    const std::string_view second = file_->text(expr.values[1]->span);
    made.fix("Write it as a conditional expression",
             {{rangeOf(expr), isOr ? fmt::format("({0} if {0} else {1})", first->id, second)
                                   : fmt::format("({1} if {0} else {0})", first->id, second)}});
  }
  lints_.push_back(std::move(made.diagnostic));
  return value;
}

Condition Emitter::emitIdentity(const syntax::Compare& compare) {
  SourceRange at = rangeOf(compare);
  const Expr* left = compare.left;
  const Expr* right = compare.comparators[0];
  bool is = compare.ops[0] == CompareOperator::Is;
  Value* leftValue = emitExpr(*left);
  Value* rightValue = emitExpr(*right);
  if (leftValue->type()->isUnknown() || rightValue->type()->isUnknown()) return undecided();
  MayBeNone leftNone = mayBeNone(leftValue);
  MayBeNone rightNone = mayBeNone(rightValue);
  if (leftNone == MayBeNone::Always && rightNone == MayBeNone::Always)
    return staticCondition(at, is, {});
  if ((leftNone == MayBeNone::Always && rightNone == MayBeNone::Never) ||
      (leftNone == MayBeNone::Never && rightNone == MayBeNone::Always)) {
    return staticCondition(at, !is, {});
  }
  Value* value =
      emitBuiltin(*this, at, is ? aten::__is__ : aten::__isnot__, {leftValue, rightValue});
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

Condition Emitter::emitShortCircuit(SourceRange at, const std::function<Condition()>& first,
                                    const std::function<Condition()>& second, bool isOr) {
  Condition left = first();
  Condition right;
  auto shortcut = [&] { return constant(types::Constant::boolean(isOr), at); };
  // When the left side decides, the right side is still compiled, but it may be Unknown.
  bool decided = left.isStatic && *left.isStatic == isOr;
  auto rest = [&] {
    bool failedBefore = failed_;
    right = second();
    if (decided && right.value->type()->isUnknown()) {
      failed_ = failedBefore;
      right.value = graph_->insertNode(graph_->createUninitialized(types::boolType()))->output();
    }
    return right.value;
  };
  Value* value =
      isOr ? emitConditional(at, left, shortcut, rest) : emitConditional(at, left, rest, shortcut);
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

Value* Emitter::emitToBool(SourceRange at, Value* value) {
  if (value->type()->isUnknown()) return value;
  Value* result = nullptr;
  try {
    result = asSimple(scope_->get("bool", at)->call(*this, at, {{NamedValue(value)}, {}}, 0));
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

Condition Emitter::emitHasattr(const Expr& object, const Expr& name) {
  SugaredPtr value = emitSugared(object, 1);
  const auto* text = syntax::dynCast<syntax::Constant>(&name);
  if (!text || text->constant != syntax::ConstantKind::Str) {
    throw CompileError(Rule::NeedsStringLiteral, rangeOf(name),
                       "the second argument of hasattr must be a string literal");
  }
  if (value->isUnknown()) return undecided();
  if (Value* plain = asSimple(value); plain && plain->type()->isUnknown()) return undecided();
  return staticCondition(rangeOf(object), value->hasAttr(*this, rangeOf(object), text->text), {});
}

Condition Emitter::emitIsinstance(SourceRange at, const Expr& object, const Expr& classes) {
  Value* value = emitExpr(object);
  std::vector<TypePtr> candidates;
  if (value->type()->isUnknown()) return undecided();
  bool anyUnknown = false;
  std::function<void(const Expr&)> gather = [&](const Expr& expr) {
    if (expr.kind == ExprKind::Tuple) {
      for (const Expr* element : syntax::as<syntax::Sequence>(expr).elts) gather(*element);
      return;
    }
    TypePtr type = resolveType(expr);
    anyUnknown |= type->isUnknown();
    candidates.push_back(type);
  };
  gather(classes);
  if (anyUnknown) return undecided();

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
    TypePtr found = nullptr;
    for (TypePtr wanted : candidates) {
      if (types::isSubtype(have, wanted)) {
        found = have;  // List[str] is a list: keep the more precise type
      } else if (types::isSubtype(wanted, have)) {
        found = found ? types::unify(found, wanted) : wanted;
      }
    }
    if (found) {
      whenTrue.push_back(found);
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
  SourceRange objectRange = rangeOf(object);
  if (always) return staticCondition(objectRange, true, refinements);
  if (whenTrue.empty()) return staticCondition(objectRange, false, refinements);
  (void)at;
  Value* result = graph_->insertNode(graph_->createIsinstance(value, candidates))->output();
  return {result, refinements, std::nullopt};
}

Value* Emitter::emitConditional(SourceRange at, const Condition& condition,
                                const std::function<Value*()>& ifTrue,
                                const std::function<Value*()>& ifFalse) {
  ir::Node* node = graph_->insertNode(makeNode(ir::prim::If, at, 0));
  node->addInput(condition.value);
  ir::Block* blocks[] = {node->addBlock(), node->addBlock()};
  auto emitBlock = [&](ir::Block* block, const RefinementSet& refinements,
                       const std::function<Value*()>& emit) {
    pushScope(block);
    {
      ir::WithInsertPoint guard(block);
      insertRefinements(at, refinements);
      block->registerOutput(emit());
    }
    popScope();
  };
  emitBlock(blocks[0], condition.refinements, ifTrue);
  emitBlock(blocks[1], condition.refinements.negated(), ifFalse);
  TypePtr trueType = blocks[0]->outputs()[0]->type();
  TypePtr falseType = blocks[1]->outputs()[0]->type();
  if (trueType->isUnknown() || falseType->isUnknown() || condition.value->type()->isUnknown()) {
    return unknown();
  }
  TypePtr unified = types::unify(trueType, falseType);
  if (!unified) {
    throw CompileError(Rule::ConditionalTypeMismatch, at,
                       fmt::format("this is {} if the condition holds, but {} if it doesn't",
                                   trueType->annotation(), falseType->annotation()));
  }
  Value* result = node->addOutput();
  result->setType(unified);
  return result;
}

Value* Emitter::emitTernary(const syntax::IfExp& expr, TypePtr hint) {
  Condition condition = emitCondition(*expr.test);
  if (condition.isStatic) return emitExpr(*condition.isStatic ? *expr.body : *expr.orelse, hint);
  return emitConditional(
      rangeOf(expr), condition, [&] { return emitExpr(*expr.body, hint); },
      [&] { return emitExpr(*expr.orelse, hint); });
}

void Emitter::insertRefinements(SourceRange at, const RefinementSet& refinements) {
  for (const Refinement& r : refinements.active()) {
    Value* value = scope_->getValue(r.name, at);
    scope_->set(r.name, at, graph_->insertUncheckedCast(value, r.type));
  }
}

std::shared_ptr<BlockScope> Emitter::emitBranch(ir::Block* block, SourceRange at,
                                                const RefinementSet& refinements,
                                                const Body& body) {
  pushScope(block);
  ir::WithInsertPoint guard(block);
  insertRefinements(at, refinements);
  body();
  return popScope();
}

void Emitter::emitIf(SourceRange at, const Condition& condition, const Body& ifTrue,
                     const Body& ifFalse) {
  // When a branch is chosen at compile time, the other branch is not compiled.
  if (condition.isStatic) {
    insertRefinements(
        at, *condition.isStatic ? condition.refinements : condition.refinements.negated());
    (*condition.isStatic ? ifTrue : ifFalse)();
    return;
  }
  ir::Node* node = graph_->insertNode(makeNode(ir::prim::If, at, 0));
  node->addInput(condition.value);
  ir::Block* trueBlock = node->addBlock();
  ir::Block* falseBlock = node->addBlock();
  size_t reported = context_.sink().size();
  auto whenTrue = emitBranch(trueBlock, at, condition.refinements, ifTrue);
  auto whenFalse = emitBranch(falseBlock, at, condition.refinements.negated(), ifFalse);
  if (!condition.undecided) return mergeBranches(at, node, whenTrue, whenFalse);
  context_.sink().rollBack(reported);
  forgetBranches(at, node, whenTrue, whenFalse);
}

// Merges branches of which possibly only one is compiled: all variables that they assign become
// Unknown.
void Emitter::forgetBranches(SourceRange at, ir::Node* node,
                             const std::shared_ptr<BlockScope>& whenTrue,
                             const std::shared_ptr<BlockScope>& whenFalse) {
  if (exits(node->block(0)) && exits(node->block(1))) exitBlocks_.insert(node->owningBlock());
  for (const auto& branch : {whenTrue, whenFalse}) {
    for (const std::string& name : branch->assignedNames()) {
      scope_->remove(name);
      scope_->set(name, at, std::make_shared<UnknownSugared>());
    }
  }
}

// Merges the variables of two branches. A variable is defined after the if when every path that
// reaches the end defines it.
void Emitter::mergeBranches(SourceRange at, ir::Node* node,
                            const std::shared_ptr<BlockScope>& whenTrue,
                            const std::shared_ptr<BlockScope>& whenFalse) {
  ir::Block* trueBlock = node->block(0);
  ir::Block* falseBlock = node->block(1);
  bool trueExits = exits(trueBlock);
  bool falseExits = exits(falseBlock);
  if (trueExits && falseExits) exitBlocks_.insert(node->owningBlock());

  // A variable that either branch leaves Unknown is Unknown after the if.
  std::set<std::string> unknownNames;
  for (const auto& branch : {whenTrue, whenFalse}) {
    for (const std::string& name : branch->assignedNames()) {
      if (branch->isUnknown(name)) unknownNames.insert(name);
    }
  }
  std::set<std::string> assigned;
  auto collect = [&](BlockScope& from, BlockScope& other, ir::Block* otherBlock, bool otherExits,
                     const char* otherName) {
    for (const std::string& name : from.typedNames()) {
      if (unknownNames.contains(name)) continue;
      ir::WithInsertPoint guard(otherBlock);
      if (other.find(name) || otherExits) {
        assigned.insert(name);
        continue;
      }
      scope_->setMissingError(name, [=](SourceRange use) {
        CompileError error(Rule::UndefinedOnSomePath, use,
                           fmt::format("'{}' may not be defined here", name));
        error.diagnostic.range = at;
        error.diagnostic.message = fmt::format(
            "'{}' is not defined in the {} branch of this if, but used after it", name, otherName);
        error.label(use, "used here");
        error.note("give it a value before the if, or in both branches");
        return error;
      });
    }
  };
  collect(*whenTrue, *whenFalse, falseBlock, falseExits, "false");
  collect(*whenFalse, *whenTrue, trueBlock, trueExits, "true");

  for (const std::string& name : unknownNames) {
    scope_->remove(name);
    scope_->set(name, at, std::make_shared<UnknownSugared>());
  }

  for (const std::string& name : assigned) {
    SugaredPtr sugaredTrue;
    SugaredPtr sugaredFalse;
    if (!trueExits) {
      ir::WithInsertPoint guard(trueBlock);
      sugaredTrue = whenTrue->find(name);
    }
    if (!falseExits) {
      ir::WithInsertPoint guard(falseBlock);
      sugaredFalse = whenFalse->find(name);
    }
    if (trueExits && falseExits) continue;
    auto valueIn = [&](const SugaredPtr& sugared, ir::Block* block) {
      ir::WithInsertPoint guard(block);
      return sugared->asValue(*this, at);
    };
    Value* trueValue = sugaredTrue ? valueIn(sugaredTrue, trueBlock) : nullptr;
    Value* falseValue = sugaredFalse ? valueIn(sugaredFalse, falseBlock) : nullptr;
    // A branch that exits never reaches the merge, so a placeholder of the other branch's type is
    // enough.
    auto placeholder = [&](ir::Block* block, TypePtr type) {
      Value* made = graph_->createUninitialized(type)->insertBefore(block->returnNode())->output();
      graph_->createStore(graph_->name(name), made)->insertBefore(block->returnNode());
      return made;
    };
    if (trueExits) trueValue = placeholder(trueBlock, falseValue->type());
    if (falseExits) falseValue = placeholder(falseBlock, trueValue->type());

    // A variable annotated as a Union may have different member types in the branches.
    TypePtr outer = nullptr;
    if (SugaredPtr before = scope_->find(name)) {
      if (Value* value = asSimple(before)) outer = value->type();
    }
    bool toUnion = outer && (outer->is(TypeKind::Union) || outer->is(TypeKind::Optional) ||
                             outer->is(TypeKind::Number));
    TypePtr unified = types::unify(trueValue->type(), falseValue->type(), toUnion);
    if (unified) {
      scope_->setType(name, unified);
      continue;
    }
    TypePtr trueType = trueValue->type();
    TypePtr falseType = falseValue->type();
    auto mismatch = [=](SourceRange use) {
      CompileError error(
          Rule::BranchTypeMismatch, at,
          fmt::format("'{}' is {} after the true branch of this if, but {} after the false one",
                      name, trueType->annotation(), falseType->annotation()));
      if (use != at) error.label(use, "used here");
      return error;
    };
    if (whenTrue->findInParent(name) || whenFalse->findInParent(name)) throw mismatch(at);
    scope_->setMissingError(name, mismatch);
  }
}

namespace {

// True when the iterable or a part of it is Unknown.
bool isUnknown(const SugaredValue& iterable) {
  if (const auto* simple = dynamic_cast<const SimpleValue*>(&iterable))
    return simple->value->type()->isUnknown();
  if (const auto* tree = dynamic_cast<const IterableTree*>(&iterable)) {
    return std::ranges::any_of(tree->children,
                               [](const SugaredPtr& child) { return isUnknown(*child); });
  }
  return iterable.isUnknown();
}

}  // namespace

void Emitter::emitLoop(SourceRange at, const SugaredPtr& iterable, const Expr* target,
                       const Expr* condition, const Body& body) {
  Value* trips =
      iterable ? iterable->len(*this, at) : pooledInt(std::numeric_limits<int64_t>::max(), at);
  ir::Node* node = graph_->insertNode(makeNode(ir::prim::Loop, at, 0));
  ir::Block* bodyBlock = node->addBlock();
  {
    ir::Block* conditionBlock = node->addBlock();
    pushScope(conditionBlock);
    Value* goesOn;
    if (condition) {
      ir::WithInsertPoint guard(conditionBlock);
      try {
        goesOn = emitToBool(rangeOf(*condition), emitExpr(*condition));
      } catch (const CompileError& error) {
        report(error);
        goesOn = unknown();
      }
    } else {
      ir::WithInsertPoint guard(node);
      goesOn = constant(types::Constant::boolean(true), at);
    }
    conditionBlock->registerOutput(goesOn);
    popScope();
  }
  node->addInput(trips);
  LoopStatus outer = std::exchange(loop_, LoopStatus::InLoop);
  Value* trip = bodyBlock->addInput();
  trip->setType(types::intType());
  pushScope(bodyBlock);
  {
    ir::WithInsertPoint guard(bodyBlock);
    if (iterable && target) {
      try {
        Value* element = iterable->getitem(*this, at, trip, nullptr)->asValue(*this, at);
        assignTo(*target, simple(element), at);
      } catch (const CompileError& error) {
        report(error);
        poison(*target);
      }
    }
    body();
  }
  auto inside = popScope();
  loop_ = outer;
  if (iterable && isUnknown(*iterable)) {
    // The iterable may contain modules. The loop would then be unrolled, and its variables would
    // stay defined, with any type.
    for (const std::string& name : inside->assignedNames()) poison(name);
    return;
  }
  // A loop may not run at all, so variables first set in it are not defined afterwards.
  for (const std::string& name : inside->assignedNames()) {
    scope_->setMissingError(name, [=](SourceRange use) {
      return CompileError(
                 Rule::UndefinedOnSomePath, use,
                 fmt::format("'{}' is first set inside a loop and not defined after it", name))
          .label(at, "this loop may not run at all")
          .note("give it a value before the loop");
    });
  }
}

void Emitter::emitFor(SourceRange at, const Expr& target, const Expr& iterable, const Body& body) {
  SugaredPtr value;
  try {
    value = emitSugared(iterable, 1);
  } catch (const CompileError& error) {
    report(error);
    value = std::make_shared<UnknownSugared>();
  }
  emitForOver(at, target, value, body);
}

void Emitter::emitForOver(SourceRange at, const Expr& target, const SugaredPtr& value,
                          const Body& body) {
  SugaredPtr iterable;
  try {
    iterable = value->iter(*this, at);
  } catch (const CompileError& error) {
    report(error);
    iterable = std::make_shared<UnknownSugared>();
  }
  auto length = iterable->staticLen();
  if (!length) return emitLoop(at, iterable, &target, nullptr, body);
  // An unrolled loop has no scope of its own: each element may have another type, and so may
  // variables computed from it.
  LoopStatus outer = std::exchange(loop_, LoopStatus::InUnrolledLoop);
  for (int64_t i = 0; i < *length; ++i) {
    Value* index = pooledInt(i, at);
    assignTo(target, iterable->getitem(*this, at, index, nullptr), rangeOf(target));
    body();
  }
  loop_ = outer;
}

}  // namespace ts::compiler
