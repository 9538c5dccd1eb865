#include "core/interp/program.h"

#include <fmt/format.h>

#include "core/interp/compile.h"

namespace ts::interp {

const OpInfo& infoOf(Op op) {
  static constexpr OpInfo kInfos[] = {
#define OP(name, reads, writes) {#name, reads, writes},
#include "core/interp/ops.def"
#undef OP
  };
  return kInfos[static_cast<size_t>(op)];
}

bool isJump(Op op) {
  switch (op) {
    case Op::Jump:
    case Op::JumpIf:
    case Op::JumpIfNot:
    case Op::LoopBegin:
    case Op::LoopNext:
    case Op::JumpIfNotLtInt:
    case Op::JumpIfNotLeInt:
    case Op::JumpIfNotGtInt:
    case Op::JumpIfNotGeInt:
    case Op::JumpIfNotEqInt:
    case Op::JumpIfNotNeInt: return true;
    default: return false;
  }
}

bool mayContinue(Op op) {
  return op != Op::Jump && op != Op::Return && op != Op::Raise && op != Op::Missing;
}

Program::Program(ir::GraphPtr graph, std::string name, Events events, Observer* observer,
                 const ResultMarker* marker)
    : graph(std::move(graph)), name(std::move(name)), marker(marker) {
  Compiler(*this, events, observer).compile();
}

Program::~Program() = default;

void Program::setNative(std::unique_ptr<const NativeProgram> native) const {
  native_ = std::move(native);
}

std::string Program::text() const {
  std::string text;
  for (size_t i = 0; i < code.size(); ++i) {
    const Instruction& in = code[i];
    text +=
        fmt::format("{:3} {} a={} b={} c={} n={}\n", i, infoOf(in.op).name, in.a, in.b, in.c, in.n);
  }
  return text;
}

}  // namespace ts::interp
