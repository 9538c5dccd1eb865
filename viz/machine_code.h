// The formats of machine code.
#pragma once

#include <string>

#include "core/ir/ir.h"
#include "viz/settings.h"

namespace ts::viz {

bool isMachineCode(OutputFormat format);

struct MachineCode {
  std::string text;
  std::string error;  // LLVM is missing; else empty
};
MachineCode machineCode(const ir::Function& function, const Settings& settings);

}  // namespace ts::viz
