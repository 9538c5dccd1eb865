// The evaluator: Python's protocols over values, and the state behind them. One Vm belongs to one
// thread. A Python exception is the C++ exception Raised; it never leaves the facade (evaluator.h).
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/eval/bytecode.h"
#include "core/eval/jit_events.h"
#include "core/eval/loader.h"
#include "core/eval/name_table.h"
#include "core/eval/native.h"
#include "core/eval/objects.h"

namespace ts::eval {

// A Python exception on its way.
struct Raised {
  Ref<ExceptionObject> exception;
};
// The truth of an Unknown was asked for where there is no way to go on with both answers: the
// native call, or the expression, that asked is Unknown.
struct UnknownTruth {};
// A limit of Limits was reached: ends everything, no Python handler sees it.
struct LimitReached {
  const char* limit;
};

struct Limits {
  uint64_t fuel = 50'000'000;       // instructions
  size_t stackBytes = 4 << 20;      // of C++ stack: deeper is a RecursionError
  size_t memory = size_t{1} << 30;  // bytes in strings and containers: more is a MemoryError
  int recursion = 1000;             // Python calls in each other
};

// The classes that C++ code names.
struct Types {
#define TYPE(id) Class* id = nullptr;
#include "core/eval/types.def"
#undef TYPE
};

// Where a name of an imported module came from; see Vm::importFrom.
class Vm {
 public:
  Vm(ModuleLoader& loader, Limits limits = {});
  ~Vm();
  Types types;

  // ---- making values (make.cpp)
  Str* intern(std::string_view text);  // lives as long as the Vm
  Str* special(Special id) const { return specialNames_[static_cast<size_t>(id)]; }
  Value str(std::string text);
  Value bytes(std::string data);
  Ref<List> list(std::vector<Value> items = {});
  Ref<Tuple> tuple(std::vector<Value> items = {});
  Ref<Dict> dict();
  Ref<Set> set();
  Ref<Set> frozenset();
  Value complex(double real, double imag);
  Value method(Value function, Value self);
  // A named function of C++ with state; positional arguments alone.
  Value closure(std::string name, std::function<Value(Vm&, std::span<const Value>)> body);
  Ref<Instance> instance(Class* cls);  // bare: __init__ isn't run

  // ---- native classes, functions and modules (native.cpp)
  // Makes a class of a table. It is in the native module's globals only if whoever made it puts it
  // there.
  Class* defineClass(const NativeClass& table, std::initializer_list<Class*> bases = {});
  Value function(const NativeDef& def, std::string_view moduleName);
  void addFunctions(Module& module, std::span<const NativeDef> functions);
  // The classes that making classes needs, still empty: what initObjects begins with.
  void premakeClasses();

  // ---- classes (classes.cpp)
  Class* classOf(const Value& value) const;
  bool isInstance(const Value& value, const Class* cls) { return classOf(value)->isSubclass(cls); }
  bool isInstance(const Value& value, Class* cls) { return classOf(value)->isSubclass(cls); }
  // With __instancecheck__, tuples, unions, typing's forms. May raise, or throw UnknownTruth.
  bool isInstance(const Value& value, const Value& classInfo);
  bool isSubclass(const Value& cls, const Value& classInfo);
  // type(name, bases, namespace) after the metaclass has been found; computes the MRO (C3),
  // specials, calls __set_name__ and __init_subclass__. Raises TypeError.
  Ref<Class> makeClass(Class* metaclass, std::string name, std::vector<Ref<Class>> bases,
                       Ref<Dict> space, const CallArgs& keywords);
  // The most derived metaclass of these; raises TypeError when there is none.
  Class* metaclassOf(Class* metaclass, std::span<const Ref<Class>> bases);

  // ---- attributes (attributes.cpp)
  Value getattr(const Value& object, Str* name);                   // raises AttributeError
  bool tryGetattr(const Value& object, Str* name, Value& result);  // false in its place
  void setattr(const Value& object, Str* name, const Value& value);
  void delattr(const Value& object, Str* name);
  // A special method looked up on the class and bound; Unbound: none.
  Value lookupSpecial(const Value& object, Str* name);
  // For `object.name(...)` without making a bound method. True: function is a plain function that
  // wants object before the other arguments; false: call it as it is. Raises AttributeError.
  bool getMethod(const Value& object, Str* name, Value& function);
  Value getattr(const Value& object, std::string_view name) {
    return getattr(object, intern(name));
  }
  // The __dict__ of an object that may have one; null otherwise.
  Dict* dictOf(const Value& object, bool make = false);

  // ---- calls (call.cpp)
  Value call(const Value& callee, const CallArgs& args);
  Value call(const Value& callee, std::initializer_list<Value> args = {});
  Value call(const Value& callee, std::span<const Value> args);
  Value callMethod(const Value& object, std::string_view name,
                   std::initializer_list<Value> args = {});
  // The values of a signature's parameters, in their order; raises TypeError as Python would.
  std::vector<Value> bindNative(const NativeFunction& function, const CallArgs& args);
  // The whole call of a function of C++: binds, gives Unknown where an argument is Unknown and the
  // function isn't for that, and where it ends by UnknownTruth (native.cpp).
  Value callNative(const NativeFunction& function, const CallArgs& args);
  // type.__call__: __new__, then __init__; a metaclass's own __call__ aside (instantiate.cpp).
  Value instantiate(Class& cls, const CallArgs& args);

  // ---- operators (operators.cpp). Each gives Unknown when an operand is Unknown.
  Value binary(BinaryOp op, const Value& a, const Value& b);
  Value inplace(BinaryOp op, const Value& a, const Value& b);
  Value unary(UnaryOp op, const Value& a);
  Value compare(CompareOp op, const Value& a,
                const Value& b);  // any value: classes may give what they like
  bool equal(const Value& a,
             const Value& b);       // identity first, as containers compare; throws UnknownTruth
  size_t hash(const Value& value);  // raises TypeError for what is unhashable
  bool truth(const Value& value);   // throws UnknownTruth
  Value contains(const Value& container, const Value& element);  // Bool or Unknown
  Value getitem(const Value& object, const Value& index);
  void setitem(const Value& object, const Value& index, const Value& value);
  void delitem(const Value& object, const Value& index);
  int64_t len(const Value& object);  // throws UnknownTruth when that isn't known
  std::string repr(const Value& value);
  std::string toStr(const Value& value);
  std::string format(const Value& value, std::string_view spec);
  // Integers, bools, instances of subclasses of int; with __index__ where convert is set. False:
  // none.
  bool asInt(const Value& value, int64_t& result, bool convert = false);
  bool asReal(const Value& value, double& result);  // floats, their subclasses and integers
  int64_t toIndex(const Value& value);              // raises TypeError

  // ---- iteration (iteration.cpp)
  Value iter(const Value& iterable);  // of an Unknown: Unknown
  Value next(const Value& iterator);  // Unbound at the end; never raises StopIteration for that
  // Calls visit for each element; stops when it gives false. Throws UnknownTruth for an Unknown.
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
  // What `raise x` does with a class or an instance.
  Ref<ExceptionObject> toException(const Value& raised);

  // ---- running code (run.cpp, generator.cpp)
  Value runModule(Module& module);
  // Runs its body, or that statement of it alone.
  void runStatements(Module& module, const syntax::Stmt* stmt);
  // What a default stands for, looked up now if that was put off.
  Value settled(const Value& value);
  Value callFunction(Function& function, const CallArgs& args);
  // In its namespace; gives the cell of __class__.
  Value runClassBody(Function& body, Dict& space);
  // Unbound: finished; what it returned is in result then, where one is given.
  Value resumeGenerator(Object& generator, Value sent, Raised* thrown, Value* result = nullptr);
  Ref<Dict> annotationsOf(Function& function);
  // Of the innermost Python code: its module (null: none runs) and a dict of its variables.
  Module* currentModule() const;
  Ref<Dict> currentLocals();
  // The exception that is being handled, Unbound when there is none.
  Value handledException() const;

  // ---- modules (import.cpp)
  // The module of a dotted name, declared but not run; null: there is none.
  Ref<Module> module(std::string_view dottedName);
  // `import a.b.c`: a's object. What can't be found is Unknown in the static domain.
  Value import(std::string_view dottedName);
  // Runs a module's code if that hasn't happened yet, then looks name up in it, its lazy members
  // and its submodules. Unbound: no such name.
  Value moduleAttribute(Module& module, Str* name);
  // A module for a tree that is at hand, under this name: the file that is being checked.
  Ref<Module> addModule(std::string name, SourceFilePtr source, syntax::ModulePtr tree,
                        bool isPackage = false);
  Dict& builtins() { return *builtins_; }

  // ---- unknown conditions (fork.cpp)
  // To be called before an object (a container, or one whose attributes or cells change) is
  // changed.
  void touch(Object& object) {
    if (fork_) remember(object);
  }

  // A whole program is run: user modules run when they are imported, what isn't found raises, and
  // an exception ends the module. Otherwise the static domain.
  bool strict = false;

  // ---- limits and output
  void burn(uint64_t fuel);    // throws LimitReached
  void account(size_t bytes);  // raises MemoryError
  const Limits& limits() const { return limits_; }
  // What print writes; the static domain throws it away. Null: thrown away.
  std::function<void(std::string_view)> output;
  // What torch.jit was given so far, in order.
  std::vector<JitEvent> jitEvents;
  // Declarations with torch.jit._overload and _overload_method, by "module.qualname", in order.
  std::unordered_map<std::string, std::vector<Value>> overloads;
  // The place of the instruction being run in Python code, and the calls around it, innermost
  // first.
  SourceRange where() const;
  std::vector<ExceptionObject::Place> stack() const;

  struct State;  // of the implementation
  struct Fork;   // fork.cpp
  State& state() { return *state_; }

 private:
  void remember(Object& object);
  // Empties everything that was made, so that what refers to itself dies with the Vm (object.cpp).
  void breakCycles();
  Value runAnnotations(Function& annotate, Dict* space);
  Value delegateThrow(Object& generator, const Value& inner, Raised& thrown, Value& result);
  Fork* fork_ = nullptr;
  Limits limits_;
  Ref<Dict> builtins_;
  std::vector<Str*> specialNames_;
  std::vector<Ref<Class>> nativeClasses_;  // what Types points to
  NameTable interned_;
  std::unique_ptr<State> state_;
};

}  // namespace ts::eval
