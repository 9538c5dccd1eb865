// Runs fusions on transposed tensors, beside the interpreter.
#include "tests/unit/jit/runs.h"

namespace ts::jit {
namespace {

// The same elements in memory with the dimensions in another order.
Tensor permuted(const tensor::Dims& sizes, const std::vector<size_t>& order,
                DType dtype = DType::Float32, uint32_t seed = 1, int64_t gap = 0) {
  tensor::Dims stored, strides(sizes.size(), 0), own(sizes.size(), 0);
  for (const size_t d : order) stored.push_back(sizes[d]);
  if (gap != 0) stored[stored.size() - 1] += gap;
  const Tensor base = sample(stored, dtype, seed);
  for (size_t i = 0; i < order.size(); ++i) own[order[i]] = base.strides()[i];
  return tensor::view(base, sizes, own, gap);
}

// The graph is fused for these arguments, and gives the interpreter's results and strides.
void expectFused(std::string_view text, const Stack& arguments, const std::string& where = "") {
  EXPECT_TRUE(isFused(text, arguments)) << where << text;
  expectEqualRuns(
      text, [&] { return arguments; }, where);
}

constexpr DType kDTypes[] = {DType::Float32, DType::Float64, DType::BFloat16, DType::Float16,
                             DType::Int64,   DType::Int32,   DType::UInt8,    DType::Bool};
const tensor::Dims kMatrices[] = {{5, 7}, {33, 40}, {300, 130}, {1, 9}, {9, 1}, {2, 600}, {64, 64}};

constexpr std::string_view kCopy = R"(graph(%x : Tensor):
  %format : int = prim::Constant[value=0]()
  %a : Tensor = aten::contiguous(%x, %format)
  %b : Tensor = aten::abs(%a)
  return (%b)
)";

TEST(FusedLayouts, TransposedTensorsHaveTransposedResults) {
  for (const tensor::Dims& sizes : kMatrices)
    for (const DType dtype : kDTypes) {
      const std::string where = fmt::format("{} {}\n", tensor::shapeText(sizes), nameOf(dtype));
      const Tensor x = permuted(sizes, {1, 0}, dtype);
      if (dtype == DType::Bool) continue;  // booleans are not added
      for (const Tensor& y : {permuted(sizes, {1, 0}, dtype, 2), sample(sizes, dtype, 2),
                              sample({sizes[1]}, dtype, 2), sample({sizes[0], 1}, dtype, 2),
                              permuted(sizes, {1, 0}, dtype, 3, 2)}) {
        expectFused(kChain, {x, y}, where);
        expectFused(kChain, {y, x}, where);
      }
    }
}

TEST(FusedLayouts, CopiesOfTransposedTensors) {
  for (const tensor::Dims& sizes : kMatrices)
    for (const DType dtype : {DType::Float32, DType::Float64, DType::BFloat16, DType::Int16})
      expectEqualRuns(kCopy, [&] { return Stack{permuted(sizes, {1, 0}, dtype)}; });
  EXPECT_TRUE(isFused(kCopy, {permuted({33, 40}, {1, 0})}));
}

TEST(FusedLayouts, OrdersOfThreeDimensions) {
  for (const tensor::Dims& sizes : {tensor::Dims{3, 4, 5}, {33, 20, 40}, {2, 70, 3}, {64, 5, 1}})
    for (const std::vector<size_t>& order :
         std::vector<std::vector<size_t>>{{0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}})
      for (const int64_t gap : {0, 3}) {
        const Tensor x = permuted(sizes, order, DType::Float32, 1, gap);
        for (const Tensor& y : {sample(sizes), sample({sizes[2]}), permuted(sizes, {2, 1, 0}), x})
          expectEqualRuns(
              kChain,
              [&] {
                return Stack{x, y};
              },
              tensor::shapeText(sizes));
        expectEqualRuns(kCopy, [&] { return Stack{x}; });
      }
  EXPECT_TRUE(isFused(kChain, {permuted({33, 20, 40}, {2, 0, 1}), sample({33, 20, 40})}));
}

TEST(FusedLayouts, ReductionsOfTransposedTensors) {
  constexpr std::string_view kReductions = R"(graph(%x : Tensor):
  %none : NoneType = prim::Constant()
  %true : bool = prim::Constant[value=1]()
  %false : bool = prim::Constant[value=0]()
  %dim : int = prim::Constant[value=$]()
  %dims : int[] = prim::ListConstruct(%dim)
  %a : Tensor = aten::mul(%x, %x)
  $$
  return (%r)
)";
  const std::string calls[] = {
      "%r : Tensor = aten::sum(%a, %dims, %false, %none)",
      "%r : Tensor = aten::amax(%a, %dims, %true)",
      "%r : Tensor = aten::argmin(%a, %dim, %false)",
      "%r : Tensor = aten::softmax(%a, %dim, %none)",
      "%r : Tensor = aten::mean(%a, %none)",
      "%s : Tensor = aten::mean(%a, %dims, %true, %none)\n  %r : Tensor = aten::div(%a, %s)",
  };
  for (const tensor::Dims& sizes : {tensor::Dims{5, 7}, {33, 40}, {300, 130}, {70, 2}, {2, 70}})
    for (const std::string& call : calls)
      for (const char* dim : {"0", "1"}) {
        std::string text(kReductions);
        text.replace(text.find("$$"), 2, call);
        text.replace(text.find('$'), 1, dim);
        expectEqualRuns(
            text,
            [&] {
              return Stack{permuted(sizes, {1, 0})};
            },
            text);
      }
}

// The first call decides about the loop of equal layouts only.
TEST(FusedLayouts, EachLayoutHasItsLoop) {
  const ir::GraphPtr graph = graphOf(kChain);
  Engine engine;
  interp::Interpreter interpreted, compiled;
  compiled.setNativeCompiler(&engine);
  const Tensor layouts[] = {
      sample({40, 33}), permuted({40, 33}, {1, 0}),
      permuted({40, 33}, {1, 0}, DType::Float32, 1, 2),
      tensor::view(sample({33}), tensor::Dims{40, 33}, tensor::Dims{0, 1}, 0),
      tensor::view(sample({40}), tensor::Dims{40, 33}, tensor::Dims{1, 0}, 0)};
  for (const Tensor& x : layouts)
    for (const Tensor& y : layouts)
      expectEqual(compiled.run(graph, Stack{x, y})[0], interpreted.run(graph, Stack{x, y})[0],
                  "the result");
}

TEST(FusedLayouts, AnInPlaceOperatorKeepsTheLayout) {
  for (const Tensor& y : {sample({33, 40}), permuted({33, 40}, {1, 0}), sample({40})})
    expectEqualRuns(kInPlace, [&] { return Stack{permuted({33, 40}, {1, 0}), y}; });
}

TEST(FusedLayouts, TensorsWithoutACopyArePassedOn) {
  constexpr std::string_view kPassed = R"(graph(%x : Tensor):
  %format : int = prim::Constant[value=0]()
  %a : Tensor = aten::contiguous(%x, %format)
  %b : Tensor = aten::abs(%a)
  %c : Tensor = aten::neg(%b)
  return (%a, %c)
)";
  const Tensor x = sample({33, 40});
  GroupRun run = runGroup(kPassed, {x});
  ASSERT_TRUE(run.isDone);
  const auto isArgument = [&](const IValue& value) {
    return value.isTensor() && value.toTensor().same(x);
  };
  EXPECT_GE(std::ranges::count_if(run.registers, isArgument), 1);
  expectFused(kPassed, {x});
  expectFused(kPassed, {permuted({33, 40}, {1, 0})});
}

}  // namespace
}  // namespace ts::jit
