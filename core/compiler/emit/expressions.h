// Expressions: names, literals, operators. A type hint is the type that the context expects; it
// decides the type of an empty list, for example.
#pragma once

#include "core/compiler/emit/emission.h"

namespace ts::compiler {

// Emits a graph value. A failure is recorded and gives Unknown.
ir::Value* emitExpr(Emission& emission, const syntax::Expr& expr, ir::TypePtr hint = nullptr);
// Emits an expression whose value may exist at compile time only. Fails with a CompileError.
// binders: the number of targets that the result is unpacked into; 0 when it is dropped.
SugaredPtr emitSugared(Emission& emission, const syntax::Expr& expr, size_t binders,
                       ir::TypePtr hint = nullptr);
// Likewise, for a callee or an operand: a failure is recorded and gives Unknown.
SugaredPtr tryEmitSugared(Emission& emission, const syntax::Expr& expr, size_t binders,
                          ir::TypePtr hint = nullptr);
// Emits an argument of a call.
NamedValue emitNamed(Emission& emission, const syntax::Expr& expr);
// True for `...` and for the name `Ellipsis`, which PyTorch reads as the same token.
bool isEllipsis(const syntax::Expr& expr);
// The constant of an int; each int is one constant at the top of the graph.
ir::Value* pooledInt(Emission& emission, int64_t value, SourceRange at);

}  // namespace ts::compiler
