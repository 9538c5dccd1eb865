// Operators that create tensors.
#include <cmath>

#include "core/operator_facts/inference.h"

namespace ts::operator_facts {
namespace {

PartialShape sizesOf(Inference& in, std::string_view name) {
  const auto values = in.call().ints(name);
  if (!values) return {};
  Dims sizes;
  for (const auto& size : *values) sizes.push_back(size && *size >= 0 ? *size : kUnknown);
  return PartialShape::of(std::move(sizes));
}

int64_t countOf(double start, double end, double step) {
  const double count = std::ceil((end - start) / step);
  return count >= 0 && count < 0x1p53 ? static_cast<int64_t>(count) : kUnknown;
}

void inferArange(Inference& in) {
  const auto number = [&](std::string_view name, double otherwise) {
    return in.call().has(name) ? in.call().real(name) : otherwise;
  };
  const auto start = number("start", 0), end = number("end", 0), step = number("step", 1);
  const Operand out = in.call().operand("out");
  const auto dtype = out.isTensor() ? out.dtype : in.resultDtype();
  if (!start || !end || !step || !dtype) return in.set(0, PartialShape::of({kUnknown}));
  // PyTorch counts in the dtype for int64, and in double for all others.
  const auto rounded = [&](double value) {
    return *dtype == tensor::DType::Int64 ? std::trunc(value) : value;
  };
  const double by = rounded(*step);
  in.set(0, PartialShape::of({by == 0 ? kUnknown : countOf(rounded(*start), rounded(*end), by)}));
}

void inferLength(Inference& in) {
  // The number of dimensions of the tensor for an argument that the overload lacks.
  if (!in.call().has(in.name(1))) {
    const PartialShape shape = in.shape(0);
    const int64_t rank = shape.hasRank() ? static_cast<int64_t>(shape.rank()) : kUnknown;
    return in.set(0, PartialShape::of({rank}));
  }
  const auto length = in.integer(in.name(1), std::nullopt);
  in.set(0, PartialShape::of({length && *length >= 0 ? *length : kUnknown}));
}

void inferEye(Inference& in) {
  const int64_t rows = in.integer("n", std::nullopt).value_or(kUnknown);
  in.set(0, PartialShape::of({rows, in.integer("m", rows).value_or(kUnknown)}));
}

void inferHasValues(Inference& in) {
  if (in.call().has("size")) return in.set(0, sizesOf(in, "size"));
  if (in.call().has("out")) return;
  PartialShape common = PartialShape::of({});
  for (size_t i = 0; i < 2; ++i) {
    if (!in.call().operand(in.name(i)).isTensor()) continue;
    Inferred next = rules::broadcast(common, in.shape(i));
    if (!next) return;
    common = std::move(next.shape);
  }
  in.set(0, std::move(common));
}

void inferDraws(Inference& in) {
  const PartialShape shape = in.shape(0);
  const int64_t draws = in.integer("num_samples", std::nullopt).value_or(kUnknown);
  in.set(0, shapeOrUnknown(rules::withSize(shape, -1, draws)));
}

}  // namespace

bool inferFactory(Inference& in) {
  switch (in.rule().rule) {
    case Shape::Sizes: in.set(0, sizesOf(in, in.name(1))); return true;
    case Shape::Arange: inferArange(in); return true;
    case Shape::Length: inferLength(in); return true;
    case Shape::SomeLength: in.set(0, PartialShape::of({kUnknown})); return true;
    case Shape::Eye: inferEye(in); return true;
    case Shape::Triangle: in.set(0, PartialShape::of({2, kUnknown})); return true;
    case Shape::HasValues: inferHasValues(in); return true;
    case Shape::Draws: inferDraws(in); return true;
    default: return false;
  }
}

}  // namespace ts::operator_facts
