// Code that the background makes while the interpreter runs.
#include <chrono>
#include <filesystem>

#include "core/interp/program.h"
#include "core/jit/engine.h"
#include "tests/unit/jit/graphs.h"

namespace ts::jit {
namespace {

using interp::Stack;
using tensor::IValue;

constexpr std::string_view kSum = R"(graph(%n : int, %scale : float):
  %true : bool = prim::Constant[value=1]()
  %seven : int = prim::Constant[value=7]()
  %zero : int = prim::Constant[value=0]()
  %none : float = prim::Constant[value=0.]()
  %sum : int, %total : float = prim::Loop(%n, %true, %zero, %none)
    block0(%i : int, %s : int, %t : float):
      %r : int = aten::remainder(%i, %seven)
      %u : int = aten::add(%s, %r)
      %v : float = aten::add(%t, %scale)
      -> (%true, %u, %v)
  return (%sum, %total)
)";

struct Tiered {
  explicit Tiered(std::shared_ptr<ObjectCache> cache = nullptr)
      : engine({.workplace = Workplace::Background, .cache = std::move(cache)}) {
    interpreter.setNativeCompiler(&engine);
  }
  Engine engine;
  interp::Interpreter interpreter;
};

bool isNative(interp::Interpreter& interpreter, const ir::GraphPtr& graph) {
  return interpreter.program(graph, "graph").native() != nullptr;
}

// Calls `run` until code has replaced the graph's program, which LLVM makes on another thread.
// Returns false after a minute.
template <typename Run>
bool runUntilNative(interp::Interpreter& interpreter, const ir::GraphPtr& graph, Run run) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!isNative(interpreter, graph) && std::chrono::steady_clock::now() < end) run();
  return isNative(interpreter, graph);
}

TEST(Tiered, AProgramThatRunsOftenBecomesCode) {
  const ir::GraphPtr graph = graphOf(kSum);
  Tiered tiered;
  int calls = 0;
  EXPECT_TRUE(runUntilNative(tiered.interpreter, graph, [&] {
    const Stack results = tiered.interpreter.run(graph, {int64_t{10}, 0.5});
    EXPECT_EQ(results[0].toInt(), 24);
    EXPECT_EQ(results[1].toDouble(), 5.0);
    ++calls;
  }));
  EXPECT_GE(calls, 8);
  EXPECT_EQ(tiered.interpreter.run(graph, {int64_t{10}, 0.5})[0].toInt(), 24);
}

// The loop of one call is longer than LLVM takes.
TEST(Tiered, ARunningLoopContinuesAsCode) {
  const ir::GraphPtr graph = graphOf(kSum);
  Tiered tiered;
  int64_t rounds = int64_t{1} << 22;
  for (; rounds < int64_t{1} << 34 && !isNative(tiered.interpreter, graph); rounds *= 4) {
    const Stack results = tiered.interpreter.run(graph, {rounds, 0.5});
    EXPECT_EQ(results[0].toInt(), rounds / 7 * 21 + rounds % 7 * (rounds % 7 - 1) / 2);
    EXPECT_EQ(results[1].toDouble(), 0.5 * static_cast<double>(rounds));
  }
  EXPECT_TRUE(isNative(tiered.interpreter, graph));
}

// The caller of a graph is not bound to its types: the code refuses the int in the register of a
// float, and the interpreter goes on.
TEST(Tiered, ALoopOverAnUnexpectedTypeStaysInterpreted) {
  const ir::GraphPtr graph = graphOf(R"(graph(%n : int, %x : float, %y : float):
  %true : bool = prim::Constant[value=1]()
  %one : int = prim::Constant[value=1]()
  %zero : int = prim::Constant[value=0]()
  %sum : int = prim::Loop(%n, %true, %zero)
    block0(%i : int, %s : int):
      %u : int = aten::add(%s, %one)
      -> (%true, %u)
  %z : float = aten::add(%x, %y)
  return (%sum, %z)
)");
  Tiered tiered;
  ASSERT_TRUE(runUntilNative(tiered.interpreter, graph, [&] {
    tiered.interpreter.run(graph, {int64_t{5000}, 1.0, 2.0});
  }));
  const interp::NativeProgram* native = tiered.interpreter.program(graph, "graph").native();
  EXPECT_EQ(native->entries.size(), 1U);
  interp::Interpreter interpreted;
  const Stack arguments = {int64_t{5000}, 1.0, int64_t{2}};
  const auto outcome = [&](interp::Interpreter& interpreter) -> std::string {
    try {
      return interp::textOf(interpreter.run(graph, arguments)[1]);
    } catch (const interp::Exception& exception) {
      return exception.message;
    }
  };
  EXPECT_EQ(outcome(tiered.interpreter), outcome(interpreted));
}

TEST(Tiered, LoopsOverTensorsAreCompiledMeanwhile) {
  const ir::GraphPtr graph = graphOf(kChain);
  const tensor::Tensor x = tensor::empty(tensor::Dims{64}, tensor::DType::Float32);
  std::fill_n(x.data<float>(), 64, 2.0F);
  Tiered tiered;
  // The results must not change when code takes over.
  const auto run = [&] {
    const Stack results = tiered.interpreter.run(graph, {x, x});
    EXPECT_EQ(results[0].toTensor().data<float>()[63], 6.0F);
  };
  EXPECT_TRUE(runUntilNative(tiered.interpreter, graph, run));
  for (int calls = 0; calls < 20; ++calls) run();
}

TEST(Tiered, AnEngineMayEndWhileLlvmWorks) {
  for (int i = 0; i < 3; ++i) {
    const ir::GraphPtr graph = graphOf(kSum);
    Tiered tiered;
    tiered.interpreter.run(graph, {int64_t{5000}, 0.5});
  }
}

TEST(Engine, CodeComesFromTheCacheOfAnEarlierEngine) {
  std::string pattern = (std::filesystem::temp_directory_path() / "engine_XXXXXX").string();
  const std::filesystem::path folder = mkdtemp(pattern.data());
  const ir::GraphPtr graph = graphOf(kSum);
  const auto run = [&] {
    Engine engine({.cache = std::make_shared<ObjectCache>((folder / "objects").string())});
    interp::Interpreter interpreter;
    interpreter.setNativeCompiler(&engine);
    return interpreter.run(graph, {int64_t{10}, 0.5})[0].toInt();
  };
  EXPECT_EQ(run(), 24);
  const auto entry = *std::filesystem::directory_iterator(folder / "objects");
  const auto size = entry.file_size();
  EXPECT_EQ(run(), 24);
  // A cut entry is compiled again.
  std::filesystem::resize_file(entry, size / 2);
  EXPECT_EQ(run(), 24);
  EXPECT_EQ(std::filesystem::file_size(entry.path()), size);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace ts::jit
