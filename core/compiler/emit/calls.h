// Calls, and special forms that look like calls.
#pragma once

#include <vector>

#include "core/compiler/emit/emission.h"

namespace ts::compiler {

SugaredPtr emitCall(Emission& emission, const syntax::Call& call, size_t binders, ir::TypePtr hint);
// Emits the positional arguments of a call. unpack: *args gives its elements.
std::vector<ir::Value*> emitValues(Emission& emission, syntax::List<syntax::Expr*> args,
                                   bool unpack = true);
// Fails with a CompileError unless the call has so many positional arguments and no keywords.
void expectCount(Emission& emission, const syntax::Call& call, size_t least, size_t most);
// The function inside an archive's function that is the body of a fork.
void emitForkedFunction(Emission& emission, const syntax::FunctionDef& def);

}  // namespace ts::compiler
