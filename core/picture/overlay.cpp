#include "core/picture/overlay.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace ts::viz {

std::string TensorFacts::text() const {
  std::string sizesText = hasRank ? "" : "...";
  for (int64_t size : sizes) {
    if (!sizesText.empty()) sizesText += ", ";
    sizesText += size < 0 ? "?" : std::to_string(size);
  }
  return fmt::format("{}{}[{}]", dtype, dtype.empty() ? "" : " ", sizesText);
}

int64_t TensorFacts::elements() const {
  int64_t count = 1;
  if (!hasRank) return -1;
  for (int64_t size : sizes) {
    if (size < 0) return -1;
    count *= size;
  }
  return count;
}

int64_t TensorFacts::bytes() const {
  static constexpr std::pair<std::string_view, int64_t> kSizes[] = {
      {"float32", 4}, {"float64", 8}, {"float16", 2},   {"bfloat16", 2},   {"int64", 8},
      {"int32", 4},   {"int16", 2},   {"int8", 1},      {"uint8", 1},      {"bool", 1},
      {"qint8", 1},   {"quint8", 1},  {"complex64", 8}, {"complex128", 16}};
  for (const auto& [name, size] : kSizes)
    if (name == dtype) return elements() < 0 ? -1 : elements() * size;
  return -1;
}

std::optional<TensorFacts> factsOfType(types::TypePtr type) {
  // Names in printed types, and those of dtypes.
  static constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"Float", "float32"},
      {"Double", "float64"},
      {"Half", "float16"},
      {"BFloat16", "bfloat16"},
      {"Long", "int64"},
      {"Int", "int32"},
      {"Short", "int16"},
      {"Char", "int8"},
      {"Byte", "uint8"},
      {"Bool", "bool"},
      {"ComplexFloat", "complex64"},
      {"ComplexDouble", "complex128"}};
  const auto* tensor = types::cast<types::TensorType>(type);
  if (tensor == nullptr || tensor->info() == nullptr || !tensor->info()->sizes) return {};
  TensorFacts facts;
  facts.sizes = *tensor->info()->sizes;
  for (const auto& [printed, name] : kNames)
    if (printed == tensor->info()->dtype) facts.dtype = name;
  return facts;
}

}  // namespace ts::viz
