#include "core/kernels/random.h"

#include <gtest/gtest.h>

#include <random>

namespace ts::kernels {
namespace {

// The expected numbers are PyTorch 1.13's after torch.manual_seed(0).
TEST(Random, MatchesPyTorchsNumbers) {
  Generator generator(0);
  const Tensor uniform = tensor::empty(Dims{3}, DType::Float32);
  fillUniform(uniform, 0, 1, generator);
  EXPECT_FLOAT_EQ(uniform.data<float>()[0], 0.49625658988952637F);
  EXPECT_FLOAT_EQ(uniform.data<float>()[2], 0.08847743272781372F);
  generator.manualSeed(0);
  const Tensor few = tensor::empty(Dims{2}, DType::Float32);
  fillNormal(few, 0, 1, generator);
  EXPECT_FLOAT_EQ(few.data<float>()[0], 1.5409960746765137F);
  EXPECT_FLOAT_EQ(few.data<float>()[1], -0.293428897857666F);
}

TEST(Random, TheTwisterIsThatOfTheStandardLibrary) {
  Generator generator(5);
  std::mt19937 wanted(5);
  for (int i = 0; i < 2000; ++i) ASSERT_EQ(generator.random(), wanted()) << i;
  Generator other(1);
  other.setState(generator.state());
  for (int i = 0; i < 2000; ++i) ASSERT_EQ(other.random(), wanted()) << i;
}

TEST(Random, FillsInMemoryOrder) {
  Generator generator(7);
  const Tensor plain = tensor::empty(Dims{3, 2}, DType::Float32);
  fillUniform(plain, 0, 1, generator);
  generator.manualSeed(7);
  const Tensor turned = tensor::emptyStrided(Dims{2, 3}, Dims{1, 2}, DType::Float32);
  fillUniform(turned, 0, 1, generator);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(plain.data<float>()[i], turned.data<float>()[i]);
}

TEST(Random, SeedingDiscardsTheCachedNormalNumber) {
  Generator generator(1);
  const double first = generator.normal();
  generator.manualSeed(1);
  EXPECT_EQ(generator.normal(), first);
}

}  // namespace
}  // namespace ts::kernels
