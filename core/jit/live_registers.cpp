#include "core/jit/live_registers.h"

#include <algorithm>
#include <bit>
#include <span>

namespace ts::jit {

using interp::Instruction;
using interp::Operand;

namespace {
constexpr size_t kBits = 64;
}

LiveRegisters::LiveRegisters(const interp::Program& program) {
  std::vector<size_t> bitOf(program.registers.size(), SIZE_MAX);
  for (size_t k = 0; k < program.registers.size(); ++k) {
    if (program.registers[k] == interp::Content::Any) continue;
    bitOf[k] = numbers_.size();
    numbers_.push_back(static_cast<int32_t>(k));
  }
  words_ = (numbers_.size() + kBits - 1) / kBits;
  live_.resize((program.code.size() + 1) * words_);
  std::vector<uint64_t> now(words_);
  const auto set = [&](int32_t index, bool isLive) {
    const size_t bit = bitOf[static_cast<size_t>(index)];
    if (bit == SIZE_MAX) return;
    const uint64_t mask = uint64_t{1} << (bit % kBits);
    if (isLive)
      now[bit / kBits] |= mask;
    else
      now[bit / kBits] &= ~mask;
  };
  // Backwards until nothing changes: a loop needs a second pass.
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (size_t i = program.code.size(); i-- > 0;) {
      const Instruction& at = program.code[i];
      if (interp::mayContinue(at.op))
        std::copy_n(row(i + 1), words_, now.begin());
      else
        std::ranges::fill(now, 0);
      if (interp::isJump(at.op))
        for (size_t k = 0; k < words_; ++k) now[k] |= row(static_cast<size_t>(at.c))[k];
      program.forEachOperand(
          at, [](Operand) {}, [&](int32_t written) { set(written, false); });
      program.forEachOperand(
          at,
          [&](Operand read) {
            if (read >= 0) set(read, true);
          },
          [](int32_t) {});
      if (std::ranges::equal(now, std::span(row(i), words_))) continue;
      std::ranges::copy(now, row(i));
      isChanged = true;
    }
  }
}

std::set<int32_t> LiveRegisters::before(int32_t instruction) const {
  std::set<int32_t> registers;
  for (size_t word = 0; word < words_; ++word)
    for (uint64_t left = live_[static_cast<size_t>(instruction) * words_ + word]; left != 0;
         left &= left - 1)
      registers.insert(numbers_[word * kBits + static_cast<size_t>(std::countr_zero(left))]);
  return registers;
}

}  // namespace ts::jit
