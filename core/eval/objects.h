// The objects of Python, as structs. What they can do stands in the tables of native.h; how
// Python's protocols use that, in vm.h.
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

#include "core/eval/value.h"
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
struct TypeOps;

#define TS_EVAL_KIND(K) \
  static bool isKind(Kind kind) { return kind == Kind::K; }

// ---- numbers

// Instances of subclasses of int (IntEnum members) and of float.
struct IntObject final : Object {
  TS_EVAL_KIND(Int)
  IntObject(Class* cls, int64_t value) : Object(Kind::Int, cls), value(value) {}
  int64_t value;
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

// Of a string's text; the same for the whole process.
uint64_t hashText(std::string_view text);

struct Str final : Object {
  TS_EVAL_KIND(Str)
  Str(Class* cls, std::string text) : Object(Kind::Str, cls), text(std::move(text)) {}
  // UTF-8; lone surrogates as three bytes each.
  const std::string text;
  size_t hash() const { return hash_ ? hash_ : computeHash(); }
  // In code points.
  int64_t length() const;
  bool isAscii() const { return length() == static_cast<int64_t>(text.size()); }
  bool interned = false;  // equal interned strings are one object

 private:
  size_t computeHash() const;
  mutable size_t hash_ = 0;  // 0: not computed
  mutable int64_t length_ = -1;
};
// Bytes and ByteArray.
struct Bytes final : Object {
  static bool isKind(Kind kind) { return kind == Kind::Bytes || kind == Kind::ByteArray; }
  Bytes(Kind kind, Class* cls, std::string data) : Object(kind, cls), data(std::move(data)) {}
  std::string data;
};

// ---- containers. Whoever changes one calls Vm::touch first: code under a condition that isn't
// known is run both ways, and what it changed is put back and joined.

struct List final : Object {
  TS_EVAL_KIND(List)
  explicit List(Class* cls, std::vector<Value> items = {})
      : Object(Kind::List, cls), items(std::move(items)) {}
  std::vector<Value> items;
  bool unknown = false;  // what is in it, and how many, isn't known
};
struct Tuple final : Object {
  TS_EVAL_KIND(Tuple)
  Tuple(Class* cls, std::vector<Value> items) : Object(Kind::Tuple, cls), items(std::move(items)) {}
  const std::vector<Value> items;
};

// Keeps the order of insertion. Keys are hashed and compared by the Vm, so that every access that
// may run user code goes through it; keys that are interned strings are compared as pointers first.
struct Dict final : Object {
  TS_EVAL_KIND(Dict)
  explicit Dict(Class* cls) : Object(Kind::Dict, cls) {}
  struct Entry {
    Value key;  // Unbound: deleted
    Value value;
    size_t hash;
  };
  std::vector<Entry> entries;  // in order, with holes
  std::vector<int32_t>
      buckets;  // open addressing into entries, -1 free; empty while there are few entries
  size_t count = 0;
  bool unknown = false;   // may have other keys and values than these
  bool namesOnly = true;  // all keys that it ever had are interned strings

  // For names (any Str key): never runs user code. Null: not there.
  Value* find(const Str* name) {
    if (!namesOnly || !name->interned || !buckets.empty()) return search(name);
    for (Entry& entry : entries)
      if (entry.key.is(name)) return &entry.value;
    return nullptr;
  }
  // The same where the caller remembers in `hint` at which of the entries it was the last time.
  Value* find(const Str* name, uint16_t& hint) {
    if (hint < entries.size() && entries[hint].key.is(name)) return &entries[hint].value;
    Value* found = find(name);
    if (found) hint = hintOf(*found);
    return found;
  }
  void set(Str* name, Value value);
  bool erase(const Str* name);
  // General keys: these may call __hash__ and __eq__ and so raise.
  Value* find(Vm& vm, const Value& key);
  void set(Vm& vm, const Value& key, Value value);
  bool erase(Vm& vm, const Value& key, Value* removed = nullptr);
  // Room for so many entries, so that adding them moves nothing.
  void reserve(size_t entries);
  // A name that isn't there yet, interned.
  void add(Str* name, Value value) { insert(name, std::move(value), name->hash()); }
  Entry removeLast();  // of a dict that isn't empty
  void clear();
  template <typename F>  // in order; the dict must not change meanwhile
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
  // The entry that the value is part of, as a hint; past any entry where it is too far behind.
  uint16_t hintOf(const Value& value) const;
};
// Set and FrozenSet: a dict without values.
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
  std::shared_ptr<const SourceFile> source;  // null for a native one
  syntax::ModulePtr tree;
  std::string path;
  bool isPackage = false;
  bool isLibrary = false;   // of the prelude or native: known to the compiler by its name
  bool isImported = false;  // a library's, or an imported one of the static domain: deferral.h
  Ref<Dict> globals;        // never null
  std::vector<Ref<Module>> stars;  // `from x import *`: searched on a miss, last first
  bool hasUnknownStar = false;     // of a module that wasn't found: any name may be bound
  enum class State : uint8_t { Declared, Running, Done } state = State::Declared;
  // Asked for a name that isn't among the globals: a native module's lazy members. Unbound: none
  // such.
  Value (*missing)(Vm& vm, Module& self, Str* name) = nullptr;
};

struct Function final : Object {
  TS_EVAL_KIND(Function)
  explicit Function(Class* cls) : Object(Kind::Function, cls) {}
  Ref<Code> code;
  Ref<Module> module;  // whose globals it sees
  Ref<Str> name, qualname;
  std::vector<Value> defaults;                     // of the last positional parameters
  std::vector<std::pair<Str*, Value>> kwDefaults;  // of keyword-only parameters
  std::vector<Ref<Cell>> closure;                  // in the order of code->freeNames
  Class* owner = nullptr;  // in whose body it was defined, where that is known
  Ref<Dict> annotations;   // evaluated when they are first asked for: Vm::annotationsOf
  Ref<Function> annotate;  // what evaluates them, where that needs cells
  Value doc, moduleName;   // where Python code has set them; Unbound: as defined
};

// `from x import y` at module level binds one of these; loading the name puts x's y in its place.
// Also what a module has put off itself (deferral.h).
struct Deferred final : Object {
  TS_EVAL_KIND(Deferred)
  Deferred(Ref<Module> module, Str* name)
      : Object(Kind::Deferred, nullptr), module(std::move(module)), name(name) {}
  Ref<Module> module;
  Str* name;
  std::vector<Str*> attributes;              // the value is name.a.b
  const syntax::Stmt* definition = nullptr;  // the module's own def or class that binds the name
};

// What the native functions of C++ get: one value a parameter, in the order of the signature.
using NativeCall = Value (*)(Vm& vm, Value* args);
struct NativeFunction;
// A special method made from TypeOps (list.__len__): the arguments as they were given.
using SlotCall = Value (*)(Vm& vm, const NativeFunction& self, const CallArgs& args);
struct NativeFunction final : Object {
  TS_EVAL_KIND(NativeFunction)
  NativeFunction(Class* cls, const NativeDef* def, std::string qualifiedName)
      : Object(Kind::NativeFunction, cls), def(def), qualifiedName(std::move(qualifiedName)) {}
  const NativeDef* def;
  std::string qualifiedName;  // "math.sqrt", "list.append"
  bool isMethod = false;      // binds its first argument when got from an instance
  bool isGetter = false;      // a read-only attribute of instances
  Class* owner = nullptr;     // of a method
  SlotCall slot = nullptr;    // in place of def->call
  // Of def, read when it is first called (native.cpp).
  mutable std::shared_ptr<const NativeSignature> signature;
};
// A function of C++ with state: what a closure is in Python.
struct NativeClosure final : Object {
  TS_EVAL_KIND(NativeClosure)
  NativeClosure(Class* cls, std::string name,
                std::function<Value(Vm&, std::span<const Value>)> body)
      : Object(Kind::NativeClosure, cls), name(std::move(name)), body(std::move(body)) {}
  std::string name;
  std::function<Value(Vm&, std::span<const Value>)> body;  // positional arguments alone
};
// A function bound to its first argument.
struct Method final : Object {
  TS_EVAL_KIND(Method)
  Method(Class* cls, Value function, Value self)
      : Object(Kind::Method, cls), function(std::move(function)), self(std::move(self)) {}
  Value function, self;
};

// ---- classes

// Special methods that a class written in Python defines itself: a bit each, inherited. Natively
// defined ones aren't counted: those are in TypeOps. One line a method, in special_methods.def.
enum class Special : uint8_t {
#define SPECIAL(id, name) id,
#include "core/eval/special_methods.def"
#undef SPECIAL
  Count,
};

struct Class final : Object {
  TS_EVAL_KIND(Class)
  explicit Class(Class* metaclass) : Object(Kind::Class, metaclass) {}
  ~Class() override;
  std::string name;        // "Net"
  std::string qualname;    // "Outer.Net"
  std::string moduleName;  // "model"; "builtins" for native ones unless they say otherwise
  std::vector<Ref<Class>> bases;
  std::vector<Class*> mro;  // itself first, object last (kept alive through bases)
  Ref<Dict> dict;
  Kind instanceKind = Kind::Instance;  // the layout of instances, from the nearest native base
  const TypeOps* ops = nullptr;        // of the nearest native base; never null
  bool isNative = false;
  bool subclassable = true;
  bool instancesHaveDict = true;
  uint64_t specials = 0;  // of it and its bases
  // Where it was defined; null for native classes and those that type() made.
  const syntax::ClassDef* definition = nullptr;
  Ref<Module> module;              // likewise
  std::vector<Ref<Cell>> closure;  // the cells that its body saw, by name in closureNames
  std::vector<std::string_view> closureNames;
  std::vector<Class*> subclasses;  // direct ones that live

  bool has(Special special) const { return specials >> static_cast<unsigned>(special) & 1; }
  bool isSubclass(const Class* other) const;
  // Along the MRO, without descriptors or metaclass. Null: not there. Cached.
  Value* lookup(const Str* name, Class** where = nullptr) const;
  // To be called after its dict or its MRO has changed: what lookup remembers of it and of its
  // subclasses is forgotten. Vm::setattr does it.
  void changed();

 private:
  mutable uint64_t version_ = 0;  // unique; 0: nothing is remembered
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
// An entry of __slots__. Its values are among the instance's attributes.
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
  Ref<Class> after;  // looked up behind this class
  Value self;
  Ref<Class> start;  // in the MRO of this one
};

// Instances of classes without a native base, and of exceptions.
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
  Value value;  // StopIteration's; KeyError's and kin have none
  // Where it was raised and what called that: innermost first. function: its name.
  struct Place {
    SourceRange at;
    std::string function;
  };
  std::vector<Place> traceback;
  // The problem that the exception reports, when torch.jit's compiler raised it; else null.
  std::shared_ptr<const diag::Diagnostic> diagnostic;
};

// An iterator of C++: next gives Unbound at the end.
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

// List[int], Optional[x], list[int]: origin is a typing form (a NativeObject) or a class.
struct GenericAlias final : Object {
  TS_EVAL_KIND(GenericAlias)
  GenericAlias(Class* cls, Value origin, Ref<Tuple> args)
      : Object(Kind::GenericAlias, cls), origin(std::move(origin)), args(std::move(args)) {}
  Value origin;
  Ref<Tuple> args;
};

// Something that is known by its dotted name and has no state: typing.Any, torch.strided,
// torch.contiguous_format.
struct Named final : Object {
  TS_EVAL_KIND(Named)
  Named(Class* cls, std::string qualifiedName)
      : Object(Kind::Named, cls), qualifiedName(std::move(qualifiedName)) {}
  std::string qualifiedName;
};

#undef TS_EVAL_KIND

}  // namespace ts::eval
