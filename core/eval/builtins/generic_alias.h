// Objects of module typing: aliases, unions, type variables.
#pragma once

#include <string>
#include <vector>

#include "core/eval/vm.h"

namespace ts::eval {

// TypeVar, ParamSpec and TypeVarTuple; their classes tell them apart. Kind::Native.
struct TypeVar final : Object {
  TypeVar(Class* cls, Ref<Str> name) : Object(Kind::Native, cls), name(std::move(name)) {}
  Ref<Str> name;
  Value bound = Value::none();
  Ref<Tuple> constraints;
  bool covariant = false, contravariant = false;
};
// A type given as text. Kind::Native.
struct ForwardRef final : Object {
  ForwardRef(Class* cls, Ref<Str> text) : Object(Kind::Native, cls), text(std::move(text)) {}
  Ref<Str> text;
};

// The text of a type inside another type: "int", "model.Net", "typing.List[int]".
std::string typeRepr(Vm& vm, const Value& type);
// True when the alias's origin is this form of typing: "typing.Union".
bool hasOrigin(const GenericAlias& alias, std::string_view qualifiedName);
// The type variables in `types`, each once, in order.
std::vector<Value> typeParameters(Vm& vm, const std::vector<Value>& types);
// Replaces the type variables of an alias. Raises TypeError when the numbers differ.
Value substitute(Vm& vm, GenericAlias& alias, const Value& arguments);
// `a | b`; NotImplemented when an operand isn't a type.
Value joinTypes(Vm& vm, const Value& a, const Value& b);
// The members of a union of either kind; null when the type isn't a union.
const Tuple* unionMembers(Vm& vm, const Value& type);
// __mro_entries__: the classes that replace a type among the bases of a class, as a Tuple.
Value basesFor(Vm& vm, const Value& type, const Value& origin, const Value& bases);
// The arguments of a subscript: the tuple's elements, or the single value.
std::vector<Value> subscriptItems(const Value& index);

// ---- typing.cpp of core/eval_stdlib

// typing.Union[members]: flattened, without duplicates; a single member is returned as it is.
Value makeUnion(Vm& vm, const std::vector<Value>& members);
// A member of module typing.
Value typingMember(Vm& vm, std::string_view name);
// The runtime class of a form (typing.List: list); Unbound when it has none.
Value typingOrigin(Vm& vm, std::string_view qualifiedName);

}  // namespace ts::eval
