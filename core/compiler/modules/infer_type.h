// Infers the type of a Python value that is stored as an attribute of a module.
#pragma once

#include <string>

#include "core/compiler/resolve/python_env.h"
#include "core/types/type.h"

namespace ts::compiler {

class CompileContext;

struct InferredType {
  types::TypePtr type = nullptr;  // null when the value has no type; Unknown when it is not known
  std::string reason;             // the reason without a type: "an empty list doesn't say ..."
};

// Infers types as PyTorch does for example values. Compiles the class of a script object.
InferredType inferType(CompileContext& context, const eval::Value& value);

}  // namespace ts::compiler
