// Runs graphs as machine code and by the interpreter, and compares results and failures.
#include "core/jit/engine.h"
#include "core/jit/prepared_graph.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/interp/program.h"
#include "core/interp/state.h"
#include "core/ir/kinds.h"
#include "core/jit/function_writer.h"
#include "tests/unit/jit/outcomes.h"

namespace ts::jit {
namespace {

using interp::Stack;
using tensor::IValue;

constexpr std::string_view kSum = R"(graph(%n : int, %d : int):
  %true : bool = prim::Constant[value=1]()
  %zero : int = prim::Constant[value=0]()
  %sum : int = prim::Loop(%n, %true, %zero)
    block0(%i : int, %s : int):
      %q : int = aten::floordiv(%i, %d)
      %r : int = aten::remainder(%i, %d)
      %t : int = aten::add(%s, %q)
      %u : int = aten::sub(%t, %r)
      -> (%true, %u)
  return (%sum)
)";

TEST(Engine, DividesAsPythonDoes) {
  EXPECT_EQ(both(kSum, [] { return Stack{int64_t{100}, int64_t{7}}; }), "int:370 ");
  both(kSum, [] { return Stack{int64_t{100}, int64_t{-7}}; });
  both(kSum, [] { return Stack{int64_t{100}, int64_t{-1}}; });
}

// Sees what a debugger sees while a loop is interrupted.
struct PausingHost final : interp::Host {
  void interrupted() override {
    flag = false;
    for (const interp::LiveFrame& frame : interp::runningFrames())
      for (const auto& [value, content] : frame.values)
        seen[value->debugName()] = interp::textOf(content);
  }
  std::atomic<bool> flag{true};
  std::map<std::string, std::string> seen;
};

TEST(Engine, AnInterruptedLoopShowsItsNumbersAndGoesOn) {
  for (const Workplace workplace : {Workplace::Caller, Workplace::Background}) {
    PausingHost host;
    Engine engine({.workplace = workplace, .isInterruptible = true});
    interp::Interpreter interpreter(&host);
    interpreter.setNativeCompiler(&engine);
    interpreter.setInterrupt(&host.flag);
    const Stack results = interpreter.run(graphOf(kSum), {int64_t{100'000}, int64_t{3}});
    EXPECT_FALSE(host.flag);
    EXPECT_GT(std::stoi(host.seen["i"]), 0);
    interp::Interpreter plain;
    EXPECT_EQ(results[0].toInt(),
              plain.run(graphOf(kSum), {int64_t{100'000}, int64_t{3}})[0].toInt());
  }
}

// Counts two lines, with a log of the given size.
struct LineCounter final : interp::Observer {
  explicit LineCounter(size_t size) : visits(size) {
    log = {visits.data(), visits.data() + size, 1};
  }
  interp::Events runBegun(const ir::Graph&, std::string_view) override {
    return interp::Events::Lines;
  }
  interp::Line lineOf(const ir::Node& node) override {
    return {node.is(ir::prim::Loop) ? 1U : 2U, true};
  }
  interp::LineLog* lineLog() override { return &log; }
  void lineReached(const ir::Node& node) override { beyond.push_back(lineOf(node).number); }
  std::vector<uint32_t> lines() const {
    std::vector<uint32_t> all;
    for (const interp::LineVisit* at = visits.data(); at != log.next; ++at) all.push_back(at->line);
    all.insert(all.end(), beyond.begin(), beyond.end());
    return all;
  }
  std::vector<interp::LineVisit> visits;
  interp::LineLog log;
  std::vector<uint32_t> beyond;
};

TEST(Engine, MachineCodeCountsTheLinesThatTheInterpreterCounts) {
  const auto linesOf = [](Engine* engine, size_t size) {
    LineCounter counter(size);
    interp::Interpreter interpreter;
    interpreter.setNativeCompiler(engine);
    interpreter.setObserver(&counter);
    interpreter.run(graphOf(kSum), {int64_t{5}, int64_t{3}});
    return counter.lines();
  };
  const std::vector<uint32_t> expected = {1, 2, 1, 2, 1, 2, 1, 2, 1, 2};
  for (const bool isInterruptible : {false, true}) {
    Engine engine({.isInterruptible = isInterruptible});
    for (const size_t size : {size_t{0}, size_t{3}, size_t{100}}) {
      EXPECT_EQ(linesOf(&engine, size), expected);
      EXPECT_EQ(linesOf(nullptr, size), expected);
    }
  }
}

// Constant divisors become products or shifts.
TEST(Engine, DividesByConstants) {
  for (const int64_t divisor : {int64_t{1}, int64_t{2}, int64_t{3}, int64_t{7}, int64_t{10},
                                int64_t{64}, int64_t{641}, int64_t{1000003}, int64_t{1} << 40,
                                (int64_t{1} << 62) + 1, INT64_MAX, int64_t{-1}, int64_t{-7}}) {
    const std::string text = fmt::format(R"(graph(%x : int):
  %d : int = prim::Constant[value={}]()
  %q : int = aten::floordiv(%x, %d)
  %r : int = aten::remainder(%x, %d)
  return (%q, %r)
)",
                                         divisor);
    for (const int64_t base : {int64_t{0}, divisor, -divisor, int64_t{12345678901234567},
                               int64_t{-12345678901234567}, INT64_MAX - 2, INT64_MIN + 2})
      for (int64_t step = -2; step <= 2; ++step)
        if (int64_t x = 0; !__builtin_add_overflow(base, step, &x))
          both(text, [=] { return Stack{x}; });
  }
}

TEST(Engine, AFailureIsThatOfTheInterpreter) {
  EXPECT_EQ(both(kSum,
                 [] {
                   return Stack{int64_t{100}, int64_t{0}};
                 }),
            "RuntimeError: division by 0 in 1 functions");
}

TEST(Engine, ALoopWithoutRoundsLeavesItsValues) {
  EXPECT_EQ(both(kSum, [] { return Stack{int64_t{-3}, int64_t{7}}; }), "int:0 ");
}

constexpr std::string_view kReverse = R"(graph(%x : int[], %n : int, %at : int):
  %true : bool = prim::Constant[value=1]()
  %one : int = prim::Constant[value=1]()
   = prim::Loop(%n, %true)
    block0(%i : int):
      %last : int = aten::neg(%i)
      %other : int = aten::sub(%last, %one)
      %a : int = aten::__getitem__(%x, %other)
      %ignored : int[] = aten::append(%x, %a)
      -> (%true)
  %size : int = aten::len(%x)
  %set : int[] = aten::_set_item(%x, %at, %size)
  return (%x, %size)
)";

TEST(Engine, ReadsAndChangesLists) {
  auto list = [] { return tensor::makeIntList(std::array<int64_t, 3>{5, 6, 7}); };
  EXPECT_EQ(both(kReverse,
                 [&] {
                   return Stack{list(), int64_t{2}, int64_t{-1}};
                 }),
            "List:[5, 6, 7, 7, 5] int:5 ");
  EXPECT_EQ(both(kReverse,
                 [&] {
                   return Stack{list(), int64_t{2}, int64_t{9}};
                 }),
            "RuntimeError: list index out of range in 1 functions");
}

// The register of %y contains an int or None, so the interpreter computes it.
TEST(Engine, ARegisterMayHoldValuesOfSeveralTypes) {
  constexpr std::string_view kOptional = R"(graph(%x : int, %b : bool):
  %none : NoneType = prim::Constant()
  %two : int = prim::Constant[value=2]()
  %y : int? = prim::If(%b)
    block0():
      %z : int = aten::mul(%x, %two)
      -> (%z)
    block1():
      -> (%none)
  %w : int = aten::add(%x, %two)
  return (%y, %w)
)";
  EXPECT_EQ(both(kOptional, [] { return Stack{int64_t{4}, true}; }), "int:8 int:6 ");
  EXPECT_EQ(both(kOptional, [] { return Stack{int64_t{4}, false}; }), "None:None int:6 ");
}

// The caller of a graph is not bound to its types.
TEST(Engine, AnArgumentOfAnotherTypeIsLeftToTheInterpreter) {
  constexpr std::string_view kAdd = R"(graph(%x : float, %y : float):
  %z : float = aten::add(%x, %y)
  return (%z)
)";
  EXPECT_EQ(both(kAdd, [] { return Stack{1.5, 2.0}; }), "float:3.5 ");
  both(kAdd, [] { return Stack{1.5, int64_t{2}}; });
}

// The only code is between the segments of a fusion and of the return.
TEST(Engine, ANumberBehindAFusionIsComputed) {
  constexpr std::string_view kText = R"(graph(%x : Tensor, %i : int):
  %a : Tensor = aten::asin(%x)
  %j : int = aten::neg(%i)
  return (%a, %j)
)";
  const auto arguments = [] {
    tensor::Tensor x = tensor::empty(tensor::Dims{2}, tensor::DType::Float32);
    std::fill_n(x.data<float>(), 2, 0.0F);
    return Stack{x, int64_t{4}};
  };
  EXPECT_NE(both(kText, arguments).find("int:-4 "), std::string::npos);
}

TEST(Engine, ADivisionByOneIsAFloat) {
  EXPECT_EQ(both("graph(%i : int):\n  %one : int = prim::Constant[value=1]()\n"
                 "  %x : float = aten::div(%i, %one)\n  return (%x)\n",
                 [] { return Stack{int64_t{2}}; }),
            "float:2. ");
}

TEST(Engine, AWriteToTheResultOfTypeAsReachesItsArgument) {
  const ir::GraphPtr graph = graphOf(R"(graph(%x : Tensor):
  %one : int = prim::Constant[value=1]()
  %y : Tensor = aten::type_as(%x, %x)
  %z : Tensor = aten::add_(%y, %one, %one)
  return (%x)
)");
  const auto arguments = [] {
    tensor::Tensor x = tensor::empty(tensor::Dims{2}, tensor::DType::Float32);
    std::fill_n(x.data<float>(), 2, 0.0F);
    return Stack{x};
  };
  interp::Interpreter interpreter;
  const std::string want = outcomeOf(interpreter, graph, arguments());
  EXPECT_EQ(outcomeOf(interpreter, prepareGraph(graph), arguments()), want);
}

TEST(Engine, KernelsOfNumbersBecomeCode) {
  constexpr std::string_view kText = R"(graph(%i : int, %x : float):
  %f : float = aten::Float(%i)
  %a : float = aten::mul(%x, %i)
  %b : float = aten::sub(%i, %a)
  %c : float = aten::div(%i, %i)
  %d : float = aten::neg(%b)
  %less : bool = aten::lt(%i, %x)
  %same : bool = aten::eq(%f, %x)
  %other : bool = aten::ne(%i, %x)
  %both : bool = aten::__and__(%other, %less)
  %bits : int = aten::__xor__(%i, %i)
  %left : int = aten::__lshift__(%i, %i)
  %right : int = aten::__rshift__(%i, %i)
  %e : float = aten::div(%x, %i)
  %g : float = prim::max(%x, %f)
  %h : float = prim::min(%f, %x)
  %k : int = prim::max(%i, %left)
  %l : int = prim::min(%i, %right)
  %m : int = prim::abs(%i)
  %n : float = prim::abs(%x)
  %o : float = aten::sqrt(%x)
  %p : float = aten::exp(%x)
  %q : float = aten::sin(%i)
  return (%f, %a, %b, %c, %d, %less, %same, %other, %both, %bits, %left, %right, %e, %g, %h, %k, %l, %m, %n, %o, %p, %q)
)";
  const auto graph = graphOf(kText);
  const interp::Program program(graph, "graph", interp::Events::None);
  EXPECT_EQ(writeFunction(program).segments.size(), 2U);  // only the return
  for (const int64_t i : {int64_t{0}, int64_t{-3}, INT64_MAX})
    for (const double x : {0.0, -3.0, 0.5, std::nan("")}) both(kText, [=] { return Stack{i, x}; });
}

// A long program, whose loop divides by %d.
std::string longProgram() {
  std::string text = R"(graph(%n : int, %d : int):
  %true : bool = prim::Constant[value=1]()
  %three : int = prim::Constant[value=3]()
  %x0 : int = aten::neg(%d)
)";
  for (int i = 0; i < 120; ++i)
    text += fmt::format("  %x{} : int = aten::{}(%x{}, %{})\n", i + 1, i % 2 ? "mul" : "add", i,
                        i % 3 ? "three" : "n");
  return text + R"(  %sum : int = prim::Loop(%n, %true, %x120)
    block0(%i : int, %s : int):
      %q : int = aten::floordiv(%i, %d)
      %t : int = aten::add(%s, %q)
      -> (%true, %t)
  %last : int = aten::sub(%sum, %x119)
  return (%last, %x60)
)";
}

TEST(Engine, LongProgramsAreCompiledWhenALoopRuns) {
  const ir::GraphPtr graph = graphOf(longProgram());
  Engine engine;
  interp::Interpreter interpreted, compiled;
  compiled.setNativeCompiler(&engine);
  const interp::NativeProgram* native = compiled.program(graph, "graph").native();
  ASSERT_NE(native, nullptr);
  const auto expectEqual = [&](int64_t n, int64_t d) {
    EXPECT_EQ(outcomeOf(compiled, graph, {n, d}), outcomeOf(interpreted, graph, {n, d}));
  };
  expectEqual(0, 3);
  EXPECT_EQ(native->run, nullptr);
  expectEqual(9, 0);  // fails in the loop, right after its compilation
  EXPECT_NE(native->run, nullptr);
  for (const int64_t n : {5, 0, 100}) expectEqual(n, 3);
}

// The caller of a graph is not bound to its types: the code refuses the float.
TEST(Engine, ALoopOverAnotherTypeStaysInSegments) {
  const ir::GraphPtr graph = graphOf(longProgram());
  Engine engine;
  interp::Interpreter interpreted, compiled;
  compiled.setNativeCompiler(&engine);
  for (int round = 0; round < 2; ++round)
    EXPECT_EQ(outcomeOf(compiled, graph, {int64_t{4}, 2.0}),
              outcomeOf(interpreted, graph, {int64_t{4}, 2.0}));
}

TEST(Engine, InnerListsAreReadWithoutReferences) {
  constexpr std::string_view kNested = R"(graph(%x : float[][], %i : int, %j : int):
  %one : int = prim::Constant[value=1]()
  %row : float[] = aten::__getitem__(%x, %i)
  %k : int = aten::add(%j, %one)
  %y : float = aten::__getitem__(%row, %k)
  return (%y, %x)
)";
  auto lists = [] {
    auto row = [](double a, double b) {
      return tensor::makeList(types::floatType(), {IValue(a), IValue(b)});
    };
    return tensor::makeList(types::anyType(), {row(1, 2), row(3, 4)});
  };
  EXPECT_EQ(both(kNested,
                 [&] {
                   return Stack{lists(), int64_t{1}, int64_t{0}};
                 }),
            "float:4. List:[[1., 2.], [3., 4.]] ");
  both(kNested, [&] { return Stack{lists(), int64_t{1}, int64_t{1}}; });
  both(kNested, [&] { return Stack{lists(), int64_t{2}, int64_t{0}}; });
}

}  // namespace
}  // namespace ts::jit
