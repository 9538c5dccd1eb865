// The evaluator: Python's protocols over values. A Vm belongs to one thread. A Python exception is
// the C++ exception Raised; callers outside core/eval must catch it.
#pragma once

#include <atomic>
#include <initializer_list>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/limit_error.h"
#include "core/eval/bytecode/bytecode.h"
#include "core/eval/values/jit_events.h"
#include "core/eval/values/loader.h"
#include "core/eval/values/name_table.h"
#include "core/eval/values/objects.h"
#include "core/eval/vm/native.h"

namespace ts::eval {

struct NativeLibrary;  // native_library.h

// A Python exception in flight.
struct Raised {
  Ref<ExceptionObject> exception;
};
// The truth of an Unknown value was needed where both paths can't be run. The result of the native
// call or expression is then Unknown.
struct UnknownTruth {};
// A limit of Limits was reached. It ends the whole run; Python handlers don't see it.
struct LimitReached : LimitError {
  LimitReached(std::string name, std::vector<ExceptionObject::TracebackEntry> frames)
      : LimitError("the evaluation reached its limit on " + name),
        limit(std::move(name)),
        stack(std::move(frames)) {}  // NOLINT(bugprone-throw-keyword-missing)

  std::string limit;                                   // "fuel" or "memory"
  std::vector<ExceptionObject::TracebackEntry> stack;  // the running frames, innermost first
};

// The program needs something that JitScope doesn't have, in a program that runs. It ends the whole
// run: Python handlers don't see it.
struct GapReached : LimitError {
  GapReached(const std::string& what, Ref<ExceptionObject> error)
      : LimitError(what), exception(std::move(error)) {}  // NOLINT(bugprone-throw-keyword-missing)

  Ref<ExceptionObject> exception;  // says what is missing, with the running frames
};

// Larger integers are a gap: Vm::raiseGap(kIntegerGap).
inline constexpr uint64_t kMaxIntegerBits = uint64_t{1} << 20;
inline constexpr const char* kIntegerGap =
    "JitScope has integers of at most 1048576 bits (kMaxIntegerBits)";

struct Limits {
  uint64_t fuel = 50'000'000;   // number of instructions
  size_t stackBytes = 4 << 20;  // of the C++ stack; more raises RecursionError
  int recursion = 1000;         // nested Python calls
};

// The native classes of types.def.
struct Types {
#define TYPE(id) Class* id = nullptr;
#include "core/eval/values/types.def"
#undef TYPE
};

// The evaluator of one program. The caller that constructs it owns it; not thread-safe.
class Vm {
 public:
  // The loader and the library must outlive the Vm.
  Vm(ModuleLoader& loader, const NativeLibrary& library, Limits limits = {});
  ~Vm();
  Types types;

  // ---- making values (make.cpp)
  Str* intern(std::string_view text);  // the Vm keeps it alive
  Str* special(Special id) const { return specialNames_[static_cast<size_t>(id)]; }
  Value str(std::string text);
  Value bytes(std::string data);
  Ref<List> list(std::vector<Value> items = {});
  Ref<Tuple> tuple(std::vector<Value> items = {});
  Ref<Dict> dict();
  Ref<Set> set();
  Ref<Set> frozenset();
  Value integer(BigInteger value);  // at most kMaxIntegerBits
  Value complex(double real, double imag);
  Value method(Value function, Value self);
  // A native function with state; takes positional arguments only.
  Value closure(std::string name, std::function<Value(Vm&, std::span<const Value>)> body);
  Ref<Instance> instance(Class* cls);  // doesn't call __init__

  // ---- native classes, functions and modules (native.cpp)
  // Makes a class from a table. The caller adds it to a module's globals if it is to be visible.
  Class* defineClass(const NativeClass& table, std::initializer_list<Class*> bases = {});
  Value function(const NativeDef& def, std::string_view moduleName);
  void addFunctions(Module& module, std::span<const NativeDef> functions);
  // Creates the classes that creating classes needs, still empty. initObjects calls it first.
  void premakeClasses();

  // ---- classes (classes.cpp)
  Class* classOf(const Value& value) const;
  bool isInstance(const Value& value, const Class* cls) { return classOf(value)->isSubclass(cls); }
  bool isInstance(const Value& value, Class* cls) { return classOf(value)->isSubclass(cls); }
  // Handles __instancecheck__, tuples, unions and typing's forms. May raise, or throw UnknownTruth.
  bool isInstance(const Value& value, const Value& classInfo);
  bool isSubclass(const Value& cls, const Value& classInfo);
  // type(name, bases, namespace) with a known metaclass. Computes the MRO and specials, calls
  // __set_name__ and __init_subclass__. Raises TypeError.
  Ref<Class> makeClass(Class* metaclass, std::string name, std::vector<Ref<Class>> bases,
                       Ref<Dict> space, const CallArgs& keywords);
  // The most derived metaclass. Raises TypeError when there is none.
  Class* metaclassOf(Class* metaclass, std::span<const Ref<Class>> bases);

  // ---- attributes (attributes.cpp)
  Value getattr(const Value& object, Str* name);                   // raises AttributeError
  bool tryGetattr(const Value& object, Str* name, Value& result);  // returns false instead
  void setattr(const Value& object, Str* name, const Value& value);
  void delattr(const Value& object, Str* name);
  // A special method, looked up on the class and bound; Unbound when the class has none.
  Value lookupSpecial(const Value& object, Str* name);
  // For `object.name(...)` without creating a bound method. Returns true when `function` is a plain
  // function that takes `object` as its first argument, false when it is to be called without it.
  // Raises AttributeError.
  bool getMethod(const Value& object, Str* name, Value& function);
  Value getattr(const Value& object, std::string_view name) {
    return getattr(object, intern(name));
  }
  // The object's __dict__; null when its class has none, or when it is empty and `make` is false.
  Dict* dictOf(const Value& object, bool make = false);

  // ---- calls (call.cpp)
  Value call(const Value& callee, const CallArgs& args);
  Value call(const Value& callee, std::initializer_list<Value> args = {});
  Value call(const Value& callee, std::span<const Value> args);
  Value callMethod(const Value& object, std::string_view name,
                   std::initializer_list<Value> args = {});
  // Calls a native function. Returns Unknown for an Unknown argument, unless the function has
  // kTakesUnknown, and when the function throws UnknownTruth (native.cpp).
  Value callNative(const NativeFunction& function, const CallArgs& args);
  // type.__call__: __new__, then __init__. A metaclass's own __call__ is not used
  // (instantiate.cpp).
  Value instantiate(Class& cls, const CallArgs& args);

  // ---- operators (operators.cpp). Each returns Unknown when an operand is Unknown.
  Value binary(BinaryOp op, const Value& a, const Value& b);
  Value inplace(BinaryOp op, const Value& a, const Value& b);
  Value unary(UnaryOp op, const Value& a);
  Value compare(CompareOp op, const Value& a,
                const Value& b);  // may return any value, because classes define it
  bool equal(const Value& a,
             const Value& b);       // by identity first, as in containers; throws UnknownTruth
  size_t hash(const Value& value);  // raises TypeError for unhashable values
  bool truth(const Value& value);   // throws UnknownTruth
  Value contains(const Value& container, const Value& element);  // returns Bool or Unknown
  Value getitem(const Value& object, const Value& index);
  void setitem(const Value& object, const Value& index, const Value& value);
  void delitem(const Value& object, const Value& index);
  int64_t len(const Value& object);  // throws UnknownTruth when the length is unknown
  std::string repr(const Value& value);
  std::string toStr(const Value& value);
  std::string format(const Value& value, std::string_view spec);
  // Converts ints, bools and instances of subclasses of int; with `convert` also objects with
  // __index__. Returns false for other values.
  bool asInt(const Value& value, int64_t& result, bool convert = false);
  bool asReal(const Value& value, double& result);  // floats, their subclasses and integers
  int64_t toIndex(const Value& value);              // raises TypeError

  // ---- iteration (iteration.cpp)
  Value iter(const Value& iterable);  // of an Unknown: Unknown
  // Unbound at the end instead of raising StopIteration. Charges fuel: native loops over elements
  // need not.
  Value next(const Value& iterator);
  // Calls visit for each element until it returns false. Throws UnknownTruth for an Unknown.
  template <typename F>
  void forEach(const Value& iterable, F&& visit) {
    Value iterator = iter(iterable);
    if (iterator.isUnknown()) throw UnknownTruth{};
    for (Value element = next(iterator); !element.isUnbound(); element = next(iterator))
      if (!visit(element)) break;
  }
  std::vector<Value> toVector(const Value& iterable);

  // ---- exceptions (exceptions.cpp)
  // A new exception, not raised yet; its context is the exception that is being handled.
  Ref<ExceptionObject> makeException(Class* exception, std::vector<Value> args);
  [[noreturn]] void raise(Class* exception, std::string message);
  [[noreturn]] void raise(Class* exception, std::vector<Value> args);
  [[noreturn]] void raiseTypeError(std::string message) {
    raise(types.TypeError, std::move(message));
  }
  [[noreturn]] void raiseValueError(std::string message) {
    raise(types.ValueError, std::move(message));
  }
  // For what Python can do and JitScope can't: "JitScope has no processes". A program that runs
  // ends (GapReached). In the static domain the result is Unknown, and State::gaps has the text.
  [[noreturn]] void raiseGap(std::string what);
  // The exception that `raise raised` raises; `raised` is a class or an instance.
  Ref<ExceptionObject> toException(const Value& raised);

  // ---- running code (run.cpp, generator.cpp)
  Value runModule(Module& module);
  // Runs the module's body, or only the statement `stmt` of it.
  void runStatements(Module& module, const syntax::Stmt* stmt);
  // Resolves a Deferred value; returns other values unchanged.
  Value settled(const Value& value);
  Value callFunction(Function& function, const CallArgs& args);
  // Runs a class body in `space`. Returns the cell of __class__.
  Value runClassBody(Function& body, Dict& space);
  // Returns the yielded value; Unbound at the end, with the return value in `result` if given.
  Value resumeGenerator(Object& generator, Value sent, Raised* thrown, Value* result = nullptr);
  Ref<Dict> annotationsOf(Function& function);
  // The module and variables of the innermost Python frame. The module is null when no code runs.
  Module* currentModule() const;
  Ref<Dict> currentLocals();
  // The exception being handled; Unbound when there is none.
  Value handledException() const;

  // ---- modules (import.cpp)
  // The module of a dotted name, declared but not run; null when it isn't found.
  Ref<Module> module(std::string_view dottedName);
  // `import a.b.c`: returns a. In the static domain a missing module is Unknown.
  Value import(std::string_view dottedName);
  // Runs the module if it hasn't run yet, then looks the name up in its globals, lazy members and
  // submodules. Returns Unbound when none of them has it.
  Value moduleAttribute(Module& module, Str* name);
  // Adds a module with a given tree: the file to check or to run.
  Ref<Module> addModule(std::string name, SourceFilePtr source, syntax::ModulePtr tree,
                        bool isPackage = false);
  // Returns a module that shares the globals of `module` and has its own text. It is not imported
  // by a name: a cell of a notebook, or code that a tool runs in the module.
  Ref<Module> fragmentOf(const Module& module, syntax::ModulePtr tree);
  // Calls `use` with each module that has a text. A notebook has one in each of its cells.
  void eachSource(const std::function<void(Module&)>& use) const;
  Dict& builtins() { return *builtins_; }
  const NativeLibrary& library() const { return library_; }

  // ---- unknown conditions (branch_join.cpp)
  // Call it before changing an object: a container, or an object whose attributes or cells change.
  void touch(Object& object) {
    if (pathChanges_) recordChange(object);
  }

  // True: runs a whole program. User modules run when they are imported, a missing module raises,
  // and an exception ends the module. False: the static domain.
  bool strict = false;
  // True: compiled code has an instruction on each line on which CPython's tracing stops.
  bool steppable = false;

  // ---- limits and output
  // Throws LimitReached, and Cancelled when a stop is requested; raises KeyboardInterrupt.
  void burn(uint64_t fuel);
  // Fuel for native work on so many elements of a container, or on a text of so many bytes. Call it
  // where the work grows with the size and allocates nothing: burn() itself charges for the blocks
  // that were allocated.
  void burnFor(size_t elements) {
    if (elements >= 16) burn(elements / 16);
  }
  void burnForUnwinding() { burn(250); }            // for a C++ exception, which takes microseconds
  [[noreturn]] void reachLimit(const char* limit);  // throws LimitReached
  // The exception for exhausted memory. Without `strict` it throws LimitReached instead, because
  // the rest of the program would fail in the same way.
  Ref<ExceptionObject> memoryError();
  const Limits& limits() const { return limits_; }
  std::stop_token stop;  // polled by burn()
  // Set to true, by a signal handler, it interrupts the program: the next pollInterrupt() or burn()
  // clears it and raises KeyboardInterrupt. Null: the program cannot be interrupted.
  std::atomic<bool>* interrupt = nullptr;
  void pollInterrupt();
  // If set, it is called instead of raising KeyboardInterrupt.
  std::function<void()> onInterrupt;
  // Receives the output of print. Null: print writes nothing, as in the static domain.
  std::function<void(std::string_view)> output;
  // Receives the text for standard error. Null: it is written there, except in the static domain.
  std::function<void(std::string_view)> errorOutput;
  void writeError(std::string_view text);
  // Called by print(flush=True) and sys.stdout.flush(). Null: they do nothing.
  std::function<void()> flushOutput;
  // The objects passed to torch.jit so far, in order.
  std::vector<JitEvent> jitEvents;
  // Declarations with torch.jit._overload and _overload_method, by "module.qualname", in order.
  std::unordered_map<std::string, std::vector<Value>> overloads;
  // The source position of the current instruction, and of the calls around it, innermost first.
  SourceRange where() const;
  std::vector<ExceptionObject::TracebackEntry> stack() const;

  struct State;        // state.h
  struct PathChanges;  // branch_join.cpp
  State& state() { return *state_; }

 private:
  void recordChange(Object& object);
  // Clears all objects, so that reference cycles die with the Vm (object.cpp).
  void breakCycles();
  Value runAnnotations(Function& annotate, Dict* space);
  Value delegateThrow(Object& generator, const Value& inner, Raised& thrown, Value& result);
  PathChanges* pathChanges_ = nullptr;
  Limits limits_;
  const NativeLibrary& library_;
  Ref<Dict> builtins_;
  std::vector<Str*> specialNames_;
  std::vector<Ref<Class>> nativeClasses_;  // owns the classes of `types`
  NameTable interned_;
  std::unique_ptr<State> state_;
};

}  // namespace ts::eval
