// Wraps typed C++ functions as kernels: boxed<f> takes f's arguments off the stack and pushes its
// results. The C++ type of an argument depends on its type in the schema:
//
// - Tensor, Tensor?: const Tensor&; None becomes an undefined tensor
// - Tensor[], Tensor?[]: const std::vector<Tensor>&
// - int, float, bool: int64_t, double, bool
// - str: const std::string&
// - int[]: const std::vector<int64_t>&; a single int becomes a list of one
// - float[], bool[]: const std::vector<double>&, const std::vector<bool>&
// - Scalar: const Scalar&
// - T?: const std::optional<T>&
// - ScalarType: DType or std::optional<DType>
// - MemoryFormat: std::optional<MemoryFormat>
// - Layout, Device, Generator, and unused arguments: const IValue&
//
// A result is void, any of these types, a std::tuple of several results, or std::vector<Tensor>.
#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/kernels/registry.h"
#include "core/tensor/error.h"
#include "core/tensor/gap.h"
#include "core/tensor/tensor.h"

namespace ts::kernels {

// Names that all kernels use.
using tensor::BFloat16;
using tensor::Complex128;
using tensor::Complex64;
using tensor::Dims;
using tensor::DType;
using tensor::ErrorKind;
using tensor::fail;
using tensor::Half;
using tensor::IValue;
using tensor::MemoryFormat;
using tensor::Scalar;
using tensor::Tensor;
using IntList = std::vector<int64_t>;
using TensorList = std::vector<Tensor>;

template <typename T>
struct Unbox;
template <>
struct Unbox<Tensor> {
  static Tensor from(const IValue& value) { return value.toTensor(); }
};
template <>
struct Unbox<TensorList> {
  static TensorList from(const IValue& value) { return value.toTensorVector(); }
};
template <>
struct Unbox<int64_t> {
  static int64_t from(const IValue& value) {
    return value.isBool() ? value.toBool() : value.toInt();
  }
};
template <>
struct Unbox<double> {
  static double from(const IValue& value) {
    return value.isDouble() ? value.toDouble() : value.toScalar().to<double>();
  }
};
template <>
struct Unbox<bool> {
  static bool from(const IValue& value) { return value.toBool(); }
};
template <>
struct Unbox<std::string> {
  static const std::string& from(const IValue& value) { return value.toString(); }
};
template <>
struct Unbox<IntList> {
  static IntList from(const IValue& value) { return value.toIntVector(); }
};
template <>
struct Unbox<std::vector<double>> {
  static std::vector<double> from(const IValue& value) { return value.toDoubleVector(); }
};
template <>
struct Unbox<std::vector<bool>> {
  static std::vector<bool> from(const IValue& value) { return value.toBoolVector(); }
};
template <>
struct Unbox<Scalar> {
  static Scalar from(const IValue& value) { return value.toScalar(); }
};
template <>
struct Unbox<IValue> {
  static const IValue& from(const IValue& value) { return value; }
};
template <>
struct Unbox<DType> {
  static DType from(const IValue& value) {
    auto dtype = tensor::dtypeFromNumber(value.toInt());
    if (!dtype)
      tensor::failAsGap("tensors of the element type with number {} aren't available in JitScope",
                        value.toInt());
    return *dtype;
  }
};
template <>
struct Unbox<MemoryFormat> {
  static MemoryFormat from(const IValue& value) { return static_cast<MemoryFormat>(value.toInt()); }
};
template <typename T>
struct Unbox<std::optional<T>> {
  static std::optional<T> from(const IValue& value) {
    if (value.isNone()) return std::nullopt;
    return Unbox<T>::from(value);
  }
};

inline void pushResult(Stack& stack, Tensor value) { stack.emplace_back(std::move(value)); }
inline void pushResult(Stack& stack, const TensorList& value) {
  stack.push_back(tensor::makeTensorList(value));
}
inline void pushResult(Stack& stack, const IntList& value) {
  stack.push_back(tensor::makeIntList(value));
}
inline void pushResult(Stack& stack, IValue value) { stack.push_back(std::move(value)); }
inline void pushResult(Stack& stack, DType value) {
  stack.emplace_back(static_cast<int64_t>(value));
}
template <typename T>
requires std::is_arithmetic_v<T> || std::is_same_v<T, Scalar> || std::is_same_v<T, std::string>
void pushResult(Stack& stack, T value) { stack.emplace_back(std::move(value)); }
template <typename... T>
void pushResult(Stack& stack, std::tuple<T...> values) {
  std::apply([&](auto&... value) { (pushResult(stack, std::move(value)), ...); }, values);
}

template <typename R, typename... Args, size_t... I>
R callUnboxed(R (*function)(Args...), [[maybe_unused]] const IValue* arguments,
              std::index_sequence<I...>) {
  return function(Unbox<std::remove_cvref_t<Args>>::from(arguments[I])...);
}
// Functions of one type share this code: a copy for each takes a fifth of the kernels' build time.
template <typename R, typename... Args>
[[gnu::noinline]] void runBoxed(Stack& stack, R (*function)(Args...)) {
  // The arguments stay on the stack during the call, which keeps them alive.
  const size_t base = stack.size() - sizeof...(Args);
  constexpr auto indices = std::index_sequence_for<Args...>{};
  if constexpr (std::is_void_v<R>) {
    callUnboxed(function, stack.data() + base, indices);
    stack.resize(base);
  } else {
    auto result = callUnboxed(function, stack.data() + base, indices);
    stack.resize(base);
    pushResult(stack, std::move(result));
  }
}
// Usage in a table: {"aten::relu", boxed<relu>}
template <auto F>
constexpr KernelFunction boxed = [](Stack& stack) { runBoxed(stack, F); };

// Functions for tables.
inline Tensor returnSelf(const Tensor& self) { return self; }
inline bool returnFalse(const Tensor&) { return false; }

}  // namespace ts::kernels
