// Types as typing writes them: aliases, unions, type variables.
#pragma once

#include <string>
#include <vector>

#include "core/eval/vm.h"

namespace ts::eval {

// TypeVar, ParamSpec and TypeVarTuple, told apart by their classes. Kind::Native.
struct TypeVar final : Object {
  TypeVar(Class* cls, Ref<Str> name) : Object(Kind::Native, cls), name(std::move(name)) {}
  Ref<Str> name;
  Value bound = Value::none();
  Ref<Tuple> constraints;
  bool covariant = false, contravariant = false;
};
// A type that is given as text. Kind::Native.
struct ForwardRef final : Object {
  ForwardRef(Class* cls, Ref<Str> text) : Object(Kind::Native, cls), text(std::move(text)) {}
  Ref<Str> text;
};

// How typing prints a type inside another one: "int", "model.Net", "typing.List[int]".
std::string typeRepr(Vm& vm, const Value& type);
// Whether an alias's origin is this form of typing: "typing.Union".
bool hasOrigin(const GenericAlias& alias, std::string_view qualifiedName);
// The type variables in types, each once, in order.
std::vector<Value> typeParameters(Vm& vm, const std::vector<Value>& types);
// An alias with its type variables replaced; raises TypeError when the numbers differ.
Value substitute(Vm& vm, GenericAlias& alias, const Value& arguments);
// `a | b`; NotImplemented when they aren't types.
Value joinTypes(Vm& vm, const Value& a, const Value& b);
// The members of a union of either kind; null: it is none.
const Tuple* unionMembers(Vm& vm, const Value& type);
// What a type that stands among the bases of a class means there, by its origin: a Tuple of
// classes.
Value basesFor(Vm& vm, const Value& type, const Value& origin, const Value& bases);
// A subscript's arguments: the tuple's elements, or the one value.
std::vector<Value> subscriptItems(const Value& index);

// ---- typing.cpp

// typing.Union[members]: flat, each once; a single one stays what it is.
Value makeUnion(Vm& vm, const std::vector<Value>& members);
// A member of module typing.
Value typingMember(Vm& vm, std::string_view name);
// The class that a form stands for at run time (typing.List: list). Unbound: none.
Value typingOrigin(Vm& vm, std::string_view qualifiedName);

}  // namespace ts::eval
