// Prints tensors like PyTorch's C++ code (aten/src/ATen/core/Formatting.cpp): all numbers as
// doubles in columns of equal width.
#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "core/kernels/copy.h"
#include "core/kernels/print.h"
#include "core/kernels/widen.h"

namespace ts::kernels {

using tensor::DType;

namespace {

constexpr int64_t kLineWidth = 80;

class Columns {
 public:
  explicit Columns(const Tensor& tensor) : tensor_(contiguous(toDType(tensor, DType::Float64))) {}

  std::string take() {
    const auto& sizes = tensor_.sizes();
    if (tensor_.dim() == 0) return fmt::format("{:g}\n", tensor_.data<double>()[0]);
    if (tensor_.numel() == 0) return "";
    if (tensor_.dim() == 1) {
      choose(tensor_.data<double>(), tensor_.numel());
      if (scale_ != 1) addScale();
      for (int64_t i = 0; i < tensor_.numel(); ++i) add(tensor_.data<double>()[i], "\n");
    } else if (tensor_.dim() == 2) {
      matrix(tensor_.data<double>(), 0);
    } else {
      // Iterates over the matrices by their leading indices; the first index changes fastest.
      std::vector<int64_t> at(sizes.size() - 2, 0);
      for (bool isFirst = true;; isFirst = false) {
        if (!isFirst) text_ += "\n";
        text_ += "(";
        int64_t offset = 0;
        for (size_t i = 0; i < at.size(); ++i) {
          offset += at[i] * tensor_.strides()[i];
          text_ += std::to_string(at[i] + 1) + ",";
        }
        text_ += ".,.) = \n";
        matrix(tensor_.data<double>() + offset, 1);
        size_t i = 0;
        while (i < at.size() && ++at[i] == sizes[i]) at[i++] = 0;
        if (i == at.size()) break;
      }
    }
    return std::move(text_);
  }

 private:
  enum class Mode : uint8_t { Plain, Fixed, Scientific };

  // Determines the column width, the number format and the common scale factor.
  void choose(const double* values, int64_t count) {
    bool areWhole = true;
    const double* first = nullptr;
    for (int64_t i = 0; i < count; ++i) {
      if (!std::isfinite(values[i])) continue;
      if (first == nullptr) first = values + i;
      if (values[i] != std::ceil(values[i])) areWhole = false;
    }
    double least = 1;
    double most = 1;
    if (first) {
      least = most = std::fabs(*first);
      for (const double* value = first; value < values + count; ++value) {
        if (!std::isfinite(*value)) continue;
        least = std::min(least, std::fabs(*value));
        // PyTorch does not take the absolute value in this comparison
        if (*value > most) most = std::fabs(*value);
      }
      least = least != 0 ? std::floor(std::log10(least)) + 1 : 1;
      most = most != 0 ? std::floor(std::log10(most)) + 1 : 1;
    }
    scale_ = 1;
    width_ = 11;
    mode_ = Mode::Scientific;
    if (areWhole) {
      if (most > 9) {
        precision_ = 4;
        return;
      }
      width_ = static_cast<int64_t>(most) + 1;
      mode_ = Mode::Plain;
      return;
    }
    // PyTorch changes the stream's precision here and never restores it, so later whole numbers
    // have four digits too.
    precision_ = 4;
    if (most - least > 4) {
      if (std::fabs(most) > 99 || std::fabs(least) > 99) ++width_;
    } else {
      mode_ = Mode::Fixed;
      width_ = most == 0 ? 7 : static_cast<int64_t>(most) + 6;
      if (most > 5 || most < 0) {
        width_ = 7;
        scale_ = std::pow(10, most - 1);
      }
    }
  }

  void addScale() { text_ += fmt::format("{:.{}g} *\n", scale_, precision_); }
  void add(double value, std::string_view behind) {
    value /= scale_;
    const std::string digits = !std::isfinite(value) ? std::string(std::signbit(value) ? "-" : "") +
                                                           (std::isnan(value) ? "nan" : "inf")
                               : mode_ == Mode::Scientific ? fmt::format("{:.4e}", value)
                               : mode_ == Mode::Fixed      ? fmt::format("{:.4f}", value)
                                                      : fmt::format("{:.{}g}", value, precision_);
    text_ += fmt::format("{:>{}}{}", digits, width_, behind);
  }

  void matrix(const double* values, int64_t indent) {
    const int64_t rows = tensor_.sizes()[tensor_.sizes().size() - 2];
    const int64_t columns = tensor_.sizes().back();
    const std::string margin(static_cast<size_t>(indent), ' ');
    choose(values, rows * columns);
    text_ += margin;
    const int64_t perLine = std::max<int64_t>(1, (kLineWidth - indent) / (width_ + 1));
    for (int64_t first = 0; first < columns; first += perLine) {
      const int64_t last = std::min(first + perLine, columns) - 1;
      if (perLine < columns) {
        if (first != 0) text_ += "\n";
        text_ += fmt::format("Columns {} to {}{}", first + 1, last + 1, margin);
      }
      if (scale_ != 1) {
        addScale();
        text_ += margin;
      }
      for (int64_t row = 0; row < rows; ++row) {
        for (int64_t column = first; column <= last; ++column)
          add(values[row * columns + column], column == last ? "\n" : " ");
        if (row + 1 < rows) text_ += margin + (scale_ != 1 ? " " : "");
      }
    }
  }

  Tensor tensor_;
  std::string text_;
  double scale_ = 1;
  int64_t width_ = 0;
  int precision_ = 6;
  Mode mode_ = Mode::Plain;
};

}  // namespace

std::string tensorColumns(const Tensor& tensor) {
  if (!tensor.defined()) return "[ Tensor (undefined) ]";
  if (tensor.isMeta()) fail(ErrorKind::NotImplemented, "a tensor on meta has no values to print");
  std::string sizes;
  for (int64_t size : tensor.sizes()) sizes += (sizes.empty() ? "" : ",") + std::to_string(size);
  return fmt::format("{}[ CPU{}Type{{{}}} ]", Columns(tensor).take(),
                     scalarTypeName(tensor.dtype()), sizes);
}

}  // namespace ts::kernels
