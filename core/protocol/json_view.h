// Read-only access to untrusted JSON. A value that is missing or has the wrong kind reads as
// "nothing" instead of an error, at every step of a path of keys.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ts::protocol {

// A pointer into a JsonDocument. The document must outlive the view.
class JsonView {
 public:
  JsonView() = default;
  explicit JsonView(const nlohmann::json* value) : value_(value) {}

  bool exists() const { return value_ != nullptr; }
  bool isNull() const;
  // Absent or null: LSP and DAP treat both alike.
  bool isNothing() const { return !exists() || isNull(); }
  bool isObject() const;
  bool isArray() const;

  JsonView operator[](std::string_view key) const;
  // Returns the elements of an array; empty for any other value.
  std::vector<JsonView> elements() const;
  // Returns the keys of an object, sorted; empty for any other value.
  std::vector<std::string> keys() const;

  std::optional<std::string> string() const;
  // A number without a fraction (1.0 is allowed) that fits into 64 bits.
  std::optional<int64_t> integer() const;
  std::optional<bool> boolean() const;
  // Returns boolean(), or false for nothing: clients leave out missing capabilities.
  bool truth() const { return boolean().value_or(false); }

  // Returns the value as compact JSON.
  std::string text() const;

 private:
  const nlohmann::json* value_ = nullptr;
};

class JsonDocument {
 public:
  // Deeper nested arrays and objects are an error.
  static constexpr int kMaxNesting = 200;

  // Returns nothing when the text is not JSON or is nested too deep; `problem`, when given, then
  // says why. `problemAt` is then the offset of the first byte that is not JSON, unless the nesting
  // is the problem. Reads escaped lone surrogates as U+FFFD: JavaScript writes them, Unicode
  // forbids them.
  static std::optional<JsonDocument> parse(std::string_view text, std::string* problem = nullptr,
                                           size_t* problemAt = nullptr);

  JsonDocument(JsonDocument&&) noexcept;
  JsonDocument& operator=(JsonDocument&&) noexcept;
  ~JsonDocument();

  JsonView root() const { return JsonView(value_.get()); }

 private:
  explicit JsonDocument(std::unique_ptr<nlohmann::json> value);
  std::unique_ptr<nlohmann::json> value_;
};

}  // namespace ts::protocol
