// Input: bytes as choices of operators with derivatives, as a graph on tensors of double precision.
// The gradients of its results, and those of the squares of these gradients, must be equal when the
// tape records each operator and when compiled code records regions. The first ones must agree with
// differences between results at neighbouring points, where the results are smooth.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "core/autodiff/backward.h"
#include "core/autodiff/derivatives.h"
#include "core/autodiff/tape.h"
#include "core/base/heap.h"
#include "core/interp/interpreter.h"
#include "core/interp/marker_scope.h"
#include "core/ir/text.h"
#include "core/jit/engine.h"
#include "core/kernels/copy.h"
#include "core/operator_facts/facts.h"
#include "core/tensor/error.h"
#include "core/tensor/grad_mode.h"

namespace {

using namespace ts;
using tensor::IValue;
using tensor::Tensor;
using types::TypeKind;
using types::TypePtr;

// Reads choices from the input; after its end every choice is 0.
class Choices {
 public:
  Choices(const uint8_t* data, size_t size) : data_(data), size_(size) {}
  size_t below(size_t count) {
    if (count <= 256) return at_ < size_ ? data_[at_++] % count : 0;
    const size_t high = below(256);
    return (high * 256 + below(256)) % count;
  }
  bool isAtEnd() const { return at_ >= size_; }

 private:
  const uint8_t* data_;
  size_t size_, at_ = 0;
};

// ---- operators

// Operators whose gradient is not the limit of differences, on purpose as in PyTorch (arguments
// without a gradient, losses of broadcast arguments), or because they have several results.
constexpr std::string_view kLeftOut[] = {
    "detach",   "fake_quantize", "svd",         "eig",        "lobpcg",
    "qr",       "clamp.Tensor",  "clip.Tensor", "_loss",      "igamma",
    "gammainc", "zeta",          "_norm",       "ldl",        ".correction",
    "lu",       "lstsq",         "pinv",        "det",        "cholesky",
    "empty",    "triangular",    "_foreach",    "matrix_exp", "binary_cross_entropy"};
// Half of the operators are chosen among these.
constexpr std::string_view kFrequent[] = {"aten::mul.Tensor",
                                          "aten::add.Tensor",
                                          "aten::sub.Tensor",
                                          "aten::div.Tensor",
                                          "aten::mul.Scalar",
                                          "aten::sin",
                                          "aten::tanh",
                                          "aten::sigmoid",
                                          "aten::relu",
                                          "aten::gelu",
                                          "aten::exp",
                                          "aten::mm",
                                          "aten::matmul",
                                          "aten::linear",
                                          "aten::sum",
                                          "aten::sum.dim_IntList",
                                          "aten::mean",
                                          "aten::softmax.int",
                                          "aten::where.self",
                                          "aten::gt.Scalar",
                                          "aten::t",
                                          "aten::unsqueeze",
                                          "aten::cat",
                                          "aten::clamp",
                                          "aten::pow.Tensor_Scalar",
                                          "aten::layer_norm",
                                          "aten::transpose.int",
                                          "aten::select.int",
                                          "aten::mul_.Tensor",
                                          "aten::add_.Tensor",
                                          "aten::expand",
                                          "aten::reshape"};

const ops::FunctionSchema* schemaOf(std::string_view name) {
  const size_t dot = name.find('.');
  return ops::schema(Symbol::intern(name.substr(0, dot)),
                     dot == name.npos ? std::string_view() : name.substr(dot + 1));
}

const std::vector<const ops::FunctionSchema*>& operators() {
  static const auto all = [] {
    std::vector<const ops::FunctionSchema*> found;
    for (const std::string& name : autodiff::derivativeNames()) {
      const ops::FunctionSchema* schema = schemaOf("aten::" + name);
      const bool isLeftOut = std::ranges::any_of(
          kLeftOut, [&](std::string_view part) { return name.find(part) != name.npos; });
      if (schema == nullptr || isLeftOut || kernels::find(*schema) == nullptr) continue;
      const auto* facts = operator_facts::factsOf(*schema);
      if (facts == nullptr || facts->kind == operator_facts::Kind::Random) continue;
      found.push_back(schema);
    }
    return found;
  }();
  return all;
}

// ---- graphs

constexpr int64_t kMostElements = 128;
constexpr std::array<std::array<int64_t, 2>, 4> kShapes = {{{3, 3}, {2, 3}, {1, 3}, {3, 1}}};

// A number that does not look regular, from -1 to 1.
double numberOf(size_t index) {
  const double wave = std::sin(static_cast<double>(index) * 12.9898 + 4.1) * 43758.5453;
  return 2 * (wave - std::floor(wave)) - 1;
}

class Generator {
 public:
  explicit Generator(Choices& choices) : choices_(choices), graph_(std::make_shared<ir::Graph>()) {}

  ir::GraphPtr graph() {
    for (size_t i = 0; i < 3; ++i) {
      const auto shape = kShapes[choices_.below(kShapes.size())];
      const size_t rank = choices_.below(5) == 0 ? 1 : 2;
      const Tensor tensor = tensor::empty(std::span(shape).last(rank), tensor::DType::Float64);
      const bool isPositive = choices_.below(2) == 0;
      for (int64_t k = 0; k < tensor.numel(); ++k) {
        const double number = numberOf(static_cast<size_t>(k) + 16 * i);
        tensor.data<double>()[k] = isPositive ? std::abs(number) + 0.1 : number;
      }
      ir::Value* input = graph_->addInput();
      inputs_.push_back(tensor);
      known_.push_back({input, kernels::clone(tensor)});
    }
    for (size_t count = 1 + choices_.below(16); count > 0 && !choices_.isAtEnd(); --count) call();
    for (const Known& each : known_) {
      const bool isResult = each.value->node() != graph_->paramNode() && each.sample.isTensor() &&
                            tensor::isFloating(each.sample.toTensor().dtype());
      if (isResult && (!each.value->hasUses() || choices_.below(4) == 1))
        graph_->registerOutput(each.value);
    }
    return graph_;
  }
  const std::vector<Tensor>& inputs() const { return inputs_; }
  // False if a value has less than double precision.
  bool isPrecise() const { return isPrecise_; }

 private:
  struct Known {
    ir::Value* value;
    IValue sample;
  };

  void call() {
    const auto& all = operators();
    const ops::FunctionSchema* schema =
        choices_.below(2) == 0 ? all[choices_.below(all.size())]
                               : schemaOf(kFrequent[choices_.below(std::size(kFrequent))]);
    if (schema == nullptr) return;
    std::vector<ir::Value*> inputs;
    kernels::Stack stack;
    for (const ops::Argument& argument : schema->arguments) {
      const auto operand = this->argument(argument.type, argument);
      if (!operand) return;
      inputs.push_back(operand->value);
      stack.push_back(operand->sample);
    }
    // Inputs are leaves.
    if (schema->isMutable() && inputs[0]->node() == graph_->paramNode()) return;
    const bool isTensor = std::ranges::all_of(schema->returns, [](const ops::Argument& result) {
      return result.type == types::tensorType();
    });
    if (!isTensor) return;
    ir::Node* node = graph_->create(schema->symbol(), inputs, schema->returns.size());
    bool isFine = node->schema() == schema;
    try {
      if (isFine) kernels::find (*schema)(stack);
    } catch (const std::exception&) {
      isFine = false;
    }
    isFine = isFine && std::ranges::all_of(stack, [](const IValue& result) {
               return !result.isTensor() || isOrdinary(result.toTensor());
             });
    if (!isFine) return node->destroy();
    graph_->appendNode(node);
    for (size_t i = 0; i < stack.size(); ++i) {
      known_.push_back({node->output(i), stack[i]});
      const tensor::DType dtype = stack[i].toTensor().dtype();
      isPrecise_ &= !tensor::isFloating(dtype) || dtype == tensor::DType::Float64;
    }
  }

  // Few elements, none of them large.
  static bool isOrdinary(const Tensor& tensor) {
    if (tensor.numel() > kMostElements || tensor::isComplex(tensor.dtype())) return false;
    if (!tensor::isFloating(tensor.dtype())) return true;
    const Tensor wide = kernels::contiguous(kernels::toDType(tensor, tensor::DType::Float64));
    return std::all_of(wide.data<double>(), wide.data<double>() + wide.numel(),
                       [](double number) { return std::abs(number) < 50; });
  }

  std::optional<Known> argument(TypePtr type, const ops::Argument& of) {
    switch (type->kind()) {
      case TypeKind::Optional:
        if (choices_.below(2) == 0) return constant({}, {});
        return argument(type->element(), of);
      case TypeKind::Tensor: {
        std::vector<const Known*> tensors;
        for (const Known& each : known_)
          if (each.sample.isTensor()) tensors.push_back(&each);
        const size_t back =
            std::min(choices_.below(tensors.size()), choices_.below(tensors.size()));
        return *tensors[tensors.size() - 1 - back];
      }
      case TypeKind::Number:
      case TypeKind::Float: {
        const double number = std::array{2.0, 0.5, -1.5, 1.0}[choices_.below(4)];
        return constant(types::Constant::real(number), number);
      }
      case TypeKind::Int: {
        if (!of.declaredBase.empty()) return constant({}, {});
        const auto number = static_cast<int64_t>(choices_.below(5)) - 1;
        return constant(types::Constant::integer(number), number);
      }
      case TypeKind::Bool: {
        const bool truth = choices_.below(2) == 0;
        return constant(types::Constant::boolean(truth), truth);
      }
      case TypeKind::String: {
        const char* text = std::array{"none", "tanh", "floor", "trunc"}[choices_.below(4)];
        return constant(types::Constant::string(text), text);
      }
      case TypeKind::List: {
        std::vector<ir::Value*> values;
        std::vector<IValue> samples;
        for (size_t count = 1 + choices_.below(3); count > 0; --count) {
          const auto item = argument(type->element(), of);
          if (!item) return std::nullopt;
          values.push_back(item->value);
          samples.push_back(item->sample);
        }
        ir::Node* node = graph_->appendNode(graph_->createList(type->element(), values));
        return Known{node->output(), tensor::makeList(type->element(), std::move(samples))};
      }
      default: return std::nullopt;
    }
  }
  Known constant(const types::Constant& value, IValue sample) {
    return {graph_->appendNode(graph_->createConstant(value))->output(), std::move(sample)};
  }

  Choices& choices_;
  ir::GraphPtr graph_;
  std::vector<Tensor> inputs_;
  std::vector<Known> known_;  // the values that the next operator may use
  bool isPrecise_ = true;
};

// ---- gradients

Tensor sumOf(const Tensor& tensor) { return autodiff::callTensor("aten::sum", {tensor, IValue()}); }
Tensor sumOf(const std::vector<Tensor>& parts) {
  Tensor total;
  for (const Tensor& part : parts)
    total = total.defined() ? autodiff::callTensor("aten::add.Tensor", {total, part, 1}) : part;
  return total;
}

// The inputs anew, as leaves.
std::vector<Tensor> leavesOf(const std::vector<Tensor>& inputs) {
  std::vector<Tensor> leaves;
  for (const Tensor& input : inputs) {
    leaves.push_back(kernels::clone(input));
    leaves.back().impl()->requiresGrad = true;
  }
  return leaves;
}

// One number of all results, as a function that has a gradient everywhere.
Tensor lossOf(interp::Interpreter& interpreter, const ir::GraphPtr& graph,
              const std::vector<Tensor>& inputs) {
  const interp::MarkerScope marked(interpreter, &autodiff::TapeMarker::instance());
  std::vector<Tensor> parts;
  for (const IValue& value : interpreter.run(graph, interp::Stack(inputs.begin(), inputs.end()))) {
    const Tensor wide = autodiff::callTensor(
        "aten::to.dtype",
        {value, static_cast<int64_t>(tensor::DType::Float64), false, false, IValue()});
    parts.push_back(sumOf(autodiff::callTensor("aten::sin", {wide})));
  }
  return sumOf(parts);
}

constexpr std::string_view kOutOfMemory = "out of memory";

struct Gradients {
  double loss = 0;
  std::vector<Tensor> first, second;
  std::string failure;
};
Gradients gradientsOf(interp::Interpreter& interpreter, const ir::GraphPtr& graph,
                      const std::vector<Tensor>& inputs) {
  Gradients found;
  try {
    const std::vector<Tensor> leaves = leavesOf(inputs);
    const Tensor loss = lossOf(interpreter, graph, leaves);
    found.loss = *loss.data<double>();
    if (!loss.requiresGrad()) return found;
    found.first = autodiff::gradients(interpreter, std::vector{loss}, {}, {true, true}, leaves);
    std::vector<Tensor> squares;
    for (const Tensor& gradient : found.first)
      if (gradient.defined())
        squares.push_back(sumOf(autodiff::callTensor("aten::mul.Tensor", {gradient, gradient})));
    const Tensor sum = sumOf(squares);
    if (sum.defined() && sum.requiresGrad())
      found.second = autodiff::gradients(interpreter, std::vector{sum}, {}, {}, leaves);
  } catch (const tensor::Error& error) {
    found.failure = error.what();
  } catch (const interp::Exception& exception) {
    found.failure = exception.message;
  } catch (const std::bad_alloc&) {
    found.failure = kOutOfMemory;
  }
  return found;
}

bool areNear(double a, double b, double tolerance) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return true;
  // A large number has lost its last digits, or overflows in one of two orders.
  if (!std::isfinite(a) || !std::isfinite(b) || std::abs(a) > 1e12 || std::abs(b) > 1e12)
    return true;
  return std::abs(a - b) <= tolerance * std::max({1.0, std::abs(a), std::abs(b)});
}
bool areNear(const std::vector<Tensor>& a, const std::vector<Tensor>& b, double tolerance) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i].defined() != b[i].defined()) return false;
    if (!a[i].defined()) continue;
    if (a[i].sizes() != b[i].sizes() || a[i].dtype() != b[i].dtype()) return false;
    const Tensor x = kernels::contiguous(a[i]), y = kernels::contiguous(b[i]);
    for (int64_t k = 0; k < x.numel(); ++k)
      if (!areNear(x.data<double>()[k], y.data<double>()[k], tolerance)) return false;
  }
  return true;
}

[[noreturn]] void fail(const ir::GraphPtr& graph, const char* reason) {
  std::fprintf(stderr, "%s\n%s\n", reason, ir::print(*graph).c_str());
  std::abort();
}
void show(const char* name, const std::vector<Tensor>& tensors) {
  for (const Tensor& tensor : tensors)
    std::fprintf(stderr, "%s %s\n", name,
                 tensor.defined() ? interp::textOf(tensor).c_str() : "undefined");
}

// The loss at a point beside the inputs.
double lossBeside(interp::Interpreter& interpreter, const ir::GraphPtr& graph,
                  const std::vector<Tensor>& inputs, double step) {
  std::vector<Tensor> moved;
  for (const Tensor& input : inputs) {
    moved.push_back(kernels::clone(input));
    for (int64_t k = 0; k < input.numel(); ++k)
      moved.back().data<double>()[k] += step * numberOf(static_cast<size_t>(k) + 1000);
  }
  const tensor::GradModeScope mode(false);
  return *lossOf(interpreter, graph, moved).data<double>();
}

// Compares the slope in one direction. Where the loss has an edge, or bends sharply, the
// differences before and behind the point are not equal.
void compareWithDifferences(interp::Interpreter& interpreter, const ir::GraphPtr& graph,
                            const std::vector<Tensor>& inputs, const Gradients& gradients) {
  constexpr double kStep = 1e-5, kSmooth = 1e-3, kTolerance = 1e-2;
  double slope = 0;
  for (size_t i = 0; i < gradients.first.size(); ++i) {
    if (!gradients.first[i].defined()) continue;
    const Tensor own = kernels::contiguous(gradients.first[i]);
    for (int64_t k = 0; k < own.numel(); ++k)
      slope += own.data<double>()[k] * numberOf(static_cast<size_t>(k) + 1000);
  }
  const double here = gradients.loss;
  const double before = (here - lossBeside(interpreter, graph, inputs, -kStep)) / kStep,
               behind = (lossBeside(interpreter, graph, inputs, kStep) - here) / kStep;
  if (!areNear(before, behind, kSmooth) || !std::isfinite(slope)) return;
  if (areNear(slope, (before + behind) / 2, kTolerance)) return;
  std::fprintf(stderr, "slope by gradients %g, by differences %g and %g\n", slope, before, behind);
  show("gradient", gradients.first);
  fail(graph, "The gradient is not the limit of differences.");
}

class Silent final : public interp::Host {
 public:
  void print(std::string_view) override {}
  void warn(std::string_view, std::string_view, SourceRange) override {}
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  heap::setLimit(size_t{1} << 30);
  Choices choices(data, size);
  Generator generator(choices);
  const ir::GraphPtr graph = generator.graph();
  if (graph->outputs().empty()) return 0;
  Silent host;
  jit::Engine engine;
  interp::Interpreter interpreted(&host), compiled(&host);
  compiled.setNativeCompiler(&engine);
  const Gradients want = gradientsOf(interpreted, graph, generator.inputs());
  if (want.failure == kOutOfMemory) return 0;
  const double tolerance = generator.isPrecise() ? 1e-6 : 1e-2;
  // The first run records the graphs, the others run them.
  for (int round = 0; round < 3; ++round) {
    const Gradients have = gradientsOf(compiled, graph, generator.inputs());
    // The names of nodes in a message differ.
    const bool isSame = want.failure.substr(0, 60) == have.failure.substr(0, 60) &&
                        areNear(want.loss, have.loss, tolerance) &&
                        areNear(want.first, have.first, tolerance) &&
                        areNear(want.second, have.second, 100 * tolerance);
    if (isSame) continue;
    std::fprintf(stderr, "round %d\ntape: %s\ngraph: %s\n", round, want.failure.c_str(),
                 have.failure.c_str());
    show("by tape", want.first);
    show("by graph", have.first);
    show("second order by tape", want.second);
    show("second order by graph", have.second);
    fail(graph, "The gradients by tape and by graph differ.");
  }
  if (want.failure.empty() && generator.isPrecise())
    compareWithDifferences(interpreted, graph, generator.inputs(), want);
  return 0;
}
