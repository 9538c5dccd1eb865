#include "core/picture/group_edges.h"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>

#include "core/base/hash.h"

namespace ts::viz {
namespace {

constexpr Member kBorder;

// The place where a value begins: a member of a group, or its border.
struct Origin {
  GroupId group = kNone;
  Member from;
};

class EdgeBuilder {
 public:
  EdgeBuilder(const Model& model, Hierarchy& hierarchy)
      : model_(model), groups_(hierarchy.groups), hierarchy_(hierarchy) {}

  void run() {
    depths_.assign(groups_.size(), 0);
    blockGroups_.assign(model_.blocks.size(), kNone);
    for (GroupId id = 0; id < groups_.size(); ++id) {
      if (groups_[id].parent != kNone) depths_[id] = depths_[groups_[id].parent] + 1;
      if (groups_[id].block != kNone) blockGroups_[groups_[id].block] = id;
    }
    findOrigins();
    for (NodeId id = 0; id < model_.nodes.size(); ++id) {
      if (hierarchy_.groupOf[id] == kNone) continue;
      if (model_.nodes[id].blocks.empty())
        useAll(id);
      else
        connectControl(id);
    }
    for (const ModelArgument& result : model_.top().results)
      if (!result.folded) use(result.value, 0, kBorder);
  }

 private:
  void findOrigins() {
    origins_.assign(model_.values.size(), {});
    for (BlockId block = 0; block < model_.blocks.size(); ++block) {
      if (blockGroups_[block] == kNone) continue;
      for (ValueId value : model_.blocks[block].parameters)
        origins_[value] = {blockGroups_[block], kBorder};
    }
    for (NodeId id = 0; id < model_.nodes.size(); ++id) {
      const GroupId group = hierarchy_.groupOf[id];
      if (group == kNone) continue;
      const bool isControl = !model_.nodes[id].blocks.empty();
      for (ValueId value : model_.nodes[id].outputs)
        origins_[value] =
            isControl ? Origin{groups_[group].parent, {true, group}} : Origin{group, {false, id}};
    }
  }

  void useAll(NodeId id) {
    const Origin here{hierarchy_.groupOf[id], {false, id}};
    for (const ModelArgument& argument : model_.nodes[id].arguments)
      if (!argument.folded) use(argument.value, here.group, here.from);
    // Later users see the change: their edges come from the node that made it.
    for (const ModelArgument& argument : model_.nodes[id].arguments)
      if (argument.isWritten && !argument.folded)
        origins_[hierarchy_.shownAs[argument.value]] = here;
  }

  // The value enters the group; its title or the number of its rounds depends on it.
  void enter(const ModelArgument& argument, GroupId group) {
    if (argument.folded) return;
    addTo(groups_[group].inputs, group, hierarchy_.shownAs[argument.value], true);
    use(argument.value, groups_[group].parent, {true, group});
  }

  void connectControl(NodeId id) {
    const ModelNode& node = model_.nodes[id];
    const GroupId group = hierarchy_.groupOf[id];
    const bool isLoop = groups_[group].kind == GroupKind::Loop;
    const size_t own = isLoop ? std::min<size_t>(2, node.arguments.size()) : node.arguments.size();
    for (size_t i = 0; i < own; ++i) enter(node.arguments[i], group);
    if (isLoop) connectCarried(node, group);
    for (BlockId block : node.blocks) {
      const auto& results = model_.blocks[block].results;
      const size_t first = isLoop ? 1 : 0;  // the first result of a loop's body is its condition
      for (size_t i = first; i < results.size() && i - first < node.outputs.size(); ++i)
        connectResult(results[i], node.outputs[i - first], block, group);
    }
  }

  // The initial values of a loop become the parameters of its body.
  void connectCarried(const ModelNode& node, GroupId group) {
    const GroupId body = blockGroups_[node.blocks.front()];
    if (body == kNone) return;
    const auto& parameters = model_.blocks[node.blocks.front()].parameters;
    for (size_t i = 2; i < node.arguments.size() && i - 1 < parameters.size(); ++i) {
      const ValueId parameter = parameters[i - 1];
      if (node.arguments[i].folded || !model_.values[parameter].used) continue;
      addTo(groups_[body].inputs, body, parameter, true);
      use(node.arguments[i].value, group, {true, body}, parameter);
    }
  }

  void connectResult(const ModelArgument& result, ValueId output, BlockId block, GroupId group) {
    addTo(groups_[group].outputs, group, output, false);
    if (result.folded) return;
    const ValueId value = hierarchy_.shownAs[result.value];
    const GroupId inside = blockGroups_[block];
    const GroupId origin = origins_[value].group;
    if (origin == kNone) return;
    if (inside == kNone || !contains(inside, origin)) {
      use(value, group, kBorder, output);
      return;
    }
    use(value, inside, kBorder);
    addEdge(group, {{true, inside}, kBorder, value, output == value ? kNone : output});
  }

  bool contains(GroupId outer, GroupId inner) const {
    while (depths_[inner] > depths_[outer]) inner = groups_[inner].parent;
    return inner == outer;
  }

  // Draws a value to a member, or the border, of a group. becomes: see GroupEdge.
  void use(ValueId raw, GroupId group, Member to, ValueId becomes = kNone) {
    const ValueId value = hierarchy_.shownAs[raw];
    const Origin& origin = origins_[value];
    if (origin.group == kNone) return;
    while (!contains(group, origin.group)) {
      addTo(groups_[group].inputs, group, value, true);
      addEdge(group, {kBorder, to, value, becomes});
      becomes = kNone;
      to = {true, group};
      group = groups_[group].parent;
    }
    Member from = origin.from;
    if (from == kBorder) addTo(groups_[origin.group].inputs, origin.group, value, true);
    for (GroupId at = origin.group; at != group; at = groups_[at].parent) {
      addTo(groups_[at].outputs, at, value, false);
      addEdge(at, {from, kBorder, value, kNone});
      from = {true, at};
    }
    if (to == kBorder && becomes == kNone) addTo(groups_[group].outputs, group, value, false);
    addEdge(group, {from, to, value, becomes});
  }

  static uint64_t codeOf(const Member& member) {
    return uint64_t{member.id} << 1 | uint64_t{member.isGroup};
  }

  struct EdgeKey {
    GroupId group;
    GroupEdge edge;
    friend bool operator==(const EdgeKey&, const EdgeKey&) = default;
  };
  struct EdgeHash {
    size_t operator()(const EdgeKey& key) const {
      size_t hash = key.group;
      for (uint64_t part : {codeOf(key.edge.from), codeOf(key.edge.to), uint64_t{key.edge.value},
                            uint64_t{key.edge.becomes}})
        hash = mixed(hash, part);
      return hash;
    }
  };

  void addEdge(GroupId group, GroupEdge edge) {
    if (edge.from == edge.to && edge.from != kBorder) return;  // a loop in the data, not a picture
    if (edges_.insert({group, edge}).second) groups_[group].edges.push_back(edge);
  }

  void addTo(std::vector<ValueId>& list, GroupId group, ValueId value, bool isInput) {
    const uint64_t key = uint64_t{group} << 33 | uint64_t{value} << 1 | uint64_t{isInput};
    if (crossing_.insert(key).second) list.push_back(value);
  }

  const Model& model_;
  std::vector<Group>& groups_;
  Hierarchy& hierarchy_;
  std::vector<uint32_t> depths_;
  std::vector<GroupId> blockGroups_;
  std::vector<Origin> origins_;
  std::unordered_set<EdgeKey, EdgeHash> edges_;
  std::unordered_set<uint64_t> crossing_;
};

}  // namespace

void connectGroups(const Model& model, Hierarchy& hierarchy) {
  EdgeBuilder(model, hierarchy).run();
}

std::vector<size_t> liveValues(const Model& model, const Hierarchy& hierarchy,
                               const std::vector<Member>& members) {
  std::unordered_map<NodeId, size_t> memberOf;
  std::function<void(const Member&, size_t)> visit = [&](const Member& member, size_t at) {
    if (!member.isGroup) {
      memberOf[member.id] = at;
      return;
    }
    const Group& group = hierarchy.groups[member.id];
    if (group.control != kNone) memberOf[group.control] = at;
    for (const Member& inner : group.members) visit(inner, at);
  };
  for (size_t i = 0; i < members.size(); ++i) visit(members[i], i);
  std::unordered_map<ValueId, size_t> lastUse;
  for (const auto& [node, at] : memberOf) {
    for (const ModelArgument& argument : model.nodes[node].arguments) {
      if (argument.folded) continue;
      size_t& last = lastUse[hierarchy.shownAs[argument.value]];
      last = std::max(last, at);
    }
  }
  std::vector<ptrdiff_t> change(members.size() + 1, 0);
  for (const auto& [value, last] : lastUse) {
    const auto defined = memberOf.find(model.values[value].node);
    if (defined == memberOf.end() || defined->second >= last) continue;
    ++change[defined->second];
    --change[last];
  }
  std::vector<size_t> alive(members.size());
  ptrdiff_t running = 0;
  for (size_t i = 0; i < members.size(); ++i) alive[i] = static_cast<size_t>(running += change[i]);
  return alive;
}

}  // namespace ts::viz
