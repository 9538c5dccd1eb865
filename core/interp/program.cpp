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

Program::Program(ir::GraphPtr graph, std::string name, bool observed)
    : graph(std::move(graph)), name(std::move(name)) {
  Compiler(*this, observed).compile();
}

Program::~Program() { delete native(); }

void Program::setNative(std::unique_ptr<const NativeProgram> native) const {
  native_.store(native.release(), std::memory_order_release);
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
