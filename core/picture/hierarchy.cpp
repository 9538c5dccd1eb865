#include "core/picture/hierarchy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/picture/group_edges.h"
#include "core/picture/repeats.h"

namespace ts::viz {
namespace {

constexpr size_t kLongestGroup = 40;  // members of a group that has no segments
constexpr size_t kLeastSegment = 12;

GroupId addGroup(Hierarchy& hierarchy, GroupId parent, Group group) {
  const auto id = static_cast<GroupId>(hierarchy.groups.size());
  group.parent = parent;
  hierarchy.groups.push_back(std::move(group));
  hierarchy.groups[parent].members.push_back({true, id});
  return id;
}

void adopt(Hierarchy& hierarchy, GroupId parent, const Member& member) {
  if (member.isGroup)
    hierarchy.groups[member.id].parent = parent;
  else
    hierarchy.groupOf[member.id] = parent;
}

class TreeMaker {
 public:
  TreeMaker(const Model& model, const std::vector<CallFrame>& frames)
      : model_(model), frames_(frames) {
    out_.groupOf.assign(model.nodes.size(), kNone);
  }

  Hierarchy make() {
    Group top;
    top.title = model_.name;
    top.block = 0;
    out_.groups.push_back(std::move(top));
    fill(0, 0, kNone);
    spliceTrivial(0);
    return std::move(out_);
  }

 private:
  // Adds the nodes of a block to a group. around: the frame that the group stands for.
  void fill(GroupId group, BlockId block, FrameId around) {
    GroupId current = group;
    FrameId currentFrame = around;
    std::vector<FrameId> chain;
    for (NodeId id : model_.blocks[block].nodes) {
      const ModelNode& node = model_.nodes[id];
      if (node.folded) continue;
      // Climb to a frame that contains the node, then descend to its own frame.
      chain.clear();
      for (FrameId frame = node.frame; frame != kNone && frame != around;
           frame = frames_[frame].parent)
        chain.push_back(frame);
      while (current != group && std::ranges::find(chain, currentFrame) == chain.end()) {
        current = out_.groups[current].parent;
        currentFrame = current == group ? around : out_.groups[current].frame;
      }
      size_t depth = chain.size();
      if (current != group)
        depth = static_cast<size_t>(std::ranges::find(chain, currentFrame) - chain.begin());
      while (depth-- > 0) {
        current = addFrame(current, chain[depth]);
        currentFrame = chain[depth];
      }
      addNode(current, id);
    }
  }

  GroupId addFrame(GroupId parent, FrameId id) {
    const CallFrame& frame = frames_[id];
    Group group;
    group.frame = id;
    group.kind = frame.path.empty() ? GroupKind::Function : GroupKind::Module;
    group.title = frame.path.empty() ? frame.function : frame.path;
    group.type = frame.type;
    group.path = frame.path;
    return addGroup(out_, parent, std::move(group));
  }

  void addNode(GroupId group, NodeId id) {
    const ModelNode& node = model_.nodes[id];
    if (node.blocks.empty()) {
      out_.groups[group].members.push_back({false, id});
      out_.groupOf[id] = group;
      return;
    }
    Group newGroup;
    newGroup.kind = node.kind == "prim::If"     ? GroupKind::If
                    : node.kind == "prim::Loop" ? GroupKind::Loop
                                                : GroupKind::Function;
    newGroup.title = node.title;
    newGroup.control = id;
    const GroupId control = addGroup(out_, group, std::move(newGroup));
    out_.groupOf[id] = control;
    for (BlockId block : node.blocks) {
      if (model_.blocks[block].shownNodes == 0) continue;
      Group inner;
      inner.kind = GroupKind::Block;
      inner.title = model_.blocks[block].title;
      inner.block = block;
      fill(addGroup(out_, control, std::move(inner)), block, node.frame);
    }
  }

  // A function with a single member adds a border and nothing else: the member takes its place.
  // A function that is all of a group does so, too, and its members become those of the group.
  void spliceTrivial(GroupId id) {
    for (size_t i = 0; i < out_.groups[id].members.size(); ++i) {
      const Member member = out_.groups[id].members[i];
      if (!member.isGroup) continue;
      spliceTrivial(member.id);
      const Group& inner = out_.groups[member.id];
      const bool isFunction = inner.kind == GroupKind::Function && inner.control == kNone;
      if (!isFunction || (inner.members.size() > 1 && out_.groups[id].members.size() > 1)) continue;
      std::vector<Member> moved = std::move(out_.groups[member.id].members);
      out_.groups[member.id].members.clear();
      for (const Member& each : moved) adopt(out_, id, each);
      auto& members = out_.groups[id].members;
      members.erase(members.begin() + static_cast<ptrdiff_t>(i));
      members.insert(members.begin() + static_cast<ptrdiff_t>(i), moved.begin(), moved.end());
      i += moved.size() - 1;  // an empty function leaves its place to the next member
    }
  }

  const Model& model_;
  const std::vector<CallFrame>& frames_;
  Hierarchy out_;
};

class Finisher {
 public:
  Finisher(const Model& model, Hierarchy& hierarchy) : model_(model), out_(hierarchy) {}

  void run() {
    for (auto value = static_cast<ValueId>(out_.shownAs.size()); value < model_.values.size();
         ++value)
      out_.shownAs.push_back(value);
    cutSegments();
    renumber();
    connectGroups(model_, out_);
    countNodes();
  }

 private:
  void cutSegments() {
    for (GroupId id = 0; id < out_.groups.size(); ++id) {
      while (out_.groups[id].members.size() > kLongestGroup) cutSegments(id);
    }
  }

  // The length of segments with which each level of a long sequence has about as many of them.
  static size_t segmentLength(size_t members) {
    const double size = static_cast<double>(members);
    const double levels = std::ceil(std::log(size) / std::log(kLongestGroup));
    return std::max(kLeastSegment, static_cast<size_t>(std::ceil(std::pow(size, 1 / levels))));
  }

  // Replaces the members of a group by segments of similar length. Each ends where the fewest
  // values are alive.
  void cutSegments(GroupId id) {
    const std::vector<Member> members = std::move(out_.groups[id].members);
    out_.groups[id].members.clear();
    const std::vector<size_t> alive = liveValues(model_, out_, members);
    const size_t length = segmentLength(members.size());
    size_t begin = 0;
    while (begin < members.size()) {
      size_t end = members.size();
      if (end - begin > length * 5 / 4) {
        end = begin + length;
        for (size_t at = begin + length * 3 / 4; at <= begin + length * 5 / 4; ++at)
          if (alive[at - 1] < alive[end - 1]) end = at;
      }
      Group group;
      group.kind = GroupKind::Segment;
      group.members.assign(members.begin() + static_cast<ptrdiff_t>(begin),
                           members.begin() + static_cast<ptrdiff_t>(end));
      const GroupId segment = addGroup(out_, id, std::move(group));
      for (size_t i = begin; i < end; ++i) adopt(out_, segment, members[i]);
      begin = end;
    }
  }

  // Drops groups that have no place any more; parents come before their children.
  void renumber() {
    std::vector<GroupId> order{0}, numbers(out_.groups.size(), kNone);
    for (size_t i = 0; i < order.size(); ++i) {
      numbers[order[i]] = static_cast<GroupId>(i);
      for (const Member& member : out_.groups[order[i]].members)
        if (member.isGroup) order.push_back(member.id);
    }
    std::vector<Group> groups;
    for (GroupId old : order) {
      groups.push_back(std::move(out_.groups[old]));
      Group& group = groups.back();
      if (group.parent != kNone) group.parent = numbers[group.parent];
      for (Member& member : group.members)
        if (member.isGroup) member.id = numbers[member.id];
    }
    out_.groups = std::move(groups);
    for (GroupId& group : out_.groupOf)
      if (group != kNone) group = numbers[group];
  }

  void countNodes() {
    for (size_t i = out_.groups.size(); i-- > 0;) {
      Group& group = out_.groups[i];
      for (const Member& member : group.members)
        group.nodes += member.isGroup ? out_.groups[member.id].nodes : 1;
      group.nodes *= std::max<size_t>(1, group.repeats.size());
    }
    for (Group& group : out_.groups)
      if (group.kind != GroupKind::Segment) nameSegments(group, 0);
  }

  // "steps 25 to 48" of the sequence around the segments.
  void nameSegments(Group& group, size_t before) {
    for (const Member& member : group.members) {
      if (!member.isGroup || out_.groups[member.id].kind != GroupKind::Segment) {
        ++before;
        continue;
      }
      Group& segment = out_.groups[member.id];
      nameSegments(segment, before);
      const size_t steps = stepsOf(segment);
      segment.title = fmt::format("steps {} to {}", before + 1, before + steps);
      before += steps;
    }
  }

  size_t stepsOf(const Group& group) const {
    size_t steps = 0;
    for (const Member& member : group.members) {
      const bool isSegment = member.isGroup && out_.groups[member.id].kind == GroupKind::Segment;
      steps += isSegment ? stepsOf(out_.groups[member.id]) : 1;
    }
    return steps;
  }

  const Model& model_;
  Hierarchy& out_;
};

}  // namespace

std::string_view groupKindName(GroupKind kind) {
  static constexpr std::array<std::string_view, 8> names = {
      "graph", "module", "function", "if", "loop", "block", "segment", "sequence"};
  return names[static_cast<size_t>(kind)];
}

Hierarchy buildHierarchy(const Model& model, const std::vector<CallFrame>& frames,
                         const PathDetail& detail) {
  Hierarchy hierarchy = buildTree(model, frames);
  hierarchy.shownAs = mergeRepeats(model, hierarchy, detail);
  finishHierarchy(model, hierarchy);
  return hierarchy;
}

Hierarchy buildTree(const Model& model, const std::vector<CallFrame>& frames) {
  return TreeMaker(model, frames).make();
}

void finishHierarchy(const Model& model, Hierarchy& hierarchy) { Finisher(model, hierarchy).run(); }

GroupId scopeOf(const Hierarchy& hierarchy, GroupId group) {
  const auto isScope = [&](GroupKind kind) {
    return kind == GroupKind::Graph || kind == GroupKind::Module || kind == GroupKind::Function;
  };
  while (!isScope(hierarchy.groups[group].kind)) group = hierarchy.groups[group].parent;
  return group;
}

namespace {

// All groups within `top`, if a view with all of them open has few boxes; else nothing. A module
// with a single node stays closed, because its name tells more than its operator.
std::vector<GroupId> allIfFew(const Hierarchy& hierarchy, GroupId top) {
  std::vector<GroupId> open{top};
  size_t boxes = 0;
  for (size_t i = 0; i < open.size(); ++i) {
    const std::vector<Member>& members = hierarchy.groups[open[i]].members;
    boxes += members.size();
    if (boxes > kMostFirstBoxes) return {};
    for (const Member& member : members) {
      if (!member.isGroup) continue;
      const Group& inner = hierarchy.groups[member.id];
      if (inner.kind != GroupKind::Module || inner.members.size() > 1) open.push_back(member.id);
    }
  }
  std::ranges::sort(open);
  return open;
}

}  // namespace

std::vector<GroupId> firstOpen(const Hierarchy& hierarchy, GroupId top) {
  if (std::vector<GroupId> all = allIfFew(hierarchy, top); !all.empty()) return all;
  std::vector<GroupId> open{top};
  size_t boxes = hierarchy.groups[top].members.size();
  auto membersOf = [&](GroupId id) { return hierarchy.groups[id].members.size(); };
  // A group with a single member shows no more when it is open, unless the member is a sequence.
  auto showsMore = [&](GroupId id) {
    const std::vector<Member>& members = hierarchy.groups[id].members;
    if (members.size() != 1) return members.size() > 1;
    return members[0].isGroup && hierarchy.groups[members[0].id].kind == GroupKind::Sequence;
  };
  auto closedIn = [&](GroupId id) {
    std::vector<GroupId> closed;
    for (const Member& member : hierarchy.groups[id].members)
      if (member.isGroup && showsMore(member.id)) closed.push_back(member.id);
    return closed;
  };
  std::vector<GroupId> level = closedIn(top);
  auto openOne = [&](std::vector<GroupId>::iterator at) {
    const GroupId id = *at;
    level.erase(at);
    open.push_back(id);
    boxes += membersOf(id);
    return closedIn(id);
  };
  while (!level.empty()) {
    size_t all = 0;
    for (GroupId id : level) all += membersOf(id);
    if (boxes + all <= kMostFirstBoxes) {
      std::vector<GroupId> next;
      while (!level.empty()) std::ranges::copy(openOne(level.begin()), std::back_inserter(next));
      level = std::move(next);
      continue;
    }
    if (boxes >= kLeastFirstBoxes) break;
    const auto best = std::ranges::max_element(level, {}, [&](GroupId id) {
      return std::pair(boxes + membersOf(id) <= kMostFirstBoxes, hierarchy.groups[id].nodes);
    });
    std::ranges::copy(openOne(best), std::back_inserter(level));
  }
  std::ranges::sort(open);
  return open;
}

std::vector<GroupId> openToDepth(const Hierarchy& hierarchy, GroupId top, uint32_t depth) {
  std::vector<GroupId> open{top}, level{top};
  for (uint32_t at = 1; at < depth && !level.empty(); ++at) {
    std::vector<GroupId> next;
    for (GroupId id : level)
      for (const Member& member : hierarchy.groups[id].members)
        if (member.isGroup) next.push_back(member.id);
    open.insert(open.end(), next.begin(), next.end());
    level = std::move(next);
  }
  std::ranges::sort(open);
  return open;
}

}  // namespace ts::viz
