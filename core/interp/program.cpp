#include "core/interp/program.h"

#include <fmt/format.h>

#include "core/interp/compile.h"

namespace ts::interp {

std::string_view nameOf(Op op) {
  static constexpr std::string_view kNames[] = {
#define OP(name) #name,
#include "core/interp/ops.def"
#undef OP
  };
  return kNames[static_cast<size_t>(op)];
}

Program::Program(ir::GraphPtr graph, std::string name, bool observed)
    : graph(std::move(graph)), name(std::move(name)) {
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
