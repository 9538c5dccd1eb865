// Runs fusions as machine code.
#pragma once

#include <memory>

#include "core/interp/program.h"
#include "core/jit/fusion_census.h"
#include "core/jit/loop_cache.h"

namespace ts::jit {

// Compiles a loop for each combination of device, dtypes and broadcasts that the fusion meets. The
// target of the device compiles and launches it. census: gets the reasons of calls without a loop;
// may be null, else it must live as long.
std::unique_ptr<interp::FusedGroup> makeGroup(Fusion fusion, std::shared_ptr<LoopCache> loops,
                                              FusionCensus* census = nullptr);

}  // namespace ts::jit
