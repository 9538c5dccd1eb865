#include "core/picture/onnx_node.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace ts::viz {

using shape_rules::PartialShape;

PartialShape OnnxNode::shape(size_t input) const {
  const ModelArgument* modelArgument = argument(input);
  if (modelArgument == nullptr || !has(input)) return {};
  if (!modelArgument->folded || facts(*modelArgument) != nullptr)
    return NodeShapes::shape(modelArgument);
  const std::string& text = modelArgument->text;
  if (text.starts_with("self.") || text.empty()) return {};
  if (!text.starts_with('[')) return PartialShape::of({});
  const auto commas = std::ranges::count(text, ',');
  return PartialShape::of({text == "[]" ? 0 : commas + 1});
}

std::optional<Integers> OnnxNode::integers(size_t input) const {
  const ModelArgument* modelArgument = argument(input);
  if (modelArgument == nullptr) return {};
  if (!modelArgument->folded)
    return modelArgument->value < integers_.size() ? integers_[modelArgument->value] : std::nullopt;
  Integers all = integersOf(modelArgument->text);
  if (all.empty() && modelArgument->text != "[]") return {};
  return all;
}

std::vector<double> OnnxNode::reals(size_t input) const {
  std::vector<double> all;
  const ModelArgument* modelArgument = argument(input);
  if (modelArgument == nullptr || !modelArgument->folded || !modelArgument->text.starts_with('['))
    return all;
  for (const char* at = modelArgument->text.c_str() + 1; *at != '\0' && *at != ']';) {
    char* end = nullptr;
    all.push_back(std::strtod(at, &end));
    if (end == at) return {};
    at = end + std::strspn(end, ", ");
  }
  return all;
}

std::string_view OnnxNode::text(std::string_view attribute) const {
  for (const auto& [name, content] : node().attributes) {
    if (name != attribute) continue;
    std::string_view text = content;
    if (text.size() >= 2 && text.starts_with('"')) text = text.substr(1, text.size() - 2);
    return text;
  }
  return {};
}

std::optional<Integers> OnnxNode::operand(size_t input, std::string_view attribute) const {
  if (has(input)) return integers(input);
  const std::string_view value = text(attribute);
  if (value.empty()) return {};
  return integersOf(value);
}

}  // namespace ts::viz
