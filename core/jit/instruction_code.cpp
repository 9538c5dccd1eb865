#include "core/jit/instruction_code.h"

#include <unordered_map>

namespace ts::jit {

const InstructionCode* findCode(const FunctionCode& code, const interp::Instruction& in) {
  static const auto* table = [] {
    auto* made = new std::unordered_map<interp::Op, const InstructionCode*>;
    for (const auto family : {numberInstructions(), listInstructions()})
      for (const InstructionCode& each : family) made->emplace(each.op, &each);
    return made;
  }();
  const auto found = table->find(in.op);
  return found != table->end() && found->second->fits(code, in) ? found->second : nullptr;
}

}  // namespace ts::jit
