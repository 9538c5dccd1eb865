// Matrices, convolutions, attention, recurrent layers and linear algebra.
#include <algorithm>

#include "core/operator_facts/inference.h"

namespace ts::operator_facts {
namespace {

// The dimensions but the last `count`.
std::optional<Dims> leading(const PartialShape& shape, size_t count) {
  if (!shape.hasRank() || shape.rank() < count) return std::nullopt;
  return Dims(std::span<const int64_t>(shape.sizes()).first(shape.rank() - count));
}

// A vector as weight gives one number for each vector of the input.
void inferLinear(Inference& in) {
  const PartialShape input = in.shape(0), weight = in.shape(1);
  if (!weight.hasRank()) return;
  if (weight.rank() != 1) return in.set(rules::linear(input, weight));
  if (auto sizes = leading(input, 1)) in.set(0, PartialShape::of(std::move(*sizes)));
}

// [batch, n, m] and [batch, m, p] give one matrix [n, p].
void inferBatchSum(Inference& in) {
  const PartialShape a = in.shape(0), b = in.shape(1);
  Inferred products = rules::matrixProduct(a, b, 3);
  if (!products) return in.fail(products.violation);
  in.set(0, PartialShape::of({products.shape.fromEnd(2), products.shape.fromEnd(1)}));
}

void inferInner(Inference& in) {
  const PartialShape a = in.shape(0), b = in.shape(1);
  if (!a.hasRank() || !b.hasRank()) return;
  if (a.rank() == 0 || b.rank() == 0) return in.set(0, PartialShape(a.rank() == 0 ? b : a));
  Dims sizes = *leading(a, 1);
  const auto more = leading(b, 1);
  for (const int64_t size : *more) sizes.push_back(size);
  in.set(0, PartialShape::of(std::move(sizes)));
}

void inferBilinear(Inference& in) {
  const PartialShape input = in.shape(0), weight = in.shape(2);
  auto sizes = leading(input, 1);
  if (!sizes || !weight.isRank(3)) return;
  sizes->push_back(weight.sizes()[0]);
  in.set(0, PartialShape::of(std::move(*sizes)));
}

void inferConvolution(Inference& in) {
  const PartialShape input = in.shape(0), weight = in.shape(1);
  const auto transposed =
      in.rule().number >= 0 ? std::optional(in.rule().number == 1) : in.flag("transposed", false);
  if (!weight.hasRank() || !transposed) return;
  const auto mode = in.call().find("padding");
  const auto text = mode ? in.call().text(*mode) : std::nullopt;
  const std::vector<int64_t> stride = in.sizes("stride", {1}), dilation = in.sizes("dilation", {1}),
                             more = in.sizes("output_padding", {0}),
                             padding = text ? std::vector<int64_t>{0} : in.sizes("padding", {0});
  const rules::Convolution arguments{
      .stride = stride,
      .before = padding,
      .after = padding,
      .dilation = dilation,
      .transposed = *transposed,
      .outputPadding = more,
      .groups = in.integer("groups", 1).value_or(kUnknown),
      .keepsSizes = text == "same",
  };
  in.set(rules::convolution(input, weight, arguments));
}

// The batches of queries, the queries' number, and the size of a value.
void inferAttention(Inference& in) {
  const PartialShape query = in.shape(0), value = in.shape(1);
  auto sizes = leading(query, 1);
  if (!sizes) return;
  for (size_t i = 0; i + 1 < sizes->size(); ++i)
    if (query.sizes()[i] == 1) (*sizes)[i] = kUnknown;  // the keys may have more
  if (value.hasRank() && value.rank() == query.rank())
    for (size_t i = 0; i + 1 < sizes->size(); ++i)
      if (query.sizes()[i] == value.sizes()[i]) (*sizes)[i] = query.sizes()[i];
  sizes->push_back(value.fromEnd(1));
  in.set(0, PartialShape::of(std::move(*sizes)));
}

// input: [steps, batch, features]; hx: [layers, batch, size], for an LSTM two of them.
void inferRecurrent(Inference& in) {
  if (!in.call().has(in.name(0))) return;  // packed sequences
  const PartialShape input = in.shape(0);
  std::vector<Operand> states = in.list(1).value_or(std::vector<Operand>());
  if (states.empty()) states.push_back(in.call().operand(in.name(1)));
  const auto both = in.flag("bidirectional", false);
  if (input.hasRank() && both) {
    PartialShape result = input;
    result.setFromEnd(1, rules::times(states[0].shape.fromEnd(1), *both ? 2 : 1));
    in.set(0, std::move(result));
  }
  for (size_t i = 0; i < states.size(); ++i) in.set(i + 1, PartialShape(states[i].shape));
}

void inferDistances(Inference& in) {
  const PartialShape a = in.shape(0), b = in.shape(1);
  const auto p = leading(a, 2), q = leading(b, 2);
  if (!p || !q) return;
  Inferred batch = rules::broadcast(*p, *q);
  if (!batch) return;
  batch.shape.append(a.fromEnd(2));
  batch.shape.append(b.fromEnd(2));
  in.set(0, std::move(batch.shape));
}

void inferKronecker(Inference& in) {
  const PartialShape a = in.shape(0), b = in.shape(1);
  if (!a.hasRank() || !b.hasRank()) return;
  Dims sizes(std::max(a.rank(), b.rank()), 1);
  for (size_t i = 1; i <= sizes.size(); ++i)
    sizes[sizes.size() - i] =
        rules::times(i <= a.rank() ? a.fromEnd(i) : 1, i <= b.rank() ? b.fromEnd(i) : 1);
  in.set(0, PartialShape::of(std::move(sizes)));
}

void inferTensorDot(Inference& in) {
  Dims sizes;
  for (size_t i = 0; i < 2; ++i) {
    const PartialShape shape = in.shape(i);
    const auto dims = in.call().ints(i == 0 ? "dims_self" : "dims_other");
    if (!dims || !shape.hasRank()) return;
    rules::DimSet summed;
    for (const auto& dim : *dims) {
      const auto at = dim ? rules::wrapDim(*dim, static_cast<int64_t>(shape.rank())) : std::nullopt;
      if (!at) return;
      summed.add(static_cast<size_t>(*at));
    }
    for (const int64_t size : rules::reduce(shape.sizes(), summed, false)) sizes.push_back(size);
  }
  in.set(0, PartialShape::of(std::move(sizes)));
}

void inferWithoutLast(Inference& in, size_t count) {
  if (auto sizes = leading(in.shape(0), count)) in.setAll(PartialShape::of(std::move(*sizes)));
}

}  // namespace

bool inferProduct(Inference& in) {
  const auto both = [&](Inferred (*rule)(const rules::ShapeView&, const rules::ShapeView&)) {
    const PartialShape a = in.shape(0), b = in.shape(1);
    in.set(rule(a, b));
  };
  switch (in.rule().rule) {
    case Shape::Matmul: both(rules::matmul); return true;
    case Shape::Linear: inferLinear(in); return true;
    case Shape::Outer: both(rules::outer); return true;
    case Shape::Embedding: both(rules::embedding); return true;
    case Shape::Matrices: {
      const PartialShape a = in.shape(0), b = in.shape(1);
      in.set(rules::matrixProduct(a, b, static_cast<size_t>(in.rule().number)));
      return true;
    }
    case Shape::BatchSum: inferBatchSum(in); return true;
    case Shape::Inner: inferInner(in); return true;
    case Shape::Bilinear: inferBilinear(in); return true;
    case Shape::Convolution: inferConvolution(in); return true;
    case Shape::Attention: inferAttention(in); return true;
    case Shape::Recurrent: inferRecurrent(in); return true;
    case Shape::Distances: inferDistances(in); return true;
    case Shape::Kronecker: inferKronecker(in); return true;
    case Shape::TensorDot: inferTensorDot(in); return true;
    case Shape::MatrixFunction: inferWithoutLast(in, 2); return true;
    case Shape::Eigenvalues: inferWithoutLast(in, 1); return true;
    default: return false;
  }
}

}  // namespace ts::operator_facts
