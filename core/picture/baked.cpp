#include "core/picture/baked.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>

namespace ts::viz {
namespace {

// True for causes that belong to the trace as a whole, not to a line.
bool isOfWholeTrace(trace::Cause cause) {
  return cause == trace::Cause::Nondeterministic || cause == trace::Cause::OutputDiffers;
}

std::string textOf(const trace::Event& loss) {
  if (loss.cause == trace::Cause::Index)
    return "a tensor is used as a Python index here: the trace keeps the number of this run";
  if (loss.cause == trace::Cause::Constant)
    return fmt::format("the trace keeps {} as a constant", loss.subject);
  return trace::warningText(loss);
}

// The innermost module or function around both nodes.
GroupId scopeAround(const Hierarchy& hierarchy, NodeId first, NodeId second) {
  std::set<GroupId> around;
  for (GroupId id = hierarchy.groupOf[first]; id != kNone; id = hierarchy.groups[id].parent)
    around.insert(id);
  GroupId id = hierarchy.groupOf[second];
  while (!around.contains(id)) id = hierarchy.groups[id].parent;
  return scopeOf(hierarchy, id);
}

class LineMarker {
 public:
  LineMarker(Picture& picture, const std::string& path) : picture_(picture) {
    for (NodeId id = 0; id < picture.model.nodes.size(); ++id) {
      const ModelNode& node = picture.model.nodes[id];
      const bool isShown = node.source != nullptr && picture.hierarchy.groupOf[id] != kNone;
      if (isShown && node.source->path() == path) nodes_.push_back(id);
    }
  }

  void mark(uint32_t line, const std::string& text, const std::string& textOfGroup) {
    bool isMarked = false;
    for (NodeId id : nodes_) {
      if (lineOf(id) != line) continue;
      addMark(picture_, id, "baked", text);
      isMarked = true;
    }
    if (isMarked) return;
    for (GroupId group : scopesOf(line))
      picture_.hierarchy.groups[group].marks.push_back({"baked", textOfGroup, {}});
  }

 private:
  uint32_t lineOf(NodeId id) const { return picture_.model.nodes[id].line; }

  // A run passes the line between nodes of a line before and a line after it.
  std::set<GroupId> scopesOf(uint32_t line) const {
    std::set<GroupId> scopes;
    for (size_t i = 1; i < nodes_.size(); ++i)
      if (lineOf(nodes_[i - 1]) < line && line < lineOf(nodes_[i]))
        scopes.insert(scopeAround(picture_.hierarchy, nodes_[i - 1], nodes_[i]));
    if (!scopes.empty()) return scopes;
    const auto distance = [&](NodeId id) {
      return std::abs(static_cast<int64_t>(lineOf(id)) - static_cast<int64_t>(line));
    };
    const auto nearest = std::ranges::min_element(nodes_, {}, distance);
    return {nearest == nodes_.end()
                ? 0
                : scopeOf(picture_.hierarchy, picture_.hierarchy.groupOf[*nearest])};
  }

  Picture& picture_;
  std::vector<NodeId> nodes_;  // of the file, in the order of execution
};

}  // namespace

void markBaked(Picture& picture, std::span<const trace::Event> losses) {
  std::set<std::tuple<std::string, uint32_t, std::string>> known;
  std::map<std::string, LineMarker> markers;  // by path
  for (const trace::Event& loss : losses) {
    if (!loss.at || isOfWholeTrace(loss.cause)) continue;
    const std::string& path = loss.at.file->path();
    const uint32_t line = loss.at.file->lineOf(loss.at.span.begin);
    const std::string text = textOf(loss);
    if (!known.emplace(path, line, text).second) continue;
    LineMarker& marker = markers.try_emplace(path, picture, path).first->second;
    marker.mark(line, text, fmt::format("{}:{}: {}", path.substr(path.rfind('/') + 1), line, text));
  }
}

}  // namespace ts::viz
