// Writes values as the protocol's variables.
#pragma once

#include <string>

#include "core/base/json_writer.h"
#include "debugger/session/stopped_program.h"

namespace ts::dap {

// Writes the members that variables and results of evaluations share: the type and the references.
// `text` is the key of the value's text: "value" or "result". note: comes behind that text.
void writeValue(JsonWriter& out, session::StoppedProgram& program, const char* text,
                const eval::Value& value, stepping::StackFrame* frame,
                const std::string& expression, const std::string& note = {});

}  // namespace ts::dap
