// The sys module. It describes Python 3.11 on Linux, not the machine that it runs on.
#include <algorithm>
#include <cfloat>
#include <cstdint>

#include "core/base/output.h"
#include "core/eval/builtins/exceptions.h"
#include "core/eval/builtins/text.h"
#include "core/eval/vm/state.h"
#include "core/eval_stdlib/modules.h"

namespace ts::eval {
namespace {

// A named tuple such as sys.version_info. The class's __match_args__ has the names.
struct NamedField {
  const char* name;
  Value value;
};

const std::vector<Value>& fieldNames(Vm& vm, const Value& self) {
  return vm.classOf(self)->lookup(vm.intern("__match_args__"))->as<Tuple>()->items;
}

bool recordGetattr(Vm& vm, const Value& self, Str* name, Value& result) {
  const std::vector<Value>& names = fieldNames(vm, self);
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i].as<Str>()->text != name->text) continue;
    result = self.as<Tuple>()->items[i];
    return true;
  }
  return false;
}

std::string recordRepr(Vm& vm, const Value& self) {
  const std::vector<Value>& names = fieldNames(vm, self);
  std::string text = "sys." + vm.classOf(self)->name + "(";
  for (size_t i = 0; i < names.size(); ++i)
    text += (i ? ", " : "") + names[i].as<Str>()->text + "=" + vm.repr(self.as<Tuple>()->items[i]);
  return text + ")";
}

Value record(Vm& vm, const char* name, std::initializer_list<NamedField> fields) {
  static const TypeOps kOps = [&] {
    TypeOps ops = *vm.types.tuple->ops;
    ops.make = nullptr;
    ops.getattr = recordGetattr;
    ops.repr = recordRepr;
    return ops;
  }();
  Class* cls = vm.defineClass({name, "sys", Kind::Tuple, &kOps, {}, false}, {vm.types.tuple});
  std::vector<Value> names, values;
  for (const NamedField& field : fields) {
    names.push_back(vm.intern(field.name));
    values.push_back(field.value);
  }
  cls->dict->set(vm.intern("__match_args__"), vm.tuple(std::move(names)));
  return new Tuple(cls, std::move(values));
}

// ---- stdin, stdout and stderr

enum class Channel : uint8_t { Input, Output, Error };

struct Stream final : Object {
  Stream(Class* cls, const char* name, Channel channel)
      : Object(Kind::Native, cls), name(name), channel(channel) {}
  const char* name;
  Channel channel;
};

Value write(Vm& vm, Value* args) {
  std::string_view text;
  if (!asText(args[1], text))
    vm.raiseTypeError("write() argument must be str, not " + vm.classOf(args[1])->name);
  switch (args[0].asNative<Stream>()->channel) {
    case Channel::Input: vm.raise(vm.types.OSError, "not writable");
    case Channel::Output:
      if (vm.output) vm.output(text);
      break;
    case Channel::Error: vm.writeError(text);
  }
  return Value::integer(countCodes(text));
}
Value flush(Vm& vm, Value* args) {
  if (args[0].asNative<Stream>()->channel == Channel::Output && vm.flushOutput) vm.flushOutput();
  return Value::none();
}
Value no(Vm&, Value*) { return Value::boolean(false); }
Value utf8(Vm& vm, Value*) { return vm.str("utf-8"); }
Value nameOf(Vm& vm, Value* args) { return vm.str(args[0].asNative<Stream>()->name); }
// The program's input and the files behind the streams cannot be known.
Value cannotKnow(Vm&, Value*) { return Value::unknown(); }
Value iterStream(Vm&, const Value&) { return Value::unknown(); }

constexpr NativeDef kStreamMethods[] = {
    {"write", "self, text, /", write},
    {"flush", "self", flush},
    {"isatty", "self", no},
    {"encoding", "self", utf8, kGetter},
    {"name", "self", nameOf, kGetter},
    {"closed", "self", no, kGetter},
    {"buffer", "self", cannotKnow, kGetter},
    {"fileno", "self", cannotKnow},
    {"read", "self, size=-1, /", cannotKnow},
    {"readline", "self, size=-1, /", cannotKnow},
    {"readlines", "self, hint=-1, /", cannotKnow},
};
constexpr TypeOps streamOps() {
  TypeOps ops;
  ops.iter = iterStream;
  return ops;
}
constexpr TypeOps kStreamOps = streamOps();

// ---- functions

Value exitNow(Vm& vm, Value* args) {
  std::vector<Value> arguments;
  if (!args[0].isUnbound()) arguments.push_back(args[0]);
  vm.raise(vm.types.SystemExit, std::move(arguments));
}

Value intern(Vm& vm, Value* args) {
  auto* text = args[0].as<Str>();
  if (!text) vm.raiseTypeError("intern() argument must be str, not " + vm.classOf(args[0])->name);
  return vm.intern(text->text);
}

Value excInfo(Vm& vm, Value*) {
  const Value handled = vm.handledException();
  if (handled.isUnbound() || handled.isNone())
    return vm.tuple({Value::none(), Value::none(), Value::none()});
  const Value cls = handled.isUnknown() ? handled : Value(vm.classOf(handled));
  auto* exception = handled.as<ExceptionObject>();
  return vm.tuple({cls, handled, exception ? tracebackOf(vm, *exception) : Value::unknown()});
}
Value currentException(Vm& vm, Value*) {
  const Value handled = vm.handledException();
  return handled.isUnbound() ? Value::none() : handled;
}
Value recursionLimit(Vm& vm, Value*) { return Value::integer(vm.limits().recursion); }
Value maxDigits(Vm& vm, Value*) { return Value::integer(vm.state().maxIntegerDigits); }
Value setMaxDigits(Vm& vm, Value* args) {
  const int64_t most = vm.toIndex(args[0]);
  if (most != 0 && most < 640) vm.raiseValueError("maxdigits must be 0 or larger than 640");
  vm.state().maxIntegerDigits = most;
  return Value::none();
}
Value isFinalizing(Vm&, Value*) { return Value::boolean(false); }
// The module name of the calling function, `depth` calls further out; None when there are fewer
// calls.
Value frameModuleName(Vm& vm, Value* args) {
  const Frame* frame = vm.state().frame;
  for (int64_t depth = vm.toIndex(args[0]); frame && depth > 0; --depth) frame = frame->caller;
  return frame && frame->module ? vm.str(frame->module->name) : Value::none();
}
// The same function's place: module name, file and line.
Value framePlace(Vm& vm, Value* args) {
  const Frame* frame = vm.state().frame;
  for (int64_t depth = vm.toIndex(args[0]); frame && depth > 0; --depth) frame = frame->caller;
  if (!frame || !frame->module || !frame->module->source)
    return vm.tuple({Value::none(), Value::none(), Value::integer(0)});
  const SourceFile& file = *frame->module->source;
  const uint32_t line =
      frame->at < frame->code->spans.size() ? file.lineOf(frame->code->spans[frame->at].begin) : 0;
  return vm.tuple({vm.str(frame->module->name), vm.str(file.path()), Value::integer(line)});
}
Value defaultEncoding(Vm& vm, Value*) { return vm.str("utf-8"); }

constexpr NativeDef kSysFunctions[] = {
    {"exit", "status=..., /", exitNow},
    {"intern", "string, /", intern},
    {"exc_info", "", excInfo},
    {"exception", "", currentException},
    {"getrecursionlimit", "", recursionLimit},
    {"setrecursionlimit", "limit, /", returnNone},
    {"getsizeof", "object, default=...", returnUnknown, kTakesUnknown},
    {"getrefcount", "object, /", returnUnknown, kTakesUnknown},
    {"_getframe", "depth=0, /", returnUnknown},
    {"_getframemodulename", "depth=0", frameModuleName},
    {"_getframeplace", "depth=0", framePlace},
    {"getdefaultencoding", "", defaultEncoding},
    {"getfilesystemencoding", "", defaultEncoding},
    {"is_finalizing", "", isFinalizing},
    {"get_int_max_str_digits", "", maxDigits},
    {"set_int_max_str_digits", "maxdigits", setMaxDigits},
};

// ---- sys.modules: the modules that the program has imported

struct ModuleTable final : Object {
  explicit ModuleTable(Class* cls) : Object(Kind::Native, cls) {}
};

// The module of a name; Unbound when the program has not imported one.
Value importedModule(Vm& vm, std::string_view name) {
  const auto& replaced = vm.state().replacedModules;
  if (const auto entry = replaced.find(name); entry != replaced.end()) return entry->second;
  const auto& modules = vm.state().modules;
  if (const auto entry = modules.find(name); entry != modules.end())
    return entry->second ? Value(entry->second) : Value();
  // A module of the library has its submodules, which are declared on first use.
  const auto top = modules.find(name.substr(0, name.find('.')));
  if (top == modules.end() || !top->second || !top->second->isLibrary) return {};
  const Ref<Module> module = vm.module(name);
  return module ? Value(module) : Value();
}
Value importedModule(Vm& vm, const Value& name) {
  std::string_view text;
  return asText(name, text) ? importedModule(vm, text) : Value();
}

Ref<Dict> importedModules(Vm& vm) {
  Ref<Dict> all = vm.dict();
  for (const auto& [name, module] : vm.state().modules)
    if (module) all->set(vm.intern(name), Value(module));
  for (const auto& [name, value] : vm.state().replacedModules) all->set(vm.intern(name), value);
  return all;
}

void forgetModule(Vm& vm, std::string_view name) {
  Vm::State& state = vm.state();
  if (const auto entry = state.replacedModules.find(name); entry != state.replacedModules.end())
    state.replacedModules.erase(entry);
  const auto entry = state.modules.find(name);
  if (entry == state.modules.end()) return;
  if (entry->second) state.removedModules.push_back(entry->second);
  state.modules.erase(entry);
}

Value tableGetitem(Vm& vm, const Value&, const Value& name) {
  if (Value module = importedModule(vm, name); !module.isUnbound()) return module;
  vm.raise(vm.types.KeyError, {name});
}
void tableSetitem(Vm& vm, const Value&, const Value& name, const Value& value) {
  std::string_view text;
  if (name.isUnknown() || !asText(name, text)) return;
  forgetModule(vm, text);
  if (auto* module = value.as<Module>())
    vm.state().modules[std::string(text)] = module;
  else
    vm.state().replacedModules[std::string(text)] = value;
}
void tableDelitem(Vm& vm, const Value& self, const Value& name) {
  tableGetitem(vm, self, name);
  std::string_view text;
  if (asText(name, text)) forgetModule(vm, text);
}
bool tableContains(Vm& vm, const Value&, const Value& name) {
  return !importedModule(vm, name).isUnbound();
}
int64_t tableLength(Vm& vm, const Value&) {
  return static_cast<int64_t>(importedModules(vm)->count);
}
Value tableIterate(Vm& vm, const Value&) { return vm.iter(Value(importedModules(vm))); }
Value tableGet(Vm& vm, Value* args) {
  Value module = importedModule(vm, args[1]);
  return module.isUnbound() ? args[2] : module;
}
Value tablePop(Vm& vm, Value* args) {
  Value module = importedModule(vm, args[1]);
  std::string_view text;
  if (!module.isUnbound() && asText(args[1], text)) forgetModule(vm, text);
  if (!module.isUnbound()) return module;
  if (args[2].isUnbound()) vm.raise(vm.types.KeyError, {args[1]});
  return args[2];
}
Value tableSetDefault(Vm& vm, Value* args) {
  if (Value module = importedModule(vm, args[1]); !module.isUnbound()) return module;
  tableSetitem(vm, args[0], args[1], args[2]);
  return args[2];
}
Value tableUpdate(Vm& vm, Value* args) {
  const Value items = vm.callMethod(args[1], "items");
  vm.forEach(items, [&](const Value& item) {
    tableSetitem(vm, args[0], vm.getitem(item, Value::integer(0)),
                 vm.getitem(item, Value::integer(1)));
    return true;
  });
  return Value::none();
}
Value tableCopy(Vm& vm, Value*) { return Value(importedModules(vm)); }
Value tableKeys(Vm& vm, Value*) { return vm.callMethod(Value(importedModules(vm)), "keys"); }
Value tableValues(Vm& vm, Value*) { return vm.callMethod(Value(importedModules(vm)), "values"); }
Value tableItems(Vm& vm, Value*) { return vm.callMethod(Value(importedModules(vm)), "items"); }

constexpr NativeDef kTableMethods[] = {
    {"get", "self, name, default=None, /", tableGet},
    {"pop", "self, name, default=..., /", tablePop},
    {"setdefault", "self, name, default=None, /", tableSetDefault, kTakesUnknown},
    {"update", "self, other, /", tableUpdate},
    {"copy", "self, /", tableCopy},
    {"keys", "self, /", tableKeys},
    {"values", "self, /", tableValues},
    {"items", "self, /", tableItems},
};
constexpr TypeOps tableOps() {
  TypeOps ops;
  ops.len = tableLength;
  ops.getitem = tableGetitem;
  ops.setitem = tableSetitem;
  ops.delitem = tableDelitem;
  ops.contains = tableContains;
  ops.iter = tableIterate;
  return ops;
}
constexpr TypeOps kTableOps = tableOps();

// ---- for importlib

// The file and "is a package" of a module that an import would find; None when none is found. In
// the static domain such a module is Unknown, as its import is.
Value findModule(Vm& vm, Value* args) {
  const Value imported = importedModule(vm, args[0]);
  std::string_view name;
  if (!asText(args[0], name)) vm.raiseTypeError("the name of a module is a str");
  Ref<Module> module = imported.as<Module>();
  if (!module && imported.isUnbound()) module = vm.module(name);
  if (!module && imported.isUnbound()) return vm.strict ? Value::none() : Value::unknown();
  const bool isPackage = module && module->isPackage;
  const Value origin = module && !module->path.empty() ? vm.str(module->path) : Value::none();
  return vm.tuple({origin, Value::boolean(isPackage)});
}

// Runs the file as the code of a module, which may have run another one.
Value runFile(Vm& vm, Value* args) {
  auto* module = args[0].as<Module>();
  std::string_view path;
  if (!module || !asText(args[1], path) || !path.ends_with(".py"))
    vm.raise(vm.types.ImportError, "only a .py file can be run as a module");
  const size_t slash = path.rfind('/');
  const std::string folder(slash == path.npos ? "." : path.substr(0, std::max<size_t>(slash, 1)));
  const std::string_view file = path.substr(slash == path.npos ? 0 : slash + 1);
  ModuleLoader::Loaded loaded =
      vm.state().loader->loadFrom(folder, file.substr(0, file.size() - 3));
  if (!loaded.tree) {
    if (!vm.strict) return Value::unknown();
    vm.raise(vm.types.OSError, {Value::integer(2), vm.str("No such file or directory"), args[1]});
  }
  vm.touch(*module);
  module->tree = loaded.tree;
  module->source = loaded.tree->file;
  module->scopes = nullptr;
  module->path = loaded.path;
  module->syntaxError = loaded.syntaxError;
  module->state = Module::State::Declared;
  module->globals->set(vm.intern("__file__"), vm.str(std::string(path)));
  vm.runModule(*module);
  return Value::none();
}

constexpr NativeDef kImportFunctions[] = {
    {"_find_module", "name, /", findModule},
    {"_run_file", "module, path, /", runFile},
};

}  // namespace

void fillSys(Vm& vm, Module& module) {
  vm.addFunctions(module, kSysFunctions);
  vm.addFunctions(module, kImportFunctions);
  auto set = [&](const char* name, Value value) {
    module.globals->set(vm.intern(name), std::move(value));
  };
  auto integer = [](int64_t value) { return Value::integer(value); };
  auto text = [&](const char* value) { return vm.str(value); };
  set("version", text("3.11.2 (JitScope)"));
  set("version_info", record(vm, "version_info",
                             {{"major", integer(3)},
                              {"minor", integer(11)},
                              {"micro", integer(2)},
                              {"releaselevel", text("final")},
                              {"serial", integer(0)}}));
  set("hexversion", integer(0x030B02F0));
  set("platform", text("linux"));
  set("byteorder", text("little"));
  set("maxsize", integer(INT64_MAX));
  set("maxunicode", integer(0x10FFFF));
  set("executable", text(""));
  set("prefix", text("/usr"));
  set("dont_write_bytecode", Value::boolean(true));
  set("argv", vm.list({text("")}));
  set("path", vm.list());
  set("warnoptions", vm.list());
  set("float_info", record(vm, "float_info",
                           {{"max", Value::real(DBL_MAX)},
                            {"max_exp", integer(DBL_MAX_EXP)},
                            {"max_10_exp", integer(DBL_MAX_10_EXP)},
                            {"min", Value::real(DBL_MIN)},
                            {"min_exp", integer(DBL_MIN_EXP)},
                            {"min_10_exp", integer(DBL_MIN_10_EXP)},
                            {"dig", integer(DBL_DIG)},
                            {"mant_dig", integer(DBL_MANT_DIG)},
                            {"epsilon", Value::real(DBL_EPSILON)},
                            {"radix", integer(FLT_RADIX)},
                            {"rounds", integer(1)}}));
  set("int_info", record(vm, "int_info",
                         {{"bits_per_digit", integer(30)},
                          {"sizeof_digit", integer(4)},
                          {"default_max_str_digits", integer(4300)},
                          {"str_digits_check_threshold", integer(640)}}));
  set("hash_info", record(vm, "hash_info",
                          {{"width", integer(64)},
                           {"modulus", integer((int64_t{1} << 61) - 1)},
                           {"inf", integer(314159)},
                           {"nan", integer(0)},
                           {"imag", integer(1000003)}}));
  set("implementation", record(vm, "implementation",
                               {{"name", text("cpython")}, {"cache_tag", text("cpython-311")}}));
  set("flags",
      record(
          vm, "flags",
          {{"debug", integer(0)}, {"optimize", integer(0)}, {"dev_mode", Value::boolean(false)}}));
  Class* stream =
      vm.defineClass({"TextIOWrapper", "_io", Kind::Native, &kStreamOps, kStreamMethods, false});
  set("stdout", new Stream(stream, "<stdout>", Channel::Output));
  set("stderr", new Stream(stream, "<stderr>", Channel::Error));
  set("stdin", new Stream(stream, "<stdin>", Channel::Input));
  Class* table = vm.defineClass({"dict", "sys", Kind::Native, &kTableOps, kTableMethods, false});
  set("modules", new ModuleTable(table));
}

}  // namespace ts::eval
