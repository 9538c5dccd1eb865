// A run of a graph forward and backward, as one graph.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/interp/interpreter.h"
#include "core/picture/expand.h"
#include "core/picture/model.h"
#include "core/picture/overlay.h"
#include "core/picture/picture.h"

namespace ts::viz {

// The findings of a run. The nodes and values belong to the graph.
struct BackwardRun {
  struct Step {
    const ir::Node* node = nullptr;
    bool isBackward = false;
    int64_t bytes = 0;  // of the saved tensors behind it
  };
  std::unordered_map<const ir::Value*, TensorFacts> facts;
  std::unordered_map<const ir::Value*, std::string> saved;  // labels of saved tensors
  std::vector<Step> steps;                                  // in the order of the run
  // The same by the numbers of a model; filled by addTo().
  std::vector<MemoryPoint> memory;
  std::map<ValueId, std::string> savedInputs;  // labels

  void addTo(const ModelIndex& index, Overlay& overlay);
  // Sets the picture's memory, and a table of it.
  void addMemory(Picture& picture) const;
};

// Runs the graph on the inputs, which require gradients from here on, and the tape of its results.
// Adds to the graph a node for each node of the tape, in a frame "backward"; a forward node gets a
// result for each tensor that is saved. Returns the error of the run; empty on success.
std::string runBackward(interp::Interpreter& interpreter, Expanded& expanded,
                        const interp::Stack& inputs, BackwardRun& into);

}  // namespace ts::viz
