#include "debugger/stepping/non_finite.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "core/kernels/copy.h"
#include "debugger/compare/value.h"

namespace ts::stepping {

namespace {

using debugger::NonFinite;
using tensor::IValue;

// Operators whose results are uninitialised memory.
constexpr std::string_view kUninitialised[] = {"aten::empty",         "aten::empty_like",
                                               "aten::empty_strided", "aten::new_empty",
                                               "aten::resize_",       "aten::new_empty_strided"};

template <typename T>
inline constexpr bool isComplexType =
    std::is_same_v<T, tensor::Complex64> || std::is_same_v<T, tensor::Complex128>;

struct Counts {
  int64_t nan = 0, infinite = 0, all = 0;

  void add(std::complex<double> number) {
    if (std::isnan(number.real()) || std::isnan(number.imag()))
      ++nan;
    else if (std::isinf(number.real()) || std::isinf(number.imag()))
      ++infinite;
    ++all;
  }
};

void count(const IValue& value, Counts& counts) {
  if (value.isDouble() || value.isComplex())
    return counts.add(value.toScalar().to<std::complex<double>>());
  if (value.isList() || value.isTuple()) {
    for (const IValue& item : value.isList() ? value.toList().items : value.toTuple().items)
      count(item, counts);
    return;
  }
  if (!value.isTensor() || debugger::worstNonFinite(value) == NonFinite::None) return;
  const tensor::Tensor flat = kernels::contiguous(value.toTensor());
  tensor::visit(flat.dtype(), [&]<typename T>() {
    for (int64_t i = 0; i < flat.numel(); ++i) {
      if constexpr (isComplexType<T>)
        counts.add({static_cast<double>(flat.data<T>()[i].real()),
                    static_cast<double>(flat.data<T>()[i].imag())});
      else
        counts.add(static_cast<double>(flat.data<T>()[i]));
    }
  });
}

bool areFinite(std::span<const IValue> values) {
  return std::ranges::all_of(values, [](const IValue& value) {
    return debugger::worstNonFinite(value) == NonFinite::None;
  });
}

}  // namespace

void NonFiniteSearch::entered(std::string_view name, std::span<const IValue> arguments) {
  name_.clear();
  const bool isUninitialised = std::ranges::find(kUninitialised, name) != std::end(kUninitialised);
  if (!isUninitialised && areFinite(arguments)) name_ = name;
}

std::optional<std::string> NonFiniteSearch::left(std::string_view name,
                                                 std::span<const IValue> results) {
  const bool isKnown = name == name_;
  name_.clear();
  if (!isKnown || areFinite(results)) return {};
  Counts counts;
  for (const IValue& result : results) count(result, counts);
  return fmt::format("{} made {} NaN and {} Inf of {} elements", name, counts.nan, counts.infinite,
                     counts.all);
}

std::string nonFiniteText(const std::string& text, const std::string& path, uint32_t line) {
  return fmt::format("{} ({}:{})", text, path, line);
}

}  // namespace ts::stepping
