#include "core/jit/instruction_code.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace ts::jit {

// Calls come last, behind faster code for some operators.
const InstructionCode* findCode(const FunctionCode& code, const interp::Instruction& in) {
  static const auto* table = [] {
    auto* made = new std::unordered_map<interp::Op, std::vector<const InstructionCode*>>;
    for (const auto family : {numberInstructions(), listInstructions(), textInstructions(),
                              callInstructions(), lineInstructions()})
      for (const InstructionCode& each : family) (*made)[each.op].push_back(&each);
    return made;
  }();
  const auto found = table->find(in.op);
  if (found == table->end()) return nullptr;
  const auto fitting = std::ranges::find_if(
      found->second, [&](const InstructionCode* each) { return each->fits(code, in); });
  return fitting == found->second.end() ? nullptr : *fitting;
}

}  // namespace ts::jit
