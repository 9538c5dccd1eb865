#include "lsp/protocol/json_view.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "lsp/protocol/json_parser.h"

namespace ts::lsp {

using nlohmann::json;

bool JsonView::isNull() const { return value_ && value_->is_null(); }
bool JsonView::isObject() const { return value_ && value_->is_object(); }
bool JsonView::isArray() const { return value_ && value_->is_array(); }

JsonView JsonView::operator[](std::string_view key) const {
  if (!isObject()) return {};
  const auto found = value_->find(key);
  return found == value_->end() ? JsonView() : JsonView(&*found);
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

std::optional<JsonDocument> JsonDocument::parse(std::string_view text, std::string* problem) {
  auto value = std::make_unique<json>();
  std::string why;
  if (!parseJson(text, kMaxNesting, *value, why)) {
    if (problem) *problem = std::move(why);
    return std::nullopt;
  }
  return JsonDocument(std::move(value));
}

JsonDocument::JsonDocument(std::unique_ptr<json> value) : value_(std::move(value)) {}
JsonDocument::JsonDocument(JsonDocument&&) noexcept = default;
JsonDocument& JsonDocument::operator=(JsonDocument&&) noexcept = default;
JsonDocument::~JsonDocument() = default;

}  // namespace ts::lsp
