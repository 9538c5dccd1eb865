// raise, except, except* and with; the end of a statement that raised.
#include <string>
#include <unordered_set>

#include "core/eval/bytecode/opcodes.h"
#include "core/eval/run/instructions.h"

namespace ts::eval {

namespace {

std::string_view packageOf(const Module& module) {
  return std::string_view(module.name).substr(0, module.name.find('.'));
}

}  // namespace

void addPlace(Vm& vm, Frame& frame, ExceptionObject& exception) {
  if (exception.traceback.empty()) {
    const Value& handled = vm.state().handling;
    if (exception.context.isUnbound() && handled.isObject() && handled.object() != &exception)
      exception.context = handled;
  }
  SourceRange range{frame.module->source.get(), frame.code->spans[frame.at]};
  if (exception.traceback.size() < 200)
    exception.traceback.push_back({range, frame.code->name->text});
}

bool runDeclaredModules(Vm& vm, const ExceptionObject& exception) {
  std::unordered_set<const SourceFile*> files;
  for (const auto& place : exception.traceback) files.insert(place.at.file);
  std::unordered_set<std::string> packages;
  for (const auto& [name, module] : vm.state().modules)
    if (module && files.contains(module->source.get()))
      packages.insert(std::string(packageOf(*module)));
  // A large library may need more work than is left for the program.
  const uint64_t most = vm.state().fuel + (vm.limits().fuel - vm.state().fuel) / 2;
  bool ran = false;
  for (bool isMore = true; isMore && vm.state().fuel < most;) {
    isMore = false;
    std::vector<Ref<Module>> declared;
    for (const auto& [name, module] : vm.state().modules)
      if (module && module->state == Module::State::Declared && module->tree &&
          !module->isLibrary &&
          (!isInstalled(*module) || packages.contains(std::string(packageOf(*module)))))
        declared.push_back(module);
    for (const Ref<Module>& module : declared) {
      if (vm.state().fuel >= most) break;
      vm.runModule(*module);
      ran = isMore = true;
    }
  }
  return ran;
}

void endStatement(Vm& vm, Frame& frame, const Handler& handler,
                  const Ref<ExceptionObject>& exception) {
  vm.state().ended.emplace_back(frame.module, exception);
  vm.touch(*frame.module);
  for (uint32_t i = handler.begin; i < handler.target; ++i) {
    const Instruction& instruction = frame.code->instructions[i];
    if (static_cast<Opcode>(instruction.op) == Opcode::StoreGlobal)
      frame.module->globals->set(frame.code->names[instruction.operand], Value::unknown());
  }
}

Ref<ExceptionObject> raiseStatement(Vm& vm, const Value& exception, const Value& cause) {
  if (exception.isUnbound()) {
    ExceptionObject* handled = vm.state().handling.as<ExceptionObject>();
    if (!handled) vm.raise(vm.types.RuntimeError, "No active exception to reraise");
    return handled;
  }
  if (exception.isUnknown()) return vm.toException(Value(vm.types.Exception));
  Ref<ExceptionObject> result = vm.toException(exception);
  if (cause.isNone()) {
    result->cause = Value();
    result->suppressContext = true;
  } else if (!cause.isUnbound() && !cause.isUnknown()) {
    Class* cls = cause.as<Class>();
    bool isException =
        cls ? cls->isSubclass(vm.types.BaseException) : cause.as<ExceptionObject>() != nullptr;
    if (!isException) vm.raiseTypeError("exception causes must derive from BaseException");
    result->cause = Value(vm.toException(cause));
    result->suppressContext = true;
  }
  const Value& handled = vm.state().handling;
  if (handled.isObject() && handled.object() != result.get()) result->context = handled;
  return result;
}

// Returns 1 or 0, or -1 when the type is unknown.
int matchesException(Vm& vm, const Value& exception, const Value& type) {
  if (type.isUnknown()) return -1;
  if (const Tuple* types = type.as<Tuple>()) {
    int result = 0;
    for (const Value& item : types->items) {
      int matches = matchesException(vm, exception, item);
      if (matches > 0) return 1;
      if (matches < 0) result = -1;
    }
    return result;
  }
  const Class* cls = type.as<Class>();
  if (!cls || !cls->isSubclass(vm.types.BaseException))
    vm.raiseTypeError("catching classes that do not inherit from BaseException is not allowed");
  return vm.classOf(exception)->isSubclass(cls);
}

// Splits an exception group by type. Returns the matching part; `exception` becomes the rest, None
// when nothing is left.
Value matchGroup(Vm& vm, Value& exception, const Value& type) {
  if (exception.isNone()) return Value::none();
  Class* group = vm.types.BaseExceptionGroup;
  if (vm.isInstance(exception, group)) {
    Value parts = vm.callMethod(exception, "split", {type});
    const Tuple* pair = parts.as<Tuple>();
    if (!pair || pair->items.size() != 2) return Value::none();
    exception = pair->items[1];
    return pair->items[0];
  }
  if (matchesException(vm, exception, type) == 0) return Value::none();
  // A plain exception is handled as a group of one.
  Value wrapped = vm.call(Value(group), {Value(vm.intern("")), Value(vm.tuple({exception}))});
  exception = Value::none();
  return wrapped;
}

Value endGroup(Vm& vm, const Value& rest, const Value& raised) {
  std::vector<Value> all = raised.as<List>()->items;
  if (all.empty()) return rest;
  if (!rest.isNone()) all.push_back(rest);
  if (all.size() == 1) return all[0];
  return vm.call(Value(vm.types.BaseExceptionGroup),
                 {Value(vm.intern("")), Value(vm.list(std::move(all)))});
}

Value enterContext(Vm& vm, const Value& manager, bool isAsync, Value& exit) {
  if (manager.isUnknown()) {
    exit = Value::unknown();
    return Value::unknown();
  }
  Str* enterName = isAsync ? vm.intern("__aenter__") : vm.special(Special::Enter);
  Str* exitName = isAsync ? vm.intern("__aexit__") : vm.special(Special::Exit);
  Value enter = vm.lookupSpecial(manager, enterName);
  std::string kind =
      isAsync ? "the asynchronous context manager protocol" : "the context manager protocol";
  const std::string& name = vm.classOf(manager)->name;
  if (enter.isUnbound()) vm.raiseTypeError("'" + name + "' object does not support " + kind);
  exit = vm.lookupSpecial(manager, exitName);
  if (exit.isUnbound())
    vm.raiseTypeError("'" + name + "' object does not support " + kind + " (missed " +
                      exitName->text + " method)");
  return vm.call(enter);
}

}  // namespace ts::eval
