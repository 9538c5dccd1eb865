// Measures what one core of the machine can do: multiplications with additions, and memory. Prints
// one line of JSON: the peak in GFLOP/s, and GB/s of copying, reading and a triad, with bytes read
// and written both counted.
#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <new>

#include "core/base/vector_bytes.h"

namespace {

template <typename F>
double fastest(int times, F&& work) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < times; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    least = took.count() < least ? took.count() : least;
  }
  return least;
}

using Vector4 [[gnu::vector_size(16)]] = float;
using Vector8 [[gnu::vector_size(32)]] = float;
using Vector16 [[gnu::vector_size(64)]] = float;

// As many chains as hide the time of an operation; all of them stay in registers.
constexpr int kChains = 12;
constexpr int64_t kRounds = 20'000'000;

// The compiler turns x * y + z into one instruction (-ffp-contract=fast).
template <typename Vector>
[[gnu::always_inline]] inline float multiplyAndAdd(float factor) {
  Vector chains[kChains];  // different ones, which the compiler cannot merge
  for (int k = 0; k < kChains; ++k) chains[k] = Vector{} + factor * static_cast<float>(k);
  const Vector x = Vector{} + factor, y = Vector{} + 1.0F;
  for (int64_t i = 0; i < kRounds; ++i)
#pragma GCC unroll 12
    for (Vector& chain : chains) chain = chain * x + y;
  float sum = 0;
  for (const Vector& chain : chains) sum += chain[0];
  return sum;
}
#if defined(__x86_64__)
[[gnu::target("avx512f")]] float with64Bytes(float factor) {
  return multiplyAndAdd<Vector16>(factor);
}
[[gnu::target("avx2,fma")]] float with32Bytes(float factor) {
  return multiplyAndAdd<Vector8>(factor);
}
#endif
float with16Bytes(float factor) { return multiplyAndAdd<Vector4>(factor); }

double peak() {
  volatile float factor = 0.5F, result = 0;
  const int bytes = ts::vectorBytes();
  const double seconds = fastest(5, [&] {
#if defined(__x86_64__)
    result = bytes == 64   ? with64Bytes(factor)
             : bytes == 32 ? with32Bytes(factor)
                           : with16Bytes(factor);
#else
    result = with16Bytes(factor);
#endif
  });
  const int64_t floats = bytes / 4;
  return static_cast<double>(2 * kChains * kRounds * floats) / seconds / 1e9;
}

// Memory in huge pages, as tensors of this size have.
class Floats {
 public:
  Floats(size_t count, float value) {
    void* block = std::aligned_alloc(size_t{2} << 20, count * sizeof(float));
    if (block == nullptr) throw std::bad_alloc();
    madvise(block, count * sizeof(float), MADV_HUGEPAGE);
    data_.reset(static_cast<float*>(block));
    std::fill_n(data_.get(), count, value);
  }
  float* data() const { return data_.get(); }

 private:
  struct Free {
    void operator()(float* block) const { std::free(block); }
  };
  std::unique_ptr<float, Free> data_;
};

}  // namespace

int main() {
  constexpr size_t kFloats = size_t{64} << 20;
  const Floats a(kFloats, 1.0F), b(kFloats, 2.0F), c(kFloats, 3.0F);
  constexpr double kGigabytes = kFloats * sizeof(float) / 1e9;
  const double copy = fastest(5, [&] { std::memcpy(a.data(), b.data(), kFloats * sizeof(float)); });
  volatile uint64_t total = 0;
  const double read = fastest(5, [&] {
    uint64_t sum = 0;
    const auto* words = reinterpret_cast<const uint64_t*>(b.data());
    for (size_t i = 0; i < kFloats / 2; ++i) sum += words[i];
    total = sum;
  });
  const double triad = fastest(5, [&] {
    for (size_t i = 0; i < kFloats; ++i) a.data()[i] = b.data()[i] + 0.5F * c.data()[i];
  });
  std::printf(
      "{\"peak\": %.1f, \"copy\": %.1f, \"read\": %.1f, \"triad\": %.1f, \"vector_bytes\": %d}\n",
      peak(), 2 * kGigabytes / copy, kGigabytes / read, 3 * kGigabytes / triad, ts::vectorBytes());
  return 0;
}
