// Random numbers with the same sequences as PyTorch's on the CPU.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/kernels/boxing.h"

namespace ts::kernels {

// std::mt19937, whose words are made and tempered in vectors.
class MersenneTwister {
 public:
  static constexpr size_t kWords = 624;
  using Words = std::array<uint32_t, kWords>;
  void seed(uint32_t seed);
  uint32_t operator()() {
    if (next_ == kWords) regenerate();
    return tempered_[next_++];
  }
  // The words, and the position of the next number among them.
  const Words& words() const { return words_; }
  size_t next() const { return next_; }
  void set(const Words& words, size_t next);

 private:
  void regenerate();
  void temper();

  Words words_, tempered_;
  size_t next_ = kWords;
};

// torch.Generator on the CPU: a Mersenne Twister, and the cached second number of each Box-Muller
// pair.
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
  uint32_t random() { return engine_(); }
  uint64_t random64() {
    const uint64_t high = random();
    return high << 32 | random();
  }
  // Return numbers in [0, 1) from 53 and from 24 random bits.
  double uniform() { return static_cast<double>(random64() & ((uint64_t{1} << 53) - 1)) * 0x1p-53; }
  float uniformFloat() { return static_cast<float>(random() & ((1U << 24) - 1)) * 0x1p-24F; }
  // Returns a normal number with mean 0 and standard deviation 1.
  double normal();

  // The state as bytes in PyTorch's layout (ATen/CPUGeneratorImpl.cpp, CPUGeneratorImplState); the
  // cached float normal is not stored. setState throws a RuntimeError for invalid bytes.
  static constexpr size_t kStateBytes = 5056;
  std::string state() const;
  void setState(std::string_view bytes);

 private:
  MersenneTwister engine_;
  uint64_t seed_ = 0;
  std::optional<double> nextNormal_;
};

// Returns the generator that torch.manual_seed seeds: that of the runtime, else the thread's own.
Generator& defaultGenerator();
// Returns the generator of an argument; the default generator for None.
Generator& generatorOf(const IValue& value);
IValue makeGenerator(uint64_t seed = Generator::kDefaultSeed);

// Fill a tensor in place, in memory order.
void fillUniform(const Tensor& self, double from, double to, Generator& generator);
void fillNormal(const Tensor& self, double mean, double deviation, Generator& generator);
void fillBernoulli(const Tensor& self, double p, Generator& generator);

}  // namespace ts::kernels
