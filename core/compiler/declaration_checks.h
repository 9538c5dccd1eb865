// What PyTorch refuses, or warns of, in declarations, before it compiles anything that they stand
// for.
#pragma once

#include "core/compiler/unit.h"
#include "core/eval/objects.h"

namespace ts::compiler {

// The declarations with @torch.jit._overload that belong to an implementation.
void checkOverloads(CompilationUnit& unit, const PyFunction& implementation);
// A class decorated with @torch.jit.interface.
void checkInterface(CompilationUnit& unit, const PyClass& cls);
// The class of a module that is scripted: attributes of __init__ whose annotations PyTorch doesn't
// see, properties without a getter.
void checkModuleClass(CompilationUnit& unit, const eval::Class& cls);
// Types such as torch.FloatTensor in a function's annotations.
void checkTensorTypes(CompilationUnit& unit, const PyFunction& function);

}  // namespace ts::compiler
