// Random integers and permutations; tensors of random numbers.
#include <algorithm>
#include <limits>

#include "core/kernels/convert.h"
#include "core/kernels/copy.h"
#include "core/kernels/factory.h"
#include "core/kernels/families.h"
#include "core/kernels/promote.h"
#include "core/kernels/random.h"
#include "core/kernels/random_fill.h"

namespace ts::kernels {
namespace {

// The largest n such that a dtype represents all integers from 0 to n, and its lowest integer.
template <typename T>
constexpr int64_t most() {
  if constexpr (std::is_same_v<T, bool>)
    return 1;
  else if constexpr (std::is_integral_v<T>)
    return std::numeric_limits<T>::max();
  else if constexpr (std::is_same_v<T, double>)
    return int64_t{1} << 53;
  else if constexpr (std::is_same_v<T, float>)
    return int64_t{1} << 24;
  else
    return std::is_same_v<T, Half> ? int64_t{1} << 11 : int64_t{1} << 8;
}
template <typename T>
constexpr int64_t least() {
  if constexpr (std::is_integral_v<T>) return std::numeric_limits<T>::min();
  return -most<T>();
}

// Calls fill<T>() for all dtypes except complex; throws for complex dtypes.
template <typename F>
void visitIntegers(DType dtype, F&& fill) {
  tensor::visit(dtype, [&]<typename T>() {
    if constexpr (isComplexType<T>)
      fail("\"random_\" not implemented for '{}'", scalarTypeName(dtype));
    else
      fill.template operator()<T>();
  });
}

// Fills with base + a number below `range`; range 0 means all 64-bit numbers.
void fillRange(const Tensor& self, uint64_t range, int64_t base, Generator& generator) {
  if (!prepareRandom(self)) return;
  visitIntegers(self.dtype(), [&]<typename T>() {
    constexpr bool isWide = std::is_same_v<T, int64_t> || std::is_same_v<T, double> ||
                            std::is_same_v<T, float> || std::is_same_v<T, BFloat16>;
    generateInOrder<T>(self, [&]() -> int64_t {
      if (range == 0) return static_cast<int64_t>(generator.random64());
      const uint64_t value =
          isWide && range >= uint64_t{1} << 32 ? generator.random64() : generator.random();
      return static_cast<int64_t>(value % range) + base;
    });
  });
}

Tensor randomFrom_(const Tensor& self, int64_t from, std::optional<int64_t> to,
                   const IValue& source) {
  Generator& generator = generatorOf(source);
  int64_t lowest = 0, highest = 0;
  visitIntegers(self.dtype(), [&]<typename T>() { lowest = least<T>(), highest = most<T>(); });
  if (!to) {
    if (from == std::numeric_limits<int64_t>::min()) return fillRange(self, 0, 0, generator), self;
    if (from < lowest || from > highest)
      fail("from is out of bounds for {}", tensor::nameOf(self.dtype()));
    return fillRange(self, static_cast<uint64_t>(highest) - static_cast<uint64_t>(from) + 1, from,
                     generator),
           self;
  }
  if (from >= *to)
    fail("random_ expects 'from' to be less than 'to', but got from={} >= to={}", from, *to);
  if (!tensor::isFloating(self.dtype())) {
    if (from < lowest || from > highest)
      fail("from is out of bounds for {}", tensor::nameOf(self.dtype()));
    if (*to - 1 < lowest || *to - 1 > highest)
      fail("to - 1 is out of bounds for {}", tensor::nameOf(self.dtype()));
  }
  return fillRange(self, static_cast<uint64_t>(*to) - static_cast<uint64_t>(from), from, generator),
         self;
}
Tensor randomTo_(const Tensor& self, int64_t to, const IValue& generator) {
  return randomFrom_(self, 0, to, generator);
}

// Draws from 0 up to the largest integer that the dtype represents exactly.
Tensor random_(const Tensor& self, const IValue& source) {
  Generator& generator = generatorOf(source);
  if (!prepareRandom(self)) return self;
  visitIntegers(self.dtype(), [&]<typename T>() {
    generateInOrder<T>(self, [&]() -> int64_t {
      const uint64_t value = std::is_same_v<T, int64_t> || std::is_same_v<T, double>
                                 ? generator.random64()
                                 : generator.random();
      return static_cast<int64_t>(value % (static_cast<uint64_t>(most<T>()) + 1));
    });
  });
  return self;
}

// ---- factories

Tensor rand(const IntList& size, std::optional<DType> dtype, const IValue&, const IValue& device,
            const IValue&) {
  const Tensor result = makeEmpty(size, dtype.value_or(tensor::defaultDType()), device);
  return fillUniform(result, 0, 1, defaultGenerator()), result;
}
Tensor randGenerator(const IntList& size, const IValue& generator, std::optional<DType> dtype,
                     const IValue&, const IValue& device, const IValue&) {
  const Tensor result = makeEmpty(size, dtype.value_or(tensor::defaultDType()), device);
  return fillUniform(result, 0, 1, generatorOf(generator)), result;
}
Tensor randn(const IntList& size, std::optional<DType> dtype, const IValue&, const IValue& device,
             const IValue&) {
  const Tensor result = makeEmpty(size, dtype.value_or(tensor::defaultDType()), device);
  return fillNormal(result, 0, 1, defaultGenerator()), result;
}
Tensor randnGenerator(const IntList& size, const IValue& generator, std::optional<DType> dtype,
                      const IValue&, const IValue& device, const IValue&) {
  const Tensor result = makeEmpty(size, dtype.value_or(tensor::defaultDType()), device);
  return fillNormal(result, 0, 1, generatorOf(generator)), result;
}
Tensor randintLowGenerator(int64_t low, int64_t high, const IntList& size, const IValue& generator,
                           std::optional<DType> dtype, const IValue&, const IValue& device,
                           const IValue&) {
  return randomFrom_(makeEmpty(size, dtype.value_or(DType::Int64), device), low, high, generator);
}
Tensor randintLow(int64_t low, int64_t high, const IntList& size, std::optional<DType> dtype,
                  const IValue& layout, const IValue& device, const IValue& pin) {
  return randintLowGenerator(low, high, size, IValue(), dtype, layout, device, pin);
}
Tensor randint(int64_t high, const IntList& size, std::optional<DType> dtype, const IValue& layout,
               const IValue& device, const IValue& pin) {
  return randintLowGenerator(0, high, size, IValue(), dtype, layout, device, pin);
}
Tensor randintGenerator(int64_t high, const IntList& size, const IValue& generator,
                        std::optional<DType> dtype, const IValue& layout, const IValue& device,
                        const IValue& pin) {
  return randintLowGenerator(0, high, size, generator, dtype, layout, device, pin);
}

Tensor likeSelf(const Tensor& self, std::optional<DType> dtype, const IValue& device,
                std::optional<MemoryFormat> format) {
  if (isMetaDevice(device) && !self.isMeta())
    return tensor::emptyMeta(self.sizes(), dtype.value_or(self.dtype()));
  return tensor::emptyLike(self, dtype.value_or(self.dtype()),
                           format.value_or(MemoryFormat::Preserve));
}
Tensor randLike(const Tensor& self, std::optional<DType> dtype, const IValue&, const IValue& device,
                const IValue&, std::optional<MemoryFormat> format) {
  const Tensor result = likeSelf(self, dtype, device, format);
  return fillUniform(result, 0, 1, defaultGenerator()), result;
}
Tensor randnLike(const Tensor& self, std::optional<DType> dtype, const IValue&,
                 const IValue& device, const IValue&, std::optional<MemoryFormat> format) {
  const Tensor result = likeSelf(self, dtype, device, format);
  return fillNormal(result, 0, 1, defaultGenerator()), result;
}
Tensor randintLikeLow(const Tensor& self, int64_t low, int64_t high, std::optional<DType> dtype,
                      const IValue&, const IValue& device, const IValue&,
                      std::optional<MemoryFormat> format) {
  return randomFrom_(likeSelf(self, dtype, device, format), low, high, IValue());
}
Tensor randintLike(const Tensor& self, int64_t high, std::optional<DType> dtype,
                   const IValue& layout, const IValue& device, const IValue& pin,
                   std::optional<MemoryFormat> format) {
  return randintLikeLow(self, 0, high, dtype, layout, device, pin, format);
}

Tensor randpermGenerator(int64_t n, const IValue& source, std::optional<DType> dtype, const IValue&,
                         const IValue& device, const IValue&) {
  if (n < 0) fail("n must be non-negative, got{}", n);
  Generator& generator = generatorOf(source);
  const DType kind = dtype.value_or(DType::Int64);
  const Tensor result = arange(int64_t{0}, n, int64_t{1}, DType::Int64, isMetaDevice(device));
  if (result.isMeta()) return toDType(result, kind);
  int64_t* data = result.data<int64_t>();
  for (int64_t i = 0; i + 1 < n; ++i)
    std::swap(data[i],
              data[i + static_cast<int64_t>(generator.random() % static_cast<uint64_t>(n - i))]);
  return toDType(result, kind);
}
Tensor randperm(int64_t n, std::optional<DType> dtype, const IValue& layout, const IValue& device,
                const IValue& pin) {
  return randpermGenerator(n, IValue(), dtype, layout, device, pin);
}

constexpr Kernel kRandomIntegerKernels[] = {
    {"aten::rand.out", intoOut<boxed<rand>>},
    {"aten::rand.generator_out", intoOut<boxed<randGenerator>>},
    {"aten::randn.out", intoOut<boxed<randn>>},
    {"aten::randn.generator_out", intoOut<boxed<randnGenerator>>},
    {"aten::randint.out", intoOut<boxed<randint>>},
    {"aten::randint.low_out", intoOut<boxed<randintLow>>},
    {"aten::randint.generator_out", intoOut<boxed<randintGenerator>>},
    {"aten::randint.low_generator_out", intoOut<boxed<randintLowGenerator>>},
    {"aten::randperm.out", intoOut<boxed<randperm>>},
    {"aten::randperm.generator_out", intoOut<boxed<randpermGenerator>>},
    {"aten::rand_like.out", intoOut<boxed<randLike>, true>},
    {"aten::randn_like.out", intoOut<boxed<randnLike>, true>},
    {"aten::randint_like.out", intoOut<boxed<randintLike>, true>},
    {"aten::randint_like.low_dtype_out", intoOut<boxed<randintLikeLow>, true>},
    {"aten::random_", boxed<random_>},
    {"aten::random_.from", boxed<randomFrom_>},
    {"aten::random_.to", boxed<randomTo_>},
    {"aten::rand", boxed<rand>},
    {"aten::rand.generator", boxed<randGenerator>},
    {"aten::randn", boxed<randn>},
    {"aten::randn.generator", boxed<randnGenerator>},
    {"aten::randint", boxed<randint>},
    {"aten::randint.low", boxed<randintLow>},
    {"aten::randint.generator", boxed<randintGenerator>},
    {"aten::randint.low_generator", boxed<randintLowGenerator>},
    {"aten::rand_like", boxed<randLike>},
    {"aten::randn_like", boxed<randnLike>},
    {"aten::randint_like", boxed<randintLike>},
    {"aten::randint_like.low_dtype", boxed<randintLikeLow>},
    {"aten::randperm", boxed<randperm>},
    {"aten::randperm.generator", boxed<randpermGenerator>},
};

}  // namespace

std::span<const Kernel> randomIntegerKernels() { return kRandomIntegerKernels; }

}  // namespace ts::kernels
