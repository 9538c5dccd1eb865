// Statements.
#pragma once

#include <string>

#include "core/compiler/emit/emission.h"

namespace ts::compiler {

void emitStatements(Emission& emission, syntax::List<syntax::Stmt*> body);
void emitStatement(Emission& emission, const syntax::Stmt& stmt);
// value: null for a return without a value.
void emitReturn(Emission& emission, SourceRange at, const syntax::Expr* value);
// Emits a `raise` of an exception.
void emitException(Emission& emission, SourceRange at, const SugaredPtr& exception);
// Makes the targets of an assignment that could not be emitted Unknown.
void poison(Emission& emission, const syntax::Expr& target);
void poison(Emission& emission, const std::string& name);

}  // namespace ts::compiler
