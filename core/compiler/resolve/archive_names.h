// The names of an archive's code, as the parts that read the code look them up.
#pragma once

#include <optional>
#include <string_view>

#include "core/types/constant.h"
#include "core/types/type.h"

namespace ts::ir {
class Function;
}

namespace ts::compiler {

class ArchiveNames {
 public:
  virtual ~ArchiveNames() = default;
  // Returns the class, enum, named tuple or interface of a qualified name, with declared methods;
  // null when the code has no such type. Errors in the code are reported.
  virtual types::TypePtr typeNamed(std::string_view qualifiedName) = 0;
  // Returns a compiled function; null when the code has no such function.
  virtual ir::Function* functionNamed(std::string_view qualifiedName) = 0;
  // Returns CONSTANTS.cN by its name "cN"; nullopt when the table has no such entry.
  virtual std::optional<types::Constant> constantNamed(std::string_view name) const = 0;
};

}  // namespace ts::compiler
