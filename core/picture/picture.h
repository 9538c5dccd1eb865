// A graph with its groups and all that is known about it, ready to be written.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/picture/expand.h"
#include "core/picture/hierarchy.h"
#include "core/picture/model.h"
#include "core/picture/overlay.h"

namespace ts::viz {

struct DiffSide;

// A value in the runs of both graphs of a diff, as short texts. A run without the value has no
// text.
struct SeenTwice {
  std::string first, second;
  std::string difference;  // empty: the values agree, or only one is there
};

// A table about the whole picture.
struct ReportRow {
  std::vector<std::string> cells;
  NodeId node = kNone;  // about which the row is; kNone: none
  SourceRange place;    // likewise; may be empty
  bool isMarked = false;
};
struct ReportTable {
  std::string title;
  std::vector<std::string> columns;
  std::vector<ReportRow> rows;
};

// The memory of saved tensors behind a node.
struct MemoryPoint {
  NodeId node = kNone;
  std::string title;
  bool isBackward = false;
  int64_t bytes = 0;
};

struct Picture {
  std::string target;  // as it was given on the command line
  std::string note;    // the call that constructed the module
  Expanded expanded;   // the model's nodes refer to the files of its graph
  Model model;
  Hierarchy hierarchy;
  Overlay overlay;
  std::vector<GroupId> open;  // in the first view
  GroupId focus = 0;          // the group that fills the first view
  NodeId selected = kNone;    // in the first view
  std::string heat;  // the figures that colour the first view: a name of Stats; may be empty
  std::vector<std::vector<Mark>> marks;  // by node; may be shorter
  std::vector<MemoryPoint> memory;       // in the order of a run forward and backward; or empty
  // Only a diff has the first graph, and by value the same value in the first graph, or kNone.
  ir::GraphPtr before;
  std::vector<ValueId> firstValues;
  // Only a comparison of runs has the members below.
  std::vector<std::string> sides;                          // what the runs were: "script", "trace"
  std::vector<SeenTwice> seen;                             // by value; may be shorter
  std::vector<std::pair<std::string, std::string>> facts;  // names and texts
  std::vector<ReportTable> tables;
};

void addMark(Picture& picture, NodeId node, std::string_view kind, std::string text,
             std::string label = {});
// The first view selects the node, opens the groups around it, and is filled by the innermost
// module or function around it.
void startAt(Picture& picture, NodeId node);

struct PictureOptions {
  bool training = false;          // see ExpandOptions
  std::optional<uint32_t> depth;  // opens the groups above it; nothing: as firstOpen() does
  std::string focus;              // the path of a module, or the title of a group
  std::string around;             // the name of a value, or FILE:LINE of a node
  std::map<std::string, Weight> weights;
  std::map<std::string, std::string> settings;
  // Changes the expanded graph before it is drawn; may be null. Returns an error, or an empty text.
  std::function<std::string(Expanded&)> extend;
  // Records the values of a run of the graph; may be null. Returns an error, or an empty text.
  std::function<std::string(const ir::GraphPtr&, const ModelIndex&, Overlay&)> observe;
};

struct MadePicture {
  Picture picture;
  std::string error;    // wrong `focus` or `around`; the picture is then unusable
  std::string note;     // of a diff: the numbers of differences
  std::string warning;  // the run failed: values behind the failure are unknown
};

// before: the first graph of a diff, or null.
MadePicture makePicture(const ir::Graph& graph, std::string name, const PictureOptions& options,
                        const DiffSide* before = nullptr);
// The first graph of a diff. Sets `warning` when its run fails.
DiffSide makeDiffSide(const ir::Graph& graph, std::string name, const PictureOptions& options,
                      std::string& warning);

}  // namespace ts::viz
