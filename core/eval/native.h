// How classes and functions of C++ present themselves to Python: tables.
#pragma once

#include "core/eval/objects.h"

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

// The arguments of a call: positional ones, then those given by name.
struct CallArgs {
  const Value* values = nullptr;
  size_t positional = 0;
  std::span<Str* const> names;  // of values[positional...]
  // The values are the callee's to take or to change: nobody looks at them after the call.
  bool areOwned = false;
  std::span<const Value> all() const { return {values, positional + names.size()}; }
};

enum NativeFlags : uint8_t {
  kNone = 0,
  // Without it a call with an Unknown among its arguments isn't made: its result is Unknown.
  kTakesUnknown = 1,
  kStatic = 2,  // a static method
  kClass = 4,   // a class method: the class comes first
  kGetter = 8,  // a read-only attribute: called with self alone
};

// One function or method. signature is Python's, with defaults that are None, True, False,
// integers,
// '' or ... (Unbound): "self, sep=None, maxsplit=-1", "iterable, /, *, key=None, reverse=False",
// "*args, **kwargs". The function gets one value for each parameter, *args as a Tuple, **kwargs as
// a Dict.
struct NativeDef {
  const char* name;
  const char* signature;
  NativeCall call;
  uint8_t flags = kNone;
};

// What instances of a native class can do; null: it can't. A class written in Python inherits the
// ops of its nearest native base. `self` is an instance of the class that has the ops, or of a
// subclass; it may be an immediate value. Operators give NotImplemented for operands that they
// aren't for. Every op may raise.
struct TypeOps {
  // cls(...): cls is the class that has the ops or a subclass. Null: can't be made that way.
  Value (*make)(Vm&, Class* cls, const CallArgs&) = nullptr;
  // __init__; null: takes what make took and does nothing.
  void (*init)(Vm&, const Value& self, const CallArgs&) = nullptr;
  // Attributes that stand in no table. False: none of that name.
  bool (*getattr)(Vm&, const Value& self, Str* name, Value& result) = nullptr;
  bool (*setattr)(Vm&, const Value& self, Str* name, const Value& value) = nullptr;
  Value (*call)(Vm&, const Value& self, const CallArgs&) = nullptr;
  std::string (*repr)(Vm&, const Value& self) = nullptr;
  std::string (*str)(Vm&, const Value& self) = nullptr;  // null: as repr
  std::string (*format)(Vm&, const Value& self, std::string_view spec) = nullptr;
  size_t (*hash)(Vm&, const Value& self) =
      nullptr;  // null: by identity, unless equal() is there: then unhashable
  Value (*compare)(Vm&, CompareOp, const Value& a, const Value& b) = nullptr;
  Value (*binary)(Vm&, BinaryOp, const Value& a,
                  const Value& b) = nullptr;  // asked of a's class, then of b's
  Value (*inplace)(Vm&, BinaryOp, const Value& a, const Value& b) = nullptr;
  Value (*unary)(Vm&, UnaryOp, const Value& a) = nullptr;
  bool (*truth)(Vm&, const Value& self) = nullptr;  // null: by len; without that true
  int64_t (*len)(Vm&, const Value& self) = nullptr;
  Value (*getitem)(Vm&, const Value& self, const Value& index) = nullptr;
  void (*setitem)(Vm&, const Value& self, const Value& index, const Value& value) = nullptr;
  void (*delitem)(Vm&, const Value& self, const Value& index) = nullptr;
  bool (*contains)(Vm&, const Value& self, const Value& element) = nullptr;
  Value (*iter)(Vm&, const Value& self) = nullptr;
  Value (*next)(Vm&, const Value& self) = nullptr;  // Unbound: exhausted
  // Visits the values that it holds, to break cycles when the Vm dies.
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
