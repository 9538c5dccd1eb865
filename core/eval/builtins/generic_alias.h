// Objects of module typing: aliases, unions, type variables.
#pragma once

#include <string>
#include <vector>

#include "core/eval/protocols/unions.h"
#include "core/eval/vm/vm.h"

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
// The type variables in `types`, each once, in order.
std::vector<Value> typeParameters(Vm& vm, const std::vector<Value>& types);
// Replaces the type variables of an alias. Raises TypeError when the numbers differ.
Value substitute(Vm& vm, GenericAlias& alias, const Value& arguments);
// `a | b`; NotImplemented when an operand isn't a type.
Value joinTypes(Vm& vm, const Value& a, const Value& b);
// __mro_entries__: the classes that replace a type among the bases of a class, as a Tuple.
Value basesFor(Vm& vm, const Value& type, const Value& origin, const Value& bases);
// The arguments of a subscript: the tuple's elements, or the single value.
std::vector<Value> subscriptItems(const Value& index);

}  // namespace ts::eval
