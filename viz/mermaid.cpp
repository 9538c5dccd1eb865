#include "viz/mermaid.h"

#include <fmt/format.h>

#include <set>
#include <unordered_map>
#include <unordered_set>

#include "viz/formats.h"
#include "viz/mermaid_text.h"

namespace ts::viz {
namespace {

class MermaidWriter {
 public:
  explicit MermaidWriter(const Picture& picture)
      : picture_(picture), open_(picture.open.begin(), picture.open.end()) {}

  std::string write() {
    out_ = "flowchart TD\n";
    const Group& top = picture_.hierarchy.groups[picture_.focus];
    for (ValueId value : top.inputs)
      out_ += fmt::format("  v{}([\"{}\"])\n", value, label({pinText(picture_, value)}));
    for (ValueId value : top.outputs)
      out_ += fmt::format("  o{}([\"{}\"])\n", value, label({pinText(picture_, value)}));
    members(picture_.focus, 1);
    edges(picture_.focus);
    for (const auto& [from, to] : edges_) out_ += fmt::format("  {} --> {}\n", from, to);
    return std::move(out_);
  }

 private:
  // Characters with a meaning in labels become entities.
  static std::string label(const std::vector<std::string>& lines) {
    std::string out;
    for (const std::string& line : lines) {
      if (!out.empty()) out += "<br/>";
      for (char each : line) {
        if (std::string_view("\"#&<>;`[]{}()|\\").find(each) != std::string_view::npos)
          out += fmt::format("#{};", static_cast<int>(each));
        else
          out += each;
      }
    }
    return out;
  }

  void members(GroupId id, size_t depth) {
    const std::string indent(2 * depth, ' ');
    for (const Member& member : picture_.hierarchy.groups[id].members) {
      if (!member.isGroup) {
        out_ += fmt::format("{}n{}[\"{}\"]\n", indent, member.id,
                            label(nodeLines(picture_, member.id)));
      } else if (!open_.contains(member.id)) {
        out_ += fmt::format("{}g{}[[\"{}\"]]\n", indent, member.id,
                            label(groupLines(picture_, member.id)));
      } else {
        const Group& group = picture_.hierarchy.groups[member.id];
        out_ += fmt::format("{}subgraph g{}[\"{}\"]\n", indent, member.id,
                            label({frameTitle(picture_, group)}));
        members(member.id, depth + 1);
        out_ += indent + "end\n";
      }
    }
  }

  // The box in which a value ends or begins, followed into open groups; several when it has several
  // users there.
  void ends(GroupId group, const GroupEdge& edge, std::vector<std::string>& names) const {
    const ValueId value = edge.becomes == kNone ? edge.value : edge.becomes;
    if (edge.to.id == kNone) {
      if (group == picture_.focus) names.push_back(fmt::format("o{}", value));
      return;
    }
    if (!edge.to.isGroup || !open_.contains(edge.to.id)) {
      names.push_back(fmt::format("{}{}", edge.to.isGroup ? 'g' : 'n', edge.to.id));
      return;
    }
    for (const GroupEdge& inner : picture_.hierarchy.groups[edge.to.id].edges)
      if (inner.from.id == kNone && inner.value == value) ends(edge.to.id, inner, names);
  }

  void starts(GroupId group, const Member& from, ValueId value,
              std::vector<std::string>& names) const {
    if (from.id == kNone) {
      if (group == picture_.focus) names.push_back(fmt::format("v{}", value));
      return;
    }
    if (!from.isGroup || !open_.contains(from.id)) {
      names.push_back(fmt::format("{}{}", from.isGroup ? 'g' : 'n', from.id));
      return;
    }
    for (const GroupEdge& inner : picture_.hierarchy.groups[from.id].edges) {
      const ValueId arriving = inner.becomes == kNone ? inner.value : inner.becomes;
      if (inner.to.id == kNone && arriving == value)
        starts(from.id, inner.from, inner.value, names);
    }
  }

  void edges(GroupId id) {
    for (const GroupEdge& edge : picture_.hierarchy.groups[id].edges) {
      std::vector<std::string> from, to;
      starts(id, edge.from, edge.value, from);
      ends(id, edge, to);
      for (const std::string& a : from)
        for (const std::string& b : to) edges_.emplace(a, b);
    }
    for (const Member& member : picture_.hierarchy.groups[id].members)
      if (member.isGroup && open_.contains(member.id)) edges(member.id);
  }

  const Picture& picture_;
  std::unordered_set<GroupId> open_;
  std::set<std::pair<std::string, std::string>> edges_;
  std::string out_;
};

}  // namespace

std::string toMermaid(const Picture& picture) { return MermaidWriter(picture).write(); }

FormatResult makeMermaid(const FormatSubject& subject, const FormatOptions&) {
  return {toMermaid(*subject.picture), {}};
}

}  // namespace ts::viz
