// Formulas in vectors beside the loops of the same formulas, element by element.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/kernels/copy.h"
#include "core/kernels/loop_run.h"
#include "core/kernels/pointwise.h"
#include "core/kernels/vector_program.h"

namespace ts::kernels {
namespace {

using tensor::Dims;
using tensor::DType;
using tensor::Scalar;
using tensor::Tensor;

constexpr const Pointwise* kAll[] = {
#define UNARY(name, ...) &formulas::name,
#define FUNCTION UNARY
#define BINARY UNARY
#define FLOAT_BINARY UNARY
#define ACTIVATION UNARY
#include "core/kernels/pointwise.def"
};
const Scalar kNumbers[] = {Scalar(1), Scalar(2), Scalar(3)};

// Pairs of numbers at which formulas have edges, with a third one.
std::vector<Tensor> operandsOf(DType dtype) {
  static const double inf = std::numeric_limits<double>::infinity();
  static const double edges[] = {0.0,  -0.0,  1,     -1,   0.5,  -0.5, 2,      -3,    inf,
                                 -inf, NAN,   1e-3,  0.9,  -0.7, 20.0, -88.25, 104.5, -1e4,
                                 1e38, -1e38, 1e-40, 7.25, 2.5,  -1.5, 1e9};
  constexpr int64_t n = std::size(edges);
  std::vector<Tensor> operands;
  for (int64_t k = 0; k < 3; ++k) {
    const Tensor wide = tensor::empty(Dims{n * n}, DType::Float64);
    for (int64_t i = 0; i < n * n; ++i)
      wide.data<double>()[i] = edges[k == 0 ? i % n : k == 1 ? i / n : (i * 7 + i / n) % n];
    operands.push_back(toDType(wide, dtype));
  }
  return operands;
}

// The result of a formula for elements that are `step` apart, by a row function.
template <typename Row>
Tensor resultOf(const Pointwise& formula, const std::vector<Tensor>& operands, int64_t step,
                Row&& row) {
  const DType dtype = operands[0].dtype();
  const DType result = formula.rule == Rule::Bool ? DType::Bool : dtype;
  const int64_t count = operands[0].numel() / step;
  const Tensor out = tensor::empty(Dims{count}, result);
  std::byte* pointers[] = {out.bytes(), operands[0].bytes(), operands[1].bytes(),
                           operands[2].bytes()};
  const auto bytes = static_cast<int64_t>(tensor::sizeOf(dtype)) * step;
  const int64_t steps[] = {static_cast<int64_t>(tensor::sizeOf(result)), bytes, bytes, bytes};
  row(pointers, steps, count);
  return toDType(out, DType::Float64);
}

class Programs : public testing::TestWithParam<DType> {};

TEST_P(Programs, ComputeTheElementsOfTheLoops) {
  if (!hasVectorSteps()) GTEST_SKIP() << "this processor has no vectors for programs";
  const DType dtype = GetParam();
  const std::vector<Tensor> operands = operandsOf(dtype);
  size_t count = 0;
  for (const Pointwise* formula : kAll) {
    const auto* program =
        VectorProgram::find(*formula, dtype == DType::Float64 ? dtype : DType::Float32);
    if (formula->loops[static_cast<size_t>(dtype)] == nullptr || program == nullptr) continue;
    ++count;
    for (const int64_t step : {1, 3}) {
      const auto byLoop = [&](std::byte* const* pointers, const int64_t* steps, int64_t elements) {
        LoopRun(*formula, dtype, formula->rule == Rule::Bool ? DType::Bool : dtype, kNumbers)(
            pointers, steps, elements);
      };
      const Tensor want = resultOf(*formula, operands, step, byLoop);
      const Tensor got =
          resultOf(*formula, operands, step, VectorRun(*program, dtype, kNumbers, want.numel()));
      // A function differs by a few units of the last place, which other operations may make
      // greater.
      const double digits = program->callsFunctions() ? dtype == DType::Float64 ? 1e-12 : 1e-5 : 0;
      const double tolerance = program->callsFunctions() && dtype == DType::Float16    ? 2e-3
                               : program->callsFunctions() && dtype == DType::BFloat16 ? 2e-2
                                                                                       : digits;
      for (int64_t i = 0; i < want.numel(); ++i) {
        const double a = got.data<double>()[i], b = want.data<double>()[i];
        const bool isNear = std::abs(a - b) <= tolerance * std::max(std::abs(b), 1e-3);
        EXPECT_TRUE(a == b || (std::isnan(a) && std::isnan(b)) || isNear)
            << formula->name << " of element " << i * step << " is " << a << " instead of " << b;
      }
    }
  }
  EXPECT_GT(count, 30U);
}

INSTANTIATE_TEST_SUITE_P(All, Programs,
                         testing::Values(DType::Float32, DType::Float64, DType::Float16,
                                         DType::BFloat16),
                         [](const auto& info) { return std::string(tensor::nameOf(info.param)); });

// A result does not depend on the place of its element: each prefix of a row has the same numbers.
TEST(VectorProgram, GivesAnElementTheSameResultInEachPlace) {
  const Tensor x = tensor::empty(Dims{600}, DType::Float32);
  for (int64_t i = 0; i < 600; ++i) x.data<float>()[i] = 0.013F * static_cast<float>(i) + 0.01F;
  const Tensor all = apply(formulas::log, {x});
  for (const int64_t count : {1, 15, 17, 255, 257, 511, 599}) {
    const Tensor some = apply(formulas::log, {tensor::view(x, Dims{count}, Dims{1}, 600 - count)});
    for (int64_t i = 0; i < count; ++i)
      EXPECT_EQ(some.data<float>()[i], all.data<float>()[600 - count + i]) << i << " of " << count;
  }
}

TEST(VectorProgram, ReadsOneElementForAllAndWritesInPlace) {
  const Tensor x = tensor::empty(Dims{40, 50}, DType::Float32),
               y = tensor::empty(Dims{40, 1}, DType::Float32);
  for (int64_t i = 0; i < 2000; ++i) x.data<float>()[i] = 0.1F + static_cast<float>(i);
  for (int64_t i = 0; i < 40; ++i) y.data<float>()[i] = 2;
  const Tensor square = apply(formulas::pow, {x, y});
  applyInPlace(formulas::pow, x, {x, y});
  for (int64_t i = 0; i < 2000; ++i) {
    const float number = 0.1F + static_cast<float>(i);
    EXPECT_FLOAT_EQ(square.data<float>()[i], number * number);
    EXPECT_EQ(x.data<float>()[i], square.data<float>()[i]);
  }
}

}  // namespace
}  // namespace ts::kernels
