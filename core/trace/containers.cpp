// Inputs, arguments and results of a trace: conversion between values and the graph, including
// containers of tensors.
#include "core/interp/interpreter.h"
#include "core/ir/kinds.h"
#include "core/tensor/error.h"
#include "core/tensor/value_walk.h"
#include "core/trace/recorder.h"

namespace ts::trace {

namespace prim = ir::prim;
using tensor::fail;
using tensor::Tag;

namespace {

const Symbol kGetItem = Symbol::intern("aten::__getitem__"), kView = Symbol::intern("aten::view");

types::Constant keyConstant(const IValue& key) {
  if (key.isString()) return types::Constant::string(key.toString());
  if (key.isInt()) return types::Constant::integer(key.toInt());
  fail("the keys of a traced dict must be strings, not {}", nameOf(key.tag()));
}

types::Constant constantOf(const IValue& value) {
  const auto constant = interp::constantOf(value);
  if (!constant) fail("a {} can't be traced", nameOf(value.tag()));
  return *constant;
}

bool isTensorList(const IValue& value) {
  if (!value.isList()) return false;
  const tensor::ListValue& list = value.toList();
  return list.items.empty() ? list.element->is(types::TypeKind::Tensor)
                            : list.items.front().isTensor();
}

}  // namespace

// ---- inputs

void Recorder::addSelf(const tensor::ObjectValue& module) {
  ir::Value* self = graph_->addInput("self");
  self->setType(module.type);
  addAttributes(self, module, "__module");
}

void Recorder::addAttributes(ir::Value* self, const tensor::ObjectValue& module,
                             const std::string& path) {
  const tensor::ValueDepth depth;  // a loaded module may contain itself
  const tensor::Ptr<tensor::ObjectValue> object(const_cast<tensor::ObjectValue*>(&module));
  know(object, self);
  const std::vector<types::ClassAttribute>& attributes = module.type->attributes();
  for (size_t i = 0; i < attributes.size(); ++i) {
    const IValue& value = module.slots[i];
    const std::string scope = path + "." + attributes[i].name;
    ir::Node* node = insert(kTracedAttribute, {});
    node->set(kPath, scope);
    if (value.isTensor()) {
      addInput(value, completeType(value.toTensor()), node->output());
    } else {
      node->output()->setType(value.isObject() ? value.toObject().type : attributes[i].type);
    }
    const auto* cls = types::cast<types::ClassType>(attributes[i].type);
    if (cls && cls->isModule()) addAttributes(node->output(), value.toObject(), scope);
  }
}

IValue Recorder::addInput(const IValue& value, std::string_view name) {
  return addInput(value, traceableType(value), graph_->addInput(name));
}

IValue Recorder::addInput(const IValue& value, types::TypePtr type, ir::Value* as) {
  as->setType(type);
  switch (value.tag()) {
    case Tag::Tensor: {
      Tensor tensor = value.toTensor();
      if (const RecordedValue* recorded = find(value)) {
        // An unused view, which the cleanup removes. Until then it marks the place of the known
        // value's first use, where an attribute is read.
        recordView(recorded->value, tensor);
        Tensor view = tensor::view(tensor, tensor.sizes(), tensor.strides(), tensor.offset());
        view.impl()->requiresGrad = tensor.requiresGrad();
        tensor = view;
      }
      know(tensor, as);
      return tensor;
    }
    case Tag::Tuple: {
      std::vector<IValue> items = value.toTuple().items;
      ir::Node* unpack = graph_->insertNode(graph_->createTupleUnpack(as));
      for (size_t i = 0; i < items.size(); ++i)
        items[i] = addInput(items[i], type->element(i), unpack->output(i));
      return tensor::makeTuple(std::move(items));
    }
    case Tag::List: {
      std::vector<IValue> items = value.toList().items;
      ir::Node* unpack = graph_->insertNode(graph_->createListUnpack(as, items.size()));
      for (size_t i = 0; i < items.size(); ++i)
        items[i] = addInput(items[i], type->element(), unpack->output(i));
      return tensor::makeList(value.toList().element, std::move(items));
    }
    case Tag::Dict: {
      auto dict = tensor::makeCounted<tensor::DictValue>(value.toDict().key, value.toDict().value);
      for (const auto& entry : value.toDict().entries()) {
        ir::Value* key = graph_->insertConstant(keyConstant(entry.key));
        ir::Node* get = insert(kGetItem, {as, key});
        locate(get);
        dict->set(entry.key, addInput(entry.value, type->element(1), get->output()));
      }
      return dict;
    }
    default:
      fail(
          "a value of type {} can't be an input of a trace: only tensors, and tuples, lists "
          "and dicts of them can",
          type->annotation());
  }
}

// ---- arguments

ir::Value* Recorder::tensorValue(const Tensor& tensor) {
  if (!tensor.defined()) return insertNone();
  if (const RecordedValue* recorded = find(tensor)) {
    if (!recorded->value->hasDebugName())
      recorded->value->setDebugName(program_.variableOf(tensor));
    return recorded->value;
  }
  if (tensor.requiresGrad())
    fail(
        "a tensor that requires a gradient would be recorded as a constant: make it a parameter of "
        "the traced module or an input, or "
        "detach() it");
  ir::Value* constant = insertConstant(interp::tensorConstant(tensor));
  constant->setType(completeType(tensor));
  if (!tensor.impl()->isWrappedNumber) note(Cause::Constant, interp::textOf(tensor));
  return constant;
}

ir::Value* Recorder::valueOf(const IValue& value) {
  switch (value.tag()) {
    case Tag::Tensor: return tensorValue(value.toTensor());
    case Tag::Tuple: {
      std::vector<ir::Value*> items;
      for (const IValue& item : value.toTuple().items) items.push_back(valueOf(item));
      return graph_->insertNode(graph_->createTuple(items))->output();
    }
    case Tag::List: {
      if (!isTensorList(value)) return insertConstant(constantOf(value));
      std::vector<ir::Value*> items;
      for (const IValue& item : value.toList().items) items.push_back(valueOf(item));
      return graph_->insertNode(graph_->createList(types::tensorType(), items))->output();
    }
    case Tag::Dict: {
      std::vector<ir::Value*> keys, values;
      for (const auto& entry : value.toDict().entries()) {
        keys.push_back(valueOf(entry.key));
        values.push_back(valueOf(entry.value));
      }
      return graph_
          ->insertNode(graph_->createDict(value.toDict().key, value.toDict().value, keys, values))
          ->output();
    }
    case Tag::Object:
      if (const RecordedValue* recorded = find(value)) return recorded->value;
      fail("the traced code calls an object of {} that is not a submodule of the traced module",
           value.toObject().type->qualifiedName());
    default: return value.isNone() ? insertNone() : insertConstant(constantOf(value));
  }
}

// ---- results

void Recorder::setValue(const IValue& value, ir::Value* as) {
  const tensor::ValueDepth depth;
  switch (value.tag()) {
    case Tag::Tensor: know(value, as); return;
    case Tag::Tuple: {
      ir::Node* unpack = graph_->insertNode(graph_->createTupleUnpack(as));
      for (size_t i = 0; i < unpack->outputs().size(); ++i)
        setValue(value.toTuple().items[i], unpack->output(i));
      return;
    }
    case Tag::List: {
      ir::Node* unpack =
          graph_->insertNode(graph_->createListUnpack(as, value.toList().items.size()));
      for (size_t i = 0; i < unpack->outputs().size(); ++i)
        setValue(value.toList().items[i], unpack->output(i));
      return;
    }
    case Tag::Dict:
      for (const auto& entry : value.toDict().entries()) {
        ir::Node* get = insert(kGetItem, {as, graph_->insertConstant(keyConstant(entry.key))});
        get->output()->setType(as->type()->element(1));
        setValue(entry.value, get->output());
      }
      return;
    case Tag::Object: know(value, as); return;
    default: return;  // numbers and strings become constants at their uses
  }
}

void Recorder::addOutput(const IValue& value) {
  settle();
  graph_->registerOutput(outputOf(value, graph_->outputs().size() + 1));
}

void Recorder::recordView(ir::Value* of, const Tensor& tensor) {
  std::vector<ir::Value*> sizes;
  for (int64_t size : tensor.sizes())
    sizes.push_back(insertConstant(types::Constant::integer(size)));
  ir::Value* shape = graph_->insertNode(graph_->createList(types::intType(), sizes))->output();
  insert(kView, {of, shape});
}

ir::Value* Recorder::outputOf(const IValue& value, size_t number) {
  switch (value.tag()) {
    case Tag::Tensor: {
      const RecordedValue* recorded = find(value);
      if (!recorded)
        fail(
            "result {} does not depend on the inputs through any traced operator: it would "
            "always be the same tensor",
            number);
      return recorded->value;
    }
    case Tag::Tuple: {
      std::vector<ir::Value*> items;
      for (const IValue& item : value.toTuple().items) items.push_back(outputOf(item, number));
      return graph_->insertNode(graph_->createTuple(items))->output();
    }
    case Tag::List: {
      if (!isTensorList(value)) break;
      if (options_.strict) note(Cause::ListOutput);
      std::vector<ir::Value*> items;
      for (const IValue& item : value.toList().items) items.push_back(outputOf(item, number));
      return graph_->insertNode(graph_->createList(types::tensorType(), items))->output();
    }
    case Tag::Dict: {
      if (options_.strict)
        fail(
            "a dict is among the results: its keys will always be those of this run. Return a "
            "tuple, or pass strict=False to allow it");
      std::vector<ir::Value*> keys, values;
      types::TypePtr type = interp::typeOf(value);
      for (const auto& entry : value.toDict().entries()) {
        if (!entry.key.isString() && !entry.key.isTensor())
          fail("a dict among the results must have strings as keys and tensors as values");
        keys.push_back(valueOf(entry.key));
        values.push_back(outputOf(entry.value, number));
      }
      types::TypePtr item =
          values.empty() ? type->element(1) : types::unshaped(values.front()->type());
      return graph_->insertNode(graph_->createDict(type->element(0), item, keys, values))->output();
    }
    default: break;
  }
  fail("a traced function can return tensors, and tuples, lists and dicts of them, but not {}",
       nameOf(value.tag()));
}

}  // namespace ts::trace
