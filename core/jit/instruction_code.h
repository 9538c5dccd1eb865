// The instructions that become code, other than jumps. All others are left to the interpreter.
#pragma once

#include <span>

#include "core/jit/function_code.h"

namespace ts::jit {

struct InstructionCode {
  interp::Op op;
  // Returns false for an instruction on values of other types.
  bool (*fits)(const FunctionCode& code, const interp::Instruction& in);
  // Writes the code of the instruction FunctionCode::at(). It may write that of the next ones, too,
  // and move to the last of them.
  void (*write)(FunctionCode& code, const interp::Instruction& in);
};

// The families of instructions.
std::span<const InstructionCode> numberInstructions();
std::span<const InstructionCode> listInstructions();
std::span<const InstructionCode> textInstructions();
std::span<const InstructionCode> callInstructions();
std::span<const InstructionCode> lineInstructions();

// Null: the interpreter runs the instruction.
const InstructionCode* findCode(const FunctionCode& code, const interp::Instruction& in);

// True for one instruction of LLVM on numbers, which may be computed again.
bool isSimple(const FunctionCode& code, const interp::Instruction& in);

}  // namespace ts::jit
