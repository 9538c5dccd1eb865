// A graph as bytecode of a register machine. Every value of the graph has a register in the frame,
// except constants, which are in a pool. A value that a loop carries or a branch returns shares the
// register of its target where possible, so that few copies are needed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/interp/interpreter.h"

namespace ts::interp {

// An operand of an instruction. A register, whose value the last use moves out if it is counted, or
// a negative index of a constant.
using Operand = int32_t;
constexpr Operand kTaken = 1 << 30;  // flag: this is the last use

// The operations and their operands: see ops.def.
enum class Op : uint16_t {
#define OP(name) name,
#include "core/interp/ops.def"
#undef OP
};
std::string_view nameOf(Op op);

struct Instruction {
  Op op;
  uint16_t outs = 1;
  int32_t a = 0, b = 0, c = 0;
  int32_t n = 0;
};

struct Callee {
  std::string name;
  ir::GraphPtr graph;                        // null: the host runs the callee
  mutable const Program* program = nullptr;  // set by the first call
};

class Program {
 public:
  // observed: the bytecode contains events.
  Program(ir::GraphPtr graph, std::string name, bool observed);

  ir::GraphPtr graph;
  std::string name;
  uint32_t registers = 0;  // the first ones contain the arguments
  std::vector<Instruction> code;
  std::vector<const ir::Node*> nodes;  // for each instruction, the node that it was compiled from
  std::vector<Operand> operands;
  std::vector<IValue> constants;  // the last one is operand -1
  std::vector<kernels::KernelFunction> kernels;
  std::vector<types::TypePtr> types;
  std::vector<std::string> names;
  std::vector<Callee> callees;

  // For tests and debugging: one instruction per line.
  std::string text() const;
};

}  // namespace ts::interp
