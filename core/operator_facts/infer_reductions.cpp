// Reductions, and operators that change the size of one dimension.
#include <algorithm>

#include "core/base/torch_profile.h"
#include "core/operator_facts/inference.h"

namespace ts::operator_facts {
namespace {

// The dimensions of the argument `dim`; `otherwise` when the overload has none or it is None. Null
// when one is unknown.
std::optional<Dims> dimsOf(Inference& in, Dims otherwise) {
  if (!in.call().operand("dim").isGiven()) return otherwise;
  const auto values = in.call().ints("dim");
  if (!values) return std::nullopt;
  Dims dims;
  for (const auto& dim : *values) {
    if (!dim) return std::nullopt;
    dims.push_back(*dim);
  }
  return dims;
}

// No dimensions: all of them.
Inferred reduced(const PartialShape& shape, const Dims& dims, bool keepdim) {
  if (!shape.hasRank()) {
    if (dims.empty() && !keepdim) return PartialShape::of({});
    return PartialShape();
  }
  const rules::ReductionDims chosen = rules::reductionDims(dims, shape.rank());
  if (chosen.violation) return chosen.violation;
  return PartialShape::of(rules::reduce(shape.sizes(), chosen.dims, keepdim));
}

void inferReduce(Inference& in, Dims otherwise) {
  const PartialShape shape = in.shape(0);
  const auto dims = dimsOf(in, std::move(otherwise));
  const auto keepdim = in.flag("keepdim", false);
  if (!dims || !keepdim) return;
  if (dims->empty() && in.rule().number == 1 && in.call().operand("dim").isGiven())
    return in.setAll(shape);
  if (in.rule().number == 2 && *keepdim && !dims->empty() && shape.isRank(0) &&
      !atLeast(TorchProfile::Torch2_6))
    return in.setAll(PartialShape::of({1}));
  in.setAll(reduced(shape, *dims, *keepdim));
}

void inferBroadcastReduce(Inference& in) {
  const PartialShape a = in.shape(0), b = in.shape(1);
  Inferred common = rules::broadcast(a, b);
  if (!common) return in.fail(common.violation);
  if (common.shape.isRank(0)) return;
  const auto dims = dimsOf(in, {-1});
  const auto keepdim = in.flag("keepdim", false);
  if (dims && keepdim) in.set(0, shapeOrUnknown(reduced(common.shape, *dims, *keepdim)));
}

void inferQuantile(Inference& in) {
  const PartialShape shape = in.shape(0);
  const auto dims = dimsOf(in, {});
  const auto keepdim = in.flag("keepdim", false);
  const Operand q = in.call().operand("q");
  if (!dims || !keepdim || (q.isTensor() && !q.shape.hasRank())) return;
  Inferred result = reduced(shape, *dims, *keepdim);
  if (!result) return in.fail(result.violation);
  if (q.isTensor() && q.shape.rank() > 0) {
    if (!result.shape.hasRank()) return;
    Dims sizes = q.shape.sizes();
    for (int64_t size : result.shape.sizes()) sizes.push_back(size);
    result.shape = PartialShape::of(std::move(sizes));
  }
  in.set(std::move(result));
}

// The shape with another size in the dimension that an argument tells. A tensor without dimensions
// keeps its shape.
template <typename F>
void inferSize(Inference& in, std::string_view dimName, int64_t otherwise, F&& sizeOf) {
  const PartialShape shape = in.shape(0);
  const auto dim = in.integer(dimName, otherwise);
  if (!dim || !shape.hasRank()) return;
  if (shape.rank() == 0) return in.setAll(shape);
  in.setAll(rules::withSize(shape, *dim, sizeOf(shape.size(*dim))));
}

void inferDifference(Inference& in) {
  const auto steps = in.integer("n", 1);
  const auto dim = in.integer("dim", -1);
  int64_t added = steps ? 0 : kUnknown;
  for (const auto name : {"prepend", "append"})
    if (const Operand more = in.call().operand(name); more.isGiven())
      added = rules::plus(added, more.isTensor() && dim ? more.shape.size(*dim) : kUnknown);
  inferSize(in, "dim", -1, [&](int64_t size) {
    const int64_t all = rules::plus(size, added);
    return rules::isKnown(all) ? std::max<int64_t>(all - *steps, 0) : kUnknown;
  });
}

// One norm for each index of `dim`, or one norm of all elements for -1.
void inferNormExceptDim(Inference& in) {
  const PartialShape shape = in.shape(0);
  const auto dim = in.integer("dim", 0);
  if (!dim || !shape.hasRank() || *dim < -1 || *dim >= static_cast<int64_t>(shape.rank())) return;
  if (*dim == -1) return in.set(0, PartialShape::of({}));
  Dims sizes(shape.rank(), 1);
  sizes[static_cast<size_t>(*dim)] = shape.size(*dim);
  in.set(0, PartialShape::of(std::move(sizes)));
}

void inferHistogram(Inference& in) {
  const auto bins = in.integer("bins", std::nullopt);
  in.set(0, PartialShape::of({bins.value_or(kUnknown)}));
  in.set(1, PartialShape::of({bins ? *bins + 1 : kUnknown}));
}

// The samples along the dimension become one number.
void inferIntegral(Inference& in) {
  if (in.call().operand("x").shape.isRank(1) || !in.call().has("x")) {
    const PartialShape shape = in.shape(0);
    if (const auto dim = in.integer(in.name(1), -1); dim && !shape.isRank(0))
      in.set(rules::select(shape, *dim));
  }
}

}  // namespace

bool inferReduction(Inference& in) {
  switch (in.rule().rule) {
    case Shape::Reduce: inferReduce(in, {}); return true;
    case Shape::ReduceLast: inferReduce(in, {-1}); return true;
    case Shape::ReducePair: inferReduce(in, {-2, -1}); return true;
    case Shape::BroadcastReduce: inferBroadcastReduce(in); return true;
    case Shape::Quantile: inferQuantile(in); return true;
    case Shape::Largest:
      inferSize(in, "dim", -1,
                [&](int64_t) { return in.integer("k", std::nullopt).value_or(kUnknown); });
      return true;
    case Shape::Halve:
      inferSize(in, "dim", -1,
                [](int64_t size) { return rules::isKnown(size) ? size / 2 : kUnknown; });
      return true;
    case Shape::Difference: inferDifference(in); return true;
    case Shape::NormExceptDim: inferNormExceptDim(in); return true;
    case Shape::Histogram: inferHistogram(in); return true;
    case Shape::DropDim: inferIntegral(in); return true;
    case Shape::ShortenLast:
      if (in.call().has("x") && !in.call().operand("x").shape.isRank(1)) return true;
      inferSize(in, in.name(1), -1, [](int64_t size) { return size > 0 ? size - 1 : kUnknown; });
      return true;
    default: return false;
  }
}

}  // namespace ts::operator_facts
