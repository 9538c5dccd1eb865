#include "viz/overlay.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace ts::viz {

std::string TensorFacts::text() const {
  std::string sizesText;
  for (int64_t size : sizes) {
    if (!sizesText.empty()) sizesText += ", ";
    sizesText += size < 0 ? "?" : std::to_string(size);
  }
  return fmt::format("{}{}[{}]", dtype, dtype.empty() ? "" : " ", sizesText);
}

int64_t TensorFacts::elements() const {
  int64_t count = 1;
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

}  // namespace ts::viz
