// Creates functions, comprehensions and classes.
#include "core/eval/codegen/codegen.h"
#include "core/eval/run/instructions.h"

namespace ts::eval {

namespace {

std::vector<Ref<Cell>> capture(const Frame& frame, const Code& code) {
  std::vector<Ref<Cell>> cells;
  cells.reserve(code.captures.size());
  for (uint32_t index : code.captures)
    cells.emplace_back(static_cast<Cell*>(frame.cells()[index].object()));
  return cells;
}

}  // namespace

Value makeFunction(Vm& vm, Frame& frame, Code& code, Value* values, uint32_t defaults,
                   uint32_t kwDefaults) {
  Ref<Function> function = new Function(vm.types.function);
  function->code = &code;
  function->module = frame.module;
  function->name = code.name;
  function->qualname = code.qualname;
  function->defaults.assign(values, values + defaults);
  if (kwDefaults) {
    uint32_t next = defaults;
    const auto& argument = code.parameters->kwDefaults;
    for (uint32_t i = 0; i < argument.size(); ++i)
      if (argument[i])
        function->kwDefaults.emplace_back(code.localNames[code.argCount + i].get(), values[next++]);
  }
  if (!code.captures.empty()) function->closure = capture(frame, code);
  if (code.annotations && !code.annotations->captures.empty()) {
    Ref<Function> annotate = new Function(vm.types.function);
    annotate->code = code.annotations;
    annotate->module = frame.module;
    annotate->name = code.annotations->name;
    annotate->qualname = code.annotations->qualname;
    annotate->closure = capture(frame, *code.annotations);
    function->annotate = std::move(annotate);
  }
  return function;
}

Value comprehend(Vm& vm, Frame& outer, Code& code, const Value& iterator) {
  compile(vm, code);
  Frame frame;
  frame.code = &code;
  frame.module = outer.module;
  SlotScope slots(vm, code.slotCount() + code.stackSize);
  frame.slots = slots.slots;
  frame.slots[0] = iterator;
  for (size_t i = 0; i < code.cellNames.size(); ++i) {
    Cell* cell = new Cell(
        code.cellParameters[i] >= 0 ? std::move(frame.slots[code.cellParameters[i]]) : Value());
    cell->cls = vm.types.cell;
    frame.cells()[i] = Value(cell);
  }
  for (size_t i = 0; i < code.captures.size(); ++i)
    frame.cells()[code.cellNames.size() + i] = outer.cells()[code.captures[i]];
  if (code.isGenerator || code.isCoroutine) return makeGenerator(vm, frame);
  FrameScope running(vm, frame);
  return run(vm, frame, 0, 0).value;
}

Ref<Dict> Vm::annotationsOf(Function& function) {
  if (function.annotations) return function.annotations;
  Ref<Code> code = function.code ? annotationsCode(*this, *function.code) : nullptr;
  Ref<Dict> result;
  if (code) {
    Ref<Function> annotate = function.annotate;
    if (!annotate) {
      annotate = new Function(types.function);
      annotate->code = code;
      annotate->module = function.module;
      annotate->name = annotate->qualname = code->name;
      // Annotations of a method use the cell that the method uses: __class__.
      if (code->scope->isRoot()) annotate->closure = function.closure;
    }
    // Annotations of methods see the names of their class.
    Value value = runAnnotations(*annotate, function.owner ? function.owner->dict.get() : nullptr);
    result = value.as<Dict>();
  }
  function.annotations = result ? result : dict();
  return function.annotations;
}

Value Vm::runAnnotations(Function& annotate, Dict* space) {
  compile(*this, *annotate.code);
  Frame frame;
  frame.code = annotate.code.get();
  frame.function = &annotate;
  frame.module = annotate.module.get();
  frame.space = space;
  SlotScope slots(*this, frame.code->slotCount() + frame.code->stackSize);
  frame.slots = slots.slots;
  for (size_t i = 0; i < frame.code->freeNames.size(); ++i)
    frame.cells()[i] = Value(annotate.closure[i]);
  FrameScope running(*this, frame);
  return run(*this, frame, 0, 0).value;
}

// ---- classes

// Returns the cell of __class__; the caller stores the class in it.
Value Vm::runClassBody(Function& body, Dict& space) {
  Code& code = *body.code;
  compile(*this, code);
  Frame frame;
  frame.code = &code;
  frame.function = &body;
  frame.module = body.module.get();
  frame.space = &space;
  SlotScope slots(*this, code.slotCount() + code.stackSize);
  frame.slots = slots.slots;
  for (size_t i = 0; i < code.cellNames.size(); ++i) {
    Cell* cell = new Cell();
    cell->cls = types.cell;
    frame.cells()[i] = Value(cell);
  }
  // The body always gets __class__: whether it uses it is only known once it is analysed.
  for (size_t i = 0; i < code.freeNames.size(); ++i)
    frame.cells()[code.cellNames.size() + i] = Value(body.closure[i]);
  FrameScope running(*this, frame);
  run(*this, frame, 0, 0);
  return code.cellNames.empty() ? Value() : frame.cells()[0];
}

namespace {

// Returns false when a base is unknown.
bool resolveBases(Vm& vm, Tuple& tuple, std::vector<Ref<Class>>& bases, bool& changed) {
  changed = false;
  for (const Value& base : tuple.items) {
    if (base.isUnknown()) return false;
    if (Class* cls = base.as<Class>()) {
      bases.emplace_back(cls);
      continue;
    }
    Value entries;
    if (!vm.tryGetattr(base, vm.intern("__mro_entries__"), entries)) {
      // The message of type() called with a base that isn't a class.
      vm.raiseTypeError("bases must be types");
    }
    changed = true;
    Value more = vm.call(entries, {Value(&tuple)});
    const Tuple* classes = more.as<Tuple>();
    if (more.isUnknown()) return false;
    if (!classes) vm.raiseTypeError("__mro_entries__ must return a tuple");
    for (const Value& entry : classes->items) {
      if (entry.isUnknown()) return false;
      if (Class* cls = entry.as<Class>()) bases.emplace_back(cls);
    }
  }
  return true;
}

void adopt(Class& cls, const Value& member, const std::string& prefix) {
  if (Function* function = member.as<Function>()) {
    if (!function->owner && function->qualname->text.starts_with(prefix)) function->owner = &cls;
  } else if (const auto* staticMethod = member.as<StaticMethod>()) {
    adopt(cls, staticMethod->function, prefix);
  } else if (const auto* classMethod = member.as<ClassMethod>()) {
    adopt(cls, classMethod->function, prefix);
  } else if (const auto* property = member.as<Property>()) {
    adopt(cls, property->getter, prefix);
    adopt(cls, property->setter, prefix);
    adopt(cls, property->deleter, prefix);
  }
}

}  // namespace

Value buildClass(Vm& vm, Function& body, Tuple& tuple, Dict& keywords) {
  std::vector<Ref<Class>> bases;
  bool changed = false;
  if (!resolveBases(vm, tuple, bases, changed)) return Value::unknown();
  Ref<Tuple> baseTuple = &tuple;
  if (changed) baseTuple = vm.tuple(std::vector<Value>(bases.begin(), bases.end()));

  Str* metaclassName = vm.intern("metaclass");
  Class* metaclass = vm.types.type;
  Value factory;  // a metaclass that isn't a class is simply called
  if (Value* chosen = keywords.find(metaclassName)) {
    if (chosen->isUnknown()) return Value::unknown();
    if (Class* cls = chosen->as<Class>()) {
      metaclass = cls;
    } else {
      factory = *chosen;
    }
    keywords.erase(metaclassName);
  }
  if (factory.isUnbound()) {
    metaclass = vm.metaclassOf(metaclass, bases);
    factory = Value(metaclass);
  }

  std::vector<Value> values{Value(body.name), Value(baseTuple)};
  std::vector<Str*> names;
  keywords.each([&](const Value& key, const Value& value) {
    names.push_back(vm.intern(key.as<Str>()->text));
    values.push_back(value);
  });
  CallArgs args;
  Value space;
  Value prepare;
  if (factory.object() != vm.types.type &&
      vm.tryGetattr(factory, vm.intern("__prepare__"), prepare)) {
    args.values = values.data();
    args.positional = 2;
    args.names = names;
    space = vm.call(prepare, args);
    if (space.isUnknown()) return Value::unknown();
    if (!space.as<Dict>())
      vm.raiseTypeError(metaclass->name + ".__prepare__() must return a mapping, not " +
                        vm.classOf(space)->name);
  } else {
    space = Value(vm.dict());
  }
  const Value cell = vm.runClassBody(body, *space.as<Dict>());
  // type() fills the cell, because code that runs while the class is created may call super().
  if (cell.as<Cell>()) space.as<Dict>()->set(vm.intern("__classcell__"), cell);
  if (changed) space.as<Dict>()->set(vm.intern("__orig_bases__"), Value(&tuple));

  Value result;
  if (factory.object() == vm.types.type) {
    CallArgs rest;
    rest.values = values.data() + 2;
    rest.names = names;
    result = Value(vm.makeClass(vm.types.type, body.name->text, std::move(bases),
                                Ref<Dict>(space.as<Dict>()), rest));
  } else {
    values.insert(values.begin() + 2, space);
    args.values = values.data();
    args.positional = 3;
    args.names = names;
    result = vm.call(factory, args);
  }
  if (Cell* classCell = cell.as<Cell>(); classCell && classCell->value.isUnbound()) {
    vm.touch(*classCell);
    classCell->value = result;
  }
  if (Class* cls = result.as<Class>(); cls && !cls->definition) {
    cls->definition = static_cast<const syntax::ClassDef*>(body.code->node);
    cls->module = body.module;
    if (cls->qualname.empty() || cls->qualname == cls->name) cls->qualname = body.qualname->text;
    cls->closure = body.closure;
    cls->closureNames = body.code->freeNames;
    std::string prefix = body.qualname->text + ".";
    cls->dict->each([&](const Value&, const Value& member) { adopt(*cls, member, prefix); });
  }
  return result;
}

// ---- type parameters (def f[T]): creates typing's objects

Value makeTypeParam(Vm& vm, Str* name, uint32_t kind, const Value& bound) {
  static constexpr const char* kMakers[] = {"TypeVar", "ParamSpec", "TypeVarTuple"};
  Ref<Module> typing = vm.module("typing");
  Value maker = typing ? vm.moduleAttribute(*typing, vm.intern(kMakers[kind])) : Value::unknown();
  if (maker.isUnbound() || maker.isUnknown()) return Value::unknown();
  if (bound.isUnbound()) return vm.call(maker, {Value(name)});
  Value values[] = {Value(name), bound};
  Str* names[] = {vm.intern("bound")};
  if (bound.as<Tuple>()) {  // constraints
    std::vector<Value> all{Value(name)};
    for (const Value& item : bound.as<Tuple>()->items) all.push_back(item);
    return vm.call(maker, all);
  }
  CallArgs args;
  args.values = values;
  args.positional = 1;
  args.names = names;
  return vm.call(maker, args);
}

}  // namespace ts::eval
