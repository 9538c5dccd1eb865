#include "core/picture/repeats.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <unordered_map>

namespace ts::viz {
namespace {

constexpr size_t kLongestPeriod = 6;
constexpr size_t kLeastHidden = 4;  // modules, for which a further level of groups pays

// The structure of groups in sequence, without names of their own.
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

  Structure read(std::span<const Member> groups) {
    out_ = {};
    numbers_.clear();
    for (const Member& member : groups) {
      path_ = "." + hierarchy_.groups[member.id].path + ".";
      group(hierarchy_.groups[member.id]);
    }
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
      // Names of weights say nothing about the structure.
      const std::string detail = detail_ ? detail_(argument.text) : std::string();
      out_.text += detail.empty() ? relative(argument.text) : detail;
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
      const Run run = findRun(members, i);
      hide(run);
      const auto turn = std::span(members).subspan(i, run.period);
      if (!run.turns.empty()) namePaths(members, i, run);
      if (run.period == 1)
        kept.push_back(members[i]);
      else
        kept.push_back({true, addSequence(parent, turn, run.turns.size())});
      i += run.period * std::max<size_t>(1, run.turns.size());
    }
    hierarchy_.groups[parent].members = kept;
    for (const Member& member : kept)
      if (member.isGroup) merge(member.id);
  }

  // Equal turns that follow each other, each of `period` modules.
  struct Run {
    size_t period = 1;
    std::vector<Structure> turns;  // empty: no run
  };

  Run findRun(const std::vector<Member>& members, size_t begin) {
    for (size_t period = 1; period <= kLongestPeriod; ++period) {
      Run run{period, turnsOf(members, begin, period)};
      const size_t hidden = run.turns.empty() ? 0 : (run.turns.size() - 1) * period;
      if (hidden < (period == 1 ? 1 : kLeastHidden)) continue;
      // In conv, relu, conv', relu, conv', relu only the first convolution differs: a run that
      // begins one module later and has as many turns is the natural one.
      const bool isLate =
          period > 1 && turnsOf(members, begin + 1, period).size() >= run.turns.size();
      return isLate ? Run() : std::move(run);
    }
    return {};
  }

  std::vector<Structure> turnsOf(const std::vector<Member>& members, size_t begin, size_t period) {
    std::vector<Structure> turns;
    const std::span all(members);
    for (size_t at = begin + period; at + period <= members.size(); at += period) {
      const auto first = all.subspan(begin, period), before = all.subspan(at - period, period),
                 next = all.subspan(at, period);
      if (!std::ranges::equal(first, next, [&](const Member& a, const Member& b) {
            return isModule(a) && isModule(b) && areAlike(a.id, b.id);
          }))
        break;
      if (turns.empty()) turns.push_back(reader_.read(first));
      Structure structure = reader_.read(next);
      if (structure.text != turns.front().text || !follows(turns.back(), before, structure, next))
        break;
      turns.push_back(std::move(structure));
    }
    return turns;
  }

  void hide(const Run& run) {
    for (size_t at = 1; at < run.turns.size(); ++at) {
      const Structure& turn = run.turns[at];
      for (size_t i = 0; i < turn.locals.size(); ++i)
        shownAs_[turn.locals[i]] = run.turns.front().locals[i];
      hidden_.insert(hidden_.end(), turn.nodes.begin(), turn.nodes.end());
    }
  }

  void namePaths(const std::vector<Member>& members, size_t begin, const Run& run) {
    if (run.turns.size() < 2) return;
    for (size_t i = 0; i < run.turns.size() * run.period; ++i)
      hierarchy_.groups[members[begin + i % run.period].id].repeats.push_back(
          hierarchy_.groups[members[begin + i].id].path);
  }

  // A group around the modules of a turn, which follow each other `times` times.
  GroupId addSequence(GroupId parent, std::span<const Member> turn, size_t times) {
    const auto id = static_cast<GroupId>(hierarchy_.groups.size());
    Group group;
    group.kind = GroupKind::Sequence;
    group.parent = parent;
    group.members.assign(turn.begin(), turn.end());
    group.type = hierarchy_.groups[turn.front().id].type;
    std::string names;
    for (const Member& member : turn) {
      Group& module = hierarchy_.groups[member.id];
      module.parent = id;
      if (module.type != group.type) group.type.clear();
      names += (names.empty() ? "" : ", ") + module.path.substr(module.path.rfind('.') + 1);
    }
    group.title = std::to_string(times) + " × (" + names + ")";
    hierarchy_.groups.push_back(std::move(group));
    return id;
  }

  bool isModule(const Member& member) const {
    return member.isGroup && hierarchy_.groups[member.id].kind == GroupKind::Module;
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
  bool follows(const Structure& last, std::span<const Member> lastGroups, const Structure& next,
               std::span<const Member> nextGroups) const {
    if (last.externals.size() != next.externals.size()) return false;
    bool isChained = false;
    for (size_t i = 0; i < next.externals.size(); ++i) {
      if (next.externals[i] == last.externals[i]) continue;
      if (std::ranges::find(last.locals, next.externals[i]) == last.locals.end()) return false;
      isChained = true;
    }
    return isChained && std::ranges::all_of(last.locals, [&](ValueId value) {
             return std::ranges::all_of(users_[value], [&](GroupId user) {
               return isInside(user, lastGroups) || isInside(user, nextGroups);
             });
           });
  }

  bool isInside(GroupId group, std::span<const Member> outer) const {
    while (group != kNone && std::ranges::find(outer, Member{true, group}) == outer.end())
      group = hierarchy_.groups[group].parent;
    return group != kNone;
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
