#include "core/syntax/relative_import.h"

namespace ts::syntax {

std::optional<std::string> absoluteModuleName(std::string_view importer, bool isPackage, int level,
                                              std::string_view module) {
  if (level == 0) return std::string(module);
  std::string_view package = importer;
  for (int i = isPackage ? 1 : 0; i < level; ++i) {
    if (package.empty()) return std::nullopt;
    const size_t dot = package.rfind('.');
    package = dot == std::string_view::npos ? std::string_view() : package.substr(0, dot);
  }
  std::string name(package);
  if (!name.empty() && !module.empty()) name += '.';
  return name.append(module);
}

}  // namespace ts::syntax
