// Why and where an engine stops, and how it continues.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/source/source_file.h"

namespace ts::stepping {

enum class StopReason : uint8_t {
  Entry,
  Step,
  Breakpoint,
  FunctionBreakpoint,
  DataBreakpoint,
  InstructionBreakpoint,
  Pause,
  Exception,
  Divergence,
  NonFinite,
  TracerWarning,
  Goto,
  Python,  // Python runs the call of a graph
};

struct ExceptionText {
  std::string name;      // "ValueError"
  std::string fullName;  // "package.module.ValueError"
  std::string message;
  std::string trace;  // the stack and the message, as the engine prints it
};

struct Stop {
  StopReason reason = StopReason::Step;
  std::vector<int> breakpoints;  // the ids of those that were hit
  std::string text;         // a short text for the editor, such as the name of an exception's class
  bool isUncaught = false;  // no handler of the program catches the exception
  std::function<ExceptionText()> describe;  // null: no exceptionInfo; may run code of the program
};

// A call on the line where a frame has stopped.
struct StepInTarget {
  int64_t id = 0;
  std::string text;  // its source
  uint32_t line = 0;
};

// A node of a graph in a disassembly.
struct Instruction {
  uint64_t address = 0;
  std::string text, function;
  SourceFilePtr source;  // may be null
  uint32_t line = 0;
};

enum class Resume : uint8_t { Continue, StepIn, StepOver, StepOut, StepNode };

// The names of events that exceptionInfo tells like exceptions.
inline constexpr const char* kDivergence = "divergence";
inline constexpr const char* kNonFinite = "nan";
inline constexpr const char* kTracerWarning = "TracerWarning";

// A line or node that an engine is about to run.
struct Arrival {
  bool isShown = false;
  bool isLine = false;  // a new line, not a later part of one
  bool isNode = false;  // a node of a graph
  const std::string* path = nullptr;
  uint32_t line = 0;
  size_t depth = 0;  // of calls, of both kinds of code
};

// The breakpoints that an arrival has hit.
struct Hits {
  std::vector<int> ids;
  StopReason reason = StopReason::Breakpoint;
  std::string text;  // of the stop
};

}  // namespace ts::stepping
