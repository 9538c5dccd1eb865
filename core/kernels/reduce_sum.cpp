// sum, mean, prod, nansum, nanmean; any, all, count_nonzero; trace.
#include <cmath>

#include "core/kernels/families.h"
#include "core/kernels/reduce.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"

namespace ts::kernels {

ReducedDims::ReducedDims(const Tensor& self, const OptionalDims& dims) {
  const auto reduced = shape_rules::reductionDims(
      dims ? std::span<const int64_t>(*dims) : std::span<const int64_t>(), self.sizes().size());
  const shape_rules::Violation& violation = reduced.violation;
  if (violation.condition == shape_rules::Condition::DimensionInRange)
    tensor::wrapDim(violation.actual, self.dim());  // throws
  if (violation.condition == shape_rules::Condition::DistinctDimensions)
    fail("dim {} appears multiple times in the list of dims", violation.actual);
  if (violation) fail("only tensors with up to 64 dims are supported");
  dims_ = reduced.dims;
}

Dims ReducedDims::shape(const Tensor& self, bool keepdim) const {
  return shape_rules::reduce(self.sizes(), dims_, keepdim);
}

int64_t ReducedDims::count(const Tensor& self) const {
  int64_t count = 1;
  for (size_t i = 0; i < self.sizes().size(); ++i)
    if (has(i)) count *= self.sizes()[i];
  return count;
}

DType reductionDType(DType dtype) {
  if (tensor::isComplex(dtype)) return DType::Complex128;
  if (dtype == DType::Float64) return dtype;
  return tensor::isFloating(dtype) ? DType::Float32 : DType::Int64;
}

namespace {

// The type of sums: double for float, else T.
template <typename T>
using Wide = std::conditional_t<std::is_same_v<T, float>, double, T>;

// Multiplication that wraps around for integers.
template <typename T>
T multiply(T a, T b) {
  if constexpr (std::is_same_v<T, int64_t>)
    return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  else
    return a * b;
}
template <typename T>
T plus(T a, T b) {
  if constexpr (std::is_same_v<T, int64_t>)
    return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  else
    return a + b;
}

template <typename T>
struct SumOp {
  using Acc = Wide<T>;
  bool isMean = false;
  Acc start() const { return Acc(0); }
  void add(Acc& acc, T value) const { acc = plus(acc, Acc(value)); }
  Acc join(Acc a, Acc b) const { return plus(a, b); }
  T finish(Acc acc, int64_t count) const {
    if constexpr (!std::is_same_v<T, int64_t>)
      if (isMean) acc = acc / convert<Acc>(static_cast<double>(count));
    return static_cast<T>(acc);
  }
};
template <typename T>
struct NanSumOp : SumOp<T> {
  void add(typename SumOp<T>::Acc& acc, T value) const {
    if (value == value) SumOp<T>::add(acc, value);
  }
};
template <typename T>
struct ProdOp {
  using Acc = Wide<T>;
  Acc start() const { return Acc(1); }
  void add(Acc& acc, T value) const { acc = multiply(acc, Acc(value)); }
  Acc join(Acc a, Acc b) const { return multiply(a, b); }
  T finish(Acc acc, int64_t) const { return static_cast<T>(acc); }
};

// Returns the dtype of a sum: the requested dtype, else int64 for integers and bool, else the own
// dtype.
DType sumDType(const Tensor& self, std::optional<DType> dtype) {
  if (dtype) return *dtype;
  return tensor::isIntegral(self.dtype()) || self.dtype() == DType::Bool ? DType::Int64
                                                                         : self.dtype();
}

Tensor summed(const Tensor& self, const OptionalDims& dims, bool keepdim, DType dtype,
              bool isMean) {
  if (dtype == DType::Bool) {  // a bool sum is true if any element is true
    const Tensor total = summed(toDType(self, DType::Bool), dims, keepdim, DType::Int64, false);
    return toDType(total, DType::Bool);
  }
  return reduceSame(self, dims, keepdim, dtype,
                    [isMean]<typename T>() { return SumOp<T>{isMean}; });
}

}  // namespace

Tensor sum(const Tensor& self, const OptionalDims& dims, bool keepdim, std::optional<DType> dtype) {
  return summed(self, dims, keepdim, sumDType(self, dtype), false);
}

Tensor mean(const Tensor& self, const OptionalDims& dims, bool keepdim,
            std::optional<DType> dtype) {
  const DType result = dtype.value_or(self.dtype());
  if (!tensor::isFloating(result) && !tensor::isComplex(result))
    fail("mean(): {} dtype must be either a floating point or complex dtype. Got: {}",
         dtype ? "Optional" : "could not infer output dtype. Input", tensor::nameOf(result));
  return summed(self, dims, keepdim, result, true);
}

namespace {

Tensor sumAll(const Tensor& self, std::optional<DType> dtype) {
  return sum(self, {}, false, dtype);
}
Tensor meanAll(const Tensor& self, std::optional<DType> dtype) {
  return mean(self, {}, false, dtype);
}

Tensor nansum(const Tensor& self, const OptionalDims& dims, bool keepdim,
              std::optional<DType> dtype) {
  if (tensor::isComplex(self.dtype())) fail("nansum does not support complex inputs");
  return reduceSame(self, dims, keepdim, sumDType(self, dtype),
                    []<typename T>() { return NanSumOp<T>{}; });
}

// Returns 1 for each number and 0 for each NaN.
Tensor numbersIn(const Tensor& self, DType dtype) {
  Tensor counts = tensor::emptyLike(self, dtype);
  const Tensor wide = toDType(self, DType::Float64);
  const Tensor ones = tensor::emptyLike(self, DType::Bool);
  if (self.isMeta()) return counts;
  const std::array<Tensor, 2> operands = {ones, wide};
  loopOver<2>(self.sizes(), operands)
      .run(pointersOf(operands), [](auto pointers, auto steps, int64_t count) {
        for (int64_t i = 0; i < count; ++i) {
          const double value = *reinterpret_cast<const double*>(pointers[1] + i * steps[1]);
          *reinterpret_cast<bool*>(pointers[0] + i * steps[0]) = value == value;
        }
      });
  return copyInto(counts, ones);
}
Tensor nanmean(const Tensor& self, const OptionalDims& dims, bool keepdim,
               std::optional<DType> dtype) {
  if (dtype && !tensor::isFloating(*dtype) && !tensor::isComplex(*dtype))
    fail("nanmean(): a mean can't be of type {}", tensor::nameOf(*dtype));
  if (!tensor::isFloating(self.dtype()))
    fail("nanmean(): expected input to have floating point dtype but got {}",
         tensor::nameOf(self.dtype()));
  const Tensor total = nansum(self, dims, keepdim, dtype.value_or(self.dtype()));
  const Tensor count = sum(numbersIn(self, DType::Float64), dims, keepdim);
  Tensor wide = toDType(total, DType::Float64);
  if (wide.same(total)) wide = clone(wide);
  for (int64_t i = 0; !wide.isMeta() && i < wide.numel(); ++i)
    wide.data<double>()[i] /= count.data<double>()[i];
  return toDType(wide, total.dtype());
}

Tensor prod(const Tensor& self, const OptionalDims& dims, bool keepdim,
            std::optional<DType> dtype) {
  const DType result = sumDType(self, dtype);
  if (result == DType::Bool)
    return toDType(prod(toDType(self, DType::Bool), dims, keepdim, DType::Int64), DType::Bool);
  return reduceSame(self, dims, keepdim, result, []<typename T>() { return ProdOp<T>{}; });
}
Tensor prodAll(const Tensor& self, std::optional<DType> dtype) {
  return prod(self, {}, false, dtype);
}
Tensor prodDim(const Tensor& self, int64_t dim, bool keepdim, std::optional<DType> dtype) {
  return prod(self, IntList{dim}, keepdim, dtype);
}

// ---- logical reductions

template <bool IsAll>
struct LogicOp {
  using Acc = uint8_t;
  Acc start() const { return IsAll; }
  void add(Acc& acc, uint8_t value) const { acc = IsAll ? acc & value : acc | value; }
  Acc join(Acc a, Acc b) const { return IsAll ? a & b : a | b; }
  uint8_t finish(Acc acc, int64_t) const { return acc; }
};
struct CountOp {
  using Acc = int64_t;
  Acc start() const { return 0; }
  void add(Acc& acc, uint8_t value) const { acc += value; }
  Acc join(Acc a, Acc b) const { return a + b; }
  int64_t finish(Acc acc, int64_t) const { return acc; }
};

template <bool IsAll>
Tensor logic(const Tensor& self, const OptionalDims& dims, bool keepdim) {
  const ReducedDims reduced(self, dims);
  Tensor result = tensor::emptyBeside(self, reduced.shape(self, keepdim), DType::Bool);
  if (!result.isMeta())
    reduceInto<uint8_t, uint8_t>(result, toDType(self, DType::Bool), reduced, LogicOp<IsAll>{});
  // PyTorch returns uint8 for uint8 tensors.
  return self.dtype() == DType::UInt8 ? toDType(result, DType::UInt8) : result;
}
template <bool IsAll>
Tensor logicAll(const Tensor& self) {
  return logic<IsAll>(self, {}, false);
}
template <bool IsAll>
Tensor logicDim(const Tensor& self, int64_t dim, bool keepdim) {
  return logic<IsAll>(self, IntList{dim}, keepdim);
}

// Unlike None, an empty list reduces no dimension.
template <bool IsAll>
Tensor logicDims(const Tensor& self, const OptionalDims& dims, bool keepdim) {
  if (!dims || !dims->empty()) return logic<IsAll>(self, dims, keepdim);
  const DType dtype = self.dtype() == DType::UInt8 ? DType::UInt8 : DType::Bool;
  return copyInto(tensor::emptyBeside(self, self.sizes(), dtype), toDType(self, DType::Bool));
}

template <auto F>
struct OperandsOf;
template <typename R, typename... Args, R (*F)(Args...)>
struct OperandsOf<F> {
  static constexpr size_t count = sizeof...(Args);
};
template <auto F>
void logicOut(Stack& stack) {
  const DType dtype = stack.back().toTensor().dtype();
  if (dtype != DType::Bool && dtype != DType::UInt8)
    fail("any and all only support bool tensors for results, got {}", tensor::nameOf(dtype));
  // For a uint8 `out` PyTorch converts the elements to uint8 first, unless there is only one
  // element.
  IValue& self = stack[stack.size() - OperandsOf<F>::count - 1];
  if (dtype == DType::UInt8 && self.toTensor().numel() != 1) self = toDType(self.toTensor(), dtype);
  outOf<F>(stack);
}

Tensor countNonzero(const Tensor& self, const OptionalDims& dims) {
  const ReducedDims reduced(self, dims);
  Tensor result = tensor::emptyBeside(self, reduced.shape(self, false), DType::Int64);
  if (!result.isMeta())
    reduceInto<uint8_t, int64_t>(result, toDType(self, DType::Bool), reduced, CountOp{});
  return result;
}
Tensor countNonzeroDims(const Tensor& self, const IntList& dims) {
  return countNonzero(self, dims);
}
Tensor countNonzeroDim(const Tensor& self, std::optional<int64_t> dim) {
  return countNonzero(self, dim ? OptionalDims(IntList{*dim}) : std::nullopt);
}

Tensor trace(const Tensor& self) {
  if (self.dim() != 2) fail("trace: expected a matrix, but got tensor with dim {}", self.dim());
  return sum(diagonal(self));
}

Tensor sumToSize(const Tensor& self, const IntList& size) {
  const size_t lead = self.sizes().size() - std::min(size.size(), self.sizes().size());
  IntList dims;
  bool fits = size.size() <= self.sizes().size();
  for (size_t i = 0; fits && i < self.sizes().size(); ++i) {
    if (i < lead || (size[i - lead] == 1 && self.sizes()[i] != 1))
      dims.push_back(static_cast<int64_t>(i));
    else
      fits = size[i - lead] == self.sizes()[i];
  }
  if (!fits)
    fail("size {} is not expandable to size {}.", tensor::shapeText(size),
         tensor::shapeText(self.sizes()));
  return dims.empty() ? self : viewTo(sum(self, dims, true), size);
}

constexpr Kernel kSumKernels[] = {
    {"aten::sum", boxed<sumAll>},
    {"aten::sum.out", generatedOutOf<sumAll>},
    {"aten::sum.dim_IntList", boxed<sum>},
    {"aten::sum.IntList_out", inOutDTypeOf<sum>},
    {"aten::sum_to_size", boxed<sumToSize>},
    {"aten::mean", boxed<meanAll>},
    {"aten::mean.dim", boxed<mean>},
    {"aten::mean.out", inOutDTypeOf<mean, OutDType::Castable>},
    {"aten::nansum", boxed<nansum>},
    {"aten::nansum.out", inOutDTypeOf<nansum>},
    {"aten::nanmean", boxed<nanmean>},
    {"aten::nanmean.out", inOutDTypeOf<nanmean, OutDType::Castable>},
    {"aten::prod", boxed<prodAll>},
    {"aten::prod.out", generatedOutOf<prodAll>},
    {"aten::prod.dim_int", boxed<prodDim>},
    {"aten::prod.int_out", inOutDTypeOf<prodDim, OutDType::Any>},
    {"aten::any", boxed<logicAll<false>>},
    {"aten::any.dim", boxed<logicDim<false>>},
    {"aten::any.all_out", logicOut<logicAll<false>>},
    {"aten::any.out", logicOut<logicDim<false>>},
    {"aten::any.dims", boxed<logicDims<false>>, since(TorchProfile::Torch2_6)},
    {"aten::any.dims_out", logicOut<logicDims<false>>, since(TorchProfile::Torch2_6)},
    {"aten::all", boxed<logicAll<true>>},
    {"aten::all.dim", boxed<logicDim<true>>},
    {"aten::all.all_out", logicOut<logicAll<true>>},
    {"aten::all.out", logicOut<logicDim<true>>},
    {"aten::all.dims", boxed<logicDims<true>>, since(TorchProfile::Torch2_6)},
    {"aten::all.dims_out", logicOut<logicDims<true>>, since(TorchProfile::Torch2_6)},
    {"aten::count_nonzero", boxed<countNonzeroDim>},
    {"aten::count_nonzero.out", generatedOutOf<countNonzeroDim>},
    {"aten::count_nonzero.dim_IntList", boxed<countNonzeroDims>},
    {"aten::count_nonzero.dim_IntList_out", generatedOutOf<countNonzeroDims>},
    {"aten::trace", boxed<trace>},
    {"aten::trace.out", generatedOutOf<trace>},
};

}  // namespace

std::span<const Kernel> sumKernels() { return kSumKernels; }

}  // namespace ts::kernels
