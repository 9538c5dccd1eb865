#include "core/picture/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>

#include "core/picture/costs.h"
#include "core/picture/match_sequences.h"

namespace ts::viz {
namespace {

class DiffMaker {
 public:
  DiffMaker(const DiffSide& before, Picture& picture)
      : old_(before), picture_(picture), model_(picture.model), tree_(picture.hierarchy) {}

  DiffCounts run() {
    matchParameters(0, 0);
    matchGroups(0, 0);
    picture_.before = old_.expanded.graph;
    picture_.firstValues.assign(model_.values.size(), kNone);
    for (const auto& [before, after] : values_) picture_.firstValues[after] = before;
    return counts_;
  }

 private:
  // ---- matching

  static std::string placeOf(const ModelNode& node) {
    return node.file.substr(node.file.rfind('/') + 1) + ":" + std::to_string(node.line);
  }

  // strictly: also the source line, or the title of a group.
  static std::string keyOf(const Model& model, const Hierarchy& tree, const Member& member,
                           bool strictly) {
    if (!member.isGroup) {
      const ModelNode& node = model.nodes[member.id];
      return node.kind + (strictly ? " " + placeOf(node) : "");
    }
    const Group& group = tree.groups[member.id];
    std::string key = "group " + std::string(groupKindName(group.kind)) + " " + group.path;
    if (strictly || group.path.empty()) key += " " + group.type;
    if (strictly) key += " " + group.title;
    return key;
  }

  void matchParameters(GroupId before, GroupId after) {
    const BlockId a = old_.hierarchy.groups[before].block, b = tree_.groups[after].block;
    if (a == kNone || b == kNone) return;
    const auto& from = old_.model.blocks[a].parameters;
    const auto& to = model_.blocks[b].parameters;
    for (size_t i = 0; i < from.size() && i < to.size(); ++i) match(from[i], to[i]);
  }

  void match(ValueId before, ValueId after) {
    values_[before] = after;
    matched_.insert(after);
  }

  void matchGroups(GroupId before, GroupId after) {
    const std::vector<Member> from = old_.hierarchy.groups[before].members;
    const std::vector<Member> to = tree_.groups[after].members;
    auto keys = [&](bool strictly) {
      std::vector<std::string> a, b;
      for (const Member& member : from)
        a.push_back(keyOf(old_.model, old_.hierarchy, member, strictly));
      for (const Member& member : to) b.push_back(keyOf(model_, tree_, member, strictly));
      return std::pair(std::move(a), std::move(b));
    };
    const auto [strictA, strictB] = keys(true);
    const auto [looseA, looseB] = keys(false);
    const std::vector<size_t> partner = matchSequences(strictA, strictB, looseA, looseB);
    std::vector<Member> merged;
    size_t next = 0;
    for (size_t i = 0; i < from.size(); ++i) {
      if (partner[i] == kUnmatched) {
        merged.push_back(remove(from[i], after));
        continue;
      }
      for (; next < partner[i]; ++next) merged.push_back(add(to[next]));
      merged.push_back(to[next++]);
      matchMembers(from[i], merged.back());
    }
    for (; next < to.size(); ++next) merged.push_back(add(to[next]));
    tree_.groups[after].members = std::move(merged);
  }

  void matchMembers(const Member& before, const Member& after) {
    if (!before.isGroup) return matchNodes(before.id, after.id);
    const Group& from = old_.hierarchy.groups[before.id];
    const Group& to = tree_.groups[after.id];
    matchParameters(before.id, after.id);
    if (from.control != kNone && to.control != kNone) matchNodes(from.control, to.control);
    const DiffCounts outside = counts_;
    matchGroups(before.id, after.id);
    const DiffCounts inside{counts_.added - outside.added, counts_.removed - outside.removed,
                            counts_.changed - outside.changed};
    if (inside.added + inside.removed + inside.changed > 0)
      markGroup(after.id, "changed", inside.text());
  }

  void matchNodes(NodeId before, NodeId after) {
    const ModelNode& from = old_.model.nodes[before];
    const ModelNode& to = model_.nodes[after];
    for (size_t i = 0; i < from.outputs.size() && i < to.outputs.size(); ++i)
      match(from.outputs[i], to.outputs[i]);
    std::string text;
    auto note = [&](const std::string& difference) {
      text += (text.empty() ? "" : "; ") + difference;
    };
    compareArguments(from, to, note);
    for (const auto& [name, content] : to.attributes) {
      const auto same =
          std::ranges::find(from.attributes, name, &decltype(from.attributes)::value_type::first);
      if (same == from.attributes.end())
        note("new attribute " + name);
      else if (same->second != content)
        note(fmt::format("{}: {} → {}", name, same->second, content));
    }
    if (!from.outputs.empty() && !to.outputs.empty()) {
      const TensorFacts* a = old_.overlay.value(from.outputs[0]);
      const TensorFacts* b = picture_.overlay.value(to.outputs[0]);
      if (a != nullptr && b != nullptr && a->text() != b->text())
        note(fmt::format("result: {} → {}", a->text(), b->text()));
    }
    if (text.empty()) return;
    ++counts_.changed;
    addMark(picture_, after, "changed", std::move(text));
  }

  void compareArguments(const ModelNode& from, const ModelNode& to,
                        const std::function<void(const std::string&)>& note) {
    if (from.arguments.size() != to.arguments.size())
      note(fmt::format("{} inputs → {}", from.arguments.size(), to.arguments.size()));
    for (size_t i = 0; i < from.arguments.size() && i < to.arguments.size(); ++i) {
      const ModelArgument& a = from.arguments[i];
      const ModelArgument& b = to.arguments[i];
      const std::string name = b.formal.empty() ? fmt::format("input {}", i + 1) : b.formal;
      if (a.folded && b.folded) {
        if (a.text != b.text)
          note(fmt::format("{}: {} → {}", name, a.text, b.text));
        else
          compareWeights(a.text, note);
        continue;
      }
      const auto counterpart = a.folded ? values_.end() : values_.find(a.value);
      if (!b.folded && counterpart != values_.end() && counterpart->second == b.value) continue;
      // Another node has replaced the producer: the marks of these two say so.
      const bool isGone = counterpart == values_.end() || !matched_.contains(counterpart->second);
      if (!a.folded && !b.folded && isGone && !matched_.contains(b.value)) continue;
      note(fmt::format("{}: {} → {}", name, nameOf(old_.model, a), nameOf(model_, b)));
    }
  }

  static std::string nameOf(const Model& model, const ModelArgument& argument) {
    return argument.folded ? argument.text : "%" + model.values[argument.value].name;
  }

  void compareWeights(const std::string& text,
                      const std::function<void(const std::string&)>& note) const {
    const Weight* a = weightOf(old_.overlay, text);
    const Weight* b = weightOf(picture_.overlay, text);
    if (a == nullptr || b == nullptr) return;
    if (a->tensor.text() != b->tensor.text()) {
      note(fmt::format("{}: {} → {}", text, a->tensor.text(), b->tensor.text()));
    } else if (a->tensor.digest != b->tensor.digest && a->tensor.summary && b->tensor.summary) {
      note(fmt::format(
          "{}: other values, mean {:.4g} → {:.4g}, from {:.4g} to {:.4g} → from "
          "{:.4g} to {:.4g}",
          text, a->tensor.summary->mean, b->tensor.summary->mean, a->tensor.summary->min,
          a->tensor.summary->max, b->tensor.summary->min, b->tensor.summary->max));
    }
  }

  // ---- marks

  void markGroup(GroupId id, std::string_view kind, std::string text) {
    tree_.groups[id].marks.push_back({std::string(kind), std::move(text), {}});
  }

  Member add(const Member& member) {
    if (!member.isGroup) {
      ++counts_.added;
      addMark(picture_, member.id, "added", "only in the second graph");
      return member;
    }
    const Group& group = tree_.groups[member.id];
    markGroup(member.id, "added", "only in the second graph");
    if (group.control != kNone) {
      ++counts_.added;
      addMark(picture_, group.control, "added", "only in the second graph");
    }
    for (const Member& inner : std::vector<Member>(group.members)) add(inner);
    return member;
  }

  // Copies a member of the first graph into a group of the second.
  Member remove(const Member& member, GroupId into) {
    if (!member.isGroup) return {false, copyNode(member.id, into)};
    const Group& from = old_.hierarchy.groups[member.id];
    Group copy;
    copy.parent = into;
    copy.kind = from.kind;
    copy.title = from.title;
    copy.type = from.type;
    copy.path = from.path;
    const auto id = static_cast<GroupId>(tree_.groups.size());
    if (from.kind == GroupKind::Block) copy.block = blocks_.at(from.block);
    if (from.control != kNone) copy.control = copyControl(from.control, id);
    const NodeId control = copy.control;
    tree_.groups.push_back(std::move(copy));
    for (const Member& inner : from.members) {
      const Member removed = remove(inner, id);
      tree_.groups[id].members.push_back(removed);
    }
    if (control != kNone) copyResults(from.control);
    markGroup(id, "removed", "only in the first graph");
    return {true, id};
  }

  ValueId copyValue(ValueId before, NodeId node, BlockId block) {
    const auto copy = static_cast<ValueId>(model_.values.size());
    ModelValue value = old_.model.values[before];
    value.node = node;
    value.block = block;
    model_.values.push_back(std::move(value));
    values_[before] = copy;
    return copy;
  }

  // A value that the second graph lacks is named.
  void translate(ModelArgument& argument) const {
    if (argument.folded) return;
    const auto counterpart = values_.find(argument.value);
    if (counterpart != values_.end()) {
      argument.value = counterpart->second;
    } else {
      argument.text = "%" + old_.model.values[argument.value].name;
      argument.folded = true;
    }
  }

  // Copies the node of control flow and its blocks, whose results come later: see copyResults().
  NodeId copyControl(NodeId before, GroupId group) {
    const NodeId id = copyNode(before, group);
    for (const BlockId from : old_.model.nodes[before].blocks) {
      const auto copy = static_cast<BlockId>(model_.blocks.size());
      ModelBlock block = old_.model.blocks[from];
      block.owner = id;
      block.nodes.clear();
      block.captures.clear();
      for (ValueId& parameter : block.parameters) parameter = copyValue(parameter, kNone, copy);
      model_.blocks.push_back(std::move(block));
      blocks_[from] = copy;
      model_.nodes[id].blocks.push_back(copy);
    }
    return id;
  }

  void copyResults(NodeId before) {
    for (const BlockId from : old_.model.nodes[before].blocks)
      for (ModelArgument& result : model_.blocks[blocks_.at(from)].results) translate(result);
  }

  NodeId copyNode(NodeId before, GroupId into) {
    const auto id = static_cast<NodeId>(model_.nodes.size());
    ModelNode node = old_.model.nodes[before];
    node.blocks.clear();
    node.frame = kNone;
    const auto block = blocks_.find(node.block);
    node.block = block == blocks_.end() ? tree_.groups[0].block : block->second;
    for (ModelArgument& argument : node.arguments) translate(argument);
    for (ValueId& output : node.outputs) output = copyValue(output, id, node.block);
    model_.nodes.push_back(std::move(node));
    tree_.groupOf.push_back(into);
    ++counts_.removed;
    addMark(picture_, id, "removed", "only in the first graph");
    return id;
  }

  const DiffSide& old_;
  Picture& picture_;
  Model& model_;
  Hierarchy& tree_;
  std::unordered_map<ValueId, ValueId> values_;  // from the first graph to the second
  std::unordered_map<BlockId, BlockId> blocks_;  // the copies of those that the second graph lacks
  std::unordered_set<ValueId> matched_;          // of the second graph
  DiffCounts counts_;
};

}  // namespace

std::string DiffCounts::text() const {
  return fmt::format("{} {} added, {} removed, {} changed", added, added == 1 ? "node" : "nodes",
                     removed, changed);
}

DiffCounts addDifferences(const DiffSide& before, Picture& picture) {
  return DiffMaker(before, picture).run();
}

}  // namespace ts::viz
