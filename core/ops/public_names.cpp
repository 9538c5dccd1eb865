#include "core/ops/public_names.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <string>
#include <unordered_map>

#include "core/ops/line_table.h"
#include "core/ops/schema.h"

namespace ts::ops {
namespace {

struct KindWord {
  std::string_view word;
  NameKind kind;
};

// The kinds as spelled in data/names.tsv.
constexpr KindWord kKindWords[] = {
    {"builtin", NameKind::Builtin},
    {"pyfn_ok", NameKind::Function},
    {"boolean_dispatch", NameKind::BooleanDispatch},
    {"overload", NameKind::Overloaded},
    {"method", NameKind::Method},
    {"property", NameKind::Property},
    {"class", NameKind::Class},
    {"other", NameKind::Other},
    {"pyfn_fail", NameKind::Uncompilable},
};

NameKind kindOf(std::string_view word) {
  for (const KindWord& row : kKindWords) {
    if (row.word == word) return row.kind;
  }
  return NameKind::Other;
}

PublicName readLine(std::string_view line) {
  std::array<std::string_view, 3> fields;
  for (std::string_view& field : fields) {
    field = firstField(line);
    line.remove_prefix(std::min(field.size() + 1, line.size()));
  }
  // "-" means: no target.
  return {kindOf(fields[1]), fields[0], fields[2] == "-" ? std::string_view() : fields[2]};
}

}  // namespace

const PublicName* publicName(std::string_view pythonName) {
  struct Cache {
    std::mutex mutex;
    std::unordered_map<const char*, PublicName> byLine;
  };
  static Cache& cache = *new Cache;
  const LineTable& table = kNameLines.current();
  auto [first, last] = table.equalRange(pythonName, firstField);
  if (first == last) return nullptr;
  std::lock_guard lock(cache.mutex);
  return &cache.byLine.try_emplace(table[first].data(), readLine(table[first])).first->second;
}

std::vector<std::string_view> publicNamesIn(std::string_view parent) {
  const std::string prefix = std::string(parent) + ".";
  std::vector<std::string_view> names;
  const LineTable& table = kNameLines.current();
  const auto [first, last] = table.prefixRange(prefix);
  for (size_t i = first; i < last; ++i) {
    const std::string_view name = firstField(table[i]).substr(prefix.size());
    if (name.find('.') == std::string_view::npos) names.push_back(name);
  }
  return names;
}

}  // namespace ts::ops
