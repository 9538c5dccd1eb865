// Checks of declarations that PyTorch refuses, or warns about, before it compiles the declared
// function or class.
#pragma once

#include "core/compiler/reports/problem_log.h"
#include "core/compiler/resolve/python_env.h"
#include "core/eval/values/objects.h"

namespace ts::compiler {

// Checks the @torch.jit._overload declarations of an implementation.
void checkOverloads(ProblemLog& problems, const PyFunction& implementation);
// Checks a class decorated with @torch.jit.interface.
void checkInterface(ProblemLog& problems, const PyClass& cls);
// Checks the class of a scripted module: attributes of __init__ whose annotations PyTorch does not
// see, and properties without a getter.
void checkModuleClass(ProblemLog& problems, const eval::Class& cls);
// Checks a function's annotations for types such as torch.FloatTensor.
void checkTensorTypes(ProblemLog& problems, const PyFunction& function);

}  // namespace ts::compiler
