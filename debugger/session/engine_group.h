// The engines of a debugged program.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "debugger/session/lock_step.h"

namespace ts::session {

// Owned by the debuggee. The mutex guards all other members.
struct EngineGroup {
  EngineGroup(size_t count, bool isInLockStep) : engines(count), lockStep(engines, isInLockStep) {}
  EngineGroup(const EngineGroup&) = delete;
  EngineGroup& operator=(const EngineGroup&) = delete;

  std::mutex mutex;
  std::vector<EngineState> engines;
  LockStep lockStep;
  stepping::BreakpointSetPtr breakpoints = std::make_shared<stepping::BreakpointSet>();
};

}  // namespace ts::session
