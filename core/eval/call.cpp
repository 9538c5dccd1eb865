// Calls, and the binding of arguments to the parameters of functions written in Python.
#include <algorithm>

#include "core/eval/codegen.h"
#include "core/eval/instructions.h"
#include "core/eval/special_call.h"

namespace ts::eval {

namespace {

std::string plural(size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

// 'a', 'b', and 'c'
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += names.size() == 2 ? " and " : i + 1 == names.size() ? ", and " : ", ";
    text += "'" + names[i] + "'";
  }
  return text;
}

[[noreturn]] void raiseTooMany(Vm& vm, const Function& function, size_t given, const Value* slots) {
  const Code& code = *function.code;
  size_t most = code.argCount, defaults = function.defaults.size();
  size_t kwGiven = 0;
  for (uint32_t i = 0; i < code.kwonlyCount; ++i)
    if (!slots[code.argCount + i].isUnbound()) ++kwGiven;
  std::string takes =
      defaults ? "from " + std::to_string(most - defaults) + " to " + std::to_string(most)
               : std::to_string(most);
  std::string text = function.qualname->text + "() takes " + takes + " positional argument" +
                     (most == 1 && !defaults ? "" : "s") + " but " + std::to_string(given);
  if (kwGiven) {
    text += " positional argument" + std::string(given == 1 ? "" : "s") + " (and " +
            plural(kwGiven, "keyword-only argument") + ")";
  }
  vm.raiseTypeError(text + (given == 1 && !kwGiven ? " was given" : " were given"));
}

void requireAll(Vm& vm, const Function& function, const Value* slots, size_t begin, size_t end,
                std::string_view kind) {
  std::vector<std::string> missing;
  for (size_t i = begin; i < end; ++i)
    if (slots[i].isUnbound()) missing.push_back(function.code->localNames[i]->text);
  if (missing.empty()) return;
  vm.raiseTypeError(function.qualname->text + "() missing " +
                    plural(missing.size(), "required " + std::string(kind) + " argument") + ": " +
                    listed(missing));
}

[[noreturn]] void raiseUnexpected(Vm& vm, const Function& function, const CallArgs& args,
                                  Str* name) {
  const Code& code = *function.code;
  std::string positional;
  for (Str* given : args.names) {
    for (uint32_t i = 0; i < code.posonlyCount; ++i)
      if (code.localNames[i].get() == given)
        positional += (positional.empty() ? "" : ", ") + given->text;
  }
  if (!positional.empty()) {
    vm.raiseTypeError(function.qualname->text +
                      "() got some positional-only arguments passed as keyword arguments: '" +
                      positional + "'");
  }
  vm.raiseTypeError(function.qualname->text + "() got an unexpected keyword argument '" +
                    name->text + "'");
}

// The general case of binding; slots are empty.
void bind(Vm& vm, const Function& function, const CallArgs& args, Value* slots) {
  const Code& code = *function.code;
  size_t most = code.argCount;
  size_t given = std::min(args.positional, most);
  for (size_t i = 0; i < given; ++i) slots[i] = args.values[i];
  size_t varargs = most + code.kwonlyCount;
  Ref<Dict> others;
  if (code.hasVarkw) others = vm.dict();
  for (size_t i = 0; i < args.names.size(); ++i) {
    Str* name = args.names[i];
    const Value& value = args.values[args.positional + i];
    size_t parameter = code.posonlyCount;
    while (parameter < varargs && code.localNames[parameter].get() != name) ++parameter;
    if (parameter < varargs) {
      if (!slots[parameter].isUnbound())
        vm.raiseTypeError(function.qualname->text + "() got multiple values for argument '" +
                          name->text + "'");
      slots[parameter] = value;
    } else if (others) {
      others->set(name, value);
    } else {
      raiseUnexpected(vm, function, args, name);
    }
  }
  if (code.hasVarargs) {
    std::vector<Value> rest;
    if (args.positional > most) rest.assign(args.values + most, args.values + args.positional);
    slots[varargs] = Value(vm.tuple(std::move(rest)));
  } else if (args.positional > most) {
    raiseTooMany(vm, function, args.positional, slots);
  }
  if (others) slots[varargs + (code.hasVarargs ? 1 : 0)] = Value(others);
  size_t defaults = function.defaults.size();
  requireAll(vm, function, slots, given, most - defaults, "positional");
  // Settling one may run anything, even what gives the function other defaults.
  for (size_t i = 0; i < std::min(defaults, function.defaults.size()); ++i)
    if (Value& slot = slots[most - defaults + i]; slot.isUnbound())
      slot = vm.settled(function.defaults[i]);
  if (code.kwonlyCount == 0) return;
  for (size_t i = most; i < varargs; ++i) {
    if (!slots[i].isUnbound()) continue;
    auto given = std::ranges::find(function.kwDefaults, code.localNames[i].get(),
                                   &std::pair<Str*, Value>::first);
    if (given != function.kwDefaults.end()) slots[i] = vm.settled(given->second);
  }
  requireAll(vm, function, slots, most, varargs, "keyword-only");
}

}  // namespace

std::string calleeName(Vm& vm, const Value& callee) {
  if (const Function* function = callee.as<Function>())
    return function->module->name + "." + function->qualname->text + "()";
  if (const Method* method = callee.as<Method>()) return calleeName(vm, method->function);
  if (const Class* cls = callee.as<Class>()) return fullName(*cls) + "()";
  if (const NativeFunction* function = callee.as<NativeFunction>())
    return function->qualifiedName + "()";
  return vm.classOf(callee)->name + " object";
}

namespace {

// A function that calls itself without anybody knowing when it stops.
bool recursesBlindly(const Vm::State& state, const Function& function) {
  int found = 0;
  for (const Frame* frame = state.frame; frame; frame = frame->caller)
    if (frame->function && frame->function->code == function.code && !frame->isCertain() &&
        ++found == 4)
      return true;
  return false;
}

}  // namespace

Value Vm::callFunction(Function& function, const CallArgs& args) {
  Code& code = *function.code;
  if (state_->forks + state_->uncertain > 0 && recursesBlindly(*state_, function))
    return Value::unknown();
  if (!code.compiled) compile(*this, code);
  Frame frame;
  frame.code = &code;
  frame.function = &function;
  frame.module = function.module.get();
  SlotScope slots(*this, code.slotCount() + code.stackSize);
  frame.slots = slots.slots;
  if (args.names.empty() && args.positional == code.argCount && !code.hasVarargs &&
      !code.hasVarkw && code.kwonlyCount == 0) {
    for (size_t i = 0; i < args.positional; ++i) frame.slots[i] = args.values[i];
  } else {
    bind(*this, function, args, frame.slots);
  }
  Value* cells = frame.cells();
  for (size_t i = 0; i < code.cellNames.size(); ++i) {
    Cell* cell = new Cell(
        code.cellParameters[i] >= 0 ? std::move(frame.slots[code.cellParameters[i]]) : Value());
    cell->cls = types.cell;
    *cells++ = Value(cell);
  }
  for (const Ref<Cell>& cell : function.closure) *cells++ = Value(cell);
  if (code.isGenerator || code.isCoroutine) return makeGenerator(*this, frame);
  Ref<Function> alive = &function;  // the call may drop the last other reference
  FrameScope running(*this, frame);
  return run(*this, frame, 0, 0).value;
}

Value Vm::call(const Value& callee, const CallArgs& args) {
  if (callee.isUnknown()) return Value::unknown();
  Object* object = callee.object();
  switch (object ? object->kind : Kind::Native) {
    case Kind::Function: return callFunction(*static_cast<Function*>(object), args);
    case Kind::NativeFunction: return callNative(*static_cast<NativeFunction*>(object), args);
    case Kind::NativeClosure: {
      auto& closure = *static_cast<NativeClosure*>(object);
      if (!args.names.empty()) raiseTypeError(closure.name + "() takes no keyword arguments");
      Ref<NativeClosure> alive = &closure;
      try {
        return closure.body(*this, {args.values, args.positional});
      } catch (UnknownTruth&) {
        return Value::unknown();
      }
    }
    case Kind::Method: {
      checkDepth(*this);
      Ref<Method> method = static_cast<Method*>(object);
      std::span<const Value> given = args.all();
      SlotScope slots(*this, static_cast<uint32_t>(given.size()) + 1);
      slots.slots[0] = method->self;
      std::copy(given.begin(), given.end(), slots.slots + 1);
      CallArgs bound = args;
      bound.values = slots.slots;
      ++bound.positional;
      return call(method->function, bound);
    }
    case Kind::Class: {
      Class& cls = *static_cast<Class*>(object);
      if (!cls.cls->has(Special::Call)) return instantiate(cls, args);
      break;
    }
    default: break;
  }
  checkDepth(*this);
  Class* cls = classOf(callee);
  if (cls->has(Special::Call)) {
    Value method = lookupSpecial(callee, special(Special::Call));
    if (!method.isUnbound()) return call(method, args);
  }
  if (cls->ops && cls->ops->call) return cls->ops->call(*this, callee, args);
  raiseTypeError("'" + cls->name + "' object is not callable");
}

Value Vm::call(const Value& callee, std::initializer_list<Value> args) {
  return call(callee, std::span<const Value>(args.begin(), args.size()));
}
Value Vm::call(const Value& callee, std::span<const Value> args) {
  CallArgs all;
  all.values = args.data();
  all.positional = args.size();
  return call(callee, all);
}

Value Vm::callMethod(const Value& object, std::string_view name,
                     std::initializer_list<Value> args) {
  if (object.isUnknown()) return Value::unknown();
  return call(getattr(object, intern(name)), args);
}

Value callSpread(Vm& vm, const Value& callee, const Value& list, const Value& keywords) {
  List* positional = list.as<List>();
  Dict* named = keywords.as<Dict>();
  if (!positional || positional->unknown || (named && named->unknown)) return Value::unknown();
  std::vector<Value> values = std::move(positional->items);
  std::vector<Str*> names;
  CallArgs args;
  args.positional = values.size();
  if (named) {
    named->each([&](const Value& key, const Value& value) {
      names.push_back(key.as<Str>());
      values.push_back(value);
    });
  }
  args.values = values.data();
  args.names = names;
  return vm.call(callee, args);
}

}  // namespace ts::eval
