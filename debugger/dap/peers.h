// Values of engines beside each other: the variables of a frame whose value differs in another
// engine that has stopped at the same place.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/tensor/ivalue.h"
#include "debugger/stepping/stack_frame.h"

namespace ts::dap {

class StoppedProgram;

// A frame as other engines find it.
struct FramePlace {
  std::string name;
  uint32_t line = 0;
  size_t number = 0;  // among the frames with this name and line, from the outermost on
};
FramePlace placeOf(StoppedProgram& program, const stepping::StackFrame& frame);

// Copies of the variables of a frame, which any thread may read.
struct Peer {
  std::string engine;
  std::map<std::string, tensor::IValue> locals;
};
// Without variables when the program has no such frame. Large tensors and objects are left out.
Peer peerOf(StoppedProgram& program, std::string engine, const FramePlace& place);

// Returns " ≠ eager: 3" for a variable that differs; empty when it is the same in all engines.
std::string differenceText(eval::Vm& vm, const std::vector<Peer>& peers,
                           const stepping::Variable& variable);

}  // namespace ts::dap
