// A graph as bytecode of a register machine. Every value of the graph has a register of its frame,
// but for constants, which are in a pool, and for what is carried through loops and out of
// branches: such values share one where they can, so that hardly anything is moved.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/interp/interpreter.h"

namespace ts::interp {

// What an instruction reads: a register (the last use of a counted value takes it out of there) or,
// negative, a constant.
using Operand = int32_t;
constexpr Operand kTaken = 1 << 30;  // this is the last use

// What there is to do, and where its operands stand: ops.def.
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
  ir::GraphPtr graph;                        // null: asked of the host
  mutable const Program* program = nullptr;  // once it was called
};

class Program {
 public:
  // observed: with events.
  Program(ir::GraphPtr graph, std::string name, bool observed);

  ir::GraphPtr graph;
  std::string name;
  uint32_t registers = 0;  // the arguments are in the first
  std::vector<Instruction> code;
  std::vector<const ir::Node*> nodes;  // for each instruction, the one that it came from
  std::vector<Operand> operands;
  std::vector<IValue> constants;  // the last is operand -1
  std::vector<kernels::KernelFunction> kernels;
  std::vector<types::TypePtr> types;
  std::vector<std::string> names;
  std::vector<Callee> callees;

  // For tests and people: an instruction a line.
  std::string text() const;
};

}  // namespace ts::interp
