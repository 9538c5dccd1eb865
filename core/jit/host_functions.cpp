#include "core/jit/host_functions.h"

#include <fmt/format.h>

#include <unordered_map>

#include "core/kernels/scalar_math.h"

namespace ts::jit {

using tensor::DType;
namespace math = kernels::math;

namespace {

template <typename T>
using Function = void (*)(T* result, const T* x, const T* y, int64_t count);

struct HostFunction {
  size_t arity;
  void* address;
};
using HostTable = std::unordered_map<std::string, HostFunction>;

std::string symbolOf(std::string_view name, DType dtype) {
  return fmt::format("jitscope_{}_{}", name, tensor::nameOf(dtype));
}

template <typename T, typename Call>
void add(HostTable& table, std::string_view name, size_t arity, Call) {
  const Function<T> rows = [](T* result, const T* x, const T* y, int64_t count) {
    for (int64_t i = 0; i < count; ++i) result[i] = Call()(x[i], y[i]);
  };
  table.emplace(symbolOf(name, tensor::DTypeOf<T>::value),
                HostFunction{arity, reinterpret_cast<void*>(rows)});
}

template <typename T>
void addFloats(HostTable& table) {
  const auto unary = [&](std::string_view name, auto call) { add<T>(table, name, 1, call); };
  const auto binary = [&](std::string_view name, auto call) { add<T>(table, name, 2, call); };
  binary("fmod", [](T x, T y) { return math::fmod(x, y); });
  binary("nextafter", [](T x, T y) { return math::nextafter(x, y); });
  unary("erfinv", [](T x, T) { return math::erfinv(x); });
  unary("lgamma", [](T x, T) { return math::lgamma(x); });
  unary("digamma", [](T x, T) { return math::digamma(x); });
  unary("asinh", [](T x, T) { return math::asinh(x); });
  unary("acosh", [](T x, T) { return math::acosh(x); });
  unary("ndtriOf", [](T x, T) { return T(math::ndtriOf(x)); });
  unary("besselI0", [](T x, T) { return T(math::besselI0(x, false)); });
  unary("besselI0Scaled", [](T x, T) { return T(math::besselI0(x, true)); });
  unary("besselI1", [](T x, T) { return T(math::besselI1(x, false)); });
  unary("besselI1Scaled", [](T x, T) { return T(math::besselI1(x, true)); });
}

template <typename T>
void addIntegers(HostTable& table) {
  add<T>(table, "gcd", 2, [](T x, T y) { return math::gcd(x, y); });
  add<T>(table, "lcm", 2, [](T x, T y) { return math::lcm(x, y); });
  add<T>(table, "pow", 2, [](T x, T y) { return math::pow(x, y); });
}

const HostTable& hostTable() {
  static const HostTable functions = [] {
    HostTable table;
    addFloats<float>(table);
    addFloats<double>(table);
    addIntegers<int64_t>(table);
    addIntegers<int32_t>(table);
    addIntegers<int16_t>(table);
    addIntegers<int8_t>(table);
    addIntegers<uint8_t>(table);
    return table;
  }();
  return functions;
}

}  // namespace

std::optional<std::string> hostFunction(std::string_view name, size_t arity, DType dtype) {
  std::string symbol = symbolOf(name, dtype);
  const auto entry = hostTable().find(symbol);
  if (entry == hostTable().end() || entry->second.arity != arity) return std::nullopt;
  return symbol;
}

void* hostAddress(std::string_view symbol) {
  const auto entry = hostTable().find(std::string(symbol));
  return entry == hostTable().end() ? nullptr : entry->second.address;
}

}  // namespace ts::jit
