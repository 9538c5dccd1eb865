// Runs the graph of a picture to find out its values and times.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>

#include "core/interp/interpreter.h"
#include "core/picture/model.h"
#include "core/picture/overlay.h"

namespace ts::viz {

// Receives each value of a run; a later node may change it in place. May be null.
using ValueListener = std::function<void(ValueId value, const tensor::IValue& seen)>;

// Runs the graph and records the shapes and summaries of its values; a value that is computed
// several times keeps the last ones. Returns the error of the run, with what was recorded until
// then; empty on success.
std::string observeRun(interp::Interpreter& interpreter, const ir::GraphPtr& graph,
                       const interp::Stack& inputs, const ModelIndex& index, Overlay& into,
                       const ValueListener& listener = {});

// Runs the graph and adds the seconds of its nodes to the overlay, or nothing when the run fails.
// A graph that has run before takes no time for first uses of memory and kernels.
void measureRun(interp::Interpreter& interpreter, const ir::GraphPtr& graph,
                const interp::Stack& inputs, const ModelIndex& index, Overlay& into);

// Runs the graph and records the inputs and outputs of its nodes, with the last values of each.
// Returns the error of the run, with what was recorded until then; empty on success.
std::string recordValues(interp::Interpreter& interpreter, const ir::GraphPtr& graph,
                         const interp::Stack& inputs,
                         std::unordered_map<const ir::Value*, tensor::IValue>& into);

}  // namespace ts::viz
