// Records operators as nodes.
#include <algorithm>

#include "core/ir/kinds.h"
#include "core/trace/recorder.h"

namespace ts::trace {

namespace prim = ir::prim;
using tensor::Tag;

namespace {

const Symbol kInt = Symbol::intern("aten::Int"), kFloat = Symbol::intern("aten::Float"),
             kScalarImplicit = Symbol::intern("aten::ScalarImplicit"),
             kConvolution = Symbol::intern("aten::_convolution"),
             kConstantKind = Symbol::intern("prim::Constant");

// Operators that PyTorch records as the more general operator that they call.
constexpr std::string_view kConvolutions[] = {"aten::conv1d", "aten::conv2d", "aten::conv3d",
                                              "aten::convolution"};
constexpr std::string_view kTransposed[] = {"aten::conv_transpose1d", "aten::conv_transpose2d",
                                            "aten::conv_transpose3d"};

// After these operators, a tensor counts as not recorded.
constexpr std::string_view kUnrecorded[] = {"aten::resize_", "aten::resize_as_"};

bool isOneOf(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool isConvolution(const ops::FunctionSchema& schema) {
  if (isOneOf(kTransposed, schema.name)) return true;
  return isOneOf(kConvolutions, schema.name) &&
         schema.overload != "padding";  // that one is aten::_convolution_mode
}

Symbol kindOf(const ops::FunctionSchema& schema) {
  static const Symbol kByMode = Symbol::intern("aten::_convolution_mode"),
                      kBySizes = Symbol::intern("aten::split_with_sizes"),
                      kConj = Symbol::intern("aten::_conj");
  if (schema.name == "aten::conj") return kConj;
  if (schema.name == "aten::split" && schema.overload == "sizes") return kBySizes;
  return isOneOf(kConvolutions, schema.name) ? kByMode : schema.symbol();
}

bool isTensorLike(types::TypePtr type) {
  if (type->is(types::TypeKind::Tensor)) return true;
  return (type->is(types::TypeKind::List) || type->is(types::TypeKind::Optional)) &&
         isTensorLike(type->element());
}

types::TypePtr withoutOptional(types::TypePtr type) {
  return type->is(types::TypeKind::Optional) ? type->element() : type;
}

std::vector<int64_t> repeated(const IValue& value, size_t count) {
  std::vector<int64_t> numbers = value.toIntVector();
  if (numbers.size() == 1) numbers.resize(count, numbers[0]);
  return numbers;
}

}  // namespace

void Recorder::entered(const ops::FunctionSchema& schema, std::span<const IValue> arguments) {
  if (!program_.isRecorded()) return;
  settle();
  pending_ = nullptr;
  // An operator without a tensor result returns a Python number, so it is not recorded.
  const bool isRecorded = !isOneOf(kUnrecorded, schema.name) &&
                          std::ranges::any_of(schema.returns, [](const ops::Argument& each) {
                            return isTensorLike(each.type);
                          });
  if (isRecorded) {
    const bool convolves = isConvolution(schema);
    ir::Node* node = graph_->create(convolves ? kConvolution : kindOf(schema), {}, 0);
    locate(node);
    if (convolves)
      recordConvolution(*node, arguments, schema.name);
    else
      for (size_t i = 0; i < arguments.size(); ++i)
        node->addInput(argument(schema.arguments[i], i, arguments[i]));
    // PyTorch uses the default of the last argument of copy_, so the constant has no source
    // position.
    if (schema.name == "aten::copy_") node->inputs().back()->node()->setRange({});
    pending_ = graph_->insertNode(node);
  }
  stashed_.clear();
}

ir::Value* Recorder::argument(const ops::Argument& declared, size_t index, const IValue& value) {
  types::TypePtr type = withoutOptional(declared.type);
  if (value.isNone()) return insertNone();
  if (type->is(types::TypeKind::Tensor)) return tensorValue(value.toTensor());
  if (type->is(types::TypeKind::List)) return list(type->element(), index, value);
  if (ir::Value* stashedValue = stashed(index, -1, type)) return stashedValue;
  if (type->is(types::TypeKind::Generator)) return insertNone();
  return valueOf(value);
}

ir::Value* Recorder::list(types::TypePtr element, size_t index, const IValue& value) {
  std::vector<ir::Value*> items;
  const std::vector<IValue> single = {value};
  const std::vector<IValue>& elements = value.isList() ? value.toList().items : single;
  for (size_t i = 0; i < elements.size(); ++i) {
    ir::Value* stashedItem = stashed(index, static_cast<int>(i), element);
    items.push_back(stashedItem ? stashedItem : valueOf(elements[i]));
  }
  return graph_->insertNode(graph_->createList(element, items))->output();
}

// The number node comes directly after the tensor that it was taken from.
ir::Value* Recorder::stashed(size_t argument, int element, types::TypePtr type) {
  auto stash = std::ranges::find_if(stashed_, [&](const Stashed& each) {
    return each.argument == argument && each.element == element;
  });
  if (stash == stashed_.end()) return nullptr;
  ir::Value* from = tensorValue(stash->source);
  ir::WithInsertPoint guard(from->node()->next());
  const bool isInt = type->is(types::TypeKind::Int), isFloat = type->is(types::TypeKind::Float);
  ir::Value* number = insert(isInt ? kInt : isFloat ? kFloat : kScalarImplicit, {from})->output();
  number->setType(isInt || isFloat ? type : types::numberType());
  return number;
}

// The arguments are conv2d(input, weight, bias, stride, padding, dilation, groups). A transposed
// convolution has output_padding after padding, and dilation at the end.
void Recorder::recordConvolution(ir::Node& node, std::span<const IValue> arguments,
                                 std::string_view name) {
  const bool isTransposed = isOneOf(kTransposed, name);
  const size_t dims = static_cast<size_t>(name.back() == 'd' ? name[name.size() - 2] - '0' : 0);
  auto add = [&](ir::Value* value) { node.addInput(value); };
  auto addList = [&](const IValue& value) {
    add(list(types::intType(), ~size_t{0}, tensor::makeIntList(repeated(value, dims))));
  };
  auto addConstant = [&](const IValue& value) { add(valueOf(value)); };
  for (size_t i = 0; i < 3; ++i) add(valueOf(arguments[i]));
  addList(arguments[3]);
  addList(arguments[4]);
  addList(arguments[isTransposed ? 7 : 5]);
  addConstant(isTransposed);
  addList(isTransposed ? arguments[5] : tensor::makeIntList(std::vector<int64_t>(dims, 0)));
  addConstant(arguments[6]);
  // benchmark, deterministic, cudnn_enabled, allow_tf32: settings of other devices.
  for (bool setting : {false, false, true, true}) addConstant(setting);
}

void Recorder::left(const ops::FunctionSchema& schema, std::span<const IValue> results) {
  if (!pending_) return;
  ir::Node* node = std::exchange(pending_, nullptr);
  for (size_t i = 0; i < results.size(); ++i) {
    if (!isTensorLike(schema.returns[i].type)) continue;
    ir::Value* value = node->addOutput();
    const IValue& result = results[i];
    if (!result.isList()) {
      addResult(value, result);
      continue;
    }
    const std::vector<IValue>& items = result.toList().items;
    value->setType(types::listOf(types::tensorType()));
    ir::Node* unpack = graph_->insertNode(graph_->createListUnpack(value, items.size()));
    for (size_t k = 0; k < items.size(); ++k) addResult(unpack->output(k), items[k]);
  }
}

void Recorder::addResult(ir::Value* value, const IValue& result) {
  if (!result.isTensor()) return;
  know(result, value);
  // A convolution is recorded below autograd, so its result gets the complete type here, without a
  // gradient.
  if (value->node()->is(kConvolution))
    value->setType(completeType(result.toTensor(), false));
  else
    unsettled_.emplace_back(value, result.toTensor());
}

void Recorder::settle() {
  for (auto& [value, tensor] : unsettled_) value->setType(completeType(tensor));
  unsettled_.clear();
}

}  // namespace ts::trace
