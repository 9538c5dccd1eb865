#include "core/picture/baked.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
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

// The lines of a function of Python.
struct Lines {
  uint32_t first = 1, last = UINT32_MAX;
  bool contains(uint32_t line) const { return first <= line && line <= last; }
};

// The innermost function around a line, by indentation; the whole file for a line outside of
// functions.
Lines functionAround(const SourceFile& file, uint32_t line) {
  const auto indentation = [&](uint32_t at) {
    const std::string_view text = file.lineText(at);
    const size_t first = text.find_first_not_of(" \t\r\n");
    return first == text.npos || text[first] == '#' ? SIZE_MAX : first;
  };
  const auto isFunction = [&](uint32_t at, size_t column) {
    const std::string_view text = file.lineText(at).substr(column);
    return text.starts_with("def ") || text.starts_with("async def ");
  };
  size_t column = indentation(line);
  for (uint32_t at = line; at-- > 1;) {
    const size_t width = indentation(at);
    if (width >= column) continue;
    column = width;
    if (!isFunction(at, column)) continue;
    uint32_t last = line;
    // SIZE_MAX: empty lines and comments.
    while (last < file.lineCount() && indentation(last + 1) > column) ++last;
    return {at, last};
  }
  return {};
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

  // file: that contains the line.
  void mark(const SourceFile& file, uint32_t line, const std::string& text,
            const std::string& textOfGroup) {
    bool isMarked = false;
    for (NodeId id : nodes_) {
      if (lineOf(id) != line) continue;
      addMark(picture_, id, "baked", text);
      isMarked = true;
    }
    if (isMarked) return;
    for (GroupId group : scopesOf(functionAround(file, line), line))
      picture_.hierarchy.groups[group].marks.push_back({"baked", textOfGroup, {}});
  }

 private:
  uint32_t lineOf(NodeId id) const { return picture_.model.nodes[id].line; }

  // The calls of the function that contains the line: a run passes it between nodes of a line
  // before and a line after it. In a function with one node on one side, the nearest node is of the
  // same call. The whole graph for a function without nodes.
  std::set<GroupId> scopesOf(const Lines& function, uint32_t line) const {
    std::set<GroupId> scopes;
    NodeId nearest = kNone, before = kNone;
    const auto distance = [&](NodeId id) {
      return std::abs(static_cast<int64_t>(lineOf(id)) - static_cast<int64_t>(line));
    };
    for (const NodeId id : nodes_) {
      if (!function.contains(lineOf(id))) continue;
      if (before != kNone && lineOf(before) < line && line < lineOf(id))
        scopes.insert(scopeAround(picture_.hierarchy, before, id));
      if (nearest == kNone || distance(id) < distance(nearest)) nearest = id;
      before = id;
    }
    if (scopes.empty())
      scopes.insert(
          nearest == kNone ? 0 : scopeOf(picture_.hierarchy, picture_.hierarchy.groupOf[nearest]));
    return scopes;
  }

  Picture& picture_;
  std::vector<NodeId> nodes_;  // of the file, in the order of execution
};

}  // namespace

void markBaked(Picture& picture, std::span<const trace::Event> losses) {
  std::set<std::tuple<std::string, uint32_t, std::string>> marked;
  std::map<std::string, LineMarker> markers;  // by path
  for (const trace::Event& loss : losses) {
    if (!loss.at || isOfWholeTrace(loss.cause)) continue;
    const std::string& path = loss.at.file->path();
    const uint32_t line = loss.at.file->lineOf(loss.at.span.begin);
    const std::string text = textOf(loss);
    if (!marked.emplace(path, line, text).second) continue;
    LineMarker& marker = markers.try_emplace(path, picture, path).first->second;
    marker.mark(*loss.at.file, line, text,
                fmt::format("{}:{}: {}", path.substr(path.rfind('/') + 1), line, text));
  }
}

}  // namespace ts::viz
