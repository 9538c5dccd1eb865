// Union types of both kinds, X | Y and typing.Union, and members of module typing.
#pragma once

#include <string_view>

#include "core/eval/vm/vm.h"

namespace ts::eval {

// True for X | Y, an instance of types.UnionType.
bool isUnionType(Vm& vm, const GenericAlias& alias);
// True when the alias's origin is this form of typing: "typing.Union".
bool hasOrigin(const GenericAlias& alias, std::string_view qualifiedName);
// The members of a union of either kind; null when the type isn't a union.
const Tuple* unionMembers(Vm& vm, const Value& type);
// A member of module typing.
Value typingMember(Vm& vm, std::string_view name);

}  // namespace ts::eval
