// Prints tensors like torch/_tensor_str.py: all numbers have the same width, which is determined
// from the displayed elements.
#include "core/kernels/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/thread_state.h"
#include "core/kernels/copy.h"

namespace ts::kernels {

using tensor::DType;

PrintOptions& printOptions() {
  if (PrintOptions* options = threadState.settings().printOptions) return *options;
  thread_local PrintOptions options;  // of threads without a runtime
  return options;
}

std::string fixedText(double value, int digits) {
  if (std::isnan(value)) return "nan";
  return fmt::format("{:.{}f}", value, digits);
}
std::string scientificText(double value, int digits) {
  if (std::isnan(value)) return "nan";
  return fmt::format("{:.{}e}", value, digits);
}

namespace {

// A displayed element, as a double or an int.
struct Number {
  double real = 0;
  int64_t integer = 0;
};

class Format {
 public:
  Format(const std::vector<Number>& shown, bool isFloating, bool isBool,
         const PrintOptions& options)
      : isFloating_(isFloating), isBool_(isBool), options_(options) {
    if (!isFloating) {
      for (const Number& number : shown) widen(integerText(number));
      return;
    }
    chooseMode(shown);
  }

  size_t width() const { return width_; }
  std::string text(const Number& number) const {
    const std::string text = bare(number);
    return std::string(text.size() < width_ ? width_ - text.size() : 0, ' ') + text;
  }

 private:
  void widen(const std::string& text, size_t more = 0) {
    width_ = std::max(width_, text.size() + more);
  }
  std::string integerText(const Number& number) const {
    if (isBool_) return number.integer != 0 ? "True" : "False";
    return std::to_string(number.integer);
  }

  void chooseMode(const std::vector<Number>& shown) {
    std::vector<double> values;  // finite and nonzero values determine the format
    for (const Number& number : shown)
      if (std::isfinite(number.real) && number.real != 0) values.push_back(number.real);
    if (values.empty()) return;
    double least = INFINITY;
    double most = 0;
    for (double value : values) {
      least = std::min(least, std::fabs(value));
      most = std::max(most, std::fabs(value));
      if (value != std::ceil(value)) areWhole_ = false;
    }
    isScientific_ = most / least > 1000.0 || most > 1.0e8 || (!areWhole_ && least < 1.0e-4);
    for (double value : values) {
      if (isScientific_)
        widen(scientificText(value, options_.precision));
      else if (areWhole_)
        widen(fixedText(value, 0), 1);  // 1 more for the point
      else
        widen(fixedText(value, options_.precision));
    }
    // the width is unchanged, as in PyTorch
    if (options_.scientific) isScientific_ = *options_.scientific;
  }

  std::string bare(const Number& number) const {
    if (!isFloating_) return integerText(number);
    if (isScientific_) return scientificText(number.real, options_.precision);
    if (!areWhole_) return fixedText(number.real, options_.precision);
    return fixedText(number.real, 0) + (std::isfinite(number.real) ? "." : "");
  }

  bool isFloating_;
  bool isBool_;
  bool areWhole_ = true;
  bool isScientific_ = false;
  size_t width_ = 1;
  const PrintOptions& options_;
};

class Printer {
 public:
  Printer(const Tensor& tensor, const PrintOptions& options)
      : tensor_(tensor),
        options_(options),
        isSummarised_(static_cast<double>(tensor.numel()) > options.threshold) {
    // Converts half precision, and applies conjugation.
    if (tensor::isComplex(tensor.dtype()))
      tensor_ = toDType(contiguous(tensor), DType::Complex128);
    else if (tensor::isFloating(tensor.dtype()))
      tensor_ = toDType(tensor, DType::Float64);
    else
      tensor_ = toDType(tensor, DType::Int64);
    collect(0, tensor_.offset());
    const bool isFloating = !tensor::isIntegral(tensor.dtype()) && tensor.dtype() != DType::Bool;
    const bool isBool = tensor.dtype() == DType::Bool;
    formats_.emplace_back(reals_, isFloating, isBool, options);
    if (tensor::isComplex(tensor.dtype()))
      formats_.emplace_back(imaginaries_, true, false, options);
  }

  std::string text(int64_t indent) const { return text(0, tensor_.offset(), indent); }

 private:
  // Returns the displayed indices along a dimension; -1 means "...".
  std::vector<int64_t> shownAlong(size_t dim) const {
    const int64_t size = tensor_.sizes()[dim];
    std::vector<int64_t> shown;
    const bool isCut = isSummarised_ && size > 2 * options_.edgeItems;
    for (int64_t i = 0; i < (isCut ? options_.edgeItems : size); ++i) shown.push_back(i);
    if (!isCut) return shown;
    shown.push_back(-1);
    for (int64_t i = size - options_.edgeItems; i < size; ++i) shown.push_back(i);
    return shown;
  }

  void collect(size_t dim, int64_t offset) {
    if (dim == tensor_.sizes().size()) {
      const auto [real, imaginary] = at(offset);
      reals_.push_back(real);
      imaginaries_.push_back(imaginary);
      return;
    }
    for (int64_t i : shownAlong(dim))
      if (i >= 0) collect(dim + 1, offset + i * tensor_.strides()[dim]);
  }

  std::pair<Number, Number> at(int64_t offset) const {
    const auto* storage = tensor_.storage()->data();
    if (tensor_.dtype() == DType::Int64)
      return {{.integer = reinterpret_cast<const int64_t*>(storage)[offset]}, {}};
    if (tensor_.dtype() == DType::Float64)
      return {{.real = reinterpret_cast<const double*>(storage)[offset]}, {}};
    const Complex128 value = reinterpret_cast<const Complex128*>(storage)[offset];
    return {{.real = value.real()}, {.real = value.imag()}};
  }

  std::string elementText(int64_t offset) const {
    const auto [real, imaginary] = at(offset);
    std::string text = formats_[0].text(real);
    if (formats_.size() == 1) return text;
    std::string second = formats_[1].text(imaginary) + "j";
    second.erase(0, second.find_first_not_of(' '));
    return text + (second[0] == '-' || second[0] == '+' ? "" : "+") + second;
  }

  std::string text(size_t dim, int64_t offset, int64_t indent) const {
    const size_t rank = tensor_.sizes().size();
    if (dim == rank) return elementText(offset);
    if (dim + 1 == rank) return row(dim, offset, indent);
    std::string between =
        "," + std::string(rank - dim - 1, '\n') + std::string(static_cast<size_t>(indent) + 1, ' ');
    std::string result = "[";
    for (int64_t i : shownAlong(dim)) {
      if (result.size() > 1) result += between;
      result += i < 0 ? "..." : text(dim + 1, offset + i * tensor_.strides()[dim], indent + 1);
    }
    return result + "]";
  }

  std::string row(size_t dim, int64_t offset, int64_t indent) const {
    size_t width = formats_[0].width() + 2;
    if (formats_.size() > 1) width += formats_[1].width() + 1;
    const double room =
        std::floor(static_cast<double>(options_.lineWidth - indent) / static_cast<double>(width));
    const auto perLine = static_cast<int64_t>(std::max(1.0, room));
    std::string result = "[";
    int64_t column = 0;
    for (int64_t i : shownAlong(dim)) {
      if (column == perLine) {
        result += ",\n" + std::string(static_cast<size_t>(indent) + 1, ' ');
        column = 0;
      } else if (column > 0) {
        result += ", ";
      }
      result += i < 0 ? " ..." : elementText(offset + i * tensor_.strides()[dim]);
      ++column;
    }
    return result + "]";
  }

  Tensor tensor_;
  const PrintOptions& options_;
  bool isSummarised_;
  std::vector<Number> reals_, imaginaries_;
  std::vector<Format> formats_;
};

std::string sizeText(const Tensor& tensor) {
  std::string text = "size=(";
  for (size_t i = 0; i < tensor.sizes().size(); ++i)
    text += (i ? ", " : "") + std::to_string(tensor.sizes()[i]);
  return text + (tensor.dim() == 1 ? ",)" : ")");
}

bool isDefault(DType dtype) {
  return dtype == tensor::defaultDType() || dtype == tensor::complexOf(tensor::defaultDType()) ||
         dtype == DType::Int64 || dtype == DType::Bool;
}

}  // namespace

std::string tensorText(const Tensor& tensor, const PrintOptions& options) {
  constexpr std::string_view kPrefix = "tensor(";
  const auto indent = static_cast<int64_t>(kPrefix.size());
  const std::string dtype = fmt::format("dtype=torch.{}", nameOf(tensor.dtype()));
  std::vector<std::string> suffixes;
  std::string text{kPrefix};
  if (tensor.isMeta()) {
    suffixes = {"device='meta'", sizeText(tensor)};
    if (tensor.dtype() != tensor::defaultDType()) suffixes.push_back(dtype);
    text += "...";
  } else if (tensor.numel() == 0) {
    if (tensor.dim() != 1) suffixes.push_back(sizeText(tensor));
    if (tensor.dtype() != tensor::defaultDType()) suffixes.push_back(dtype);
    text += "[]";
  } else {
    if (!isDefault(tensor.dtype())) suffixes.push_back(dtype);
    text += Printer(tensor, options).text(indent);
  }
  if (const char* gradient = tensor.impl()->gradient)
    suffixes.push_back(fmt::format("grad_fn=<{}>", gradient));
  else if (tensor.requiresGrad())
    suffixes.emplace_back("requires_grad=True");

  const size_t newline = text.rfind('\n');
  auto lastLine =
      static_cast<int64_t>(newline == text.npos ? text.size() + 2 : text.size() - newline + 1);
  for (const std::string& suffix : suffixes) {
    const auto length = static_cast<int64_t>(suffix.size());
    if (lastLine + length + 2 > options.lineWidth) {
      text += ",\n" + std::string(static_cast<size_t>(indent), ' ') + suffix;
      lastLine = indent + length;
    } else {
      text += ", " + suffix;
      lastLine += length + 2;
    }
  }
  return text + ")";
}

std::string tensorText(const Tensor& tensor) { return tensorText(tensor, printOptions()); }

}  // namespace ts::kernels
