// Recurrent layers and cells.
#include <algorithm>
#include <array>
#include <cstring>

#include "core/kernels/copy.h"
#include "core/onnx/rows.h"

namespace ts::onnx {

namespace recurrent {
namespace {

struct Layer {
  std::string_view onnx;
  std::vector<size_t> gates;  // ONNX's order, as places in PyTorch's
};
Layer layerOf(const Op& op) {
  const std::string name = op.name();
  if (name.starts_with("aten::lstm")) return {"LSTM", {0, 3, 1, 2}};  // input, output, forget, cell
  if (name.starts_with("aten::gru")) return {"GRU", {1, 0, 2}};       // update, reset, hidden
  return {"RNN", {0}};
}

// Rows of gates in another order.
Tensor reordered(const Tensor& weight, const std::vector<size_t>& gates) {
  const Tensor from = kernels::contiguous(weight);
  const Tensor to = tensor::empty(from.sizes(), from.dtype());
  const size_t bytes = static_cast<size_t>(from.numel()) * from.itemSize() / gates.size();
  for (size_t i = 0; i < gates.size(); ++i)
    if (bytes > 0) std::memcpy(to.bytes() + i * bytes, from.bytes() + gates[i] * bytes, bytes);
  return to;
}

// The parameter of one direction, with a dimension for directions in front.
Wire gatesOf(Op& op, const Val& parameter, const std::vector<size_t>& gates) {
  Builder& b = op.b;
  if (const auto known = op.lowering.known(parameter); known && known->isTensor()) {
    const Tensor sorted = reordered(known->toTensor(), gates);
    Dims sizes(sorted.sizes()), strides(sorted.strides());
    sizes.insert(0, 1);
    strides.insert(0, sorted.numel());
    const auto* cell = std::get_if<TensorPtr>(&parameter);
    const bool isNamed = cell != nullptr && !(*cell)->path.empty();
    return b.constant(tensor::view(sorted, sizes, strides, 0),
                      isNamed ? (*cell)->path + ".gates" : "");
  }
  const Wire whole = op.lowering.wireOf(parameter);
  const int64_t size = whole.shape.size(0) / std::ssize(gates);
  if (size <= 0) op.refuse("the size of a parameter is not known");
  Wires parts;
  for (const size_t gate : gates) {
    const auto begin = static_cast<int64_t>(gate) * size;
    parts.push_back(b.slice(whole, 0, begin, begin + size));
  }
  return b.unsqueeze(b.concat(parts, 0), {0});
}

struct Parameters {
  Val inputWeight, hiddenWeight, inputBias, hiddenBias;  // biases: None without them
};
struct States {
  Wire all, hidden, cell;  // [length, directions, batch, size], [directions, batch, size]
};

States layer(Op& op, const Layer& kind, const Wire& input,
             const std::vector<Parameters>& directions, const Wire& hidden, const Wire& cell) {
  Builder& b = op.b;
  Wires weights, recurrent, biases;
  for (const Parameters& each : directions) {
    weights.push_back(gatesOf(op, each.inputWeight, kind.gates));
    recurrent.push_back(gatesOf(op, each.hiddenWeight, kind.gates));
    if (isNone(each.inputBias)) continue;
    biases.push_back(b.concat(
        {gatesOf(op, each.inputBias, kind.gates), gatesOf(op, each.hiddenBias, kind.gates)}, 1));
  }
  const int64_t size = recurrent[0].shape.size(2), count = std::ssize(directions);
  if (recurrent[0].shape.size(1) != size * std::ssize(kind.gates))
    op.refuse("it projects its states (`proj_size`)");
  Attributes attributes = {{"hidden_size", size}};
  attributes.push_back({"direction", std::string(count == 2 ? "bidirectional" : "forward")});
  if (kind.onnx == "GRU") attributes.push_back({"linear_before_reset", int64_t{1}});
  Wires inputs = {input,
                  b.concat(weights, 0),
                  b.concat(recurrent, 0),
                  biases.empty() ? Wire() : b.concat(biases, 0),
                  Wire(),
                  hidden};
  if (kind.onnx == "LSTM") inputs.push_back(cell);
  if (kind.onnx == "RNN" && op.name().find("relu") != std::string::npos) {
    attributes.push_back(
        {"activations", std::vector<std::string>(static_cast<size_t>(count), "Relu")});
  }
  const int64_t length = input.shape.size(0), batch = input.shape.size(1);
  const Wire state{{}, input.dtype, PartialShape::of({count, batch, size})};
  Wires results = {{{}, input.dtype, PartialShape::of({length, count, batch, size})}, state};
  if (kind.onnx == "LSTM") results.push_back(state);
  results = b.addMany(kind.onnx, inputs, results, attributes);
  return {results[0], results[1], kind.onnx == "LSTM" ? results[2] : Wire()};
}

const std::vector<Val>& listItems(Op& op, std::string_view name) {
  const auto* list = std::get_if<ListPtr>(&op.value(name));
  if (list == nullptr || (*list)->sequence) op.refuse("a list of tensors is not known");
  return (*list)->items;
}

void recurrentLayers(Op& op) {
  Builder& b = op.b;
  const Layer kind = layerOf(op);
  if (op.has("batch_sizes")) op.refuse("its input is a packed sequence");
  const bool hasBiases = op.needFlag("has_biases"), isBatchFirst = op.needFlag("batch_first");
  if (op.needFlag("train") && op.needReal("dropout") != 0)
    op.refuse("it draws random numbers (dropout)");
  const int64_t layers = op.needInteger("num_layers"),
                directions = op.needFlag("bidirectional") ? 2 : 1;
  const std::vector<Val> parameters = listItems(op, "params");
  const bool isLstm = kind.onnx == "LSTM";
  const Val hiddenState = isLstm ? listItems(op, "hx").at(0) : op.value("hx");
  const Wire hidden = op.lowering.wireOf(hiddenState);
  const Wire cell = isLstm ? op.lowering.wireOf(listItems(op, "hx").at(1)) : Wire();
  Wire input = op.wire("input");
  if (op.needRank(input) != 3) op.refuse("the input does not have three dimensions");
  if (isBatchFirst) input = b.swap(input, 0, 1);
  const size_t each = hasBiases ? 4 : 2;
  if (parameters.size() != each * static_cast<size_t>(layers * directions))
    op.refuse("it projects its states (`proj_size`)");
  Wires hiddens, cells;
  for (int64_t i = 0; i < layers; ++i) {
    std::vector<Parameters> of;
    for (int64_t d = 0; d < directions; ++d) {
      const size_t at = static_cast<size_t>(i * directions + d) * each;
      of.push_back({parameters[at], parameters[at + 1],
                    hasBiases ? parameters[at + 2] : Val(IValue()),
                    hasBiases ? parameters[at + 3] : Val(IValue())});
    }
    const auto part = [&](const Wire& states) {
      if (layers == 1 || states.name.empty()) return states;
      return b.slice(states, 0, i * directions, (i + 1) * directions);
    };
    const States states = layer(op, kind, input, of, part(hidden), part(cell));
    hiddens.push_back(states.hidden);
    if (isLstm) cells.push_back(states.cell);
    if (directions == 1) {
      input = b.squeeze(states.all, {1});
    } else {
      // [length, directions, batch, size] to [length, batch, directions * size]
      const Wire ordered = b.transpose(states.all, {0, 2, 1, 3});
      const Wires sizes = {b.sizesFrom(ordered, 0, 2), b.integers({-1})};
      const int64_t width = ordered.shape.size(3);
      input =
          b.reshape(ordered, b.concat(sizes, 0),
                    PartialShape::of({ordered.shape.size(0), ordered.shape.size(1), 2 * width}));
    }
  }
  op.give(isBatchFirst ? b.swap(input, 0, 1) : input);
  op.give(b.concat(hiddens, 0));
  if (isLstm) op.give(b.concat(cells, 0));
}

void recurrentCell(Op& op) {
  Builder& b = op.b;
  const Layer kind = layerOf(op);
  const bool isLstm = kind.onnx == "LSTM";
  const Val hiddenState = isLstm ? listItems(op, "hx").at(0) : op.value("hx");
  const Wire hidden = b.unsqueeze(op.lowering.wireOf(hiddenState), {0});
  const Wire cell =
      isLstm ? b.unsqueeze(op.lowering.wireOf(listItems(op, "hx").at(1)), {0}) : Wire();
  const Wire input = b.unsqueeze(op.wire("input"), {0});
  if (op.needRank(input) != 3) op.refuse("the input does not have two dimensions");
  const States states = layer(
      op, kind, input, {{op.value("w_ih"), op.value("w_hh"), op.value("b_ih"), op.value("b_hh")}},
      hidden, cell);
  op.give(b.squeeze(states.hidden, {0}));
  if (isLstm) op.give(b.squeeze(states.cell, {0}));
}

constexpr Row kRows[] = {
    {"aten::gru", recurrentLayers},      {"aten::gru_cell", recurrentCell},
    {"aten::lstm", recurrentLayers},     {"aten::lstm_cell", recurrentCell},
    {"aten::rnn_relu", recurrentLayers}, {"aten::rnn_relu_cell", recurrentCell},
    {"aten::rnn_tanh", recurrentLayers}, {"aten::rnn_tanh_cell", recurrentCell},
};

}  // namespace
}  // namespace recurrent

std::span<const Row> recurrentRows() { return recurrent::kRows; }

}  // namespace ts::onnx
