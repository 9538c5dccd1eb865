// A graph as bytecode of a register machine. Every value of the graph has a register in the frame,
// except constants, which are in a pool. A value that a loop carries or a branch returns shares the
// register of its target where possible, so that few copies are needed.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/interp/interpreter.h"

namespace ts::interp {

// An operand of an instruction. A register, whose value the last use moves out if it is counted, or
// a negative index of a constant.
using Operand = int32_t;
constexpr Operand kTaken = 1 << 30;  // flag: this is the last use
constexpr Operand withoutFlag(Operand operand) { return operand < 0 ? operand : operand & ~kTaken; }

// The operations and their operands: see ops.def.
enum class Op : uint16_t {
#define OP(name, reads, writes) name,
#include "core/interp/ops.def"
#undef OP
};
struct OpInfo {
  std::string_view name, reads, writes;
};
const OpInfo& infoOf(Op op);
// True for instructions that may continue at instruction c, and at the next one.
bool isJump(Op op);
bool mayContinue(Op op);

// An operator with at most four operands and one result, as a function of registers and constants.
// `taken` has a bit for each operand whose register it empties. Returns false, with everything
// unchanged, where the operator fails; its KernelFunction then throws the error.
using DirectFunction = bool (*)(IValue* result, IValue* a, IValue* b, IValue* c, IValue* d,
                                uint32_t taken);
struct DirectOperator {
  std::string_view name;
  kernels::KernelFunction kernel;
  DirectFunction run;
};
// All of them, in an order that only depends on the tables of operators.
std::span<const DirectOperator> directOperators();
// Null: the operator needs a stack.
const DirectOperator* findDirect(kernels::KernelFunction kernel);

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

// The type of all values that a register may contain.
enum class Content : uint8_t { Any, Int, Float, Bool };

class Program {
 public:
  // events: those that the bytecode contains. observer: knows the lines of nodes; not null for
  // Events::Lines. marker: that of the interpreter while it runs the program.
  Program(ir::GraphPtr graph, std::string name, Events events, Observer* observer = nullptr,
          const ResultMarker* marker = nullptr);

  ir::GraphPtr graph;
  std::string name;
  const ResultMarker* const marker;
  std::vector<Content> registers;  // the first ones contain the arguments
  std::vector<Instruction> code;
  std::vector<const ir::Node*> nodes;  // for each instruction, the node that it was compiled from
  std::vector<Operand> operands;
  std::vector<IValue> constants;  // the last one is operand -1
  std::vector<kernels::KernelFunction> kernels;
  std::vector<DirectFunction> directs;  // for each kernel; null: it needs a stack
  std::vector<types::TypePtr> types;
  std::vector<std::string> names;
  std::vector<Callee> callees;
  std::vector<Line> lines;  // of events

  // The operands of an instruction that has a list of them.
  std::span<const Operand> operandsOf(const Instruction& at) const {
    return {operands.data() + at.b, static_cast<size_t>(at.n)};
  }
  // Null for a register.
  const IValue* constantOf(Operand operand) const {
    return operand >= 0 ? nullptr
                        : constants.data() + constants.size() - static_cast<size_t>(-operand);
  }

  // Calls `read` for each operand of an instruction, without its flag, and `write` for each
  // register that the instruction changes.
  template <typename Read, typename Write>
  void forEachOperand(const Instruction& at, Read read, Write write) const;

  // For tests and debugging: one instruction per line.
  std::string text() const;

  // The machine code; null while the program is interpreted. Set once.
  const NativeProgram* native() const { return native_.get(); }
  void setNative(std::unique_ptr<const NativeProgram> native) const;

  // Calls and iterations of interpreted code add to the heat. Each time that it passes a multiple
  // of kHot, Interpreter::improve() asks for machine code or takes it.
  static constexpr uint32_t kHot = 1024, kHeatOfCall = 128;
  mutable uint32_t heat = 0;
  mutable std::unique_ptr<PendingCode> pending;

  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

 private:
  mutable std::unique_ptr<const NativeProgram> native_;
};

class Machine;

// The functions that machine code calls. The first two return 0 on success, 1 when an instruction
// has failed.
struct NativeHelpers {
  // Interprets the innermost frame from an instruction of `segments` to the next Leave or Return.
  int32_t (*interpret)(Machine* machine, int32_t segment);
  // Interprets the innermost frame from an instruction of the program to its return.
  int32_t (*finish)(Machine* machine, int32_t instruction);
  const DirectOperator* operators;  // directOperators()
  // The same for the start of an iteration, where the program is interrupted.
  int32_t (*pause)(Machine* machine, int32_t instruction);
  const std::atomic<bool>* interrupt;  // the flag of Interpreter::setInterrupt(); never null
  LineLog* lines;                      // of the observer; never null
  bool (*appendNumber)(IValue* result, IValue* text, int64_t number);  // see operators.h
};

// Runs the innermost frame of the machine to its return. `entry` is 0 for a frame whose registers
// contain the arguments, or an instruction among NativeProgram::entries, before which the
// interpreter stopped. Returns 0 on success, 1 when an instruction has failed, and 2, with the
// frame unchanged, when a register at the entry has an unexpected type.
// `pool` is the end of the program's constants.
using NativeCode = int32_t (*)(Machine* machine, IValue* registers, const IValue* pool,
                               const NativeHelpers* helpers, int32_t entry);

// Consecutive operators that one loop computes, or that a region records; made by core/jit.
class FusedGroup {
 public:
  virtual ~FusedGroup() = default;
  // Computes the results. Afterwards the registers are as after the original instructions. Returns
  // false, with all registers unchanged, for values that need the original instructions. `pool` is
  // the end of the program's constants.
  virtual bool run(IValue* registers, const IValue* pool) = 0;
};

// The first instruction of a loop.
struct NativeEntry {
  int32_t instruction;  // in Program::code
  int32_t segment = 0;  // in NativeProgram::segments, where these are the whole program
};

// A program as machine code, made by core/jit. Numbers that the code keeps in processor registers
// are stored to the frame before the interpreter reads them.
struct NativeProgram {
  // Null: the interpreter runs the whole program in segments, from `start` on.
  mutable NativeCode run = nullptr;
  mutable std::shared_ptr<const void> code;  // keeps the machine code
  int32_t start = 0;
  // The code looks at the interrupt flag in loops, and the frame contains all numbers while the
  // interpreter runs.
  bool isInterruptible = false;
  // Sets the two. Op::Compile calls it once. Throws tensor::Error when code cannot be made at all.
  mutable std::function<void(const NativeProgram&)> compile;
  // The instructions that the code leaves to the interpreter. Each segment ends with a Leave.
  std::vector<Instruction> segments;
  std::vector<int32_t> origins;      // for each of them, its index in Program::code
  std::vector<NativeEntry> entries;  // the loops at which a running call can continue
  std::vector<std::unique_ptr<FusedGroup>> groups;  // by the index in Op::Fused
};

template <typename Read, typename Write>
void Program::forEachOperand(const Instruction& at, Read read, Write write) const {
  const OpInfo& info = infoOf(at.op);
  const auto operand = [&](int32_t i) {
    return operands[static_cast<size_t>(at.b) + static_cast<size_t>(i)];
  };
  for (const char field : info.reads) {
    if (field != 'l') {
      read(withoutFlag(field == 'a' ? at.a : field == 'b' ? at.b : field == 'c' ? at.c : at.n));
      continue;
    }
    for (int32_t i = 0; i < at.n; ++i) read(withoutFlag(operand(i)));
  }
  if (info.writes == "a" || (info.writes == "r" && at.outs == 1)) return write(at.a);
  if (info.writes == "r")
    for (int32_t i = 0; i < at.outs; ++i) write(operand(at.n + i));
}

}  // namespace ts::interp
