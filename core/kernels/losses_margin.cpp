// multi_margin_loss, multilabel_margin_loss: the margin by which the target classes' scores exceed
// the other scores.
#include <algorithm>
#include <cmath>

#include "core/kernels/copy.h"
#include "core/kernels/families.h"
#include "core/kernels/losses.h"
#include "core/kernels/variants.h"

namespace ts::kernels {
namespace {

using tensor::shapeText;

struct Rows {
  int64_t count = 1, classes = 1;
};

// Returns the rows of a vector of scores, or of a batch of vectors.
Rows rowsOf(const char* name, const Tensor& input) {
  if (input.dim() > 2 || (input.dim() > 0 && input.size(-1) == 0))
    fail("{}: Expected non-empty vector or matrix with optional 0-dim batch size, but got: {}",
         name, shapeText(input.sizes()));
  return {input.dim() == 2 ? input.size(0) : 1, input.dim() == 0 ? 1 : input.size(-1)};
}

void checkClass(int64_t target, int64_t classes) {
  if (target < 0 || target >= classes)
    fail("target out of range: {} of {} classes", target, classes);
}

// The sum of positive elements, or of their squares, after `shift` was added.
struct MissingOp : SumOp<double> {
  double shift;
  bool isSquare;
  double neutral() const { return -shift; }
  template <typename V>
  TS_INLINED void add(V& acc, const V& value) const {
    const V sum = value + shift, missing = sum > 0 ? sum : V{};
    acc += isSquare ? missing * missing : missing;
  }
};

Tensor multiMargin(const Tensor& input, const Tensor& target, const Scalar& power,
                   const Scalar& margin, const Tensor& weight, int64_t reduction) {
  checkFloating("multi_margin_loss", input.dtype());
  const double p = power.to<double>();
  if (p != 1 && p != 2) fail("only p == 1 and p == 2 supported");
  const Rows rows = rowsOf("multi_margin_loss", input);
  if (target.dim() > 1 || target.numel() != rows.count)
    fail("inconsistent target size, expected {} but got {}", rows.count, shapeText(target.sizes()));
  if (weight.defined() && (weight.dim() > 1 || weight.numel() != rows.classes))
    fail("inconsistent weight size, expected {} but got {}", rows.classes,
         shapeText(weight.sizes()));
  const Tensor losses =
      tensor::emptyBeside(input, target.dim() > 0 ? Dims{rows.count} : Dims{}, DType::Float64);
  if (losses.isMeta()) return reduced(losses, reduction, input.dtype());
  const Tensor scores = widened(input), wanted = dense(target, DType::Int64);
  const Tensor factors = weight.defined() ? dense(weight, DType::Float64) : weight;
  const double distance = margin.to<double>();
  for (int64_t i = 0; i < rows.count; ++i) checkClass(wanted.data<int64_t>()[i], rows.classes);
  visitFloat(scores.dtype(), [&]<typename T>() {
    inVectors([&]<size_t kBytes>() TS_INLINED_LAMBDA {
      for (int64_t i = 0; i < rows.count; ++i) {
        const T* row = scores.data<T>() + i * rows.classes;
        const int64_t c = wanted.data<int64_t>()[i];
        MissingOp op;
        op.shift = distance - static_cast<double>(row[c]);
        op.isSquare = p == 2;
        double sum = 0;
        addRun<kBytes>(op, sum, row, c);
        addRun<kBytes>(op, sum, row + c + 1, rows.classes - c - 1);
        if (factors.defined()) sum *= factors.data<double>()[c];
        losses.data<double>()[i] = sum / static_cast<double>(rows.classes);
      }
    });
  });
  return reduced(losses, reduction, input.dtype());
}

// Also returns which elements are targets, as 0 or 1. The targets of a row end with -1.
std::tuple<Tensor, Tensor> multilabelForward(const Tensor& input, const Tensor& target,
                                             int64_t reduction) {
  checkFloating("multilabel_margin_loss", input.dtype());
  const Rows rows = rowsOf("multilabel_margin_loss", input);
  if (target.sizes() != input.sizes() && !(input.dim() == 0 && target.numel() == 1))
    fail("inconsistent target size: {} for input of size: {}", shapeText(target.sizes()),
         shapeText(input.sizes()));
  const Tensor losses =
      tensor::emptyBeside(input, input.dim() == 2 ? Dims{rows.count} : Dims{}, DType::Float64);
  const Tensor isTarget = tensor::emptyBeside(input, target.sizes(), DType::Float64);
  if (losses.isMeta())
    return {reduced(losses, reduction, input.dtype()), toDType(isTarget, input.dtype())};
  const Tensor scores = dense(input, DType::Float64), wanted = dense(target, DType::Int64);
  fill(isTarget, 0.0);
  for (int64_t i = 0; i < rows.count; ++i) {
    const double* row = scores.data<double>() + i * rows.classes;
    double* marks = isTarget.data<double>() + i * rows.classes;
    const int64_t* begin = wanted.data<int64_t>() + i * rows.classes;
    const int64_t* end = std::find_if(begin, begin + rows.classes, [](int64_t c) { return c < 0; });
    for (const int64_t* c = begin; c != end; ++c) {
      checkClass(*c, rows.classes);
      marks[*c] = 1;
    }
    double sum = 0;
    for (const int64_t* c = begin; c != end; ++c)
      for (int64_t k = 0; k < rows.classes; ++k)
        if (marks[k] == 0) sum += std::max(0.0, 1 - row[*c] + row[k]);
    losses.data<double>()[i] = sum / static_cast<double>(rows.classes);
  }
  return {reduced(losses, reduction, input.dtype()), toDType(isTarget, input.dtype())};
}
Tensor multilabel(const Tensor& input, const Tensor& target, int64_t reduction) {
  return std::get<0>(multilabelForward(input, target, reduction));
}

constexpr Kernel kLossMarginKernels[] = {
    {"aten::multi_margin_loss", boxed<multiMargin>},
    {"aten::multi_margin_loss.out", sameOutOf<multiMargin>},
    {"aten::multilabel_margin_loss", boxed<multilabel>},
    {"aten::multilabel_margin_loss.out", sameOutOf<multilabel>},
    {"aten::multilabel_margin_loss_forward", boxed<multilabelForward>},
    {"aten::multilabel_margin_loss_forward.output", sameOutOf<multilabelForward>},
};

}  // namespace

std::span<const Kernel> lossMarginKernels() { return kLossMarginKernels; }

}  // namespace ts::kernels
