#include "core/driver/constructions.h"

namespace ts::driver {

void KnownConstructions::set(const std::string& checked, std::vector<Construction> found) {
  Table table;
  for (Construction& one : found) {
    std::pair key(one.path, one.name);
    table.try_emplace(std::move(key), std::move(one));
  }
  const std::lock_guard lock(mutex_);
  tables_[checked] = std::move(table);
}

void KnownConstructions::clear() {
  const std::lock_guard lock(mutex_);
  tables_.clear();
}

std::optional<Construction> KnownConstructions::find(const std::string& path,
                                                     const std::string& name) const {
  const std::pair key(path, name);
  const std::lock_guard lock(mutex_);
  const auto in = [&](const Table& table) -> std::optional<Construction> {
    const auto found = table.find(key);
    return found == table.end() ? std::nullopt : std::optional(found->second);
  };
  if (const auto own = tables_.find(path); own != tables_.end()) return in(own->second);
  for (const auto& [checked, table] : tables_)
    if (auto found = in(table)) return found;
  return {};
}

}  // namespace ts::driver
