// Operators that compute each element by itself. Their formulas stand in pointwise.def; what is
// here makes them work on tensors of any dtype, shape and layout.
#pragma once

#include <array>
#include <initializer_list>
#include <string_view>

#include "core/kernels/boxing.h"

namespace ts::kernels {

// In which dtype a formula is computed, and which dtype its result has.
enum class Rule : uint8_t {
  Promote,        // the operands' common one, for both
  PromoteExact,   // likewise; numbers have to be of that category: an integral tensor takes no
                  // alpha=0.5
  PromoteNoBool,  // likewise; and no operand is bool
  Float,          // likewise, the default dtype instead of integers
  Bool,           // computed in the common one, gives bool
  Real,           // complex numbers give their parts' dtype
  FloatReal,      // both
};

// `count` elements: the result at pointers[0], operands behind it; steps in bytes. The numbers are
// p, q, r.
using Loop = void (*)(std::byte* const* pointers, const int64_t* steps, int64_t count,
                      const Scalar* numbers);

struct Pointwise {
  std::string_view name;
  uint8_t arity;    // operands
  uint8_t numbers;  // p, q, r
  Rule rule;
  std::array<Loop, 16> loops;  // by number of the dtype; null: there is none
  std::string_view formula;    // its text
};

// formulas::add, formulas::exp, ...
namespace formulas {
#define UNARY(name, ...) extern const Pointwise name;
#define FUNCTION UNARY
#define BINARY UNARY
#define FLOAT_BINARY UNARY
#define ACTIVATION UNARY
#include "core/kernels/pointwise.def"
}  // namespace formulas

// A tensor or a number, which counts as one in type promotion. Doesn't keep the tensor alive.
class Operand {
 public:
  Operand() = default;
  Operand(const Tensor& tensor) : impl_(tensor.impl()) {}
  Operand(const Scalar& number) : number_(number) {}
  explicit Operand(const IValue& value);              // throws TypeError for others
  tensor::TensorImpl* impl() const { return impl_; }  // null: a number
  const Scalar& number() const { return number_; }

 private:
  tensor::TensorImpl* impl_ = nullptr;
  Scalar number_;
};

// Where a result goes. OutSame: an out= of exactly the result's dtype; OutAny: of whatever dtype.
enum class Into : uint8_t { New, Self, Out, OutSame, OutAny };
constexpr bool isOut(Into into) { return into >= Into::Out; }

// `operands` and `numbers` are arrays of as many as the formula has. target: self or out=, else
// null.
Tensor compute(const Pointwise& formula, const Operand* operands, const Scalar* numbers, Into into,
               const Tensor* target);

// apply(formulas::add, {x, y}, {1})
inline Tensor apply(const Pointwise& formula, std::initializer_list<Operand> operands,
                    std::initializer_list<Scalar> numbers = {}) {
  return compute(formula, operands.begin(), numbers.begin(), Into::New, nullptr);
}
inline Tensor applyInPlace(const Pointwise& formula, const Tensor& self,
                           std::initializer_list<Operand> operands,
                           std::initializer_list<Scalar> numbers = {}) {
  return compute(formula, operands.begin(), numbers.begin(), Into::Self, &self);
}

// A whole call from a stack: operands, numbers, out.
void run(const Pointwise& formula, Into into, Stack& stack);
template <const Pointwise& formula, Into into>
void entry(Stack& stack) {
  run(formula, into, stack);
}
// {"aten::exp", pointwise<formulas::exp>}, {"aten::exp_", pointwise<formulas::exp, Into::Self>}
template <const Pointwise& formula, Into into = Into::New>
constexpr KernelFunction pointwise = entry<formula, into>;

}  // namespace ts::kernels
