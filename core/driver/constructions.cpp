#include "core/driver/constructions.h"

namespace ts::driver {

void KnownConstructions::set(const std::string& checked, std::vector<Construction> constructions) {
  Table table;
  for (Construction& construction : constructions) {
    std::pair key(construction.path, construction.name);
    table.try_emplace(std::move(key), std::move(construction));
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
    const auto entry = table.find(key);
    return entry == table.end() ? std::nullopt : std::optional(entry->second);
  };
  if (const auto own = tables_.find(path); own != tables_.end()) return in(own->second);
  for (const auto& [checked, table] : tables_)
    if (auto construction = in(table)) return construction;
  return {};
}

}  // namespace ts::driver
