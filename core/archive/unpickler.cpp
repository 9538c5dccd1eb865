#include "core/archive/unpickler.h"

#include "core/archive/archive_error.h"
#include "core/tensor/value_walk.h"
#include "core/types/constant.h"

namespace ts::archive {

using Kind = PickleNode::Kind;
using tensor::IValue;
using types::TypeKind;
using types::TypePtr;

namespace {

TypePtr elementOf(TypePtr hint, TypeKind kind, size_t i) {
  if (hint && hint->is(TypeKind::Optional)) hint = hint->contained()[0];
  return hint && hint->is(kind) ? hint->contained()[i] : nullptr;
}

bool matches(const types::Constant& constant, const IValue& value) {
  if (constant.isInt()) return value.isInt() && value.toInt() == constant.toInt();
  if (constant.isReal()) return value.isDouble() && value.toDouble() == constant.toReal();
  if (constant.isString()) return value.isString() && value.toString() == constant.toString();
  return false;
}

// The functions of torch.jit._pickle that determine the type of a list.
struct Builder {
  std::string_view name;
  TypePtr (*element)();
};
TypePtr intElement() { return types::intType(); }
TypePtr floatElement() { return types::floatType(); }
TypePtr boolElement() { return types::boolType(); }
TypePtr tensorElement() { return types::tensorType(); }
constexpr Builder kBuilders[] = {
    {"torch.jit._pickle.build_intlist", intElement},
    {"torch.jit._pickle.build_doublelist", floatElement},
    {"torch.jit._pickle.build_boollist", boolElement},
    {"torch.jit._pickle.build_tensorlist", tensorElement},
};

}  // namespace

IValue Unpickler::readWhole(const PickleTree& tree) {
  try {
    return read(*tree.root);
  } catch (...) {
    std::vector<IValue> values;
    for (auto& [node, value] : values_) values.push_back(std::move(value));
    tensor::breakCycles(values);
    throw;
  }
}

void Unpickler::charge(size_t count) {
  // The object itself, and its entry in made_.
  constexpr size_t kOverhead = sizeof(tensor::DictValue) + 6 * sizeof(void*);
  tensors_.budget().charge(kOverhead);
  tensors_.budget().charge(count, sizeof(IValue));
}

IValue Unpickler::read(const PickleNode& node, TypePtr hint) {
  if (auto entry = values_.find(&node); entry != values_.end()) return entry->second;
  if (++depth_ > kMaxPickleDepth)
    refuse("its values are nested deeper than the limit of {} (kMaxPickleDepth)", kMaxPickleDepth);
  IValue value = make(node, hint);
  --depth_;
  if (value.counted()) values_[&node] = value;
  return value;
}

IValue Unpickler::make(const PickleNode& node, TypePtr hint) {
  switch (node.kind) {
    case Kind::None: return {};
    case Kind::Bool: return IValue(node.integer != 0);
    case Kind::Int:
      if (hint && hint->is(TypeKind::Float)) return IValue(static_cast<double>(node.integer));
      return IValue(static_cast<int64_t>(node.integer));
    case Kind::Float: return IValue(node.real);
    case Kind::String:
    case Kind::Bytes: charge(node.text.size() / sizeof(IValue)); return IValue(node.text);
    case Kind::Tuple: {
      charge(node.items.size());
      auto tuple = tensor::makeCounted<tensor::TupleValue>(std::vector<IValue>());
      values_[&node] = tuple;  // it may be in one of its items
      const bool fits =
          hint && hint->is(TypeKind::Tuple) && hint->contained().size() == node.items.size();
      for (size_t i = 0; i < node.items.size(); ++i)
        tuple->items.push_back(read(*node.items[i], fits ? hint->contained()[i] : nullptr));
      return tuple;
    }
    case Kind::List: return list(node, elementOf(hint, TypeKind::List, 0));
    case Kind::Dict:
      return dict(node, node.items, elementOf(hint, TypeKind::Dict, 0),
                  elementOf(hint, TypeKind::Dict, 1));
    case Kind::Call: return call(node, hint);
    case Kind::Object: return object(node);
    default:
      refuse("contains a value that TorchScript does not support{}",
             node.text.empty() ? "" : ": " + node.text);
  }
}

IValue Unpickler::list(const PickleNode& node, TypePtr element) {
  if (!node.is(Kind::List)) refuse("a list in the pickle is not a list node");
  if (auto entry = values_.find(&node); entry != values_.end()) return entry->second;
  charge(node.items.size());
  auto list = tensor::makeCounted<tensor::ListValue>(element ? element : types::anyType());
  values_[&node] = list;  // it may contain itself
  for (const PickleNode* item : node.items) list->items.push_back(read(*item, element));
  return list;
}

IValue Unpickler::dict(const PickleNode& node, const std::vector<PickleNode*>& items, TypePtr key,
                       TypePtr value) {
  charge(2 * items.size());  // with its hash table
  auto dict = tensor::makeCounted<tensor::DictValue>(key ? key : types::anyType(),
                                                     value ? value : types::anyType());
  values_[&node] = dict;
  for (size_t i = 0; i + 1 < items.size(); i += 2)
    dict->set(read(*items[i], key), read(*items[i + 1], value));
  return dict;
}

IValue Unpickler::call(const PickleNode& node, TypePtr hint) {
  if (TensorReader::isTensor(node)) return tensors_.read(node);
  const PickleNode& callee = *node.items[0];
  const std::vector<PickleNode*>& arguments = node.items[1]->items;
  if (!callee.is(Kind::Global)) refuse("calls a value that is not a named function");
  auto wantArguments = [&](size_t count) {
    if (arguments.size() != count)
      refuse("calls {} with {} arguments, not {}", callee.text, arguments.size(), count);
  };
  for (const Builder& builder : kBuilders)
    if (callee.text == builder.name)
      return wantArguments(1), list(*arguments[0], builder.element());
  if (callee.text == "torch.jit._pickle.restore_type_tag") {
    wantArguments(2);
    TypePtr type = callbacks_.typeOfText(arguments[1]->text);
    if (!type) refuse("'{}' is not a type", arguments[1]->text);
    return read(*arguments[0], type);
  }
  if (callee.text == "collections.OrderedDict") {
    // Some writers pass all pairs as an argument, others add entries later.
    charge(arguments.empty() ? 0 : arguments[0]->items.size());
    std::vector<PickleNode*> items = node.added ? node.added->entries : std::vector<PickleNode*>();
    if (!arguments.empty())
      for (const PickleNode* pair : arguments[0]->items)
        if (pair->items.size() == 2)
          items.insert(items.end(), pair->items.begin(), pair->items.end());
    return dict(node, items, elementOf(hint, TypeKind::Dict, 0),
                elementOf(hint, TypeKind::Dict, 1));
  }
  if (callee.text == "torch.device")
    return wantArguments(1), tensor::makeDevice(arguments[0]->text);
  if (callee.text == "torch.Size")
    return wantArguments(1), read(*arguments[0], types::listOf(types::intType()));
  if (callee.text == "builtins.complex" || callee.text == "__builtin__.complex") {
    wantArguments(2);
    const IValue real = read(*arguments[0]), imag = read(*arguments[1]);
    return IValue(std::complex<double>(real.toScalar().to<double>(), imag.toScalar().to<double>()));
  }
  TypePtr type = callbacks_.typeNamed(callee.text);
  if (const auto* tuple = type ? types::cast<types::TupleType>(type) : nullptr) {
    if (arguments.size() != tuple->contained().size())
      refuse("'{}' has {} fields, not {}", callee.text, tuple->contained().size(),
             arguments.size());
    charge(arguments.size());
    std::vector<IValue> items;
    for (size_t i = 0; i < arguments.size(); ++i)
      items.push_back(read(*arguments[i], tuple->contained()[i]));
    return tensor::makeCounted<tensor::TupleValue>(std::move(items), tuple);
  }
  if (const auto* members = type ? types::cast<types::EnumType>(type) : nullptr) {
    wantArguments(1);
    const IValue value = read(*arguments[0], members->valueType());
    for (const types::EnumMember& member : members->members())
      if (matches(member.value, value))
        return tensor::makeCounted<tensor::EnumValue>(members, member.name, value);
    refuse("the enum '{}' has no member of that value", callee.text);
  }
  refuse("calls '{}', which archives of PyTorch do not use; the call was not executed",
         callee.text);
}

IValue Unpickler::object(const PickleNode& node) {
  const PickleNode& cls = *node.items[0];
  if (!cls.is(Kind::Global)) refuse("an object's class has no name");
  TypePtr named = callbacks_.typeNamed(cls.text);
  const auto* type = named ? types::cast<types::ClassType>(named) : nullptr;
  if (!type) refuse("the code of class '{}' is missing", cls.text);
  charge(type->attributes().size());
  auto object = tensor::makeCounted<tensor::ObjectValue>(type);
  values_[&node] = object;
  object->slots.resize(type->attributes().size());
  const PickleNode* state = node.added ? node.added->state : nullptr;
  if (!state) return object;
  if (type->method("__setstate__")) {
    callbacks_.setState(*object, read(*state));
    return object;
  }
  if (!state->is(Kind::Dict)) refuse("the state of an object of '{}' is not a dict", cls.text);
  std::vector<bool> isSet(object->slots.size());
  for (size_t i = 0; i + 1 < state->items.size(); i += 2) {
    const PickleNode& name = *state->items[i];
    auto slot = name.is(Kind::String) ? type->attributeSlot(name.text) : std::nullopt;
    if (!slot)
      refuse("class '{}' has no attribute '{}', but an object of it has", cls.text, name.text);
    object->slots[*slot] = read(*state->items[i + 1], type->attributes()[*slot].type);
    isSet[*slot] = true;
  }
  for (size_t slot = 0; slot < isSet.size(); ++slot)
    if (!isSet[slot] && !types::isOptionalLike(type->attributes()[slot].type))
      refuse("an object of class '{}' has no attribute '{}'", cls.text,
             type->attributes()[slot].name);
  return object;
}

}  // namespace ts::archive
