// The tables of operators on numbers, strings and containers, and helpers of their functions.
// A variadic operator (format, print) takes the whole stack.
#pragma once

#include <array>
#include <complex>
#include <span>

#include "core/interp/program.h"
#include "core/kernels/boxing.h"
#include "core/tensor/value_walk.h"

namespace ts::kernels {

template <>
struct Unbox<std::complex<double>> {
  static std::complex<double> from(const IValue& value) {
    return value.toScalar().to<Complex128>();
  }
};
template <>
struct Unbox<tensor::ListValue> {
  static tensor::ListValue& from(const IValue& value) { return value.toList(); }
};
template <>
struct Unbox<tensor::DictValue> {
  static tensor::DictValue& from(const IValue& value) { return value.toDict(); }
};

}  // namespace ts::kernels

namespace ts::interp {

using kernels::boxed;
using tensor::DictValue;
using tensor::DType;
using tensor::ErrorKind;
using tensor::fail;
using tensor::ListValue;
using tensor::Scalar;
using tensor::Tensor;

struct OperatorEntry {
  std::string_view name;  // with the overload
  kernels::KernelFunction run;
  DirectFunction direct = nullptr;
};
std::span<const OperatorEntry> listOperators();
std::span<const OperatorEntry> dictOperators();
std::span<const OperatorEntry> textOperators();
std::span<const OperatorEntry> numberOperators();
std::span<const OperatorEntry> tensorOperators();
std::span<const OperatorEntry> stateOperators();

// Empties the operands whose bits are set.
inline void drop(const std::array<IValue*, 4>& operands, uint32_t taken) {
  for (size_t i = 0; taken != 0; ++i, taken >>= 1)
    if (taken & 1) *operands[i] = IValue();
}

// Wraps a function of boxed<> as a DirectFunction. It must have no side effects where it throws.
template <auto F>
struct Direct;
template <typename R, typename... Args, R (*F)(Args...)>
struct Direct<F> {
  static_assert(sizeof...(Args) <= 4);
  static bool run(IValue* result, IValue* a, IValue* b, IValue* c, IValue* d,
                  uint32_t taken) noexcept {
    return call(result, {a, b, c, d}, taken, std::index_sequence_for<Args...>{});
  }
  template <size_t... I>
  static bool call(IValue* result, const std::array<IValue*, 4>& operands, uint32_t taken,
                   std::index_sequence<I...>) noexcept {
    try {
      if constexpr (std::is_void_v<R>) {
        F(kernels::Unbox<std::remove_cvref_t<Args>>::from(*operands[I])...);
        if (taken != 0) drop(operands, taken);
      } else {
        IValue value = F(kernels::Unbox<std::remove_cvref_t<Args>>::from(*operands[I])...);
        if (taken != 0) drop(operands, taken);
        *result = std::move(value);
      }
      return true;
    } catch (...) {
      return false;
    }
  }
};
// An entry of a table: an operator that the interpreter and machine code call without a stack.
template <auto F>
constexpr OperatorEntry direct(std::string_view name) {
  return {name, boxed<F>, Direct<F>::run};
}

// The operators that core/passes can fold, applied to values. Returns null if the name is unknown.
kernels::KernelFunction findFolded(std::string_view nameWithoutOverload);

// Throws for an operand that is too long: a loop of additions doubles a string each time.
inline constexpr size_t kMaxText = size_t{1} << 28;
void checkText(std::string_view text);
// Moves a text that grew by the digits of a number to `result`. Returns false, with both unchanged,
// for a text that has other references or is too long.
bool appendNumber(IValue* result, IValue* text, int64_t number) noexcept;
// The greatest argument of chr().
inline constexpr int64_t kMaxCharacter = 0x10ffff;

// Python's ==: numbers by value, tensors and containers by all their elements.
bool areEqual(const IValue& a, const IValue& b);
inline bool areUnequal(const IValue& a, const IValue& b) { return !areEqual(a, b); }
// Python's <; objects by their __lt__. Throws for values without an order.
bool isLess(const IValue& a, const IValue& b);
// The elements of a slice of a list of `size` elements: the indices begin + i * step for i < count.
struct SliceRange {
  int64_t begin;
  int64_t count;
};
SliceRange sliceOf(std::optional<int64_t> start, std::optional<int64_t> end, int64_t step,
                   size_t size);

}  // namespace ts::interp
