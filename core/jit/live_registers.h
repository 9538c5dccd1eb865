// The registers that a program may still read.
#pragma once

#include <set>
#include <vector>

#include "core/interp/program.h"

namespace ts::jit {

class LiveRegisters {
 public:
  explicit LiveRegisters(const interp::Program& program);
  // The registers whose values a path from an instruction on reads before it writes them.
  std::set<int32_t> before(int32_t instruction) const;

 private:
  std::vector<std::vector<bool>> live_;  // by instruction and register
};

}  // namespace ts::jit
