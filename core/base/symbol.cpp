#include "core/base/symbol.h"

#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace ts {

namespace {

struct Table {
  std::shared_mutex mutex;
  std::unordered_map<std::string_view, const std::string*> symbols;
};

// Never destroyed: symbols are used by static destructors too.
Table& table() {
  static Table* instance = new Table;
  return *instance;
}

}  // namespace

Symbol Symbol::intern(std::string_view text) {
  Table& t = table();
  {
    std::shared_lock lock(t.mutex);
    if (auto found = t.symbols.find(text); found != t.symbols.end()) return Symbol(found->second);
  }
  std::unique_lock lock(t.mutex);
  if (auto found = t.symbols.find(text); found != t.symbols.end()) return Symbol(found->second);
  const auto* stored = new std::string(text);
  t.symbols.emplace(*stored, stored);
  return Symbol(stored);
}

std::string_view Symbol::ns() const {
  size_t colons = text_->find("::");
  return colons == std::string::npos ? std::string_view()
                                     : std::string_view(*text_).substr(0, colons);
}

std::string_view Symbol::name() const {
  size_t colons = text_->find("::");
  std::string_view whole = *text_;
  return colons == std::string::npos ? whole : whole.substr(colons + 2);
}

}  // namespace ts
