// Native classes and functions as tables: their names, signatures and C++ functions.
#pragma once

#include "core/eval/values/objects.h"

namespace ts::eval {

enum class BinaryOp : uint8_t {
  Add,
  Sub,
  Mult,
  MatMult,
  Div,
  Mod,
  Pow,
  LShift,
  RShift,
  BitOr,
  BitXor,
  BitAnd,
  FloorDiv
};
static_assert(static_cast<int>(BinaryOp::FloorDiv) == static_cast<int>(syntax::Operator::FloorDiv));
enum class UnaryOp : uint8_t { Invert, Not, Pos, Neg };
enum class CompareOp : uint8_t { Eq, Ne, Lt, Le, Gt, Ge };

// The arguments of a call: positional ones, then keyword arguments.
struct CallArgs {
  const Value* values = nullptr;
  size_t positional = 0;
  std::span<Str* const> names;  // the names of values[positional...]
  // True when the callee may move or change the values: the caller doesn't read them after the
  // call.
  bool areOwned = false;
  std::span<const Value> all() const { return {values, positional + names.size()}; }
};

enum NativeFlags : uint8_t {
  kNone = 0,
  // Without this flag a call with an Unknown argument returns Unknown without calling the function.
  kTakesUnknown = 1,
  kStatic = 2,  // a static method
  kClass = 4,   // a class method: the first argument is the class
  kGetter = 8,  // a read-only attribute: called with self only
};

// A native function or method. `signature` has Python's syntax: "self, sep=None, maxsplit=-1",
// "iterable, /, *, key=None, reverse=False", "*args, **kwargs". A default is None, True, False, an
// integer, '' or ... (Unbound). The C++ function gets one value per parameter; *args is a Tuple,
// **kwargs a Dict.
struct NativeDef {
  const char* name;
  const char* signature;
  NativeCall call;
  uint8_t flags = kNone;
};

// Functions for tables.
inline Value returnSelf(Vm&, Value* args) { return args[0]; }
inline Value returnNone(Vm&, Value*) { return Value::none(); }
inline Value returnUnknown(Vm&, Value*) { return Value::unknown(); }
inline Value returnZero(Vm&, Value*) { return Value::integer(0); }

// The operations of a native class's instances; null: not supported. A class written in Python
// inherits the ops of its nearest native base. `self` is an instance of the class that has the ops
// or of a subclass; it may be an immediate value. Operators return NotImplemented for unsupported
// operands. Every op may raise.
struct TypeOps {
  // cls(...). `cls` is the class that has the ops or a subclass. Null: calling the class raises
  // TypeError.
  Value (*make)(Vm&, Class* cls, const CallArgs&) = nullptr;
  // __init__. Null: does nothing; `make` has used the arguments.
  void (*init)(Vm&, const Value& self, const CallArgs&) = nullptr;
  // Attributes that are in no table. Returns false when the name is unknown.
  bool (*getattr)(Vm&, const Value& self, Str* name, Value& result) = nullptr;
  bool (*setattr)(Vm&, const Value& self, Str* name, const Value& value) = nullptr;
  Value (*call)(Vm&, const Value& self, const CallArgs&) = nullptr;
  std::string (*repr)(Vm&, const Value& self) = nullptr;
  std::string (*str)(Vm&, const Value& self) = nullptr;  // null: repr is used
  std::string (*format)(Vm&, const Value& self, std::string_view spec) = nullptr;
  size_t (*hash)(Vm&, const Value& self) =
      nullptr;  // null: by identity, or unhashable when `compare` is set
  Value (*compare)(Vm&, CompareOp, const Value& a, const Value& b) = nullptr;
  Value (*binary)(Vm&, BinaryOp, const Value& a,
                  const Value& b) = nullptr;  // called for a's class, then for b's
  Value (*inplace)(Vm&, BinaryOp, const Value& a, const Value& b) = nullptr;
  Value (*unary)(Vm&, UnaryOp, const Value& a) = nullptr;
  bool (*truth)(Vm&, const Value& self) = nullptr;  // null: by len; true without len
  int64_t (*len)(Vm&, const Value& self) = nullptr;
  Value (*getitem)(Vm&, const Value& self, const Value& index) = nullptr;
  void (*setitem)(Vm&, const Value& self, const Value& index, const Value& value) = nullptr;
  void (*delitem)(Vm&, const Value& self, const Value& index) = nullptr;
  bool (*contains)(Vm&, const Value& self, const Value& element) = nullptr;
  Value (*iter)(Vm&, const Value& self) = nullptr;
  Value (*next)(Vm&, const Value& self) = nullptr;  // Unbound at the end
  // Releases the values that the object refers to, to break cycles when the Vm ends.
  void (*clear)(Object& self) = nullptr;
};

struct NativeClass {
  const char* name;
  const char* module;  // "builtins"
  Kind instanceKind;
  const TypeOps* ops;
  std::span<const NativeDef> methods;
  bool subclassable = true;
};

}  // namespace ts::eval
