// Read-only access to JSON that somebody else sent: whatever is missing or of another kind than
// expected is "nothing", not an error, all the way down a path of keys.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ts::lsp {

// A pointer into a JsonDocument, which must outlive it.
class JsonView {
 public:
  JsonView() = default;
  explicit JsonView(const nlohmann::json* value) : value_(value) {}

  bool exists() const { return value_ != nullptr; }
  bool isNull() const;
  // Absent or null: JSON-RPC and LSP use the two alike.
  bool isNothing() const { return !exists() || isNull(); }
  bool isObject() const;
  bool isArray() const;

  JsonView operator[](std::string_view key) const;
  // Elements of an array; empty for anything else.
  std::vector<JsonView> elements() const;
  // Keys of an object, sorted; empty for anything else.
  std::vector<std::string> keys() const;

  std::optional<std::string> string() const;
  // A number without a fraction (1.0 counts) that fits.
  std::optional<int64_t> integer() const;
  std::optional<bool> boolean() const;
  // boolean(), with nothing as false: how LSP writes capabilities.
  bool truth() const { return boolean().value_or(false); }

  // As compact JSON text.
  std::string text() const;

 private:
  const nlohmann::json* value_ = nullptr;
};

class JsonDocument {
 public:
  // Arrays and objects nested deeper than this are refused.
  static constexpr int kMaxNesting = 200;

  // Null when the text is no JSON (or nested too deep); `problem`, when given, then says why.
  // Escapes of lone surrogates, which JavaScript writes and Unicode forbids, are read as U+FFFD.
  static std::optional<JsonDocument> parse(std::string_view text, std::string* problem = nullptr);

  JsonDocument(JsonDocument&&) noexcept;
  JsonDocument& operator=(JsonDocument&&) noexcept;
  ~JsonDocument();

  JsonView root() const { return JsonView(value_.get()); }

 private:
  explicit JsonDocument(std::unique_ptr<nlohmann::json> value);
  std::unique_ptr<nlohmann::json> value_;
};

}  // namespace ts::lsp
