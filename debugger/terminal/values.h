// Values of a stopped engine as text.
#pragma once

#include <string>
#include <string_view>

#include "debugger/session/stopped_program.h"

namespace ts::terminal {

struct ValueText {
  std::string text;
  std::string error;  // not empty: the expression has no value
};
// The repr of an expression's value, at most `most` bytes. Runs on the engine's thread.
ValueText valueText(session::StoppedProgram& program, stepping::StackFrame& frame,
                    const std::string& expression, size_t most);

// Without spaces at both ends.
std::string trimmed(std::string_view text);

}  // namespace ts::terminal
