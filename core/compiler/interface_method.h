// A method's signature as an interface has it.
#pragma once

#include <string>

#include "core/compiler/resolve/annotations.h"

namespace ts::compiler {

// Without self; a method that says nothing about its result gives None.
inline types::InterfaceMethod interfaceMethod(std::string name,
                                              const AnnotationResolver::Signature& signature) {
  types::InterfaceMethod made{std::move(name), {}, types::noneType()};
  for (size_t i = 1; i < signature.schema.arguments.size(); ++i)
    made.arguments.emplace_back(signature.schema.arguments[i].name,
                                signature.schema.arguments[i].type);
  if (signature.hasReturn) made.result = signature.schema.returns[0].type;
  return made;
}

}  // namespace ts::compiler
