// Input: bytes as choices in a grammar of graphs. Their nodes are operators of the tables, in
// straight lines, loops and branches. The interpreter and machine code run each graph on equal
// arguments: results and arguments afterwards must be equal, or the exceptions. Some graphs run so
// often that a second thread compiles them meanwhile.
//
// Each operator is tried on sample values first, and most of those that fail are left out, so that
// graphs run to their end. Machine code computes functions such as exp differently in the last
// bits. Their results may only go into operators that keep small differences small.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>
#include <string_view>

#include "core/base/heap.h"
#include "core/interp/operators.h"
#include "core/ir/kinds.h"
#include "core/ir/text.h"
#include "core/jit/engine.h"
#include "core/jit/prepared_graph.h"
#include "core/jit/vector_functions.h"
#include "core/kernels/copy.h"
#include "core/kernels/pointwise.h"
#include "core/tensor/error.h"
#include "core/types/constant.h"

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

// Operators of tensors besides the pointwise ones: those that fusions compute, and others that
// often come between them. Kernels have fuzz targets and samples of their own.
constexpr std::string_view kBetween[] = {
    "view",       "reshape",   "transpose", "permute", "t",           "expand",      "unsqueeze",
    "squeeze",    "flatten",   "select",    "slice",   "narrow",      "chunk",       "split",
    "cat",        "stack",     "sum",       "mean",    "amax",        "amin",        "max",
    "min",        "argmax",    "var",       "std",     "softmax",     "log_softmax", "matmul",
    "mm",         "bmm",       "where",     "clone",   "contiguous",  "to",          "ones_like",
    "zeros_like", "full_like", "cumsum",    "prod",    "any",         "all",         "size",
    "dim",        "numel",     "flip",      "repeat",  "masked_fill", "layer_norm"};

// Operators of numbers and containers whose results depend on more than the arguments.
constexpr std::string_view kLeftOut[] = {"hash", "print", "warn", "seed", "Delete", "save"};

// Operators that keep small differences of their arguments small.
constexpr std::string_view kSmooth[] = {"aten::add.Tensor", "aten::sub.Tensor", "aten::mul.Tensor",
                                        "aten::add.Scalar", "aten::sub.Scalar", "aten::mul.Scalar",
                                        "aten::neg",        "aten::relu",       "aten::abs",
                                        "aten::maximum",    "aten::minimum",    "aten::sigmoid",
                                        "aten::tanh",       "aten::gelu",       "aten::sum",
                                        "aten::mean",       "aten::clamp"};

struct Operator {
  std::string name;
  const ops::FunctionSchema* schema;
  kernels::KernelFunction run;
  bool isSmooth;
  bool isRough;  // the results differ in the last bits
};

// True where machine code calls other functions than the kernel does.
bool isRough(kernels::KernelFunction run) {
  static const std::set<kernels::KernelFunction> kSums = {kernels::find("aten::sum"),
                                                          kernels::find("aten::mean")};
  if (kSums.contains(run)) return true;
  const kernels::PointwiseKernel* kernel = kernels::findPointwise(run);
  return kernel != nullptr &&
         (kernel->formula == nullptr || jit::callsVectorFunction(kernel->formula->formula));
}

const std::vector<Operator>& operators() {
  static const std::vector<Operator> all = [] {
    std::vector<Operator> operators;
    std::set<std::string> names;
    for (const kernels::Kernel& kernel : kernels::allKernels()) {
      const std::string_view fullName = kernel.name;
      const std::string_view name = fullName.substr(0, fullName.find('.'));
      const bool isBetween = std::ranges::any_of(kBetween, [&](std::string_view each) {
        return name.starts_with("aten::") && name.substr(6) == each;
      });
      if (isBetween || kernels::findPointwise(kernel.run) != nullptr) names.emplace(fullName);
    }
    for (const auto family : {interp::listOperators, interp::dictOperators, interp::textOperators,
                              interp::numberOperators})
      for (const interp::OperatorEntry& kernel : family()) names.emplace(kernel.name);
    for (const std::string& name : names) {
      if (std::ranges::any_of(kLeftOut,
                              [&](std::string_view part) { return name.find(part) != name.npos; }))
        continue;
      const size_t dot = name.find('.');
      const auto* schema =
          ops::schema(Symbol::intern(name.substr(0, dot)),
                      dot == name.npos ? "" : std::string_view(name).substr(dot + 1));
      // An out= tensor that is also an argument is resized while it is read.
      const auto isOut = [](const ops::Argument& argument) {
        return argument.keywordOnly && argument.alias && argument.alias->isWrite;
      };
      if (schema == nullptr || schema->isVararg || std::ranges::any_of(schema->arguments, isOut))
        continue;
      const kernels::KernelFunction run = interp::findOperator(*schema);
      if (run == nullptr) continue;
      const bool isSmooth = std::ranges::find(kSmooth, name) != std::end(kSmooth);
      operators.push_back({name, schema, run, isSmooth, isRough(run)});
    }
    return operators;
  }();
  return all;
}

// A type with int in place of variables; null for a type that graphs here do not have.
TypePtr concrete(TypePtr type) {
  switch (type->kind()) {
    case TypeKind::Var: return types::intType();
    case TypeKind::List:
    case TypeKind::Optional: {
      const TypePtr element = concrete(type->element());
      if (element == nullptr) return nullptr;
      return type->is(TypeKind::List) ? types::listOf(element) : types::optionalOf(element);
    }
    case TypeKind::Dict: {
      const TypePtr key = concrete(type->element(0)), value = concrete(type->element(1));
      const bool isKey = key && (key->is(TypeKind::String) || key->is(TypeKind::Int));
      return isKey && value ? types::dictOf(key, value) : nullptr;
    }
    case TypeKind::Tensor:
    case TypeKind::Int:
    case TypeKind::Float:
    case TypeKind::Bool:
    case TypeKind::Number:
    case TypeKind::String: return type;
    default: return nullptr;
  }
}

// ---- graphs

constexpr int64_t kMostElements = 2048, kMostCompared = 1 << 20;
constexpr std::array<tensor::DType, 8> kDTypes = {
    tensor::DType::Float32, tensor::DType::Float64, tensor::DType::Int64,   tensor::DType::Int32,
    tensor::DType::Bool,    tensor::DType::UInt8,   tensor::DType::Float16, tensor::DType::Int8};
constexpr std::array<double, 8> kElements = {0.0, 1.0, -1.5, 0.25, 3.0, -2.0, 7.0, -0.0};

// The arguments of the graph, anew for each run, because operators may write to them.
struct Input {
  std::vector<int64_t> sizes;
  size_t dtype = 0, layout = 0, first = 0;

  IValue value() const {
    const Tensor wide = tensor::empty(sizes, tensor::DType::Float64);
    for (int64_t i = 0; i < wide.numel(); ++i)
      wide.data<double>()[i] = kElements[(first + static_cast<size_t>(i)) % kElements.size()];
    Tensor narrow = kernels::toDType(wide, kDTypes[dtype]);
    std::vector<int64_t> turned = narrow.sizes().vec(), strides = narrow.strides().vec();
    std::ranges::reverse(turned);
    std::ranges::reverse(strides);
    if (layout == 1) narrow = tensor::view(narrow, turned, strides, 0);  // transposed
    if (layout == 2 && narrow.numel() > 0)                               // one element for all
      narrow = tensor::view(narrow, sizes, std::vector<int64_t>(sizes.size(), 0), 0);
    return narrow;
  }
};

class Generator {
 public:
  explicit Generator(Choices& choices) : choices_(choices), graph_(std::make_shared<ir::Graph>()) {}

  ir::GraphPtr graph() {
    // The range of types of later arguments.
    for (size_t i = 0; i < 3; ++i) {
      Input input{
          {}, choices_.below(kDTypes.size()), choices_.below(4), choices_.below(kElements.size())};
      for (size_t dims = choices_.below(4); dims > 0; --dims)
        input.sizes.push_back(std::array<int64_t, 5>{3, 4, 1, 17, 0}[choices_.below(5)]);
      // A first tensor of floats in a usual layout, so that fusions find something.
      if (i == 0) input.dtype = input.layout = 0;
      inputs_.push_back(input);
      add(types::tensorType(), input.value());
    }
    add(types::intType(), int64_t{2});
    add(types::floatType(), 0.5);
    add(types::boolType(), true);
    for (const IValue& value : containers()) add(interp::typeOf(value), value);
    block(*graph_->block(), 3, 14);
    for (const Known& variable : known_)
      if (variable.value->node() != graph_->paramNode()) graph_->registerOutput(variable.value);
    return graph_;
  }
  interp::Stack arguments() const {
    interp::Stack arguments;
    for (const Input& input : inputs_) arguments.push_back(input.value());
    arguments.insert(arguments.end(), {IValue(int64_t{2}), IValue(0.5), IValue(true)});
    for (IValue& value : containers()) arguments.push_back(std::move(value));
    return arguments;
  }

 private:
  struct Known {
    ir::Value* value;
    IValue sample;
    bool isRough = false;
  };

  // Arguments that are not numbers, made anew, because operators may write to them.
  static std::vector<IValue> containers() {
    auto dict = tensor::makeCounted<tensor::DictValue>(types::stringType(), types::intType());
    dict->set("ab", int64_t{3});
    return {"a text of more characters than a short one", tensor::makeIntList({{5, 2, 7}}),
            tensor::makeList(types::stringType(), {"ab", "", "floor"}), dict};
  }

  void add(TypePtr type, IValue sample) {
    ir::Value* input = graph_->addInput();
    input->setType(type);
    known_.push_back({input, std::move(sample)});
  }

  void block(ir::Block& into, size_t depth, size_t most) {
    block_ = &into;
    for (size_t i = 1 + choices_.below(most); i > 0 && !choices_.isAtEnd(); --i) {
      const size_t kind = choices_.below(16);
      if (kind == 0 && depth > 0)
        loop(into, depth - 1);
      else if (kind == 1 && depth > 0)
        branch(into, depth - 1);
      else
        call(into);
      block_ = &into;
    }
  }

  void call(ir::Block& into) {
    // Fusions need chains of pointwise operators.
    const auto& all = operators();
    const Operator* chosen = &all[choices_.below(all.size())];
    if (choices_.below(2) == 0) {
      static const std::vector<const Operator*> pointwise = [&] {
        std::vector<const Operator*> candidates;
        for (const Operator& each : all)
          if (kernels::findPointwise(each.run) != nullptr) candidates.push_back(&each);
        return candidates;
      }();
      chosen = pointwise[choices_.below(pointwise.size())];
    }
    const ops::FunctionSchema& schema = *chosen->schema;
    if (schema.isMutable() && chosen->isRough) return;
    std::vector<ir::Value*> inputs;
    kernels::Stack stack;
    bool isRough = chosen->isRough;
    const size_t before = known_.size();
    for (const ops::Argument& argument : schema.arguments) {
      const TypePtr type = concrete(argument.type);
      std::optional<Known> operand;
      if (type != nullptr)
        operand = this->argument(type, argument.declaredBase, chosen->isSmooth);
      else if (argument.type->is(TypeKind::Optional))
        operand = constant({}, {});
      if (!operand) return;
      isRough |= operand->isRough;
      inputs.push_back(operand->value);
      stack.push_back(operand->sample);
    }
    known_.resize(before);
    std::vector<TypePtr> results;
    for (const ops::Argument& result : schema.returns) {
      results.push_back(concrete(result.type));
      if (results.back() == nullptr) return;
    }
    ir::Node* node = graph_->create(schema.symbol(), inputs, results.size());
    for (size_t i = 0; i < results.size(); ++i) node->output(i)->setType(results[i]);
    const bool isOurs = node->schema() == &schema;
    bool fails = !isOurs;
    try {
      if (isOurs) chosen->run(stack);
    } catch (const std::exception&) {
      fails = true;
    }
    const auto isLarge = [](const IValue& value) {
      return value.isTensor() && value.toTensor().numel() > kMostElements;
    };
    const bool isKept = isOurs && (!fails || choices_.below(16) == 1);
    if (!isKept || (!fails && std::ranges::any_of(stack, isLarge))) return node->destroy();
    into.appendNode(node);
    if (fails) return;
    for (size_t i = 0; i < results.size(); ++i)
      known_.push_back({node->output(i), stack[i], isRough});
  }

  std::optional<Known> argument(TypePtr type, std::string_view base, bool mayBeRough) {
    if (type->is(TypeKind::Optional)) {
      if (choices_.below(3) == 0) return constant({}, {});
      return argument(type->element(), base, mayBeRough);
    }
    // A known value, the newest ones first: chains grow long.
    if (base.empty() && (type->is(TypeKind::Tensor) || choices_.below(2) == 0)) {
      std::vector<const Known*> fitting;
      for (const Known& variable : known_)
        if ((variable.value->type() == type ||
             (type->is(TypeKind::Number) &&
              (variable.sample.isInt() || variable.sample.isDouble()))) &&
            (mayBeRough || !variable.isRough))
          fitting.push_back(&variable);
      if (!fitting.empty()) {
        const size_t back =
            std::min(choices_.below(fitting.size()), choices_.below(fitting.size()));
        return *fitting[fitting.size() - 1 - back];
      }
    }
    switch (type->kind()) {
      case TypeKind::Int: {
        constexpr std::array<int64_t, 6> kScalarTypes = {6, 7, 4, 11, 3, 5};
        if (base == "ScalarType") return constant(kScalarTypes[choices_.below(6)]);
        if (base == "MemoryFormat" || base == "Layout") return constant(int64_t{0});
        return constant(static_cast<int64_t>(choices_.below(7)) - 2);
      }
      case TypeKind::Float: return constant(kElements[choices_.below(8)]);
      case TypeKind::Number:
        if (choices_.below(2) == 0) return constant(static_cast<int64_t>(choices_.below(7)) - 2);
        return constant(kElements[choices_.below(8)]);
      case TypeKind::Bool: return constant(choices_.below(2) == 0);
      case TypeKind::String:
        return constant(std::string(
            std::array<const char*, 4>{"none", "floor", "trunc", "ab"}[choices_.below(4)]));
      case TypeKind::List: return list(type, mayBeRough);
      case TypeKind::Dict: return dict(type);
      default: return std::nullopt;
    }
  }
  std::optional<Known> list(TypePtr type, bool mayBeRough) {
    std::vector<ir::Value*> values;
    std::vector<IValue> samples;
    bool isRough = false;
    for (size_t count = choices_.below(4); count > 0; --count) {
      const auto item = argument(type->element(), "", mayBeRough);
      if (!item) return std::nullopt;
      values.push_back(item->value);
      samples.push_back(item->sample);
      isRough |= item->isRough;
    }
    ir::Node* node = block_->appendNode(graph_->createList(type->element(), values));
    return Known{node->output(), tensor::makeList(type->element(), std::move(samples)), isRough};
  }
  std::optional<Known> dict(TypePtr type) {
    std::vector<ir::Value*> values;
    auto dict = tensor::makeCounted<tensor::DictValue>(type->element(0), type->element(1));
    for (size_t count = choices_.below(3); count > 0; --count) {
      const auto key = argument(type->element(0), "", false);
      const auto value = argument(type->element(1), "", false);
      if (!key || !value) return std::nullopt;
      values.insert(values.end(), {key->value, value->value});
      dict->set(key->sample, value->sample);
    }
    ir::Node* node = block_->appendNode(graph_->create(ir::prim::DictConstruct, values));
    node->output()->setType(type);
    return Known{node->output(), dict};
  }
  Known constant(types::Constant value, IValue sample) {
    ir::Node* node = block_->appendNode(graph_->createConstant(value));
    return {node->output(), std::move(sample)};
  }
  Known constant(int64_t value) { return constant(types::Constant::integer(value), value); }
  Known constant(double value) { return constant(types::Constant::real(value), value); }
  Known constant(bool value) { return constant(types::Constant::boolean(value), value); }
  Known constant(const std::string& value) {
    return constant(types::Constant::string(value), value);
  }

  // A value of the same type that a block may hand out in place of another one.
  const Known& replacement(const Known& of) {
    std::vector<const Known*> fitting = {&of};
    for (const Known& variable : known_)
      if (variable.value->type() == of.value->type() && !variable.isRough)
        fitting.push_back(&variable);
    return *fitting[fitting.size() - 1 - choices_.below(fitting.size())];
  }
  std::vector<Known> carried() {
    std::vector<Known> chosen;
    for (size_t count = choices_.below(3); count > 0; --count) {
      const Known& variable = known_[choices_.below(known_.size())];
      if (!variable.isRough) chosen.push_back(variable);
    }
    return chosen;
  }

  void loop(ir::Block& into, size_t depth) {
    const std::vector<Known> before = carried();
    const int64_t rounds = static_cast<int64_t>(choices_.below(4));
    std::vector<ir::Value*> inputs = {constant(rounds).value, constant(true).value};
    for (const Known& each : before) inputs.push_back(each.value);
    ir::Node* node = into.appendNode(graph_->create(ir::prim::Loop, inputs, before.size()));
    ir::Block* body = node->addBlock();
    const size_t outside = known_.size();
    body->addInput()->setType(types::intType());
    known_.push_back({body->inputs()[0], int64_t{0}});
    for (const Known& each : before) {
      ir::Value* input = body->addInput();
      input->setType(each.value->type());
      known_.push_back({input, each.sample});
    }
    block(*body, depth, 5);
    block_ = body;
    body->registerOutput(constant(choices_.below(4) != 1).value);
    std::vector<IValue> after;
    for (size_t i = 0; i < before.size(); ++i) {
      const Known handed = replacement(known_[outside + 1 + i]);
      body->registerOutput(handed.value);
      after.push_back(rounds > 0 ? handed.sample : before[i].sample);
    }
    known_.resize(outside);
    for (size_t i = 0; i < before.size(); ++i) {
      node->output(i)->setType(before[i].value->type());
      known_.push_back({node->output(i), after[i]});
    }
  }

  void branch(ir::Block& into, size_t depth) {
    const std::vector<Known> before = carried();
    const auto condition = argument(types::boolType(), "", false);
    const std::array<ir::Value*, 1> inputs = {condition->value};
    ir::Node* node = into.appendNode(graph_->create(ir::prim::If, inputs, before.size()));
    const size_t outside = known_.size();
    std::vector<IValue> after;
    for (const bool isTaken : {true, false}) {
      ir::Block* inner = node->addBlock();
      block(*inner, depth, 4);
      for (const Known& each : before) {
        const Known handed = replacement(each);
        inner->registerOutput(handed.value);
        if (condition->sample.toBool() == isTaken) after.push_back(handed.sample);
      }
      known_.resize(outside);
    }
    for (size_t i = 0; i < before.size(); ++i) {
      node->output(i)->setType(before[i].value->type());
      known_.push_back({node->output(i), after[i]});
    }
  }

  Choices& choices_;
  ir::GraphPtr graph_;
  ir::Block* block_ = nullptr;
  std::vector<Input> inputs_;
  std::vector<Known> known_;  // the values that the next node may use
};

// ---- comparison

bool isNear(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return true;
  // A number that is almost too large may be so in one of two roundings.
  if (std::isinf(a) || std::isinf(b))
    return std::max(std::abs(a), std::abs(b)) > 1e4 && std::abs(a + b) > 1e4;
  return std::abs(a - b) <= 1e-2 * std::max({1.0, std::abs(a), std::abs(b)});
}

bool areSame(const IValue& a, const IValue& b) {
  if (a.tag() != b.tag()) return false;
  switch (a.tag()) {
    case tensor::Tag::Bool: return a.toBool() == b.toBool();
    case tensor::Tag::Int: return a.toInt() == b.toInt();
    case tensor::Tag::Double: return isNear(a.toDouble(), b.toDouble());
    case tensor::Tag::List: return std::ranges::equal(a.toList().items, b.toList().items, areSame);
    case tensor::Tag::Tuple:
      return std::ranges::equal(a.toTuple().items, b.toTuple().items, areSame);
    case tensor::Tag::Tensor: break;
    default: return interp::textOf(a) == interp::textOf(b);
  }
  const Tensor x = a.toTensor(), y = b.toTensor();
  if (x.dtype() != y.dtype() || !std::ranges::equal(x.sizes(), y.sizes()) ||
      x.isMeta() != y.isMeta())
    return false;
  if (x.isMeta()) return true;
  if (x.numel() > kMostCompared) return true;  // an expanded tensor
  const Tensor p = kernels::contiguous(x), q = kernels::contiguous(y);
  const auto bytes = static_cast<size_t>(p.numel()) * p.itemSize();
  if (bytes == 0 || std::memcmp(p.bytes(), q.bytes(), bytes) == 0) return true;
  if (tensor::isComplex(x.dtype())) return true;  // never machine code
  if (!tensor::isFloating(x.dtype())) return false;
  const Tensor u = kernels::toDType(p, tensor::DType::Float64),
               v = kernels::toDType(q, tensor::DType::Float64);
  return std::equal(u.data<double>(), u.data<double>() + u.numel(), v.data<double>(), isNear);
}

struct Outcome {
  interp::Stack results, arguments;
  std::string failure;
};

class Silent final : public interp::Host {
 public:
  void print(std::string_view) override {}
  void warn(std::string_view, std::string_view, SourceRange) override {}
};

Outcome run(const ir::GraphPtr& graph, interp::Interpreter& interpreter, interp::Stack arguments) {
  kernels::Stack seed = {int64_t{0}};
  kernels::find("aten::manual_seed")(seed);
  Outcome outcome{{}, arguments, {}};
  try {
    outcome.results = interpreter.run(graph, std::move(arguments));
  } catch (const interp::Exception& exception) {
    outcome.failure = exception.className + ": " + exception.message;
  }
  return outcome;
}

void compare(const ir::GraphPtr& graph, const Outcome& want, const Outcome& have) {
  if (want.failure == have.failure && std::ranges::equal(want.results, have.results, areSame) &&
      std::ranges::equal(want.arguments, have.arguments, areSame))
    return;
  std::fprintf(stderr, "%s\ninterpreted: %zu %s\ncompiled: %zu %s\n", ir::print(*graph).c_str(),
               want.results.size(), want.failure.c_str(), have.results.size(),
               have.failure.c_str());
  for (size_t i = 0; i < std::min(want.results.size(), have.results.size()); ++i)
    if (!areSame(want.results[i], have.results[i]))
      std::fprintf(stderr, "result %zu:\n%.500s\n%.500s\n", i,
                   interp::textOf(want.results[i]).c_str(),
                   interp::textOf(have.results[i]).c_str());
  for (size_t i = 0; i < want.arguments.size(); ++i)
    if (!areSame(want.arguments[i], have.arguments[i]))
      std::fprintf(stderr, "argument %zu differs\n", i);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  heap::setLimit(size_t{1} << 30);
  Choices choices(data, size);
  Generator generator(choices);
  const ir::GraphPtr graph = generator.graph();
  if (const std::string fault = ir::verify(*graph); !fault.empty()) {
    std::fprintf(stderr, "%s\n%s\n", fault.c_str(), ir::print(*graph).c_str());
    std::abort();
  }
  Silent host;
  const bool isTiered = choices.below(16) == 1;
  jit::Engine engine({.workplace = isTiered ? jit::Workplace::Background : jit::Workplace::Caller});
  interp::Interpreter interpreted(&host), compiled(&host);
  compiled.setNativeCompiler(&engine);
  Outcome want = run(graph, interpreted, generator.arguments());
  compare(graph, want, run(graph, interpreted, generator.arguments()));
  // The compiler removes unused operators, as PyTorch does: those that would fail, too. So the
  // graph without them decides about failures.
  if (!want.failure.empty())
    want = run(jit::prepareGraph(graph), interpreted, generator.arguments());
  // The second run has all code; in the background it takes longer.
  for (int i = 0; i < (isTiered ? 40 : 2); ++i)
    compare(graph, want, run(graph, compiled, generator.arguments()));
  return 0;
}
