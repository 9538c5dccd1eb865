// Runs fusions as machine code.
#pragma once

#include <memory>

#include "core/interp/program.h"
#include "core/jit/fusion.h"
#include "core/jit/loop_cache.h"

namespace ts::jit {

// Compiles a loop for each combination of device, dtypes and broadcasts that the fusion meets. The
// target of the device compiles and launches it.
std::unique_ptr<interp::FusedGroup> makeGroup(Fusion fusion, std::shared_ptr<LoopCache> loops);

}  // namespace ts::jit
