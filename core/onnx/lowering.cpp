#include "core/onnx/lowering.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/ir/kinds.h"
#include "core/kernels/registry.h"
#include "core/onnx/op.h"
#include "core/tensor/error.h"

namespace ts::onnx {

namespace {

constexpr size_t kMostCalls = 200;        // nested
constexpr size_t kMostSteps = 2'000'000;  // nodes of the program that are lowered

// "model.py:12" of the place that a user knows.
std::string lineText(SourceRange at) {
  if (!at) return {};
  while (at.file->origin()) at = at.file->origin();
  return fmt::format("{}:{}", at.file->path(), at.file->lineOf(at.span.begin));
}

// "__module.layer1/__module.layer1.0" of a trace: "/layer1/0".
std::string pathOf(const std::string& module) {
  std::string path;
  for (const char c : module) path += c == '.' ? '/' : c;
  return path.empty() ? path : '/' + path;
}

bool sameValue(const IValue& a, const IValue& b) {
  if (a.tag() != b.tag()) return false;
  const auto all = [](const std::vector<IValue>& left, const std::vector<IValue>& right) {
    return std::ranges::equal(left, right, sameValue);
  };
  if (a.isList()) return all(a.toList().items, b.toList().items);
  if (a.isTuple()) return all(a.toTuple().items, b.toTuple().items);
  if (a.isString()) return a.toString() == b.toString();
  if (!a.isTensor()) return a.same(b);
  const Tensor left = a.toTensor(), right = b.toTensor();
  if (left.same(right)) return true;
  static kernels::NamedKernel equal("aten::equal");
  if (left.dtype() != right.dtype()) return false;
  kernels::Stack stack = {a, b};
  equal(stack);
  return stack.at(0).toBool();
}

}  // namespace

void Lowering::refuse(const std::string& message) const { throw ExportError(message, at_); }

Val Lowering::call(const ir::Function& function, std::vector<Val> arguments) {
  if (!function.graph)
    refuse(fmt::format("`{}` runs in Python, which ONNX cannot call", function.qualifiedName));
  if (++calls_ > kMostCalls) refuse("calls are nested too deeply");
  Frame frame;
  const ir::Block& block = *function.graph->block();
  for (size_t i = 0; i < block.inputs().size() && i < arguments.size(); ++i)
    frame[block.inputs()[i]] = std::move(arguments[i]);
  lowerBlock(block, frame);
  --calls_;
  if (block.outputs().empty()) return IValue();
  if (block.outputs().size() == 1) return at(frame, block.outputs()[0]);
  auto tuple = std::make_shared<TupleCell>();
  for (const ir::Value* output : block.outputs()) tuple->items.push_back(at(frame, output));
  return tuple;
}

Val& Lowering::at(Frame& frame, const ir::Value* value) {
  const auto entry = frame.find(value);
  if (entry == frame.end()) refuse(fmt::format("`%{}` has no value here", value->printedName()));
  return entry->second;
}

std::vector<Val> Lowering::inputs(const ir::Node& node, Frame& frame) {
  std::vector<Val> all;
  for (const ir::Value* input : node.inputs()) all.push_back(at(frame, input));
  return all;
}

Lowering::Handler Lowering::handlerOf(Symbol kind) {
  struct Kind {
    const char* name;
    Handler handler;
  };
  static constexpr Kind kKinds[] = {
      {"prim::Constant", &Lowering::constant},
      {"prim::ListConstruct", &Lowering::makeList},
      {"prim::TupleConstruct", &Lowering::makeTuple},
      {"prim::DictConstruct", &Lowering::makeDict},
      {"prim::ListUnpack", &Lowering::unpack},
      {"prim::TupleUnpack", &Lowering::unpack},
      {"prim::TupleIndex", &Lowering::tupleIndex},
      {"prim::TupleSlice", &Lowering::tupleSlice},
      {"prim::GetAttr", &Lowering::getAttribute},
      {"prim::SetAttr", &Lowering::setAttribute},
      {"prim::CreateObject", &Lowering::createObject},
      {"prim::CallFunction", &Lowering::callFunction},
      {"prim::CallMethod", &Lowering::callMethod},
      {"prim::unchecked_cast", &Lowering::pass},
      {"prim::unchecked_unwrap_optional", &Lowering::pass},
      {"aten::_unwrap_optional", &Lowering::pass},
      {"prim::Print", &Lowering::skip},
      {"aten::warn", &Lowering::skip},
      {"prim::Uninitialized", &Lowering::uninitialized},
      {"prim::isinstance", &Lowering::isInstance},
      {"prim::RaiseException", &Lowering::raise},
      {"prim::If", &Lowering::branch},
      {"prim::Loop", &Lowering::loop},
  };
  static const auto* table = [] {
    auto* handlers = new std::unordered_map<Symbol, Handler>;
    for (const Kind& each : kKinds) handlers->emplace(Symbol::intern(each.name), each.handler);
    return handlers;
  }();
  const auto handler = table->find(kind);
  return handler == table->end() ? &Lowering::operatorCall : handler->second;
}

void Lowering::lowerBlock(const ir::Block& block, Frame& frame) {
  for (const ir::Node* node : block.nodes()) lowerNode(*node, frame);
}

void Lowering::lowerNode(const ir::Node& node, Frame& frame) {
  countStep();
  if (builder.nodes() > mostNodes_)
    refuse(fmt::format("the model has more than {} nodes", mostNodes_));
  if (node.range()) at_ = node.range();
  setPlace(node);
  (this->*handlerOf(node.kind()))(node, frame);
}

void Lowering::countStep() {
  if (++steps_ > kMostSteps) refuse("the program has too many steps (kMostSteps)");
}

void Lowering::setPlace(const ir::Node& node) {
  builder.setPlace(pathOf(paths_.back()), lineText(node.range() ? node.range() : at_));
}

void Lowering::constant(const ir::Node& node, Frame& frame) {
  const ir::Value* output = node.output();
  if (const auto* value = ir::constantOf(output)) {
    frame[output] = fromKnown(interp::valueOf(*value));
    return;
  }
  // A function: prim::CallFunction knows it by the type.
  frame[output] = IValue();
}

void Lowering::makeList(const ir::Node& node, Frame& frame) {
  auto list = std::make_shared<ListCell>();
  list->items = inputs(node, frame);
  list->element = node.output()->type()->element();
  list->depth = depth();
  frame[node.output()] = list;
}

void Lowering::makeTuple(const ir::Node& node, Frame& frame) {
  auto tuple = std::make_shared<TupleCell>();
  tuple->items = inputs(node, frame);
  tuple->type = node.output()->type();
  frame[node.output()] = tuple;
}

void Lowering::makeDict(const ir::Node& node, Frame& frame) {
  auto dict = std::make_shared<DictCell>();
  dict->key = node.output()->type()->element(0);
  dict->value = node.output()->type()->element(1);
  dict->depth = depth();
  const std::vector<Val> all = inputs(node, frame);
  for (size_t i = 0; i + 1 < all.size(); i += 2) {
    const auto* key = std::get_if<IValue>(&all[i]);
    if (key == nullptr) refuse("the key of a dict is not known");
    dict->items.emplace_back(*key, all[i + 1]);
  }
  frame[node.output()] = dict;
}

void Lowering::unpack(const ir::Node& node, Frame& frame) {
  const Val value = at(frame, node.input(0));
  std::vector<Val> items;
  if (const auto* tuple = std::get_if<TuplePtr>(&value)) items = (*tuple)->items;
  if (const auto* list = std::get_if<ListPtr>(&value)) {
    items = (*list)->items;
    if ((*list)->sequence) {
      for (size_t i = 0; i < node.outputs().size(); ++i) {
        const Wire& all = *(*list)->sequence;
        const Wire index = builder.scalar(static_cast<double>(i), DType::Int64);
        if (all.isSequence)
          items.emplace_back(
              newTensor(builder.add("SequenceAt", {all, index}, all.dtype, all.shape)));
        else
          items.emplace_back(Number{builder.gather(all, index, 0)});
      }
    }
  }
  if (items.size() != node.outputs().size())
    refuse(fmt::format("{} values are unpacked into {}", items.size(), node.outputs().size()));
  for (size_t i = 0; i < items.size(); ++i) frame[node.output(i)] = items[i];
}

void Lowering::tupleIndex(const ir::Node& node, Frame& frame) {
  const Val value = at(frame, node.input(0));
  const std::optional<IValue> index = known(at(frame, node.input(1)));
  const auto* tuple = std::get_if<TuplePtr>(&value);
  if (tuple == nullptr || !index) refuse("the index of a tuple is not known");
  const auto size = static_cast<int64_t>((*tuple)->items.size());
  const int64_t at = index->toInt() < 0 ? index->toInt() + size : index->toInt();
  if (at < 0 || at >= size) refuse("the index of a tuple is out of range");
  frame[node.output()] = (*tuple)->items[static_cast<size_t>(at)];
}

void Lowering::tupleSlice(const ir::Node& node, Frame& frame) {
  const Val value = at(frame, node.input(0));
  const auto* tuple = std::get_if<TuplePtr>(&value);
  if (tuple == nullptr) refuse("a tuple is expected here");
  const auto size = static_cast<int64_t>((*tuple)->items.size());
  const auto clamp = [&](int64_t at) {
    return std::clamp<int64_t>(at < 0 ? at + size : at, 0, size);
  };
  const int64_t begin = clamp(node.get<int64_t>(ir::attr::beg)),
                end = clamp(node.get<int64_t>(ir::attr::end));
  auto part = std::make_shared<TupleCell>();
  part->type = node.output()->type();
  for (int64_t i = begin; i < end; ++i)
    part->items.push_back((*tuple)->items[static_cast<size_t>(i)]);
  frame[node.output()] = part;
}

void Lowering::getAttribute(const ir::Node& node, Frame& frame) {
  const Val value = at(frame, node.input(0));
  const auto* object = std::get_if<ObjectPtr>(&value);
  if (object == nullptr) refuse("an attribute of a value that is not an object");
  ObjectCell& cell = **object;
  const auto& name = node.get<std::string>(ir::attr::name);
  auto entry = cell.attributes.find(name);
  if (entry == cell.attributes.end()) {
    const auto slot = cell.type->attributeSlot(name);
    if (!cell.object || !slot || *slot >= cell.object->slots.size())
      refuse(fmt::format("the attribute `{}` has no value", name));
    const std::string path = cell.path.empty() ? name : cell.path + "." + name;
    const auto kept = earlier.find({cell.object.get(), name});
    const IValue& value = kept == earlier.end() ? cell.object->slots[*slot] : kept->second;
    entry = cell.attributes.emplace(name, fromKnown(value, path)).first;
  }
  frame[node.output()] = entry->second;
}

void Lowering::setAttribute(const ir::Node& node, Frame& frame) {
  const Val value = at(frame, node.input(0));
  const auto* object = std::get_if<ObjectPtr>(&value);
  if (object == nullptr) refuse("an attribute of a value that is not an object");
  const auto& name = node.get<std::string>(ir::attr::name);
  const Val& set = at(frame, node.input(1));
  if ((*object)->object) {
    const auto old = (*object)->attributes.find(name);
    const bool isRead = old != (*object)->attributes.end();
    const std::optional<IValue> before = isRead ? known(old->second) : std::nullopt,
                                after = known(set);
    if (isRead && !after)
      refuse(fmt::format("the attribute `{}` changes, and ONNX models keep no state between runs",
                         name));
    // The next run sees a cache or a flag.
    if (isRead && !(before && sameValue(*before, *after)))
      state[{(*object)->object.get(), name}] = *after;
  }
  touch(*object);
  (*object)->attributes[name] = set;
}

void Lowering::createObject(const ir::Node& node, Frame& frame) {
  auto object = std::make_shared<ObjectCell>();
  object->type = types::cast<types::ClassType>(node.output()->type());
  object->depth = depth();
  frame[node.output()] = object;
}

void Lowering::callFunction(const ir::Node& node, Frame& frame) {
  const auto* type = types::cast<types::FunctionType>(node.input(0)->type());
  if (type == nullptr) refuse("the called function is not known");
  std::vector<Val> arguments;
  for (const ir::Value* input : node.inputs().subspan(1)) arguments.push_back(at(frame, input));
  const SourceRange place = at_;
  frame[node.output()] = call(*type->function(), std::move(arguments));
  at_ = place;
}

void Lowering::callMethod(const ir::Node& node, Frame& frame) {
  const auto& name = node.get<std::string>(ir::attr::name);
  std::vector<Val> arguments = inputs(node, frame);
  const auto* object = std::get_if<ObjectPtr>(&arguments[0]);
  if (object == nullptr)
    refuse(fmt::format("`{}` is called on a value that is not an object", name));
  const ObjectPtr self = *object;
  const ir::Function* method = self->type->method(name);
  if (method == nullptr) refuse(fmt::format("the class has no method `{}`", name));
  if (self->type->isModule()) paths_.push_back(self->path);
  const SourceRange place = at_;
  frame[node.output()] = call(*method, std::move(arguments));
  at_ = place;
  if (self->type->isModule()) paths_.pop_back();
}

void Lowering::pass(const ir::Node& node, Frame& frame) {
  const Val value = at(frame, node.input(0));
  if (isNone(value) && !node.is(ir::prim::unchecked_cast)) throw Raises{at_};
  frame[node.output()] = value;
}

void Lowering::skip(const ir::Node&, Frame&) {}

void Lowering::uninitialized(const ir::Node& node, Frame& frame) {
  frame[node.output()] = Uninitialized();
}

void Lowering::isInstance(const ir::Node& node, Frame& frame) {
  const Val& value = at(frame, node.input(0));
  types::TypePtr type = node.input(0)->type();
  if (const auto* atom = std::get_if<IValue>(&value)) type = interp::typeOf(*atom);
  if (std::holds_alternative<TensorPtr>(value)) type = types::tensorType();
  if (const auto* list = std::get_if<ListPtr>(&value); list && (*list)->element)
    type = types::listOf((*list)->element);
  if (const auto* object = std::get_if<ObjectPtr>(&value)) type = (*object)->type;
  const auto& wanted = node.get<std::vector<ir::TypePtr>>(ir::attr::types);
  frame[node.output()] =
      IValue(std::ranges::any_of(wanted, [&](auto each) { return types::isSubtype(type, each); }));
}

void Lowering::raise(const ir::Node&, Frame&) { throw Raises{at_}; }

}  // namespace ts::onnx
