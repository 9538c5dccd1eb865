#include "core/picture/node_shapes.h"

#include <algorithm>
#include <charconv>

#include "core/picture/costs.h"

namespace ts::viz {

using shape_rules::PartialShape;

std::vector<int64_t> integersOf(std::string_view text) {
  std::vector<int64_t> all;
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  while (!text.empty()) {
    int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return {};
    all.push_back(number);
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    if (!text.empty() && !text.starts_with(", ")) return {};
    text.remove_prefix(std::min<size_t>(2, text.size()));
  }
  return all;
}

const ModelArgument* NodeShapes::argument(std::string_view name) const {
  for (const ModelArgument& each : node_.arguments)
    if (each.formal == name) return &each;
  return nullptr;
}

const ModelArgument* NodeShapes::argument(size_t at) const {
  return at < node_.arguments.size() ? &node_.arguments[at] : nullptr;
}

bool NodeShapes::isTensor(const ModelArgument& argument) const {
  return !argument.folded ? model_.values[argument.value].tensor : facts(argument) != nullptr;
}

const TensorFacts* NodeShapes::facts(const ModelArgument& argument) const {
  if (!argument.folded) return overlay_.value(argument.value);
  const Weight* weight = weightOf(overlay_, argument.text);
  // A constant may be a tensor.
  return weight != nullptr ? &weight->tensor : overlay_.value(argument.value);
}

PartialShape NodeShapes::shape(const ModelArgument* argument) const {
  const TensorFacts* argumentFacts = argument != nullptr ? facts(*argument) : nullptr;
  if (argumentFacts == nullptr) return {};
  return PartialShape(shape_rules::ShapeView(argumentFacts->sizes, argumentFacts->hasRank));
}

}  // namespace ts::viz
