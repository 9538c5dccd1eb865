// Builtin functions for code, input and output.
#include "core/eval/builtins/functions.h"
#include "core/eval/vm/state.h"
#include "core/eval/vm/watcher.h"

namespace ts::eval {
namespace {

// The printed text; an Unknown prints as "<unknown>".
std::string shown(Vm& vm, const Value& value) {
  return value.isUnknown() ? "<unknown>" : vm.toStr(value);
}

std::string textOr(Vm& vm, const Value& value, const char* fallback, const char* what) {
  if (value.isNone()) return fallback;
  if (value.isUnknown()) throw UnknownTruth{};
  auto* text = value.as<Str>();
  if (!text)
    vm.raiseTypeError(std::string(what) + " must be None or a string, not " +
                      vm.classOf(value)->name);
  return text->text;
}

// sys.stdout if the program has replaced it; None otherwise.
Value redirected(Vm& vm) {
  const auto& modules = vm.state().modules;
  auto sys = modules.find("sys");
  const Value* out =
      sys == modules.end() ? nullptr : sys->second->globals->find(vm.intern("stdout"));
  const Object* object = out ? out->object() : nullptr;
  return object && object->kind != Kind::Native ? *out : Value::none();
}

Value print(Vm& vm, Value* args) {
  const std::string separator = textOr(vm, args[1], " ", "sep");
  const std::string end = textOr(vm, args[2], "\n", "end");
  const Value file = args[3].isNone() ? redirected(vm) : args[3];
  std::string line;
  bool first = true;
  for (const Value& value : args[0].as<Tuple>()->items) {
    if (!first) line += separator;
    first = false;
    line += shown(vm, value);
  }
  line += end;
  if (!file.isNone()) {
    if (!file.isUnknown()) vm.callMethod(file, "write", {vm.str(std::move(line))});
  } else if (vm.output) {
    vm.output(line);
    if (vm.flushOutput && !args[4].isUnknown() && vm.truth(args[4])) vm.flushOutput();
  }
  return Value::none();
}

Value importOf(Vm& vm, Value* args) {
  Str* name = nameArgument(vm, args[0], "__import__() argument 1");
  const bool isWhole = !args[3].isNone() && vm.truth(args[3]);
  if (!isWhole) return vm.import(name->text);
  Ref<Module> module = vm.module(name->text);
  return module ? Value(module) : vm.import(name->text);
}

// Calls the prelude's open().
Value openFile(Vm& vm, Value* args) {
  const std::vector<Value>& positional = args[0].as<Tuple>()->items;
  std::vector<Value> values = positional;
  std::vector<Str*> names;
  args[1].as<Dict>()->each([&](const Value& key, const Value& value) {
    names.push_back(key.as<Str>());
    values.push_back(value);
  });
  return vm.call(vm.moduleAttribute(*vm.module("io"), vm.intern("open")),
                 CallArgs{values.data(), positional.size(), names});
}
Value readInput(Vm& vm, Value* args) {
  Ref<Module> host = vm.module("_host");
  if (!vm.truth(vm.moduleAttribute(*host, vm.intern("active"))))
    vm.raise(vm.types.OSError, "input() is not available: this program has no standard input");
  if (vm.output) vm.output(vm.toStr(args[0]));
  std::string line = vm.toStr(vm.call(vm.moduleAttribute(*host, vm.intern("read_line"))));
  if (line.empty())
    vm.raise(vm.builtins().find(vm.intern("EOFError"))->as<Class>(), "EOF when reading a line");
  if (line.back() == '\n') line.pop_back();
  return vm.str(std::move(line));
}
Value breakpoint(Vm& vm, Value*) {
  if (Watcher* watcher = currentWatcher()) watcher->breakpointCalled(vm);
  return Value::none();
}

const NativeDef kCodeFunctions[] = {
    {"print", "*args, sep=None, end=None, file=None, flush=False", print, kTakesUnknown},
    {"__import__", "name, globals=None, locals=None, fromlist=None, level=0", importOf,
     kTakesUnknown},
    {"open", "*args, **kwargs", openFile},
    {"input", "prompt='', /", readInput},
    {"breakpoint", "*args, **kwargs", breakpoint, kTakesUnknown},
};

}  // namespace

std::span<const NativeDef> codeFunctions() { return kCodeFunctions; }

}  // namespace ts::eval
