// Numbers by which a front end names the frames and values of a stop.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "debugger/stepping/stack_frame.h"

namespace ts::session {

// Engines of one program. The numbers of frames and values tell the engine: see engineOf().
inline constexpr int64_t kMaxEngines = 8;
// The engine that a number of a frame or of a value belongs to.
inline size_t engineOf(int64_t handle) {
  return static_cast<size_t>((handle % kMaxEngines + kMaxEngines) % kMaxEngines);
}

// A scope or a value with parts that the front end may list.
struct Reference {
  std::optional<stepping::VariableScope> scope;  // nothing: a value
  stepping::StackFrame* frame = nullptr;
  eval::Value value;       // unless it is a scope
  std::string expression;  // Python source of the value; empty: it has none
  // Texts that the front end shows behind the values of a scope, by the names of the variables.
  std::map<std::string, std::string> notes = {};
};

// A part of a stopped program, whose thread it belongs to. The numbers end with the stop: another
// stop of any engine has other numbers.
class StopHandles {
 public:
  // lastNumber: of all stops of the program.
  StopHandles(size_t engine, std::atomic<int64_t>& lastNumber)
      : engine_(engine), lastNumber_(lastNumber) {}

  int64_t of(const stepping::StackFrame& frame);
  // Null for a number of another stop.
  stepping::StackFrame* frame(int64_t handle) const;
  // Returns 0 when the stop has too many references.
  int64_t add(Reference reference);
  // Null for a number of another stop. The reference stays where it is while the stop lasts.
  Reference* reference(int64_t handle);

 private:
  int64_t next();

  const size_t engine_;
  std::atomic<int64_t>& lastNumber_;
  std::unordered_map<int64_t, stepping::StackFrame*> frames_;
  std::unordered_map<const stepping::StackFrame*, int64_t> handleOfFrame_;
  std::unordered_map<int64_t, Reference> references_;
};

}  // namespace ts::session
