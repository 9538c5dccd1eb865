// Interned names of operators, attributes and other things compared far more often than printed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace ts {

// A pointer-sized handle to an interned string; equal text means equal handle, for the whole
// process and from any thread. The text lives forever: intern only names from a bounded set.
class Symbol {
 public:
  constexpr Symbol() = default;
  static Symbol intern(std::string_view text);

  // "aten::add" as a whole, its "aten" and its "add". A name without "::" has no namespace.
  const std::string& str() const { return *text_; }
  std::string_view ns() const;
  std::string_view name() const;

  explicit operator bool() const { return text_ != nullptr; }
  friend bool operator==(Symbol a, Symbol b) { return a.text_ == b.text_; }
  size_t hash() const { return std::hash<const void*>()(text_); }

 private:
  explicit Symbol(const std::string* text) : text_(text) {}
  const std::string* text_ = nullptr;
};

}  // namespace ts

template <>
struct std::hash<ts::Symbol> {
  size_t operator()(ts::Symbol symbol) const { return symbol.hash(); }
};
