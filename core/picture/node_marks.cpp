#include "core/picture/node_marks.h"

#include <algorithm>

namespace ts::viz {
namespace {

// True when a result has NaNs and no operand has.
bool makesNan(const Picture& picture, const ModelNode& node) {
  auto hasNan = [&](ValueId value) {
    const TensorFacts* facts = picture.overlay.value(value);
    return facts != nullptr && facts->summary && facts->summary->nan > 0;
  };
  return std::ranges::any_of(node.outputs, hasNan) &&
         std::ranges::none_of(node.arguments, [&](const ModelArgument& argument) {
           return !argument.folded && hasNan(argument.value);
         });
}

}  // namespace

std::vector<Mark> marksOf(const Picture& picture, NodeId id) {
  const ModelNode& node = picture.model.nodes[id];
  std::vector<Mark> marks;
  if (!node.writes.empty()) marks.push_back({"in-place", "writes to " + node.writes, {}});
  if (!node.views.empty()) marks.push_back({"alias", "shares memory with " + node.views, {}});
  if (id < picture.marks.size())
    marks.insert(marks.end(), picture.marks[id].begin(), picture.marks[id].end());
  if (makesNan(picture, node))
    marks.push_back({"nan", "its result has NaN, its inputs have none", {}});
  return marks;
}

}  // namespace ts::viz
