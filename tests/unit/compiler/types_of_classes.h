// An annotation resolver over in-memory modules, with types for their classes.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/compiler/resolve/annotations.h"
#include "tests/unit/compiler/sources.h"

namespace ts::compiler::testing {

class Resolver final : private ClassTypes {
 public:
  Resolver() : annotations(sources.environment, *this) {}

  Sources sources;
  types::TypeTable table;
  std::vector<diag::Diagnostic> errors;  // errors about classes
  AnnotationResolver annotations;

 private:
  types::TypePtr typeOfClass(const PyClass& cls) override {
    if (cls.kind == ClassKind::NnModule) return nullptr;
    types::TypePtr& type = types_[&cls];
    if (type) return type;
    std::optional<diag::Diagnostic> error;
    std::string name = cls.qualifiedName.substr(cls.qualifiedName.rfind('.') + 1);
    if (cls.kind == ClassKind::Enum) {
      type = annotations.enumType(cls, table, &error);
    } else if (cls.kind == ClassKind::NamedTuple) {
      type = annotations.namedTuple(cls, table, &error);
    } else {
      type = table.makeClass("__torch__." + cls.module->name + "." + name);
    }
    if (error) errors.push_back(std::move(*error));
    return type ? type : type = types::unknownType();
  }

  std::map<const PyClass*, types::TypePtr> types_;
};

}  // namespace ts::compiler::testing
