// The type of a Python value that is kept as an attribute of a module.
#pragma once

#include <string>

#include "core/compiler/resolve/python_env.h"
#include "core/types/type.h"

namespace ts::compiler {

class CompilationUnit;

struct InferredType {
  types::TypePtr type = nullptr;  // null: it has none; Unknown: it isn't known
  std::string reason;             // why there is none: "an empty list doesn't say what is in it"
};

// As PyTorch infers the types of example values; compiles the class of a script object.
InferredType inferType(CompilationUnit& unit, const eval::Value& value);

}  // namespace ts::compiler
