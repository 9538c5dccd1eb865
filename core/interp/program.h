// A graph as bytecode of a register machine. Every value of the graph has a register of its frame, but for
// constants, which are in a pool, and for what is carried through loops and out of branches: such values share
// one where they can, so that hardly anything is moved.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/interp/interpreter.h"

namespace ts::interp {

// What an instruction reads: a register (the last use of a counted value takes it out of there) or, negative, a
// constant.
using Operand = int32_t;
constexpr Operand kTaken = 1 << 30;  // this is the last use

// a: the register that is written, b and c: operands, unless it says otherwise. "list": b is the place of n operands
// in Program::operands, followed by `outs` registers if there is more than one result.
enum class Op : uint16_t {
  Copy,       // a = b
  Release,    // a is empty from here on
  Jump,       // to c
  JumpIf, JumpIfNot,  // to c, by the bool b
  LoopBegin,  // a = 0, to c unless b > 0
  LoopNext,   // ++a, to c if a < b
  Return,     // list
  Kernel,     // list; c: index of the function
  Missing,    // list; c: index of the name of an operator that there is no function for

  // Operators of numbers and lists that loops are made of: as the operators of these names.
  AddInt, SubInt, MulInt, FloorDivInt, RemainderInt, NegInt,
  LtInt, LeInt, GtInt, GeInt, EqInt, NeInt,
  AddFloat, SubFloat, MulFloat, DivFloat,
  LtFloat, LeFloat, GtFloat, GeFloat,
  Not, Len, GetItem, SetItem, DeriveIndex, RangeLength, Is, IsNot,
  JumpIfNotLtInt, JumpIfNotLeInt, JumpIfNotGtInt, JumpIfNotGeInt, JumpIfNotEqInt, JumpIfNotNeInt,  // a, b: operands; to c

  MakeTuple,  // list; c: type of a named tuple, or -1
  MakeList,   // list; c: type of the elements
  MakeDict,   // list of keys and values in turn; c: type of the dict
  UnpackTuple, UnpackList,  // list of one, and its results
  TupleIndex,  // a = b[c], c an operand
  TupleSlice,  // a = b[from, to]; c: place of the two numbers in operands
  MakeObject,  // c: type
  GetAttr,     // a = b's slot c
  SetAttr,     // b's slot c = n, an operand
  IsInstance,  // a = b is of one of the types at c, n of them
  UnwrapOptional,
  ToList,      // list: the tensor and two numbers; c: type of the result
  Call,        // list; c: index of the callee
  CallMethod,  // list; c: index of the name, looked up in the object
  CallPython,  // list
  Enter, Exit,  // a = what b's __enter__ or __exit__ gives
  Raise,       // b: message, c: class or None
  Fork,        // list; c: index of the callee
  Warn,        // b: message

  // Only in bytecode for observers. Each is about the node that its place belongs to.
  FrameEvent,      // n: number of arguments, in the first registers
  ReturnEvent,     // list
  EnterEvent,      // list
  LeaveEvent,      // list of registers
  BlockEvent,      // c: which block
  IterationEvent,  // a: register of the index
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
  ir::GraphPtr graph;  // null: asked of the host
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
