// Calls, and binding arguments to the parameters of Python functions.
#include <algorithm>

#include "core/eval/codegen/codegen.h"
#include "core/eval/run/instructions.h"
#include "core/eval/vm/intrinsics.h"
#include "core/eval/vm/special_call.h"

namespace ts::eval {

namespace {

std::string plural(size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

// Joins names as CPython's messages do: 'a', 'b', and 'c'.
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += names.size() == 2 ? " and " : i + 1 == names.size() ? ", and " : ", ";
    text += "'" + names[i] + "'";
  }
  return text;
}

// A program may set more defaults than the function has positional parameters. The last ones count.
size_t defaultCount(const Function& function) {
  return std::min<size_t>(function.defaults.size(), function.code->argCount);
}

[[noreturn]] void raiseTooMany(Vm& vm, const Function& function, size_t count, const Value* slots) {
  const Code& code = *function.code;
  const size_t most = code.argCount, defaults = defaultCount(function);
  size_t kwGiven = 0;
  for (uint32_t i = 0; i < code.kwonlyCount; ++i)
    if (!slots[code.argCount + i].isUnbound()) ++kwGiven;
  std::string takes =
      defaults ? "from " + std::to_string(most - defaults) + " to " + std::to_string(most)
               : std::to_string(most);
  std::string text = function.qualname->text + "() takes " + takes + " positional argument" +
                     (most == 1 && !defaults ? "" : "s") + " but " + std::to_string(count);
  if (kwGiven) {
    text += " positional argument" + std::string(count == 1 ? "" : "s") + " (and " +
            plural(kwGiven, "keyword-only argument") + ")";
  }
  vm.raiseTypeError(text + (count == 1 && !kwGiven ? " was given" : " were given"));
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

[[noreturn]] void raiseUnexpected(Vm& vm, const Function& function, std::span<Str* const> names,
                                  Str* name) {
  const Code& code = *function.code;
  std::string positional;
  for (Str* text : names) {
    for (uint32_t i = 0; i < code.posonlyCount; ++i)
      if (code.localNames[i].get() == text)
        positional += (positional.empty() ? "" : ", ") + text->text;
  }
  if (!positional.empty()) {
    vm.raiseTypeError(function.qualname->text +
                      "() got some positional-only arguments passed as keyword arguments: '" +
                      positional + "'");
  }
  vm.raiseTypeError(function.qualname->text + "() got an unexpected keyword argument '" +
                    name->text + "'");
}

// Fills missing positional parameters with their defaults. Resolving a lazy default may run any
// code, even code that changes the defaults.
void fillDefaults(Vm& vm, const Function& function, Value* slots) {
  const size_t most = function.code->argCount, defaults = defaultCount(function);
  for (size_t i = defaults; i > 0; --i)
    if (Value& slot = slots[most - i]; slot.isUnbound() && i <= function.defaults.size())
      slot = vm.settled(function.defaults.end()[-static_cast<ptrdiff_t>(i)]);
}

// Moves the arguments from the beginning of the slots to the slots of their parameters. `aside` has
// room for as many values.
void bindArguments(Vm& vm, const Function& function, Value* slots, size_t positional,
                   std::span<Str* const> names, Value* aside) {
  const Code& code = *function.code;
  const size_t most = code.argCount, varargs = most + code.kwonlyCount;
  const size_t count = std::min(positional, most);
  std::move(slots + count, slots + positional + names.size(), aside);
  const Value* const named = aside + (positional - count);
  Ref<Dict> others;
  if (code.hasVarkw) others = vm.dict();
  for (size_t i = 0; i < names.size(); ++i) {
    Str* name = names[i];
    size_t parameter = code.posonlyCount;
    while (parameter < varargs && code.localNames[parameter].get() != name) ++parameter;
    if (parameter < varargs) {
      if (!slots[parameter].isUnbound())
        vm.raiseTypeError(function.qualname->text + "() got multiple values for argument '" +
                          name->text + "'");
      slots[parameter] = named[i];
    } else if (others) {
      others->set(name, named[i]);
    } else {
      raiseUnexpected(vm, function, names, name);
    }
  }
  if (code.hasVarargs)
    slots[varargs] = Value(vm.tuple(
        {std::make_move_iterator(aside), std::make_move_iterator(aside + (positional - count))}));
  else if (positional > most)
    raiseTooMany(vm, function, positional, slots);
  if (others) slots[varargs + (code.hasVarargs ? 1 : 0)] = Value(others);
  requireAll(vm, function, slots, count, most - defaultCount(function), "positional");
  fillDefaults(vm, function, slots);
  if (code.kwonlyCount == 0) return;
  for (size_t i = most; i < varargs; ++i) {
    if (!slots[i].isUnbound()) continue;
    auto fallback = std::ranges::find(function.kwDefaults, code.localNames[i].get(),
                                      &std::pair<Str*, Value>::first);
    if (fallback != function.kwDefaults.end()) slots[i] = vm.settled(fallback->second);
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

// Detects a recursion under an unknown condition, which may never end.
bool recursesUnderUnknownCondition(const Vm::State& state, const Function& function) {
  int count = 0;
  for (const Frame* frame = state.frame; frame; frame = frame->caller)
    if (frame->function && frame->function->code == function.code && !frame->isCertain() &&
        ++count == 4)
      return true;
  return false;
}

}  // namespace

namespace {

// Calls a function whose arguments are at `slots` on the Vm's stack, with nothing behind them.
// Clears the arguments. failure: as in callFunction.
Value enter(Vm& vm, Function& function, Value* slots, size_t count, std::span<Str* const> names,
            Ref<ExceptionObject>* failure = nullptr) {
  Vm::State& state = vm.state();
  Code& code = *function.code;
  if (state.openBranches + state.uncertain > 0 && recursesUnderUnknownCondition(state, function)) {
    std::fill_n(slots, count, Value());
    return Value::unknown();
  }
  Ref<Function> alive = &function;  // the call may drop the last other reference
  const bool isPlain = names.empty() && !code.hasVarargs && !code.hasVarkw &&
                       code.kwonlyCount == 0 && count <= code.argCount &&
                       count + function.defaults.size() >= code.argCount;
  const size_t parameters = code.parameterCount();
  SlotScope scope(vm, slots, isPlain ? parameters : std::max(parameters, count) + count);
  if (!isPlain) {
    Value* const aside = state.top - count;
    bindArguments(vm, function, slots, count - names.size(), names, aside);
    std::fill_n(aside, count, Value());
    scope.resize(vm, parameters);
  } else if (count < parameters) {
    fillDefaults(vm, function, slots);
  }
  if (Intrinsic intrinsic = intrinsicOf(vm, code))
    if (Value value = intrinsic(vm, function, slots); !value.isUnbound()) return value;
  if (!code.compiled) compile(vm, code);
  scope.resize(vm, code.slotCount() + code.stackSize);
  Frame frame;
  frame.code = &code;
  frame.function = &function;
  frame.module = function.module.get();
  frame.slots = slots;
  Value* cells = frame.cells();
  for (size_t i = 0; i < code.cellNames.size(); ++i) {
    Cell* cell = new Cell(
        code.cellParameters[i] >= 0 ? std::move(frame.slots[code.cellParameters[i]]) : Value());
    cell->cls = vm.types.cell;
    *cells++ = Value(cell);
  }
  // Methods always get __class__: whether they use it is only known once they are analysed.
  for (size_t i = 0; i < code.freeNames.size(); ++i) *cells++ = Value(function.closure[i]);
  if (code.isGenerator || code.isCoroutine) return makeGenerator(vm, frame);
  FrameScope running(vm, frame);
  Outcome outcome = attempt(vm, frame);
  if (outcome.exit != Exit::Raised) [[likely]]
    return std::move(outcome.value);
  Ref<ExceptionObject> raised = outcome.value.as<ExceptionObject>();
  if (!failure) throw Raised{std::move(raised)};
  *failure = std::move(raised);
  return {};
}

// Copies the arguments of a call to where the slots of a frame may begin.
class OnStack {
 public:
  OnStack(Vm& vm, const CallArgs& args, const Value* first = nullptr)
      : count(args.all().size() + (first ? 1 : 0)), scope_(vm, count) {
    Value* to = scope_.slots;
    if (first) *to++ = *first;
    if (args.areOwned)
      for (const Value& value : args.all()) *to++ = std::move(const_cast<Value&>(value));
    else
      std::ranges::copy(args.all(), to);
  }
  const size_t count;
  Value* slots() const { return scope_.slots; }

 private:
  SlotScope scope_;
};

}  // namespace

Value callFunction(Vm& vm, Function& function, const CallArgs& args,
                   Ref<ExceptionObject>* failure) {
  OnStack onStack(vm, args);
  return enter(vm, function, onStack.slots(), onStack.count, args.names, failure);
}
Value Vm::callFunction(Function& function, const CallArgs& args) {
  return eval::callFunction(*this, function, args);
}

Value callWithFirst(Vm& vm, Function& function, const Value& first, const CallArgs& args) {
  OnStack onStack(vm, args, &first);
  return enter(vm, function, onStack.slots(), onStack.count, args.names);
}

Value callOnStack(Vm& vm, Value* base, size_t count, std::span<Str* const> names) {
  const Vm::State& state = vm.state();
  Object* object = base->object();
  // The slots of a generator are not on the Vm's stack.
  const bool isHere = base >= state.values && base < state.end;
  if (object && object->kind == Kind::Function && isHere)
    return enter(vm, *static_cast<Function*>(object), base + 1, count, names);
  if (object && object->kind == Kind::Method && isHere) {
    const auto& method = static_cast<Method&>(*object);
    if (Ref<Function> function = method.function.as<Function>()) {
      *base = Value(method.self);
      return enter(vm, *function, base, count + 1, names);
    }
  }
  Value result = vm.call(*base, {base + 1, count - names.size(), names, true});
  std::fill_n(base + 1, count, Value());
  return result;
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
      if (auto* function = method->function.as<Function>())
        return callWithFirst(*this, *function, method->self, args);
      OnStack onStack(*this, args, &method->self);
      return call(method->function, {onStack.slots(), args.positional + 1, args.names, true});
    }
    case Kind::OperatorFunction: return object->cls->ops->call(*this, callee, args);
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

namespace {

// The Python function that a call of the object runs with the arguments of the call, and the number
// of parameters that the call fills in by itself. Null for other callees.
std::pair<const Function*, size_t> calledFunction(Vm& vm, const Value& callee) {
  if (const auto* function = callee.as<Function>()) return {function, 0};
  if (const auto* bound = callee.as<Method>()) return {bound->function.as<Function>(), 1};
  const auto* cls = callee.as<Class>();
  const Value* init = cls ? cls->lookup(vm.special(Special::Init)) : nullptr;
  return {init ? init->as<Function>() : nullptr, 1};
}

// Calls with arguments of which some are not known: `f(1, **config)`. Each parameter that may be
// among them is Unknown.
Value callWithUnknown(Vm& vm, const Value& callee, const List& positional, const Dict* named) {
  const auto [function, arguments] = calledFunction(vm, callee);
  if (vm.strict || !function || !function->code->parameters) return Value::unknown();
  const syntax::Arguments& parameters = *function->code->parameters;
  const bool isNamedUnknown = named && named->unknown;
  if ((positional.unknown && parameters.vararg) || (isNamedUnknown && parameters.kwarg))
    return Value::unknown();
  std::vector<Str*> all;
  for (const syntax::Arg* parameter : parameters.posonlyargs)
    all.push_back(vm.intern(parameter->arg.text));
  for (const syntax::Arg* parameter : parameters.args)
    all.push_back(vm.intern(parameter->arg.text));
  std::vector<Value> values = positional.items;
  std::vector<Str*> names;
  std::vector<Value> namedValues;
  auto add = [&](Str* name, bool isUnknown) {
    const Value* value = named ? const_cast<Dict*>(named)->find(name) : nullptr;
    if (!value && !isUnknown) return;
    names.push_back(name);
    namedValues.push_back(value ? *value : Value::unknown());
  };
  const size_t firstDefault = all.size() - std::min(all.size(), parameters.defaults.size());
  for (size_t i = arguments + values.size(); i < all.size(); ++i)
    add(all[i], positional.unknown || isNamedUnknown || i < firstDefault);
  for (const syntax::Arg* parameter : parameters.kwonlyargs)
    add(vm.intern(parameter->arg.text), isNamedUnknown);
  CallArgs args;
  args.positional = values.size();
  values.insert(values.end(), namedValues.begin(), namedValues.end());
  args.values = values.data();
  args.names = names;
  return vm.call(callee, args);
}

}  // namespace

Value callSpread(Vm& vm, const Value& callee, const Value& list, const Value& keywords) {
  List* positional = list.as<List>();
  Dict* named = keywords.as<Dict>();
  if (!positional) return Value::unknown();
  if (positional->unknown || (named && named->unknown))
    return callWithUnknown(vm, callee, *positional, named);
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
  args.areOwned = true;
  return vm.call(callee, args);
}

}  // namespace ts::eval
