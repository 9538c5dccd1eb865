// Code that calls operators as functions of registers.
#include <vector>

#include "core/jit/instruction_code.h"

namespace ts::jit {
namespace {

using interp::Content;
using interp::DirectOperator;
using interp::Instruction;
using interp::Op;
using interp::Operand;

const DirectOperator& operatorOf(const FunctionCode& code, const Instruction& in) {
  return *interp::findDirect(code.program.kernels[static_cast<size_t>(in.c)]);
}

// Where the operator fails, the interpreter runs it again.
void call(FunctionCode& code, const Instruction& in) {
  code.countLoopCode();
  const DirectOperator& called = operatorOf(code, in);
  std::vector<std::string> addresses(4, "null");
  uint32_t taken = 0;
  for (size_t i = 0; i < static_cast<size_t>(in.n); ++i) {
    const Operand operand = code.program.operands[static_cast<size_t>(in.b) + i];
    if (operand >= 0 && code.contentOf(operand) != Content::Any)
      code.store(interp::withoutFlag(operand));
    addresses[i] = code.addressOf(operand);
    if (operand >= 0 && !FunctionCode::isKept(operand)) taken |= uint32_t{1} << i;
  }
  const std::string slow = code.ir.block(), good = code.ir.block(), done = code.ir.block();
  // The name is a part of the key in the cache of machine code.
  code.ir.line("; {}", called.name);
  const std::string isDone = code.ir.value(
      "call zeroext i1 {}(ptr {}, ptr {}, ptr {}, ptr {}, ptr {}, i32 {})",
      code.operatorAt(static_cast<size_t>(&called - interp::directOperators().data())),
      code.addressOf(in.a), addresses[0], addresses[1], addresses[2], addresses[3], taken);
  code.ir.branch(isDone, good, slow);
  code.ir.begin(good);
  if (code.makesNumber(in)) code.load({in.a}, code.at() + 1);
  code.slowWay(slow, done);
}

constexpr InstructionCode kCalls[] = {
    {Op::Direct, [](const FunctionCode&, const Instruction&) { return true; }, call},
};

}  // namespace

std::span<const InstructionCode> callInstructions() { return kCalls; }

}  // namespace ts::jit
