#include "debugger/compare/mutate.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ts::debugger {
namespace {

using Kind = Argument::Kind;
using tensor::DType;

constexpr int64_t kMostElements = 1 << 16;  // of a tensor whose shape is changed
constexpr DType kDtypes[] = {DType::Float32, DType::Float64, DType::Int64,    DType::Bool,
                             DType::Float16, DType::Int32,   DType::Complex64};
constexpr double kNumbers[] = {0, 1, -1, 2, 0.5, 10, -10, 100, 1e6};
constexpr int64_t kSizes[] = {1, 2, 3, 0, 5, 8};

Argument filled(Argument tensor, Fill fill, double number = 0) {
  tensor.fill = fill;
  tensor.number = number;
  tensor.data.clear();
  return tensor;
}

// A copy whose content does not depend on its shape and dtype, so that both can change.
Argument refilled(Argument tensor) {
  return tensor.fill == Fill::Given || tensor.fill == Fill::Data
             ? filled(std::move(tensor), Fill::Ones)
             : tensor;
}

void addTensors(const Argument& tensor, const std::vector<double>& interesting,
                std::vector<Argument>& variants) {
  variants.push_back(filled(tensor, Fill::Zeros));
  variants.push_back(filled(tensor, Fill::Ones));
  for (const double number : {-1.0, 2.0, 10.0, -10.0, 100.0, 0.5})
    variants.push_back(filled(tensor, Fill::Full, number));
  for (const double number : interesting)
    for (const double near : {number, number + 1, number - 1, -number})
      variants.push_back(filled(tensor, Fill::Full, near));
  variants.push_back(filled(tensor, Fill::Range));
  const std::vector<int64_t>& shape = tensor.shape;
  auto withShape = [&](std::vector<int64_t> sizes) {
    Argument other = refilled(tensor);
    other.shape = std::move(sizes);
    if (other.numel() <= kMostElements) variants.push_back(std::move(other));
  };
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    std::set<int64_t> sizes(std::begin(kSizes), std::end(kSizes));
    for (const int64_t size : {shape[dim] + 1, shape[dim] - 1, shape[dim] * 2}) sizes.insert(size);
    for (const double number : interesting)
      for (const double near : {number, number + 1, number - 1})
        if (near == std::floor(near)) sizes.insert(static_cast<int64_t>(near));
    for (const int64_t size : sizes) {
      if (size < 0 || size == shape[dim]) continue;
      std::vector<int64_t> other = shape;
      other[dim] = size;
      withShape(std::move(other));
    }
  }
  std::vector<int64_t> more = shape;
  more.insert(more.begin(), 1);
  withShape(more);
  more.front() = 2;
  withShape(more);
  if (!shape.empty()) withShape({shape.begin() + 1, shape.end()});
  for (const DType dtype : kDtypes) {
    if (dtype == tensor.dtype) continue;
    Argument other = refilled(tensor);
    other.dtype = dtype;
    variants.push_back(std::move(other));
  }
}

void addNumbers(const Argument& argument, const std::vector<double>& interesting,
                std::vector<Argument>& variants) {
  auto with = [&](IValue value) {
    Argument other = argument;
    other.value = std::move(value);
    variants.push_back(std::move(other));
  };
  const IValue& value = argument.value;
  if (value.isBool()) return with(IValue(!value.toBool()));
  std::vector<double> numbers(std::begin(kNumbers), std::end(kNumbers));
  const double own = value.toScalar().to<double>();
  for (const double near : {own + 1, own - 1, own * 2, -own}) numbers.push_back(near);
  for (const double number : interesting)
    for (const double near : {number, number + 1, number - 1, -number}) numbers.push_back(near);
  std::set<double> seen = {own};
  for (const double number : numbers) {
    if (!seen.insert(number).second || (value.isInt() && number != std::floor(number))) continue;
    with(value.isInt() ? IValue(static_cast<int64_t>(number)) : IValue(number));
  }
}

void addTexts(const Argument& argument, std::vector<Argument>& variants) {
  const std::string& text = argument.value.toString();
  for (const std::string& other :
       {std::string(), text + "a", text.substr(0, text.size() / 2), std::string("a")}) {
    if (other == text) continue;
    variants.push_back(argument);
    variants.back().value = IValue(other);
  }
}

void addContainers(const Argument& argument, const std::vector<double>& interesting,
                   std::vector<Argument>& variants) {
  if (argument.kind == Kind::List) {
    if (!argument.items.empty()) {
      variants.push_back(argument);
      variants.back().items.pop_back();
      variants.push_back(argument);
      variants.back().items.push_back(argument.items.back());
    }
    variants.push_back(argument);
    variants.back().items.clear();
  }
  for (size_t i = 0; i < argument.items.size(); ++i) {
    for (Argument& other : variantsOf(argument.items[i], interesting)) {
      variants.push_back(argument);
      variants.back().items[i] = std::move(other);
    }
  }
}

}  // namespace

std::vector<Argument> variantsOf(const Argument& argument, const std::vector<double>& interesting) {
  std::vector<Argument> variants;
  switch (argument.kind) {
    case Kind::Tensor: addTensors(argument, interesting, variants); break;
    case Kind::Number: addNumbers(argument, interesting, variants); break;
    case Kind::Text: addTexts(argument, variants); break;
    case Kind::List:
    case Kind::Tuple:
    case Kind::Dict: addContainers(argument, interesting, variants); break;
    case Kind::None:
    case Kind::Other: break;
  }
  return variants;
}

std::vector<Argument> simplerThan(const Argument& argument) {
  std::vector<Argument> simpler = variantsOf(argument, {});
  const size_t weight = argument.weight();
  // Another dtype can have another cause, so it is not a simpler form of the same input.
  std::erase_if(simpler, [&](const Argument& other) {
    return other.weight() >= weight || other.dtype != argument.dtype;
  });
  std::ranges::stable_sort(simpler, {}, &Argument::weight);
  return simpler;
}

}  // namespace ts::debugger
