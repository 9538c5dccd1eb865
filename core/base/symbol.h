// Interned names of operators and attributes: names that are compared far more often than printed.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ts {

// A pointer-sized handle to an interned string. Equal texts have equal handles in the whole
// process. Thread-safe. The text is never freed, so intern only names from a bounded set.
class Symbol {
 public:
  constexpr Symbol() = default;
  static Symbol intern(std::string_view text);

  // For "aten::add": `str` is the whole text, `ns` is "aten", `name` is "add". `ns` is empty for a
  // name without "::".
  const std::string& str() const { return text_->fullName; }
  std::string_view ns() const { return std::string_view(text_->fullName).substr(0, text_->nsSize); }
  std::string_view name() const { return std::string_view(text_->fullName).substr(text_->nameAt); }
  // A small index for tables: symbols are numbered in the order of interning.
  uint32_t number() const { return text_->number; }

  explicit operator bool() const { return text_ != nullptr; }
  friend bool operator==(Symbol a, Symbol b) { return a.text_ == b.text_; }
  size_t hash() const { return std::hash<const void*>()(text_); }

 private:
  struct Text {
    std::string fullName;
    uint32_t nsSize, nameAt;
    uint32_t number;
  };
  explicit Symbol(const Text* text) : text_(text) {}
  const Text* text_ = nullptr;
};

// A map from symbols to values, indexed by the symbol's number. Its size grows with the highest
// number, so use it only for symbols that were interned early.
template <typename T>
class SymbolMap {
 public:
  SymbolMap() = default;
  SymbolMap(std::initializer_list<std::pair<Symbol, T>> entries) {
    for (const auto& [symbol, value] : entries) insert(symbol, value);
  }
  void insert(Symbol symbol, T value) {
    if (symbol.number() >= slots_.size()) slots_.resize(symbol.number() + 1);
    slots_[symbol.number()] = std::move(value);
  }
  // Returns null when the map does not contain the symbol.
  const T* find(Symbol symbol) const {
    uint32_t at = symbol.number();
    return at < slots_.size() && slots_[at] ? &*slots_[at] : nullptr;
  }

 private:
  std::vector<std::optional<T>> slots_;
};

class SymbolSet {
 public:
  SymbolSet(std::initializer_list<Symbol> symbols) {
    for (Symbol symbol : symbols) insert(symbol);
  }
  template <typename Range>
  explicit SymbolSet(const Range& names) {
    for (const auto& name : names) insert(Symbol::intern(name));
  }
  bool contains(Symbol symbol) const {
    return symbol.number() < has_.size() && has_[symbol.number()];
  }

 private:
  void insert(Symbol symbol) {
    if (symbol.number() >= has_.size()) has_.resize(symbol.number() + 1);
    has_[symbol.number()] = true;
  }
  std::vector<bool> has_;
};

}  // namespace ts

template <>
struct std::hash<ts::Symbol> {
  size_t operator()(ts::Symbol symbol) const { return symbol.hash(); }
};
