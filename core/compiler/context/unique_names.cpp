#include "core/compiler/context/unique_names.h"

#include <fmt/format.h>

#include "core/compiler/resolve/torch_names.h"

namespace ts::compiler {

std::string UniqueNames::mangled(const std::string& qualifiedName) {
  const size_t dot = qualifiedName.rfind('.');
  return fmt::format("{}.___torch_mangle_{}{}", qualifiedName.substr(0, dot), mangledNames_++,
                     qualifiedName.substr(dot));
}

std::string UniqueNames::uniqueName(const std::string& pythonName) {
  std::string name = torchName(pythonName);
  return uses_[name]++ == 0 ? name : mangled(name);
}

std::string UniqueNames::mangledName(const std::string& qualifiedName, size_t overload) {
  std::string& name = overloads_[{qualifiedName, overload}];
  if (name.empty()) name = mangled(qualifiedName);
  return name;
}

}  // namespace ts::compiler
