// Runs fusions on arguments of all kinds, beside the interpreter.
#include "core/jit/fused_group.h"

#include "core/kernels/views.h"
#include "tests/unit/jit/runs.h"

namespace ts::jit {
namespace {

TEST(FusedGroup, RunsContiguousTensorsOfShapesThatBroadcast) {
  EXPECT_TRUE(isFused(kChain, {sample({3, 5}), sample({3, 5})}));
  EXPECT_TRUE(isFused(kChain, {sample({3, 5}), sample({})}));
  EXPECT_TRUE(isFused(kChain, {sample({3, 5}), sample({5}, DType::Float64)}));
  EXPECT_TRUE(isFused(kChain, {sample({1, 5}), sample({4, 3, 1})}));
  EXPECT_TRUE(isFused(kChain, {sample({3, 5}), 2.5}));
  EXPECT_TRUE(isFused(kChain, {sample({3}, DType::Int8), int64_t{2}}));
  EXPECT_TRUE(isFused(kChain, {sample({3, 5}), sample({3, 5}, DType::Float16)}));
  // Gaps between elements.
  const Tensor wide = sample({6, 4});
  EXPECT_TRUE(isFused(kChain, {tensor::view(wide, tensor::Dims{6}, tensor::Dims{4}, 1),
                               tensor::view(wide, tensor::Dims{6}, tensor::Dims{4}, 2)}));
}

TEST(FusedGroup, LeavesUnusualArgumentsToTheInterpreter) {
  const Tensor x = sample({3, 5});
  const auto refused = [&](IValue y) {
    GroupRun run = runGroup(kChain, {x, std::move(y)});
    // All registers must be as before.
    EXPECT_TRUE(run.registers[0].toTensor().same(x));
    EXPECT_TRUE(std::all_of(run.registers.begin() + 2, run.registers.end(),
                            [](const IValue& value) { return value.isNone(); }));
    return !run.isDone;
  };
  EXPECT_TRUE(refused(tensor::view(x, tensor::Dims{3, 5}, tensor::Dims{1, 2}, 0)));  // overlaps
  EXPECT_TRUE(refused(sample({4, 5})));
  EXPECT_TRUE(refused(sample({3, 5}, DType::Complex64)));
  EXPECT_TRUE(refused(tensor::emptyMeta(tensor::Dims{3, 5}, DType::Float32)));
  EXPECT_TRUE(refused(IValue()));
  EXPECT_TRUE(refused(std::complex<double>(1, 2)));
  EXPECT_FALSE(isFused(kChain, {sample({0, 5}), sample({5})}));
}

TEST(FusedGroup, AResultMustHaveTheWholeShape) {
  constexpr std::string_view kSmaller = R"(graph(%x : Tensor, %y : Tensor):
  %a : Tensor = aten::neg(%x)
  %b : Tensor = aten::mul(%a, %y)
  return (%a, %b)
)";
  EXPECT_FALSE(isFused(kSmaller, {sample({5}), sample({3, 5})}));
  EXPECT_FALSE(isFused(kSmaller, {sample({}), sample({1})}));
  EXPECT_TRUE(isFused(kSmaller, {sample({3, 5}), sample({5})}));
}

// ---- the same results as the interpreter

TEST(FusedGroup, AttributesAreReadInOrder) {
  const ir::GraphPtr graph = graphWithAttributes();
  const auto* layer = types::cast<types::ClassType>(graph->inputs()[0]->type());
  for (const Tensor& scale : {sample({5}), sample({4})})  // the second one does not fit
    expectEqualRuns(graph, [&] {
      auto object = tensor::makeCounted<tensor::ObjectValue>(layer);
      object->slots = {scale, sample({3, 1})};
      return Stack{object, sample({3, 5})};
    });
}

TEST(FusedGroup, SumsIncludeEachElementOnce) {
  constexpr std::string_view kSums = R"(graph(%x : Tensor, %y : Tensor):
  %none : NoneType = prim::Constant()
  %a : Tensor = aten::mul(%x, %y)
  %b : Tensor = aten::gt(%x, %y)
  %s : Tensor = aten::sum(%a, %none)
  %m : Tensor = aten::mean(%a, %none)
  %n : Tensor = aten::sum(%b, %none)
  return (%s, %m, %n, %a)
)";
  EXPECT_TRUE(isFused(kSums, {sample({3, 5}), sample({5})}));
  for (const DType dtype : {DType::Float32, DType::Float64, DType::Int64, DType::Bool})
    for (const tensor::Dims& shape : {tensor::Dims{}, {1}, {3, 37}, {70001}, {300, 401}})
      expectEqualRuns(kSums, [&] {
        return Stack{sample(shape, dtype),
                     sample(shape.size() > 1 ? tensor::Dims{1} : shape, dtype, 2)};
      });
}

// A check of the sizes of a sum is one of the sizes of its operands.
TEST(FusedGroup, ChecksOfSizesComeBeforeTheOperators) {
  constexpr std::string_view kChecked = R"(graph(%x : Tensor, %y : Tensor, %z : Tensor):
  %one : int = prim::Constant[value=1]()
  %none : NoneType = prim::Constant()
  %text : str = prim::Constant[value="sizes differ"]()
  %square : Tensor = aten::mul(%x, %x)
  %a : Tensor = aten::add(%square, %y, %one)
  %s : int[] = aten::size(%a)
  %t : int[] = aten::size(%z)
  %differ : bool = aten::ne(%s, %t)
   = prim::If(%differ)
    block0():
       = prim::RaiseException(%text, %none)
      -> ()
    block1():
      -> ()
  %r : Tensor = aten::mul(%a, %z)
  return (%r)
)";
  EXPECT_TRUE(isFused(kChecked, {sample({3, 5}), sample({5}), sample({3, 5})}));
  for (const tensor::Dims& x : {tensor::Dims{3, 5}, {5}, {4}, {3, 1}})
    for (const tensor::Dims& y : {tensor::Dims{3, 5}, {5}, {4}})
      expectEqualRuns(kChecked, [&] { return Stack{sample(x), sample(y), sample({3, 5})}; });
}

// A choice between checks, as "or" makes it, is a part of the check.
TEST(FusedGroup, ChecksOfRanksComeBeforeTheOperators) {
  constexpr std::string_view kChecked = R"(graph(%x : Tensor, %y : Tensor, %z : Tensor):
  %one : int = prim::Constant[value=1]()
  %none : NoneType = prim::Constant()
  %true : bool = prim::Constant[value=1]()
  %text : str = prim::Constant[value="ranks differ"]()
  %square : Tensor = aten::mul(%x, %x)
  %a : Tensor = aten::add(%square, %y, %one)
  %b : Tensor = aten::neg(%z)
  %s : int = aten::dim(%a)
  %t : int = aten::dim(%b)
  %differ : bool = aten::ne(%s, %t)
  %wrong : bool = prim::If(%differ)
    block0():
      -> (%true)
    block1():
      %u : int = aten::dim(%y)
      %v : int = aten::dim(%b)
      %other : bool = aten::ne(%u, %v)
      -> (%other)
   = prim::If(%wrong)
    block0():
       = prim::RaiseException(%text, %none)
      -> ()
    block1():
      -> ()
  %r : Tensor = aten::mul(%a, %b)
  return (%r)
)";
  EXPECT_TRUE(isFused(kChecked, {sample({3, 5}), sample({1, 5}), sample({3, 5})}));
  for (const tensor::Dims& x : {tensor::Dims{3, 5}, {5}, {4}, {3, 1}})
    for (const tensor::Dims& y : {tensor::Dims{3, 5}, {5}, {4}})
      expectEqualRuns(kChecked, [&] { return Stack{sample(x), sample(y), sample({3, 5})}; });
}

TEST(FusedGroup, AnInPlaceOperatorKeepsTheTensor) {
  GroupRun run = runGroup(kInPlace, {sample({3, 5}), sample({5})});
  ASSERT_TRUE(run.isDone);
  std::vector<const tensor::Counted*> results;
  for (size_t i = 2; i < run.registers.size(); ++i)
    if (run.registers[i].isTensor()) results.push_back(run.registers[i].counted());
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0], results[1]);
  expectEqualRuns(kInPlace, [] { return Stack{sample({3, 5}), sample({5})}; });
}

TEST(FusedGroup, AnInPlaceOperatorNeedsATensorOfItsShapeAndDType) {
  constexpr std::string_view kAdded = R"(graph(%x : Tensor, %y : Tensor):
  %one : int = prim::Constant[value=1]()
  %a : Tensor = aten::neg(%x)
  %b : Tensor = aten::add_(%a, %y, %one)
  return (%b)
)";
  const auto isFusedAs = [&](const Tensor& x, const Tensor& y) {
    expectEqualRuns(kAdded, [&] { return Stack{x, y}; });
    return isFused(kAdded, {x, y});
  };
  EXPECT_TRUE(isFusedAs(sample({3, 5}), sample({5})));
  EXPECT_FALSE(isFusedAs(sample({5}), sample({3, 5})));
  EXPECT_FALSE(isFusedAs(sample({5}, DType::Int64), sample({5})));
}

TEST(FusedGroup, AResultReplacesATensorWithoutOtherReferences) {
  for (const int64_t count : {3, 8, 64, 71, 4096})
    for (const DType dtype : {DType::Float32, DType::Float64, DType::Int64}) {
      const auto run = [&](const Tensor& kept, bool isLast) {
        // The graph adds to the first argument and multiplies by the second one.
        interp::Interpreter interpreter;
        Engine engine;
        interpreter.setNativeCompiler(&engine);
        const ir::GraphPtr graph = graphOf(kChain);
        Stack arguments = {kept, sample({count}, dtype, 2)};
        if (isLast) arguments[0] = kernels::copyInto(tensor::empty(kept.sizes(), dtype), kept);
        const auto* const before = arguments[0].toTensor().impl()->storage->data();
        const Tensor result = interpreter.run(graph, std::move(arguments))[0].toTensor();
        // Vectors of other lines overlap.
        if (isLast && count % 8 == 0) {
          EXPECT_EQ(result.impl()->storage->data(), before) << count;
        }
        return result;
      };
      const Tensor x = sample({count}, dtype), copy = sample({count}, dtype);
      const Tensor fresh = run(x, false), replaced = run(x, true);
      expectEqual(x, copy, "the argument");
      expectEqual(replaced, fresh, "the result");
      // A view is another reference.
      const Tensor view = tensor::view(x, x.sizes(), x.strides(), 0);
      expectEqual(run(view, false), fresh, "the result");
      expectEqual(x, copy, "the viewed argument");
    }
}

// A call like the last one takes over its arrangement, but no argument of it.
TEST(FusedGroup, ACallAfterAnotherReadsItsOwnArguments) {
  const auto part = [](uint32_t seed) {
    return tensor::view(sample({8}, DType::Float32, seed), tensor::Dims{4}, tensor::Dims{1}, 2);
  };
  const std::vector<Stack> calls = {
      {sample({4}), sample({4})},
      {sample({4}, DType::Float32, 2), sample({4}, DType::Float32, 3)},
      {part(4), part(5)},
      {sample({4}), sample({5})},  // they do not fit
      {sample({4}), 2.5},
      {sample({4}), 0.25},
      {sample({4}), int64_t{2}},
      {sample({4}), sample({1})},
      {sample({4}), sample({1}, DType::Float32, 6)},
      {sample({1}), sample({4})},
      {sample({2, 2}), sample({2, 2})},
      {sample({17}), sample({17})},
      {sample({17}), sample({17}, DType::Float64)},
      {tensor::view(sample({4, 2}), tensor::Dims{4}, tensor::Dims{2}, 1), sample({4})},
      {sample({4}, DType::Int64), sample({4}, DType::Int64, 7)},
      {sample({40, 9}), sample({9})},
      {sample({40, 9}, DType::Float32, 2), sample({9}, DType::Float32, 3)},
      {kernels::transpose(sample({9, 40}), 0, 1), sample({9})},
      {kernels::transpose(sample({9, 40}, DType::Float32, 4), 0, 1),
       sample({9}, DType::Float32, 5)},
      {sample({60, 3}), sample({60, 1}, DType::Float32, 6)},
      {sample({60, 3}, DType::Float32, 7), sample({60, 1}, DType::Float32, 8)},
  };
  const ir::GraphPtr graph = graphOf(kChain);
  Engine engine;
  interp::Interpreter interpreted, compiled;
  compiled.setNativeCompiler(&engine);
  const auto run = [&](interp::Interpreter& interpreter, const Stack& arguments) -> Stack {
    try {
      return interpreter.run(graph, arguments);
    } catch (const interp::Exception& exception) {
      return {IValue(exception.message)};
    }
  };
  for (size_t i = 0; i < 3 * calls.size(); ++i) {
    const size_t call = i * 4 % calls.size();  // neighbours in several orders
    for (const size_t each : {i % calls.size(), call}) {
      const Stack got = run(compiled, calls[each]), want = run(interpreted, calls[each]);
      ASSERT_EQ(got.size(), want.size());
      expectEqual(got[0], want[0], fmt::format("call {}", each));
    }
  }
}

TEST(FusedGroup, ShortRowsAreRepeated) {
  for (const tensor::Dims& other : {tensor::Dims{4}, {50, 1}, {3, 1, 1}, {1}, {}})
    expectEqualRuns(kChain, [&] { return Stack{sample({3, 50, 4}), sample(other)}; });
}

TEST(FusedGroup, EveryLengthLeavesNoElementOut) {
  for (int64_t n : {1, 2, 7, 31, 32, 33, 64, 100, 70001})
    expectEqualRuns(kChain, [&] { return Stack{sample({n}), sample({n}, DType::Float32, 2)}; });
}

TEST(FusedGroup, LoopsReuseTheirRegisters) {
  expectEqualRuns(R"(graph(%x : Tensor, %n : int):
  %true : bool = prim::Constant[value=1]()
  %half : float = prim::Constant[value=0.5]()
  %y : Tensor = prim::Loop(%n, %true, %x)
    block0(%i : int, %s : Tensor):
      %a : Tensor = aten::mul(%s, %half)
      %b : Tensor = aten::add(%a, %x, %i)
      -> (%true, %b)
  return (%y, %x)
)",
                  [] {
                    return Stack{sample({9}), int64_t{5}};
                  });
}

// SLEEF's log1p is infinite for the greatest numbers.
TEST(FusedGroup, LogarithmsOfTheGreatestNumbersAreFinite) {
  const ir::GraphPtr graph = graphOf(R"(graph(%x : Tensor, %y : Tensor):
  %a : Tensor = aten::special_xlog1py(%x, %y)
  %b : Tensor = aten::log1p(%y)
  return (%a, %b)
)");
  for (const DType dtype : {DType::Float32, DType::Float64}) {
    const double greatest = dtype == DType::Float32 ? 0x1.fffffep127 : 0x1.fffffffffffffp1023;
    const double values[] = {greatest, greatest / 4, 2e30, 1e30, 1e29, 3.0,
                             -0.5,     -1.0,         -2.0, 0.0,  -0.0, HUGE_VAL};
    const Tensor y = tensor::empty(tensor::Dims{std::ssize(values)}, DType::Float64);
    std::ranges::copy(values, y.data<double>());
    expectEqualRuns(graph, [&] {
      return Stack{sample({std::ssize(values)}, dtype), kernels::toDType(y, dtype)};
    });
  }
}

TEST(FusedGroup, AFailureIsThatOfTheOperator) {
  expectEqualRuns(kChain, [] { return Stack{sample({3, 4}), sample({3, 5})}; });
  expectEqualRuns(R"(graph(%x : Tensor, %y : Tensor):
  %half : float = prim::Constant[value=0.5]()
  %a : Tensor = aten::mul(%x, %y)
  %b : Tensor = aten::add(%a, %y, %half)
  return (%b)
)",
                  [] {
                    return Stack{sample({3}, DType::Int64), sample({3}, DType::Int64)};
                  });
}

// Random chains of operators over tensors of related shapes and several dtypes.
class RandomChain {
 public:
  explicit RandomChain(uint32_t seed) : random_(seed) {}

  std::string text() {
    std::string body;
    std::vector<std::string> values = {"%x", "%y", "%z"};
    const size_t operators = 2 + random_() % 12;
    for (size_t i = 0; i < operators; ++i) {
      const std::string name = fmt::format("%v{}", i);
      std::string call = pick(kCalls);
      for (const char* slot : {"$a", "$b"})
        if (const size_t at = call.find(slot); at != std::string::npos)
          call.replace(at, 2,
                       values[values.size() - 1 - random_() % std::min<size_t>(values.size(), 4)]);
      if (const size_t at = call.find("$v"); at != std::string::npos)
        call.replace(at, 2, values.back());
      body += fmt::format("  {} : Tensor = {}\n", name, call);
      values.push_back(name);
    }
    std::string results = values.back();
    if (random_() % 2) results += ", " + values[3 + random_() % operators];
    return fmt::format(
        "graph(%x : Tensor, %y : Tensor, %z : Tensor, %n : float):\n"
        "  %one : int = prim::Constant[value=1]()\n"
        "  %none : NoneType = prim::Constant()\n"
        "  %low : float = prim::Constant[value=-0.5]()\n"
        "  %high : float = prim::Constant[value=1.5]()\n{}  return ({})\n",
        body, results);
  }
  Stack arguments() { return {argument(), argument(), argument(), 0.75}; }

 private:
  // Every fourth tensor has gaps, every eighth is transposed.
  Tensor argument() {
    tensor::Dims sizes = pick(kShapes);
    const DType dtype = pick(kDTypes);
    const uint32_t layout = random_() % 8;
    if (sizes.size() < 2 || layout > 2) return sample(sizes, dtype, random_());
    tensor::Dims wider = sizes;
    wider[wider.size() - 1] += layout;
    const Tensor base = sample(wider, dtype, random_());
    tensor::Dims strides = base.strides();
    if (layout == 0) {
      std::swap(sizes[0], sizes[1]);
      std::swap(strides[0], strides[1]);
    }
    return tensor::view(base, sizes, strides, layout);
  }
  template <typename T>
  T pick(const std::vector<T>& from) {
    return from[random_() % from.size()];
  }
  static const std::vector<std::string> kCalls;
  static const std::vector<tensor::Dims> kShapes;
  static const std::vector<DType> kDTypes;
  std::mt19937 random_;
};
const std::vector<std::string> RandomChain::kCalls = {"aten::add($a, $b, %one)",
                                                      "aten::sub($a, $b, %one)",
                                                      "aten::mul($a, $b)",
                                                      "aten::mul($a, %n)",
                                                      "aten::add($a, %high, %one)",
                                                      "aten::rsub($a, %one, %one)",
                                                      "aten::maximum($a, $b)",
                                                      "aten::clamp($a, %low, %none)",
                                                      "aten::relu($a)",
                                                      "aten::tanh($a)",
                                                      "aten::sigmoid($a)",
                                                      "aten::gt($a, $b)",
                                                      "aten::le($a, %n)",
                                                      "aten::abs($a)",
                                                      "aten::logical_not($a)",
                                                      "aten::leaky_relu($a, %low)",
                                                      "aten::pow($a, %one)",
                                                      "aten::lerp($a, $b, %n)",
                                                      "aten::add_($v, $b, %one)",
                                                      "aten::relu_($v)",
                                                      "aten::mul_($v, %n)",
                                                      "aten::floor($a)",
                                                      "aten::exp($a)"};
const std::vector<tensor::Dims> RandomChain::kShapes = {{4, 6, 35}, {4, 6, 35}, {4, 6, 35}, {35},
                                                        {6, 1},     {4, 1, 1},  {},         {1}};
const std::vector<DType> RandomChain::kDTypes = {DType::Float32, DType::Float32, DType::Float32,
                                                 DType::Float64, DType::Int64,   DType::UInt8,
                                                 DType::Bool,    DType::Float16, DType::BFloat16};

// A check does not move in front of an operator that may fail.
TEST(FusedGroup, AnOperatorThatFailsBeforeACheckIsTheFailure) {
  constexpr std::string_view kChecked = R"(graph(%x : Tensor, %y : Tensor):
  %one : int = prim::Constant[value=1]()
  %text : str = prim::Constant[value="differs"]()
  %none : NoneType = prim::Constant()
  %a : Tensor = aten::sigmoid(%x)
  %b : Tensor = {}
  %s : int[] = aten::size(%a)
  %t : int[] = aten::size(%y)
  %d : bool = aten::ne(%s, %t)
   = prim::If(%d)
    block0():
       = prim::RaiseException(%text, %none)
      -> ()
    block1():
      -> ()
  %c : Tensor = aten::mul(%a, %b)
  return (%c)
)";
  for (const char* between : {"aten::add(%x, %y, %one)", "aten::tanh(%y)"})
    for (const tensor::Dims& sizes : {tensor::Dims{3, 40}, {3, 5}})
      expectEqualRuns(fmt::format(fmt::runtime(kChecked), between), [&] {
        return Stack{sample({3, 40}), sample(sizes)};
      });
}

// The loop notices it, and leaves everything unchanged for the operator.
TEST(FusedGroup, ADivisionByZeroIsThatOfTheOperator) {
  constexpr std::string_view kDivision = R"(graph(%x : Tensor, %y : Tensor):
  %a : Tensor = aten::mul(%x, %x)
  %b : Tensor = aten::remainder(%a, %y)
  %c : Tensor = aten::neg(%b)
  return (%c)
)";
  for (const DType dtype : {DType::Int8, DType::Int32, DType::Int64})
    for (const int64_t count : {3, 40, 1000}) {
      const Tensor x = sample({count}, dtype), y = tensor::empty(tensor::Dims{count}, dtype);
      kernels::fill(y, tensor::Scalar(int64_t{-1}));
      EXPECT_TRUE(isFused(kDivision, {x, y}));
      kernels::fill(kernels::select(y, 0, count - 1), tensor::Scalar(int64_t{0}));
      EXPECT_FALSE(isFused(kDivision, {x, y}));
      expectEqualRuns(kDivision, [&] { return Stack{x, y}; });
    }
}

TEST(FusedGroup, RandomChainsGiveTheResultsOfTheInterpreter) {
  for (uint32_t seed = 0; seed < 80; ++seed) {
    RandomChain chain(seed);
    const std::string text = chain.text();
    expectEqualRuns(
        text, [&] { return RandomChain(seed).arguments(); },
        fmt::format("seed {}\n{}", seed, text));
  }
}

}  // namespace
}  // namespace ts::jit
