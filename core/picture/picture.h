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

struct Picture {
  std::string target;  // as it was given on the command line
  std::string note;    // the call that constructed the module
  Expanded expanded;   // the model's nodes refer to the files of its graph
  Model model;
  Hierarchy hierarchy;
  Overlay overlay;
  std::vector<GroupId> open;             // in the first view
  GroupId focus = 0;                     // the group that fills the first view
  NodeId selected = kNone;               // in the first view
  std::vector<std::vector<Mark>> marks;  // of a diff, by node; may be shorter
};

struct PictureOptions {
  bool training = false;          // see ExpandOptions
  std::optional<uint32_t> depth;  // opens the groups above it; nothing: as firstOpen() does
  std::string focus;              // the path of a module, or the title of a group
  std::string around;             // the name of a value, or FILE:LINE of a node
  std::map<std::string, Weight> weights;
  std::map<std::string, std::string> settings;
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
