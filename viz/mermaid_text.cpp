#include "viz/mermaid_text.h"

#include <fmt/format.h>

#include "core/picture/costs.h"
#include "core/picture/text_metrics.h"
#include "viz/summary.h"

namespace ts::viz {
namespace {

constexpr size_t kHeadColumns = 44;
constexpr size_t kTextColumns = 48;

const TensorFacts* firstShape(const Picture& picture, const std::vector<ValueId>& values) {
  for (ValueId value : values)
    if (const TensorFacts* facts = picture.overlay.value(value)) return facts;
  return nullptr;
}

std::string times(const Group& group) {
  return group.repeats.size() > 1 ? fmt::format(" ×{}", group.repeats.size()) : std::string();
}

}  // namespace

std::vector<std::string> nodeLines(const Picture& picture, NodeId id) {
  const ModelNode& node = picture.model.nodes[id];
  std::vector<std::string> lines{shortened(node.title, kHeadColumns)};
  std::string arguments;
  for (const ModelArgument& argument : node.arguments) {
    if (!argument.folded || argument.isDefault || argument.text == "None") continue;
    // Weights have their module's name; they are in the tooltip.
    if (weightOf(picture.overlay, argument.text) != nullptr) continue;
    if (!arguments.empty()) arguments += ", ";
    if (!argument.formal.empty()) arguments += argument.formal + "=";
    arguments += argument.text;
  }
  if (!arguments.empty()) lines.push_back(shortened(arguments, kTextColumns));
  if (const TensorFacts* facts = firstShape(picture, node.outputs))
    lines.push_back(shortened(facts->text(), kTextColumns));
  return lines;
}

std::vector<std::string> groupLines(const Picture& picture, GroupId id) {
  const Group& group = picture.hierarchy.groups[id];
  std::vector<std::string> lines{shortened(group.title, kHeadColumns) + times(group)};
  if (!group.type.empty()) lines.push_back(shortened(group.type, kTextColumns));
  if (const TensorFacts* facts = firstShape(picture, group.outputs))
    lines.push_back(shortened(facts->text(), kTextColumns));
  const Stats& stats = picture.overlay.groups[id];
  if (stats.parameters && *stats.parameters > 0)
    lines.push_back(withPrefix(static_cast<double>(*stats.parameters)) +
                    (*stats.parameters < 1000 ? "parameters" : " parameters"));
  return lines;
}

std::string frameTitle(const Picture&, const Group& group) {
  std::string title = shortened(group.title, kHeadColumns);
  if (!group.type.empty()) title += " · " + shortened(group.type, kTextColumns);
  return title + times(group);
}

std::string pinText(const Picture& picture, ValueId id) {
  const ModelValue& value = picture.model.values[id];
  const TensorFacts* facts = picture.overlay.value(id);
  return shortened(value.name + " : " + (facts != nullptr ? facts->text() : value.type),
                   kTextColumns);
}

}  // namespace ts::viz
