// What PyTorch's Python front end (torch/jit/frontend.py) refuses before anything is compiled.
#pragma once

#include "core/diag/diagnostic.h"
#include "core/syntax/ast.h"

namespace ts::compiler {

// Reports every construct in the function that TorchScript lacks, whether or not it would ever run,
// in the order in which PyTorch meets them: the first is the one that it stops at. `module` is the
// tree that the function is in. True when there is none.
bool checkFunction(const syntax::Module& module, const syntax::FunctionDef& function,
                   diag::Sink& sink);

}  // namespace ts::compiler
