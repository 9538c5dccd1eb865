#include "core/jit/instruction_code.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace ts::jit {

// Calls come last, behind faster code for some operators.
const InstructionCode* findCode(const FunctionCode& code, const interp::Instruction& in) {
  static const auto* table = [] {
    auto* table = new std::unordered_map<interp::Op, std::vector<const InstructionCode*>>;
    for (const auto family : {numberInstructions(), listInstructions(), textInstructions(),
                              callInstructions(), lineInstructions()})
      for (const InstructionCode& each : family) (*table)[each.op].push_back(&each);
    return table;
  }();
  const auto entry = table->find(in.op);
  if (entry == table->end()) return nullptr;
  const auto fitting = std::ranges::find_if(
      entry->second, [&](const InstructionCode* each) { return each->fits(code, in); });
  return fitting == entry->second.end() ? nullptr : *fitting;
}

}  // namespace ts::jit
