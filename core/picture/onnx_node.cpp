#include "core/picture/onnx_node.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace ts::viz {

using shape_rules::PartialShape;

PartialShape OnnxNode::shape(size_t input) const {
  const ModelArgument* found = argument(input);
  if (found == nullptr || !has(input)) return {};
  if (!found->folded || facts(*found) != nullptr) return NodeShapes::shape(found);
  const std::string& text = found->text;
  if (text.starts_with("self.") || text.empty()) return {};
  if (!text.starts_with('[')) return PartialShape::of({});
  const auto commas = std::ranges::count(text, ',');
  return PartialShape::of({text == "[]" ? 0 : commas + 1});
}

std::optional<Integers> OnnxNode::integers(size_t input) const {
  const ModelArgument* found = argument(input);
  if (found == nullptr) return {};
  if (!found->folded)
    return found->value < integers_.size() ? integers_[found->value] : std::nullopt;
  Integers all = integersOf(found->text);
  if (all.empty() && found->text != "[]") return {};
  return all;
}

std::vector<double> OnnxNode::reals(size_t input) const {
  std::vector<double> all;
  const ModelArgument* found = argument(input);
  if (found == nullptr || !found->folded || !found->text.starts_with('[')) return all;
  for (const char* at = found->text.c_str() + 1; *at != '\0' && *at != ']';) {
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
  const std::string_view found = text(attribute);
  if (found.empty()) return {};
  return integersOf(found);
}

}  // namespace ts::viz
