// Free type variables of schemas: matching and substitution.
#include <fmt/format.h>

#include <algorithm>

#include "core/types/type.h"

namespace ts::types {
namespace {

const TypePtr* find(const TypeBindings& bindings, std::string_view name) {
  auto binding = std::ranges::find(bindings, name, &TypeBindings::value_type::first);
  return binding == bindings.end() ? nullptr : &binding->second;
}

bool mismatch(TypePtr formal, TypePtr actual, std::string* why) {
  if (why) *why = fmt::format("{} does not match {}", actual->annotation(), formal->annotation());
  return false;
}

bool match(TypePtr formal, TypePtr actual, TypeBindings& bindings, std::string* why);

bool matchVariable(const VarType& variable, TypePtr actual, TypeBindings& bindings,
                   std::string* why) {
  const TypePtr* bound = find(bindings, variable.name());
  if (!bound) {
    bindings.emplace_back(variable.name(), actual);
    return true;
  }
  // Either type may be the wider one. The argument is checked against the bound type after
  // substitution.
  if (unify(*bound, actual)) return true;
  if (why)
    *why = fmt::format("'{}' is already bound to {} and can't be {} too", variable.name(),
                       (*bound)->annotation(), actual->annotation());
  return false;
}

bool matchContained(TypePtr formal, TypePtr actual, TypeBindings& bindings, std::string* why) {
  if (formal->kind() != actual->kind() ||
      formal->contained().size() != actual->contained().size()) {
    return mismatch(formal, actual, why);
  }
  for (size_t i = 0; i < formal->contained().size(); ++i) {
    if (!match(formal->element(i), actual->element(i), bindings, why)) return false;
  }
  return true;
}

bool matchList(TypePtr formal, TypePtr actual, TypeBindings& bindings, std::string* why) {
  // A tuple with elements of one type is accepted as a list of that type.
  if (actual->is(TypeKind::Tuple)) {
    TypePtr element = unify(actual->contained());
    return element ? match(formal->element(), element, bindings, why)
                   : mismatch(formal, actual, why);
  }
  return matchContained(formal, actual, bindings, why);
}

bool matchOptional(TypePtr formal, TypePtr actual, TypeBindings& bindings, std::string* why) {
  if (actual->is(TypeKind::Optional))
    return match(formal->element(), actual->element(), bindings, why);
  // None matches any binding of the variables, so it binds none of them.
  if (actual->is(TypeKind::None)) return true;
  return match(formal->element(), actual, bindings, why);
}

bool match(TypePtr formal, TypePtr actual, TypeBindings& bindings, std::string* why) {
  if (!formal->hasFreeVariables() || actual->isUnknown()) return true;
  switch (formal->kind()) {
    case TypeKind::Var: return matchVariable(*cast<VarType>(formal), actual, bindings, why);
    case TypeKind::List: return matchList(formal, actual, bindings, why);
    case TypeKind::Optional: return matchOptional(formal, actual, bindings, why);
    case TypeKind::Tuple:
    case TypeKind::Dict:
    case TypeKind::Future:
    case TypeKind::Await:
    case TypeKind::RRef: return matchContained(formal, actual, bindings, why);
    default: return mismatch(formal, actual, why);
  }
}

}  // namespace

TypePtr substitute(TypePtr formal, const TypeBindings& bindings, bool mustBindAll) {
  if (!formal->hasFreeVariables()) return formal;
  if (const auto* variable = cast<VarType>(formal)) {
    const TypePtr* bound = find(bindings, variable->name());
    if (bound) return *bound;
    return mustBindAll ? nullptr : formal;
  }
  std::vector<TypePtr> contained;
  for (TypePtr inner : formal->contained()) {
    TypePtr replaced = substitute(inner, bindings, mustBindAll);
    if (!replaced) return nullptr;
    contained.push_back(replaced);
  }
  return withContained(formal, std::move(contained));
}

TypePtr matchVariables(TypePtr formal, TypePtr actual, TypeBindings& bindings, std::string* why) {
  if (actual->isUnknown()) return unknownType();
  return match(formal, actual, bindings, why) ? substitute(formal, bindings) : nullptr;
}

}  // namespace ts::types
