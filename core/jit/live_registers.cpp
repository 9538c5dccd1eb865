#include "core/jit/live_registers.h"

namespace ts::jit {

using interp::Instruction;
using interp::Operand;

LiveRegisters::LiveRegisters(const interp::Program& program)
    : live_(program.code.size() + 1, std::vector<bool>(program.registers.size())) {
  std::vector<bool> now;
  // Backwards until nothing changes: a loop needs a second pass.
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (size_t i = program.code.size(); i-- > 0;) {
      const Instruction& at = program.code[i];
      if (interp::mayContinue(at.op))
        now = live_[i + 1];
      else
        now.assign(program.registers.size(), false);
      if (interp::isJump(at.op)) {
        const std::vector<bool>& target = live_[static_cast<size_t>(at.c)];
        for (size_t k = 0; k < now.size(); ++k)
          if (target[k]) now[k] = true;
      }
      program.forEachOperand(
          at, [](Operand) {}, [&](int32_t written) { now[static_cast<size_t>(written)] = false; });
      program.forEachOperand(
          at,
          [&](Operand read) {
            if (read >= 0) now[static_cast<size_t>(read)] = true;
          },
          [](int32_t) {});
      if (now == live_[i]) continue;
      live_[i] = now;
      isChanged = true;
    }
  }
}

std::set<int32_t> LiveRegisters::before(int32_t instruction) const {
  std::set<int32_t> found;
  const std::vector<bool>& live = live_[static_cast<size_t>(instruction)];
  for (size_t k = 0; k < live.size(); ++k)
    if (live[k]) found.insert(static_cast<int32_t>(k));
  return found;
}

}  // namespace ts::jit
