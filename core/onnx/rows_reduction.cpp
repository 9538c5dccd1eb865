// Reductions, sorting and cumulative operators.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/onnx/rows.h"

namespace ts::onnx {

namespace reduction {
namespace {

bool keeps(Op& op) { return op.flag("keepdim") == true; }

void reduced(Op& op) {
  const DType dtype = op.knownDtype().value_or(op.wire("self").dtype);
  const Wire self = op.wire("self", computed(dtype));
  op.give(op.b.reduce(op.row->op, self, op.dims("dim", self), keeps(op)));
}

// Sums of no elements along no dimension: a tensor without dimensions is its own sum.
Wire ofAll(Op& op, const Wire& self, std::string_view name) {
  return op.b.reduce(name, self, {}, false);
}

// max(), min() of all elements, or with indices along a dimension.
void extreme(Op& op) {
  Builder& b = op.b;
  const Wire self = op.wire("self");
  const Wire wide = b.cast(self, computed(self.dtype));
  const bool isMax = op.row->op == "ReduceMax";
  if (!op.has("dim")) return op.give(ofAll(op, wide, op.row->op));
  const int64_t dim = op.dim("dim", self);
  if (op.needRank(self) == 0) op.refuse("the tensor has no dimensions");
  op.give(b.reduce(op.row->op, wide, {dim}, keeps(op)));
  const Wire values = b.reduce(op.row->op, wide, {dim}, keeps(op));
  op.give(b.add(isMax ? "ArgMax" : "ArgMin", {wide}, DType::Int64, values.shape,
                {{"axis", dim}, {"keepdims", int64_t{keeps(op)}}}));
}

void argument(Op& op) {
  Builder& b = op.b;
  Wire self = op.wire("self");
  self = b.cast(self, computed(self.dtype));
  if (op.isNone("dim")) {
    const Wire flat = b.reshape(self, std::vector<int64_t>{-1});
    return op.give(b.add(op.row->op, {flat}, DType::Int64, PartialShape::of({}),
                         {{"axis", int64_t{0}}, {"keepdims", int64_t{0}}}));
  }
  op.give(b.add(op.row->op, {self}, DType::Int64, op.shape(),
                {{"axis", op.dim("dim", self)}, {"keepdims", int64_t{keeps(op)}}}));
}

void truth(Op& op) {
  Builder& b = op.b;
  const Wire self = op.wire("self");
  Wire bits = b.cast(b.cast(self, DType::Bool), DType::Int32);
  op.give(b.reduce(op.row->op, bits, op.dims("dim", self), keeps(op)));
}

struct Moments {
  Wire mean, variance;
};
Moments momentsOf(Op& op) {
  Builder& b = op.b;
  const Wire self = op.wire("self");
  std::vector<int64_t> dims = op.dims("dim", self);
  double correction = 1;
  if (op.has("unbiased")) correction = op.needFlag("unbiased") ? 1 : 0;
  if (op.has("correction") && !op.isNone("correction")) correction = op.needReal("correction");
  const Wire mean = b.reduce("ReduceMean", self, dims, true);
  const Wire centred = b.binary("Sub", self, mean);
  Wire sum = b.reduce("ReduceSum", b.binary("Mul", centred, centred), dims, keeps(op));
  if (dims.empty()) {
    dims.resize(static_cast<size_t>(op.needRank(self)));
    std::iota(dims.begin(), dims.end(), 0);
  }
  Wire count = b.scalar(1, DType::Int64);
  for (const int64_t dim : dims) count = b.binary("Mul", count, b.sizeOf(self, dim));
  Wire divisor = b.cast(count, self.dtype);
  if (correction != 0) {
    divisor = b.binary("Sub", divisor, b.scalar(correction, self.dtype));
    divisor = b.binary("Max", divisor, b.scalar(0, self.dtype));
  }
  return {b.reduce("ReduceMean", self, op.dims("dim", self), keeps(op)),
          b.binary("Div", sum, divisor)};
}
void variance(Op& op) { op.give(momentsOf(op).variance); }
void deviation(Op& op) { op.give(op.b.unary("Sqrt", momentsOf(op).variance)); }
void varianceAndMean(Op& op) {
  const Moments moments = momentsOf(op);
  op.give(moments.variance);
  op.give(moments.mean);
}
void deviationAndMean(Op& op) {
  const Moments moments = momentsOf(op);
  op.give(op.b.unary("Sqrt", moments.variance));
  op.give(moments.mean);
}

void norm(Op& op) {
  Builder& b = op.b;
  Wire self = op.wire("self", op.knownDtype().value_or(op.wire("self").dtype));
  const std::string_view argument = op.has("ord") ? "ord" : "p";
  const Val& given = op.value(argument);
  if (const auto* text = std::get_if<IValue>(&given); text && text->isString()) {
    if (text->toString() != "fro") op.refuse("the norm is not one of vectors");
  }
  const double p = op.real(argument).value_or(2);
  const std::vector<int64_t> dims = op.dims("dim", self);
  if (p == 2) return op.give(b.reduce("ReduceL2", self, dims, keeps(op)));
  if (p == 1) return op.give(b.reduce("ReduceL1", self, dims, keeps(op)));
  const Wire size = b.unary("Abs", self);
  if (std::isinf(p))
    return op.give(b.reduce(p > 0 ? "ReduceMax" : "ReduceMin", size, dims, keeps(op)));
  if (p == 0) {
    const Wire isSet = b.unary("Not", b.compare("Equal", self, b.scalar(0, self.dtype)));
    return op.give(b.reduce("ReduceSum", b.cast(isSet, self.dtype), dims, keeps(op)));
  }
  const Wire sum =
      b.reduce("ReduceSum", b.add("Pow", {size, b.scalar(p, self.dtype)}, self.dtype, self.shape),
               dims, keeps(op));
  op.give(b.add("Pow", {sum, b.scalar(1 / p, self.dtype)}, self.dtype, sum.shape));
}

void cumulative(Op& op) {
  const Wire self = op.wire("self", computed(op.dtype()));
  if (op.needRank(self) == 0) return op.give(self);
  op.give(op.b.add("CumSum",
                   {self, op.b.scalar(static_cast<double>(op.dim("dim", self)), DType::Int64)},
                   self.dtype, self.shape));
}

void ordered(Op& op) {
  Builder& b = op.b;
  Wire self = op.wire("self");
  self = b.cast(self, computed(self.dtype));
  if (op.needRank(self) == 0) op.refuse("the tensor has no dimensions");
  const int64_t dim = op.isNone("dim") ? op.needRank(self) - 1 : op.dim("dim", self);
  const bool isTop = op.has("k");
  const Wire count = isTop ? oneElement(op, op.value("k")) : b.unsqueeze(b.sizeOf(self, dim), {0});
  const bool isLargest = isTop ? op.needFlag("largest") : op.needFlag("descending");
  PartialShape shape = isTop ? op.shape() : self.shape;
  const Wire inputs[] = {self, count};
  const Wires results =
      b.addMany("TopK", inputs, {{{}, self.dtype, shape}, {{}, DType::Int64, shape}},
                {{"axis", dim}, {"largest", int64_t{isLargest}}, {"sorted", int64_t{1}}});
  if (op.name() != "aten::argsort") op.give(results[0]);
  op.give(results[1]);
}

void logSumExp(Op& op) {
  const Wire self = op.wire("self", op.dtype());
  op.give(op.b.reduce("ReduceLogSumExp", self, op.dims("dim", self), keeps(op)));
}

void product(Op& op) {
  const Wire self = op.wire("self", computed(op.dtype()));
  op.give(op.b.reduce("ReduceProd", self, op.dims("dim", self), keeps(op)));
}

void cosine(Op& op) {
  Builder& b = op.b;
  const DType dtype = op.common({"x1", "x2"});
  const Wire a = op.wire("x1", dtype), other = op.wire("x2", dtype);
  const Wire product = b.binary("Mul", a, other);
  const int64_t dim = op.dim("dim", product);
  const Wire least = op.wire("eps", dtype);
  const auto norm = [&](const Wire& wire) {
    const int64_t own = dim - product.rank() + wire.rank();
    return b.binary("Max", b.reduce("ReduceL2", wire, {own}, false), least);
  };
  const Wire sum = b.reduce("ReduceSum", product, {dim}, false);
  op.give(b.binary("Div", sum, b.binary("Mul", norm(a), norm(other))));
}

void counted(Op& op) {
  Builder& b = op.b;
  const Wire self = op.wire("self");
  const Wire isSet = b.cast(b.cast(self, DType::Bool), DType::Int64);
  op.give(b.reduce("ReduceSum", isSet, op.dims("dim", self), false));
}

constexpr Row kRows[] = {
    {"aten::all", truth, "ReduceMin"},
    {"aten::amax", reduced, "ReduceMax"},
    {"aten::amin", reduced, "ReduceMin"},
    {"aten::any", truth, "ReduceMax"},
    {"aten::argmax", argument, "ArgMax"},
    {"aten::argmin", argument, "ArgMin"},
    {"aten::argsort", ordered},
    {"aten::cosine_similarity", cosine},
    {"aten::count_nonzero", counted},
    {"aten::cumsum", cumulative},
    {"aten::linalg_vector_norm", norm},
    {"aten::logsumexp", logSumExp},
    {"aten::max", extreme, "ReduceMax"},
    {"aten::mean", reduced, "ReduceMean"},
    {"aten::min", extreme, "ReduceMin"},
    {"aten::norm", norm},
    {"aten::prod", product},
    {"aten::sort", ordered},
    {"aten::std", deviation},
    {"aten::std_mean", deviationAndMean},
    {"aten::sum", reduced, "ReduceSum"},
    {"aten::topk", ordered},
    {"aten::var", variance},
    {"aten::var_mean", varianceAndMean},
};

}  // namespace
}  // namespace reduction

std::span<const Row> reductionRows() { return reduction::kRows; }

}  // namespace ts::onnx
