// tsdbg convert: a model as an ONNX file.
#pragma once

#include "debugger/command_line/settings.h"

namespace ts::debugger {

// Returns the exit status.
int convert(const ConvertSettings& settings);

}  // namespace ts::debugger
