#include "core/protocol/json_view.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace ts::protocol {

using nlohmann::json;

namespace {

// Returns the maximum depth of brackets outside strings. The parser reports malformed JSON.
int nestingOf(std::string_view text) {
  int depth = 0;
  int deepest = 0;
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (inString) {
      if (c == '\\') ++i;
      if (c == '"') inString = false;
    } else if (c == '"') {
      inString = true;
    } else if (c == '[' || c == '{') {
      deepest = std::max(deepest, ++depth);
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return deepest;
}

// Returns the value of the \uXXXX at the start of the text, or -1.
int escapedUnit(std::string_view text) {
  if (text.size() < 6 || text[0] != '\\' || text[1] != 'u') return -1;
  int unit = 0;
  const auto [end, error] = std::from_chars(text.data() + 2, text.data() + 6, unit, 16);
  return error == std::errc() && end == text.data() + 6 ? unit : -1;
}

// Reads a text without keeping its values, up to the first byte that is not JSON.
class ErrorFinder final : public json::json_sax_t {
 public:
  size_t offset = 0;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  // `position` counts the bytes that were read, the wrong one included.
  bool parse_error(std::size_t position, const std::string&, const json::exception&) override {
    offset = std::max<size_t>(position, 1) - 1;
    return false;
  }
};

// Returns the offset of the first byte that is not JSON.
size_t errorOffset(std::string_view text) {
  ErrorFinder finder;
  json::sax_parse(text, &finder);
  return std::min(finder.offset, text.size());
}

bool isHighSurrogate(int unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool isLowSurrogate(int unit) { return unit >= 0xDC00 && unit < 0xE000; }

std::string withoutLoneSurrogates(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    size_t take = 1;
    if (text[0] == '\\') {
      take = std::min<size_t>(2, text.size());
      const int unit = escapedUnit(text);
      if (isHighSurrogate(unit) && isLowSurrogate(escapedUnit(text.substr(6)))) {
        take = 12;
      } else if (isHighSurrogate(unit) || isLowSurrogate(unit)) {
        out += "\\ufffd";
        text.remove_prefix(6);
        continue;
      }
    }
    out += text.substr(0, take);
    text.remove_prefix(take);
  }
  return out;
}

}  // namespace

bool JsonView::isNull() const { return value_ && value_->is_null(); }
bool JsonView::isObject() const { return value_ && value_->is_object(); }
bool JsonView::isArray() const { return value_ && value_->is_array(); }

JsonView JsonView::operator[](std::string_view key) const {
  if (!isObject()) return {};
  const auto member = value_->find(key);
  return member == value_->end() ? JsonView() : JsonView(&*member);
}

std::vector<JsonView> JsonView::elements() const {
  std::vector<JsonView> out;
  if (isArray()) {
    for (const json& element : *value_) out.emplace_back(&element);
  }
  return out;
}

std::vector<std::string> JsonView::keys() const {
  std::vector<std::string> out;
  if (isObject()) {
    for (const auto& [key, value] : value_->items()) out.push_back(key);
  }
  return out;
}

std::optional<std::string> JsonView::string() const {
  if (!value_ || !value_->is_string()) return std::nullopt;
  return value_->get_ref<const std::string&>();
}

std::optional<int64_t> JsonView::integer() const {
  if (!value_) return std::nullopt;
  if (value_->is_number_unsigned()) {
    const auto number = value_->get<uint64_t>();
    if (number > static_cast<uint64_t>(INT64_MAX)) return std::nullopt;
    return static_cast<int64_t>(number);
  }
  if (value_->is_number_integer()) return value_->get<int64_t>();
  if (value_->is_number_float()) {
    const auto number = value_->get<double>();
    if (number == std::floor(number) && std::abs(number) < 9e15)
      return static_cast<int64_t>(number);
  }
  return std::nullopt;
}

std::optional<bool> JsonView::boolean() const {
  if (!value_ || !value_->is_boolean()) return std::nullopt;
  return value_->get<bool>();
}

std::string JsonView::text() const {
  return value_ ? value_->dump(-1, ' ', false, json::error_handler_t::replace) : "null";
}

std::optional<JsonDocument> JsonDocument::parse(std::string_view text, std::string* problem,
                                                size_t* problemAt) {
  if (nestingOf(text) > kMaxNesting) {
    if (problem)
      *problem =
          fmt::format("the JSON is nested deeper than the limit kMaxNesting = {}", kMaxNesting);
    return std::nullopt;
  }
  auto value = std::make_unique<json>(json::parse(text, nullptr, false));
  // Lone surrogates are rare: they are replaced only after the text failed to parse.
  if (value->is_discarded()) *value = json::parse(withoutLoneSurrogates(text), nullptr, false);
  if (value->is_discarded()) {
    if (problem) *problem = "the message is not valid JSON in UTF-8";
    if (problemAt) *problemAt = errorOffset(text);
    return std::nullopt;
  }
  return JsonDocument(std::move(value));
}

JsonDocument::JsonDocument(std::unique_ptr<json> value) : value_(std::move(value)) {}
JsonDocument::JsonDocument(JsonDocument&&) noexcept = default;
JsonDocument& JsonDocument::operator=(JsonDocument&&) noexcept = default;
JsonDocument::~JsonDocument() = default;

}  // namespace ts::protocol
