// Compares the machine code of formulas with the kernels, on elements where they might differ.
#include <elf.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <cstring>
#include <map>

#include "core/jit/code_maker.h"
#include "core/jit/llvm.h"
#include "core/jit/object.h"
#include "tests/unit/jit/formula_loops.h"

namespace ts::jit {
namespace {

// Runs a loop over one line.
void runLoop(const FusedLoop& loop, VectorSize vector, std::vector<std::byte*> pointers,
             int64_t count, std::vector<int64_t> numbers = {}) {
  const Object object(compileModule(writeLoop(loop, vector)->text));
  const std::vector<LoopSteps> steps(pointers.size());
  LoopSize size{1, 1, count, vector.lanes(), static_cast<double>(count)};
  reinterpret_cast<LoopCode>(object.function("fused"))(pointers.data(), steps.data(),
                                                       numbers.data(), &size, nullptr);
}

template <typename T>
bool agree(T got, T want, bool exact) {
  if constexpr (std::is_floating_point_v<T>) {
    if (got != got || want != want) return got != got && want != want;
    if (exact || std::isinf(got) || std::isinf(want) || want == 0)
      return got == want && std::signbit(got) == std::signbit(want);
    // The kernel and the code each err by less than an ulp in a function, and round a few times.
    constexpr T most = 16 * std::numeric_limits<T>::epsilon();
    return std::abs(got - want) <= most * std::max(std::abs(want), T(1));
  }
  return got == want;
}

void compare(const Tensor& got, const Tensor& want, const Pointwise& formula,
             const std::vector<Tensor>& inputs) {
  ASSERT_EQ(got.dtype(), want.dtype()) << formula.name;
  int shown = 0;
  tensor::visit(want.dtype(), [&]<typename T>() {
    if constexpr (std::is_arithmetic_v<T>)
      for (int64_t i = 0; i < want.numel() && shown < 3; ++i)
        if (!agree(got.data<T>()[i], want.data<T>()[i], isExact(formula))) {
          ++shown;
          ADD_FAILURE() << formula.name << " of " << tensor::nameOf(inputs[0].dtype()) << " "
                        << +inputs[0].data<T>()[i] << ", " << +inputs[1].data<T>()[i] << ", "
                        << +inputs[2].data<T>()[i] << " is " << +got.data<T>()[i] << " instead of "
                        << +want.data<T>()[i];
        }
  });
}

TEST(VectorSize, MachineCodeHasVectorsOfTheProcessorsSizeOrItsCap) {
  const std::vector<Tensor> inputs(3, tensor::empty(tensor::Dims{1}, DType::Float32));
  const FusedLoop loop = loopOf(DType::Float32, {nodeFor(kernels::formulas::exp, inputs)});
  const std::string text = writeLoop(loop, vectorSize())->text;
  const std::string code = compileModule(text, Output::Assembly, kVectorPasses);
#ifdef __x86_64__
  EXPECT_EQ(code.find("zmm") != std::string::npos, vectorSize().bytes == 64) << code;
#endif
  if (const char* cap = std::getenv("JITSCOPE_VECTOR_BYTES")) {
    EXPECT_LE(vectorSize().bytes, std::stoi(cap));
  }
  const std::string key = CodeMaker::keyOf(text, kVectorPasses);
  const std::string size = fmt::format("vectors of {} bytes", vectorSize().bytes);
  EXPECT_NE(key.find(size), std::string::npos) << key;
}

class FormulaCode : public testing::TestWithParam<std::tuple<DType, int>> {};

TEST_P(FormulaCode, ComputesTheElementsOfTheKernel) {
  const auto [dtype, bytes] = GetParam();
  if (bytes > vectorSize().bytes) GTEST_SKIP() << "this processor has shorter vectors";
  const VectorSize size{bytes};
  const std::vector<Tensor> inputs = triples(dtype);
  std::vector<LoopNode> nodes;
  std::vector<const Pointwise*> formulas;
  for (const Pointwise* formula : kFormulas)
    if (hasLoop(*formula, dtype) && hasCode(*formula, dtype)) {
      nodes.push_back(nodeFor(*formula, inputs));
      formulas.push_back(formula);
    }
  ASSERT_GT(nodes.size(), 10U);
  const FusedLoop loop = loopOf(dtype, nodes);

  const int64_t count = inputs[0].numel() / size.lanes() * size.lanes();
  std::vector<Tensor> results;
  std::vector<std::byte*> pointers;
  for (const LoopNode& node : nodes) {
    results.push_back(tensor::empty(inputs[0].sizes(), node.types.result));
    kernels::fill(results.back(), Scalar(0));
    pointers.push_back(results.back().bytes());
  }
  for (const Tensor& input : inputs) pointers.push_back(input.bytes());
  runLoop(loop, size, pointers, count);

  for (size_t i = 0; i < nodes.size(); ++i) {
    const Pointwise& formula = *formulas[i];
    const kernels::Operand operands[] = {inputs[0], inputs[1], inputs[2]};
    const Tensor want = kernels::compute(formula, operands, kNumbers, kernels::Into::New, nullptr);
    compare(tensor::view(results[i], tensor::Dims{count}, tensor::Dims{1}, 0),
            tensor::view(want, tensor::Dims{count}, tensor::Dims{1}, 0), formula, inputs);
  }
}

INSTANTIATE_TEST_SUITE_P(All, FormulaCode,
                         testing::Combine(testing::Values(DType::Float32, DType::Float64,
                                                          DType::Int64, DType::Int32, DType::Int16,
                                                          DType::Int8, DType::UInt8, DType::Bool),
                                          testing::Values(16, 32, 64)),
                         [](const auto& info) {
                           return std::string(tensor::nameOf(std::get<0>(info.param))) + "With" +
                                  std::to_string(std::get<1>(info.param)) + "Bytes";
                         });

// A formula that loses its code would only be slower: this list shows it.
TEST(FormulaCode, FormulasWithoutCodeAreKnown) {
  const auto without = [](DType dtype) {
    std::string names;
    for (const Pointwise* formula : kFormulas)
      if (hasLoop(*formula, dtype) && !hasCode(*formula, dtype))
        names += std::string(formula->name) + " ";
    return names;
  };
  EXPECT_EQ(without(DType::Float32), "angle ");
  EXPECT_EQ(without(DType::Float64), without(DType::Float32));
  EXPECT_EQ(without(DType::Int32), "");
}

// The exponential function of T overflows, so that the result is never a subnormal number.
template <typename T, typename Exact>
Exact sigmoidOf(Exact x) {
  const Exact power = std::exp(-x);
  return power > std::numeric_limits<T>::max() ? 0 : 1 / (1 + power);
}
// A subnormal power has few digits.
template <typename T, typename Exact>
Exact mishOf(Exact x) {
  return x * std::tanh(std::log1p(Exact(static_cast<T>(std::exp(x)))));
}

// float_functions.def
TEST(FormulaCode, FunctionsOfFloatErrByFewUlps) {
  struct Row {
    const Pointwise& formula;
    double (*exact)(double);
    int64_t ulps;
  };
  constexpr int64_t kCount = 1 << 18;
  const Tensor x = tensor::empty(tensor::Dims{kCount}, DType::Float32),
               y = tensor::emptyLike(x, DType::Float32);
  // Every 8087th float up to 2^126.
  for (int64_t i = 0; i < kCount; ++i)
    x.data<float>()[i] =
        std::bit_cast<float>(static_cast<uint32_t>(i) * 8087U + (i % 2 ? 1U << 31 : 0U));
  for (const Row& row : {Row{kernels::formulas::tanh, std::tanh, 1},
                         {kernels::formulas::erf, std::erf, 1},
                         {kernels::formulas::exp, std::exp, 1},
                         {kernels::formulas::sigmoid, sigmoidOf<float, double>, 2},
                         {kernels::formulas::mish, mishOf<float, double>, 5}}) {
    runLoop(loopOf(DType::Float32, {nodeFor(row.formula, {x, x, x})}), vectorSize(),
            {y.bytes(), x.bytes(), x.bytes(), x.bytes()}, kCount);
    int64_t most = 0;
    for (int64_t i = 0; i < kCount; ++i) {
      const auto want = static_cast<float>(row.exact(static_cast<double>(x.data<float>()[i])));
      most = std::max<int64_t>(most, std::abs(std::bit_cast<int32_t>(y.data<float>()[i]) -
                                              std::bit_cast<int32_t>(want)));
    }
    EXPECT_LE(most, row.ulps) << row.formula.name;
  }
}

TEST(FormulaCode, FunctionsOfDoubleErrByFewUlps) {
  struct Row {
    const Pointwise& formula;
    long double (*exact)(long double);
    int64_t ulps;
  };
  constexpr int64_t kCount = 1 << 16;
  const Tensor x = tensor::empty(tensor::Dims{kCount}, DType::Float64),
               y = tensor::emptyLike(x, DType::Float64);
  // From -1024 to 1024, most of them near 0.
  for (int64_t i = 0; i < kCount; ++i) {
    const double at = static_cast<double>(i) / (0.5 * kCount) - 1;
    x.data<double>()[i] = at * std::exp2(at * at * 20 - 10);
  }
  for (const Row& row : {Row{kernels::formulas::tanh, std::tanh, 1},
                         {kernels::formulas::exp, std::exp, 1},
                         {kernels::formulas::sigmoid, sigmoidOf<double, long double>, 2},
                         {kernels::formulas::mish, mishOf<double, long double>, 3}}) {
    runLoop(loopOf(DType::Float64, {nodeFor(row.formula, {x, x, x})}), vectorSize(),
            {y.bytes(), x.bytes(), x.bytes(), x.bytes()}, kCount);
    int64_t most = 0;
    for (int64_t i = 0; i < kCount; ++i) {
      const auto want =
          static_cast<double>(row.exact(static_cast<long double>(x.data<double>()[i])));
      most = std::max<int64_t>(most, std::abs(std::bit_cast<int64_t>(y.data<double>()[i]) -
                                              std::bit_cast<int64_t>(want)));
    }
    EXPECT_LE(most, row.ulps) << row.formula.name;
  }
}

TEST(FormulaCode, NumbersBroadcastsAndConversions) {
  // float32 * number + 2 * int64 > float64 of one element
  const auto node = [](const Pointwise& formula, const char* names, kernels::PointwiseTypes types,
                       std::vector<LoopOperand> operands) {
    return LoopNode{formulaOf(formula), names, types, std::move(operands)};
  };
  using Kind = LoopOperand::Kind;
  const kernels::PointwiseTypes floats{DType::Float32, DType::Float32};
  FusedLoop loop;
  loop.inputs = {{DType::Float32},
                 {DType::Float64, true},
                 {DType::Float64, false, LoopInput::Step::Same},
                 {DType::Int64}};
  loop.outputs = {{2}};
  loop.nodes.push_back(
      node(kernels::formulas::mul, "xy", floats, {{Kind::Input, 0, {}}, {Kind::Input, 1, {}}}));
  loop.nodes.push_back(
      node(kernels::formulas::add, "xyp", floats,
           {{Kind::Node, 0, {}}, {Kind::Input, 3, {}}, {Kind::Constant, 0, Scalar(2)}}));
  loop.nodes.push_back(node(kernels::formulas::gt, "xy", {DType::Float32, DType::Bool},
                            {{Kind::Node, 1, {}}, {Kind::Input, 2, {}}}));
  constexpr int kCount = 16;
  std::array<float, kCount> x;
  std::array<int64_t, kCount> added;
  std::array<uint8_t, kCount> result{};
  for (int i = 0; i < kCount; ++i) x[i] = static_cast<float>(i), added[i] = -i;
  double limit = 4;
  const int64_t factor = std::bit_cast<int64_t>(2.5);
  runLoop(loop, {16},
          {reinterpret_cast<std::byte*>(result.data()), reinterpret_cast<std::byte*>(x.data()),
           reinterpret_cast<std::byte*>(&limit), reinterpret_cast<std::byte*>(added.data())},
          kCount, {factor});
  for (int i = 0; i < kCount; ++i) EXPECT_EQ(result[i], i * 0.5 > 4) << i;
}

// A loop for vectors of 16 bytes is NEON's, and its functions have SLEEF's names for NEON.
TEST(FusedLoop, BecomesVectorCodeOfAArch64) {
  const CodeTarget neon{"aarch64-unknown-linux-gnu", "generic", "+neon"};
  const auto formula = [](const char* text) {
    static std::map<std::string, Expression> kept;
    return &kept.try_emplace(text, *parseFormula(text)).first->second;
  };
  FusedLoop loop = loopOf(DType::Float32, {});
  const auto add = [&](const char* text) {
    LoopNode node{formula(text), "xyz", {DType::Float32, DType::Float32}, {}};
    for (size_t k = 0; k < 3; ++k) node.operands.push_back({LoopOperand::Kind::Input, k, {}});
    loop.nodes.push_back(std::move(node));
    loop.outputs.push_back({loop.nodes.size() - 1});
  };
  add("x * y + z");
  add("sin(x)");
  const std::string text = writeLoop(loop, VectorSize{16})->text;
  const std::string assembly = compileModule(text, Output::Assembly, kVectorPasses, neon);
  EXPECT_NE(assembly.find("fmul\tv"), std::string::npos) << assembly;
  EXPECT_NE(assembly.find(".4s"), std::string::npos) << assembly;
  EXPECT_NE(assembly.find("Sleef_sinf4_u35"), std::string::npos) << assembly;
  const std::string object = compileModule(text, Output::Object, kVectorPasses, neon);
  Elf64_Ehdr header;
  ASSERT_GE(object.size(), sizeof(header));
  std::memcpy(&header, object.data(), sizeof(header));
  EXPECT_EQ(header.e_machine, EM_AARCH64);
}

}  // namespace
}  // namespace ts::jit
