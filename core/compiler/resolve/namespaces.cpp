#include "core/compiler/resolve/namespaces.h"

#include <string>

#include "core/ops/line_table.h"

namespace ts::ops {
extern const LineTables kNamespaceLines;     // data/namespaces.txt
extern const LineTables kUncompilableLines;  // data/uncompilable.txt
}  // namespace ts::ops

namespace ts::compiler {
namespace {

std::string_view keyOf(std::string_view line) { return line.substr(0, line.find('\t')); }

std::optional<std::string_view> rest(std::string_view key) {
  auto [first, last] = ops::kNamespaceLines.current().equalRange(key, keyOf);
  if (first == last) return std::nullopt;
  return ops::kNamespaceLines.current()[first].substr(key.size() + 1);
}

}  // namespace

bool isUncompilable(std::string_view dottedName) {
  auto [first, last] = ops::kUncompilableLines.current().equalRange(
      dottedName, [](std::string_view line) { return line; });
  return first != last;
}

bool isListedModule(std::string_view module) { return rest("=" + std::string(module)).has_value(); }

std::optional<NamespaceMember> namespaceMember(std::string_view dottedName) {
  auto text = rest(dottedName);
  if (!text || text->empty()) return std::nullopt;
  size_t tab = text->find('\t');
  std::string_view sort = text->substr(0, tab);
  bool hidden = sort.ends_with('-');
  if (hidden) sort.remove_suffix(1);
  return NamespaceMember{static_cast<MemberKind>(sort[0]), !hidden, sort.substr(1),
                         text->substr(tab + 1)};
}

std::vector<std::string_view> namespaceNames(std::string_view module) {
  const std::string prefix = std::string(module) + ".";
  std::vector<std::string_view> names;
  const auto [first, last] = ops::kNamespaceLines.current().prefixRange(prefix);
  for (size_t i = first; i < last; ++i) {
    const std::string_view name = keyOf(ops::kNamespaceLines.current()[i]).substr(prefix.size());
    if (name.find('.') == std::string_view::npos) names.push_back(name);
  }
  return names;
}

}  // namespace ts::compiler
