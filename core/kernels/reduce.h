// Reductions over some dimensions. All reductions share one loop, which runs along dense
// dimensions, kept or reduced.
#pragma once

#include <algorithm>
#include <array>
#include <memory>

#include "core/kernels/boxing.h"
#include "core/kernels/convert.h"
#include "core/kernels/copy.h"
#include "core/kernels/loops.h"
#include "core/kernels/reduce_runs.h"
#include "core/shape_rules/rules.h"

namespace ts::kernels {

using OptionalDims = std::optional<IntList>;

// The dimensions that a reduction removes.
class ReducedDims {
 public:
  // None or an empty list means all dimensions. Throws an IndexError for a dimension out of range,
  // and a RuntimeError for a duplicate or a tensor of more than 64 dimensions.
  ReducedDims(const Tensor& self, const OptionalDims& dims);
  bool has(size_t dim) const { return dims_.has(dim); }
  // Returns the shape of the result.
  Dims shape(const Tensor& self, bool keepdim) const;
  // Returns the number of elements per result.
  int64_t count(const Tensor& self) const;

 private:
  shape_rules::DimSet dims_;
};

// Returns the dtype in which a reduction is computed: float, double, int64 or complex double.
DType reductionDType(DType dtype);

// Reductions for C++ callers. Empty `dims` means all dimensions.
Tensor sum(const Tensor& self, const OptionalDims& dims = {}, bool keepdim = false,
           std::optional<DType> dtype = {});
Tensor mean(const Tensor& self, const OptionalDims& dims = {}, bool keepdim = false,
            std::optional<DType> dtype = {});
Tensor amax(const Tensor& self, const OptionalDims& dims = {}, bool keepdim = false);
Tensor amin(const Tensor& self, const OptionalDims& dims = {}, bool keepdim = false);
Tensor vectorNorm(const Tensor& self, const Scalar& ord, const OptionalDims& dims = {},
                  bool keepdim = false, std::optional<DType> dtype = {});
Tensor softmax(const Tensor& self, int64_t dim);
Tensor logSoftmax(const Tensor& self, int64_t dim);

// Reduces self into result. In and Out are the C++ types of self and result. The result must be
// contiguous and have the shape of `dims`. Op has a type `Acc` for partial results, start(), which
// changes no result when it is added, add(acc, element), join(acc, acc), and finish(acc, number of
// elements), which returns an element of the result. An Op with a type `Lane` computes with packs:
// add(a, b) then takes Accs and packs of Lane, and join(a, b) changes a.
template <typename In, typename Out, typename Op>
void reduceInto(const Tensor& result, const Tensor& self, const ReducedDims& dims, const Op& op) {
  using Acc = typename Op::Acc;
  Dims kept, reduced, resultStrides;
  std::array<Dims, 1> reducedStrides;
  Dims keptStrides;
  for (size_t i = 0; i < self.sizes().size(); ++i) {
    (dims.has(i) ? reduced : kept).push_back(self.sizes()[i]);
    (dims.has(i) ? reducedStrides[0] : keptStrides).push_back(self.strides()[i]);
  }
  if (result.numel() == 0) return;
  resultStrides = tensor::contiguousStrides(kept);
  const int64_t count = tensor::product(reduced);
  const ElementLoop<1> inside(reduced, reducedStrides, {sizeof(In)});
  const bool isEmpty = self.numel() == 0;
  // The elements of a result follow one another.
  const bool isRow = !isEmpty && reducedStrides[0] == tensor::contiguousStrides(reduced);

  // Computes one result from its elements.
  auto add = [&](const std::byte* from) {
    Acc total = op.start();
    if (isEmpty) return total;
    inside.run({const_cast<std::byte*>(from)}, [&](auto pointers, auto steps, int64_t run) {
      const std::byte* at = pointers[0];
      if (steps[0] == sizeof(In) && run >= 16) {
        inVectors([&]<size_t kBytes>() TS_INLINED_LAMBDA {
          addRun<kBytes>(op, total, reinterpret_cast<const In*>(at), run);
        });
        return;
      }
      for (int64_t i = 0; i < run; ++i, at += steps[0])
        op.add(total, elementFor<Op>(*reinterpret_cast<const In*>(at)));
    });
    return total;
  };

  const ElementLoop<2> outside(kept, {resultStrides, keptStrides}, {sizeof(Out), sizeof(In)});
  outside.run({result.bytes(), self.bytes()}, [&](auto pointers, auto steps, int64_t run) {
    constexpr int64_t kWide = 2048;
    Out* to = reinterpret_cast<Out*>(pointers[0]);
    const int64_t toStep = steps[0] / static_cast<int64_t>(sizeof(Out));
    if (isRow) {
      inVectors([&]<size_t kBytes>() TS_INLINED_LAMBDA {
        for (int64_t i = 0; i < run; ++i) {
          Acc total = op.start();
          addRun<kBytes>(op, total, reinterpret_cast<const In*>(pointers[1] + i * steps[1]), count);
          to[i * toStep] = op.finish(total, count);
        }
      });
      return;
    }
    const bool isDense = steps[1] == sizeof(In) && run >= 8;
    if (!isDense || isEmpty) {
      for (int64_t i = 0; i < run; ++i)
        to[i * toStep] = op.finish(add(pointers[1] + i * steps[1]), count);
      return;
    }
    // Several adjacent results whose elements are adjacent too.
    std::array<Acc, kWide> totals;
    for (int64_t first = 0; first < run; first += kWide) {
      const int64_t width = std::min(kWide, run - first);
      for (int64_t k = 0; k < width; ++k) totals[static_cast<size_t>(k)] = op.start();
      inside.run({pointers[1] + first * static_cast<int64_t>(sizeof(In))},
                 [&](auto at, auto rowSteps, int64_t rows) {
                   inVectors([&]<size_t kBytes>() TS_INLINED_LAMBDA {
                     addColumns<kBytes, In>(op, totals.data(), width, at[0], rowSteps[0], rows);
                   });
                 });
      for (int64_t k = 0; k < width; ++k)
        to[first + k] = op.finish(totals[static_cast<size_t>(k)], count);
    }
  });
}

// Calls f.operator()<T>() with the type of a dtype that reductionDType() returns.
template <typename F>
void visitReduced(DType dtype, F&& f) {
  switch (dtype) {
    case DType::Float32: return f.template operator()<float>();
    case DType::Float64: return f.template operator()<double>();
    case DType::Int64: return f.template operator()<int64_t>();
    default: return f.template operator()<Complex128>();
  }
}

// Returns a reduction with the dtype of its elements, computed in reductionDType(). makeOp<T>()
// returns an Op whose results are T.
template <typename F>
Tensor reduceSame(const Tensor& self, const OptionalDims& dims, bool keepdim, DType dtype,
                  F&& makeOp) {
  const ReducedDims reduced(self, dims);
  const DType wide = reductionDType(dtype);
  Tensor result = tensor::emptyBeside(self, reduced.shape(self, keepdim), wide);
  if (result.isMeta()) return toDType(result, dtype);
  if (self.dtype() == dtype && dtype == DType::Float16) {
    reduceInto<tensor::Half, float>(result, self, reduced, makeOp.template operator()<float>());
  } else if (self.dtype() == dtype && dtype == DType::BFloat16) {
    reduceInto<tensor::BFloat16, float>(result, self, reduced, makeOp.template operator()<float>());
  } else if (self.dtype() == DType::Int32 && dtype == DType::Int64) {
    reduceInto<int32_t, int64_t>(result, self, reduced, makeOp.template operator()<int64_t>());
  } else if ((self.dtype() == DType::UInt8 || self.dtype() == DType::Bool) &&
             dtype == DType::Int64) {
    reduceInto<uint8_t, int64_t>(result, self, reduced, makeOp.template operator()<int64_t>());
  } else {
    Tensor from = toDType(self.dtype() == dtype ? self : toDType(self, dtype), wide);
    if (from.impl()->isConj) from = clone(from);
    visitReduced(wide, [&]<typename T>() {
      reduceInto<T, T>(result, from, reduced, makeOp.template operator()<T>());
    });
  }
  return toDType(result, dtype);
}

}  // namespace ts::kernels
