// Conditions: their values, the types that they imply, and their results at compile time.
#pragma once

#include <optional>

#include "core/compiler/emit/emission.h"
#include "core/compiler/emit/refinement.h"

namespace ts::compiler {

// An emitted condition: its value, the refinements where it holds and where it does not, and its
// value if it is decided at compile time.
struct Condition {
  ir::Value* value = nullptr;
  RefinementSet refinements;
  std::optional<bool> isStatic;
  // The condition may be decided at compile time, by something Unknown. Neither branch is then
  // certain to be compiled, so errors found in the branches are not reported.
  bool undecided = false;
};

Condition emitCondition(Emission& emission, const syntax::Expr& expr);
// An Unknown condition, in place of one that could not be emitted.
Condition undecidedCondition(Emission& emission);
// `and` and `or` as values.
ir::Value* emitLogic(Emission& emission, const syntax::BoolOp& expr);
// Converts a value by bool(), as an implicit condition does.
ir::Value* emitToBool(Emission& emission, SourceRange at, ir::Value* value);
Condition emitHasattr(Emission& emission, const syntax::Expr& object, const syntax::Expr& name);
Condition emitIsinstance(Emission& emission, SourceRange at, const syntax::Expr& object,
                         const syntax::Expr& classes);

}  // namespace ts::compiler
