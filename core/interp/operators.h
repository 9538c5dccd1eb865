// The tables of operators on numbers, strings and containers, and what their functions share.
// Entries are as in core/kernels; an operator of any number of arguments (format, print) takes all
// that is on the stack.
#pragma once

#include <complex>
#include <span>

#include "core/interp/interpreter.h"
#include "core/kernels/boxing.h"

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

// The operators that core/passes can run on constants, run on values; null: it knows none of that
// name.
kernels::KernelFunction findFolded(std::string_view nameWithoutOverload);

// Python's ==: numbers by value, tensors by all their elements, containers by theirs.
bool areEqual(const IValue& a, const IValue& b);
// Python's <; objects by their __lt__. Throws where there is no order.
bool isLess(const IValue& a, const IValue& b);
// Begin, end and step of a slice of `size` elements, as count: indices are begin + i * step.
struct SliceRange {
  int64_t begin;
  int64_t count;
};
SliceRange sliceOf(std::optional<int64_t> start, std::optional<int64_t> end, int64_t step,
                   size_t size);

}  // namespace ts::interp
