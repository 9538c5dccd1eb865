// Tensors and other values as PyTorch's C++ library prints them.
#pragma once

#include <jitscope/torch/ivalue.h>

#include <cmath>
#include <iomanip>
#include <ostream>

namespace at {
inline namespace jitscope_v0 {
namespace detail {

// Restores the format of a stream.
class FormatScope {
 public:
  explicit FormatScope(std::ostream& stream) : stream_(stream), saved_(nullptr) {
    saved_.copyfmt(stream);
  }
  ~FormatScope() { stream_.copyfmt(saved_); }

 private:
  std::ostream& stream_;
  std::ios saved_;
};

// How the elements of a tensor are printed: divided by `scale`, `width` letters wide.
struct NumberFormat {
  double scale = 1;
  int width = 0;
};

// Sets the stream's format. The elements are contiguous.
inline NumberFormat chooseFormat(std::ostream& stream, const Tensor& tensor) {
  const double* const elements = tensor.data_ptr<double>();
  const int64_t count = tensor.numel();
  bool areWhole = true, isAnyFinite = false;
  double least = 1, most = 1;
  for (int64_t i = 0; i < count; ++i) {
    const double element = elements[i], size = std::fabs(element);
    if (!std::isfinite(element)) continue;
    areWhole = areWhole && element == std::ceil(element);
    if (!isAnyFinite) {
      isAnyFinite = true;
      least = most = size;
      continue;
    }
    least = std::min(least, size);
    most = std::max(most, element);
  }
  const auto digits = [&](double number) {
    return !isAnyFinite ? 1.0 : number != 0 ? std::floor(std::log10(number)) + 1 : 1.0;
  };
  const double low = digits(least), high = digits(most);
  const auto scientific = [&](int width) {
    stream << std::scientific << std::setprecision(4);
    return NumberFormat{1, width};
  };
  if (areWhole) {
    if (high > 9) return scientific(11);
    stream << std::defaultfloat;
    return {1, static_cast<int>(high) + 1};
  }
  if (high - low > 4) return scientific(std::fabs(high) > 99 || std::fabs(low) > 99 ? 12 : 11);
  stream << std::fixed << std::setprecision(4);
  if (high > 5 || high < 0) return {std::pow(10.0, high - 1), 7};
  return {1, high == 0 ? 7 : static_cast<int>(high) + 6};
}

inline void printScale(std::ostream& stream, double scale) {
  const FormatScope scope(stream);
  stream << std::defaultfloat << scale << " *" << std::endl;
}

inline void printMatrix(std::ostream& stream, const Tensor& tensor, int64_t lineSize, int indent) {
  const Tensor matrix = tensor.contiguous();
  const NumberFormat format = chooseFormat(stream, matrix);
  const std::string margin(static_cast<size_t>(indent), ' ');
  const double* const elements = matrix.data_ptr<double>();
  const int64_t rows = matrix.size(0), columns = matrix.size(1);
  const int64_t atOnce = std::max<int64_t>((lineSize - indent) / (format.width + 1), 1);
  stream << margin;
  for (int64_t first = 0; first < columns; first += atOnce) {
    const int64_t end = std::min(first + atOnce, columns);
    if (atOnce < columns) {
      if (first != 0) stream << std::endl;
      stream << "Columns " << first + 1 << " to " << end << margin;
    }
    if (format.scale != 1) {
      printScale(stream, format.scale);
      stream << margin;
    }
    for (int64_t row = 0; row < rows; ++row) {
      for (int64_t column = first; column < end; ++column)
        stream << std::setw(format.width) << elements[row * columns + column] / format.scale
               << (column + 1 < end ? " " : "");
      stream << std::endl;
      if (row + 1 < rows) stream << margin << (format.scale != 1 ? " " : "");
    }
  }
}

// Prints the matrices of the last two dimensions, each below its indices.
inline void printMatrices(std::ostream& stream, const Tensor& tensor, int64_t lineSize) {
  const auto outer = static_cast<size_t>(tensor.dim() - 2);
  std::vector<int64_t> at(outer, 0);
  for (bool isFirst = true;; isFirst = false) {
    if (!isFirst) stream << std::endl;
    stream << "(";
    Tensor matrix = tensor;
    for (const int64_t index : at) {
      matrix = matrix.select(0, index);
      stream << index + 1 << ",";
    }
    stream << ".,.) = " << std::endl;
    printMatrix(stream, matrix, lineSize, 1);
    size_t dim = 0;
    while (dim < outer && ++at[dim] == tensor.size(static_cast<int64_t>(dim))) at[dim++] = 0;
    if (dim == outer) return;
  }
}

}  // namespace detail

inline std::ostream& print(std::ostream& stream, const Tensor& tensor, int64_t lineSize) {
  if (!tensor.defined()) return stream << "[ Tensor (undefined) ]";
  const detail::FormatScope scope(stream);
  const Tensor elements = tensor.detach().to(kDouble).contiguous();
  const int64_t rank = tensor.dim();
  if (rank == 0) {
    stream << std::defaultfloat << elements.data_ptr<double>()[0] << std::endl;
  } else if (tensor.numel() > 0 && rank == 1) {
    const detail::NumberFormat format = detail::chooseFormat(stream, elements);
    if (format.scale != 1) detail::printScale(stream, format.scale);
    for (int64_t i = 0; i < elements.numel(); ++i)
      stream << std::setw(format.width) << elements.data_ptr<double>()[i] / format.scale
             << std::endl;
  } else if (tensor.numel() > 0 && rank == 2) {
    detail::printMatrix(stream, elements, lineSize, 0);
  } else if (tensor.numel() > 0) {
    detail::printMatrices(stream, elements, lineSize);
  }
  stream << "[ " << tensor.toString() << "{";
  for (int64_t i = 0; i < rank; ++i) stream << (i > 0 ? "," : "") << tensor.size(i);
  return stream << "} ]";
}
inline std::ostream& operator<<(std::ostream& stream, const Tensor& tensor) {
  return print(stream, tensor, 80);
}

}  // namespace jitscope_v0
}  // namespace at

namespace c10 {
inline namespace jitscope_v0 {

inline std::ostream& operator<<(std::ostream& stream, const IValue& value) {
  const auto items = [&](const char* open, const char* close) -> std::ostream& {
    stream << open;
    for (size_t i = 0, count = value.size(); i < count; ++i)
      stream << (i > 0 ? ", " : "") << value.itemAt(i);
    return stream << close;
  };
  switch (value.kind()) {
    case JITSCOPE_TENSOR: return stream << value.toTensor();
    case JITSCOPE_STRING: return stream << value.toStringRef();
    case JITSCOPE_LIST: return items("[", "]");
    case JITSCOPE_TUPLE: return items("(", value.size() == 1 ? ",)" : ")");
    case JITSCOPE_DICT: {
      stream << "{";
      const char* separator = "";
      for (const auto& entry : value.toGenericDict()) {
        stream << separator << entry.key() << ": " << entry.value();
        separator = ", ";
      }
      return stream << "}";
    }
    case JITSCOPE_FLOAT: {
      const double number = value.toDouble();
      if (number == std::floor(number) && std::fabs(number) < 1e10)
        return stream << static_cast<int64_t>(number) << ".";
      const ::at::detail::FormatScope scope(stream);
      return stream << std::defaultfloat << std::setprecision(17) << number;
    }
    default: return stream << value.text();
  }
}

}  // namespace jitscope_v0
}  // namespace c10
