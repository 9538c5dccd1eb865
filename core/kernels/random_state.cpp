// The Mersenne Twister, and the state of generators as bytes.
#include <algorithm>
#include <cstring>

#include "core/kernels/random.h"

namespace ts::kernels {
namespace {

constexpr size_t kWords = MersenneTwister::kWords, kAhead = 397;

// The loops have no branches, and read no word that they wrote a few steps before, so that the
// compiler makes vector code of them.
uint32_t twisted(uint32_t high, uint32_t low, uint32_t ahead) {
  const uint32_t mixed = (high & 0x80000000U) | (low & 0x7FFFFFFFU);
  return ahead ^ (mixed >> 1) ^ ((0U - (low & 1U)) & 0x9908B0DFU);
}

struct GeneratorState {
  uint64_t seed = 0;
  int32_t left = 1;  // numbers until the words are regenerated: 625 minus `next`
  int32_t seeded = 1;
  uint64_t next = 0;
  uint64_t words[kWords] = {};
  double normal = 0, unused[2] = {};
  int32_t hasNormal = 0;
  float nextFloat = 0;
  int32_t hasNextFloat = 0, padding = 0;
};
static_assert(sizeof(GeneratorState) == Generator::kStateBytes);

}  // namespace

void MersenneTwister::seed(uint32_t seed) {
  words_[0] = seed;
  for (size_t i = 1; i < kWords; ++i)
    words_[i] = 1812433253U * (words_[i - 1] ^ words_[i - 1] >> 30) + static_cast<uint32_t>(i);
  next_ = kWords;
}

void MersenneTwister::regenerate() {
  uint32_t* const words = words_.data();
  for (size_t i = 0; i < kWords - kAhead; ++i)
    words[i] = twisted(words[i], words[i + 1], words[i + kAhead]);
  for (size_t i = kWords - kAhead; i < kWords - 1; ++i)
    words[i] = twisted(words[i], words[i + 1], words[i + kAhead - kWords]);
  words[kWords - 1] = twisted(words[kWords - 1], words[0], words[kAhead - 1]);
  temper();
  next_ = 0;
}

void MersenneTwister::temper() {
  const uint32_t* const words = words_.data();
  uint32_t* const tempered = tempered_.data();
  for (size_t i = 0; i < kWords; ++i) {
    uint32_t x = words[i];
    x ^= x >> 11;
    x ^= x << 7 & 0x9D2C5680U;
    x ^= x << 15 & 0xEFC60000U;
    tempered[i] = x ^ x >> 18;
  }
}

void MersenneTwister::set(const Words& words, size_t next) {
  words_ = words;
  next_ = next;
  temper();
}

std::string Generator::state() const {
  GeneratorState state;
  state.seed = seed_;
  std::ranges::copy(engine_.words(), state.words);
  state.next = engine_.next();
  state.left = static_cast<int32_t>(kWords + 1 - state.next);
  if (nextNormal_) state.normal = *nextNormal_;
  state.hasNormal = nextNormal_.has_value();
  std::string bytes(sizeof state, '\0');
  std::memcpy(bytes.data(), &state, sizeof state);
  return bytes;
}

void Generator::setState(std::string_view bytes) {
  GeneratorState state;
  if (bytes.size() != sizeof state)
    fail("RNG state is wrong size: {} bytes, not {}", bytes.size(), sizeof state);
  std::memcpy(&state, bytes.data(), sizeof state);
  // A new PyTorch generator is about to regenerate its words.
  const uint64_t next = state.left == 1 ? kWords : state.next;
  if (next > kWords) fail("the bytes are not the state of a generator");
  MersenneTwister::Words words;
  std::ranges::transform(state.words, words.begin(),
                         [](uint64_t word) { return static_cast<uint32_t>(word); });
  engine_.set(words, next);
  seed_ = state.seed;
  nextNormal_ = state.hasNormal ? std::optional(state.normal) : std::nullopt;
}

}  // namespace ts::kernels
