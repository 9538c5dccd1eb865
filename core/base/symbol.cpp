#include "core/base/symbol.h"

#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace ts {

namespace {

template <typename Text>
struct Table {
  std::shared_mutex mutex;
  std::unordered_map<std::string_view, const Text*> symbols;
};

}  // namespace

Symbol Symbol::intern(std::string_view text) {
  // Never destroyed, because static destructors use symbols too.
  static Table<Text>& table = *new Table<Text>;
  {
    std::shared_lock lock(table.mutex);
    if (auto entry = table.symbols.find(text); entry != table.symbols.end())
      return Symbol(entry->second);
  }
  std::unique_lock lock(table.mutex);
  if (auto entry = table.symbols.find(text); entry != table.symbols.end())
    return Symbol(entry->second);
  size_t colons = text.find("::");
  bool hasNs = colons != text.npos;
  const auto* stored = new Text{std::string(text), hasNs ? static_cast<uint32_t>(colons) : 0,
                                hasNs ? static_cast<uint32_t>(colons + 2) : 0,
                                static_cast<uint32_t>(table.symbols.size())};
  table.symbols.emplace(stored->fullName, stored);
  return Symbol(stored);
}

}  // namespace ts
