// Random numbers: the same sequences as PyTorch's on the CPU.
#pragma once

#include <optional>
#include <random>
#include <string>
#include <string_view>

#include "core/kernels/boxing.h"

namespace ts::kernels {

// torch.Generator on the CPU: a Mersenne Twister, and the second number of each pair that
// Box-Muller makes.
class Generator final : public tensor::Counted {
 public:
  static constexpr uint64_t kDefaultSeed = 67280421310721;
  explicit Generator(uint64_t seed = kDefaultSeed) { manualSeed(seed); }
  void manualSeed(uint64_t seed) {
    seed_ = seed;
    engine_.seed(static_cast<uint32_t>(seed));
    nextNormal_.reset();
  }
  uint64_t seed() const { return seed_; }
  uint32_t random() { return static_cast<uint32_t>(engine_()); }
  uint64_t random64() {
    const uint64_t high = random();
    return high << 32 | random();
  }
  // In [0, 1), of 53 random bits, and of 24.
  double uniform() { return static_cast<double>(random64() & ((uint64_t{1} << 53) - 1)) * 0x1p-53; }
  float uniformFloat() { return static_cast<float>(random() & ((1U << 24) - 1)) * 0x1p-24F; }
  // Mean 0, standard deviation 1.
  double normal();

  // All of it as bytes, laid out as PyTorch's (ATen/CPUGeneratorImpl.cpp, CPUGeneratorImplState)
  // but for the number that is left of a pair. setState throws RuntimeError for what is none.
  static constexpr size_t kStateBytes = 5056;
  std::string state() const;
  void setState(std::string_view bytes);

 private:
  std::mt19937 engine_;
  uint64_t seed_ = 0;
  std::optional<double> nextNormal_;
};

// The one that torch.manual_seed seeds; one a thread, so that engines beside each other don't
// disturb each other.
Generator& defaultGenerator();
// A Generator argument; None: the default one.
Generator& generatorOf(const IValue& value);
IValue makeGenerator(uint64_t seed = Generator::kDefaultSeed);

// In place, in the order in which the elements lie in memory.
void fillUniform(const Tensor& self, double from, double to, Generator& generator);
void fillNormal(const Tensor& self, double mean, double deviation, Generator& generator);
void fillBernoulli(const Tensor& self, double p, Generator& generator);

}  // namespace ts::kernels
