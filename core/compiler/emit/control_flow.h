// Branches and loops. A branch that is decided at compile time is not emitted; a loop over values
// that are only known at compile time is unrolled.
#pragma once

#include <functional>

#include "core/compiler/emit/conditions.h"
#include "core/compiler/emit/emission.h"

namespace ts::compiler {

// Emits the statements of a branch or a loop.
using BodyEmitter = std::function<void()>;

void emitIf(Emission& emission, SourceRange at, const Condition& condition,
            const BodyEmitter& ifTrue, const BodyEmitter& ifFalse);
// Emits the value of `ifTrue` or of `ifFalse`.
ir::Value* emitConditional(Emission& emission, SourceRange at, const Condition& condition,
                           const std::function<ir::Value*()>& ifTrue,
                           const std::function<ir::Value*()>& ifFalse);
// True for an Unknown value, a value of Unknown type, and an iterable of which a part is Unknown.
bool isUnknown(const SugaredValue& value);
ir::Value* emitTernary(Emission& emission, const syntax::IfExp& expr, ir::TypePtr hint);
void emitFor(Emission& emission, SourceRange at, const syntax::Expr& target,
             const syntax::Expr& iterable, const BodyEmitter& body);
void emitForOver(Emission& emission, SourceRange at, const syntax::Expr& target,
                 const SugaredPtr& value, const BodyEmitter& body);
// A loop at run time. iterable, target: null for a while loop; condition: null for a for loop.
void emitLoop(Emission& emission, SourceRange at, const SugaredPtr& iterable,
              const syntax::Expr* target, const syntax::Expr* condition, const BodyEmitter& body);

}  // namespace ts::compiler
