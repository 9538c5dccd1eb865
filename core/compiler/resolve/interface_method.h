// A method's signature in the form in which an interface stores it.
#pragma once

#include <string>

#include "core/compiler/resolve/annotations.h"

namespace ts::compiler {

// Drops self. A method without a return annotation returns None.
inline types::InterfaceMethod interfaceMethod(std::string name,
                                              const AnnotationResolver::Signature& signature) {
  types::InterfaceMethod result{std::move(name), {}, types::noneType()};
  for (size_t i = 1; i < signature.schema.arguments.size(); ++i)
    result.arguments.emplace_back(signature.schema.arguments[i].name,
                                  signature.schema.arguments[i].type);
  if (signature.hasReturn) result.result = signature.schema.returns[0].type;
  return result;
}

}  // namespace ts::compiler
