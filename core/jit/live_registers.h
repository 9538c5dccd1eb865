// The registers of numbers that a program may still read.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "core/interp/program.h"

namespace ts::jit {

class LiveRegisters {
 public:
  explicit LiveRegisters(const interp::Program& program);
  // The registers with one type of number whose values a path from an instruction on reads before
  // it writes them.
  std::set<int32_t> before(int32_t instruction) const;

 private:
  uint64_t* row(size_t instruction) { return live_.data() + instruction * words_; }

  std::vector<int32_t> numbers_;  // the registers, by bit
  size_t words_;
  std::vector<uint64_t> live_;  // a row of bits for each instruction
};

}  // namespace ts::jit
