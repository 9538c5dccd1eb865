// Infers a module's attributes, constants and submodules from an instance, as
// torch/jit/_recursive.py does.
#pragma once

#include <memory>

#include "core/compiler/modules/concrete_module.h"

namespace ts::compiler {

class CompileContext;
class ModuleTypes;

// Returns a module that has no type yet. The types of submodules are inferred first. Problems are
// reported.
std::unique_ptr<ConcreteModule> inferModule(CompileContext& context, ModuleTypes& types,
                                            const eval::Value& instance);

}  // namespace ts::compiler
