// The tables of operators on numbers, strings and containers, and helpers of their functions.
// Entries have the form of core/kernels. A variadic operator (format, print) takes the whole stack.
#pragma once

#include <complex>
#include <span>

#include "core/interp/interpreter.h"
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
using kernels::Kernel;
using tensor::DictValue;
using tensor::DType;
using tensor::ErrorKind;
using tensor::fail;
using tensor::ListValue;
using tensor::Scalar;
using tensor::Tensor;

std::span<const Kernel> listOperators();
std::span<const Kernel> dictOperators();
std::span<const Kernel> textOperators();
std::span<const Kernel> numberOperators();
std::span<const Kernel> tensorOperators();
std::span<const Kernel> stateOperators();

// The operators that core/passes can fold, applied to values. Returns null if the name is unknown.
kernels::KernelFunction findFolded(std::string_view nameWithoutOverload);

// Throws for an operand that is too long: a loop of additions doubles a string each time.
void checkText(std::string_view text);

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
