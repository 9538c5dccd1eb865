// Derives entries from other functions: the out= and in-place overloads of a function, and the
// functional overload of an in-place function. All overloads thus share one implementation.
#pragma once

#include "core/kernels/boxing.h"
#include "core/kernels/copy.h"

namespace ts::kernels {

// Copies a result into an out= tensor and returns `out`. A tensor of another shape is resized; it
// gets the result's strides, except with OutDType::Any. Throws a RuntimeError when the dtype cannot
// be cast (Castable) or differs (Same); Any accepts every dtype. Each operator uses PyTorch's
// choice. Generated means an overload that PyTorch's build generates from the functional one: Any
// in version 1.13, Same in 2.6, with the strides of Any.
enum class OutDType : uint8_t { Castable, Same, Any, Generated };
Tensor giveOut(const Tensor& out, const Tensor& result, OutDType dtype = OutDType::Castable);
// Copies a result into self and returns self. Throws a RuntimeError when shape or dtype don't
// match.
Tensor giveInPlace(const Tensor& self, const Tensor& result);

template <typename R>
struct OutsOf {
  static constexpr size_t count = 1;
};
template <typename... R>
struct OutsOf<std::tuple<R...>> {
  static constexpr size_t count = sizeof...(R);
};

// As with runBoxed, functions of one type share the code.

// The stack contains the function's arguments, then one tensor per result.
template <typename R, typename... Args>
[[gnu::noinline]] void runOut(Stack& stack, R (*function)(Args...), OutDType dtype) {
  constexpr size_t outs = OutsOf<R>::count;
  const size_t base = stack.size() - sizeof...(Args) - outs;
  auto result = callUnboxed(function, stack.data() + base, std::index_sequence_for<Args...>{});
  IValue given[outs];
  auto give = [&](size_t i, const Tensor& value) {
    given[i] = giveOut(stack[base + sizeof...(Args) + i].toTensor(), value, dtype);
  };
  if constexpr (std::is_same_v<R, Tensor>)
    give(0, result);
  else
    std::apply(
        [&](const auto&... values) {
          size_t i = 0;
          (give(i++, values), ...);
        },
        result);
  stack.resize(base);
  for (IValue& value : given) stack.push_back(std::move(value));
}

// The function's last argument is the dtype of its result; if it is None, the dtype of the out=
// tensor is used.
inline void giveDTypeOfOut(Stack& stack) {
  IValue& dtype = stack[stack.size() - 2];
  if (dtype.isNone()) dtype = static_cast<int64_t>(stack.back().toTensor().dtype());
}

template <typename R, typename... Args>
[[gnu::noinline]] void runInPlace(Stack& stack, R (*function)(Args...)) {
  const size_t base = stack.size() - sizeof...(Args);
  const Tensor self = stack[base].toTensor();
  giveInPlace(self, callUnboxed(function, stack.data() + base, std::index_sequence_for<Args...>{}));
  stack.resize(base + 1);
}

template <typename R, typename... Args>
void runOnCopy(Stack& stack, R (*function)(Args...), MemoryFormat format) {
  IValue& self = stack[stack.size() - sizeof...(Args)];
  self = clone(self.toTensor(), format);
  runBoxed(stack, function);
}

// Like runOut, with the result of runOnCopy.
template <typename R, typename... Args>
void runOnCopyOut(Stack& stack, R (*function)(Args...)) {
  const Tensor out = stack.back().toTensor();
  stack.pop_back();
  runOnCopy(stack, function, MemoryFormat::Contiguous);
  stack.back() = giveOut(out, stack.back().toTensor(), OutDType::Same);
}

// {"aten::cat.out", outOf<cat>}: calls F with the arguments before the out= tensors.
template <auto F, OutDType dtype = OutDType::Castable>
constexpr KernelFunction outOf = [](Stack& stack) { runOut(stack, F, dtype); };
template <auto F, OutDType dtype = OutDType::Same>
constexpr KernelFunction inOutDTypeOf = [](Stack& stack) {
  giveDTypeOfOut(stack);
  runOut(stack, F, dtype);
};
template <auto F>
constexpr KernelFunction sameOutOf = outOf<F, OutDType::Same>;
template <auto F>
constexpr KernelFunction anyOutOf = outOf<F, OutDType::Any>;
template <auto F>
constexpr KernelFunction generatedOutOf = outOf<F, OutDType::Generated>;
// {"aten::cumsum_", inPlaceOf<cumsum>}: copies F's result into its first argument.
template <auto F>
constexpr KernelFunction inPlaceOf = [](Stack& stack) { runInPlace(stack, F); };
// {"aten::index_add", onCopyOf<indexAdd_>}: calls the in-place function F on a copy of its first
// argument.
template <auto F, MemoryFormat format = MemoryFormat::Contiguous>
constexpr KernelFunction onCopyOf = [](Stack& stack) { runOnCopy(stack, F, format); };
template <auto F>
constexpr KernelFunction onCopyOutOf = [](Stack& stack) { runOnCopyOut(stack, F); };

}  // namespace ts::kernels
