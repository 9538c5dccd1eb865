// ctc_loss: the likelihood of a sequence of labels over all alignments with repetitions and blanks.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/kernels/copy.h"
#include "core/kernels/families.h"
#include "core/kernels/losses.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"

namespace ts::kernels {
namespace {

using tensor::shapeText;

constexpr double kNever = -std::numeric_limits<double>::infinity();

double logSum(double a, double b, double c = kNever) {
  const double most = std::max({a, b, c});
  return most == kNever
             ? kNever
             : most + std::log(std::exp(a - most) + std::exp(b - most) + std::exp(c - most));
}

IntList lengthsFrom(const Tensor& tensor) {
  if (!tensor::isIntegral(tensor.dtype())) fail("ctc_loss: lengths must be integral");
  const Tensor values = dense(tensor, DType::Int64);
  return {values.data<int64_t>(), values.data<int64_t>() + values.numel()};
}

// Computes the loss of one sequence by the forward algorithm of Graves et al. (2006), over the
// labels with blanks around each label. at(t, class) is a log probability. `alpha` has a row of 2 *
// labels.size() + 1 entries per time; rows are `step` entries apart.
template <typename F>
double lossOf(F&& at, int64_t times, std::span<const int64_t> labels, int64_t blank, double* alpha,
              int64_t step) {
  const auto places = static_cast<int64_t>(2 * labels.size() + 1);
  auto label = [&](int64_t s) { return s % 2 ? labels[static_cast<size_t>(s / 2)] : blank; };
  for (int64_t t = 0; t < times; ++t) {
    double* now = alpha + t * step;
    const double* before = now - step;
    for (int64_t s = 0; s < places; ++s) {
      if (t == 0) {
        now[s] = s < 2 ? at(0, label(s)) : kNever;
        continue;
      }
      const bool maySkip = s > 1 && label(s) != label(s - 2);
      now[s] = logSum(before[s], s > 0 ? before[s - 1] : kNever, maySkip ? before[s - 2] : kNever) +
               at(t, label(s));
    }
  }
  if (times == 0) return labels.empty() ? 0 : -kNever;
  const double* last = alpha + (times - 1) * step;
  return -logSum(last[places - 1], places > 1 ? last[places - 2] : kNever);
}

using Pair = std::tuple<Tensor, Tensor>;

// Returns the loss of each sequence of a batch, and alpha. logProbs: (times, batch, classes).
Pair forward(const Tensor& logProbs, const Tensor& targets, const IntList& times,
             const IntList& lengths, int64_t blank, bool zeroInfinity) {
  checkFloating("ctc_loss", logProbs.dtype());
  if (logProbs.dim() != 3)
    fail("ctc_loss: expected log_probs of three dimensions, got shape {}",
         shapeText(logProbs.sizes()));
  if (targets.dtype() != DType::Int32 && targets.dtype() != DType::Int64)
    fail("expected targets of type Int or Long, but found {}", scalarTypeName(targets.dtype()));
  const int64_t most = logProbs.size(0), batch = logProbs.size(1), classes = logProbs.size(2);
  if (blank < 0 || blank >= classes) fail("blank must be in label range");
  if (static_cast<int64_t>(times.size()) != batch) fail("input_lengths must be of size batch_size");
  if (static_cast<int64_t>(lengths.size()) != batch)
    fail("target_lengths must be of size batch_size");
  int64_t longest = 0, total = 0;
  for (int64_t length : lengths) {
    if (length < 0)
      fail("Expected target_lengths to have value at least 0, but got value {}", length);
    longest = std::max(longest, length);
    total += length;
  }
  const bool isJoined = targets.dim() == 1;
  if (!isJoined && (targets.dim() != 2 || targets.size(0) != batch || targets.size(1) < longest))
    fail("Expected tensor to have size at least {} at dimension 1, but got size {} for targets",
         longest, shapeText(targets.sizes()));
  if (isJoined && targets.size(0) != total)
    fail("Expected tensor to have size {} at dimension 0, but got size {} for targets", total,
         targets.size(0));
  for (int64_t length : times)
    if (length < 0 || length > most)
      fail("Expected input_lengths to have value at most {}, but got value {}", most, length);

  const int64_t places = 2 * longest + 1;
  const Tensor losses = tensor::emptyBeside(logProbs, Dims{batch}, DType::Float64),
               alpha = tensor::emptyBeside(logProbs, Dims{batch, most, places}, DType::Float64);
  if (losses.isMeta()) return {toDType(losses, logProbs.dtype()), toDType(alpha, logProbs.dtype())};
  fill(alpha, kNever);
  const Tensor logs = dense(logProbs, DType::Float64), labels = dense(targets, DType::Int64);
  for (int64_t label : std::span(labels.data<int64_t>(), static_cast<size_t>(labels.numel())))
    if (isJoined && (label < 0 || label >= classes))
      fail("label {} is out of range of {} classes", label, classes);
  int64_t offset = 0;
  for (int64_t n = 0; n < batch; ++n) {
    const auto length = static_cast<size_t>(lengths[static_cast<size_t>(n)]);
    const std::span wanted(labels.data<int64_t>() + (isJoined ? offset : n * labels.size(1)),
                           length);
    offset += static_cast<int64_t>(length);
    for (int64_t label : wanted)
      if (label < 0 || label >= classes)
        fail("label {} is out of range of {} classes", label, classes);
    const double loss = lossOf(
        [&](int64_t t, int64_t c) { return logs.data<double>()[(t * batch + n) * classes + c]; },
        times[static_cast<size_t>(n)], wanted, blank, alpha.data<double>() + n * most * places,
        places);
    losses.data<double>()[n] = zeroInfinity && std::isinf(loss) ? 0 : loss;
  }
  return {toDType(losses, logProbs.dtype()), toDType(alpha, logProbs.dtype())};
}

Pair forwardRaw(const Tensor& logProbs, const Tensor& targets, const IntList& times,
                const IntList& lengths, int64_t blank, bool) {
  return forward(logProbs, targets, times, lengths, blank, false);
}
Pair forwardRawTensors(const Tensor& logProbs, const Tensor& targets, const Tensor& times,
                       const Tensor& lengths, int64_t blank, bool) {
  return forward(logProbs, targets, lengthsFrom(times), lengthsFrom(lengths), blank, false);
}

Tensor ctc(const Tensor& logProbs, const Tensor& targets, const IntList& times,
           const IntList& lengths, int64_t blank, int64_t reduction, bool zeroInfinity) {
  const bool isBatch = logProbs.dim() == 3;
  const Tensor losses = std::get<0>(forward(isBatch ? logProbs : unsqueeze(logProbs, 1), targets,
                                            times, lengths, blank, zeroInfinity));
  const Tensor wide = toDType(losses, DType::Float64);
  if (reduction == kMean && !wide.isMeta()) {
    const Tensor each = clone(wide);
    for (int64_t n = 0; n < each.numel(); ++n)
      each.data<double>()[n] /=
          static_cast<double>(std::max<int64_t>(1, lengths[static_cast<size_t>(n)]));
    return reduced(each, reduction, logProbs.dtype());
  }
  const Tensor result = reduced(wide, reduction, logProbs.dtype());
  return reduction == kNone && !isBatch ? squeeze(result, 0) : result;
}
Tensor ctcTensors(const Tensor& logProbs, const Tensor& targets, const Tensor& times,
                  const Tensor& lengths, int64_t blank, int64_t reduction, bool zeroInfinity) {
  return ctc(logProbs, targets, lengthsFrom(times), lengthsFrom(lengths), blank, reduction,
             zeroInfinity);
}

constexpr Kernel kLossCtcKernels[] = {
    {"aten::_ctc_loss", boxed<forwardRaw>},
    {"aten::_ctc_loss.Tensor", boxed<forwardRawTensors>},
    {"aten::ctc_loss.IntList", boxed<ctc>},
    {"aten::ctc_loss.Tensor", boxed<ctcTensors>},
};

}  // namespace

std::span<const Kernel> lossCtcKernels() { return kLossCtcKernels; }

}  // namespace ts::kernels
