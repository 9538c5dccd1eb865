// The exception classes of Python 3.11.
#include "core/eval/builtins/exceptions.h"

#include "core/eval/builtins/init.h"

namespace ts::eval {
namespace {

ExceptionObject& exception(const Value& value) { return *value.as<ExceptionObject>(); }
const std::vector<Value>& argsOf(const Value& value) { return exception(value).args->items; }

void setField(Vm& vm, const Value& self, const char* name, Value value) {
  ExceptionObject& object = exception(self);
  if (!object.attributes) object.attributes = vm.dict();
  object.attributes->set(vm.intern(name), std::move(value));
}
// The field's value; None when it was never set.
Value exceptionField(Vm& vm, const Value& self, const char* name) {
  ExceptionObject& object = exception(self);
  const Value* value = object.attributes ? object.attributes->find(vm.intern(name)) : nullptr;
  return value ? *value : Value::none();
}

[[noreturn]] void refuseKeywords(Vm& vm, const Class& cls) {
  vm.raiseTypeError(cls.name + "() takes no keyword arguments");
}

Value getArgs(Vm&, Value* args) { return exception(args[0]).args; }
Value getCause(Vm&, Value* args) { return orNone(exception(args[0]).cause); }
Value getContext(Vm&, Value* args) { return orNone(exception(args[0]).context); }
Value getSuppress(Vm&, Value* args) { return Value::boolean(exception(args[0]).suppressContext); }
Value getTraceback(Vm& vm, Value* args) { return tracebackOf(vm, exception(args[0])); }
Value withTraceback(Vm& vm, Value* args) {
  setTraceback(vm, exception(args[0]), args[1]);
  return args[0];
}
Value addNote(Vm& vm, Value* args) {
  if (!args[1].as<Str>())
    vm.raiseTypeError("note must be a str, not '" + vm.classOf(args[1])->name + "'");
  Value notes = exceptionField(vm, args[0], "__notes__");
  if (notes.isNone()) {
    notes = vm.list();
    setField(vm, args[0], "__notes__", notes);
  }
  vm.callMethod(notes, "append", {args[1]});
  return Value::none();
}

const NativeDef kBaseMethods[] = {
    {"args", "self", getArgs, kGetter},
    {"__cause__", "self", getCause, kGetter},
    {"__context__", "self", getContext, kGetter},
    {"__suppress_context__", "self", getSuppress, kGetter},
    {"__traceback__", "self", getTraceback, kGetter},
    {"with_traceback", "self, tb, /", withTraceback, kTakesUnknown},
    {"add_note", "self, note, /", addNote},
};

// ---- classes with additional fields

std::string strKeyError(Vm& vm, const Value& self) {
  return argsOf(self).size() == 1 ? vm.repr(argsOf(self)[0]) : strException(vm, self);
}

Value getStopValue(Vm&, Value* args) { return orNone(exception(args[0]).value); }
const NativeDef kStopMethods[] = {{"value", "self", getStopValue, kGetter}};

Value getExitCode(Vm& vm, Value* args) {
  const auto& items = argsOf(args[0]);
  return items.empty() ? Value::none() : items.size() == 1 ? items[0] : Value(vm.tuple(items));
}
const NativeDef kExitMethods[] = {{"code", "self", getExitCode, kGetter}};

// Stores keyword arguments as fields. The first argument is `msg` in a class with that field.
template <const char* const* names, size_t count>
void initWithFields(Vm& vm, const Value& self, const CallArgs& args) {
  initException(vm, self, {args.values, args.positional, {}});
  for (size_t i = 0; i < count; ++i) setField(vm, self, names[i], Value::none());
  for (size_t i = 0; i < args.names.size(); ++i) {
    bool isKnown = false;
    for (size_t j = 0; j < count; ++j) isKnown |= args.names[i]->text == names[j];
    if (!isKnown)
      vm.raiseTypeError("'" + args.names[i]->text + "' is an invalid keyword argument for " +
                        vm.classOf(self)->name + "()");
    setField(vm, self, args.names[i]->text.c_str(), args.values[args.positional + i]);
  }
}
constexpr const char* kNameFields[] = {"name"};
constexpr const char* kAttributeFields[] = {"name", "obj"};
constexpr const char* kImportFields[] = {"name", "path"};
void initImport(Vm& vm, const Value& self, const CallArgs& args) {
  initWithFields<kImportFields, 2>(vm, self, args);
  setField(vm, self, "msg", args.positional == 1 ? args.values[0] : Value::none());
}

constexpr const char* kSyntaxFields[] = {"filename", "lineno",     "offset",
                                         "text",     "end_lineno", "end_offset"};
void initSyntax(Vm& vm, const Value& self, const CallArgs& args) {
  initException(vm, self, args);
  setField(vm, self, "msg", args.positional ? args.values[0] : Value::none());
  auto* details = args.positional == 2 ? args.values[1].as<Tuple>() : nullptr;
  for (size_t i = 0; i < std::size(kSyntaxFields); ++i)
    setField(vm, self, kSyntaxFields[i],
             details && i < details->items.size() ? details->items[i] : Value::none());
}
std::string strSyntax(Vm& vm, const Value& self) {
  const Value message = exceptionField(vm, self, "msg");
  std::string text = vm.toStr(message);
  const Value line = exceptionField(vm, self, "lineno");
  const Value file = exceptionField(vm, self, "filename");
  if (line.isNone()) return text;
  if (file.isNone()) return text + " (line " + vm.toStr(line) + ")";
  return text + " (" + vm.toStr(file) + ", line " + vm.toStr(line) + ")";
}

// ---- OSError

struct ErrnoClass {
  int number;
  const char* name;
};
constexpr ErrnoClass kErrnoClasses[] = {
    {1, "PermissionError"},        {2, "FileNotFoundError"},  {3, "ProcessLookupError"},
    {4, "InterruptedError"},       {10, "ChildProcessError"}, {11, "BlockingIOError"},
    {13, "PermissionError"},       {17, "FileExistsError"},   {20, "NotADirectoryError"},
    {21, "IsADirectoryError"},     {32, "BrokenPipeError"},   {103, "ConnectionAbortedError"},
    {104, "ConnectionResetError"}, {110, "TimeoutError"},     {111, "ConnectionRefusedError"},
};
Value makeOsError(Vm& vm, Class* cls, const CallArgs& args) {
  if (cls == vm.types.OSError && args.positional >= 2 && args.values[0].isInt())
    for (const ErrnoClass& row : kErrnoClasses)
      if (args.values[0].integerValue() == row.number)
        if (const Value* value = vm.builtins().find(vm.intern(row.name))) cls = value->as<Class>();
  return makeException(vm, cls, args);
}
void initOsError(Vm& vm, const Value& self, const CallArgs& args) {
  const size_t count = args.positional;
  const bool detailed = count >= 2 && count <= 5;
  setField(vm, self, "errno", detailed ? args.values[0] : Value::none());
  setField(vm, self, "strerror", detailed ? args.values[1] : Value::none());
  setField(vm, self, "filename", detailed && count > 2 ? args.values[2] : Value::none());
  setField(vm, self, "filename2", detailed && count > 4 ? args.values[4] : Value::none());
  // args only keeps the number and the text.
  initException(vm, self, {args.values, detailed && count > 2 ? 2 : count, args.names});
}
std::string strOsError(Vm& vm, const Value& self) {
  const Value number = exceptionField(vm, self, "errno"),
              text = exceptionField(vm, self, "strerror");
  const Value file = exceptionField(vm, self, "filename");
  if (number.isNone() || text.isNone()) return strException(vm, self);
  std::string shown = "[Errno " + vm.toStr(number) + "] " + vm.toStr(text);
  if (!file.isNone()) shown += ": " + vm.repr(file);
  return shown;
}

// ---- UnicodeError and its subclasses

constexpr const char* kUnicodeFields[] = {"encoding", "object", "start", "end", "reason"};
void initUnicode(Vm& vm, const Value& self, const CallArgs& args) {
  if (args.positional != 5)
    vm.raiseTypeError("function takes exactly 5 arguments (" + std::to_string(args.positional) +
                      " given)");
  initException(vm, self, args);
  for (size_t i = 0; i < 5; ++i) setField(vm, self, kUnicodeFields[i], args.values[i]);
}
std::string strUnicode(Vm& vm, const Value& self) {
  const auto& items = argsOf(self);
  if (items.size() != 5) return strException(vm, self);
  const Value& object = items[1];
  const int64_t start = vm.toIndex(items[2]), end = vm.toIndex(items[3]);
  const bool decodes = object.as<Bytes>() != nullptr;
  std::string text =
      "'" + vm.toStr(items[0]) + "' codec can't " + (decodes ? "decode " : "encode ");
  char number[16];
  if (end == start + 1 && start >= 0 && start < vm.len(object)) {
    const Value value = vm.getitem(object, items[2]);
    if (decodes) {
      std::snprintf(number, sizeof number, "0x%02x", static_cast<unsigned>(value.integerValue()));
      text += std::string("byte ") + number;
    } else {
      const int64_t code = vm.toIndex(vm.call(*vm.builtins().find(vm.intern("ord")), {value}));
      const char* form = code <= 0xff ? "\\x%02x" : code <= 0xffff ? "\\u%04x" : "\\U%08x";
      std::snprintf(number, sizeof number, form, static_cast<unsigned>(code));
      text += std::string("character '") + number + "'";
    }
    text += " in position " + std::to_string(start);
  } else {
    text += std::string(decodes ? "bytes" : "characters") + " in position " +
            std::to_string(start) + "-" + std::to_string(end - 1);
  }
  return text + ": " + vm.toStr(items[4]);
}

constexpr TypeOps withOps(TypeOps changed) {
  if (!changed.make) changed.make = makeException;
  if (!changed.init) changed.init = initException;
  changed.setattr = setException;
  changed.repr = reprException;
  if (!changed.str) changed.str = strException;
  return changed;
}
const TypeOps kExceptionOps = withOps({});
const TypeOps kKeyErrorOps = withOps({.str = strKeyError});
const TypeOps kNameErrorOps = withOps({.init = initWithFields<kNameFields, 1>});
const TypeOps kAttributeErrorOps = withOps({.init = initWithFields<kAttributeFields, 2>});
const TypeOps kImportErrorOps = withOps({.init = initImport});
const TypeOps kSyntaxErrorOps = withOps({.init = initSyntax, .str = strSyntax});
const TypeOps kOsErrorOps = withOps({.make = makeOsError, .init = initOsError, .str = strOsError});
const TypeOps kUnicodeOps = withOps({.init = initUnicode, .str = strUnicode});

// Null ops: inherited from the base.
struct Row {
  const char* name;
  const char* base;
  Class* Types::*type = nullptr;
  const TypeOps* ops = nullptr;
  std::span<const NativeDef> methods = {};
};
const Row kExceptionClasses[] = {
    {"SystemExit", "BaseException", &Types::SystemExit, nullptr, kExitMethods},
    {"KeyboardInterrupt", "BaseException", &Types::KeyboardInterrupt},
    {"GeneratorExit", "BaseException", &Types::GeneratorExit},
    {"Exception", "BaseException", &Types::Exception},
    {"StopIteration", "Exception", &Types::StopIteration, nullptr, kStopMethods},
    {"StopAsyncIteration", "Exception", &Types::StopAsyncIteration},
    {"ArithmeticError", "Exception", &Types::ArithmeticError},
    {"FloatingPointError", "ArithmeticError"},
    {"OverflowError", "ArithmeticError", &Types::OverflowError},
    {"ZeroDivisionError", "ArithmeticError", &Types::ZeroDivisionError},
    {"AssertionError", "Exception", &Types::AssertionError},
    {"AttributeError", "Exception", &Types::AttributeError, &kAttributeErrorOps},
    {"BufferError", "Exception"},
    {"EOFError", "Exception"},
    {"ImportError", "Exception", &Types::ImportError, &kImportErrorOps},
    {"ModuleNotFoundError", "ImportError", &Types::ModuleNotFoundError},
    {"LookupError", "Exception", &Types::LookupError},
    {"IndexError", "LookupError", &Types::IndexError},
    {"KeyError", "LookupError", &Types::KeyError, &kKeyErrorOps},
    {"MemoryError", "Exception", &Types::MemoryError},
    {"NameError", "Exception", &Types::NameError, &kNameErrorOps},
    {"UnboundLocalError", "NameError", &Types::UnboundLocalError},
    {"OSError", "Exception", &Types::OSError, &kOsErrorOps},
    {"BlockingIOError", "OSError"},
    {"ChildProcessError", "OSError"},
    {"ConnectionError", "OSError"},
    {"BrokenPipeError", "ConnectionError"},
    {"ConnectionAbortedError", "ConnectionError"},
    {"ConnectionRefusedError", "ConnectionError"},
    {"ConnectionResetError", "ConnectionError"},
    {"FileExistsError", "OSError"},
    {"FileNotFoundError", "OSError"},
    {"InterruptedError", "OSError"},
    {"IsADirectoryError", "OSError"},
    {"NotADirectoryError", "OSError"},
    {"PermissionError", "OSError"},
    {"ProcessLookupError", "OSError"},
    {"TimeoutError", "OSError"},
    {"ReferenceError", "Exception"},
    {"RuntimeError", "Exception", &Types::RuntimeError},
    {"NotImplementedError", "RuntimeError", &Types::NotImplementedError},
    {"RecursionError", "RuntimeError", &Types::RecursionError},
    {"SyntaxError", "Exception", &Types::SyntaxError, &kSyntaxErrorOps},
    {"IndentationError", "SyntaxError"},
    {"TabError", "IndentationError"},
    {"SystemError", "Exception"},
    {"TypeError", "Exception", &Types::TypeError},
    {"ValueError", "Exception", &Types::ValueError},
    {"UnicodeError", "ValueError", &Types::UnicodeError},
    {"UnicodeDecodeError", "UnicodeError", &Types::UnicodeDecodeError, &kUnicodeOps},
    {"UnicodeEncodeError", "UnicodeError", &Types::UnicodeEncodeError, &kUnicodeOps},
    {"UnicodeTranslateError", "UnicodeError"},
    {"Warning", "Exception"},
    {"BytesWarning", "Warning"},
    {"DeprecationWarning", "Warning"},
    {"EncodingWarning", "Warning"},
    {"FutureWarning", "Warning"},
    {"ImportWarning", "Warning"},
    {"PendingDeprecationWarning", "Warning"},
    {"ResourceWarning", "Warning"},
    {"RuntimeWarning", "Warning"},
    {"SyntaxWarning", "Warning"},
    {"UnicodeWarning", "Warning"},
    {"UserWarning", "Warning"},
};

}  // namespace

Value makeException(Vm& vm, Class* cls, const CallArgs& args) {
  Ref<ExceptionObject> exception = new ExceptionObject(cls);
  exception->args = vm.tuple({args.values, args.values + args.positional});
  if (args.positional && cls->isSubclass(vm.types.StopIteration)) exception->value = args.values[0];
  return exception;
}

void initException(Vm& vm, const Value& self, const CallArgs& args) {
  if (!args.names.empty()) refuseKeywords(vm, *vm.classOf(self));
  ExceptionObject& object = exception(self);
  object.args = vm.tuple({args.values, args.values + args.positional});
  if (args.positional && object.cls->isSubclass(vm.types.StopIteration))
    object.value = args.values[0];
}

bool setException(Vm& vm, const Value& self, Str* name, const Value& value) {
  ExceptionObject& object = exception(self);
  const std::string& text = name->text;
  const bool chains = text == "__cause__" || text == "__context__";
  if (chains) {
    if (!value.isNone() && !value.as<ExceptionObject>() && !value.isUnknown())
      vm.raiseTypeError("exception " + text.substr(2, text.size() - 4) +
                        " must be None or derive from BaseException");
    const Value kept = value.isNone() ? Value() : value;
    (text == "__cause__" ? object.cause : object.context) = kept;
    if (text == "__cause__") object.suppressContext = true;
  } else if (text == "__suppress_context__") {
    object.suppressContext = vm.truth(value);
  } else if (text == "args") {
    object.args = vm.tuple(vm.toVector(value));
  } else if (text == "value" && object.cls->isSubclass(vm.types.StopIteration)) {
    object.value = value;
  } else if (text == "__traceback__") {
    setTraceback(vm, object, value);
  } else {
    return false;
  }
  return true;
}

std::string reprException(Vm& vm, const Value& self) {
  const auto& items = argsOf(self);
  std::string text = vm.classOf(self)->name;
  if (items.size() == 1) return text + "(" + vm.repr(items[0]) + ")";
  return text + vm.repr(Value(exception(self).args));
}

std::string strException(Vm& vm, const Value& self) {
  const auto& items = argsOf(self);
  if (items.empty()) return "";
  return items.size() == 1 ? vm.toStr(items[0]) : vm.repr(Value(exception(self).args));
}

void initExceptions(Vm& vm) {
  Types& types = vm.types;
  Dict& builtins = vm.builtins();
  types.BaseException =
      vm.defineClass({"BaseException", "builtins", Kind::Exception, &kExceptionOps, kBaseMethods});
  types.BaseException->instancesHaveDict = true;
  builtins.set(vm.intern("BaseException"), types.BaseException);
  for (const Row& row : kExceptionClasses) {
    Class* base = builtins.find(vm.intern(row.base))->as<Class>();
    const TypeOps* ops = row.ops ? row.ops : base->ops;
    Class* cls = vm.defineClass({row.name, "builtins", Kind::Exception, ops, row.methods}, {base});
    if (row.type) types.*row.type = cls;
    builtins.set(vm.intern(row.name), cls);
  }
  types.BaseExceptionGroup = vm.defineClass(
      {"BaseExceptionGroup", "builtins", Kind::Exception, &kGroupOps, groupMethods()},
      {types.BaseException});
  types.ExceptionGroup =
      vm.defineClass({"ExceptionGroup", "builtins", Kind::Exception, &kGroupOps, {}},
                     {types.BaseExceptionGroup, types.Exception});
  for (Class* cls : {types.BaseExceptionGroup, types.ExceptionGroup})
    builtins.set(vm.intern(cls->name), cls);
  initTracebacks(vm);
  builtins.set(vm.intern("EnvironmentError"), types.OSError);
  builtins.set(vm.intern("IOError"), types.OSError);
}

}  // namespace ts::eval
