// The methods of `_c`, the handle of a compiled function or module.
#include <unordered_map>

#include "core/archive/code_printer.h"
#include "core/eager/convert.h"
#include "core/eager/functions.h"
#include "core/eager/jit.h"
#include "core/ir/kinds.h"
#include "core/ir/text.h"
#include "core/kernels/copy.h"
#include "core/passes/inliner.h"

namespace ts::eager {
namespace {

Handle& self(Value* args) { return *args[0].asNative<Handle>(); }
const std::string& nameOf(Value* args) { return args[1].as<Str>()->text; }

const ir::Function& needed(Vm& vm, Value* args) {
  return compiledFunction(vm, self(args), nameOf(args));
}

Value run(Vm& vm, Value* args) {
  const std::vector<Value>& positional = args[2].as<Tuple>()->items;
  std::vector<Value> values = positional;
  std::vector<Str*> names;
  args[3].as<Dict>()->each([&](const Value& key, const Value& value) {
    names.push_back(key.as<Str>());
    values.push_back(value);
  });
  std::vector<IValue> first;
  if (self(args).object) first.emplace_back(self(args).object);
  return jitOf(vm).run(needed(vm, args), std::move(first),
                       CallArgs{values.data(), positional.size(), names});
}

Value code(Vm& vm, Value* args) {
  return vm.str(archive::printCode(needed(vm, args), {.isMethod = self(args).object != nullptr}));
}
// The flags inlined, canonical and locations select the form of the text.
Value graph(Vm& vm, Value* args) {
  ir::GraphPtr printed = needed(vm, args).graph;
  if (vm.truth(args[2])) {
    printed = printed->copy();
    passes::inlineCalls(*printed);
  }
  if (vm.truth(args[3])) printed = ir::canonicalize(*printed);
  return vm.str(ir::print(*printed, {.locations = vm.truth(args[4])}));
}
Value schema(Vm& vm, Value* args) { return vm.str(needed(vm, args).schema.str()); }
Value name(Vm& vm, Value* args) { return vm.str(needed(vm, args).qualifiedName); }
Value typeName(Vm& vm, Value* args) {
  Handle& handle = self(args);
  return vm.str(handle.object ? handle.object->type->qualifiedName()
                              : handle.function->qualifiedName);
}

// ---- attributes of modules

Value hasMethod(Vm& vm, Value* args) {
  const ir::Function* function =
      self(args).object ? self(args).object->type->method(nameOf(args)) : nullptr;
  (void)vm;
  return Value::boolean(function != nullptr);
}
Value methodNames(Vm& vm, Value* args) {
  std::vector<Value> names;
  for (const ir::Function* method : self(args).object->type->methods())
    if (method->graph) names.push_back(vm.str(std::string(method->simpleName())));
  return vm.list(std::move(names));
}
Value getMethod(Vm& vm, Value* args) {
  needed(vm, args);
  Value make = vm.moduleAttribute(*vm.module("torch.jit._script"), vm.intern("ScriptMethod"));
  return vm.call(make, {args[0], args[1], Value::none()});
}
// Kinds: 0 attributes, 1 parameters, 2 buffers, 3 submodules.
Value names(Vm& vm, Value* args) {
  std::vector<Value> names;
  const int64_t kind = args[1].integerValue();
  for (const types::ClassAttribute& attribute : self(args).object->type->attributes()) {
    const auto* cls = types::cast<types::ClassType>(attribute.type);
    const bool isModule =
        (cls && cls->isModule()) || attribute.type->is(types::TypeKind::Interface);
    const int64_t own = isModule                                            ? 3
                        : attribute.kind == types::AttributeKind::Parameter ? 1
                        : attribute.kind == types::AttributeKind::Buffer    ? 2
                                                                            : 0;
    if (own == kind) names.push_back(vm.str(attribute.name));
  }
  return vm.list(std::move(names));
}
Value hasAttribute(Vm&, Value* args) {
  const auto* type = self(args).object->type;
  return Value::boolean(type->attribute(nameOf(args)) || type->constant(nameOf(args)));
}
Value getAttribute(Vm& vm, Value* args) {
  tensor::ObjectValue& object = *self(args).object;
  if (auto slot = object.type->attributeSlot(nameOf(args)))
    return jitOf(vm).fromTyped(object.slots[*slot]);
  if (const types::Constant* constant = object.type->constant(nameOf(args)))
    return jitOf(vm).fromTyped(interp::valueOf(*constant));
  vm.raise(vm.types.AttributeError, "attribute '" + nameOf(args) + "' does not exist");
}
Value setAttribute(Vm& vm, Value* args) {
  tensor::ObjectValue& object = *self(args).object;
  auto slot = object.type->attributeSlot(nameOf(args));
  if (!slot)
    vm.raise(vm.types.AttributeError,
             "attribute '" + nameOf(args) + "' does not exist or can't be assigned");
  object.slots[*slot] = jitOf(vm).typedValue(args[2], object.type->attributes()[*slot].type,
                                             "attribute '" + nameOf(args) + "'");
  return Value::none();
}
// The handle of a submodule.
Value submodule(Vm& vm, Value* args) {
  tensor::ObjectValue& object = *self(args).object;
  auto slot = object.type->attributeSlot(nameOf(args));
  if (!slot || !object.slots[*slot].isObject())
    vm.raise(vm.types.AttributeError, "submodule '" + nameOf(args) + "' does not exist");
  return jitOf(vm).handleOf(tensor::Ptr<tensor::ObjectValue>(&object.slots[*slot].toObject()),
                            Value());
}
Value original(Vm&, Value* args) {
  return self(args).original.isUnbound() ? Value::none() : self(args).original;
}

// ---- traces

void eraseShapes(ir::Block& block) {
  for (ir::Value* value : block.inputs()) value->setType(types::unshaped(value->type()));
  for (ir::Node* node : block.nodes()) {
    for (ir::Value* value : node->outputs()) value->setType(types::unshaped(value->type()));
    for (ir::Block* inner : node->blocks()) eraseShapes(*inner);
    if (node->hasAttribute(ir::attr::Subgraph))
      eraseShapes(*node->get<ir::GraphPtr>(ir::attr::Subgraph)->block());
  }
}

// The graph in the form that check_trace compares: with inlined calls, without sizes and source
// positions.
Value comparable(Vm& vm, Value* args) {
  ir::GraphPtr copy = ir::canonicalize(*needed(vm, args).graph);
  passes::inlineCalls(*copy);
  eraseShapes(*copy->block());
  return vm.str(ir::print(*copy, {.locations = false}));
}

// The operators of the graph with random results.
Value nondeterministic(Vm& vm, Value* args) {
  std::vector<Value> kinds;
  for (const ir::Node* node : needed(vm, args).graph->nodes())
    if (node->isNondeterministic()) kinds.push_back(vm.str(node->kind().str()));
  return vm.list(std::move(kinds));
}

// The events of the trace: (cause, file, line, subject) of each.
Value events(Vm& vm, Value* args) {
  std::vector<Value> events;
  for (const trace::Event& event : self(args).events) {
    const int64_t line = event.at.file ? event.at.file->lineOf(event.at.span.begin) : 0;
    events.emplace_back(vm.tuple({vm.str(std::string(trace::nameOf(event.cause))),
                                  vm.str(event.at.file ? event.at.file->path() : ""),
                                  Value::integer(line), vm.str(event.subject)}));
  }
  return vm.list(std::move(events));
}

// A deep copy, as by copy.deepcopy: shared values stay shared.
using Copies = std::unordered_map<const void*, IValue>;
IValue copied(Vm& vm, const IValue& value, Copies& copies) {
  if (auto entry = copies.find(value.counted()); value.counted() && entry != copies.end())
    return entry->second;
  const ConversionDepth depth(vm);
  IValue copy = value;
  if (value.isTensor()) {
    const Tensor from = value.toTensor();
    const Tensor to = guarded(vm, [&] { return kernels::clone(from); });
    to.impl()->requiresGrad = from.requiresGrad();
    copy = to;
  } else if (value.isList()) {
    auto list = tensor::makeCounted<tensor::ListValue>(value.toList().element);
    copies[value.counted()] = list;  // it may contain itself
    for (const IValue& item : value.toList().items) list->items.push_back(copied(vm, item, copies));
    copy = list;
  } else if (value.isTuple()) {
    std::vector<IValue> items;
    for (const IValue& item : value.toTuple().items) items.push_back(copied(vm, item, copies));
    copy = tensor::makeCounted<tensor::TupleValue>(std::move(items), value.toTuple().type);
  } else if (value.isDict()) {
    auto dict = tensor::makeCounted<tensor::DictValue>(value.toDict().key, value.toDict().value);
    copies[value.counted()] = dict;
    for (const auto& entry : value.toDict().entries())
      dict->set(copied(vm, entry.key, copies), copied(vm, entry.value, copies));
    copy = dict;
  } else if (value.isObject()) {
    auto object = tensor::makeCounted<tensor::ObjectValue>(value.toObject().type);
    copies[value.counted()] = object;
    object->keepsAlive = value.toObject().keepsAlive;
    for (const IValue& slot : value.toObject().slots)
      object->slots.push_back(copied(vm, slot, copies));
    copy = object;
  }
  if (value.counted()) copies[value.counted()] = copy;
  return copy;
}
Value copyModule(Vm& vm, Value* args) {
  Handle& handle = self(args);
  if (!handle.object) return args[0];
  Copies copies;
  const IValue object = copied(vm, handle.object, copies);
  return jitOf(vm).handleOf(tensor::Ptr<tensor::ObjectValue>(&object.toObject()), Value());
}
Value isFunction(Vm&, Value* args) { return Value::boolean(self(args).function != nullptr); }

constexpr NativeDef kHandleMembers[] = {
    {"run", "self, name, args, kwargs", run},
    {"code", "self, name", code},
    {"graph", "self, name, inlined, canonical, locations", graph},
    {"schema", "self, name", schema},
    {"name", "self, name", name},
    {"type_name", "self", typeName},
    {"has_method", "self, name", hasMethod},
    {"method_names", "self", methodNames},
    // Programs call these methods directly.
    {"_has_method", "self, name", hasMethod},
    {"_get_method", "self, name", getMethod},
    {"_method_names", "self", methodNames},
    {"names", "self, kind", names},
    {"has_attribute", "self, name", hasAttribute},
    {"get", "self, name", getAttribute},
    {"set", "self, name, value", setAttribute},
    {"submodule", "self, name", submodule},
    {"original", "self", original},
    {"is_function", "self", isFunction},
    {"copy", "self", copyModule},
    {"comparable", "self, name", comparable},
    {"nondeterministic", "self, name", nondeterministic},
    {"events", "self", events},
};

// ---- torch._C

Value compileFunction(Vm& vm, Value* args) { return jitOf(vm).compileFunction(args[0]); }
Value compileModule(Vm& vm, Value* args) { return jitOf(vm).compileModule(args[0]); }
Value compileClass(Vm& vm, Value* args) {
  jitOf(vm).compileClass(args[0]);
  return Value::none();
}
// PYTORCH_JIT=0 turns torch.jit off.
Value isEnabled(Vm& vm, Value*) {
  const char* setting = std::getenv("PYTORCH_JIT");
  return Value::boolean(!eagerOf(vm).isJitOff && (!setting || std::string_view(setting) != "0"));
}

constexpr NativeDef kJitCFunctions[] = {
    {"_jit_compile_function", "function, /", compileFunction},
    {"_jit_compile_module", "module, /", compileModule},
    {"_jit_compile_class", "cls, /", compileClass},
    {"_jit_is_enabled", "", isEnabled},
};

// torch.jit.script and similar functions are implemented in Python in the eager domain.
template <const char* kName>
Value forward(Vm& vm, Value* args) {
  return forwardTo(vm, "torch.jit._eager", kName, args);
}
constexpr char kScript[] = "script", kTrace[] = "trace", kTraceModule[] = "trace_module";
constexpr NativeDef kJit[] = {
    {"script", "*args, **kwargs", forward<kScript>},
    {"trace", "*args, **kwargs", forward<kTrace>},
    {"trace_module", "*args, **kwargs", forward<kTraceModule>},
};

}  // namespace

const ir::Function& compiledFunction(Vm& vm, Handle& handle, const std::string& name) {
  const ir::Function* function = handle.function;
  if (!function) {
    ir::Function* method = handle.object->type->method(name);
    if (method) jitOf(vm).unit().ensureCompiled(method);
    function = method;
  }
  if (!function || !function->graph)
    vm.raise(vm.types.AttributeError, "compiled method '" + name + "' does not exist");
  return *function;
}

std::span<const NativeDef> handleMembers() { return kHandleMembers; }
std::span<const NativeDef> jitCFunctions() { return kJitCFunctions; }
std::span<const NativeDef> jitFunctions() { return kJit; }

}  // namespace ts::eager
