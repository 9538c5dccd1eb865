// Operators composed of calls of other operators: covariance, histograms, trapezoid, pad_sequence.
#include <algorithm>
#include <cmath>

#include "core/kernels/copy.h"
#include "core/kernels/families.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"

namespace ts::kernels {
namespace {

using MaybeDType = std::optional<DType>;

// ---- calls of operators by name, with all arguments of their schemas

IValue dimsValue(const IntList& dims) { return tensor::makeIntList(dims); }

Tensor call(std::string_view name, std::initializer_list<IValue> arguments) {
  Stack stack(arguments);
  const KernelFunction kernel = find(name);
  if (!kernel) fail(ErrorKind::NotImplemented, "{} isn't available in JitScope yet", name);
  kernel(stack);
  return stack.front().toTensor();
}

Tensor multiplied(const Tensor& a, const Tensor& b) { return call("aten::mul.Tensor", {a, b}); }
Tensor divided(const Tensor& a, const Tensor& b) { return call("aten::div.Tensor", {a, b}); }
Tensor product(const Tensor& a, const Tensor& b) { return call("aten::matmul", {a, b}); }
Tensor sum(const Tensor& a, const IntList& dims, bool keep) {
  return call("aten::sum.dim_IntList", {a, dimsValue(dims), keep, IValue()});
}

int64_t wrapped(int64_t dim, int64_t rank) { return dim < 0 ? dim + rank : dim; }

// ---- statistics

// Rows are variables, columns are observations.
Tensor covariance(const Tensor& a, int64_t correction, const Tensor& frequencies,
                  const Tensor& weights) {
  if (a.dim() > 2)
    fail(
        "cov(): expected input to have two or fewer dimensions but got an input with {} dimensions",
        a.dim());
  if (frequencies.defined() || weights.defined())
    fail(ErrorKind::NotImplemented, "cov() with weights isn't available in JitScope yet");
  const Tensor real = tensor::isFloating(a.dtype()) ? a : toDType(a, tensor::defaultDType());
  const Tensor rows = real.dim() < 2 ? call("aten::reshape", {real, dimsValue({1, -1})}) : real;
  const Tensor centred =
      call("aten::sub.Tensor",
           {rows, call("aten::mean.dim", {rows, dimsValue({1}), true, IValue()}), 1});
  const double count = std::max(0.0, static_cast<double>(rows.size(1) - correction));
  const Tensor made = call("aten::div.Scalar", {product(centred, transpose(centred, 0, 1)), count});
  return call("aten::squeeze", {made});
}
Tensor correlation(const Tensor& a) {
  const Tensor covariances = covariance(a, 1, {}, {});
  if (covariances.dim() == 0) return divided(covariances, covariances);
  const Tensor deviations = call("aten::sqrt", {call("aten::diagonal", {covariances, 0, 0, 1})});
  const Tensor scaled = divided(divided(covariances, call("aten::unsqueeze", {deviations, 1})),
                                call("aten::unsqueeze", {deviations, 0}));
  return call("aten::clamp", {scaled, -1.0, 1.0});
}

// Counts elements in bins of equal width; also returns the edges of the bins.
std::tuple<Tensor, Tensor> histogram(const Tensor& a, int64_t bins,
                                     const std::optional<std::vector<double>>& range,
                                     const Tensor& weight, bool density) {
  if (weight.defined())
    fail(ErrorKind::NotImplemented, "histogram() with weights isn't available in JitScope yet");
  if (bins <= 0) fail("torch.histogram(): bins must be > 0, but got {}", bins);
  double low = 0, high = 0;
  if (range && range->size() == 2) {
    low = (*range)[0], high = (*range)[1];
  } else if (a.numel() > 0) {
    const Tensor flat = toDType(a, DType::Float64);
    low = call("aten::min", {flat}).data<double>()[0],
    high = call("aten::max", {flat}).data<double>()[0];
  }
  if (low == high) low -= 0.5, high += 0.5;
  Tensor counts = call("aten::histc", {a, bins, low, high});
  const Tensor edges =
      toDType(call("aten::linspace", {low, high, bins + 1, static_cast<int64_t>(DType::Float64),
                                      IValue(), IValue(), IValue()}),
              a.dtype());
  if (density)
    counts = divided(counts, call("aten::mul.Scalar", {call("aten::sum", {counts, IValue()}),
                                                       (high - low) / static_cast<double>(bins)}));
  return {counts, edges};
}

// ---- others

// Returns the mean of each pair of neighbours along a dimension. The trapezoidal rule multiplies
// these means by the widths of the steps.
Tensor meansOfNeighbours(const Tensor& y, int64_t dim) {
  const int64_t steps = std::max<int64_t>(y.size(dim) - 1, 0);
  const Tensor ends =
      call("aten::add.Tensor", {call("aten::narrow", {y, dim, int64_t{0}, steps}),
                                call("aten::narrow", {y, dim, int64_t{1}, steps}), 1});
  return call("aten::mul.Scalar", {ends, 0.5});
}
Tensor trapezoid(const Tensor& y, const Scalar& step, int64_t dim) {
  const int64_t place = wrapped(dim, y.dim());
  if (y.size(place) == 0)
    return call("aten::sum.dim_IntList", {y, dimsValue({place}), false, IValue()});
  return call("aten::mul.Scalar", {sum(meansOfNeighbours(y, place), {place}, false), step});
}
Tensor trapezoidAt(const Tensor& y, const Tensor& x, int64_t dim) {
  const int64_t place = wrapped(dim, y.dim());
  Tensor ways =
      call("aten::diff", {x, int64_t{1}, x.dim() == 1 ? int64_t{0} : dim, IValue(), IValue()});
  if (x.dim() == 1)
    for (int64_t i = place + 1; i < y.dim(); ++i)
      ways = call("aten::unsqueeze", {ways, int64_t{-1}});
  return sum(multiplied(meansOfNeighbours(y, place), ways), {place}, false);
}

// Scales down the slices whose norm exceeds the limit, so that their norm equals the limit.
Tensor renormed(const Tensor& a, const Scalar& order, int64_t dim, const Scalar& limit) {
  if (a.dim() < 2) fail("renorm: input needs at least 2 dimensions, got {} dimensions", a.dim());
  IntList others;
  for (int64_t i = 0; i < a.dim(); ++i)
    if (i != wrapped(dim, a.dim())) others.push_back(i);
  const Tensor norms =
      call("aten::linalg_vector_norm", {a, order, dimsValue(others), true, IValue()});
  const Tensor shrunk =
      call("aten::mul.Scalar",
           {call("aten::reciprocal", {call("aten::add.Scalar", {norms, 1e-7, 1})}), limit});
  const Tensor factors =
      call("aten::where.self",
           {call("aten::gt.Scalar", {norms, limit}), shrunk,
            call("aten::ones_like", {shrunk, IValue(), IValue(), IValue(), IValue(), IValue()})});
  return multiplied(a, factors);
}

Tensor vandermonde(const Tensor& x, const std::optional<int64_t>& columns, bool increasing) {
  if (x.dim() != 1) fail("x must be a one-dimensional tensor.");
  const int64_t count = columns.value_or(x.size(0));
  Tensor powers = call("aten::arange", {count, IValue(), IValue(), IValue(), IValue()});
  if (!increasing) powers = call("aten::flip", {powers, dimsValue({0})});
  return call("aten::pow.Tensor_Tensor", {call("aten::unsqueeze", {x, 1}), powers});
}

// Includes the end value, unlike arange.
Tensor rangeBy(const Scalar& start, const Scalar& end, const Scalar& step, MaybeDType dtype,
               const IValue&, const IValue&, const IValue&) {
  const double from = start.to<double>(), to = end.to<double>(), by = step.to<double>();
  if (by == 0) fail("step must be nonzero");
  if ((by > 0) != (to >= from) && to != from)
    fail("upper bound and larger bound inconsistent with step sign");
  const double count = std::floor((to - from) / by) + 1;
  if (!(count < 1e12)) fail("range of {} elements is too large", count);
  const Tensor made = tensor::empty(Dims{static_cast<int64_t>(count)}, DType::Float64);
  for (int64_t i = 0; i < made.numel(); ++i)
    made.data<double>()[i] = from + static_cast<double>(i) * by;
  return toDType(made, dtype.value_or(tensor::defaultDType()));
}
Tensor range(const Scalar& start, const Scalar& end, MaybeDType dtype, const IValue& layout,
             const IValue& device, const IValue& pin) {
  return rangeBy(start, end, Scalar(int64_t{1}), dtype, layout, device, pin);
}

Tensor padSequence(const TensorList& sequences, bool batchFirst, double padding) {
  if (sequences.empty()) fail("received an empty list of sequences");
  int64_t longest = 0;
  for (const Tensor& sequence : sequences) longest = std::max(longest, sequence.size(0));
  Dims sizes{batchFirst ? static_cast<int64_t>(sequences.size()) : longest,
             batchFirst ? longest : static_cast<int64_t>(sequences.size())};
  for (int64_t i = 1; i < sequences[0].dim(); ++i) sizes.push_back(sequences[0].size(i));
  const Tensor made = tensor::empty(sizes, sequences[0].dtype());
  call("aten::fill_.Scalar", {made, padding});
  for (size_t i = 0; i < sequences.size(); ++i) {
    const Tensor place =
        call("aten::select.int", {made, batchFirst ? 0 : 1, static_cast<int64_t>(i)});
    call("aten::copy_",
         {call("aten::narrow", {place, 0, int64_t{0}, sequences[i].size(0)}), sequences[i], false});
  }
  return made;
}

constexpr Kernel kCompositeKernels[] = {
    {"aten::cov", boxed<covariance>},
    {"aten::corrcoef", boxed<correlation>},
    {"aten::histogram.bin_ct", boxed<histogram>},
    {"aten::renorm", boxed<renormed>},
    {"aten::vander", boxed<vandermonde>},
    {"aten::range", boxed<range>},
    {"aten::range.step", boxed<rangeBy>},
    {"aten::pad_sequence", boxed<padSequence>},
    {"aten::trapezoid.dx", boxed<trapezoid>},
    {"aten::trapezoid.x", boxed<trapezoidAt>},
    {"aten::trapz.dx", boxed<trapezoid>},
    {"aten::trapz.x", boxed<trapezoidAt>},
};

}  // namespace

std::span<const Kernel> compositeKernels() { return kCompositeKernels; }

}  // namespace ts::kernels
