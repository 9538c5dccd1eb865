// A copy of a graph in which the called functions replace their calls. Each node knows the calls
// that led to it, with the modules that they were calls of.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/ir/ir.h"

namespace ts::viz {

using FrameId = uint32_t;

// A call that its callee has replaced. Frames of traces come from the scopes of their nodes.
struct CallFrame {
  FrameId parent = UINT32_MAX;  // the call around it; UINT32_MAX: none
  std::string function;         // "forward"; empty in a trace
  std::string path;  // of the module whose method is called: "layer1.0"; empty: not another module
  std::string type;  // of this module: "Bottleneck"
  SourceRange callSite;
};

struct Expanded {
  ir::GraphPtr graph;
  std::vector<CallFrame> frames;
  bool isCut = false;  // calls are left, because the graph has reached kMostExpandedNodes
};

inline constexpr size_t kMostExpandedNodes = 200'000;

struct ExpandOptions {
  // Keeps code of the training mode, checks that raise, and warnings. Otherwise modules are in
  // evaluation mode, and a branch that raises counts as never taken.
  bool training = false;
};

// Recursive calls, and calls of functions without a graph, are left.
Expanded expand(const ir::Graph& graph, const ExpandOptions& options);

// The frame of a node of an expanded graph; UINT32_MAX for a node outside of all calls.
FrameId frameOf(const ir::Node& node);
// The attribute that contains it.
Symbol frameAttribute();
// The attribute in which a node of a trace names the modules that contain it.
Symbol scopeAttribute();

}  // namespace ts::viz
