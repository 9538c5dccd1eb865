// The methods that a dataclass does not define itself.
#pragma once

#include <vector>

#include "core/compiler/resolve/python_env.h"

namespace ts::compiler {

class CompileContext;

// Creates the methods from their generated source. The context's store of functions keeps them.
std::vector<const PyFunction*> createDataclassMethods(CompileContext& context, const PyClass& cls);

}  // namespace ts::compiler
