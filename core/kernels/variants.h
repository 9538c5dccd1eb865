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

template <auto F>
struct Variant;
template <typename R, typename... Args, R (*F)(Args...)>
struct Variant<F> {
  template <size_t... I>
  static auto call(IValue* arguments, std::index_sequence<I...>) {
    return F(Unbox<std::remove_cvref_t<Args>>::from(arguments[I])...);
  }

  // The stack contains F's arguments, then one tensor per result.
  template <OutDType dtype>
  static void out(Stack& stack) {
    constexpr size_t outs = OutsOf<R>::count;
    const size_t base = stack.size() - sizeof...(Args) - outs;
    auto result = call(stack.data() + base, std::index_sequence_for<Args...>{});
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

  // F's last argument is the dtype of its result; if it is None, the dtype of the out= tensor is
  // used.
  template <OutDType given>
  static void inOutDType(Stack& stack) {
    IValue& dtype = stack[stack.size() - 2];
    if (dtype.isNone()) dtype = static_cast<int64_t>(stack.back().toTensor().dtype());
    out<given>(stack);
  }

  static void inPlace(Stack& stack) {
    const size_t base = stack.size() - sizeof...(Args);
    const Tensor self = stack[base].toTensor();
    giveInPlace(self, call(stack.data() + base, std::index_sequence_for<Args...>{}));
    stack.resize(base + 1);
  }

  template <MemoryFormat format>
  static void onCopy(Stack& stack) {
    IValue& self = stack[stack.size() - sizeof...(Args)];
    self = clone(self.toTensor(), format);
    Boxed<F>::run(stack);
  }

  // Like out(), with the result of onCopy().
  static void onCopyOut(Stack& stack) {
    const Tensor out = stack.back().toTensor();
    stack.pop_back();
    onCopy<MemoryFormat::Contiguous>(stack);
    stack.back() = giveOut(out, stack.back().toTensor(), OutDType::Same);
  }
};

// {"aten::cat.out", outOf<cat>}: calls F with the arguments before the out= tensors.
template <auto F>
constexpr KernelFunction outOf = Variant<F>::template out<OutDType::Castable>;
template <auto F, OutDType outDType = OutDType::Same>
constexpr KernelFunction inOutDTypeOf = Variant<F>::template inOutDType<outDType>;
template <auto F>
constexpr KernelFunction sameOutOf = Variant<F>::template out<OutDType::Same>;
template <auto F>
constexpr KernelFunction anyOutOf = Variant<F>::template out<OutDType::Any>;
template <auto F>
constexpr KernelFunction generatedOutOf = Variant<F>::template out<OutDType::Generated>;
// {"aten::cumsum_", inPlaceOf<cumsum>}: copies F's result into its first argument.
template <auto F>
constexpr KernelFunction inPlaceOf = Variant<F>::inPlace;
// {"aten::index_add", onCopyOf<indexAdd_>}: calls the in-place function F on a copy of its first
// argument.
template <auto F, MemoryFormat format = MemoryFormat::Contiguous>
constexpr KernelFunction onCopyOf = Variant<F>::template onCopy<format>;
template <auto F>
constexpr KernelFunction onCopyOutOf = Variant<F>::onCopyOut;

}  // namespace ts::kernels
