// Assignments to names, tuples, attributes and subscripts.
#pragma once

#include "core/compiler/emit/emission.h"

namespace ts::compiler {

void emitAssign(Emission& emission, const syntax::Assign& stmt);
void emitAnnAssign(Emission& emission, const syntax::AnnAssign& stmt);
void emitAugAssign(Emission& emission, const syntax::AugAssign& stmt);
// Assigns a value that is emitted already.
void assignTo(Emission& emission, const syntax::Expr& target, const SugaredPtr& value,
              SourceRange at);

}  // namespace ts::compiler
