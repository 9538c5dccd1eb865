// The table of targets: one row a device.
#pragma once

#include <memory>
#include <vector>

#include "core/jit/code_maker.h"
#include "core/jit/loop_target.h"

namespace ts::jit {

// Makes the target of one engine. maker: the engine's compiler for this processor.
using LoopTargetFactory = std::shared_ptr<LoopTarget> (*)(const std::shared_ptr<CodeMaker>& maker);

// Adds the target of a device beyond the CPU, before engines are made. Not thread-safe.
void registerLoopTarget(tensor::Device device, LoopTargetFactory factory);

// Returns a new target for each device that has one.
std::vector<std::shared_ptr<LoopTarget>> makeLoopTargets(const std::shared_ptr<CodeMaker>& maker);

}  // namespace ts::jit
