// Runs graphs that are parsed from text.
#include <gtest/gtest.h>

#include "core/interp/events.h"
#include "core/interp/interpreter.h"
#include "core/interp/program.h"
#include "core/ir/kinds.h"
#include "core/ir/text.h"
#include "core/kernels/copy.h"

namespace ts::interp {
namespace {

ir::GraphPtr graphOf(std::string_view text) {
  auto parsed = ir::parseGraph(text, std::make_shared<types::TypeTable>());
  EXPECT_TRUE(parsed.graph) << parsed.error;
  return parsed.graph;
}

IValue run(std::string_view text, Stack arguments) {
  Interpreter interpreter;
  Stack results = interpreter.run(graphOf(text), std::move(arguments));
  return results.size() == 1 ? results[0] : tensor::makeTuple(results);
}

std::string failureOf(std::string_view text, Stack arguments) {
  try {
    run(text, std::move(arguments));
  } catch (const Exception& exception) {
    return exception.className + ": " + exception.message;
  }
  return "";
}

// Fibonacci numbers by rotating two carried values. Neither value may be overwritten too early.
constexpr std::string_view kRotation = R"(graph(%n : int):
  %true : bool = prim::Constant[value=1]()
  %zero : int = prim::Constant[value=0]()
  %one : int = prim::Constant[value=1]()
  %a : int, %b : int = prim::Loop(%n, %true, %zero, %one)
    block0(%i : int, %x : int, %y : int):
      %s : int = aten::add(%x, %y)
      -> (%true, %y, %s)
  return (%a))";

// A kernel of another device, which gives a tensor of one element on the CPU.
void countOnDevice(Stack& stack) {
  stack.back() = IValue(tensor::scalarTensor(stack.back().toTensor().numel()));
}

TEST(Run, OperatorsRunOnTheDeviceOfTheirTensors) {
  static constexpr kernels::Kernel kKernels[] = {{"aten::neg", countOnDevice}};
  kernels::registerKernels(tensor::Device::Cuda, kKernels);
  const auto onDevice = [] {
    return IValue(tensor::onStorage(tensor::deviceStorage(tensor::Device::Cuda, 28, nullptr),
                                    tensor::DType::Float32, tensor::Dims{7}, tensor::Dims{1}, 0));
  };
  constexpr std::string_view kNegative = R"(graph(%x : Tensor):
  %r : Tensor = aten::neg(%x)
  return (%r))";
  EXPECT_EQ(*run(kNegative, {onDevice()}).toTensor().data<int64_t>(), 7);
  EXPECT_EQ(*run(kNegative, {IValue(tensor::scalarTensor(2.0F))}).toTensor().data<float>(), -2);
  const std::string failure = failureOf(R"(graph(%x : Tensor):
  %r : Tensor = aten::exp(%x)
  return (%r))",
                                        {onDevice()});
  EXPECT_NE(failure.find("aten::exp has no kernel for tensors on cuda"), std::string::npos)
      << failure;
}

TEST(Run, LoopsCarryValuesAllAtOnce) { EXPECT_EQ(run(kRotation, {10}).toInt(), 55); }
TEST(Run, LoopsThatDontRunGiveTheInitialValues) {
  EXPECT_EQ(run(kRotation, {0}).toInt(), 0);
  EXPECT_EQ(run(kRotation, {-3}).toInt(), 0);
}

TEST(Run, AnEmptyDictHasStringsAsKeys) {
  const IValue made = run("graph():\n  %d : Dict(str, Tensor) = aten::dict()\n  return (%d)", {});
  EXPECT_EQ(made.toDict().size(), 0U);
  EXPECT_EQ(made.toDict().key, types::stringType());
}

TEST(Run, ALeafThatNeedsItsGradientIsNotWrittenTo) {
  constexpr std::string_view text = R"(graph(%x : Tensor):
  %r : Tensor = aten::relu_(%x)
  return (%r))";
  const tensor::Tensor x = tensor::empty(std::vector<int64_t>{2}, tensor::DType::Float32);
  kernels::fill(x, 1.0);
  EXPECT_EQ(failureOf(text, {x}), "");
  x.impl()->requiresGrad = true;
  EXPECT_NE(failureOf(text, {x}).find("leaf"), std::string::npos);
}

TEST(Run, TextsAndListsThatDoubleWithoutEndAreErrors) {
  constexpr std::string_view text = R"(graph(%n : int, %s : str):
  %true : bool = prim::Constant[value=1]()
  %r : str = prim::Loop(%n, %true, %s)
    block0(%i : int, %x : str):
      %y : str = aten::add(%x, %x)
      -> (%true, %y)
  return (%r))";
  EXPECT_EQ(run(text, {3, "ab"}).toString(), "abababababababab");
  EXPECT_NE(failureOf(text, {60, std::string(1 << 20, 'a')}).find("kMaxText"), std::string::npos);
}

TEST(Run, WhileLoopsReadTheirConditionBehindTheBody) {
  constexpr std::string_view text = R"(graph(%n : int):
  %most : int = prim::Constant[value=9223372036854775807]()
  %one : int = prim::Constant[value=1]()
  %start : bool = aten::gt(%n, %one)
  %a : int = prim::Loop(%most, %start, %n)
    block0(%i : int, %x : int):
      %two : int = aten::add(%one, %one)
      %h : int = aten::floordiv(%x, %two)
      %again : bool = aten::gt(%h, %one)
      -> (%again, %h)
  return (%a))";
  EXPECT_EQ(run(text, {40}).toInt(), 1);
  EXPECT_EQ(run(text, {1}).toInt(), 1);
}

constexpr std::string_view kBranch = R"(graph(%x : int, %y : int):
  %c : bool = aten::lt(%x, %y)
  %a : int, %b : int = prim::If(%c)
    block0():
      %s : int = aten::sub(%y, %x)
      -> (%s, %s)
    block1():
      -> (%x, %y)
  return (%a, %b))";

TEST(Run, BranchesHandOutOneValueTwice) {
  const IValue less = run(kBranch, {3, 10});
  EXPECT_EQ(less.toTuple().items[0].toInt(), 7);
  EXPECT_EQ(less.toTuple().items[1].toInt(), 7);
  const IValue more = run(kBranch, {10, 3});
  EXPECT_EQ(more.toTuple().items[0].toInt(), 10);
  EXPECT_EQ(more.toTuple().items[1].toInt(), 3);
}

TEST(Run, OneListInTwoPlacesIsOneList) {
  const IValue result = run(R"(graph(%c : bool, %l : int[], %v : int):
  %a : int[], %b : int[] = prim::If(%c)
    block0():
      %m : int[] = aten::copy(%l)
      -> (%m, %m)
    block1():
      -> (%l, %l)
  %0 : int[] = aten::append(%a, %v)
  return (%a, %b))",
                            {true, tensor::makeIntList(std::array<int64_t, 2>{1, 2}), 3});
  EXPECT_TRUE(result.toTuple().items[0].same(result.toTuple().items[1]));
  EXPECT_EQ(result.toTuple().items[1].toIntVector(), (std::vector<int64_t>{1, 2, 3}));
}

// Counts the references to a tensor while the graph runs.
class Counter final : public Observer {
 public:
  void nodeLeft(const ir::Node& node, std::span<const IValue>) override {
    seen.push_back(std::string(node.kind().str()));
  }
  void blockTaken(const ir::Node&, size_t block) override {
    seen.push_back("block " + std::to_string(block));
  }
  void iterationBegun(const ir::Node&, int64_t index) override {
    seen.push_back("iteration " + std::to_string(index));
  }
  void framePushed(const ir::Graph&, std::string_view function,
                   std::span<const IValue> arguments) override {
    seen.push_back("push " + std::string(function) + " " + textOf(arguments[0]));
  }
  void framePopped(const ir::Graph&, std::span<const IValue> results) override {
    seen.push_back("pop " + textOf(results[0]));
  }
  void raised(const ir::Node& node, const Exception& exception, const LiveFrames&) override {
    seen.push_back(node.kind().str() + " raised " + exception.message);
  }
  std::vector<std::string> seen;
};

TEST(Run, ObserversSeeEveryStepInOrder) {
  Interpreter interpreter;
  Counter counter;
  interpreter.setObserver(&counter);
  interpreter.run(graphOf(kRotation), {2}, "fib");
  EXPECT_EQ(counter.seen,
            (std::vector<std::string>{"push fib 2", "iteration 0", "aten::add", "iteration 1",
                                      "aten::add", "prim::Loop", "pop 1"}));
  counter.seen.clear();
  interpreter.run(graphOf(kBranch), {3, 1}, "branch");
  EXPECT_EQ(counter.seen, (std::vector<std::string>{"push branch 3", "aten::lt", "block 1",
                                                    "prim::If", "pop 3"}));
}

TEST(Run, ObserversSeeExceptions) {
  Interpreter interpreter;
  Counter counter;
  interpreter.setObserver(&counter);
  const auto graph =
      graphOf("graph(%a : int, %b : int):\n  %c : int = aten::floordiv(%a, %b)\n  return (%c)");
  EXPECT_THROW(interpreter.run(graph, {1, 0}), Exception);
  EXPECT_EQ(counter.seen.back(), "aten::floordiv raised division by 0");
}

// Wants only lines, and keeps what is left of a failed run.
class LineObserver final : public Observer {
 public:
  Events runBegun(const ir::Graph&, std::string_view) override { return wanted; }
  Line lineOf(const ir::Node& node) override {
    return {node.is(ir::prim::Loop) ? 1U : 2U, !node.is(ir::prim::TupleConstruct)};
  }
  LineLog* lineLog() override { return log.next == nullptr ? nullptr : &log; }
  void lineReached(const ir::Node& node) override {
    seen.push_back(std::string(node.kind().str()));
  }
  void nodeEntered(const ir::Node&, std::span<const IValue>) override { seen.push_back("node"); }
  void iterationBegun(const ir::Node&, int64_t index) override {
    seen.push_back("iteration " + std::to_string(index));
  }
  void raised(const ir::Node&, const Exception&, const LiveFrames& frames) override {
    for (const LiveFrame& frame : frames())
      for (const auto& [value, content] : frame.values)
        left.push_back(value->debugName() + "=" + textOf(content));
  }
  Events wanted = Events::Lines;
  std::vector<std::string> seen, left;
  LineLog log;
};

TEST(Run, LinesAreReachedOncePerBlock) {
  Interpreter interpreter;
  LineObserver observer;
  interpreter.setObserver(&observer);
  interpreter.run(graphOf(kRotation), {2}, "fib");
  EXPECT_EQ(observer.seen,
            (std::vector<std::string>{"prim::Loop", "aten::add", "prim::Loop", "aten::add"}));
  // The log takes as many visits as it has room for.
  std::array<LineVisit, 3> visits;
  observer.log = {visits.data(), visits.data() + visits.size(), 7};
  observer.seen.clear();
  interpreter.run(graphOf(kRotation), {2}, "fib");
  EXPECT_EQ(observer.seen, std::vector<std::string>{"aten::add"});
  for (size_t i = 0; i < visits.size(); ++i) {
    EXPECT_EQ(visits[i].line, i == 1 ? 2U : 1U);
    EXPECT_EQ(visits[i].depth, 7U);
  }
}

TEST(Run, AFailedRunKnowsTheValuesThatAreStillRead) {
  const auto graph = graphOf(R"(graph(%n : int, %l : int[], %t : Tensor):
  %true : bool = prim::Constant[value=1]()
  %none : NoneType = prim::Constant()
  %gone : Tensor = aten::clone(%t, %none)
  %kept : Tensor = aten::clone(%gone, %none)
  %s : int = prim::Loop(%n, %true, %n)
    block0(%i : int, %sum : int):
      %v : int = aten::__getitem__(%l, %i)
      %next : int = aten::add(%sum, %v)
      -> (%true, %next)
  %r : (int, Tensor) = prim::TupleConstruct(%s, %kept)
  return (%r))");
  for (const Events wanted : {Events::None, Events::Lines, Events::All}) {
    Interpreter interpreter;
    LineObserver observer;
    observer.wanted = wanted;
    interpreter.setObserver(&observer);
    Stack arguments{IValue(3), tensor::makeIntList(std::array<int64_t, 1>{5}),
                    IValue(tensor::scalarTensor(2.0F))};
    EXPECT_THROW(interpreter.run(graph, std::move(arguments)), Exception);
    std::vector<std::string> names;
    for (const std::string& entry : observer.left)
      names.push_back(entry.substr(0, entry.find('=')));
    EXPECT_EQ(names, (std::vector<std::string>{"n", "l", "kept", "i", "sum"}));
    EXPECT_EQ(observer.left[3], "i=1");
    EXPECT_EQ(observer.left[4], "sum=8");
  }
}

TEST(Run, ValuesAreGoneBehindTheirLastUse) {
  // Tensors that a loop replaces must be freed: the machine holds at most one reference.
  const auto graph = graphOf(R"(graph(%t : Tensor, %n : int):
  %true : bool = prim::Constant[value=1]()
  %none : NoneType = prim::Constant()
  %r : Tensor = prim::Loop(%n, %true, %t)
    block0(%i : int, %x : Tensor):
      %y : Tensor = aten::clone(%x, %none)
      -> (%true, %y)
  return (%r))");
  tensor::Tensor first = tensor::scalarTensor(2.0F);
  Interpreter interpreter;
  Stack arguments{IValue(first)};
  arguments.emplace_back(3);
  const Stack results = interpreter.run(graph, std::move(arguments));
  EXPECT_EQ(first.impl()->useCount(), 1u);
  EXPECT_EQ(results[0].counted()->useCount(), 1u);
}

TEST(Run, TheLastUseTakesAValueOutOfItsRegister) {
  const auto graph = graphOf(
      "graph(%t : Tensor):\n  %none : NoneType = prim::Constant()\n  %a : Tensor = aten::clone(%t, "
      "%none)\n  %b : Tensor = aten::clone(%a, %none)\n  return (%b)");
  Interpreter interpreter;
  const Program& program = interpreter.program(graph, "f");
  // The check of the parameter, two operators and the return; no moves and no releases.
  ASSERT_EQ(program.code.size(), 4u);
  EXPECT_EQ(program.code[0].op, Op::CheckDefined);
  for (const Instruction& in : std::span(program.code).subspan(1))
    EXPECT_TRUE(program.operands[static_cast<size_t>(in.b)] & kTaken);
}

// ---- errors

TEST(Errors, DivisionByZeroIsNoCrash) {
  EXPECT_EQ(
      failureOf("graph(%a : int, %b : int):\n  %c : int = aten::floordiv(%a, %b)\n  return (%c)",
                {1, 0}),
      "RuntimeError: division by 0");
  EXPECT_EQ(
      failureOf("graph(%a : int, %b : int):\n  %c : int = aten::remainder(%a, %b)\n  return (%c)",
                {1, 0}),
      "ZeroDivisionError: integer modulo by zero");
}

TEST(Errors, TheLeastIntThroughMinusOneWraps) {
  const auto least = IValue(std::numeric_limits<int64_t>::min());
  EXPECT_EQ(run("graph(%a : int, %b : int):\n  %c : int = aten::floordiv(%a, %b)\n  return (%c)",
                {least, -1})
                .toInt(),
            least.toInt());
  EXPECT_EQ(run("graph(%a : int, %b : int):\n  %c : int = aten::remainder(%a, %b)\n  return (%c)",
                {least, -1})
                .toInt(),
            0);
}

TEST(Errors, RaisedExceptionsKeepTheirClass) {
  const auto graph = graphOf(R"(graph(%m : str):
  %c : str = prim::Constant[value="builtins.ValueError"]()
   = prim::RaiseException(%m, %c)
  %n : NoneType = prim::Constant()
  return (%n))");
  Interpreter interpreter;
  try {
    interpreter.run(graph, {"too small"});
    FAIL();
  } catch (const Exception& exception) {
    EXPECT_EQ(exception.className, "torch.jit.Error");
    EXPECT_EQ(exception.raisedClass, "builtins.ValueError");
    EXPECT_EQ(exception.message, "too small");
    EXPECT_EQ(exception.stack.size(), 1u);
    EXPECT_EQ(
        exception.text(),
        "TorchScript stack, the outermost call first:\n  in graph\nbuiltins.ValueError: too small");
  }
}

TEST(Errors, ListsHaveBounds) {
  constexpr std::string_view text =
      "graph(%l : int[], %i : int):\n  %c : int = aten::__getitem__(%l, %i)\n  return (%c)";
  const IValue list = tensor::makeIntList(std::array<int64_t, 2>{5, 6});
  EXPECT_EQ(run(text, {list, -1}).toInt(), 6);
  EXPECT_EQ(failureOf(text, {list, 2}), "RuntimeError: list index out of range");
  EXPECT_EQ(failureOf(text, {list, -3}), "RuntimeError: list index out of range");
}

TEST(Errors, WrongArgumentsAreNoCrash) {
  constexpr std::string_view text =
      "graph(%a : int):\n  %c : int = aten::add(%a, %a)\n  return (%c)";
  EXPECT_NE(failureOf(text, {}), "");
  EXPECT_NE(failureOf(text, {"text"}), "");
}

TEST(Errors, AnOperatorWithoutAFunctionFailsOnlyWhereItIsReached) {
  constexpr std::string_view text = R"(graph(%c : bool):
  %one : int = prim::Constant[value=1]()
  %r : int = prim::If(%c)
    block0():
      %x : int = nowhere::operator(%one)
      -> (%x)
    block1():
      -> (%one)
  return (%r))";
  EXPECT_EQ(run(text, {false}).toInt(), 1);
  EXPECT_EQ(failureOf(text, {true}),
            "NotImplementedError: nowhere::operator isn't available in JitScope yet");
}

// ---- forks

TEST(Forks, WaitThrowsTheExceptionOfTheFork) {
  const auto graph = graphOf(R"(graph(%a : int, %b : int):
  %f : Future(int) = prim::fork_0(%a, %b)
  %r : int = aten::wait(%f)
  return (%r)
with prim::fork_0 = graph(%x : int, %y : int):
  %q : int = aten::floordiv(%x, %y)
  return (%q))");
  Interpreter interpreter;
  EXPECT_EQ(interpreter.run(graph, {9, 2})[0].toInt(), 4);
  EXPECT_THROW(interpreter.run(graph, {9, 0}), Exception);
}

}  // namespace
}  // namespace ts::interp
