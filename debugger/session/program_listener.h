// The front end of a debugged program, as the session sees it.
#pragma once

#include <cstdint>
#include <string_view>

#include "debugger/stepping/stack_frame.h"
#include "debugger/stepping/stop.h"

namespace ts::session {

enum class OutputKind : uint8_t {
  Console,    // of the debugger
  Important,  // likewise: a problem
  Stdout,     // of the program
  Stderr,
};

struct EngineStop {
  size_t engine = 0;
  const stepping::Stop& stop;
  bool areAllStopped = true;
  bool isFocus = true;  // else another engine is the one to look at
};

// Thread-safe. The functions are called on all threads, and must not call the debuggee.
class ProgramListener {
 public:
  virtual ~ProgramListener() = default;
  // frame: where the engine is; null: anywhere.
  virtual void said(OutputKind kind, std::string_view text, const stepping::StackFrame* frame) = 0;
  virtual void stopped(const EngineStop& stop) = 0;
  virtual void engineEnded(size_t engine) = 0;
  // The whole program has ended.
  virtual void ended(int status) = 0;
};

}  // namespace ts::session
