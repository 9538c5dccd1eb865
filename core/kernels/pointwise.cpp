// Runs formulas on operands of any dtype, shape and layout.
#include "core/kernels/pointwise.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "core/kernels/complex_run.h"
#include "core/kernels/copy.h"
#include "core/kernels/loop_run.h"
#include "core/kernels/loops.h"
#include "core/kernels/memory_order.h"
#include "core/kernels/one_device.h"
#include "core/kernels/overlap.h"
#include "core/kernels/parallel.h"
#include "core/kernels/promote.h"
#include "core/kernels/scalar_math.h"
#include "core/kernels/streams.h"
#include "core/kernels/vector_program.h"

namespace ts::kernels {

using tensor::TensorImpl;

Operand::Operand(const IValue& value) {
  if (value.isTensor())
    impl_ = static_cast<TensorImpl*>(value.counted());
  else if (value.isNumber())
    number_ = value.toScalar();
  else
    fail(ErrorKind::Type, "expected a Tensor or a number, not {}", tensor::nameOf(value.tag()));
}

namespace {

constexpr size_t kMost = 3;            // greatest number of operands
constexpr int64_t kLeastPart = 32768;  // elements for a thread, as in PyTorch

DType resultOf(Rule rule, DType computed) {
  if (rule == Rule::Bool) return DType::Bool;
  return rule == Rule::Real || rule == Rule::FloatReal ? tensor::realOf(computed) : computed;
}

DType computedIn(Rule rule, DType common) {
  return rule == Rule::Float || rule == Rule::FloatReal ? floatingFor(common) : common;
}

bool isHalf(DType dtype) { return dtype == DType::Float16 || dtype == DType::BFloat16; }

// Functions of complex numbers, as PyTorch computes them in vectors: the formula of the result, or
// those of its parts.
struct ComplexFormula {
  const Pointwise* whole;
  Pointwise real, imaginary;
};
const ComplexFormula kComplexFormulas[] = {
    {&formulas::exp,
     {"exp", 2, 0, Rule::Promote, {}, false, "exp(x) * cos(y)"},
     {"exp", 2, 0, Rule::Promote, {}, false, "exp(x) * sin(y)"}},
    {&formulas::angle, {"angle", 2, 0, Rule::Promote, {}, false, "atan2(y, x)"}, {}},
    {&formulas::abs, {"abs", 2, 0, Rule::Promote, {}, false, "hypot(x, y)"}, {}},
};

// Computes rows of elements: by a program where that is faster, or where a function of the C
// library would give other last bits than for long rows.
class FormulaRows {
 public:
  FormulaRows(const Pointwise& formula, DType dtype) : formula_(formula), dtype_(dtype) {
    const bool isRefused =
        formula.isComplexNew && tensor::isComplex(dtype) && !atLeast(TorchProfile::Torch2_6);
    if (!formula.loops[static_cast<size_t>(dtype)] || isRefused)
      fail("\"{}\" not implemented for '{}'", formula.name, scalarTypeName(dtype));
    if (tensor::isComplex(dtype)) {
      const auto* row = std::ranges::find(kComplexFormulas, &formula, &ComplexFormula::whole);
      if (row == std::end(kComplexFormulas)) return;
      program_ = VectorProgram::find(row->real, tensor::realOf(dtype));
      if (row->imaginary.arity == 0) return;
      imaginary_ = VectorProgram::find(row->imaginary, tensor::realOf(dtype));
      if (imaginary_ == nullptr) program_ = nullptr;
    }
    if (!tensor::isFloating(dtype)) return;
    program_ = VectorProgram::find(formula, dtype == DType::Float64 ? dtype : DType::Float32);
    if (program_ && !program_->isFaster()) program_ = nullptr;
  }

  // Calls `run` with a VectorRun, ComplexRun or LoopRun, for rows of at most `longest` elements.
  template <typename Run>
  void with(const Scalar* numbers, int64_t longest, Run&& run) const {
    if (program_ && tensor::isComplex(dtype_))
      run(ComplexRun(*program_, imaginary_, tensor::realOf(dtype_), longest));
    else if (program_ && (program_->callsFunctions() || longest >= kWorthVectors))
      run(VectorRun(*program_, dtype_, numbers, longest));
    else
      run(LoopRun(formula_, dtype_, resultOf(formula_.rule, dtype_), numbers));
  }

 private:
  static constexpr int64_t kWorthVectors = 64;
  const Pointwise& formula_;
  DType dtype_;
  const VectorProgram* program_ = nullptr;
  const VectorProgram* imaginary_ = nullptr;  // `program_` is of the real part
};

// Returns whether the formula is computed in single precision although its dtype has half. Products
// and quotients of PyTorch 2.6 do not round a second operand that is a number.
bool isComputedWide(const Pointwise& formula, const Operand* operands, DType computed) {
  if (!isHalf(computed) || !atLeast(TorchProfile::Torch2_6)) return false;
  const Pointwise* const kWide[] = {&formulas::mul, &formulas::div, &formulas::div_trunc,
                                    &formulas::div_floor};
  if (std::ranges::find(kWide, &formula) == std::end(kWide)) return false;
  const TensorImpl* second = operands[1].impl();
  return !second || (second->sizes.empty() && second->dtype != computed);
}

// Storage for one element of any dtype.
struct Element {
  alignas(16) std::byte bytes[16];
};
void put(Element& element, DType dtype, const Scalar& number) {
  tensor::visit(dtype, [&]<typename T>() {
    const T value = numberTo<T>(number);
    std::memcpy(element.bytes, &value, sizeof(T));
  });
}

void checkNumbers(const Pointwise& formula, DType computed, const Scalar* numbers) {
  for (size_t i = 0; i < formula.numbers; ++i) {
    const Scalar& number = numbers[i];
    if (number.isComplex() && !tensor::isComplex(computed))
      fail("value cannot be converted to type {} without overflow", scalarTypeName(computed));
    if (formula.rule != Rule::PromoteExact && formula.rule != Rule::PromoteNoBool) continue;
    if (number.isBool() && computed != DType::Bool)
      fail("Boolean alpha only supported for Boolean results.");
    if (!number.isInt() && !number.isBool() &&
        (tensor::isIntegral(computed) || computed == DType::Bool))
      fail("For integral input tensors, argument alpha must not be a floating point number.");
  }
}

bool isBool(const Operand& operand) {
  return operand.impl() ? operand.impl()->dtype == DType::Bool : operand.number().isBool();
}

// Returns whether all tensors fill their memory in the same order, with equal shape and dtype, and
// numbers do not change the dtype. The fast path handles these cases.
bool isPlain(const Pointwise& formula, const Operand* operands) {
  TensorImpl* first = operands[0].impl();
  if (!first || first->isConj || first->isWrappedNumber || first->device != tensor::Device::Cpu)
    return false;
  if (computedIn(formula.rule, first->dtype) != first->dtype) return false;
  if (!first->isContiguous && !Tensor(first).isNonOverlappingAndDense()) return false;
  for (size_t k = 1; k < formula.arity; ++k) {
    const TensorImpl* other = operands[k].impl();
    if (other ? other->dtype != first->dtype || other->isContiguous != first->isContiguous ||
                    other->isConj || other->isWrappedNumber || !(other->sizes == first->sizes) ||
                    (!first->isContiguous && !(other->strides == first->strides)) ||
                    other->device != tensor::Device::Cpu
              : first->sizes.empty() || !tensor::isFloating(first->dtype) || isHalf(first->dtype) ||
                    operands[k].number().isComplex() || operands[k].number().isBool())
      return false;
  }
  return true;
}

// Computes rows whose results are adjacent; isStreamed: they are stored past the caches.
template <typename Row>
void computeRow(Row& row, bool isStreamed, std::byte* const* pointers, const int64_t* steps,
                size_t places, int64_t count) {
  if (!isStreamed) return row(pointers, steps, count);
  StreamBuffer buffer;
  std::array<std::byte*, kMost + 1> at;
  buffer.run(pointers[0], count, steps[0], [&](std::byte* to, int64_t first, int64_t length) {
    for (size_t k = 1; k < places; ++k) at[k] = pointers[k] + first * steps[k];
    at[0] = to;
    row(at.data(), steps, length);
  });
}

Tensor computePlain(const Pointwise& formula, const Operand* operands, const Scalar* numbers) {
  TensorImpl& first = *operands[0].impl();
  const FormulaRows rows(formula, first.dtype);
  if (formula.numbers) checkNumbers(formula, first.dtype, numbers);
  const DType resultType = resultOf(formula.rule, first.dtype);
  const Tensor like(&first);
  Tensor out =
      tensor::emptyLike(like, resultType,
                        first.isContiguous                              ? MemoryFormat::Contiguous
                        : like.isContiguous(MemoryFormat::ChannelsLast) ? MemoryFormat::ChannelsLast
                                                                        : MemoryFormat::Preserve);
  std::array<std::byte*, kMost + 1> pointers{out.bytes(), firstByte(first)};
  const auto size = static_cast<int64_t>(tensor::sizeOf(first.dtype));
  std::array<int64_t, kMost + 1> steps{static_cast<int64_t>(tensor::sizeOf(resultType)), size};
  std::array<Element, kMost> elements;
  for (size_t k = 1; k < formula.arity; ++k) {
    if (const TensorImpl* other = operands[k].impl()) {
      pointers[k + 1] = firstByte(*other);
      steps[k + 1] = size;
    } else {
      put(elements[k], first.dtype, operands[k].number());
      pointers[k + 1] = elements[k].bytes;
      steps[k + 1] = 0;
    }
  }
  const bool isStreamed = first.numel * steps[0] >= kStreamedBytes;
  const auto part = [&](int64_t begin, int64_t end) {
    auto at = pointers;
    for (size_t k = 0; k <= formula.arity; ++k) at[k] += begin * steps[k];
    rows.with(numbers, end - begin, [&](auto&& row) {
      computeRow(row, isStreamed, at.data(), steps.data(), formula.arity + size_t{1}, end - begin);
    });
    if (isStreamed) endStreams();
  };
  if (first.numel > kLeastPart)
    parallelFor(first.numel, kLeastPart, part);
  else if (first.numel > 0)
    part(0, first.numel);
  return out;
}

// The general path.
class Computation {
 public:
  Computation(const Pointwise& formula, const Operand* operands, const Scalar* numbers)
      : formula_(formula), operands_(operands), numbers_(numbers) {
    for (size_t k = 0; k < formula.arity; ++k) {
      if (formula.rule == Rule::PromoteNoBool && isBool(operands[k]))
        fail("{} does not support bool: use ~ or logical_xor for masks", formula.name);
      if (const TensorImpl* impl = operands[k].impl()) {
        shape_ = k == 0 ? impl->sizes : tensor::broadcastShapes(shape_, impl->sizes);
        isMeta_ |= impl->device == tensor::Device::Meta;
      }
    }
    const PointwiseTypes types = typesOf(formula, operands);
    computed_ = types.computed;
    result_ = types.result;
    written_ = resultOf(formula.rule, computed_);
    rows_.emplace(formula, computed_);
    checkNumbers(formula, computed_, numbers);
  }

  Tensor run(Into into, const Tensor* target) {
    Tensor out;
    if (into == Into::New) {
      checkDevices();
      out = makeResult();
    } else {
      out = *target;
      checkTarget(into, out);
    }
    // Writes directly, or into a tensor that is copied afterwards.
    const bool isDirect = out.dtype() == written_ && !out.impl()->isConj;
    const Tensor written = isDirect ? out : tensor::emptyLike(out, written_);
    if (into != Into::New) out.countWrite();
    if (isMeta_ || written.isMeta()) return out;
    isFresh_ = into == Into::New || !isDirect;
    fillTensor(written);
    return isDirect ? out : copyInto(out, written);
  }

 private:
  // Operators that write to a tensor take those of other devices, as in PyTorch.
  void checkDevices() const {
    OneDevice device;
    for (size_t k = 0; k < formula_.arity; ++k)
      if (const TensorImpl* impl = operands_[k].impl()) device.add(*impl);
  }
  void checkTarget(Into into, const Tensor& out) {
    // abs of complex numbers accepts a wider out= dtype.
    const bool mayWiden = formula_.rule == Rule::Real && tensor::isComplex(computed_);
    const bool wantsSame = into == Into::OutSame
                               ? !mayWiden
                               : into == Into::OutGenerated && atLeast(TorchProfile::Torch2_6);
    if (wantsSame && out.dtype() != result_)
      fail("out= has to be of type {}, not {}", scalarTypeName(result_),
           scalarTypeName(out.dtype()));
    if (into != Into::OutGenerated && !tensor::canCast(result_, out.dtype()))
      fail("result type {} can't be cast to the desired output type {}", scalarTypeName(result_),
           scalarTypeName(out.dtype()));
    if (out.sizes() != shape_) {
      if (into == Into::Self)
        fail("output with shape {} doesn't match the broadcast shape {}",
             tensor::shapeText(out.sizes()), tensor::shapeText(shape_));
      const Tensor fresh = makeResult();
      tensor::resizeTo(out, shape_);
      if (into != Into::OutGenerated)
        tensor::setGeometry(out, shape_, fresh.strides(), out.offset());
    }
    assertNoInternalOverlap(out);
    for (size_t k = 0; k < formula_.arity; ++k)
      if (operands_[k].impl()) assertNoPartialOverlap(out, Tensor(operands_[k].impl()));
  }

  Dims order() const {
    std::array<Dims, kMost> strides;
    size_t count = 0;
    for (size_t k = 0; k < formula_.arity; ++k)
      if (const TensorImpl* impl = operands_[k].impl())
        strides[count++] = tensor::expandedStrides(impl->sizes, impl->strides, shape_);
    return memoryOrder(shape_, std::span(strides).first(count));
  }

  Tensor makeResult() const {
    const TensorImpl* first = nullptr;
    bool sameShape = true, contiguous = true, channelsLast = true, sameStrides = true;
    for (size_t k = 0; k < formula_.arity; ++k) {
      const TensorImpl* impl = operands_[k].impl();
      if (!impl) {
        sameShape &= shape_.empty();
        continue;
      }
      if (!first) first = impl;
      sameShape &= impl->sizes == shape_;
      contiguous &= impl->isContiguous;
      sameStrides &= impl->strides == first->strides;
      const Tensor operand(const_cast<TensorImpl*>(impl));
      channelsLast &= operand.isContiguous(MemoryFormat::ChannelsLast);
    }
    if (sameShape && contiguous) return fresh(tensor::contiguousStrides(shape_));
    if (sameShape && channelsLast)
      return fresh(tensor::stridesFor(shape_, MemoryFormat::ChannelsLast));
    if (sameShape && sameStrides &&
        Tensor(const_cast<TensorImpl*>(first)).isNonOverlappingAndDense())
      return fresh(first->strides);
    return fresh(stridesInOrder(shape_, order()));
  }
  Tensor fresh(const Dims& strides) const {
    return tensor::emptyStrided(shape_, strides, result_, isMeta_);
  }

  void fillTensor(const Tensor& out) {
    const Dims inOrder = order();
    switch (formula_.arity) {
      case 1: return fillFrom<1>(out, inOrder);
      case 2: return fillFrom<2>(out, inOrder);
      default: return fillFrom<3>(out, inOrder);
    }
  }

  template <size_t arity>
  void fillFrom(const Tensor& out, const Dims& order) {
    std::array<Tensor, arity> kept;  // operands converted to the compute dtype
    std::array<Element, arity> elements;
    std::array<Dims, arity + 1> strides;
    std::array<size_t, arity + 1> itemSizes;
    std::array<std::byte*, arity + 1> pointers;
    auto place = [&](size_t slot, const Tensor& operand) {
      const Dims all = tensor::expandedStrides(operand.sizes(), operand.strides(), shape_);
      strides[slot].resize(order.size());
      // ElementLoop expects the innermost dimension last.
      for (size_t i = 0; i < order.size(); ++i)
        strides[slot][order.size() - 1 - i] = all[static_cast<size_t>(order[i])];
      itemSizes[slot] = operand.itemSize();
      pointers[slot] = operand.bytes();
    };
    place(0, out);
    for (size_t k = 0; k < arity; ++k) {
      if (TensorImpl* impl = operands_[k].impl();
          impl && (impl->numel != 1 || impl->dtype == computed_ || !impl->sizes.empty())) {
        kept[k] = Tensor(impl);
        if (impl->isConj) kept[k] = resolved(kept[k]);
        kept[k] = toDType(kept[k], computed_);
        place(k + 1, kept[k]);
      } else {
        put(elements[k], computed_, impl ? itemOf(Tensor(impl)) : operands_[k].number());
        strides[k + 1] = Dims(order.size(), 0);
        itemSizes[k + 1] = 0;
        pointers[k + 1] = elements[k].bytes;
      }
    }
    Dims sizes(order.size(), 0);
    for (size_t i = 0; i < order.size(); ++i)
      sizes[order.size() - 1 - i] = shape_[static_cast<size_t>(order[i])];
    const ElementLoop<arity + 1> loop(sizes, strides, itemSizes);
    // Short rows would end in the middle of what the processor stores at once.
    constexpr int64_t kLongRow = 1024;
    const auto itemBytes = static_cast<int64_t>(out.itemSize());
    const bool isStreamed =
        isFresh_ && out.numel() * itemBytes >= kStreamedBytes && loop.longest() >= kLongRow;
    rows_->with(numbers_, loop.longest(), [&](auto&& row) {
      loop.run(pointers, [&](const auto& at, const auto& steps, int64_t count) {
        computeRow(row, isStreamed && steps[0] == itemBytes, at.data(), steps.data(), arity + 1,
                   count);
      });
    });
    if (isStreamed) endStreams();
  }

  static Tensor resolved(const Tensor& operand) {
    return copyInto(tensor::emptyLike(operand, operand.dtype()), operand);
  }

  const Pointwise& formula_;
  const Operand* operands_;
  const Scalar* numbers_;
  Dims shape_;
  DType computed_ = DType::Float32, result_ = DType::Float32;
  DType written_ =
      DType::Float32;  // what the loop computes; the result's except when computed wide
  std::optional<FormulaRows> rows_;
  bool isMeta_ = false;
  bool isFresh_ = false;  // no operand is where the results are stored
};

}  // namespace

PointwiseTypes typesOf(const Pointwise& formula, const Operand* operands) {
  ResultType common;
  for (size_t k = 0; k < formula.arity; ++k) {
    if (const TensorImpl* impl = operands[k].impl())
      common.add(*impl);
    else
      common.add(operands[k].number());
  }
  const DType computed = computedIn(formula.rule, common.dtype());
  return {isComputedWide(formula, operands, computed) ? DType::Float32 : computed,
          resultOf(formula.rule, computed)};
}

Tensor compute(const Pointwise& formula, const Operand* operands, const Scalar* numbers, Into into,
               const Tensor* target) {
  if (into == Into::New && isPlain(formula, operands))
    return computePlain(formula, operands, numbers);
  return Computation(formula, operands, numbers).run(into, target);
}

PointwiseCall directCall(const Pointwise& formula, const IValue* arguments) {
  PointwiseCall call{&formula, {}, {}};
  for (size_t k = 0; k < formula.arity; ++k) call.operands[k] = Operand(arguments[k]);
  for (size_t k = 0; k < formula.numbers; ++k)
    call.numbers[k] = arguments[formula.arity + k].toScalar();
  return call;
}

void run(const Pointwise& formula, Into into, Stack& stack) {
  const size_t base = stack.size() - formula.arity - formula.numbers - (isOut(into) ? 1 : 0);
  const IValue* arguments = stack.data() + base;
  const PointwiseCall call = directCall(formula, arguments);
  Tensor result;
  if (into == Into::New) {
    result = compute(formula, call.operands.data(), call.numbers.data(), into, nullptr);
  } else {
    const Tensor target = (into == Into::Self ? arguments[0] : stack.back()).toTensor();
    result = compute(formula, call.operands.data(), call.numbers.data(), into, &target);
  }
  stack.resize(base + 1);
  stack[base] = std::move(result);
}

}  // namespace ts::kernels
