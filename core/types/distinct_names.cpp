#include "core/types/distinct_names.h"

namespace ts::types {

std::string annotationBeside(TypePtr type, TypePtr other) {
  std::string name = type->annotation();
  if (type == other || name != other->annotation()) return name;
  // str() has the qualified names of classes.
  std::string full = type->str();
  constexpr std::string_view kPrefix = "__torch__.";
  for (size_t at = full.find(kPrefix); at != full.npos; at = full.find(kPrefix, at))
    full.erase(at, kPrefix.size());
  return full;
}

}  // namespace ts::types
