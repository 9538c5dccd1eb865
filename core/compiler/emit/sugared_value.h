// Sugared values: the compile-time values of expressions. Many wrap a value of the graph. Others
// (modules, functions, classes, range, zip) exist only at compile time and implement calls,
// indexing and iteration.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/compiler/emit/schema_matching.h"
#include "core/compiler/resolve/python_env.h"
#include "core/compiler/resolve/special_form.h"
#include "core/ir/ir.h"

namespace ts::compiler {

class Emission;
struct SpecialForm;
struct SugaredValue;
using SugaredPtr = std::shared_ptr<SugaredValue>;

// "an exception", "a function".
std::string withArticle(const std::string& kind);

// Every operation fails with a CompileError unless the subclass overrides it.
struct SugaredValue : std::enable_shared_from_this<SugaredValue> {
  virtual ~SugaredValue() = default;
  // For messages: "module", "function", "value of type int".
  virtual std::string kind() const = 0;
  virtual ir::Value* asValue(Emission& emission, SourceRange at);
  virtual SugaredPtr attr(Emission& emission, SourceRange at, std::string_view field);
  virtual bool hasAttr(Emission& emission, SourceRange at, std::string_view field);
  virtual void setAttr(Emission& emission, SourceRange at, std::string_view field,
                       ir::Value* value);
  // binders: the number of targets that the result is unpacked into; 0 when it is dropped.
  virtual SugaredPtr call(Emission& emission, SourceRange at, const CallArguments& arguments,
                          size_t binders);
  // size: the expected number of elements, when known.
  virtual std::vector<SugaredPtr> asTuple(Emission& emission, SourceRange at,
                                          std::optional<size_t> size);
  virtual ir::Value* len(Emission& emission, SourceRange at);
  virtual SugaredPtr getitem(Emission& emission, SourceRange at, ir::Value* index,
                             ir::TypePtr hint);
  virtual SugaredPtr iter(Emission& emission, SourceRange at);
  // The graph value of a SimpleValue; null for other kinds.
  virtual ir::Value* simpleValue() const { return nullptr; }
  // `this` as a SpecialForm; null for other kinds.
  virtual const SpecialForm* specialForm() const { return nullptr; }
  // True for UnknownSugared.
  virtual bool isUnknown() const { return false; }
  // The length, when known at compile time: loops over such a value are unrolled.
  virtual std::optional<int64_t> staticLen() const { return std::nullopt; }

 protected:
  [[noreturn]] void cannot(SourceRange at, std::string_view what) const;
};

// A value of the graph.
struct SimpleValue final : SugaredValue {
  explicit SimpleValue(ir::Value* value) : value(value) {}
  std::string kind() const override;
  ir::Value* asValue(Emission&, SourceRange) override { return value; }
  ir::Value* simpleValue() const override { return value; }
  SugaredPtr attr(Emission&, SourceRange, std::string_view) override;
  bool hasAttr(Emission&, SourceRange, std::string_view) override;
  void setAttr(Emission&, SourceRange, std::string_view, ir::Value*) override;
  SugaredPtr call(Emission&, SourceRange, const CallArguments&, size_t) override;
  std::vector<SugaredPtr> asTuple(Emission&, SourceRange, std::optional<size_t>) override;
  ir::Value* len(Emission&, SourceRange) override;
  SugaredPtr getitem(Emission&, SourceRange, ir::Value*, ir::TypePtr) override;
  SugaredPtr iter(Emission&, SourceRange) override;

  ir::Value* value;

 private:
  // A property, cast or special form of tensors and devices; null when the name is not one.
  SugaredPtr builtinAttr(Emission& emission, SourceRange at, std::string_view field);
};

SugaredPtr simple(ir::Value* value);
// The graph value of a SimpleValue; null for other kinds.
ir::Value* asSimple(const SugaredPtr& value);

// An Unknown value. The result of every use of it is silently Unknown too.
struct UnknownSugared : SugaredValue {
  std::string kind() const override { return "unknown value"; }
  bool isUnknown() const override { return true; }
  ir::Value* asValue(Emission&, SourceRange) override;
  SugaredPtr attr(Emission&, SourceRange, std::string_view) override { return shared_from_this(); }
  bool hasAttr(Emission&, SourceRange, std::string_view) override;
  void setAttr(Emission&, SourceRange, std::string_view, ir::Value*) override {}
  SugaredPtr call(Emission&, SourceRange, const CallArguments&, size_t) override {
    return shared_from_this();
  }
  std::vector<SugaredPtr> asTuple(Emission&, SourceRange, std::optional<size_t>) override;
  ir::Value* len(Emission& emission, SourceRange at) override { return asValue(emission, at); }
  SugaredPtr getitem(Emission&, SourceRange, ir::Value*, ir::TypePtr) override {
    return shared_from_this();
  }
  SugaredPtr iter(Emission&, SourceRange) override { return shared_from_this(); }
};

// A module, function or class of Python's library, known by its dotted name. It is Unknown but for
// calls, which a script cannot make.
struct LibraryValue final : UnknownSugared {
  explicit LibraryValue(std::string name) : name(std::move(name)) {}
  SugaredPtr attr(Emission&, SourceRange, std::string_view field) override;
  SugaredPtr call(Emission&, SourceRange, const CallArguments&, size_t) override;

  std::string name;
};

// An operator, as a free function or bound to an object.
struct BuiltinFunction : SugaredValue {
  explicit BuiltinFunction(Symbol symbol, std::optional<NamedValue> self = {})
      : symbol(symbol), self(std::move(self)) {}
  std::string kind() const override { return "builtin"; }
  SugaredPtr call(Emission&, SourceRange, const CallArguments&, size_t) override;
  // The operator as a method of `self`; null when none of its overloads accepts `self`.
  static std::shared_ptr<BuiltinFunction> tryCreate(Symbol symbol, const NamedValue& self);

  Symbol symbol;
  std::optional<NamedValue> self;
  std::string_view sign;  // "+" for a call written as an operator
};

// int(x) and other casts; a no-op when x has the type already.
struct CastValue final : BuiltinFunction {
  CastValue(ir::TypePtr type, Symbol symbol) : BuiltinFunction(symbol), type(type) {}
  SugaredPtr call(Emission&, SourceRange, const CallArguments&, size_t) override;
  ir::TypePtr type;
};

// x.float() and other dtype casts.
struct TensorCastValue final : SugaredValue {
  TensorCastValue(int64_t dtype, NamedValue self) : dtype(dtype), self(std::move(self)) {}
  std::string kind() const override { return "cast"; }
  SugaredPtr call(Emission&, SourceRange, const CallArguments&, size_t) override;
  int64_t dtype;
  NamedValue self;
};

// A builtin that classes can implement as a method: len(x), x + y.
struct MagicMethod final : SugaredValue {
  MagicMethod(std::string name, SugaredPtr base) : name(std::move(name)), base(std::move(base)) {}
  std::string kind() const override { return base->kind(); }
  SugaredPtr call(Emission&, SourceRange, const CallArguments&, size_t) override;
  std::string name;
  SugaredPtr base;
};

// A special form: its arguments are not evaluated like a function's.
struct SpecialForm final : SugaredValue {
  const SpecialForm* specialForm() const override { return this; }
  explicit SpecialForm(Form form, int64_t dtype = 0) : form(form), dtype(dtype) {}
  std::string kind() const override { return "special form"; }
  Form form;
  int64_t dtype;  // for LegacyTensor
};

struct PrintValue final : SugaredValue {
  std::string kind() const override { return "print"; }
  SugaredPtr call(Emission&, SourceRange, const CallArguments&, size_t) override;
};

// The result of a call that is used as a statement, such as print(). It cannot be used as a value.
struct NoneResult final : SugaredValue {
  std::string kind() const override { return "None"; }
};

// A compiled function, or the overloads of one function.
struct FunctionValue final : SugaredValue {
  explicit FunctionValue(std::vector<ir::Function*> callees) : callees(std::move(callees)) {}
  std::string kind() const override { return "function"; }
  SugaredPtr call(Emission&, SourceRange, const CallArguments&, size_t) override;
  std::vector<ir::Function*> callees;
};

struct MethodValue final : SugaredValue {
  MethodValue(ir::Value* self, std::string name) : self(self), names{std::move(name)} {}
  MethodValue(ir::Value* self, std::vector<std::string> overloads)
      : self(self), names(std::move(overloads)) {}
  std::string kind() const override { return "method"; }
  SugaredPtr call(Emission&, SourceRange, const CallArguments&, size_t) override;
  ir::Value* self;
  std::vector<std::string> names;  // one method, or its overloads
};

// A method that stays Python (@torch.jit.ignore, @torch.jit.unused). A call passes the object as
// the first argument.
struct IgnoredMethod final : SugaredValue {
  IgnoredMethod(ir::Value* self, const PyFunction* function) : self(self), function(function) {}
  std::string kind() const override { return "method"; }
  SugaredPtr call(Emission&, SourceRange, const CallArguments&, size_t) override;
  ir::Value* self;
  const PyFunction* function;
};

struct ClassValue final : SugaredValue {
  ClassValue(const types::ClassType* type, PyRef object) : type(type), object(object) {}
  std::string kind() const override { return "type"; }
  SugaredPtr attr(Emission&, SourceRange, std::string_view) override;
  bool hasAttr(Emission&, SourceRange, std::string_view) override;
  SugaredPtr call(Emission&, SourceRange, const CallArguments&, size_t) override;
  const types::ClassType* type;
  PyRef object;
};

struct NamedTupleConstructor final : SugaredValue {
  explicit NamedTupleConstructor(const types::TupleType* type) : type(type) {}
  std::string kind() const override { return "named tuple"; }
  SugaredPtr call(Emission&, SourceRange, const CallArguments&, size_t) override;
  const types::TupleType* type;
};

struct EnumClassValue final : SugaredValue {
  explicit EnumClassValue(const types::EnumType* type) : type(type) {}
  std::string kind() const override { return "enum class"; }
  SugaredPtr attr(Emission&, SourceRange, std::string_view) override;
  SugaredPtr iter(Emission&, SourceRange) override;
  const types::EnumType* type;
};

// A tuple of sugared values: an element of zip(), or the elements of an unrolled loop.
struct SugaredTuple final : SugaredValue {
  explicit SugaredTuple(std::vector<SugaredPtr> elements) : elements(std::move(elements)) {}
  std::string kind() const override { return "tuple"; }
  ir::Value* asValue(Emission&, SourceRange) override;
  std::vector<SugaredPtr> asTuple(Emission&, SourceRange, std::optional<size_t>) override {
    return elements;
  }
  SugaredPtr getitem(Emission&, SourceRange, ir::Value*, ir::TypePtr) override;
  SugaredPtr iter(Emission&, SourceRange) override { return shared_from_this(); }
  std::optional<int64_t> staticLen() const override {
    return static_cast<int64_t>(elements.size());
  }
  std::vector<SugaredPtr> elements;
};

struct RangeValue final : SugaredValue {
  // Fails unless `inputs` are one to three ints.
  RangeValue(Emission&, SourceRange, const std::vector<ir::Value*>& inputs,
             std::optional<int64_t> staticLength = {});
  std::string kind() const override { return "range"; }
  ir::Value* len(Emission&, SourceRange) override;
  SugaredPtr getitem(Emission&, SourceRange, ir::Value*, ir::TypePtr) override;
  SugaredPtr iter(Emission&, SourceRange) override { return shared_from_this(); }
  std::optional<int64_t> staticLen() const override { return staticLength; }

  ir::Value* start = nullptr;
  ir::Value* end = nullptr;
  ir::Value* step = nullptr;
  bool endOnly = false;  // range(n): the loop counter is the element
  std::optional<int64_t> staticLength;
};

// zip() and enumerate(): iterables that are iterated in parallel.
struct IterableTree final : SugaredValue {
  std::string kind() const override { return "iterable"; }
  void add(Emission&, SourceRange, const SugaredPtr& iterable);
  ir::Value* len(Emission&, SourceRange) override;
  SugaredPtr getitem(Emission&, SourceRange, ir::Value*, ir::TypePtr) override;
  SugaredPtr iter(Emission&, SourceRange) override { return shared_from_this(); }
  std::optional<int64_t> staticLen() const override { return unrollLength; }

  std::vector<SugaredPtr> children;
  std::optional<int64_t> unrollLength;

 private:
  void leaves(std::vector<SugaredPtr>& values) const;
};

// An exception class. A call of it gives an ExceptionMessage.
struct ExceptionValue final : SugaredValue {
  // name: the qualified name of the Python class. An AssertionError made by `assert` has none.
  explicit ExceptionValue(std::string name, bool fromAssert = false)
      : name(std::move(name)), fromAssert(fromAssert) {}
  std::string kind() const override { return "exception"; }
  SugaredPtr call(Emission&, SourceRange, const CallArguments&, size_t) override;
  std::string name;
  bool fromAssert;
};
struct ExceptionMessage final : SugaredValue {
  ExceptionMessage(ir::Value* message, ir::Value* className)
      : message(message), className(className) {}
  std::string kind() const override { return "exception message"; }
  ir::Value* message;
  ir::Value* className;  // null for none
};

struct SliceValue final : SugaredValue {
  SliceValue(ir::Value* start, ir::Value* stop, ir::Value* step)
      : start(start), stop(stop), step(step) {}
  std::string kind() const override { return "slice"; }
  ir::Value *start, *stop, *step;
};
struct SliceClass final : SugaredValue {
  std::string kind() const override { return "slice class"; }
  SugaredPtr call(Emission&, SourceRange, const CallArguments&, size_t) override;
};

// The body of a function passed to torch.jit.fork, as a prim::Closure.
struct ClosureValue final : SugaredValue {
  explicit ClosureValue(ir::Value* value) : value(value) {}
  std::string kind() const override { return "closure"; }
  ir::Value* asValue(Emission&, SourceRange) override { return value; }
  ir::Value* value;
};

// A Python object without a representation in the graph: a module, an ignored function, a global.
struct PythonValue final : SugaredValue {
  explicit PythonValue(PyRef object) : object(object) {}
  std::string kind() const override;
  ir::Value* asValue(Emission&, SourceRange) override;
  SugaredPtr attr(Emission&, SourceRange, std::string_view) override;
  bool hasAttr(Emission&, SourceRange, std::string_view) override;
  SugaredPtr call(Emission&, SourceRange, const CallArguments&, size_t) override;
  PyRef object;
};

// boolean_dispatch: chooses one of two functions by a constant flag.
struct DispatchValue final : SugaredValue {
  DispatchValue(std::string flag, size_t index, bool byDefault, SugaredPtr ifTrue,
                SugaredPtr ifFalse)
      : flag(std::move(flag)),
        index(index),
        byDefault(byDefault),
        ifTrue(std::move(ifTrue)),
        ifFalse(std::move(ifFalse)) {}
  std::string kind() const override { return "function"; }
  SugaredPtr call(Emission&, SourceRange, const CallArguments&, size_t) override;
  std::string flag;
  size_t index;
  bool byDefault;
  SugaredPtr ifTrue, ifFalse;
};

// Converts a Python object to the sugared value that a script function uses. isConstant: the object
// is an attribute of a module or class, so numbers and strings become constants.
SugaredPtr toSugared(Emission& emission, PyRef object, SourceRange at, bool isConstant = false);

}  // namespace ts::compiler
