// gather and scatter: element-wise access along one dimension by a tensor of positions.
#include <algorithm>

#include "core/kernels/by_size.h"
#include "core/kernels/convert.h"
#include "core/kernels/families.h"
#include "core/kernels/index.h"
#include "core/kernels/loops.h"
#include "core/kernels/packs.h"
#include "core/kernels/reducing.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"

namespace ts::kernels {
namespace {

void checkIndexDType(const Tensor& index, std::string_view what) {
  if (index.dtype() != DType::Int64) fail("{}(): Expected dtype int64 for index", what);
}

// Returns whether no dimension of `small`, except for `except`, is longer than in `large`.
bool fitsInto(const Tensor& small, const Tensor& large, int64_t except) {
  for (size_t i = 0; i < small.sizes().size(); ++i)
    if (static_cast<int64_t>(i) != except && small.sizes()[i] > large.sizes()[i]) return false;
  return true;
}

// Calls each(element of `moving`, element of `still`) for each element of the index. The index
// gives the position in `moving` along `dim`; all other coordinates are equal.
template <typename T, typename F>
void eachPosition(const Tensor& moving, size_t dim, const Tensor& index, const Tensor& still,
                  const F& each) {
  Dims strides = moving.strides();
  const int64_t step = strides[dim] * static_cast<int64_t>(sizeof(T));
  const auto size = static_cast<uint64_t>(moving.sizes()[dim]);
  strides[dim] = 0;
  ElementLoop<3>(index.sizes(), {strides, still.strides(), index.strides()},
                 {sizeof(T), sizeof(T), sizeof(int64_t)})
      .run({moving.bytes(), still.bytes(), index.bytes()},
           [=](auto pointers, auto steps, int64_t count) {
             std::byte *const from = pointers[0], *const to = pointers[1];
             const std::byte* const positions = pointers[2];
             const auto run = [=](auto fromStep, auto toStep, auto indexStep,
                                  auto step) TS_INLINED_LAMBDA {
               for (int64_t i = 0; i < count; ++i) {
                 const int64_t at = *reinterpret_cast<const int64_t*>(positions + i * indexStep);
                 if (static_cast<uint64_t>(at) >= size)
                   fail("index {} is out of bounds for dimension {} with size {}", at, dim, size);
                 each(*reinterpret_cast<T*>(from + i * fromStep + at * step),
                      *reinterpret_cast<T*>(to + i * toStep));
               }
             };
             // Constant steps of adjacent elements: their addresses need no products.
             constexpr std::integral_constant<int64_t, sizeof(T)> kElement;
             constexpr std::integral_constant<int64_t, sizeof(int64_t)> kPosition;
             constexpr std::integral_constant<int64_t, 0> kSame;
             if (steps[1] != kElement || steps[2] != kPosition)
               run(steps[0], steps[1], steps[2], step);
             else if (steps[0] == 0 && step == kElement)
               run(kSame, kElement, kPosition, kElement);
             else
               run(steps[0], kElement, kPosition, step);
           });
}

}  // namespace

Tensor gather(const Tensor& input, int64_t dim, const Tensor& index) {
  const Tensor self = resolved(input);
  const auto at = static_cast<size_t>(tensor::wrapDim(dim, self.dim()));
  if (index.numel() != 0 || index.dtype() != DType::Int64) checkIndexDType(index, "gather");
  const Tensor source = asVector(self), positions = asVector(index);
  if (index.numel() != 0) {
    if (source.dim() != positions.dim())
      fail("Index tensor must have the same number of dimensions as input tensor");
    if (!fitsInto(positions, source, static_cast<int64_t>(at)))
      fail(
          "Size does not match: expected index {} to be smaller than self {} apart from dimension "
          "{}",
          tensor::shapeText(index.sizes()), tensor::shapeText(self.sizes()), dim);
  }
  Tensor result = tensor::emptyBeside(self, index.sizes(), self.dtype());
  if (result.isMeta() || result.numel() == 0) return result;
  visitSize(self.itemSize(), [&]<typename T>() {
    eachPosition<T>(source, at, positions, asVector(result),
                    [](const T& from, T& to) { to = from; });
  });
  return result;
}

namespace {

Tensor gatherOperator(const Tensor& self, int64_t dim, const Tensor& index, bool) {
  return gather(self, dim, index);
}

// Checks the arguments that all scatter operators share. Returns false when there is nothing to do.
bool checkScatter(const Tensor& self, int64_t& dim, const Tensor& index, const Tensor* source,
                  std::string_view what) {
  dim = tensor::wrapDim(dim, self.dim());
  checkIndexDType(index, what);
  if (source && source->dtype() != self.dtype())
    fail("{}(): Expected self.dtype to be equal to src.dtype", what);
  if (index.numel() == 0) return false;
  const Tensor to = asVector(self), positions = asVector(index);
  if (positions.dim() != to.dim())
    fail("Index tensor must have the same number of dimensions as self tensor");
  if (source && asVector(*source).dim() != positions.dim())
    fail("Index tensor must have the same number of dimensions as src tensor");
  if (!fitsInto(positions, to, dim) || (source && !fitsInto(positions, asVector(*source), -1)))
    fail("Expected index {} to be smaller than self {} apart from dimension {}{}",
         tensor::shapeText(index.sizes()), tensor::shapeText(self.sizes()), dim,
         source ? " and to be smaller size than src " + tensor::shapeText(source->sizes()) : "");
  self.countWrite();
  return !self.isMeta();
}

// Sets self[index] = combine(self[index], source), element by element.
template <typename T, typename F>
void scatterWith(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source,
                 F&& combine) {
  const Tensor from = source.storage() == self.storage() ? clone(source) : resolved(source);
  eachPosition<T>(asVector(self), static_cast<size_t>(dim), asVector(index), asVector(from),
                  [combine](T& to, const T& from) { to = combine(to, from); });
}
// Returns a number as a tensor expanded to the size of the index.
Tensor filled(const Tensor& self, const Tensor& index, const Scalar& value) {
  return expand(tensorOf(value, self.dtype()), index.sizes());
}

Tensor scatter_(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source) {
  if (!checkScatter(self, dim, index, &source, "scatter")) return self;
  visitSize(self.itemSize(), [&]<typename T>() {
    scatterWith<T>(self, dim, index, source, [](const T&, const T& from) { return from; });
  });
  return self;
}
Tensor scatterValue_(const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value) {
  if (!checkScatter(self, dim, index, nullptr, "scatter")) return self;
  return scatter_(self, dim, index, filled(self, index, value));
}

// Combines elements of source into self. PyTorch 2.6 accumulates half precision in single
// precision.
void accumulate(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source,
                Reducing how) {
  const DType dtype = self.dtype();
  const bool isHalf = dtype == DType::Float16 || dtype == DType::BFloat16;
  const DType wide = isHalf && atLeast(TorchProfile::Torch2_6) ? DType::Float32 : dtype;
  const Tensor sums = toDType(self, wide);
  const Tensor from = toDType(source, wide);
  tensor::visit(wide, [&]<typename T>() {
    if (how == Reducing::Sum)  // without a choice for each element
      return scatterWith<T>(sums, dim, index, from, [](const T& to, const T& from) {
        return combine(Reducing::Sum, to, from);
      });
    scatterWith<T>(sums, dim, index, from,
                   [how](const T& to, const T& from) { return combine(how, to, from); });
  });
  if (wide != dtype) copyInto(self, sums);
}

Tensor scatterCombined(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source,
                       Reducing how, std::string_view what) {
  if (!checkScatter(self, dim, index, &source, what)) return self;
  accumulate(self, dim, index, source, how);
  return self;
}
Tensor scatterAdd_(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source) {
  return scatterCombined(self, dim, index, source, Reducing::Sum, "scatter_add");
}
Reducing oldReducing(const std::string& reduce) {
  if (reduce != "add" && reduce != "multiply")
    fail("reduce argument must be either add or multiply.");
  return reduce == "add" ? Reducing::Sum : Reducing::Prod;
}
Tensor scatterReduce_(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source,
                      const std::string& reduce) {
  return scatterCombined(self, dim, index, source, oldReducing(reduce), "scatter");
}
Tensor scatterValueReduce_(const Tensor& self, int64_t dim, const Tensor& index,
                           const Scalar& value, const std::string& reduce) {
  if (!checkScatter(self, dim, index, nullptr, "scatter")) return oldReducing(reduce), self;
  return scatterReduce_(self, dim, index, filled(self, index, value), reduce);
}

Tensor scatterReduceTwo_(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source,
                         const std::string& reduce, bool includeSelf) {
  const Reducing how = reducingFrom(
      reduce, {Reducing::Sum, Reducing::Prod, Reducing::Mean, Reducing::Amax, Reducing::Amin},
      "scatter_reduce");
  if (!checkScatter(self, dim, index, &source, "scatter_reduce")) return self;
  const Tensor from = source.storage() == self.storage() ? clone(source) : source;
  tensor::visit(self.dtype(), [&]<typename T>() {
    if (!includeSelf) scatterValue_(self, dim, index, identityOf<T>(how));
    accumulate(self, dim, index, from, how);
    if (how != Reducing::Mean) return;
    Tensor counts = tensor::empty(self.sizes(), DType::Int64);
    fill(counts, includeSelf ? 1 : 0);
    scatterAdd_(counts, dim, index, filled(counts, index, int64_t{1}));
    const std::array<Tensor, 2> operands = {self, counts};
    loopOver<2>(self.sizes(), operands)
        .run(pointersOf(operands), [](auto pointers, auto steps, int64_t count) {
          for (int64_t i = 0; i < count; ++i) {
            T& element = *reinterpret_cast<T*>(pointers[0] + i * steps[0]);
            element = divideByCount(
                element, std::max<int64_t>(
                             *reinterpret_cast<const int64_t*>(pointers[1] + i * steps[1]), 1));
          }
        });
  });
  return self;
}

Tensor takeAlongDim(const Tensor& self, const Tensor& indices, std::optional<int64_t> dim) {
  if (indices.dtype() != DType::Int64)
    fail("torch.take_along_dim(): dtype of indices should be Long but got {}",
         tensor::nameOf(indices.dtype()));
  if (!dim)
    return gather(reshape(self, Dims{self.numel()}), 0, reshape(indices, Dims{indices.numel()}));
  if (self.dim() != indices.dim())
    fail(
        "torch.take_along_dim(): input and indices should have the same number of dimensions, but "
        "got {} dimensions for input, and {} "
        "dimensions for indices",
        self.dim(), indices.dim());
  if (self.dim() == 0) return gather(self, *dim, indices);
  const auto at = static_cast<size_t>(tensor::wrapDim(*dim, self.dim()));
  // All dimensions except `dim` broadcast.
  Dims selfSizes = self.sizes(), indexSizes = indices.sizes();
  selfSizes[at] = indexSizes[at] = 1;
  Dims shape = tensor::broadcastShapes(selfSizes, indexSizes);
  shape[at] = indices.sizes()[at];
  const Tensor positions = expand(indices, shape);
  shape[at] = self.sizes()[at];
  return gather(expand(self, shape), static_cast<int64_t>(at), positions);
}

constexpr Kernel kGatherKernels[] = {
    {"aten::gather", boxed<gatherOperator>},
    {"aten::gather.out", sameOutOf<gatherOperator>},
    {"aten::take_along_dim", boxed<takeAlongDim>},
    {"aten::take_along_dim.out", sameOutOf<takeAlongDim>},
    {"aten::scatter_.src", boxed<scatter_>},
    {"aten::scatter.src", onCopyOf<scatter_>},
    {"aten::scatter.src_out", onCopyOutOf<scatter_>},
    {"aten::scatter_.value", boxed<scatterValue_>},
    {"aten::scatter.value", onCopyOf<scatterValue_>},
    {"aten::scatter.value_out", onCopyOutOf<scatterValue_>},
    {"aten::scatter_.reduce", boxed<scatterReduce_>},
    {"aten::scatter.reduce", onCopyOf<scatterReduce_>},
    {"aten::scatter.reduce_out", onCopyOutOf<scatterReduce_>},
    {"aten::scatter_.value_reduce", boxed<scatterValueReduce_>},
    {"aten::scatter.value_reduce", onCopyOf<scatterValueReduce_>},
    {"aten::scatter.value_reduce_out", onCopyOutOf<scatterValueReduce_>},
    {"aten::scatter_add_", boxed<scatterAdd_>},
    {"aten::scatter_add", onCopyOf<scatterAdd_>},
    {"aten::scatter_add.out", onCopyOutOf<scatterAdd_>},
    {"aten::scatter_reduce_.two", boxed<scatterReduceTwo_>},
    {"aten::scatter_reduce.two", onCopyOf<scatterReduceTwo_>},
    {"aten::scatter_reduce.two_out", onCopyOutOf<scatterReduceTwo_>},
};

}  // namespace

std::span<const Kernel> gatherKernels() { return kGatherKernels; }

}  // namespace ts::kernels
