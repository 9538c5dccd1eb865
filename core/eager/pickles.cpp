#include "core/eager/pickles.h"

#include <algorithm>

#include "core/archive/archive_error.h"
#include "core/archive/unpickler.h"
#include "core/eager/convert.h"
#include "core/eval/vm/state.h"

namespace ts::eager {
namespace {

using archive::PickleNode;
using Kind = PickleNode::Kind;

Value attributeOf(Vm& vm, std::string_view module, std::string_view name) {
  return vm.moduleAttribute(*vm.module(module), vm.intern(name));
}

bool isOf(Vm& vm, const Value& value, std::string_view module, std::string_view name) {
  auto* cls = attributeOf(vm, module, name).as<Class>();
  return cls && vm.isInstance(value, cls);
}

// Names of Python 2, which pickles of protocol 2 use.
struct OldName {
  std::string_view old, now;
};
constexpr OldName kOldNames[] = {{"__builtin__", "builtins"}, {"copy_reg", "copyreg"}};

// An estimate of the memory of an entry of a dict or a set.
constexpr size_t kDictEntryBytes = 3 * sizeof(Value);

}  // namespace

// ---- writing

void ValuePickler::refuse(const Value& value) {
  vm_.raiseTypeError("cannot pickle '" + vm_.classOf(value)->name + "' object");
}

void ValuePickler::writeGlobal(const std::string& module, const std::string& name,
                               const Value& value) {
  if (module.empty() || name.find('.') != name.npos || name.find('<') != name.npos) {
    if (name.find("<locals>") != name.npos)
      vm_.raise(vm_.types.AttributeError, "Can't pickle local object '" + name +
                                              "': it must be defined at the top level of a module");
    refuse(value);
  }
  writer_.global(module, name);
}

void ValuePickler::writeTensor(const Value& value) {
  if (!isOf(vm_, value, "torch.nn.parameter", "Parameter")) return writer_.tensor(dataOf(value));
  if (writer_.fetch(value.object())) return;
  writer_.parameter(dataOf(value));
  writer_.remember(value.object());
}

void ValuePickler::writeItems(const std::vector<Value>& items) {
  writer_.mark();
  for (const Value& item : items) write(item);
}

void ValuePickler::writeTuple(const Value& value, const std::vector<Value>& items) {
  if (writer_.fetch(value.object())) return;
  Class* cls = vm_.classOf(value);
  const bool isSize = cls == eval::torchOf(vm_).size, isPlain = cls == vm_.types.tuple;
  if (isSize) {
    writer_.global("torch", "Size");
    writer_.mark();
  } else if (!isPlain) {
    write(Value(cls));
  }
  writeItems(items);
  writer_.tupleToMark();
  if (isSize) {
    writer_.tupleToMark();
    writer_.reduce();
  } else if (!isPlain) {
    writer_.newObject();
  }
  writer_.remember(value.object());
}

void ValuePickler::writeEntries(Dict& dict) {
  if (dict.count == 0) return;
  writer_.mark();
  dict.each([&](const Value& key, const Value& item) {
    write(key);
    write(item);
  });
  writer_.setItems();
}

void ValuePickler::writeAttributes(const Value& value) {
  Dict* attributes = vm_.dictOf(value);
  if (!attributes || attributes->count == 0) return;
  writer_.emptyDict();
  writeEntries(*attributes);
  writer_.build();
}

void ValuePickler::writeDict(const Value& value, Dict& dict) {
  if (writer_.fetch(&dict)) return;
  Class* cls = vm_.classOf(value);
  if (cls == vm_.types.dict) {
    writer_.emptyDict();
  } else {
    write(Value(cls));
    if (Value factory; isOf(vm_, value, "collections", "defaultdict") &&
                       vm_.tryGetattr(value, vm_.intern("default_factory"), factory)) {
      writer_.mark();
      write(factory);
      writer_.tupleToMark();
    } else {
      writer_.emptyTuple();
    }
    writer_.reduce();
  }
  writer_.remember(&dict);
  writeEntries(dict);
  if (cls != vm_.types.dict && !isOf(vm_, value, "collections", "defaultdict"))
    writeAttributes(value);
}

void ValuePickler::writeSet(const Value& value) {
  if (writer_.fetch(value.object())) return;
  writer_.global("builtins", vm_.classOf(value)->name);
  writer_.mark();
  writer_.emptyList();
  writeItems(vm_.toVector(value));
  writer_.appends();
  writer_.tupleToMark();
  writer_.reduce();
  writer_.remember(value.object());
}

void ValuePickler::writeInstance(const Value& value) {
  if (writer_.fetch(value.object())) return;
  Class* cls = vm_.classOf(value);
  if (isOf(vm_, value, "enum", "Enum")) {
    write(Value(cls));
    writer_.mark();
    write(vm_.getattr(value, "value"));
    writer_.tupleToMark();
    writer_.reduce();
    writer_.remember(value.object());
    return;
  }
  if (!value.as<eval::Instance>() || isOf(vm_, value, "torch.jit._script", "RecursiveScriptModule"))
    refuse(value);
  write(Value(cls));
  writer_.emptyTuple();
  writer_.newObject();
  writer_.remember(value.object());
  Value getState = vm_.lookupSpecial(value, vm_.intern("__getstate__"));
  if (!cls->lookup(vm_.intern("__getstate__")) || getState.isUnbound())
    return writeAttributes(value);
  Value state = vm_.call(getState);
  if (state.isNone()) return;
  alive_.push_back(state);
  write(state);
  writer_.build();
}

void ValuePickler::write(const Value& value) {
  if (++depth_ > archive::kMaxPickleDepth)
    vm_.raise(vm_.types.RecursionError, "the values to be saved are nested too deeply");
  int64_t integer = 0;
  if (value.isNone()) {
    writer_.none();
  } else if (value.isBool()) {
    writer_.boolean(value.integerValue() != 0);
  } else if (isTensor(value)) {
    writeTensor(value);
  } else if (auto* text = value.as<Str>()) {
    writer_.string(text->text);
  } else if (isOf(vm_, value, "enum", "Enum")) {
    writeInstance(value);
  } else if (vm_.asInt(value, integer)) {
    writer_.integer(integer);
  } else if (double real = 0; value.isFloat() && vm_.asReal(value, real)) {
    writer_.real(real);
  } else if (auto* list = value.as<List>()) {
    if (!writer_.fetch(list)) {
      writer_.emptyList();
      writer_.remember(list);
      writeItems(list->items);
      writer_.appends();
    }
  } else if (auto* tuple = value.as<Tuple>()) {
    writeTuple(value, tuple->items);
  } else if (auto* dict = value.as<Dict>()) {
    writeDict(value, *dict);
  } else if (value.as<eval::Set>()) {
    writeSet(value);
  } else if (auto* complex = value.as<eval::Complex>()) {
    writer_.write(IValue(std::complex<double>(complex->real, complex->imag)));
  } else if (auto* bytes = value.as<eval::Bytes>()) {
    // Protocol 2 has no bytes, so they are written as a string whose characters are the bytes.
    std::string text;
    for (const char byte : bytes->data) {
      const auto code = static_cast<unsigned char>(byte);
      if (code < 0x80) {
        text += byte;
      } else {
        text += static_cast<char>(0xC0 | code >> 6);
        text += static_cast<char>(0x80 | (code & 0x3F));
      }
    }
    writer_.global("_codecs", "encode");
    writer_.mark();
    writer_.string(text);
    writer_.string("latin1");
    writer_.tupleToMark();
    writer_.reduce();
  } else if (auto* dtype = value.as<eval::Dtype>()) {
    writer_.global("torch", dtype->name);
  } else if (value.as<eval::Device>()) {
    writer_.global("torch", "device");
    writer_.mark();
    writer_.string(vm_.toStr(value));
    writer_.tupleToMark();
    writer_.reduce();
  } else if (auto* cls = value.as<Class>()) {
    writeGlobal(cls->moduleName, cls->qualname, value);
  } else if (auto* function = value.as<eval::Function>()) {
    writeGlobal(function->module ? function->module->name : "", function->qualname->text, value);
  } else if (auto* native = value.as<eval::OperatorFunction>()) {
    const size_t dot = native->qualifiedName.rfind('.');
    writeGlobal(native->qualifiedName.substr(0, dot), native->qualifiedName.substr(dot + 1), value);
  } else {
    writeInstance(value);
  }
  --depth_;
}

// ---- reading

Value ValueUnpickler::read(const PickleNode& node) {
  if (auto entry = values_.find(&node); entry != values_.end()) return entry->second;
  if (++depth_ > archive::kMaxPickleDepth)
    archive::refuse("its values are nested deeper than the limit of {} (kMaxPickleDepth)",
                    archive::kMaxPickleDepth);
  Value value = make(node);
  --depth_;
  values_[&node] = value;
  return value;
}

Value ValueUnpickler::make(const PickleNode& node) {
  switch (node.kind) {
    case Kind::None: return Value::none();
    case Kind::Bool: return Value::boolean(node.integer != 0);
    case Kind::Int: return Value::integer(node.integer);
    case Kind::Float: return Value::real(node.real);
    case Kind::String: charge(node.text.size(), 1); return vm_.str(node.text);
    case Kind::Bytes: charge(node.text.size(), 1); return vm_.bytes(node.text);
    case Kind::Tuple: return readTuple(node);
    case Kind::List: {
      charge(node.items.size());
      Ref<List> list = vm_.list();
      values_[&node] = Value(list);  // it may contain itself
      for (const PickleNode* item : node.items) list->items.push_back(read(*item));
      return list;
    }
    case Kind::Set: {
      charge(node.items.size(), kDictEntryBytes);
      Ref<eval::Set> set = vm_.set();
      for (const PickleNode* item : node.items) vm_.callMethod(Value(set), "add", {read(*item)});
      return set;
    }
    case Kind::Dict: {
      charge(node.items.size(), kDictEntryBytes);
      Ref<Dict> dict = vm_.dict();
      values_[&node] = Value(dict);
      for (size_t i = 0; i + 1 < node.items.size(); i += 2)
        dict->set(vm_, read(*node.items[i]), read(*node.items[i + 1]));
      return dict;
    }
    case Kind::Global: return global(node.text);
    case Kind::Call: return call(node);
    case Kind::Object: return object(node);
    case Kind::Persistent: archive::refuse("contains a storage that does not belong to a tensor");
  }
  return Value::none();
}

void ValueUnpickler::charge(size_t count, size_t size) {
  constexpr size_t kOverhead = sizeof(Dict) + 6 * sizeof(void*);  // with its entry in made_
  tensors_.budget().charge(kOverhead);
  tensors_.budget().charge(count, size);
}

// Charges the result of a constructor that copies its arguments or fills memory: list(range(N)),
// bytearray(N).
void ValueUnpickler::chargeCall(std::string_view function, std::span<const Value> arguments) {
  for (const Value& argument : arguments) {
    int64_t count = 0;
    if (auto* range = argument.as<eval::Range>())
      charge(static_cast<size_t>(std::max<int64_t>(0, range->length())), kDictEntryBytes);
    else if (auto* list = argument.as<List>())
      charge(list->items.size(), kDictEntryBytes);
    else if (auto* tuple = argument.as<Tuple>())
      charge(tuple->items.size(), kDictEntryBytes);
    else if (auto* dict = argument.as<Dict>())
      charge(dict->count, kDictEntryBytes);
    else if (auto* text = argument.as<Str>())
      charge(text->text.size(), sizeof(Value));
    else if (auto* bytes = argument.as<eval::Bytes>())
      charge(bytes->data.size(), sizeof(Value));
    else if (function.ends_with(".bytearray") && vm_.asInt(argument, count))
      charge(static_cast<size_t>(std::max<int64_t>(0, count)), 1);
  }
}

Value ValueUnpickler::readTuple(const PickleNode& node) {
  charge(node.items.size());
  std::vector<Value> items;
  for (const PickleNode* item : node.items) items.push_back(read(*item));
  return vm_.tuple(std::move(items));
}

// Finds a class, function or dtype in a loaded module of the program or in the library. Imports
// nothing.
Value ValueUnpickler::global(const std::string& qualifiedName) {
  std::string name = qualifiedName;
  for (const OldName& row : kOldNames)
    if (name.starts_with(std::string(row.old) + "."))
      name = std::string(row.now) + name.substr(row.old.size());
  const size_t dot = name.rfind('.');
  const std::string moduleName = name.substr(0, dot == name.npos ? 0 : dot);
  const auto& modules = vm_.state().modules;
  auto entry = modules.find(moduleName);
  Ref<eval::Module> module = entry == modules.end() ? nullptr : entry->second;
  const bool isLibrary =
      moduleName == "builtins" || moduleName == "collections" || moduleName.starts_with("torch.");
  if (!module && isLibrary) module = vm_.module(moduleName);
  Value value = module ? vm_.moduleAttribute(*module, vm_.intern(name.substr(dot + 1))) : Value();
  if (value.isUnbound())
    archive::refuse(
        "contains an object of '{}', which this program does not define: import or define it "
        "before "
        "loading",
        name);
  return value;
}

Value ValueUnpickler::call(const PickleNode& node) {
  if (archive::TensorReader::isTensor(node)) {
    const Tensor tensor = tensors_.read(node);
    auto* parameter = archive::TensorReader::isParameter(node)
                          ? attributeOf(vm_, "torch.nn.parameter", "Parameter").as<Class>()
                          : nullptr;
    return eagerOf(vm_).wrap(vm_, tensor, parameter);
  }
  const PickleNode& callee = *node.items[0];
  if (!callee.is(Kind::Global)) archive::refuse("calls a value that is not a named function");
  const std::vector<PickleNode*>& arguments = node.items[1]->items;
  if (callee.text == "_codecs.encode") {
    if (arguments.empty() || !arguments[0]->is(Kind::String))
      archive::refuse("a bytes object in the pickle is invalid");
    return vm_.callMethod(read(*arguments[0]), "encode", {vm_.str("latin1")});
  }
  if (callee.text.starts_with("torch._utils._rebuild"))
    archive::refuse("contains a tensor of a kind that JitScope does not support: {}", callee.text);
  static constexpr std::string_view kValues[] = {"collections.OrderedDict",
                                                 "collections.defaultdict",
                                                 "collections.Counter",
                                                 "torch.Size",
                                                 "torch.device",
                                                 "builtins.set",
                                                 "builtins.frozenset",
                                                 "builtins.complex",
                                                 "builtins.bytearray",
                                                 "builtins.slice",
                                                 "builtins.range",
                                                 "__builtin__.set",
                                                 "__builtin__.frozenset",
                                                 "__builtin__.complex",
                                                 "__builtin__.bytearray",
                                                 "__builtin__.slice",
                                                 "builtins.list",
                                                 "builtins.dict",
                                                 "builtins.tuple"};
  const bool isValue = std::ranges::find(kValues, callee.text) != std::end(kValues);
  Value function = isValue || !callee.text.starts_with("builtins") ? global(callee.text) : Value();
  auto* cls = function.as<Class>();
  auto* members = attributeOf(vm_, "enum", "Enum").as<Class>();
  auto* dicts = vm_.types.dict;
  if (!isValue && !(cls && (cls->isSubclass(members) || cls->isSubclass(dicts))))
    archive::refuse(
        "calls '{}', which is not a known constructor of values; the call was not executed",
        callee.text);
  const Value readArguments = readTuple(*node.items[1]);
  const std::span<const Value> values = readArguments.as<Tuple>()->items;
  chargeCall(callee.text, values);
  Value result = vm_.call(function, values);
  values_[&node] = result;
  fill(node, result);
  return result;
}

Value ValueUnpickler::object(const PickleNode& node) {
  if (!node.items[0]->is(Kind::Global)) archive::refuse("an object's class has no name");
  Value type = global(node.items[0]->text);
  auto* cls = type.as<Class>();
  if (!cls) archive::refuse("'{}' is not a class", node.items[0]->text);
  std::vector<Value> arguments{type};
  for (const PickleNode* item : node.items[1]->items) arguments.push_back(read(*item));
  Value instance = vm_.call(vm_.getattr(type, "__new__"), std::span<const Value>(arguments));
  values_[&node] = instance;
  fill(node, instance);
  return instance;
}

// Adds the contents that the pickle sets after creating the object.
void ValueUnpickler::fill(const PickleNode& node, const Value& instance) {
  if (!node.added) return;
  const PickleNode::Added& added = *node.added;
  charge(added.items.size());
  for (const PickleNode* item : added.items) vm_.callMethod(instance, "append", {read(*item)});
  charge(added.entries.size(), kDictEntryBytes);
  for (size_t i = 0; i + 1 < added.entries.size(); i += 2)
    vm_.setitem(instance, read(*added.entries[i]), read(*added.entries[i + 1]));
  if (!added.state) return;
  Value state = read(*added.state), setState;
  if (vm_.tryGetattr(instance, vm_.intern("__setstate__"), setState)) {
    vm_.call(setState, {state});
    return;
  }
  auto* attributes = state.as<Dict>();
  if (!attributes)
    archive::refuse("the state of an object of '{}' is not a dict", vm_.classOf(instance)->name);
  Dict* own = vm_.dictOf(instance, true);
  if (!own) archive::refuse("an object of '{}' has no attributes", vm_.classOf(instance)->name);
  charge(attributes->count, kDictEntryBytes);
  attributes->each([&](const Value& key, const Value& item) { own->set(vm_, key, item); });
}

}  // namespace ts::eager
