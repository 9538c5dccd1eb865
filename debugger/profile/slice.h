// The times that a profile consists of.
#pragma once

#include <string>
#include <vector>

#include "core/ir/ir.h"
#include "debugger/compare/engine.h"

namespace ts::debugger {

// Forward: all code that is neither of the others. Backward: runs of the tape. Optimizer: code of
// torch.optim.
enum class Phase : uint8_t { Forward, Backward, Optimizer };
std::string_view nameOf(Phase phase);

// A stretch of time in which one node, or the Python code of one line, ran.
struct Slice {
  std::string name;                // "aten::mul", "MulBackward0", or "Python"
  std::vector<std::string> calls;  // the functions around it, outermost first
  Site site;                       // in the user's files; may be empty
  double begin = 0, end = 0;       // seconds since the call began
  double own = 0;                  // seconds without the slices inside
  bool isFused = false;            // part of a loop of several nodes
  Phase phase = Phase::Forward;
};

struct Profile {
  EngineKind kind;
  double seconds = 0;              // of the call, with the clock's own time
  std::vector<Slice> slices;       // in order of their ends
  std::unique_ptr<Engine> engine;  // owns the source files of the slices
};

// The user's place and the calls of a node that may have been inlined.
struct NodePlace {
  Site site;
  std::vector<std::string> calls;  // inlined ones
};
NodePlace placeOf(const ir::Node& node);

// Runs the target by an engine: to warm up, then measured as often as given. Returns the call with
// the median time. Calls with very many slices are fewer. Throws Failure.
Profile profileEngine(EngineKind kind, const Request& request, size_t runs);

}  // namespace ts::debugger
