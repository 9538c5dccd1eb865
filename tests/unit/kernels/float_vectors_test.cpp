// Formulas and softmax that run in vectors, beside the same mathematics in double; indices of
// triangles of matrices that are too large to walk through.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/kernels/pointwise.h"
#include "core/kernels/reduce.h"
#include "core/kernels/registry.h"
#include "core/kernels/views.h"
#include "core/tensor/error.h"

namespace ts::kernels {
namespace {

using tensor::Dims;
using tensor::DType;
using tensor::Tensor;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

Tensor wave(int64_t count, float scale) {
  const Tensor made = tensor::empty(Dims{count}, DType::Float32);
  for (int64_t i = 0; i < count; ++i)
    made.data<float>()[i] = scale * std::sin(static_cast<float>(i) * 1.7F);
  return made;
}

double gelu(double x) { return x * 0.5 * (1 + std::erf(x * std::sqrt(0.5))); }
double silu(double x) { return x / (1 + std::exp(-x)); }
double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double expOf(double x) { return std::exp(x); }
double tanhOf(double x) { return std::tanh(x); }
double erfOf(double x) { return std::erf(x); }

TEST(FloatRows, ComputeTheFormulaInEachOrderOfMemory) {
  const struct {
    const Pointwise& formula;
    double (*wanted)(double);
  } kCases[] = {{formulas::exp, expOf}, {formulas::tanh, tanhOf}, {formulas::sigmoid, sigmoid},
                {formulas::erf, erfOf}, {formulas::gelu, gelu},   {formulas::silu, silu}};
  for (const auto& [formula, wanted] : kCases) {
    for (const float scale : {0.1F, 3.0F, 20.0F}) {
      const Tensor x = wave(75, scale);
      const Tensor dense = apply(formula, {x});
      const Tensor some = apply(formula, {slice(x, 0, 1, 75, 2)});
      for (int64_t i = 0; i < 75; ++i) {
        const double want = wanted(x.data<float>()[i]);
        EXPECT_NEAR(dense.data<float>()[i], want, 5e-7 * std::max(1.0, std::abs(want)))
            << formula.name << " of " << x.data<float>()[i];
        if (i % 2 == 1) {
          EXPECT_EQ(some.data<float>()[i / 2], dense.data<float>()[i]) << formula.name;
        }
      }
    }
    const Tensor nan = wave(9, 1);
    nan.data<float>()[3] = NAN;
    EXPECT_TRUE(std::isnan(apply(formula, {nan}).data<float>()[3])) << formula.name;
  }
  const Tensor edges = wave(2, 0);
  edges.data<float>()[0] = kInfinity;
  edges.data<float>()[1] = -kInfinity;
  EXPECT_EQ(apply(formulas::exp, {edges}).data<float>()[0], kInfinity);
  EXPECT_EQ(apply(formulas::exp, {edges}).data<float>()[1], 0);
  EXPECT_EQ(apply(formulas::tanh, {edges}).data<float>()[1], -1);
}

// Shapes with rests that fill no vector, and more columns than a block has.
TEST(Softmax, OfEachDimensionIsThatOfItsLines) {
  for (const Dims& shape : {Dims{3, 7}, Dims{2, 129, 5}, Dims{4, 1100}, Dims{1, 1}, Dims{40}}) {
    int64_t all = 1;
    for (const int64_t size : shape) all *= size;
    const Tensor flat = wave(all, 6);
    const Tensor x = tensor::view(flat, shape, tensor::contiguousStrides(shape), 0);
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      const Tensor got = softmax(x, static_cast<int64_t>(dim));
      const Tensor logs = logSoftmax(x, static_cast<int64_t>(dim));
      const int64_t step = x.strides()[dim], count = shape[dim];
      for (int64_t i = 0; i < all; ++i) {
        const int64_t start = i - i / step % count * step;
        double total = 0;
        for (int64_t k = 0; k < count; ++k)
          total += std::exp(double{flat.data<float>()[start + k * step]});
        const double want = std::exp(double{flat.data<float>()[i]}) / total;
        EXPECT_NEAR(got.data<float>()[i], want, 1e-6 * want) << i;
        EXPECT_NEAR(logs.data<float>()[i], std::log(want), 2e-6 * std::max(1.0, -std::log(want)));
      }
    }
  }
}

TEST(Softmax, KeepsNaNAndInfinityInTheirLine) {
  const Tensor flat = wave(4 * 40, 1);
  const Tensor x = tensor::view(flat, Dims{4, 40}, Dims{40, 1}, 0);
  flat.data<float>()[5] = NAN;
  flat.data<float>()[40 + 5] = kInfinity;
  flat.data<float>()[80 + 5] = -kInfinity;
  const Tensor y = softmax(x, 1);
  EXPECT_TRUE(std::isnan(y.data<float>()[0]));
  EXPECT_TRUE(std::isnan(y.data<float>()[40 + 5]));
  EXPECT_EQ(y.data<float>()[80 + 5], 0);
  EXPECT_FALSE(std::isnan(y.data<float>()[80]));
  EXPECT_FALSE(std::isnan(y.data<float>()[120]));
}

Tensor triangle(const char* name, int64_t rows, int64_t columns, int64_t offset) {
  Stack stack = {rows, columns, offset, {}, {}, {}, {}};
  find(name)(stack);
  return stack.front().toTensor();
}

TEST(TriangleIndices, SkipRowsWithoutElements) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(triangle("aten::triu_indices", kMost, 8, 0).size(1), 36);
  EXPECT_EQ(triangle("aten::triu_indices", kMost, 2, 5).size(1), 0);
  EXPECT_EQ(triangle("aten::tril_indices", 3, kMost, 0).size(1), 6);
  EXPECT_EQ(triangle("aten::tril_indices", kMost, kMost, 2 - kMost).size(1), 3);
  EXPECT_THROW(triangle("aten::tril_indices", kMost, 1, 0), tensor::Error);
  EXPECT_THROW(triangle("aten::triu_indices", kMost, kMost, 0), tensor::Error);
}

}  // namespace
}  // namespace ts::kernels
