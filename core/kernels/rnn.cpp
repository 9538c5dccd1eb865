// Recurrent networks: cells, layers in one or both directions, packed sequences.
#include <algorithm>
#include <cmath>

#include "core/kernels/families.h"
#include "core/kernels/gates.h"
#include "core/kernels/matmul.h"
#include "core/kernels/pointwise.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"
#include "core/kernels/widen.h"

namespace ts::kernels {
namespace {

using tensor::shapeText;

enum class RnnKind { Lstm, Gru, Tanh, Relu };

int64_t gatesOf(RnnKind kind) { return kind == RnnKind::Lstm ? 4 : kind == RnnKind::Gru ? 3 : 1; }

// The hidden state and, for LSTM, the cell state; both are (batch, features).
struct RnnState {
  Tensor hidden, cell;
};
struct Weights {
  Tensor input, hidden, inputBias, hiddenBias;  // biases may be undefined
};

template <typename T>
T sigmoid(T x) {
  return 1 / (1 + std::exp(-x));
}

// Computes one step. `fromInput` and `fromHidden` are the gates' sums, (batch, gates * features).
RnnState rnnStep(RnnKind kind, const Tensor& fromInput, const Tensor& fromHidden,
                 const RnnState& state) {
  const DType dtype = state.hidden.dtype();
  const Tensor a = widened(fromInput), b = widened(fromHidden), h = widened(state.hidden);
  const int64_t batch = h.size(0), features = h.size(1);
  RnnState next{tensor::emptyBeside(h, h.sizes(), h.dtype()), {}};
  if (kind == RnnKind::Lstm) next.cell = tensor::emptyBeside(h, h.sizes(), h.dtype());
  if (!h.isMeta())
    visitFloat(h.dtype(), [&]<typename T>() {
      const Tensor c = kind == RnnKind::Lstm ? widened(state.cell) : Tensor();
      const int64_t width = gatesOf(kind) * features;
      for (int64_t n = 0; n < batch; ++n) {
        const T* x = a.data<T>() + n * width;
        const T* y = b.data<T>() + n * width;
        T* out = next.hidden.data<T>() + n * features;
        const T* before = h.data<T>() + n * features;
        if constexpr (std::is_same_v<T, float>) {
          const GateRow row{x, y, out, features};
          const int64_t at = n * features;
          if (kind == RnnKind::Lstm) {
            lstmGates(row, c.data<T>() + at, next.cell.data<T>() + at);
            continue;
          }
          if (kind == RnnKind::Gru) {
            gruGates(row, before);
            continue;
          }
        }
        for (int64_t i = 0; i < features; ++i) {
          auto sum = [&](int64_t gate) { return x[gate * features + i] + y[gate * features + i]; };
          switch (kind) {
            case RnnKind::Tanh: out[i] = std::tanh(sum(0)); break;
            case RnnKind::Relu: out[i] = sum(0) < 0 ? T(0) : sum(0); break;
            case RnnKind::Gru: {
              const T reset = sigmoid(sum(0)), update = sigmoid(sum(1));
              const T fresh = std::tanh(x[2 * features + i] + reset * y[2 * features + i]);
              out[i] = (before[i] - fresh) * update + fresh;
              break;
            }
            case RnnKind::Lstm: {
              const T keep = sigmoid(sum(1)) * c.data<T>()[n * features + i];
              const T cell = keep + sigmoid(sum(0)) * std::tanh(sum(2));
              next.cell.data<T>()[n * features + i] = cell;
              out[i] = sigmoid(sum(3)) * std::tanh(cell);
            }
          }
        }
      }
    });
  next.hidden = toDType(next.hidden, dtype);
  if (next.cell.defined()) next.cell = toDType(next.cell, dtype);
  return next;
}

void checkState(RnnKind kind, const Tensor& hidden, const Weights& weights) {
  if (weights.hidden.dim() != 2 || hidden.size(-1) != weights.hidden.size(1) ||
      weights.hidden.size(0) != gatesOf(kind) * hidden.size(-1))
    fail("rnn: hidden state of shape {} doesn't fit weights of shape {}", shapeText(hidden.sizes()),
         shapeText(weights.hidden.sizes()));
}

// Returns `count` rows from `begin`; an undefined tensor is returned unchanged.
Tensor rowsOf(const Tensor& tensor, int64_t begin, int64_t count) {
  return tensor.defined() ? narrow(tensor, 0, begin, count) : tensor;
}
Tensor stacked(const TensorList& parts, int64_t dim) {
  Dims sizes = parts[0].sizes();
  int64_t total = 0;
  for (const Tensor& part : parts) total += part.size(dim);
  sizes[static_cast<size_t>(tensor::wrapDim(dim, parts[0].dim()))] = total;
  const Tensor result = tensor::emptyBeside(parts[0], sizes, parts[0].dtype());
  int64_t at = 0;
  for (const Tensor& part : parts) {
    copyInto(narrow(result, dim, at, part.size(dim)), part);
    at += part.size(dim);
  }
  return result;
}

struct Layer {
  Tensor output;
  RnnState last;
};

// Runs a layer in one direction. Step t has sizes[t] rows; sizes never increase. `data` contains
// the steps one after the other.
Layer layerOf(RnnKind kind, const Tensor& data, const std::vector<int64_t>& sizes,
              const RnnState& start, const Weights& weights, bool backwards) {
  checkState(kind, start.hidden, weights);
  const Tensor gates = linear(data, weights.input, weights.inputBias);
  const auto steps = static_cast<int64_t>(sizes.size());
  std::vector<int64_t> offsets(sizes.size(), 0);
  for (size_t i = 1; i < sizes.size(); ++i) offsets[i] = offsets[i - 1] + sizes[i - 1];
  const Tensor output =
      tensor::emptyBeside(data, Dims{data.size(0), start.hidden.size(1)}, data.dtype());
  // The state of all sequences. Finished sequences (or, backwards, sequences not started) keep
  // their state.
  RnnState now{clone(start.hidden), start.cell.defined() ? clone(start.cell) : start.cell};
  for (int64_t k = 0; k < steps; ++k) {
    const auto t = static_cast<size_t>(backwards ? steps - 1 - k : k);
    const RnnState active{rowsOf(now.hidden, 0, sizes[t]), rowsOf(now.cell, 0, sizes[t])};
    const RnnState next =
        rnnStep(kind, narrow(gates, 0, offsets[t], sizes[t]),
                linear(active.hidden, weights.hidden, weights.hiddenBias), active);
    copyInto(narrow(output, 0, offsets[t], sizes[t]), next.hidden);
    if (sizes[t] == now.hidden.size(0)) {
      now = next;
    } else {
      copyInto(active.hidden, next.hidden);
      if (next.cell.defined()) copyInto(active.cell, next.cell);
    }
  }
  return {output, now};
}

Tensor dropped(const Tensor& data, double p) {
  static NamedKernel dropout("aten::dropout");
  Stack stack{data, p, true};
  dropout(stack);
  return stack.back().toTensor();
}

struct Result {
  Tensor output, hidden, cell;
};

// `data` contains the rows of all steps; `hidden` and `cell` are (layers * directions, batch,
// features).
Result networkOf(RnnKind kind, Tensor data, const std::vector<int64_t>& sizes, const Tensor& hidden,
                 const Tensor& cell, const TensorList& params, bool hasBiases, int64_t layers,
                 double dropout, bool train, bool bidirectional) {
  const int64_t directions = bidirectional ? 2 : 1;
  const size_t perLayer = hasBiases ? 4 : 2;
  if (static_cast<int64_t>(params.size()) != layers * directions * static_cast<int64_t>(perLayer))
    fail("rnn: {} layers in {} directions need {} weights, but there are {}", layers, directions,
         layers * directions * static_cast<int64_t>(perLayer), params.size());
  if (hidden.dim() != 3 || hidden.size(0) != layers * directions)
    fail("rnn: expected a hidden state of {} layers, but got one of shape {}", layers * directions,
         shapeText(hidden.sizes()));
  const int64_t batch = sizes.empty() ? 0 : sizes[0];
  if (hidden.size(1) != batch)
    fail("rnn: expected a hidden state of batch size {}, but got one of shape {}", batch,
         shapeText(hidden.sizes()));
  TensorList hiddens, cells;
  for (int64_t layer = 0; layer < layers; ++layer) {
    TensorList outputs;
    for (int64_t d = 0; d < directions; ++d) {
      const int64_t at = layer * directions + d;
      const Tensor* own = params.data() + static_cast<size_t>(at) * perLayer;
      const Weights weights{own[0], own[1], hasBiases ? own[2] : Tensor(),
                            hasBiases ? own[3] : Tensor()};
      const RnnState start{select(hidden, 0, at), cell.defined() ? select(cell, 0, at) : cell};
      const Layer layerResult = layerOf(kind, data, sizes, start, weights, d == 1);
      outputs.push_back(layerResult.output);
      hiddens.push_back(unsqueeze(layerResult.last.hidden, 0));
      if (layerResult.last.cell.defined()) cells.push_back(unsqueeze(layerResult.last.cell, 0));
    }
    data = directions == 1 ? outputs[0] : stacked(outputs, 1);
    if (train && dropout != 0 && layer + 1 < layers) data = dropped(data, dropout);
  }
  return {data, stacked(hiddens, 0), cells.empty() ? Tensor() : stacked(cells, 0)};
}

Result onBatch(RnnKind kind, const Tensor& input, const Tensor& hidden, const Tensor& cell,
               const TensorList& params, bool hasBiases, int64_t layers, double dropout, bool train,
               bool bidirectional, bool batchFirst) {
  if (input.dim() != 3)
    fail("rnn: expected an input of three dimensions, but got shape {}", shapeText(input.sizes()));
  const Tensor steps = batchFirst ? transpose(input, 0, 1) : input;
  const int64_t count = steps.size(0), batch = steps.size(1);
  if (count == 0) fail("Expected sequence length to be larger than 0 in RNN");
  const std::vector<int64_t> sizes(static_cast<size_t>(count), batch);
  Result result = networkOf(kind, reshape(steps, Dims{count * batch, steps.size(2)}), sizes, hidden,
                            cell, params, hasBiases, layers, dropout, train, bidirectional);
  result.output = reshape(result.output, Dims{count, batch, result.output.size(1)});
  if (batchFirst) result.output = transpose(result.output, 0, 1);
  return result;
}

Result onPacked(RnnKind kind, const Tensor& data, const Tensor& batchSizes, const Tensor& hidden,
                const Tensor& cell, const TensorList& params, bool hasBiases, int64_t layers,
                double dropout, bool train, bool bidirectional) {
  const Tensor numbers = dense(batchSizes, DType::Int64);
  const std::vector<int64_t> sizes(numbers.data<int64_t>(),
                                   numbers.data<int64_t>() + numbers.numel());
  int64_t total = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] < 0 || (i > 0 && sizes[i] > sizes[i - 1]))
      fail("rnn: batch sizes have to decrease: {}", shapeText(sizes));
    total += sizes[i];
  }
  if (data.dim() != 2 || data.size(0) != total)
    fail("rnn: data of shape {} doesn't fit batch sizes with a sum of {}", shapeText(data.sizes()),
         total);
  return networkOf(kind, data, sizes, hidden, cell, params, hasBiases, layers, dropout, train,
                   bidirectional);
}

using Pair = std::tuple<Tensor, Tensor>;
using Triple = std::tuple<Tensor, Tensor, Tensor>;

template <RnnKind K>
Pair input(const Tensor& x, const Tensor& hidden, const TensorList& params, bool biases,
           int64_t layers, double dropout, bool train, bool bidirectional, bool batchFirst) {
  const Result result =
      onBatch(K, x, hidden, {}, params, biases, layers, dropout, train, bidirectional, batchFirst);
  return {result.output, result.hidden};
}
template <RnnKind K>
Pair packed(const Tensor& data, const Tensor& sizes, const Tensor& hidden, const TensorList& params,
            bool biases, int64_t layers, double dropout, bool train, bool bidirectional) {
  const Result result =
      onPacked(K, data, sizes, hidden, {}, params, biases, layers, dropout, train, bidirectional);
  return {result.output, result.hidden};
}
void checkTwo(const TensorList& state) {
  if (state.size() != 2) fail("lstm expects two hidden states");
}
Triple lstmInput(const Tensor& x, const TensorList& state, const TensorList& params, bool biases,
                 int64_t layers, double dropout, bool train, bool bidirectional, bool batchFirst) {
  checkTwo(state);
  const Result result = onBatch(RnnKind::Lstm, x, state[0], state[1], params, biases, layers,
                                dropout, train, bidirectional, batchFirst);
  return {result.output, result.hidden, result.cell};
}
Triple lstmPacked(const Tensor& data, const Tensor& sizes, const TensorList& state,
                  const TensorList& params, bool biases, int64_t layers, double dropout, bool train,
                  bool bidirectional) {
  checkTwo(state);
  const Result result = onPacked(RnnKind::Lstm, data, sizes, state[0], state[1], params, biases,
                                 layers, dropout, train, bidirectional);
  return {result.output, result.hidden, result.cell};
}

RnnState cellOf(RnnKind kind, const Tensor& x, const RnnState& state, const Weights& weights) {
  checkState(kind, state.hidden, weights);
  return rnnStep(kind, linear(x, weights.input, weights.inputBias),
                 linear(state.hidden, weights.hidden, weights.hiddenBias), state);
}
template <RnnKind K>
Tensor cellOperator(const Tensor& x, const Tensor& hidden, const Tensor& wi, const Tensor& wh,
                    const Tensor& bi, const Tensor& bh) {
  return cellOf(K, x, {hidden, {}}, {wi, wh, bi, bh}).hidden;
}
Pair lstmCell(const Tensor& x, const TensorList& state, const Tensor& wi, const Tensor& wh,
              const Tensor& bi, const Tensor& bh) {
  checkTwo(state);
  const RnnState next = cellOf(RnnKind::Lstm, x, {state[0], state[1]}, {wi, wh, bi, bh});
  return {next.hidden, next.cell};
}

// The step of a cell whose gates' sums are known. The workspace is empty: the gradient computes the
// gates again.
Tensor summed(const Tensor& sums, const Tensor& bias) {
  return bias.defined() ? apply(formulas::add, {sums, bias}, {1}) : sums;
}
// The sums and the states of a fused cell.
RnnState fusedStep(RnnKind kind, const Tensor& x, const Tensor& y, const RnnState& state) {
  const Tensor& hidden = state.hidden;
  if (x.sizes() != y.sizes() || x.dim() != 2 || hidden.dim() != 2 || x.size(0) != hidden.size(0) ||
      x.size(1) != gatesOf(kind) * hidden.size(1) ||
      computeDType(x.dtype()) != computeDType(hidden.dtype()) ||
      computeDType(y.dtype()) != computeDType(hidden.dtype()))
    fail("gates of shapes {} and {} don't fit a state of shape {}", tensor::shapeText(x.sizes()),
         tensor::shapeText(y.sizes()), tensor::shapeText(hidden.sizes()));
  return rnnStep(kind, x, y, state);
}
Tensor workspaceFor(const Tensor& sums) { return tensor::emptyBeside(sums, Dims{0}, sums.dtype()); }
Triple fusedLstmCell(const Tensor& fromInput, const Tensor& fromHidden, const Tensor& cell,
                     const Tensor& inputBias, const Tensor& hiddenBias) {
  const RnnState next = fusedStep(RnnKind::Lstm, summed(fromInput, inputBias),
                                  summed(fromHidden, hiddenBias), {cell, cell});
  return {next.hidden, next.cell, workspaceFor(fromInput)};
}
Pair fusedGruCell(const Tensor& fromInput, const Tensor& fromHidden, const Tensor& hidden,
                  const Tensor& inputBias, const Tensor& hiddenBias) {
  const RnnState next = fusedStep(RnnKind::Gru, summed(fromInput, inputBias),
                                  summed(fromHidden, hiddenBias), {hidden, {}});
  return {next.hidden, workspaceFor(fromInput)};
}

// Packs the steps of all sequences one after the other; lengths must be sorted in decreasing order.
Pair packPadded(const Tensor& padded, const Tensor& lengths, bool batchFirst) {
  const Tensor steps = batchFirst ? transpose(padded, 0, 1) : padded;
  const Tensor numbers = dense(lengths, DType::Int64);
  if (lengths.dim() != 1 || padded.dim() < 2 || numbers.numel() != steps.size(1))
    fail("Expected `len(lengths)` to be equal to batch_size, but got {} (batch_size={})",
         numbers.numel(), padded.dim() < 2 ? 0 : steps.size(1));
  const int64_t* length = numbers.data<int64_t>();
  const int64_t batch = numbers.numel();
  if (batch == 0) fail("Cannot pack empty tensors.");
  for (int64_t i = 0; i < batch; ++i) {
    if (length[i] <= 0)
      fail(
          "Length of all samples has to be greater than 0, but found an element in 'lengths' that "
          "is <= 0");
    if (i > 0 && length[i] > length[i - 1])
      fail("`lengths` array must be sorted in decreasing order when `enforce_sorted` is True");
  }
  if (length[0] > steps.size(0))
    fail("Expected lengths of at most {} steps, but got {}", steps.size(0), length[0]);
  const Tensor sizes = tensor::empty(Dims{length[0]}, DType::Int64);
  TensorList parts;
  int64_t active = batch;
  for (int64_t t = 0; t < length[0]; ++t) {
    while (length[active - 1] <= t) --active;
    sizes.data<int64_t>()[t] = active;
    parts.push_back(narrow(select(steps, 0, t), 0, 0, active));
  }
  return {stacked(parts, 0), sizes};
}

Pair padPacked(const Tensor& data, const Tensor& batchSizes, bool batchFirst, const Scalar& padding,
               int64_t totalLength) {
  const Tensor numbers = dense(batchSizes, DType::Int64);
  const int64_t* sizes = numbers.data<int64_t>();
  const int64_t steps = numbers.numel();
  if (steps == 0 || data.dim() < 1) fail("_pad_packed_sequence: there are no steps");
  const int64_t batch = sizes[0], count = std::max(steps, totalLength);
  if (totalLength > 0 && totalLength < steps)
    fail(
        "Expected total_length to be at least the length of the longest sequence in input, but got "
        "total_length={} and max sequence length being {}",
        totalLength, steps);
  Dims shape{count, batch};
  for (size_t i = 1; i < data.sizes().size(); ++i) shape.push_back(data.sizes()[i]);
  const Tensor result = tensor::emptyBeside(data, shape, data.dtype());
  fill(result, padding);
  const Tensor lengths = tensor::empty(Dims{batch}, DType::Int64);
  fill(lengths, 0);
  int64_t at = 0;
  for (int64_t t = 0; t < steps; ++t) {
    if (sizes[t] < 0 || sizes[t] > batch || at + sizes[t] > data.size(0))
      fail("_pad_packed_sequence: data of shape {} doesn't fit the batch sizes",
           shapeText(data.sizes()));
    copyInto(narrow(select(result, 0, t), 0, 0, sizes[t]), narrow(data, 0, at, sizes[t]));
    at += sizes[t];
    for (int64_t i = 0; i < sizes[t]; ++i) ++lengths.data<int64_t>()[i];
  }
  return {batchFirst ? transpose(result, 0, 1) : result, lengths};
}

constexpr Kernel kRnnKernels[] = {
    {"aten::lstm.input", boxed<lstmInput>},
    {"aten::lstm.data", boxed<lstmPacked>},
    {"aten::gru.input", boxed<input<RnnKind::Gru>>},
    {"aten::gru.data", boxed<packed<RnnKind::Gru>>},
    {"aten::rnn_tanh.input", boxed<input<RnnKind::Tanh>>},
    {"aten::rnn_tanh.data", boxed<packed<RnnKind::Tanh>>},
    {"aten::rnn_relu.input", boxed<input<RnnKind::Relu>>},
    {"aten::rnn_relu.data", boxed<packed<RnnKind::Relu>>},
    {"aten::lstm_cell", boxed<lstmCell>},
    {"aten::gru_cell", boxed<cellOperator<RnnKind::Gru>>},
    {"aten::rnn_tanh_cell", boxed<cellOperator<RnnKind::Tanh>>},
    {"aten::rnn_relu_cell", boxed<cellOperator<RnnKind::Relu>>},
    {"aten::_thnn_fused_lstm_cell", boxed<fusedLstmCell>},
    {"aten::_thnn_fused_gru_cell", boxed<fusedGruCell>},
    {"aten::_pack_padded_sequence", boxed<packPadded>},
    {"aten::_pack_padded_sequence.out", generatedOutOf<packPadded>},
    {"aten::_pad_packed_sequence", boxed<padPacked>},
};

}  // namespace

std::span<const Kernel> rnnKernels() { return kRnnKernels; }

}  // namespace ts::kernels
