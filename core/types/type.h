// TorchScript's types: const, interned, compared by pointer.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ts::ir {
class Function;
}

namespace ts::types {

class Type;
class TypeTable;
class Constant;
using TypePtr = const Type*;

enum class TypeKind : uint8_t {
  Unknown,  // the type of an expression with an error; it prevents follow-up errors
  Any,
  Tensor,
  None,
  Bool,
  Int,
  Float,
  Complex,
  Number,
  String,
  Device,
  Layout,
  ScalarType,
  MemoryFormat,
  QScheme,
  Generator,
  Stream,
  Storage,
  Quantizer,
  Capsule,
  PyObject,
  AnyList,
  AnyTuple,
  AnyClass,
  AnyEnum,
  List,
  Dict,
  Tuple,
  Optional,
  Union,
  Future,
  Await,
  RRef,
  Class,
  Interface,
  Enum,
  Function,
  Var,
};

// Known facts about a tensor; traced graphs and shape propagation print them.
struct TensorInfo {
  std::string dtype;                          // "Float", "Long", ...; empty: unknown
  std::optional<std::vector<int64_t>> sizes;  // -1: unknown size
  std::optional<std::vector<int64_t>> strides;
  std::optional<bool> requiresGrad;
  std::string device;  // "cpu", "cuda:0"; empty: unknown
  friend bool operator==(const TensorInfo&, const TensorInfo&) = default;
};

// The largest type. A larger one throws LimitError when it is made: spelling it, and every other
// walk over its parts, would take too long.
inline constexpr uint32_t kMaxTypeParts = 10'000;
inline constexpr uint32_t kMaxTypeNesting = 200;

// An immutable type. Types of one table are equal exactly if they are the same object; this also
// holds for structural types over builtin types from any table.
class Type {
 public:
  Type(const Type&) = delete;
  Type& operator=(const Type&) = delete;
  virtual ~Type() = default;

  TypeKind kind() const { return kind_; }
  bool is(TypeKind kind) const { return kind_ == kind; }
  // The contained types. List, Optional, Future, RRef: the element type; Dict: key and value;
  // Tuple: all elements; Union: the members in canonical order. Otherwise empty.
  std::span<const TypePtr> contained() const { return contained_; }
  TypePtr element(size_t i = 0) const { return contained_[i]; }
  TypeTable& table() const { return *table_; }
  bool hasFreeVariables() const { return hasFreeVariables_; }
  // The number of types that the type's spelling names, and the depth of their nesting. Types share
  // contained types, so the first grows exponentially with the second.
  uint32_t parts() const { return parts_; }
  uint32_t nesting() const { return nesting_; }
  bool isUnknown() const { return kind_ == TypeKind::Unknown; }

  // The spelling in graphs: "int[]", "Dict(str, int)", "int?", "(int, Tensor)", "NamedTuple(a :
  // int)", "Float(2, *, device=cpu)".
  std::string str() const;
  // The spelling in schemas. It differs from str() in "Future(int)", "RRef(int)", the qualified
  // name of a named tuple, and a plain "Tensor" without info.
  std::string declaration() const;
  // The spelling in source and in `.code`: "List[int]", "Optional[int]".
  std::string annotation() const;

 protected:
  friend class TypeTable;
  Type(TypeKind kind, TypeTable& table, std::vector<TypePtr> contained);

 private:
  TypeKind kind_;
  bool hasFreeVariables_ = false;
  uint32_t parts_ = 1;
  uint32_t nesting_ = 0;
  TypeTable* table_;
  std::vector<TypePtr> contained_;
};

// A Tensor type with optional info; `info` is null for the plain Tensor.
class TensorType : public Type {
 public:
  const TensorInfo* info() const { return info_ ? &*info_ : nullptr; }

 private:
  friend class TypeTable;
  TensorType(TypeTable& table, std::optional<TensorInfo> info);
  std::optional<TensorInfo> info_;
};

// A tuple type; a tuple with a name is a NamedTuple.
class TupleType : public Type {
 public:
  ~TupleType() override;
  // Empty for a plain tuple, and for the named results of an operator, which have only field names.
  const std::string& qualifiedName() const { return name_; }
  const std::vector<std::string>& fieldNames() const { return fields_; }
  bool isNamed() const { return !name_.empty() || !fields_.empty(); }
  // The defaults of the last defaults().size() fields.
  const std::vector<Constant>& defaults() const { return *defaults_; }
  std::optional<size_t> fieldIndex(std::string_view name) const;

 private:
  friend class TypeTable;
  TupleType(TypeTable& table, std::vector<TypePtr> elements, std::string name,
            std::vector<std::string> fields, std::vector<Constant> defaults);
  std::string name_;
  std::vector<std::string> fields_;
  std::unique_ptr<std::vector<Constant>> defaults_;
};

// A free type variable of a schema, e.g. "t".
class VarType : public Type {
 public:
  const std::string& name() const { return name_; }

 private:
  friend class TypeTable;
  VarType(TypeTable& table, std::string name);
  std::string name_;
};

struct EnumMember;

class EnumType : public Type {
 public:
  ~EnumType() override;
  const std::string& qualifiedName() const { return name_; }
  TypePtr valueType() const { return contained()[0]; }
  const std::vector<EnumMember>& members() const { return *members_; }
  const EnumMember* member(std::string_view name) const;

 private:
  friend class TypeTable;
  EnumType(TypeTable& table, std::string name, TypePtr valueType, std::vector<EnumMember> members);
  std::string name_;
  std::unique_ptr<std::vector<EnumMember>> members_;
};

enum class AttributeKind : uint8_t { Attribute, Parameter, Buffer };

struct ClassAttribute {
  std::string name;
  TypePtr type;
  AttributeKind kind = AttributeKind::Attribute;
};

struct InterfaceMethod {
  std::string name;
  std::vector<std::pair<std::string, TypePtr>> arguments;  // without self
  TypePtr result;
};

// The part of a function that types read. `ir`, a folder above this one, derives its functions from
// this class.
class FunctionFacts {
 public:
  std::string qualifiedName;  // "__torch__.case.f"
  // Returns the method as an interface would declare it: name, arguments without self, result.
  virtual InterfaceMethod asMethod() const = 0;

 protected:
  FunctionFacts() = default;
  FunctionFacts(const FunctionFacts&) = default;
  FunctionFacts(FunctionFacts&&) = default;
  FunctionFacts& operator=(const FunctionFacts&) = default;
  FunctionFacts& operator=(FunctionFacts&&) = default;
  ~FunctionFacts() = default;
};

// A function for its users, and the same function for types, to which ir::Function is incomplete.
struct FunctionRef {
  template <typename Function>
  FunctionRef(Function* function) : function(function), facts(function) {}
  ir::Function* function;
  const FunctionFacts* facts;
};

struct ClassProperty {
  std::string name;
  ir::Function* getter = nullptr;
  ir::Function* setter = nullptr;
};

// A script class or a module's type. The table creates it empty, and the compiler fills it in: its
// contents may change, its identity does not.
class ClassType : public Type {
 public:
  ~ClassType() override;
  const std::string& qualifiedName() const { return name_; }  // "__torch__.case.M"
  std::string_view simpleName() const;
  bool isModule() const { return isModule_; }

  const std::vector<ClassAttribute>& attributes() const;
  const ClassAttribute* attribute(std::string_view name) const;
  std::optional<size_t> attributeSlot(std::string_view name) const;
  void addAttribute(std::string name, TypePtr type,
                    AttributeKind kind = AttributeKind::Attribute) const;
  void removeAttribute(std::string_view name) const;

  const std::vector<ir::Function*>& methods() const;
  ir::Function* method(std::string_view name) const;
  // The same method as the class sees it; null: there is none.
  const FunctionFacts* methodFacts(std::string_view name) const;
  void addMethod(FunctionRef method) const;
  const std::vector<ir::Function*>& staticMethods() const;
  ir::Function* staticMethod(std::string_view name) const;
  void addStaticMethod(FunctionRef method) const;

  const std::vector<ClassProperty>& properties() const;
  const ClassProperty* property(std::string_view name) const;
  void addProperty(ClassProperty property) const;

  const Constant* constant(std::string_view name) const;
  void addConstant(std::string name, Constant value) const;

 private:
  friend class TypeTable;
  ClassType(TypeTable& table, std::string name, bool isModule);
  struct State;
  std::string name_;
  bool isModule_;
  std::unique_ptr<State> state_;
};

class InterfaceType : public Type {
 public:
  const std::string& qualifiedName() const { return name_; }
  bool isModule() const { return isModule_; }
  const std::vector<InterfaceMethod>& methods() const { return methods_; }
  const InterfaceMethod* method(std::string_view name) const;

 private:
  friend class TypeTable;
  InterfaceType(TypeTable& table, std::string name, bool isModule,
                std::vector<InterfaceMethod> methods);
  std::string name_;
  bool isModule_;
  std::vector<InterfaceMethod> methods_;
};

class FunctionType : public Type {
 public:
  ir::Function* function() const { return function_; }

  const std::string& qualifiedName() const { return facts_->qualifiedName; }

 private:
  friend class TypeTable;
  FunctionType(TypeTable& table, FunctionRef function);
  ir::Function* function_;
  const FunctionFacts* facts_;
};

// Creates and owns types. The global table holds builtin types and structural types over them; it
// lives as long as the process and is thread-safe. Named types (classes, enums, named tuples,
// interfaces, functions) belong to the table of one compilation, as do structural types over them;
// they are destroyed with that table. Functions such as list(x) put their result into the table of
// x, so callers need not pass a table.
class TypeTable {
 public:
  TypeTable();
  ~TypeTable();
  TypeTable(const TypeTable&) = delete;
  TypeTable& operator=(const TypeTable&) = delete;
  static TypeTable& global();

  TypePtr namedTuple(std::string qualifiedName, std::vector<std::string> fields,
                     std::vector<TypePtr> types, std::vector<Constant> defaults);
  const ClassType* makeClass(std::string qualifiedName, bool isModule = false);
  const EnumType* makeEnum(std::string qualifiedName, TypePtr valueType,
                           std::vector<EnumMember> members);
  const InterfaceType* makeInterface(std::string qualifiedName, bool isModule,
                                     std::vector<InterfaceMethod> methods);
  const FunctionType* makeFunction(FunctionRef function);

 private:
  friend TypePtr structural(TypeKind kind, std::vector<TypePtr> contained);
  friend TypePtr tensorType(TensorInfo info);
  friend TypePtr varType(std::string_view name);
  friend TypePtr basic(TypeKind kind);
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// ---- constructors of types

// Returns a type without contained types, e.g. basic(TypeKind::Int). O(1), without a lock.
TypePtr basic(TypeKind kind);
inline TypePtr unknownType() { return basic(TypeKind::Unknown); }
inline TypePtr anyType() { return basic(TypeKind::Any); }
inline TypePtr tensorType() { return basic(TypeKind::Tensor); }
inline TypePtr noneType() { return basic(TypeKind::None); }
inline TypePtr boolType() { return basic(TypeKind::Bool); }
inline TypePtr intType() { return basic(TypeKind::Int); }
inline TypePtr floatType() { return basic(TypeKind::Float); }
inline TypePtr complexType() { return basic(TypeKind::Complex); }
inline TypePtr numberType() { return basic(TypeKind::Number); }
inline TypePtr stringType() { return basic(TypeKind::String); }
inline TypePtr deviceType() { return basic(TypeKind::Device); }
TypePtr tensorType(TensorInfo info);
TypePtr varType(std::string_view name);

TypePtr listOf(TypePtr element);
TypePtr dictOf(TypePtr key, TypePtr value);
TypePtr tupleOf(std::vector<TypePtr> elements);
// Returns Optional[element]. Optional[Optional[x]] is Optional[x], and Optional[None] is None. As
// in PyTorch, Optional[Any] and Optional[Union[x, y]] are not turned into a Union with None.
TypePtr optionalOf(TypePtr element);
// Returns the Union of the members: flattened, without duplicates and without subtypes of other
// members, in canonical order. The result may be an Optional, or the only remaining member.
TypePtr unionOf(std::vector<TypePtr> members);
// Returns the members of the Union of these types in canonical order: nested Unions and Optionals
// are flattened, and members with a common supertype are joined.
std::vector<TypePtr> canonicalMembers(std::span<const TypePtr> types);
TypePtr futureOf(TypePtr element);
TypePtr awaitOf(TypePtr element);
TypePtr rrefOf(TypePtr element);
// Returns the type with other contained types. A named tuple keeps its name and fields; an Optional
// of an Optional collapses.
TypePtr withContained(TypePtr type, std::vector<TypePtr> contained);

// Returns the type as T, or null when it is another kind: cast<ClassType>(t).
template <typename T>
const T* cast(TypePtr type);
template <>
inline const TensorType* cast<TensorType>(TypePtr t) {
  return t->is(TypeKind::Tensor) ? static_cast<const TensorType*>(t) : nullptr;
}
template <>
inline const TupleType* cast<TupleType>(TypePtr t) {
  return t->is(TypeKind::Tuple) ? static_cast<const TupleType*>(t) : nullptr;
}
template <>
inline const VarType* cast<VarType>(TypePtr t) {
  return t->is(TypeKind::Var) ? static_cast<const VarType*>(t) : nullptr;
}
template <>
inline const EnumType* cast<EnumType>(TypePtr t) {
  return t->is(TypeKind::Enum) ? static_cast<const EnumType*>(t) : nullptr;
}
template <>
inline const ClassType* cast<ClassType>(TypePtr t) {
  return t->is(TypeKind::Class) ? static_cast<const ClassType*>(t) : nullptr;
}
template <>
inline const InterfaceType* cast<InterfaceType>(TypePtr t) {
  return t->is(TypeKind::Interface) ? static_cast<const InterfaceType*>(t) : nullptr;
}
template <>
inline const FunctionType* cast<FunctionType>(TypePtr t) {
  return t->is(TypeKind::Function) ? static_cast<const FunctionType*>(t) : nullptr;
}

// ---- relations, as in PyTorch 1.13 (aten/src/ATen/core/type.cpp, union_type.cpp)

// Returns whether `sub` is a subtype of `super`. Unknown is a subtype of every type, and every type
// is a subtype of Unknown. On failure `why` gets an explanation, if there is more to say than "is
// not a subtype".
bool isSubtype(TypePtr sub, TypePtr super, std::string* why = nullptr);
// Returns the least common supertype, or null. With `defaultToUnion`, types without a common
// supertype become a Union. `hint` is the expected type, if any; it matters for dicts and lists
// that would otherwise become a Union.
TypePtr unify(TypePtr a, TypePtr b, bool defaultToUnion = false, TypePtr hint = nullptr);
TypePtr unify(std::span<const TypePtr> all, bool defaultToUnion = false, TypePtr hint = nullptr);
bool isOptionalLike(TypePtr type);  // Optional, or a Union that contains None
// Removes types: Optional[x] becomes x; a Union loses the members that are subtypes of `removed`.
// Returns null when nothing remains.
TypePtr subtract(TypePtr from, TypePtr removed);
// Removes tensor info, also inside containers.
TypePtr unshaped(TypePtr type);

// Bindings of a schema's free type variables during the matching of a call.
using TypeBindings = std::vector<std::pair<std::string, TypePtr>>;
// Matches a formal type, which may contain free variables, against an actual type, and adds the
// bindings. Returns the matched type; null and the reason in `why` on failure.
TypePtr matchVariables(TypePtr formal, TypePtr actual, TypeBindings& bindings,
                       std::string* why = nullptr);
// Returns the formal type with its variables replaced. An unbound variable is kept, unless
// `mustBindAll`: the result is then null.
TypePtr substitute(TypePtr formal, const TypeBindings& bindings, bool mustBindAll = false);

}  // namespace ts::types
