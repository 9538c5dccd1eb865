#include "viz/repeats.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_map>

namespace ts::viz {
namespace {

// The structure of a group, without names of its own.
struct Structure {
  std::string text;
  std::vector<ValueId> externals;  // values from outside, in the order of first use
  std::vector<ValueId> locals;     // values that its nodes define, in order
  std::vector<NodeId> nodes;
};

class StructureReader {
 public:
  StructureReader(const Model& model, const Hierarchy& hierarchy, const PathDetail& detail)
      : model_(model), hierarchy_(hierarchy), detail_(detail) {}

  Structure read(GroupId id) {
    path_ = "." + hierarchy_.groups[id].path + ".";
    out_ = {};
    numbers_.clear();
    group(hierarchy_.groups[id]);
    return std::move(out_);
  }

 private:
  void group(const Group& group) {
    out_.text += std::string("{") + std::string(groupKindName(group.kind)) + " " + group.type +
                 " " + relative("." + group.path + ".");
    if (group.control != kNone) node(group.control);
    if (group.block != kNone)
      for (ValueId value : model_.blocks[group.block].parameters) define(value);
    for (const Member& member : group.members) {
      if (member.isGroup)
        this->group(hierarchy_.groups[member.id]);
      else
        node(member.id);
    }
    if (group.block != kNone)
      for (const ModelArgument& result : model_.blocks[group.block].results) argument(result);
    out_.text += "}";
  }

  void node(NodeId id) {
    const ModelNode& node = model_.nodes[id];
    out_.nodes.push_back(id);
    out_.text += node.kind + "(";
    for (const ModelArgument& each : node.arguments) argument(each);
    // The scope of a traced node is that of its module.
    for (const auto& [name, text] : node.attributes)
      if (name != "scope") out_.text += name + "=" + text + ";";
    out_.text += ")";
    for (ValueId value : node.outputs) define(value);
    // Results of blocks without a group of their own.
    for (BlockId block : node.blocks)
      if (model_.blocks[block].shownNodes == 0)
        for (const ModelArgument& result : model_.blocks[block].results) argument(result);
  }

  void argument(const ModelArgument& argument) {
    if (argument.folded) {
      out_.text += relative(argument.text);
      if (detail_) out_.text += detail_(argument.text);
    } else if (auto [at, isNew] = numbers_.try_emplace(argument.value, out_.externals.size());
               isNew) {
      out_.externals.push_back(argument.value);
      out_.text += "x" + std::to_string(at->second);
    } else {
      out_.text += "v" + std::to_string(at->second);
    }
    out_.text += ",";
  }

  void define(ValueId value) {
    numbers_[value] = out_.externals.size() + out_.locals.size() + (size_t{1} << 32);
    out_.locals.push_back(value);
    out_.text += ":" + model_.values[value].type + ",";
  }

  // The text with "@" in the place of the module's path: "self.layer1.0.conv" is "self@conv".
  std::string relative(std::string text) const {
    for (size_t at = text.find(path_); at != text.npos; at = text.find(path_, at + 1))
      text.replace(at, path_.size(), "@");
    return text;
  }

  const Model& model_;
  const Hierarchy& hierarchy_;
  const PathDetail& detail_;
  std::string path_;
  Structure out_;
  std::unordered_map<ValueId, size_t> numbers_;
};

class RepeatMerger {
 public:
  RepeatMerger(const Model& model, Hierarchy& hierarchy, const PathDetail& detail)
      : model_(model), hierarchy_(hierarchy), reader_(model, hierarchy, detail) {
    shownAs_.resize(model.values.size());
    std::iota(shownAs_.begin(), shownAs_.end(), 0);
  }

  std::vector<ValueId> run() {
    findUsers();
    merge(0);
    for (NodeId node : hidden_) hierarchy_.groupOf[node] = kNone;
    return std::move(shownAs_);
  }

 private:
  // By value: the groups that use it.
  void findUsers() {
    users_.resize(model_.values.size());
    std::vector<GroupId> groupOfBlock(model_.blocks.size(), kNone);
    for (GroupId id = 0; id < hierarchy_.groups.size(); ++id)
      if (const BlockId block = hierarchy_.groups[id].block; block != kNone)
        groupOfBlock[block] = id;
    for (NodeId id = 0; id < model_.nodes.size(); ++id)
      for (const ModelArgument& argument : model_.nodes[id].arguments)
        if (!model_.nodes[id].folded) users_[argument.value].push_back(hierarchy_.groupOf[id]);
    for (BlockId id = 0; id < model_.blocks.size(); ++id) {
      const NodeId owner = model_.blocks[id].owner;
      const GroupId group = groupOfBlock[id] != kNone ? groupOfBlock[id]
                            : owner != kNone          ? hierarchy_.groupOf[owner]
                                                      : 0;
      for (const ModelArgument& result : model_.blocks[id].results)
        users_[result.value].push_back(group);
    }
  }

  void merge(GroupId parent) {
    std::vector<Member> kept;
    const std::vector<Member> members = hierarchy_.groups[parent].members;
    for (size_t i = 0; i < members.size();) {
      kept.push_back(members[i]);
      const size_t end = isModule(members[i]) ? mergeRun(members, i) : i + 1;
      i = end;
    }
    hierarchy_.groups[parent].members = kept;
    for (const Member& member : kept)
      if (member.isGroup) merge(member.id);
  }

  bool isModule(const Member& member) const {
    return member.isGroup && hierarchy_.groups[member.id].kind == GroupKind::Module;
  }

  // Merges the run of equal modules that begins at `begin`; returns its end.
  size_t mergeRun(const std::vector<Member>& members, size_t begin) {
    const GroupId first = members[begin].id;
    std::optional<Structure> head, last;
    std::vector<std::string> paths{hierarchy_.groups[first].path};
    size_t end = begin + 1;
    for (; end < members.size() && isModule(members[end]); ++end) {
      const GroupId before = members[end - 1].id, next = members[end].id;
      if (!areAlike(first, next)) break;
      if (!head) head = last = reader_.read(first);
      Structure structure = reader_.read(next);
      if (structure.text != head->text || !follows(*last, before, structure, next)) break;
      for (size_t i = 0; i < structure.locals.size(); ++i)
        shownAs_[structure.locals[i]] = head->locals[i];
      paths.push_back(hierarchy_.groups[next].path);
      last = std::move(structure);
      hidden_.insert(hidden_.end(), last->nodes.begin(), last->nodes.end());
    }
    if (paths.size() > 1) hierarchy_.groups[first].repeats = std::move(paths);
    return end;
  }

  // A quick test: equal structures need more.
  bool areAlike(GroupId a, GroupId b) const {
    const Group& first = hierarchy_.groups[a];
    const Group& second = hierarchy_.groups[b];
    return first.type == second.type && first.members.size() == second.members.size() &&
           first.path != second.path;
  }

  // True when `next` takes the results of `last` where that one takes its own inputs, and nothing
  // else uses them.
  bool follows(const Structure& last, GroupId lastGroup, const Structure& next, GroupId nextGroup) {
    if (last.externals.size() != next.externals.size()) return false;
    bool isChained = false;
    for (size_t i = 0; i < next.externals.size(); ++i) {
      if (next.externals[i] == last.externals[i]) continue;
      if (std::ranges::find(last.locals, next.externals[i]) == last.locals.end()) return false;
      isChained = true;
    }
    return isChained && std::ranges::all_of(last.locals, [&](ValueId value) {
             return std::ranges::all_of(users_[value], [&](GroupId user) {
               return isInside(user, lastGroup) || isInside(user, nextGroup);
             });
           });
  }

  bool isInside(GroupId group, GroupId outer) const {
    while (group != outer && group != kNone) group = hierarchy_.groups[group].parent;
    return group == outer;
  }

  const Model& model_;
  Hierarchy& hierarchy_;
  StructureReader reader_;
  std::vector<ValueId> shownAs_;
  std::vector<std::vector<GroupId>> users_;
  std::vector<NodeId> hidden_;
};

}  // namespace

std::vector<ValueId> mergeRepeats(const Model& model, Hierarchy& hierarchy,
                                  const PathDetail& detail) {
  return RepeatMerger(model, hierarchy, detail).run();
}

}  // namespace ts::viz
