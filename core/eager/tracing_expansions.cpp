// Composite operators that PyTorch records as their parts (aten/src/ATen/native/RNN.cpp,
// Convolution.cpp).
#include "core/eager/tracing.h"

namespace ts::eager {
namespace {

using Expansion = bool (*)(Vm& vm, Stack& stack);  // false: this call is not expanded

struct Cell {
  Vm& vm;
  Tensor linear(const Tensor& x, const IValue& weight, const IValue& bias) const {
    return callTensor(vm, "aten::linear", {x, weight, bias});
  }
  std::vector<Tensor> chunks(const Tensor& x, int64_t count) const {
    return callAten(vm, "aten::unsafe_chunk", {x, count, int64_t{1}}).toTensorVector();
  }
  Tensor call(std::string_view name, const Tensor& x) const { return callTensor(vm, name, {x}); }
  Tensor add(std::string_view name, const Tensor& a, const Tensor& b) const {
    return callTensor(vm, name, {a, b, int64_t{1}});
  }
  Tensor mul(std::string_view name, const Tensor& a, const Tensor& b) const {
    return callTensor(vm, name, {a, b});
  }
};

// Arguments: input, (h, c), w_ih, w_hh, b_ih, b_hh.
bool lstmCell(Vm& vm, Stack& stack) {
  const Cell cell{vm};
  const std::vector<Tensor> state = stack[1].toTensorVector();
  const Tensor hidden = cell.linear(state[0], stack[3], stack[5]);
  const std::vector<Tensor> gates = cell.chunks(
      cell.add("aten::add_.Tensor", hidden, cell.linear(stack[0].toTensor(), stack[2], stack[4])),
      4);
  const Tensor in = cell.call("aten::sigmoid_", gates[0]),
               forget = cell.call("aten::sigmoid_", gates[1]);
  const Tensor candidate = cell.call("aten::tanh_", gates[2]),
               out = cell.call("aten::sigmoid_", gates[3]);
  const Tensor kept = cell.mul("aten::mul.Tensor", forget, state[1]);
  const Tensor c = cell.add("aten::add_.Tensor", kept, cell.mul("aten::mul.Tensor", in, candidate));
  const Tensor h = cell.mul("aten::mul.Tensor", out, cell.call("aten::tanh", c));
  stack = {h, c};
  return true;
}

// Arguments: input, h, w_ih, w_hh, b_ih, b_hh.
bool gruCell(Vm& vm, Stack& stack) {
  const Cell cell{vm};
  const Tensor h = stack[1].toTensor();
  const std::vector<Tensor> in =
      cell.chunks(cell.linear(stack[0].toTensor(), stack[2], stack[4]), 3);
  const std::vector<Tensor> hidden = cell.chunks(cell.linear(h, stack[3], stack[5]), 3);
  const Tensor reset = cell.call("aten::sigmoid_", cell.add("aten::add_.Tensor", hidden[0], in[0]));
  const Tensor update =
      cell.call("aten::sigmoid_", cell.add("aten::add_.Tensor", hidden[1], in[1]));
  const Tensor scaled = cell.mul("aten::mul_.Tensor", hidden[2], reset);
  const Tensor candidate = cell.call("aten::tanh_", cell.add("aten::add.Tensor", in[2], scaled));
  const Tensor difference = cell.mul(
      "aten::mul_.Tensor", callTensor(vm, "aten::sub.Tensor", {h, candidate, int64_t{1}}), update);
  stack = {cell.add("aten::add_.Tensor", difference, candidate)};
  return true;
}

bool simpleCell(Vm& vm, Stack& stack, std::string_view activation) {
  const Cell cell{vm};
  const Tensor hidden = cell.linear(stack[1].toTensor(), stack[3], stack[5]);
  const Tensor sum =
      cell.add("aten::add_.Tensor", hidden, cell.linear(stack[0].toTensor(), stack[2], stack[4]));
  stack = {cell.call(activation, sum)};
  return true;
}
bool tanhCell(Vm& vm, Stack& stack) { return simpleCell(vm, stack, "aten::tanh"); }
bool reluCell(Vm& vm, Stack& stack) { return simpleCell(vm, stack, "aten::relu"); }

// An input without a batch dimension is a batch of one.
template <int64_t kDims>
bool convolution(Vm& vm, const char* name, Stack& stack, const char* overload = "") {
  const Tensor input = stack[0].toTensor();
  if (input.dim() != kDims + 1) return false;
  stack[0] = callTensor(vm, "aten::unsqueeze", {input, int64_t{0}});
  callSchema(vm, *ops::schema(Symbol::intern(name), overload), stack);
  stack = {callTensor(vm, "aten::squeeze.dim", {stack[0].toTensor(), int64_t{0}})};
  return true;
}
bool conv1d(Vm& vm, Stack& stack) { return convolution<1>(vm, "aten::conv1d", stack); }
bool conv2d(Vm& vm, Stack& stack) { return convolution<2>(vm, "aten::conv2d", stack); }
bool conv3d(Vm& vm, Stack& stack) { return convolution<3>(vm, "aten::conv3d", stack); }
bool transposed1d(Vm& vm, Stack& stack) {
  return convolution<1>(vm, "aten::conv_transpose1d", stack);
}
bool transposed2d(Vm& vm, Stack& stack) {
  return convolution<2>(vm, "aten::conv_transpose2d", stack, "input");
}
bool transposed3d(Vm& vm, Stack& stack) {
  return convolution<3>(vm, "aten::conv_transpose3d", stack, "input");
}

// Real numbers are not expanded.
bool conj(Vm&, Stack& stack) { return !tensor::isComplex(stack[0].toTensor().dtype()); }

constexpr std::pair<std::string_view, Expansion> kExpansions[] = {
    {"aten::conj", conj},
    {"aten::lstm_cell", lstmCell},
    {"aten::gru_cell", gruCell},
    {"aten::rnn_tanh_cell", tanhCell},
    {"aten::rnn_relu_cell", reluCell},
    {"aten::conv1d", conv1d},
    {"aten::conv2d", conv2d},
    {"aten::conv3d", conv3d},
    {"aten::conv_transpose1d", transposed1d},
    {"aten::conv_transpose2d", transposed2d},
    {"aten::conv_transpose3d", transposed3d},
};

}  // namespace

bool runExpanded(Vm& vm, const ops::FunctionSchema& schema, Stack& stack) {
  if (!schema.overload.empty() && schema.overload != "input") return false;
  for (const auto& [name, expand] : kExpansions)
    if (name == schema.name) return expand(vm, stack);
  return false;
}

}  // namespace ts::eager
