// The formats of machine code.
#pragma once

#include <string>

#include "core/ir/ir.h"
#include "viz/live.h"
#include "viz/settings.h"

namespace ts::viz {

bool isMachineCode(OutputFormat format);

struct MachineCode {
  std::string text;
  std::string error;  // LLVM is missing, or the call has failed; else empty
};
// call: a call of the function, whose tensors decide the code of loops; may be null.
MachineCode machineCode(const ir::Function& function, LiveCall* call, const Settings& settings);

}  // namespace ts::viz
