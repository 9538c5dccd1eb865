// The gradients of the steps of LSTM and GRU cells.
#include "core/kernels/boxing.h"
#include "core/kernels/copy.h"
#include "core/kernels/families.h"
#include "core/kernels/gates.h"
#include "core/kernels/parallel.h"
#include "core/kernels/pointwise.h"
#include "core/kernels/widen.h"

namespace ts::kernels {
namespace {

using Five = std::tuple<Tensor, Tensor, Tensor, Tensor, Tensor>;

// The sums of gates with their bias.
Tensor withBias(const Tensor& sums, const Tensor& bias) {
  return widened(bias.defined() ? apply(formulas::add, {sums, bias}, {1}) : sums);
}
Tensor ofBias(const Tensor& ofSums, const Tensor& bias) {
  if (!bias.defined()) return {};
  static NamedKernel sum("aten::sum.dim_IntList");
  Stack stack{ofSums, tensor::makeIntList(Dims{0}), false, IValue()};
  sum(stack);
  return stack.back().toTensor();
}
void checkGates(const char* name, const Tensor& sums, const Tensor& state, int64_t gates) {
  if (sums.dim() != 2 || state.dim() != 2 || sums.size(0) != state.size(0) ||
      sums.size(1) != gates * state.size(1))
    fail("{}: gates of shape {} don't fit a state of shape {}", name,
         tensor::shapeText(sums.sizes()), tensor::shapeText(state.sizes()));
}
// The sums of gates have the shape of those of the input, and states that of `state`; dtypes are
// those of `state`.
void checkStep(const char* name, const Tensor& state, std::initializer_list<Tensor> sums,
               std::initializer_list<Tensor> states) {
  const auto check = [&](const Tensor& tensor, const tensor::Dims& sizes) {
    checkSameDType(name, state, tensor);
    if (tensor.sizes() != sizes)
      fail("{}: a tensor has the shape {} instead of {}", name, tensor::shapeText(tensor.sizes()),
           tensor::shapeText(sizes));
  };
  for (const Tensor& one : sums) check(one, sums.begin()->sizes());
  for (const Tensor& one : states) check(one, state.sizes());
}
// Calls work(row) for the rows of a step.
template <typename F>
void eachRow(const Tensor& state, const F& work) {
  const int64_t rows = state.size(0), features = std::max<int64_t>(1, state.size(1));
  parallelFor(rows, 1 + 2048 / features, [&](int64_t first, int64_t last) {
    for (int64_t row = first; row < last; ++row) work(row);
  });
}

Five lstmCellBackward(const Tensor& ofHidden, const Tensor& ofCell, const Tensor& fromInput,
                      const Tensor& fromHidden, const Tensor& inputBias, const Tensor& hiddenBias,
                      const Tensor& cell, const Tensor& nextCell) {
  if (!ofHidden.defined() && !ofCell.defined()) return {};
  const Tensor x = withBias(fromInput, inputBias), y = withBias(fromHidden, hiddenBias),
               before = widened(cell), after = widened(nextCell);
  const auto orZeros = [&](const Tensor& gradient) {
    if (gradient.defined()) return widened(gradient);
    Tensor zeros = tensor::emptyBeside(before, before.sizes(), before.dtype());
    fill(zeros, 0);
    return zeros;
  };
  const Tensor h = orZeros(ofHidden), c = orZeros(ofCell);
  checkGates("_thnn_differentiable_lstm_cell_backward", x, before, 4);
  checkStep("_thnn_differentiable_lstm_cell_backward", before, {x, y}, {after, h, c});
  const Tensor toSums = tensor::emptyBeside(x, x.sizes(), x.dtype()),
               toCell = tensor::emptyBeside(x, before.sizes(), x.dtype());
  if (!x.isMeta())
    visitFloat(x.dtype(), [&]<typename T>() {
      const int64_t n = before.size(1);
      eachRow(before, [&](int64_t row) {
        const int64_t at = row * n;
        gateGradients(LstmGradientRow<T>{x.data<T>() + 4 * at, y.data<T>() + 4 * at,
                                         before.data<T>() + at, after.data<T>() + at,
                                         h.data<T>() + at, c.data<T>() + at,
                                         toSums.data<T>() + 4 * at, toCell.data<T>() + at, n});
      });
    });
  const Tensor sums = toDType(toSums, fromInput.dtype());
  return {sums, sums, toDType(toCell, cell.dtype()), ofBias(sums, inputBias),
          ofBias(sums, hiddenBias)};
}

Five gruCellBackward(const Tensor& ofHidden, const Tensor& fromInput, const Tensor& fromHidden,
                     const Tensor& hidden, const Tensor& inputBias, const Tensor& hiddenBias) {
  const Tensor x = withBias(fromInput, inputBias), y = withBias(fromHidden, hiddenBias),
               before = widened(hidden), h = widened(ofHidden);
  checkGates("_thnn_differentiable_gru_cell_backward", x, before, 3);
  checkStep("_thnn_differentiable_gru_cell_backward", before, {x, y}, {h});
  const Tensor toInput = tensor::emptyBeside(x, x.sizes(), x.dtype()),
               toFromHidden = tensor::emptyBeside(x, x.sizes(), x.dtype()),
               toHidden = tensor::emptyBeside(x, before.sizes(), x.dtype());
  if (!x.isMeta())
    visitFloat(x.dtype(), [&]<typename T>() {
      const int64_t n = before.size(1);
      eachRow(before, [&](int64_t row) {
        const int64_t at = row * n;
        gateGradients(GruGradientRow<T>{x.data<T>() + 3 * at, y.data<T>() + 3 * at,
                                        before.data<T>() + at, h.data<T>() + at,
                                        toInput.data<T>() + 3 * at, toFromHidden.data<T>() + 3 * at,
                                        toHidden.data<T>() + at, n});
      });
    });
  const Tensor input = toDType(toInput, fromInput.dtype()),
               inner = toDType(toFromHidden, fromHidden.dtype());
  return {input, inner, toDType(toHidden, hidden.dtype()), ofBias(input, inputBias),
          ofBias(inner, hiddenBias)};
}

constexpr Kernel kRnnBackwardKernels[] = {
    {"aten::_thnn_differentiable_lstm_cell_backward", boxed<lstmCellBackward>},
    {"aten::_thnn_differentiable_gru_cell_backward", boxed<gruCellBackward>},
};

}  // namespace

std::span<const Kernel> rnnBackwardKernels() { return kRnnBackwardKernels; }

}  // namespace ts::kernels
