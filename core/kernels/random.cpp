#include "core/kernels/random.h"

#include <cmath>
#include <numbers>

#include "core/base/thread_state.h"
#include "core/kernels/box_muller.h"
#include "core/kernels/copy.h"
#include "core/kernels/families.h"
#include "core/kernels/overlap.h"
#include "core/kernels/random_fill.h"
#include "core/kernels/variants.h"

namespace ts::kernels {

double Generator::normal() {
  if (nextNormal_) return *std::exchange(nextNormal_, std::nullopt);
  const double first = uniform(), second = uniform();
  const double radius = std::sqrt(-2 * std::log1p(-second));
  const double theta = 2 * std::numbers::pi * first;
  nextNormal_ = radius * std::sin(theta);
  return radius * std::cos(theta);
}

Generator& defaultGenerator() {
  if (Generator* generator = threadState.settings().generator) return *generator;
  // Each thread without a runtime has a generator, so that threads do not disturb each other.
  static thread_local Generator generator;
  return generator;
}

Generator& generatorOf(const IValue& value) {
  if (value.isNone()) return defaultGenerator();
  if (value.tag() != tensor::Tag::Generator)
    fail(ErrorKind::Type, "expected a Generator, not {}", tensor::nameOf(value.tag()));
  return static_cast<Generator&>(*value.counted());
}

IValue makeGenerator(uint64_t seed) {
  return IValue(tensor::Tag::Generator, tensor::Ptr<tensor::Counted>(new Generator(seed)));
}

bool prepareRandom(const Tensor& self) {
  assertNoInternalOverlap(self);
  self.countWrite();
  return !self.isMeta() && self.numel() != 0;
}

namespace {

// Turns sixteen uniform numbers at `data` into eight pairs of normal numbers.
template <typename T>
void boxMuller(T* data, T mean, T deviation) {
  for (size_t i = 0; i < 8; ++i) {
    // Half and bfloat16 are rounded after each step.
    auto rounded = [](auto value) { return static_cast<ComputeType<T>>(T(value)); };
    const ComputeType<T> first = rounded(1 - static_cast<ComputeType<T>>(data[i])),
                         second = data[i + 8];
    const auto radius = rounded(std::sqrt(rounded(-2 * rounded(std::log(first)))));
    const auto theta = rounded(static_cast<ComputeType<T>>(2 * std::numbers::pi) * second);
    const auto x = rounded(radius * rounded(std::cos(theta))),
               y = rounded(radius * rounded(std::sin(theta)));
    if constexpr (sizeof(T) >= sizeof(float)) {
      data[i] = multiplyAdd(x, deviation, mean);
      data[i + 8] = multiplyAdd(y, deviation, mean);
    } else {
      data[i] = T(rounded(x * deviation) + mean);
      data[i + 8] = T(rounded(y * deviation) + mean);
    }
  }
}

template <typename T>
T uniformAs(Generator& generator) {
  if constexpr (std::is_same_v<T, double>)
    return generator.uniform();
  else if constexpr (std::is_same_v<T, float>)
    return generator.uniformFloat();
  else
    return T(static_cast<float>(generator.random() & 0xFF) * 0x1p-8F);
}

}  // namespace

// Returns a view of the real and imaginary parts as a last dimension.
static Tensor partsOf(const Tensor& self) {
  Dims sizes = self.sizes(), strides = self.strides();
  for (int64_t& stride : strides) stride *= 2;
  sizes.push_back(2);
  strides.push_back(1);
  return tensor::onStorage(self.storage(), tensor::realOf(self.dtype()), sizes, strides,
                           self.offset() * 2);
}

void fillUniform(const Tensor& self, double from, double to, Generator& generator) {
  if (tensor::isComplex(self.dtype())) return fillUniform(partsOf(self), from, to, generator);
  if (!(from <= to))
    fail("uniform_ expects to return a [from, to) range, but found from={} > to={}", from, to);
  if (!std::isfinite(to - from))
    fail("uniform_ expects to-from to be a number of the dtype {}", tensor::nameOf(self.dtype()));
  if (!prepareRandom(self)) return;
  visitRealDTypes("check_uniform_bounds", self.dtype(), [&]<typename T>() {
    const auto low = static_cast<ComputeType<T>>(from),
               range = static_cast<ComputeType<T>>(to) - low;
    if constexpr (std::is_same_v<T, float>) {
      if (self.isContiguous()) {
        float* const data = self.data<float>();
        const int64_t count = self.numel();
        for (int64_t i = 0; i < count; ++i) data[i] = generator.uniformFloat();
        return multiplyAddAll(data, count, range, low);
      }
    }
    generateInOrder<T>(self, [&] {
      return multiplyAdd(static_cast<ComputeType<T>>(uniformAs<T>(generator)), range, low);
    });
  });
}

void fillNormal(const Tensor& self, double mean, double deviation, Generator& generator) {
  if (!(deviation >= 0)) fail("normal expects std >= 0.0, but found std {}", deviation);
  // Real and imaginary part each have half of the variance.
  if (tensor::isComplex(self.dtype()))
    return fillNormal(partsOf(self), 0, deviation / std::numbers::sqrt2, generator);
  if (!prepareRandom(self)) return;
  visitRealDTypes("normal_kernel_cpu", self.dtype(), [&]<typename T>() {
    if (self.numel() < 16 || !self.isContiguous()) {
      generateInOrder<T>(self, [&] { return multiplyAdd(generator.normal(), deviation, mean); });
      return;
    }
    // PyTorch processes sixteen numbers at a time. If the last group is incomplete, the last
    // sixteen numbers are drawn again.
    auto fillSixteen = [&](T* at) {
      if constexpr (std::is_same_v<T, float>) {
        if (fusesMultiplyAdd()) return boxMullerFused(at, T(mean), T(deviation));
      }
      boxMuller(at, T(mean), T(deviation));
    };
    T* data = self.data<T>();
    const int64_t count = self.numel();
    for (int64_t i = 0; i < count; ++i) data[i] = uniformAs<T>(generator);
    for (int64_t i = 0; i + 16 <= count; i += 16) fillSixteen(data + i);
    if (count % 16 == 0) return;
    data += count - 16;
    for (int64_t i = 0; i < 16; ++i) data[i] = uniformAs<T>(generator);
    fillSixteen(data);
  });
}

void fillBernoulli(const Tensor& self, double p, Generator& generator) {
  if (!(p >= 0 && p <= 1)) fail("bernoulli_ expects p to be in [0, 1], but got p={}", p);
  if (!prepareRandom(self)) return;
  tensor::visit(self.dtype(), [&]<typename T>() {
    generateInOrder<T>(self, [&] { return generator.uniform() < p; });
  });
}

namespace {

Tensor uniform_(const Tensor& self, double from, double to, const IValue& generator) {
  return fillUniform(self, from, to, generatorOf(generator)), self;
}
Tensor normal_(const Tensor& self, double mean, double deviation, const IValue& generator) {
  return fillNormal(self, mean, deviation, generatorOf(generator)), self;
}
Tensor bernoulliNumber_(const Tensor& self, double p, const IValue& generator) {
  return fillBernoulli(self, p, generatorOf(generator)), self;
}

// Each element has its own probability. The number of random bits follows the dtype of `p`.
Tensor bernoulliTensor_(const Tensor& self, const Tensor& p, const IValue& from) {
  if (!tensor::isFloating(p.dtype()))
    fail("expected probabilities tensor to have floating type, got {}", scalarTypeName(p.dtype()));
  if (tensor::broadcastShapes(self.sizes(), p.sizes()) != self.sizes())
    fail("probabilities of shape {} don't fit into a tensor of shape {}",
         tensor::shapeText(p.sizes()), tensor::shapeText(self.sizes()));
  Generator& generator = generatorOf(from);
  if (!prepareRandom(self)) return self;
  const bool isDouble = p.dtype() == DType::Float64;
  const Tensor wide = toDType(p, DType::Float64);
  const std::array<Dims, 2> strides = {
      self.strides(), tensor::expandedStrides(wide.sizes(), wide.strides(), self.sizes())};
  const Dims order = memoryOrder(self.sizes(), strides);
  std::array<Dims, 2> steps = {Dims(order.size(), 0), Dims(order.size(), 0)};
  Dims sizes(order.size(), 0);
  for (size_t i = 0; i < order.size(); ++i) {
    const auto dim = static_cast<size_t>(order[i]);
    sizes[order.size() - 1 - i] = self.sizes()[dim];
    for (size_t k = 0; k < 2; ++k) steps[k][order.size() - 1 - i] = strides[k][dim];
  }
  tensor::visit(self.dtype(), [&]<typename T>() {
    ElementLoop<2>(sizes, steps, {sizeof(T), sizeof(double)})
        .run({self.bytes(), wide.bytes()}, [&](auto at, auto step, int64_t count) {
          for (int64_t i = 0; i < count; ++i) {
            const double chance = *reinterpret_cast<const double*>(at[1] + i * step[1]);
            if (!(chance >= 0 && chance <= 1))
              fail("Expected p_in >= 0 && p_in <= 1 to be true, but got false.");
            const bool hit = isDouble ? generator.uniform() < chance
                                      : generator.uniformFloat() < static_cast<float>(chance);
            *reinterpret_cast<T*>(at[0] + i * step[0]) = convert<T>(hit);
          }
        });
  });
  return self;
}

Tensor bernoulli(const Tensor& self, const IValue& generator) {
  return bernoulliTensor_(tensor::emptyLike(self, self.dtype(), MemoryFormat::Contiguous), self,
                          generator);
}

Tensor exponential_(const Tensor& self, double lambda, const IValue& from) {
  if (!(lambda > 0)) fail("exponential_ expects lambda > 0.0, but found lambda={}", lambda);
  Generator& generator = generatorOf(from);
  if (!prepareRandom(self)) return self;
  visitRealDTypes("exponential_cpu", self.dtype(), [&]<typename T>() {
    generateInOrder<T>(self, [&] { return -1 / lambda * std::log1p(-generator.uniform()); });
  });
  return self;
}
Tensor geometric_(const Tensor& self, double p, const IValue& from) {
  if (!(p > 0 && p < 1)) fail("geometric_ expects p to be in (0, 1), but got p={}", p);
  Generator& generator = generatorOf(from);
  if (!prepareRandom(self)) return self;
  tensor::visit(self.dtype(), [&]<typename T>() {
    if constexpr (isComplexType<T> || std::is_same_v<T, bool>)
      fail("\"geometric_cpu\" not implemented for '{}'", scalarTypeName(self.dtype()));
    else
      generateInOrder<T>(self,
                         [&] { return std::ceil(std::log(generator.uniform()) / std::log1p(-p)); });
  });
  return self;
}
Tensor cauchy_(const Tensor& self, double median, double sigma, const IValue& from) {
  if (!(sigma > 0)) fail("cauchy_ expects sigma > 0.0, but found sigma={}", sigma);
  Generator& generator = generatorOf(from);
  if (!prepareRandom(self)) return self;
  visitRealDTypes("cauchy_cpu", self.dtype(), [&]<typename T>() {
    generateInOrder<T>(self, [&] {
      return median + sigma * std::tan(std::numbers::pi * (generator.uniform() - 0.5));
    });
  });
  return self;
}
Tensor logNormal_(const Tensor& self, double mean, double deviation, const IValue& from) {
  if (!(deviation > 0)) fail("log_normal_ expects std > 0.0, but found std={}", deviation);
  Generator& generator = generatorOf(from);
  if (!prepareRandom(self)) return self;
  visitRealDTypes("log_normal_cpu", self.dtype(), [&]<typename T>() {
    generateInOrder<T>(self,
                       [&] { return std::exp(multiplyAdd(generator.normal(), deviation, mean)); });
  });
  return self;
}

void manualSeed(int64_t seed) { defaultGenerator().manualSeed(static_cast<uint64_t>(seed)); }

constexpr Kernel kRandomKernels[] = {
    {"aten::manual_seed", boxed<manualSeed>},
    {"aten::uniform_", boxed<uniform_>},
    {"aten::uniform", onCopyOf<uniform_, MemoryFormat::Preserve>},
    {"aten::normal_", boxed<normal_>},
    {"aten::bernoulli", boxed<bernoulli>},
    {"aten::bernoulli.out", generatedOutOf<bernoulli>},
    {"aten::bernoulli.p", onCopyOf<bernoulliNumber_>},
    {"aten::bernoulli.Tensor", onCopyOf<bernoulliTensor_, MemoryFormat::Preserve>},
    {"aten::bernoulli_.float", boxed<bernoulliNumber_>},
    {"aten::bernoulli_.Tensor", boxed<bernoulliTensor_>},
    {"aten::exponential_", boxed<exponential_>},
    {"aten::geometric_", boxed<geometric_>},
    {"aten::cauchy_", boxed<cauchy_>},
    {"aten::log_normal_", boxed<logNormal_>},
    {"aten::exponential", onCopyOf<exponential_, MemoryFormat::Preserve>},
    {"aten::geometric", onCopyOf<geometric_, MemoryFormat::Preserve>},
    {"aten::cauchy", onCopyOf<cauchy_, MemoryFormat::Preserve>},
    {"aten::log_normal", onCopyOf<logNormal_, MemoryFormat::Preserve>},
};

}  // namespace

std::span<const Kernel> randomKernels() { return kRandomKernels; }

}  // namespace ts::kernels
