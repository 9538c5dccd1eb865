// Values of engines beside each other: the variables of a frame whose value differs in another
// engine that has stopped at the same place.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/tensor/ivalue.h"
#include "debugger/stepping/stack_frame.h"

namespace ts::session {

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

// Another engine's value of a variable, where it differs.
struct PeerValue {
  std::string engine;
  std::string text;
};
// Empty when the variable is the same in all engines.
std::vector<PeerValue> differencesOf(eval::Vm& vm, const std::vector<Peer>& peers,
                                     const stepping::Variable& variable);

struct StopJob;
struct PeerEngine {
  size_t number = 0;
  std::string name;
};
// Posts a job to an engine.
using PostJob = std::function<void(size_t engine, StopJob job)>;
// Asks one engine after the other for its frame at a place: a thread that waited for another one
// could wait forever. Calls `use` with `peers` and the peers of these engines, on any thread.
void askPeers(const PostJob& post, std::vector<PeerEngine> engines, const FramePlace& place,
              std::vector<Peer> peers, std::function<void(std::vector<Peer>)> use);

}  // namespace ts::session
