// Operators that call another one for each tensor of a list: _foreach_add, _foreach_norm.
#include <algorithm>

#include "core/kernels/copy.h"
#include "core/kernels/families.h"

namespace ts::kernels {
namespace {

// A string as an argument of a template.
template <size_t N>
struct Text {
  char data[N] = {};
  constexpr Text(const char (&text)[N]) { std::copy_n(text, N, data); }
};

// The calls of one operator. Each character of the pattern gives an argument of the inner calls:
// - `e`: an element of the next argument, which is a list
// - `w`: the next argument; `t`: the same, and it has to be a tensor without dimensions
// - `1`, `f`, `n`: the number 1, False, None, without an argument
class EachCall {
 public:
  // Throws a RuntimeError for lists that don't fit.
  EachCall(Stack& stack, std::string_view pattern) : stack_(stack), pattern_(pattern) {
    base_ = stack.size() - static_cast<size_t>(std::ranges::count_if(pattern, takesArgument));
    const size_t first = base_ + pattern.find('e');
    size_ = stack_[first].toList().items.size();
    if (size_ == 0) fail("Tensor list must have at least one tensor.");
    size_t at = base_;
    for (const char what : pattern) {
      if (what == 'e') checkLength(stack_[at].toList().items.size());
      if (what == 't') checkNumber(stack_[at].toTensor());
      at += takesArgument(what);
    }
  }

  size_t size() const { return size_; }

  IValue run(NamedKernel& kernel, size_t i) {
    Stack inner;
    size_t at = base_;
    for (const char what : pattern_) {
      switch (what) {
        case 'e': inner.push_back(stack_[at].toList().items[i]); break;
        case '1': inner.emplace_back(int64_t{1}); break;
        case 'f': inner.emplace_back(false); break;
        case 'n': inner.emplace_back(); break;
        default: inner.push_back(stack_[at]); break;
      }
      at += takesArgument(what);
    }
    kernel(inner);
    return std::move(inner.front());
  }

  // Takes the arguments off the stack.
  void finish() { stack_.resize(base_); }

 private:
  static bool takesArgument(char what) { return what == 'e' || what == 'w' || what == 't'; }

  void checkLength(size_t length) const {
    if (length != size_)
      fail("Tensor lists must have the same number of tensors, got {} and {}", size_, length);
  }
  static void checkNumber(const Tensor& number) {
    if (number.dim() != 0)
      fail("scalar tensor expected to be 0 dim but it has {} dimensions and {} elements.",
           number.dim(), number.numel());
  }

  Stack& stack_;
  std::string_view pattern_;
  size_t base_ = 0, size_ = 0;
};

void runEach(Stack& stack, NamedKernel& kernel, std::string_view pattern) {
  EachCall calls(stack, pattern);
  TensorList results;
  for (size_t i = 0; i < calls.size(); ++i) results.push_back(calls.run(kernel, i).toTensor());
  calls.finish();
  pushResult(stack, results);
}

void runEachInPlace(Stack& stack, NamedKernel& kernel, std::string_view pattern) {
  EachCall calls(stack, pattern);
  for (size_t i = 0; i < calls.size(); ++i) calls.run(kernel, i);
  calls.finish();
}

template <Text Operator, Text Pattern>
constexpr KernelFunction each = [](Stack& stack) {
  static NamedKernel kernel(Operator.data);
  runEach(stack, kernel, Pattern.data);
};
template <Text Operator, Text Pattern>
constexpr KernelFunction eachInPlace = [](Stack& stack) {
  static NamedKernel kernel(Operator.data);
  runEachInPlace(stack, kernel, Pattern.data);
};

// The last argument is a vector with a number for each call, as a tensor.
template <KernelFunction Run>
constexpr KernelFunction withVector = [](Stack& stack) {
  const Tensor vector = stack.back().toTensor();
  if (vector.dim() != 1)
    fail("Expected packed scalar Tensor to be of dimension 1. Got {} instead.", vector.dim());
  const Tensor flat = contiguous(vector);
  std::vector<IValue> numbers;
  for (int64_t i = 0; i < flat.numel(); ++i)
    numbers.emplace_back(itemOf(tensor::view(flat, Dims{}, Dims{}, flat.offset() + i)));
  stack.back() = tensor::makeList(types::numberType(), std::move(numbers));
  Run(stack);
};

// NAME.OVERLOAD by one operator, and NAME_.OVERLOAD by another one, both of the same pattern.
#define TS_EACH(name, overload, operation, inPlace, pattern, ...)                            \
  {"aten::_foreach_" name overload, each<"aten::" operation, pattern>, __VA_ARGS__}, {       \
    "aten::_foreach_" name "_" overload, eachInPlace<"aten::" inPlace, pattern>, __VA_ARGS__ \
  }
#define TS_UNARY(name, ...) TS_EACH(name, "", name, name "_", "e", __VA_ARGS__)
// The overloads of add and sub, and of mul and div.
#define TS_SUM(name)                                                        \
  TS_EACH(name, ".Scalar", name ".Scalar", name "_.Scalar", "ew1"),         \
      TS_EACH(name, ".ScalarList", name ".Scalar", name "_.Scalar", "ee1"), \
      TS_EACH(name, ".List", name ".Tensor", name "_.Tensor", "eew")
#define TS_PRODUCT(name)                                                   \
  TS_EACH(name, ".Scalar", name ".Scalar", name "_.Scalar", "ew"),         \
      TS_EACH(name, ".ScalarList", name ".Scalar", name "_.Scalar", "ee"), \
      TS_EACH(name, ".List", name ".Tensor", name "_.Tensor", "ee"),       \
      TS_EACH(name, ".Tensor", name ".Tensor", name "_.Tensor", "et", kSince26)
// The overloads of clamp_min, clamp_max, maximum and minimum. PyTorch computes all by clamp_*.
#define TS_BOUND(name, clamp, ...)                                    \
  TS_EACH(name, ".Scalar", clamp, clamp "_", "ew", kSince26),         \
      TS_EACH(name, ".ScalarList", clamp, clamp "_", "ee", kSince26), \
      TS_EACH(name, ".List", clamp ".Tensor", clamp "_.Tensor", "ee", __VA_ARGS__)
#define TS_ADDED(name)                                                                         \
  TS_EACH(name, ".Scalar", name, name "_", "eeew"),                                            \
      TS_EACH(name, ".ScalarList", name, name "_", "eeee"),                                    \
      {"aten::_foreach_" name ".Tensor", withVector<each<"aten::" name, "eeee">>, kSince26}, { \
    "aten::_foreach_" name "_.Tensor", withVector<eachInPlace<"aten::" name "_", "eeee">>,     \
        kSince26                                                                               \
  }

constexpr TorchProfileRange kSince26 = since(TorchProfile::Torch2_6);

constexpr Kernel kForeachKernels[] = {
    TS_UNARY("abs"),
    TS_UNARY("acos"),
    TS_UNARY("asin"),
    TS_UNARY("atan"),
    TS_UNARY("ceil"),
    TS_UNARY("cos"),
    TS_UNARY("cosh"),
    TS_UNARY("erf"),
    TS_UNARY("erfc"),
    TS_UNARY("exp"),
    TS_UNARY("expm1"),
    TS_UNARY("floor"),
    TS_UNARY("frac"),
    TS_UNARY("lgamma"),
    TS_UNARY("log"),
    TS_UNARY("log10"),
    TS_UNARY("log1p"),
    TS_UNARY("log2"),
    TS_UNARY("neg"),
    TS_UNARY("reciprocal"),
    TS_UNARY("round"),
    TS_UNARY("rsqrt", kSince26),
    TS_UNARY("sigmoid"),
    TS_UNARY("sign", kSince26),
    TS_UNARY("sin"),
    TS_UNARY("sinh"),
    TS_UNARY("sqrt"),
    TS_UNARY("tan"),
    TS_UNARY("tanh"),
    TS_UNARY("trunc"),

    TS_SUM("add"),
    TS_EACH("add", ".Tensor", "add.Tensor", "add_.Tensor", "etw", kSince26),
    TS_SUM("sub"),
    TS_PRODUCT("mul"),
    TS_PRODUCT("div"),
    TS_ADDED("addcmul"),
    TS_ADDED("addcdiv"),
    TS_BOUND("clamp_max", "clamp_max", kSince26),
    TS_BOUND("clamp_min", "clamp_min", kSince26),
    TS_BOUND("maximum", "clamp_min"),
    TS_BOUND("minimum", "clamp_max"),
    TS_EACH("lerp", ".List", "lerp.Tensor", "lerp_.Tensor", "eee", kSince26),
    TS_EACH("lerp", ".Scalar", "lerp.Scalar", "lerp_.Scalar", "eew", kSince26),
    TS_EACH("lerp", ".ScalarList", "lerp.Scalar", "lerp_.Scalar", "eee", kSince26),
    TS_EACH("pow", ".List", "pow.Tensor_Tensor", "pow_.Tensor", "ee", kSince26),
    TS_EACH("pow", ".Scalar", "pow.Tensor_Scalar", "pow_.Scalar", "ew", kSince26),
    TS_EACH("pow", ".ScalarList", "pow.Tensor_Scalar", "pow_.Scalar", "ee", kSince26),
    {"aten::_foreach_pow.ScalarAndTensor", each<"aten::pow.Scalar", "we">, kSince26},

    {"aten::_foreach_norm.Scalar", each<"aten::linalg_vector_norm", "ewnfn">,
     before(TorchProfile::Torch2_6)},
    {"aten::_foreach_norm.Scalar", each<"aten::linalg_vector_norm", "ewnfw">, kSince26},
    {"aten::_foreach_max", each<"aten::max", "e">, kSince26},
    {"aten::_foreach_copy_", eachInPlace<"aten::copy_", "eew">, kSince26},
    {"aten::_foreach_zero", each<"aten::zero", "e">},
    {"aten::_foreach_zero_", eachInPlace<"aten::zero_", "e">},
};

}  // namespace

std::span<const Kernel> foreachKernels() { return kForeachKernels; }

}  // namespace ts::kernels
