#include "core/interp/program.h"

#include <fmt/format.h>

#include <array>

#include "core/interp/compile.h"

namespace ts::interp {

std::string_view nameOf(Op op) {
  static constexpr std::array<std::string_view, static_cast<size_t>(Op::IterationEvent) + 1> kNames = {
      "Copy", "Release", "Jump", "JumpIf", "JumpIfNot", "LoopBegin", "LoopNext", "Return", "Kernel", "Missing",
      "AddInt", "SubInt", "MulInt", "FloorDivInt", "RemainderInt", "NegInt", "LtInt", "LeInt", "GtInt", "GeInt", "EqInt",
      "NeInt", "AddFloat", "SubFloat", "MulFloat", "DivFloat", "LtFloat", "LeFloat", "GtFloat", "GeFloat", "Not", "Len",
      "GetItem", "SetItem", "DeriveIndex", "RangeLength", "Is", "IsNot", "JumpIfNotLtInt", "JumpIfNotLeInt",
      "JumpIfNotGtInt", "JumpIfNotGeInt", "JumpIfNotEqInt", "JumpIfNotNeInt", "MakeTuple", "MakeList", "MakeDict",
      "UnpackTuple", "UnpackList", "TupleIndex", "TupleSlice", "MakeObject", "GetAttr", "SetAttr", "IsInstance",
      "UnwrapOptional", "ToList", "Call", "CallMethod", "CallPython", "Enter", "Exit", "Raise", "Fork", "Warn",
      "FrameEvent", "ReturnEvent", "EnterEvent", "LeaveEvent", "BlockEvent", "IterationEvent"};
  return kNames[static_cast<size_t>(op)];
}

Program::Program(ir::GraphPtr graph, std::string name, bool observed) : graph(std::move(graph)), name(std::move(name)) {
  Compiler(*this, observed).compile();
}

std::string Program::text() const {
  std::string text;
  for (size_t i = 0; i < code.size(); ++i) {
    const Instruction& in = code[i];
    text += fmt::format("{:3} {} a={} b={} c={} n={}\n", i, nameOf(in.op), in.a, in.b, in.c, in.n);
  }
  return text;
}

}  // namespace ts::interp
