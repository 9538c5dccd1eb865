// Python objects as structs. Their operations are in the tables of native.h, Python's protocols in
// vm.h.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/eval/values/big_integer.h"
#include "core/eval/values/value.h"
#include "core/source/source_file.h"
#include "core/syntax/ast.h"

namespace ts::diag {
struct Diagnostic;
}

namespace ts::eval {

class Vm;
struct CallArgs;
struct NativeDef;
struct NativeSignature;
class Scopes;  // scopes.h
struct TypeOps;

#define TS_EVAL_KIND(K) \
  static bool isKind(Kind kind) { return kind == Kind::K; }

// ---- numbers

// An instance of a subclass of int (such as an IntEnum member) or of float.
struct IntObject final : Object {
  TS_EVAL_KIND(Int)
  IntObject(Class* cls, int64_t value) : Object(Kind::Int, cls), value(value) {}
  int64_t value;
};
// An int that doesn't fit 64 bits, also of a subclass of int. Smaller ones are never BigInt.
struct BigInt final : Object {
  TS_EVAL_KIND(BigInt)
  BigInt(Class* cls, BigInteger value) : Object(Kind::BigInt, cls), value(std::move(value)) {}
  const BigInteger value;
};
struct FloatObject final : Object {
  TS_EVAL_KIND(Float)
  FloatObject(Class* cls, double value) : Object(Kind::Float, cls), value(value) {}
  double value;
};
struct Complex final : Object {
  TS_EVAL_KIND(Complex)
  Complex(Class* cls, double real, double imag)
      : Object(Kind::Complex, cls), real(real), imag(imag) {}
  double real, imag;
};

// ---- text and bytes

// The hash of a text. It is the same for the whole process.
uint64_t hashText(std::string_view text);

struct Str final : Object {
  TS_EVAL_KIND(Str)
  Str(Class* cls, std::string text) : Object(Kind::Str, cls), text(std::move(text)) {}
  // UTF-8; a lone surrogate takes three bytes.
  const std::string text;
  size_t hash() const { return hash_ ? hash_ : computeHash(); }
  // The number of code points.
  int64_t length() const;
  bool isAscii() const { return length() == static_cast<int64_t>(text.size()); }
  bool interned = false;  // equal interned strings are one object

 private:
  size_t computeHash() const;
  mutable size_t hash_ = 0;  // 0: not computed yet
  mutable int64_t length_ = -1;
};
// bytes and bytearray.
struct Bytes final : Object {
  static bool isKind(Kind kind) { return kind == Kind::Bytes || kind == Kind::ByteArray; }
  Bytes(Kind kind, Class* cls, std::string data) : Object(kind, cls), data(std::move(data)) {}
  std::string data;
};

// ---- containers. Call Vm::touch before changing one: code under an unknown condition runs on both
// paths, and the changes of each path are undone and joined.

struct List final : Object {
  TS_EVAL_KIND(List)
  explicit List(Class* cls, std::vector<Value> items = {})
      : Object(Kind::List, cls), items(std::move(items)) {}
  std::vector<Value> items;
  bool unknown = false;  // elements and length are unknown
};
struct Tuple final : Object {
  TS_EVAL_KIND(Tuple)
  Tuple(Class* cls, std::vector<Value> items) : Object(Kind::Tuple, cls), items(std::move(items)) {}
  const std::vector<Value> items;
};

// Keeps insertion order. The Vm hashes and compares keys, because __hash__ and __eq__ may run user
// code. Keys that are interned strings are compared as pointers first.
struct Dict final : Object {
  TS_EVAL_KIND(Dict)
  explicit Dict(Class* cls) : Object(Kind::Dict, cls) {}
  struct Entry {
    Value key;  // Unbound: deleted
    Value value;
    size_t hash;
  };
  std::vector<Entry> entries;    // in order; deleted entries leave holes
  std::vector<int32_t> buckets;  // indices of entries, open addressing; -1: free; empty while the
                                 // dict has few entries
  size_t count = 0;
  bool unknown = false;   // may have other keys and values as well
  bool namesOnly = true;  // every key so far was an interned string

  // Looks up a name (any Str key); never runs user code. Returns null when it isn't a key.
  Value* find(const Str* name) {
    if (!namesOnly || !name->interned || !buckets.empty()) return search(name);
    for (Entry& entry : entries)
      if (entry.key.is(name)) return &entry.value;
    return nullptr;
  }
  // The same; `hint` caches the index of the entry between calls.
  Value* find(const Str* name, uint16_t& hint) {
    if (hint < entries.size() && entries[hint].key.is(name)) return &entries[hint].value;
    Value* value = find(name);
    if (value) hint = hintOf(*value);
    return value;
  }
  void set(Str* name, Value value);
  bool erase(const Str* name);
  // Any key. Each may call __hash__ and __eq__, and so may raise.
  Value* find(Vm& vm, const Value& key);
  void set(Vm& vm, const Value& key, Value value);
  bool erase(Vm& vm, const Value& key, Value* removed = nullptr);
  // Makes room for this number of entries, so that adding them moves nothing.
  void reserve(size_t entries);
  // Adds an interned name that isn't a key yet.
  void add(Str* name, Value value) { insert(name, std::move(value), name->hash()); }
  Entry removeLast();  // the dict must not be empty
  void clear();
  template <typename F>  // in order; `visit` must not change the dict
  void each(F&& visit) {
    for (Entry& entry : entries)
      if (!entry.key.isUnbound()) visit(entry.key, entry.value);
  }

 private:
  template <typename F>
  int64_t probe(size_t hash, F&& isKey);
  Value* search(const Str* name);
  int64_t findName(const Str* name);
  int64_t findEntry(Vm& vm, const Value& key, size_t hash);
  static size_t hashOf(Vm& vm, const Value& key);
  void insert(const Value& key, Value value, size_t hash);
  void removeAt(size_t index);
  void freeBucket(size_t index);
  void rehash(size_t room = 0);
  // The hint for the entry of `value`; an index past every entry when it doesn't fit 16 bits.
  uint16_t hintOf(const Value& value) const;
};
// set and frozenset: a dict without values.
struct Set final : Object {
  static bool isKind(Kind kind) { return kind == Kind::Set || kind == Kind::FrozenSet; }
  Set(Kind kind, Class* cls) : Object(kind, cls), table(nullptr) {}
  Dict table;  // values are None
  bool unknown = false;
};

struct Range final : Object {
  TS_EVAL_KIND(Range)
  Range(Class* cls, int64_t start, int64_t stop, int64_t step)
      : Object(Kind::Range, cls), start(start), stop(stop), step(step) {}
  int64_t start, stop, step;
  int64_t length() const;
};
struct Slice final : Object {
  TS_EVAL_KIND(Slice)
  Slice(Class* cls, Value start, Value stop, Value step)
      : Object(Kind::Slice, cls),
        start(std::move(start)),
        stop(std::move(stop)),
        step(std::move(step)) {}
  Value start, stop, step;
};

// ---- code

struct Cell final : Object {
  TS_EVAL_KIND(Cell)
  explicit Cell(Value value = {}) : Object(Kind::Cell, nullptr), value(std::move(value)) {}
  Value value;
};

struct Code;  // bytecode.h

struct Module final : Object {
  TS_EVAL_KIND(Module)
  Module(Class* cls, std::string name) : Object(Kind::Module, cls), name(std::move(name)) {}
  std::string name;                          // dotted
  std::shared_ptr<const SourceFile> source;  // null for a native module
  syntax::ModulePtr tree;
  std::shared_ptr<Scopes> scopes;  // of the tree, on demand: scopesOf()
  std::string path;
  bool isPackage = false;
  bool isLibrary = false;  // of the prelude, or native; the compiler knows it by its name
  std::shared_ptr<const diag::Diagnostic> syntaxError;  // the first one; null for none
  bool isImported = false;         // lazy definitions are allowed: see lazy_definitions.h
  Ref<Dict> globals;               // never null
  std::vector<Ref<Module>> cells;  // of a notebook, which run one after another: Vm::fragmentOf()
  std::vector<Ref<Module>> stars;  // of `from x import *`; a failed lookup searches the last first
  bool hasUnknownStar = false;     // a star import wasn't found: any name may be bound
  enum class State : uint8_t { Declared, Running, Done } state = State::Declared;
  // Computes a native module's lazy member when the globals don't have the name. Returns Unbound
  // for an unknown name.
  Value (*missing)(Vm& vm, Module& self, Str* name) = nullptr;
};

struct Function final : Object {
  TS_EVAL_KIND(Function)
  explicit Function(Class* cls) : Object(Kind::Function, cls) {}
  Ref<Code> code;
  Ref<Module> module;  // the module with its globals
  Ref<Str> name, qualname;
  std::vector<Value> defaults;                     // of the last positional parameters
  std::vector<std::pair<Str*, Value>> kwDefaults;  // of keyword-only parameters
  std::vector<Ref<Cell>> closure;                  // in the order of code->freeNames
  Class* owner = nullptr;                          // the class whose body defines it; null: unknown
  Ref<Dict> annotations;                           // lazy: see Vm::annotationsOf
  Ref<Function> annotate;                          // evaluates the annotations when they need cells
  Value doc, moduleName;  // set by Python code; Unbound: the defaults of the def
};

// A lazy name. `from x import y` at module level binds one; loading the name replaces it by x's y.
// Lazy definitions of a module are Deferred too (lazy_definitions.h).
struct Deferred final : Object {
  TS_EVAL_KIND(Deferred)
  Deferred(Ref<Module> module, Str* name)
      : Object(Kind::Deferred, nullptr), module(std::move(module)), name(name) {}
  Ref<Module> module;
  Str* name;
  const syntax::Stmt* definition = nullptr;  // the module's own def or class; null for an import
};

// The C++ function of a native function. `args` has one value per parameter, in the order of the
// signature.
using NativeCall = Value (*)(Vm& vm, Value* args);
struct NativeFunction;
// A special method made from TypeOps (list.__len__). It gets the arguments unbound.
using SlotCall = Value (*)(Vm& vm, const NativeFunction& self, const CallArgs& args);
struct NativeFunction final : Object {
  TS_EVAL_KIND(NativeFunction)
  NativeFunction(Class* cls, const NativeDef* def, std::string qualifiedName)
      : Object(Kind::NativeFunction, cls), def(def), qualifiedName(std::move(qualifiedName)) {}
  const NativeDef* def;
  std::string qualifiedName;  // "math.sqrt", "list.append"
  bool isMethod = false;      // an instance binds its first argument
  bool isGetter = false;      // a read-only attribute of instances
  Class* owner = nullptr;     // of a method: its class
  SlotCall slot = nullptr;    // if set, called instead of def->call
  // The parsed signature of `def`; parsed at the first call (native.cpp).
  mutable std::shared_ptr<const NativeSignature> signature;
};
// A native function with state, like a Python closure.
struct NativeClosure final : Object {
  TS_EVAL_KIND(NativeClosure)
  NativeClosure(Class* cls, std::string name,
                std::function<Value(Vm&, std::span<const Value>)> body)
      : Object(Kind::NativeClosure, cls), name(std::move(name)), body(std::move(body)) {}
  std::string name;
  std::function<Value(Vm&, std::span<const Value>)> body;  // takes positional arguments only
};
// An operator of torch under the name that found it: torch.conv2d, Tensor.add, torch.ops.aten.relu.
struct OperatorFunction final : Object {
  TS_EVAL_KIND(OperatorFunction)
  OperatorFunction(Class* cls, std::string qualifiedName, std::string op, bool isMethod)
      : Object(Kind::OperatorFunction, cls),
        qualifiedName(std::move(qualifiedName)),
        op(std::move(op)),
        isMethod(isMethod) {}
  std::string qualifiedName;  // "torch.conv2d"
  std::string op;             // "aten::conv2d"
  bool isMethod;              // a method of Tensor: it binds self
  Ref<NativeFunction> rule;   // computes the result's shape; null: only the schema is known
};
// A function bound to its first argument.
struct Method final : Object {
  TS_EVAL_KIND(Method)
  Method(Class* cls, Value function, Value self)
      : Object(Kind::Method, cls), function(std::move(function)), self(std::move(self)) {}
  Value function, self;
};

// ---- classes

// Special methods that a class written in Python defines: one bit each, inherited. Native classes
// have TypeOps instead. special_methods.def lists them.
enum class Special : uint8_t {
#define SPECIAL(id, name) id,
#include "core/eval/values/special_methods.def"
#undef SPECIAL
  Count,
};

struct Class final : Object {
  TS_EVAL_KIND(Class)
  explicit Class(Class* metaclass) : Object(Kind::Class, metaclass) {}
  ~Class() override;
  std::string name;        // "Net"
  std::string qualname;    // "Outer.Net"
  std::string moduleName;  // "model"; "builtins" for most native classes
  std::vector<Ref<Class>> bases;
  std::vector<Class*> mro;  // itself first, object last; the bases keep these alive
  Ref<Dict> dict;
  Kind instanceKind = Kind::Instance;  // the layout of instances, from the nearest native base
  const TypeOps* ops = nullptr;        // of the nearest native base; never null
  bool isNative = false;
  bool subclassable = true;
  bool instancesHaveDict = true;
  uint64_t specials = 0;  // of the class and its bases
  // The class statement; null for native classes and for classes made by type().
  const syntax::ClassDef* definition = nullptr;
  Ref<Module> module;              // null in the same cases
  std::vector<Ref<Cell>> closure;  // the cells of its body; closureNames has their names
  std::vector<std::string_view> closureNames;
  std::vector<Class*> subclasses;  // direct subclasses that are alive

  bool has(Special special) const { return specials >> static_cast<unsigned>(special) & 1; }
  bool isSubclass(const Class* other) const;
  // Looks the name up along the MRO, without descriptors and metaclass. Returns null when no class
  // has it. Cached.
  Value* lookup(const Str* name, Class** where = nullptr) const;
  // Invalidates the cached lookups of the class and its subclasses. Call it after changing its dict
  // or MRO; Vm::setattr does so.
  void changed();

 private:
  mutable uint64_t version_ = 0;  // unique; 0: nothing is cached
};

struct Property final : Object {
  TS_EVAL_KIND(Property)
  explicit Property(Class* cls) : Object(Kind::Property, cls) {}
  Value getter, setter, deleter, doc;
  Ref<Str> name;  // null before __set_name__
};
struct StaticMethod final : Object {
  TS_EVAL_KIND(StaticMethod)
  StaticMethod(Class* cls, Value function)
      : Object(Kind::StaticMethod, cls), function(std::move(function)) {}
  Value function;
};
struct ClassMethod final : Object {
  TS_EVAL_KIND(ClassMethod)
  ClassMethod(Class* cls, Value function)
      : Object(Kind::ClassMethod, cls), function(std::move(function)) {}
  Value function;
};
// A name in __slots__. The values are among the instance's attributes.
struct Member final : Object {
  Member(Class* cls, Ref<Str> name, Class* owner)
      : Object(Kind::Native, cls), name(std::move(name)), owner(owner) {}
  Ref<Str> name;
  Class* owner;
};
struct Super final : Object {
  TS_EVAL_KIND(Super)
  Super(Class* cls, Class* after, Value self, Class* start)
      : Object(Kind::Super, cls), after(after), self(std::move(self)), start(start) {}
  Ref<Class> after;  // the lookup starts behind this class
  Value self;
  Ref<Class> start;  // in the MRO of this class
};

// An instance of a class without a native base, or of an exception class.
struct Instance final : Object {
  TS_EVAL_KIND(Instance)
  explicit Instance(Class* cls) : Object(Kind::Instance, cls) {}
};
struct ExceptionObject final : Object {
  TS_EVAL_KIND(Exception)
  explicit ExceptionObject(Class* cls) : Object(Kind::Exception, cls) {}
  Ref<Tuple> args;
  Value cause, context;  // Unbound: none
  bool suppressContext = false;
  Value value;  // of StopIteration; unused in other exceptions
  // The frames at the raise, innermost first. function: the function's name.
  struct TracebackEntry {
    SourceRange at;
    std::string function;
  };
  std::vector<TracebackEntry> traceback;
  // The problem that the exception reports, when torch.jit's compiler raised it; else null.
  std::shared_ptr<const diag::Diagnostic> diagnostic;
};

// A native iterator. next() returns Unbound at the end.
struct Iterator : Object {
  TS_EVAL_KIND(Iterator)
  explicit Iterator(Class* cls) : Object(Kind::Iterator, cls) {}
  virtual Value next(Vm& vm) = 0;
  virtual std::optional<int64_t> lengthHint() const { return std::nullopt; }
};

enum class ViewKind : uint8_t { Keys, Values, Items };
struct DictView final : Object {
  TS_EVAL_KIND(DictView)
  DictView(Class* cls, Dict* dict, ViewKind view)
      : Object(Kind::DictView, cls), dict(dict), view(view) {}
  Ref<Dict> dict;
  ViewKind view;
};

// List[int], Optional[x], list[int]. origin: a typing form (a Native object) or a class.
struct GenericAlias final : Object {
  TS_EVAL_KIND(GenericAlias)
  GenericAlias(Class* cls, Value origin, Ref<Tuple> args)
      : Object(Kind::GenericAlias, cls), origin(std::move(origin)), args(std::move(args)) {}
  Value origin;
  Ref<Tuple> args;
};

// A constant without state, known by its dotted name: typing.Any, torch.strided,
// torch.contiguous_format.
struct Named final : Object {
  TS_EVAL_KIND(Named)
  Named(Class* cls, std::string qualifiedName)
      : Object(Kind::Named, cls), qualifiedName(std::move(qualifiedName)) {}
  std::string qualifiedName;
};

#undef TS_EVAL_KIND

}  // namespace ts::eval
