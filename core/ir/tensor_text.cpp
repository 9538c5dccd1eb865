// Prints tensors as PyTorch's graphs do: the C++ form (aten/src/ATen/core/Formatting.cpp), which
// differs from Python's. Only small tensors are printed, on one line.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/ir/constant_text.h"
#include "core/tensor/tensor.h"

namespace ts::ir {
namespace {

constexpr int64_t kMostElements = 10;
constexpr size_t kLineSize = 80;

// Returns the name in PyTorch's C++ type names, e.g. "Long" in CPULongType.
const char* typeName(tensor::DType dtype) {
  using tensor::DType;
  switch (dtype) {
    case DType::UInt8: return "Byte";
    case DType::Int8: return "Char";
    case DType::Int16: return "Short";
    case DType::Int32: return "Int";
    case DType::Int64: return "Long";
    case DType::Float16: return "Half";
    case DType::Float32: return "Float";
    case DType::Float64: return "Double";
    case DType::Complex64: return "ComplexFloat";
    case DType::Complex128: return "ComplexDouble";
    case DType::Bool: return "Bool";
    case DType::BFloat16: return "BFloat16";
  }
  return "";
}

double elementAt(const tensor::Tensor& tensor, int64_t offset) {
  return tensor::visit(tensor.dtype(), [&]<typename T>() -> double {
    const T value = tensor.data<T>()[offset];
    if constexpr (std::is_same_v<T, tensor::Complex64> || std::is_same_v<T, tensor::Complex128>)
      return static_cast<double>(value.real());
    else
      return static_cast<double>(value);
  });
}

// The number format of a row.
struct Format {
  double scale = 1;
  int width = 0;
  const char* form = "%*g";  // takes width and number; includes the precision
};

Format formatOf(const std::vector<double>& values) {
  const bool areIntegers =
      std::ranges::all_of(values, [](double v) { return !std::isfinite(v) || v == std::ceil(v); });
  auto finite = std::ranges::find_if(values, [](double v) { return std::isfinite(v); });
  double least = 1, most = 1;
  if (finite != values.end()) {
    least = most = std::fabs(*finite);
    for (double v : values) {
      if (!std::isfinite(v)) continue;
      least = std::min(least, std::fabs(v));
      most = std::max(most, std::fabs(v));
    }
    least = least != 0 ? std::floor(std::log10(least)) + 1 : 1;
    most = most != 0 ? std::floor(std::log10(most)) + 1 : 1;
  }
  if (areIntegers) return most > 9 ? Format{1, 11, "%*.4e"} : Format{1, static_cast<int>(most) + 1};
  if (most - least > 4)
    return {1, std::fabs(most) > 99 || std::fabs(least) > 99 ? 12 : 11, "%*.4e"};
  if (most > 5 || most < 0) return {std::pow(10.0, most - 1), 7, "%*.4f"};
  return {1, most == 0 ? 7 : static_cast<int>(most) + 6, "%*.4f"};
}

std::string written(const Format& format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format.form, format.width, value / format.scale);
  return text;
}

std::string scaleText(const Format& format) {
  if (format.scale == 1) return {};
  char text[32];
  std::snprintf(text, sizeof text, "%g *\n", format.scale);
  return text;
}

void appendMatrix(std::string& out, const tensor::Tensor& tensor, int64_t offset, size_t indent) {
  const int64_t rows = tensor.size(-2), columns = tensor.size(-1);
  std::vector<double> values;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t k = 0; k < columns; ++k)
      values.push_back(elementAt(tensor, offset + i * tensor.stride(-2) + k * tensor.stride(-1)));
  const Format format = formatOf(values);
  out.append(indent, ' ');
  if (format.scale != 1) out += scaleText(format) + std::string(indent, ' ');
  const int64_t perLine = std::max<int64_t>(
      1, static_cast<int64_t>((kLineSize - indent) / static_cast<size_t>(format.width + 1)));
  for (int64_t first = 0; first < columns; first += perLine) {
    const int64_t last = std::min(first + perLine, columns);
    if (perLine < columns) {
      if (first) out += "\n";
      out += "Columns " + std::to_string(first + 1) + " to " + std::to_string(last);
      out.append(indent, ' ');
    }
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t k = first; k < last; ++k) {
        out += written(format, values[static_cast<size_t>(i * columns + k)]);
        out += k + 1 < last ? " " : "\n";
      }
      if (i + 1 < rows) out.append(indent, ' ');
    }
  }
}

void appendSlices(std::string& out, const tensor::Tensor& tensor, int64_t dim, int64_t offset,
                  const std::string& at) {
  if (dim + 2 == tensor.dim()) {
    out += (out.empty() ? "(" : "\n(") + at + ".,.) = \n";
    appendMatrix(out, tensor, offset, 1);
    return;
  }
  for (int64_t i = 0; i < tensor.size(dim); ++i)
    appendSlices(out, tensor, dim + 1, offset + i * tensor.stride(dim),
                 at + std::to_string(i + 1) + ",");
}

}  // namespace

std::string tensorText(const tensor::Tensor& tensor) {
  if (tensor.isMeta() || tensor.numel() > kMostElements) return "<Tensor>";
  if (tensor.numel() == 1) {
    char text[64];
    const bool isFloating = tensor::isFloating(tensor.dtype()) || tensor::isComplex(tensor.dtype());
    std::snprintf(text, sizeof text, isFloating ? "{%g}" : "{%.0f}", elementAt(tensor, 0));
    return text;
  }
  std::string out;
  if (tensor.dim() == 1 && tensor.numel() > 0) {
    std::vector<double> values;
    for (int64_t i = 0; i < tensor.numel(); ++i)
      values.push_back(elementAt(tensor, i * tensor.stride(0)));
    const Format format = formatOf(values);
    out += scaleText(format);
    for (double value : values) out += written(format, value) + "\n";
  } else if (tensor.dim() == 2 && tensor.numel() > 0) {
    appendMatrix(out, tensor, 0, 0);
  } else if (tensor.numel() > 0) {
    appendSlices(out, tensor, 0, 0, "");
  }
  out += std::string("[ CPU") + typeName(tensor.dtype()) + "Type{";
  for (size_t i = 0; i < tensor.sizes().size(); ++i)
    out += (i ? "," : "") + std::to_string(tensor.sizes()[i]);
  out += "} ]";
  std::ranges::replace(out, '\n', ' ');
  return out;
}

}  // namespace ts::ir
