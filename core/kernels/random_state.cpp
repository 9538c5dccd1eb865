// The state of generators as bytes.
#include <cstring>
#include <sstream>

#include "core/kernels/random.h"

namespace ts::kernels {
namespace {

constexpr size_t kWords = std::mt19937::state_size;

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

// The standard library exposes the words and the position of an engine only as text.
std::string Generator::state() const {
  GeneratorState state;
  state.seed = seed_;
  std::stringstream text;
  text << engine_;
  for (uint64_t& word : state.words) text >> word;
  text >> state.next;
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
  // A new PyTorch generator is about to regenerate its words; for std::mt19937 this is the end
  // position.
  const uint64_t next = state.left == 1 ? kWords : state.next;
  if (next > kWords) fail("the bytes are not the state of a generator");
  std::stringstream text;
  for (uint64_t word : state.words) text << static_cast<uint32_t>(word) << ' ';
  text << next;
  text >> engine_;
  seed_ = state.seed;
  nextNormal_ = state.hasNormal ? std::optional(state.normal) : std::nullopt;
}

}  // namespace ts::kernels
