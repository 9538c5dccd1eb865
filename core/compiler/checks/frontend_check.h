// Checks for code that PyTorch's Python front end (torch/jit/frontend.py) refuses before it
// compiles anything.
#pragma once

#include "core/diag/diagnostic.h"
#include "core/syntax/ast.h"

namespace ts::compiler {

// Reports every construct in the function that TorchScript lacks, including unreachable ones, in
// the order in which PyTorch visits them: PyTorch stops at the first. `module` is the tree that
// contains the function. Returns true when there is nothing to report.
bool checkFunction(const syntax::Module& module, const syntax::FunctionDef& function,
                   diag::Sink& sink);

}  // namespace ts::compiler
