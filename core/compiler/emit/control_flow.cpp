#include "core/compiler/emit/control_flow.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "core/base/scoped_override.h"
#include "core/compiler/context/compile_context.h"
#include "core/compiler/emit/assignments.h"
#include "core/compiler/emit/block_scope.h"
#include "core/compiler/emit/conditions.h"
#include "core/compiler/emit/emission.h"
#include "core/compiler/emit/expressions.h"
#include "core/compiler/emit/statements.h"
#include "core/types/distinct_names.h"

namespace ts::compiler {

using diag::Rule;
using ir::TypePtr;
using ir::Value;
using types::TypeKind;

namespace {

void forgetBranches(Emission& emission, ir::Node* node, const std::shared_ptr<BlockScope>& whenTrue,
                    const std::shared_ptr<BlockScope>& whenFalse);
void mergeBranches(Emission& emission, SourceRange at, ir::Node* node,
                   const std::shared_ptr<BlockScope>& whenTrue,
                   const std::shared_ptr<BlockScope>& whenFalse);
void insertRefinements(Emission& emission, SourceRange at, const RefinementSet& refinements);

}  // namespace

Value* emitConditional(Emission& emission, SourceRange at, const Condition& condition,
                       const std::function<Value*()>& ifTrue,
                       const std::function<Value*()>& ifFalse) {
  ir::Node* node = emission.graph().insertNode(emission.makeNode(ir::prim::If, at, 0));
  node->addInput(condition.value);
  ir::Block* blocks[] = {node->addBlock(), node->addBlock()};
  auto emitBlock = [&](ir::Block* block, const RefinementSet& refinements,
                       const std::function<Value*()>& emit) {
    const Emission::EnteredScope entered(emission, block);
    const ir::WithInsertPoint guard(block);
    insertRefinements(emission, at, refinements);
    block->registerOutput(emit());
  };
  emitBlock(blocks[0], condition.refinements, ifTrue);
  emitBlock(blocks[1], condition.refinements.negated(), ifFalse);
  TypePtr trueType = blocks[0]->outputs()[0]->type();
  TypePtr falseType = blocks[1]->outputs()[0]->type();
  if (trueType->isUnknown() || falseType->isUnknown() || condition.value->type()->isUnknown()) {
    return emission.unknown();
  }
  TypePtr unified = types::unify(trueType, falseType);
  if (!unified) {
    throw CompileError(Rule::ConditionalTypeMismatch, at,
                       fmt::format("this is {} if the condition holds, but {} if it doesn't",
                                   types::annotationBeside(trueType, falseType),
                                   types::annotationBeside(falseType, trueType)));
  }
  Value* result = node->addOutput();
  result->setType(unified);
  return result;
}

Value* emitTernary(Emission& emission, const syntax::IfExp& expr, TypePtr hint) {
  Condition condition = emitCondition(emission, *expr.test);
  if (condition.isStatic)
    return emitExpr(emission, *condition.isStatic ? *expr.body : *expr.orelse, hint);
  return emitConditional(
      emission, emission.rangeOf(expr), condition,
      [&] { return emitExpr(emission, *expr.body, hint); },
      [&] { return emitExpr(emission, *expr.orelse, hint); });
}

namespace {

void insertRefinements(Emission& emission, SourceRange at, const RefinementSet& refinements) {
  for (const Refinement& r : refinements.active()) {
    Value* value = emission.scope().getValue(r.name, at);
    emission.scope().set(r.name, at, emission.graph().insertUncheckedCast(value, r.type));
  }
}

std::shared_ptr<BlockScope> emitBranch(Emission& emission, ir::Block* block, SourceRange at,
                                       const RefinementSet& refinements, const BodyEmitter& body) {
  const Emission::EnteredScope entered(emission, block);
  ir::WithInsertPoint guard(block);
  insertRefinements(emission, at, refinements);
  body();
  return entered.scope;
}

}  // namespace

void emitIf(Emission& emission, SourceRange at, const Condition& condition,
            const BodyEmitter& ifTrue, const BodyEmitter& ifFalse) {
  // When a branch is chosen at compile time, the other branch is not compiled.
  if (condition.isStatic) {
    insertRefinements(
        emission, at,
        *condition.isStatic ? condition.refinements : condition.refinements.negated());
    (*condition.isStatic ? ifTrue : ifFalse)();
    return;
  }
  ir::Node* node = emission.graph().insertNode(emission.makeNode(ir::prim::If, at, 0));
  node->addInput(condition.value);
  ir::Block* trueBlock = node->addBlock();
  ir::Block* falseBlock = node->addBlock();
  size_t reported = emission.context().sink().size();
  auto whenTrue = emitBranch(emission, trueBlock, at, condition.refinements, ifTrue);
  auto whenFalse = emitBranch(emission, falseBlock, at, condition.refinements.negated(), ifFalse);
  if (!condition.undecided) return mergeBranches(emission, at, node, whenTrue, whenFalse);
  emission.context().sink().rollBack(reported);
  forgetBranches(emission, node, whenTrue, whenFalse);
}

namespace {

// Merges branches of which possibly only one is compiled: all variables that they assign become
// Unknown.
void forgetBranches(Emission& emission, ir::Node* node, const std::shared_ptr<BlockScope>& whenTrue,
                    const std::shared_ptr<BlockScope>& whenFalse) {
  if (emission.exits(node->block(0)) && emission.exits(node->block(1)))
    emission.markExit(node->owningBlock());
  for (const auto& branch : {whenTrue, whenFalse}) {
    for (const std::string& name : branch->assignedNames()) emission.scope().setUnknown(name);
  }
}

// Merges the variables of two branches. A variable is defined after the if when every path that
// reaches the end defines it.
void mergeBranches(Emission& emission, SourceRange at, ir::Node* node,
                   const std::shared_ptr<BlockScope>& whenTrue,
                   const std::shared_ptr<BlockScope>& whenFalse) {
  ir::Block* trueBlock = node->block(0);
  ir::Block* falseBlock = node->block(1);
  bool trueExits = emission.exits(trueBlock);
  bool falseExits = emission.exits(falseBlock);
  if (trueExits && falseExits) emission.markExit(node->owningBlock());

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
      emission.scope().setMissingError(name, [=](SourceRange use) {
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

  for (const std::string& name : unknownNames) emission.scope().setUnknown(name);

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
      return sugared->asValue(emission, at);
    };
    Value* trueValue = sugaredTrue ? valueIn(sugaredTrue, trueBlock) : nullptr;
    Value* falseValue = sugaredFalse ? valueIn(sugaredFalse, falseBlock) : nullptr;
    // A branch that exits never reaches the merge, so a placeholder of the other branch's type is
    // enough.
    auto placeholder = [&](ir::Block* block, TypePtr type) {
      Value* result =
          emission.graph().createUninitialized(type)->insertBefore(block->returnNode())->output();
      emission.graph()
          .createStore(emission.graph().name(name), result)
          ->insertBefore(block->returnNode());
      return result;
    };
    if (trueExits) trueValue = placeholder(trueBlock, falseValue->type());
    if (falseExits) falseValue = placeholder(falseBlock, trueValue->type());

    // A variable annotated as a Union may have different member types in the branches.
    TypePtr outer = nullptr;
    if (SugaredPtr before = emission.scope().find(name)) {
      if (Value* value = asSimple(before)) outer = value->type();
    }
    bool toUnion = outer && (outer->is(TypeKind::Union) || outer->is(TypeKind::Optional) ||
                             outer->is(TypeKind::Number));
    TypePtr unified = types::unify(trueValue->type(), falseValue->type(), toUnion);
    if (unified) {
      emission.scope().setType(name, unified);
      continue;
    }
    TypePtr trueType = trueValue->type();
    TypePtr falseType = falseValue->type();
    auto mismatch = [=](SourceRange use) {
      CompileError error(
          Rule::BranchTypeMismatch, at,
          fmt::format("'{}' is {} after the true branch of this if, but {} after the false one",
                      name, types::annotationBeside(trueType, falseType),
                      types::annotationBeside(falseType, trueType)));
      if (use != at) error.label(use, "used here");
      return error;
    };
    if (whenTrue->findInParent(name) || whenFalse->findInParent(name)) throw mismatch(at);
    emission.scope().setMissingError(name, mismatch);
  }
}

}  // namespace

bool isUnknown(const SugaredValue& value) {
  if (const auto* simple = dynamic_cast<const SimpleValue*>(&value))
    return simple->value->type()->isUnknown();
  if (const auto* tree = dynamic_cast<const IterableTree*>(&value)) {
    return std::ranges::any_of(tree->children,
                               [](const SugaredPtr& child) { return isUnknown(*child); });
  }
  return value.isUnknown();
}

void emitLoop(Emission& emission, SourceRange at, const SugaredPtr& iterable,
              const syntax::Expr* target, const syntax::Expr* condition, const BodyEmitter& body) {
  Value* trips = iterable ? iterable->len(emission, at)
                          : pooledInt(emission, std::numeric_limits<int64_t>::max(), at);
  ir::Node* node = emission.graph().insertNode(emission.makeNode(ir::prim::Loop, at, 0));
  ir::Block* bodyBlock = node->addBlock();
  {
    ir::Block* conditionBlock = node->addBlock();
    const Emission::EnteredScope entered(emission, conditionBlock);
    Value* goesOn;
    if (condition) {
      ir::WithInsertPoint guard(conditionBlock);
      try {
        goesOn = emitToBool(emission, emission.rangeOf(*condition), emitExpr(emission, *condition));
      } catch (const CompileError& error) {
        emission.report(error);
        goesOn = emission.unknown();
      }
    } else {
      ir::WithInsertPoint guard(node);
      goesOn = emission.constant(types::Constant::boolean(true), at);
    }
    conditionBlock->registerOutput(goesOn);
  }
  node->addInput(trips);
  Value* trip = bodyBlock->addInput();
  trip->setType(types::intType());
  std::shared_ptr<BlockScope> inside;
  {
    const ScopedOverride inLoop(emission.walk.loop, LoopStatus::InLoop);
    const Emission::EnteredScope entered(emission, bodyBlock);
    inside = entered.scope;
    ir::WithInsertPoint guard(bodyBlock);
    if (iterable && target) {
      try {
        Value* element = iterable->getitem(emission, at, trip, nullptr)->asValue(emission, at);
        assignTo(emission, *target, simple(element), at);
      } catch (const CompileError& error) {
        emission.report(error);
        poison(emission, *target);
      }
    }
    body();
  }
  if (iterable && isUnknown(*iterable)) {
    // The iterable may contain modules. The loop would then be unrolled, and its variables would
    // stay defined, with any type.
    for (const std::string& name : inside->assignedNames()) poison(emission, name);
    return;
  }
  // A loop may not run at all, so variables first set in it are not defined afterwards.
  for (const std::string& name : inside->assignedNames()) {
    emission.scope().setMissingError(name, [=](SourceRange use) {
      return CompileError(
                 Rule::UndefinedOnSomePath, use,
                 fmt::format("'{}' is first set inside a loop and not defined after it", name))
          .label(at, "this loop may not run at all")
          .note("give it a value before the loop");
    });
  }
}

void emitFor(Emission& emission, SourceRange at, const syntax::Expr& target,
             const syntax::Expr& iterable, const BodyEmitter& body) {
  SugaredPtr value;
  try {
    value = emitSugared(emission, iterable, 1);
  } catch (const CompileError& error) {
    emission.report(error);
    value = std::make_shared<UnknownSugared>();
  }
  emitForOver(emission, at, target, value, body);
}

void emitForOver(Emission& emission, SourceRange at, const syntax::Expr& target,
                 const SugaredPtr& value, const BodyEmitter& body) {
  SugaredPtr iterable;
  try {
    iterable = value->iter(emission, at);
  } catch (const CompileError& error) {
    emission.report(error);
    iterable = std::make_shared<UnknownSugared>();
  }
  auto length = iterable->staticLen();
  if (!length) return emitLoop(emission, at, iterable, &target, nullptr, body);
  // An unrolled loop has no scope of its own: each element may have another type, and so may
  // variables computed from it.
  const ScopedOverride inLoop(emission.walk.loop, LoopStatus::InUnrolledLoop);
  for (int64_t i = 0; i < *length; ++i) {
    Value* index = pooledInt(emission, i, at);
    assignTo(emission, target, iterable->getitem(emission, at, index, nullptr),
             emission.rangeOf(target));
    body();
  }
}

}  // namespace ts::compiler
