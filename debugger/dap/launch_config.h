// The arguments of a launch request.
#pragma once

#include <string>

#include "core/protocol/json_view.h"
#include "debugger/session/program_config.h"

namespace ts::dap {

// Fills the configuration. Returns an error that names the key and its allowed values; empty on
// success. Unknown keys are left alone: editors add their own.
std::string readLaunchConfig(protocol::JsonView arguments, session::ProgramConfig& config);

}  // namespace ts::dap
