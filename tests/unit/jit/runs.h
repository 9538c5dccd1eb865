// Runs graphs by fusions and by the interpreter, and compares the results.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "core/jit/cpu_target.h"
#include "core/jit/engine.h"
#include "core/jit/fused_group.h"
#include "core/jit/prepared_graph.h"
#include "core/kernels/copy.h"
#include "tests/unit/jit/graphs.h"

namespace ts::jit {

using interp::Stack;
using tensor::DType;
using tensor::IValue;
using tensor::Tensor;

inline Tensor sample(tensor::Dims sizes, DType dtype = DType::Float32, uint32_t seed = 1) {
  std::mt19937 random(seed);
  const Tensor wide = tensor::empty(sizes, DType::Float64);
  for (int64_t i = 0; i < wide.numel(); ++i)
    wide.data<double>()[i] = std::ldexp(static_cast<double>(random() % 4096) - 2048, -9);
  return kernels::toDType(wide, dtype);
}

// Runs the only fusion of a graph on its arguments. The pool of constants belongs to the program.
struct GroupRun {
  bool isDone;
  std::vector<IValue> registers;
};
inline GroupRun runGroup(std::string_view text, Stack arguments,
                         std::shared_ptr<LoopCache> loops =
                             std::make_shared<LoopCache>(std::vector<std::shared_ptr<LoopTarget>>{
                                 std::make_shared<CpuTarget>()})) {
  const interp::Program program(prepareGraph(graphOf(text)), "graph", interp::Events::None);
  std::vector<Fusion> fusions = findFusions(program, {});
  EXPECT_EQ(fusions.size(), 1U);
  const auto group = makeGroup(std::move(fusions[0]), std::move(loops));
  GroupRun run{false, std::move(arguments)};
  run.registers.resize(program.registers.size());
  run.isDone =
      group->run(run.registers.data(), program.constants.data() + program.constants.size());
  return run;
}
inline bool isFused(std::string_view text, Stack arguments) {
  return runGroup(text, std::move(arguments)).isDone;
}

inline void expectEqual(const IValue& got, const IValue& want, const std::string& where) {
  ASSERT_EQ(got.tag(), want.tag()) << where;
  if (!want.isTensor()) return;
  const Tensor a = got.toTensor(), b = want.toTensor();
  ASSERT_EQ(a.dtype(), b.dtype()) << where;
  ASSERT_EQ(a.sizes(), b.sizes()) << where;
  ASSERT_EQ(a.strides(), b.strides()) << where;
  // Functions differ by an ulp, which may round to another number of half precision.
  const double tolerance = a.dtype() == DType::BFloat16  ? 0x1p-6
                           : a.dtype() == DType::Float16 ? 0x1p-9
                                                         : 1e-5;
  const Tensor wide = kernels::toDType(a, DType::Float64),
               wanted = kernels::toDType(b, DType::Float64);
  for (int64_t i = 0; i < wide.numel(); ++i) {
    const double x = wide.data<double>()[i], y = wanted.data<double>()[i];
    if (std::isnan(x) && std::isnan(y)) continue;
    const bool isClose = x == y || std::abs(x - y) <= tolerance * std::max(1.0, std::abs(y));
    ASSERT_TRUE(isClose) << where << ": element " << i << " is " << x << " instead of " << y;
  }
}

inline void expectEqualRuns(const ir::GraphPtr& graph, const std::function<Stack()>& arguments,
                            const std::string& where = "") {
  Engine engine;
  interp::Interpreter interpreted, compiled;
  compiled.setNativeCompiler(&engine);
  const auto run = [&](interp::Interpreter& interpreter) -> Stack {
    try {
      return interpreter.run(graph, arguments());
    } catch (const interp::Exception& exception) {
      return {IValue(exception.message)};
    }
  };
  const Stack want = run(interpreted);
  for (int round = 0; round < 2; ++round) {
    const Stack got = run(compiled);
    ASSERT_EQ(got.size(), want.size()) << where;
    for (size_t i = 0; i < want.size(); ++i) expectEqual(got[i], want[i], where);
  }
}

inline void expectEqualRuns(std::string_view text, const std::function<Stack()>& arguments,
                            const std::string& where = "") {
  expectEqualRuns(graphOf(text), arguments, where);
}

}  // namespace ts::jit
