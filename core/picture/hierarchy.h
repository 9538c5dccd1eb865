// The boxes of a picture that open and close: modules, functions, control flow, and segments of
// long sequences, around the nodes of a model.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/picture/expand.h"
#include "core/picture/model.h"

namespace ts::viz {

using GroupId = uint32_t;

// A Sequence contains modules that follow each other several times in turn.
enum class GroupKind : uint8_t { Graph, Module, Function, If, Loop, Block, Segment, Sequence };
std::string_view groupKindName(GroupKind kind);

// A node or a group directly inside a group.
struct Member {
  bool isGroup = false;
  uint32_t id = kNone;
  friend bool operator==(const Member&, const Member&) = default;
};

// A value on its way through a group: from a member, or from the border, to a member or the border.
struct GroupEdge {
  Member from;  // of the border: id is kNone
  Member to;
  ValueId value = kNone;
  // The value as which it arrives, where control flow gives it another name: a parameter of a
  // loop's body, a result of an If. Otherwise `value`.
  ValueId becomes = kNone;
  friend bool operator==(const GroupEdge&, const GroupEdge&) = default;
};

// A note on a node or a group: Mark of the viewer's data.
struct Mark {
  std::string kind;
  std::string text;
  std::string label;  // in the picture; empty: that of the kind
};

struct Group {
  GroupId parent = kNone;
  GroupKind kind = GroupKind::Graph;
  std::string title;
  std::string type;
  std::string path;
  std::vector<std::string> repeats;
  FrameId frame = kNone;        // of modules and functions
  NodeId control = kNone;       // the If or the Loop
  BlockId block = kNone;        // of Graph and Block
  std::vector<Member> members;  // in the order of execution
  std::vector<ValueId> inputs;  // that cross the border, in the order of first use
  std::vector<ValueId> outputs;
  std::vector<GroupEdge> edges;
  size_t nodes = 0;  // inside, with all repeats
  std::vector<Mark> marks;
};

struct Hierarchy {
  std::vector<Group> groups;     // parents before children; the first is the whole graph
  std::vector<GroupId> groupOf;  // by node: the innermost group; kNone for a node without a place
  std::vector<ValueId> shownAs;  // by value: itself, or the value of the repeat that is shown
};

// The innermost module, function or graph that contains a group, or is it.
GroupId scopeOf(const Hierarchy& hierarchy, GroupId group);

// The text of further properties of a folded path such as "self.conv.weight", in which equal
// modules have to agree: the shape of a weight, the value of a setting. May be null.
using PathDetail = std::function<std::string(const std::string& path)>;

// The groups of modules, functions and control flow. frames: of the graph that the model shows.
Hierarchy buildTree(const Model& model, const std::vector<CallFrame>& frames);
// Cuts long groups into segments, and sets the edges, inputs, outputs and sizes of all groups.
void finishHierarchy(const Model& model, Hierarchy& hierarchy);
// Both, with equal modules in sequence merged between them.
Hierarchy buildHierarchy(const Model& model, const std::vector<CallFrame>& frames,
                         const PathDetail& detail = {});

// The groups that a first view of `top` shows open, in ascending order. All of them are, if the
// view then has at most kMostFirstBoxes, but for modules with a single node. Else groups of one
// depth open together as long as the view has at most kMostFirstBoxes; in a view of fewer than
// kLeastFirstBoxes, the largest groups open by themselves. Boxes are nodes and groups, open or
// closed, inside `top`.
std::vector<GroupId> firstOpen(const Hierarchy& hierarchy, GroupId top = 0);
inline constexpr size_t kLeastFirstBoxes = 10, kMostFirstBoxes = 40;
// The groups inside `top` whose depth is below a limit; `top` has depth 0 and is always open.
std::vector<GroupId> openToDepth(const Hierarchy& hierarchy, GroupId top, uint32_t depth);

}  // namespace ts::viz
