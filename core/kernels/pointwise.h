// Operators that compute each element independently. pointwise.def contains their formulas; this
// header applies them to tensors of any dtype, shape and layout.
#pragma once

#include <array>
#include <atomic>
#include <initializer_list>
#include <span>
#include <string_view>

#include "core/kernels/boxing.h"

namespace ts::kernels {

// The dtype in which a formula is computed, and the dtype of its result.
enum class Rule : uint8_t {
  Promote,        // both are the operands' common dtype
  PromoteExact,   // like Promote, but integral tensors reject float parameters (alpha=0.5)
  PromoteNoBool,  // like PromoteExact, but operands must not be bool
  Float,          // like Promote, but integers become the default dtype
  Bool,           // computed in the common dtype; the result is bool
  Real,           // like Promote, but the result of complex operands is real
  FloatReal,      // Float and Real combined
};

// Computes `count` adjacent elements of adjacent elements. The result is at pointers[0], the
// operands follow. `numbers` are p, q, r.
using Loop = void (*)(std::byte* const* pointers, int64_t count, const Scalar* numbers);

class VectorProgram;

struct Pointwise {
  std::string_view name;
  uint8_t arity;    // number of operands
  uint8_t numbers;  // number of parameters (p, q, r)
  Rule rule;
  std::array<Loop, 16> loops;  // by dtype number; null: not supported
  bool isComplexNew;           // PyTorch 1.13 does not support complex numbers
  std::string_view formula;    // the text of the expression
  // The loops of formulas of two operands where one element of the first operand, or of the second
  // one, is for all results: rows and columns that are broadcast. Null: see LoopRun.
  std::array<std::array<Loop, 16>, 2> loopsWithOne{};
  // VectorProgram::find() keeps the formula's programs here, for floats and for doubles.
  mutable std::array<std::atomic<const VectorProgram*>, 2> programs{};
};

// Declares formulas::add, formulas::exp, ...
namespace formulas {
#define UNARY(name, ...) extern const Pointwise name;
#define FUNCTION UNARY
#define BINARY UNARY
#define FLOAT_BINARY UNARY
#define ACTIVATION UNARY
#define GRADIENT UNARY
#include "core/kernels/pointwise.def"
}  // namespace formulas

// A tensor or a number; a number has the lower rank of numbers in type promotion. Does not keep the
// tensor alive.
class Operand {
 public:
  Operand() = default;
  Operand(const Tensor& tensor) : impl_(tensor.impl()) {}
  Operand(const Scalar& number) : number_(number) {}
  explicit Operand(const IValue& value);              // throws a TypeError for other values
  tensor::TensorImpl* impl() const { return impl_; }  // null: a number
  const Scalar& number() const { return number_; }

 private:
  tensor::TensorImpl* impl_ = nullptr;
  Scalar number_;
};

// The destination of a result. OutSame: an out= tensor that must have the result's dtype;
// OutGenerated: as OutDType::Generated.
enum class Into : uint8_t { New, Self, Out, OutSame, OutGenerated };
constexpr bool isOut(Into into) { return into >= Into::Out; }

// Evaluates a formula. `operands` and `numbers` are arrays of the formula's sizes. `target` is self
// or the out= tensor, else null.
Tensor compute(const Pointwise& formula, const Operand* operands, const Scalar* numbers, Into into,
               const Tensor* target);

// Usage: apply(formulas::add, {x, y}, {1})
inline Tensor apply(const Pointwise& formula, std::initializer_list<Operand> operands,
                    std::initializer_list<Scalar> numbers = {}) {
  return compute(formula, operands.begin(), numbers.begin(), Into::New, nullptr);
}
inline Tensor times(const Operand& a, const Operand& b) { return apply(formulas::mul, {a, b}); }
inline Tensor applyInPlace(const Pointwise& formula, const Tensor& self,
                           std::initializer_list<Operand> operands,
                           std::initializer_list<Scalar> numbers = {}) {
  return compute(formula, operands.begin(), numbers.begin(), Into::Self, &self);
}

// The dtype in which a formula is computed for its operands, and that of the result.
struct PointwiseTypes {
  DType computed, result;
};
PointwiseTypes typesOf(const Pointwise& formula, const Operand* operands);

// A formula and the values that it is applied to.
struct PointwiseCall {
  const Pointwise* formula;
  std::array<Operand, 3> operands;
  std::array<Scalar, 3> numbers;
};
// The call with the operands and then the numbers as arguments.
PointwiseCall directCall(const Pointwise& formula, const IValue* arguments);

inline std::byte* firstByte(const tensor::TensorImpl& impl) {
  return impl.storage->data() + impl.offset * static_cast<int64_t>(tensor::sizeOf(impl.dtype));
}

// Runs a call whose operands, numbers and out= tensor are on the stack.
void run(const Pointwise& formula, Into into, Stack& stack);
template <const Pointwise& formula, Into into>
void entry(Stack& stack) {
  run(formula, into, stack);
}
// Usage in a table: {"aten::exp", pointwise<formulas::exp>}, {"aten::exp_",
// pointwise<formulas::exp, Into::Self>}
template <const Pointwise& formula, Into into = Into::New>
constexpr KernelFunction pointwise = entry<formula, into>;

// ---- the formulas behind kernels, for code generators

// An operator that computes one formula, into a new tensor or into its first argument. Either its
// arguments are the formula's operands and then its numbers, or `prepare` selects the formula by
// the arguments.
struct PointwiseKernel {
  KernelFunction run;
  Into into;                 // New or Self
  const Pointwise* formula;  // null: see `prepare`
  PointwiseCall (*prepare)(const IValue* arguments);
};
// Returns null for other kernels. Thread-safe.
const PointwiseKernel* findPointwise(KernelFunction run);
// Throws as the operator does.
PointwiseCall callOf(const PointwiseKernel& kernel, const IValue* arguments);
std::span<const PointwiseKernel> preparedPointwiseCalls();

}  // namespace ts::kernels
