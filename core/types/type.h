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
  Unknown,  // what a failed expression has; takes part in nothing and silences what follows
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

// What is known of a tensor beyond being one; traced graphs and shape propagation print it.
struct TensorInfo {
  std::string dtype;                          // "Float", "Long", ...; empty: not known
  std::optional<std::vector<int64_t>> sizes;  // -1: not known
  std::optional<std::vector<int64_t>> strides;
  std::optional<bool> requiresGrad;
  std::string device;  // "cpu", "cuda:0"; empty: not known
  friend bool operator==(const TensorInfo&, const TensorInfo&) = default;
};

// One type. Two types of one table are the same type exactly if they are the same object; so are
// structural types over builtin types from any table.
class Type {
 public:
  Type(const Type&) = delete;
  Type& operator=(const Type&) = delete;
  virtual ~Type() = default;

  TypeKind kind() const { return kind_; }
  bool is(TypeKind kind) const { return kind_ == kind; }
  // List, Optional, Future, RRef: the one; Dict: key and value; Tuple: all; Union: the members in
  // canonical order. Otherwise empty.
  std::span<const TypePtr> contained() const { return contained_; }
  TypePtr element(size_t i = 0) const { return contained_[i]; }
  TypeTable& table() const { return *table_; }
  bool hasFreeVariables() const { return hasFreeVariables_; }
  bool isUnknown() const { return kind_ == TypeKind::Unknown; }

  // As PyTorch prints it in graphs: "int[]", "Dict(str, int)", "int?", "(int, Tensor)",
  // "NamedTuple(a : int)", "Float(2, *, device=cpu)".
  std::string str() const;
  // As it stands in schemas: the same but for "Future(int)", "RRef(int)", the qualified name of a
  // named tuple, and a plain "Tensor" whatever is known of it.
  std::string declaration() const;
  // As it is written in source and in `.code`: "List[int]", "Optional[int]".
  std::string annotation() const;

 protected:
  friend class TypeTable;
  Type(TypeKind kind, TypeTable& table, std::vector<TypePtr> contained);

 private:
  TypeKind kind_;
  bool hasFreeVariables_ = false;
  TypeTable* table_;
  std::vector<TypePtr> contained_;
};

// Tensor with what is known of it; `info` is null for the plain Tensor.
class TensorType : public Type {
 public:
  const TensorInfo* info() const { return info_ ? &*info_ : nullptr; }

 private:
  friend class TypeTable;
  TensorType(TypeTable& table, std::optional<TensorInfo> info);
  std::optional<TensorInfo> info_;
};

// A tuple; with a name it is a NamedTuple.
class TupleType : public Type {
 public:
  ~TupleType() override;
  // Empty: a plain tuple, or several named results of an operator, whose fields alone have names.
  const std::string& qualifiedName() const { return name_; }
  const std::vector<std::string>& fieldNames() const { return fields_; }
  bool isNamed() const { return !name_.empty() || !fields_.empty(); }
  // One a field, from the right: the last defaults().size() fields have one.
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

// A free variable of a schema: "t".
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

struct ClassProperty {
  std::string name;
  ir::Function* getter = nullptr;
  ir::Function* setter = nullptr;
};

// A script class or a module's type. Made empty by its table and filled in while it is compiled, so
// its contents are the one thing about a type that changes; its identity doesn't.
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
  void addMethod(ir::Function* method) const;
  const std::vector<ir::Function*>& staticMethods() const;
  ir::Function* staticMethod(std::string_view name) const;
  void addStaticMethod(ir::Function* method) const;

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

struct InterfaceMethod {
  std::string name;
  std::vector<std::pair<std::string, TypePtr>> arguments;  // without self
  TypePtr result;
};

// What types ask of a function. Functions belong to `ir`, which stands above this folder; it says
// once, before main, how to read one. Without a reader functions have no name and no signature.
struct FunctionReader {
  std::string_view (*qualifiedName)(const ir::Function&) = nullptr;
  // The method as an interface would declare it: its name, its arguments without self, its result.
  InterfaceMethod (*method)(const ir::Function&) = nullptr;
};
bool setFunctionReader(FunctionReader reader);  // true, so that it can initialize a variable
const FunctionReader& functionReader();

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

 private:
  friend class TypeTable;
  FunctionType(TypeTable& table, ir::Function* function);
  ir::Function* function_;
};

// Makes and owns types. The global table holds builtin types and structural types over them, lives
// as long as the process and may be used from any thread. Named types (classes, enums, named
// tuples, interfaces, functions) belong to the table of what is being compiled, and so do the
// structural types over them: those go when their table goes. list(x) and kin put the result into
// the table that x is from, so callers need no table at hand.
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
  const FunctionType* makeFunction(ir::Function* function);

 private:
  friend TypePtr structural(TypeKind kind, std::vector<TypePtr> contained);
  friend TypePtr tensorType(TensorInfo info);
  friend TypePtr varType(std::string_view name);
  friend TypePtr basic(TypeKind kind);
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// ---- getting at types

// Any kind that contains nothing: basic(TypeKind::Int). O(1), no lock.
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
// Optional[Optional[x]] is Optional[x], Optional[None] is None. Optional[Any] and Optional[Union[x,
// y]] stay what they are, which is not Union[x, y, None]: so it is in PyTorch, where both kinds are
// about.
TypePtr optionalOf(TypePtr element);
// Flattened, without duplicates and subtypes of other members, in canonical order; may come out as
// an Optional or as the one member that is left.
TypePtr unionOf(std::vector<TypePtr> members);
// The members that a Union of these types has: what Unions and Optionals among them contain, joined
// where they have a common supertype, in canonical order.
std::vector<TypePtr> canonicalMembers(std::span<const TypePtr> types);
TypePtr futureOf(TypePtr element);
TypePtr awaitOf(TypePtr element);
TypePtr rrefOf(TypePtr element);
// The type with other contained types: a named tuple keeps its name and fields, an Optional of an
// Optional collapses.
TypePtr withContained(TypePtr type, std::vector<TypePtr> contained);

// The type as T, or null: cast<ClassType>(t).
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

// ---- relations, each as PyTorch 1.13 has it (aten/src/ATen/core/type.cpp, union_type.cpp)

// Unknown is a subtype of everything and everything of Unknown. When the answer is no and `why` is
// given, it says so in a sentence where there is more to say than "is not a subtype".
bool isSubtype(TypePtr sub, TypePtr super, std::string* why = nullptr);
// The least common supertype, or null. With defaultToUnion two types without one become a Union.
// `hint` is the type that is expected, if any (matters for dicts and lists that end in a Union).
TypePtr unify(TypePtr a, TypePtr b, bool defaultToUnion = false, TypePtr hint = nullptr);
TypePtr unify(std::span<const TypePtr> all, bool defaultToUnion = false, TypePtr hint = nullptr);
bool isOptionalLike(TypePtr type);  // Optional, or a Union with None in it
// Optional[x] gives x; a Union loses the members that are subtypes of `removed`; null when none is
// left.
TypePtr subtract(TypePtr from, TypePtr removed);
// Plain Tensor for a tensor with info; the same inside containers.
TypePtr unshaped(TypePtr type);

// Bindings of a schema's free variables while a call is matched.
using TypeBindings = std::vector<std::pair<std::string, TypePtr>>;
// Matches a formal type that may have free variables against an actual type, adding to the
// bindings. The matched type, or null with the reason in `why`.
TypePtr matchVariables(TypePtr formal, TypePtr actual, TypeBindings& bindings,
                       std::string* why = nullptr);
// The formal type with its variables replaced; a variable without binding stays, null when
// `mustBindAll`.
TypePtr substitute(TypePtr formal, const TypeBindings& bindings, bool mustBindAll = false);

}  // namespace ts::types
