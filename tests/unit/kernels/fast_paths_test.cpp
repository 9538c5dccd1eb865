// Paths of kernels for common cases, beside the general ones: rows and columns that are broadcast,
// halves, results beyond the caches, long rows, numbers whose partial results overflow.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/kernels/copy.h"
#include "core/kernels/join.h"
#include "core/kernels/pointwise.h"
#include "core/kernels/reduce.h"
#include "core/kernels/registry.h"
#include "core/kernels/views.h"

namespace ts::kernels {
namespace {

using tensor::Dims;
using tensor::DType;
using tensor::Tensor;

Tensor wave(int64_t count, float scale, DType dtype = DType::Float32) {
  const Tensor made = tensor::empty(Dims{count}, DType::Float32);
  for (int64_t i = 0; i < count; ++i)
    made.data<float>()[i] = scale * std::sin(static_cast<float>(i % 10007) * 1.7F);
  return toDType(made, dtype);
}
Tensor floats(std::initializer_list<float> values) {
  const Tensor made = tensor::empty(Dims{static_cast<int64_t>(values.size())}, DType::Float32);
  std::copy(values.begin(), values.end(), made.data<float>());
  return made;
}
float firstOf(const Tensor& tensor) { return itemOf(tensor).to<float>(); }
void expectEqual(const Tensor& got, const Tensor& wanted, const char* what) {
  ASSERT_EQ(got.sizes(), wanted.sizes()) << what;
  const Tensor same = apply(formulas::eq, {got, wanted});
  EXPECT_EQ(itemOf(sum(same)).to<int64_t>(), got.numel()) << what;
}

TEST(FastPaths, RowsAndColumnsAreBroadcastAsDenseOperands) {
  for (const DType dtype : {DType::Float32, DType::Float64, DType::Int64, DType::Float16})
    for (const Dims& shape : {Dims{5, 3}, Dims{3, 300}}) {
      const Tensor x = viewTo(wave(shape[0] * shape[1], 30, dtype), shape),
                   row = wave(shape[1], 20, dtype),
                   column = viewTo(wave(shape[0], 10, dtype), Dims{shape[0], 1});
      const auto dense = [&](const Tensor& operand) { return contiguous(expand(operand, shape)); };
      for (const auto& [a, b] : {std::pair(x, column), std::pair(column, x), std::pair(x, row),
                                 std::pair(row, column), std::pair(column, row)}) {
        expectEqual(apply(formulas::sub, {a, b}, {1}),
                    apply(formulas::sub, {dense(a), dense(b)}, {1}), "sub");
        expectEqual(apply(formulas::lt, {a, b}), apply(formulas::lt, {dense(a), dense(b)}), "lt");
      }
    }
}

TEST(FastPaths, HalvesAreRoundedOnce) {
  for (const DType dtype : {DType::Float16, DType::BFloat16}) {
    const Tensor x = wave(75, 30, dtype), y = wave(75, 7, dtype);
    const Tensor wide = times(toDType(x, DType::Float32), toDType(y, DType::Float32));
    expectEqual(times(x, y), toDType(wide, dtype), "mul");
  }
}

TEST(FastPaths, LargeResultsEqualThoseOfTheirParts) {
  constexpr int64_t kCount = (int64_t{5} << 20) + 3, kPart = 1000;
  const Tensor x = wave(kCount, 3), y = apply(formulas::relu, {x}),
               sums = apply(formulas::add, {x, y}, {2}), wide = toDType(x, DType::Float64),
               both = cat({slice(x, 0, 1, kCount, 1), x}, 0), copy = clone(x);
  Stack stack = {x, tensor::makeIntList(IntList{7}), tensor::makeIntList(IntList{0})};
  find("aten::roll")(stack);
  const Tensor rolled = stack.front().toTensor();
  const Tensor ones = tensor::empty(Dims{kCount}, DType::Float32);
  fill(ones, 1);
  EXPECT_EQ(itemOf(sum(ones)).to<double>(), kCount);
  for (int64_t at : {int64_t{0}, int64_t{2039}, kCount / 2, kCount - kPart - 7}) {
    const auto part = [&](const Tensor& all, int64_t from) {
      return clone(slice(all, 0, from, from + kPart, 1));
    };
    const Tensor own = part(x, at), positive = apply(formulas::relu, {own});
    expectEqual(part(y, at), positive, "relu");
    expectEqual(part(sums, at), apply(formulas::add, {own, positive}, {2}), "add");
    expectEqual(part(wide, at), toDType(own, DType::Float64), "to");
    expectEqual(part(both, at + kCount - 1), own, "cat");
    expectEqual(part(copy, at), own, "clone");
    expectEqual(part(rolled, at + 7), own, "roll");
  }
  expectEqual(slice(rolled, 0, 0, 7, 1), slice(x, 0, kCount - 7, kCount, 1), "roll");
}

// Rows of several pieces, and halves, which are converted row by row.
TEST(FastPaths, SoftmaxOfLongRowsAndHalves) {
  for (const DType dtype : {DType::Float32, DType::Float64, DType::Float16, DType::BFloat16})
    for (const int64_t count : {int64_t{33}, int64_t{70001}}) {
      const Tensor x = wave(count, 6, dtype);
      const Tensor wide = toDType(x, DType::Float64);
      double total = 0;
      for (int64_t i = 0; i < count; ++i) total += std::exp(wide.data<double>()[i]);
      const Tensor got = toDType(softmax(x, 0), DType::Float64),
                   logs = toDType(logSoftmax(x, 0), DType::Float64);
      const double tolerance = dtype == DType::Float32   ? 2e-6
                               : dtype == DType::Float64 ? 1e-12
                                                         : 8e-3;
      for (int64_t i = 0; i < count; i += 31) {
        const double want = std::exp(wide.data<double>()[i]) / total;
        // The least halves are far apart.
        EXPECT_NEAR(got.data<double>()[i], want,
                    tolerance * want + (dtype == DType::Float16 ? 6e-8 : 0));
        EXPECT_NEAR(logs.data<double>()[i], std::log(want), tolerance * (1 - std::log(want)));
      }
    }
}

TEST(FastPaths, LogarithmsOfAllKindsOfNumbers) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const Tensor x = floats({1e-45F, 1e-38F, 1e-9F, 0.3F, 0.999F, 1, 1.4F, 1.5F, 7, 1e20F, 3.4e38F});
  const Tensor log = apply(formulas::log, {x}), log1p = apply(formulas::log1p, {x}),
               softplus = apply(formulas::softplus, {x}, {1, 20});
  for (int64_t i = 0; i < x.numel(); ++i) {
    const double number = x.data<float>()[i], wanted = std::log(number);
    EXPECT_NEAR(log.data<float>()[i], wanted, 1.2e-7 * std::abs(wanted)) << number;
    EXPECT_NEAR(log1p.data<float>()[i], std::log1p(number), 1.8e-7 * std::log1p(number)) << number;
    const double soft = number > 20 ? number : std::log1p(std::exp(number));
    EXPECT_NEAR(softplus.data<float>()[i], soft, 3e-7 * soft) << number;
  }
  EXPECT_EQ(firstOf(apply(formulas::log, {floats({0})})), -kInfinity);
  EXPECT_EQ(firstOf(apply(formulas::log, {floats({kInfinity})})), kInfinity);
  EXPECT_TRUE(std::isnan(firstOf(apply(formulas::log, {floats({-1})}))));
  EXPECT_EQ(firstOf(apply(formulas::log1p, {floats({-1})})), -kInfinity);
  EXPECT_TRUE(std::signbit(firstOf(apply(formulas::log1p, {floats({-0.0F})}))));
  EXPECT_TRUE(std::isnan(firstOf(apply(formulas::log1p, {floats({-2})}))));
  EXPECT_EQ(firstOf(apply(formulas::exp2, {floats({10})})), 1024);
  EXPECT_EQ(firstOf(apply(formulas::exp2, {floats({-kInfinity})})), 0);
}

TEST(FastPaths, DigammaOfBothSigns) {
  const struct {
    float x;
    double wanted;
  } kCases[] = {{0.5F, -1.96351002602}, {1, -0.57721566490},    {10, 2.25175258906},
                {100, 4.60016185273},   {-0.5F, 0.03648997397}, {-2.5F, 1.10315664065}};
  for (const auto& [x, wanted] : kCases)
    EXPECT_NEAR(firstOf(apply(formulas::digamma, {floats({x})})), wanted, 1e-6) << x;
  EXPECT_EQ(firstOf(apply(formulas::digamma, {floats({0})})),
            -std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::isnan(firstOf(apply(formulas::digamma, {floats({-3})}))));
}

// Remainders with great and infinite quotients among usual ones.
TEST(FastPaths, RemaindersAreThoseOfTheLibrary) {
  const Tensor x = wave(40, 100), y = wave(40, 7);
  x.data<float>()[5] = 1e30F;
  y.data<float>()[9] = 0;
  y.data<float>()[11] = std::numeric_limits<float>::infinity();
  const Tensor got = apply(formulas::fmod, {x, y});
  for (int64_t i = 0; i < 40; ++i) {
    const float wanted = std::fmod(x.data<float>()[i], y.data<float>()[i]);
    EXPECT_TRUE(got.data<float>()[i] == wanted ||
                (std::isnan(wanted) && std::isnan(got.data<float>()[i])))
        << i;
  }
}

TEST(FastPaths, PartialResultsMayOverflow) {
  const Tensor x = wave(64, 0);
  for (int64_t i = 0; i < 64; ++i) x.data<float>()[i] = i % 2 == 0 ? 1e8F : 1e-8F;
  Stack stack = {x, {}};
  find("aten::prod")(stack);
  EXPECT_NEAR(firstOf(stack.front().toTensor()), 1, 1e-4);
  x.data<float>()[17] = 0;
  stack = {x, {}};
  find("aten::prod")(stack);
  EXPECT_EQ(firstOf(stack.front().toTensor()), 0);
  EXPECT_NEAR(firstOf(vectorNorm(floats({3e30F, 4e30F}), 2)) / 5e30, 1, 1e-6);
  EXPECT_NEAR(firstOf(vectorNorm(floats({3e-30F, 4e-30F}), 2)) / 5e-30, 1, 1e-6);
}

TEST(FastPaths, DistinctIntegersAreSorted) {
  const Tensor x = tensor::empty(Dims{6}, DType::Int64);
  const int64_t values[] = {300, -7, INT64_MAX, 300, INT64_MIN, -7};
  std::copy_n(values, 6, x.data<int64_t>());
  Stack stack = {x, true, false, true};
  find("aten::_unique2")(stack);
  const Tensor distinct = stack[0].toTensor(), counts = stack[2].toTensor();
  const int64_t wanted[] = {INT64_MIN, -7, 300, INT64_MAX}, times[] = {1, 2, 2, 1};
  ASSERT_EQ(distinct.numel(), 4);
  for (int64_t i = 0; i < 4; ++i) {
    EXPECT_EQ(distinct.data<int64_t>()[i], wanted[i]);
    EXPECT_EQ(counts.data<int64_t>()[i], times[i]);
  }
}

}  // namespace
}  // namespace ts::kernels
