// sum, mean, prod, nansum, nanmean; any, all, count_nonzero; trace.
#include <cmath>
#include <limits>

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

template <typename T>
struct NanSumOp : SumOp<T> {
  template <typename V>
  TS_INLINED void add(V& acc, const V& value) const {
    acc += value == value ? value : V{};
  }
};
// Floats are multiplied as floats, a few at a time, and their products as doubles.
template <typename T>
struct FewProductsOp : SumLanes<T> {
  static constexpr int64_t kRounds = std::is_same_v<T, float> ? 4 : 64;
  using Acc = Wide<T>;
  Acc start() const { return Acc(1); }
  template <typename V>
  TS_INLINED void add(V& acc, const V& value) const {
    acc *= value;
  }
  template <typename V>
  TS_INLINED void join(V& acc, const V& other) const {
    acc *= other;
  }
  TS_INLINED T finish(Acc acc, int64_t) const { return static_cast<T>(acc); }
};
template <typename T>
struct ProdOp : FewProductsOp<T> {};
template <>
struct ProdOp<float> : FewProductsOp<float> {
  // Where a few floats have no product, doubles may have one.
  template <size_t kBytes, typename In>
  TS_INLINED void addRun(double& total, const In* from, int64_t count) const {
    constexpr int64_t kBlock = 256;
    for (int64_t first = 0; first < count; first += kBlock) {
      const int64_t block = std::min(kBlock, count - first);
      double product = 1;
      kernels::addRun<kBytes>(FewProductsOp<float>{}, product, from + first, block);
      if (product == 0 || !(std::abs(product) < std::numeric_limits<double>::infinity())) {
        product = 1;
        kernels::addRun<kBytes>(ProdOp<double>{}, product, from + first, block);
      }
      total *= product;
    }
  }
};
struct CountOp {
  using Acc = int64_t;
  Acc start() const { return 0; }
  TS_INLINED void add(Acc& acc, Acc value) const { acc += value; }
  // Bytes are added as bytes, as long as none overflows.
  template <size_t kBytes>
  TS_INLINED void addRun(Acc& total, const uint8_t* from, int64_t count) const {
    using V = Pack<uint8_t, kBytes>;
    constexpr int64_t kWidth = kBytes, kMost = 255;
    while (count >= kWidth) {
      V sums{};
      const int64_t packs = std::min(count / kWidth, kMost);
      for (int64_t i = 0; i < packs; ++i) {
        V value;
        loadPack<uint8_t, kBytes>(value, from + i * kWidth);
        sums += value;
      }
      for (size_t k = 0; k < kBytes; ++k) total += sums[k];
      from += packs * kWidth;
      count -= packs * kWidth;
    }
    for (int64_t i = 0; i < count; ++i) total += from[i];
  }
  TS_INLINED int64_t finish(Acc acc, int64_t) const { return acc; }
};

// Returns the dtype of a sum: the requested dtype, else int64 for integers and bool, else the own
// dtype.
DType sumDType(const Tensor& self, std::optional<DType> dtype) {
  if (dtype) return *dtype;
  return tensor::isIntegral(self.dtype()) || self.dtype() == DType::Bool ? DType::Int64
                                                                         : self.dtype();
}

// Returns how many elements of a bool tensor are true.
Tensor counted(const Tensor& self, const OptionalDims& dims, bool keepdim) {
  const ReducedDims reduced(self, dims);
  Tensor result = tensor::emptyBeside(self, reduced.shape(self, keepdim), DType::Int64);
  if (!result.isMeta()) reduceInto<uint8_t, int64_t>(result, self, reduced, CountOp{});
  return result;
}

Tensor summed(const Tensor& self, const OptionalDims& dims, bool keepdim, DType dtype,
              bool isMean) {
  if (dtype == DType::Bool) {  // a bool sum is true if any element is true
    const Tensor total = summed(toDType(self, DType::Bool), dims, keepdim, DType::Int64, false);
    return toDType(total, DType::Bool);
  }
  if (self.dtype() == DType::Bool && dtype == DType::Int64) return counted(self, dims, keepdim);
  return reduceSame(self, dims, keepdim, dtype,
                    [isMean]<typename T>() { return SumOp<T>{.isMean = isMean}; });
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
  using Lane = uint8_t;
  Acc start() const { return IsAll; }
  template <typename V>
  TS_INLINED void add(V& acc, const V& value) const {
    if constexpr (IsAll)
      acc &= value;
    else
      acc |= value;
  }
  template <typename V>
  TS_INLINED void join(V& acc, const V& other) const {
    add(acc, other);
  }
  TS_INLINED uint8_t finish(Acc acc, int64_t) const { return acc; }
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
  return counted(toDType(self, DType::Bool), dims, false);
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
