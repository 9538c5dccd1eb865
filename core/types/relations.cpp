// Subtyping and unification; they follow aten/src/ATen/core/type.cpp of PyTorch 1.13.
#include <fmt/format.h>

#include <algorithm>

#include "core/types/type.h"

namespace ts::types {
namespace {

bool equal(TypePtr a, TypePtr b);

bool holds(TypePtr unionType, TypePtr member) {
  return std::ranges::any_of(unionType->contained(),
                             [&](TypePtr inner) { return isSubtype(member, inner); });
}

bool holdsNumbers(TypePtr unionType) {
  return holds(unionType, intType()) && holds(unionType, floatType()) &&
         holds(unionType, complexType());
}

bool sameMembers(TypePtr a, TypePtr b) {
  return a->contained().size() == b->contained().size() &&
         std::ranges::all_of(a->contained(), [&](TypePtr member) {
           return std::ranges::any_of(b->contained(),
                                      [&](TypePtr other) { return equal(member, other); });
         });
}

// Types are interned, so comparing pointers is almost always enough. Exceptions are types from
// different tables, Unknown, and the number type, which equals the Union of its three kinds.
bool equal(TypePtr a, TypePtr b) {
  if (a == b || a->isUnknown() || b->isUnknown()) return true;
  if (a->is(TypeKind::Number) && b->is(TypeKind::Union))
    return b->contained().size() == 3 && holdsNumbers(b);
  if (b->is(TypeKind::Number) && a->is(TypeKind::Union)) return equal(b, a);
  if (a->kind() != b->kind() || a->contained().size() != b->contained().size()) return false;
  if (a->contained().empty() || a->is(TypeKind::Enum)) return false;
  if (a->is(TypeKind::Union)) return sameMembers(a, b);
  if (a->is(TypeKind::Tuple)) {
    const auto& left = *cast<TupleType>(a);
    const auto& right = *cast<TupleType>(b);
    if (left.qualifiedName() != right.qualifiedName() || left.fieldNames() != right.fieldNames())
      return false;
  }
  return std::ranges::equal(a->contained(), b->contained(), equal);
}

// ---- tensors

std::optional<std::vector<int64_t>> mergeDims(const std::optional<std::vector<int64_t>>& a,
                                              const std::optional<std::vector<int64_t>>& b) {
  if (!a || !b || a->size() != b->size()) return std::nullopt;
  std::vector<int64_t> merged(a->size());
  for (size_t i = 0; i < a->size(); ++i) merged[i] = (*a)[i] == (*b)[i] ? (*a)[i] : -1;
  return merged;
}

// Keeps only the facts that both types agree on.
TypePtr mergeTensors(TypePtr a, TypePtr b) {
  const TensorInfo* left = cast<TensorType>(a)->info();
  const TensorInfo* right = cast<TensorType>(b)->info();
  if (!left || !right) return tensorType();
  TensorInfo merged;
  if (left->dtype == right->dtype) merged.dtype = left->dtype;
  if (left->device == right->device) merged.device = left->device;
  if (left->requiresGrad == right->requiresGrad) merged.requiresGrad = left->requiresGrad;
  merged.sizes = mergeDims(left->sizes, right->sizes);
  merged.strides = mergeDims(left->strides, right->strides);
  return tensorType(std::move(merged));
}

// ---- subtyping

// The rules for every kind of type: equality, Any, and membership in Optional and Union.
bool isSubtypeOfAny(TypePtr sub, TypePtr super, std::string* why) {
  if (super->is(TypeKind::Any) || equal(sub, super)) return true;
  if (super->is(TypeKind::Optional)) return isSubtype(sub, super->element(), why);
  if (super->is(TypeKind::Union)) {
    return std::ranges::any_of(super->contained(),
                               [&](TypePtr inner) { return isSubtype(sub, inner, why); });
  }
  return false;
}

bool optionalIsSubtype(TypePtr sub, TypePtr super, std::string* why) {
  if (super->is(TypeKind::Optional)) return isSubtype(sub->element(), super->element(), why);
  if (!super->is(TypeKind::Union)) return isSubtypeOfAny(sub, super, why);
  if (!holds(super, noneType())) {
    if (why) *why = fmt::format("{} does not allow None", super->annotation());
    return false;
  }
  if (!holds(super, sub->element())) {
    if (why)
      *why = fmt::format("{} does not allow {}", super->annotation(), sub->element()->annotation());
    return false;
  }
  return true;
}

bool unionIsSubtype(TypePtr sub, TypePtr super, std::string* why) {
  std::vector<TypePtr> targets;
  auto addTarget = [&](TypePtr type) {
    if (type->is(TypeKind::Number)) {
      targets.insert(targets.end(), {intType(), floatType(), complexType()});
    } else {
      targets.push_back(type);
    }
  };
  if (super->is(TypeKind::Union)) {
    targets.assign(super->contained().begin(), super->contained().end());
  } else if (super->is(TypeKind::Optional)) {
    targets.push_back(noneType());
    addTarget(super->element());
  } else {
    addTarget(super);
  }
  return std::ranges::all_of(sub->contained(), [&](TypePtr member) {
    return std::ranges::any_of(targets,
                               [&](TypePtr target) { return isSubtype(member, target, why); });
  });
}

bool tupleIsSubtype(TypePtr sub, TypePtr super, std::string* why) {
  if (isSubtypeOfAny(sub, super, why) || super->is(TypeKind::AnyTuple)) return true;
  const auto* from = cast<TupleType>(sub);
  const auto* to = cast<TupleType>(super);
  if (!to) return false;
  // A named tuple is a subtype of a plain tuple, but not vice versa; field names must be equal.
  if (to->isNamed() && (!from->isNamed() || from->fieldNames() != to->fieldNames())) return false;
  return std::ranges::equal(sub->contained(), super->contained(),
                            [&](TypePtr a, TypePtr b) { return isSubtype(a, b, why); });
}

// Arguments are contravariant and results covariant; the names of arguments must be equal.
bool methodFits(const InterfaceMethod& method, const InterfaceMethod& wanted, std::string* why) {
  if (method.arguments.size() != wanted.arguments.size()) {
    if (why)
      *why = fmt::format("'{}' takes {} arguments, not {}", wanted.name, method.arguments.size(),
                         wanted.arguments.size());
    return false;
  }
  for (size_t i = 0; i < wanted.arguments.size(); ++i) {
    const auto& [name, type] = method.arguments[i];
    const auto& [wantedName, wantedType] = wanted.arguments[i];
    if (name == wantedName && isSubtype(wantedType, type)) continue;
    if (why)
      *why = fmt::format("'{}' takes '{}: {}' where '{}: {}' is declared", wanted.name, name,
                         type->annotation(), wantedName, wantedType->annotation());
    return false;
  }
  if (isSubtype(method.result, wanted.result)) return true;
  if (why)
    *why = fmt::format("'{}' returns {} where {} is declared", wanted.name,
                       method.result->annotation(), wanted.result->annotation());
  return false;
}

// `find` returns the method with a name as an optional InterfaceMethod.
template <typename Find>
bool implements(TypePtr sub, bool subIsModule, const InterfaceType& interface, std::string* why,
                Find&& find) {
  if (!subIsModule && interface.isModule()) {
    if (why)
      *why = fmt::format("{} is not a module, but {} is an interface of modules", sub->annotation(),
                         interface.qualifiedName());
    return false;
  }
  for (const InterfaceMethod& wanted : interface.methods()) {
    std::optional<InterfaceMethod> method = find(wanted.name);
    if (!method) {
      if (why)
        *why = fmt::format("{} has no method '{}', which {} requires", sub->annotation(),
                           wanted.name, interface.qualifiedName());
      return false;
    }
    std::string reason;
    if (methodFits(*method, wanted, &reason)) continue;
    if (why)
      *why = fmt::format("{} does not implement {}: {}", sub->annotation(),
                         interface.qualifiedName(), reason);
    return false;
  }
  return true;
}

bool classIsSubtype(TypePtr sub, TypePtr super, std::string* why) {
  if (super->is(TypeKind::AnyClass)) return true;
  const auto* interface = cast<InterfaceType>(super);
  if (!interface) return isSubtypeOfAny(sub, super, why);
  const auto& type = *cast<ClassType>(sub);
  return implements(sub, type.isModule(), *interface, why,
                    [&](std::string_view name) -> std::optional<InterfaceMethod> {
                      const FunctionFacts* method = type.methodFacts(name);
                      if (!method) return std::nullopt;
                      return method->asMethod();
                    });
}

bool interfaceIsSubtype(TypePtr sub, TypePtr super, std::string* why) {
  const auto* interface = cast<InterfaceType>(super);
  if (!interface) return isSubtypeOfAny(sub, super, why);
  const auto& type = *cast<InterfaceType>(sub);
  return implements(sub, type.isModule(), *interface, why,
                    [&](std::string_view name) -> std::optional<InterfaceMethod> {
                      const InterfaceMethod* method = type.method(name);
                      if (!method) return std::nullopt;
                      return *method;
                    });
}

// ---- unification

TypePtr unifyStrictly(TypePtr a, TypePtr b, bool defaultToUnion, TypePtr hint);

TypePtr unifyTuples(TypePtr a, TypePtr b, bool defaultToUnion) {
  if (a->contained().size() != b->contained().size()) return nullptr;
  std::vector<TypePtr> elements;
  for (size_t i = 0; i < a->contained().size(); ++i) {
    TypePtr element = unify(a->element(i), b->element(i), defaultToUnion);
    if (!element) return nullptr;
    elements.push_back(element);
  }
  return tupleOf(std::move(elements));
}

TypePtr widerOf(TypePtr a, TypePtr b) {
  if (isSubtype(a, b)) return b;
  return isSubtype(b, a) ? a : nullptr;
}

TypePtr unifyStrictly(TypePtr a, TypePtr b, bool defaultToUnion, TypePtr hint) {
  if (a->isUnknown() || b->isUnknown()) return unknownType();
  if (TypePtr wider = widerOf(a, b)) return wider;
  if (a->is(TypeKind::Tensor) && b->is(TypeKind::Tensor)) return mergeTensors(a, b);
  if (a->is(TypeKind::None)) return optionalOf(b);
  if (b->is(TypeKind::None)) return optionalOf(a);
  if (a->is(TypeKind::Optional)) {
    if (TypePtr element = unify(a->element(), b)) return optionalOf(element);
  } else if (b->is(TypeKind::Optional)) {
    if (TypePtr element = unify(b->element(), a)) return optionalOf(element);
  }
  if (a->is(TypeKind::Tuple) && b->is(TypeKind::Tuple)) return unifyTuples(a, b, defaultToUnion);
  if (a->is(TypeKind::Future) && b->is(TypeKind::Future)) {
    if (TypePtr element = unify(a->element(), b->element())) return futureOf(element);
  }
  // Lists and dicts are mutable, so they are not covariant in their elements. Two of them that
  // differ only in the info of their tensors are the same type.
  if (TypePtr wider = widerOf(unshaped(a), unshaped(b))) return wider;
  // Two classes that are both annotated with the same interface.
  if (hint && isSubtype(a, hint) && isSubtype(b, hint)) return hint;
  return nullptr;
}

}  // namespace

bool isSubtype(TypePtr sub, TypePtr super, std::string* why) {
  if (sub == super || sub->isUnknown() || super->isUnknown()) return true;
  switch (sub->kind()) {
    case TypeKind::Tensor:
      return super->is(TypeKind::Tensor) ? mergeTensors(sub, super) == super
                                         : isSubtypeOfAny(sub, super, why);
    case TypeKind::None: return super->is(TypeKind::Optional) || isSubtypeOfAny(sub, super, why);
    case TypeKind::Int:
    case TypeKind::Float:
    case TypeKind::Complex: return super->is(TypeKind::Number) || isSubtypeOfAny(sub, super, why);
    case TypeKind::Number:
      return super->is(TypeKind::Union) ? holdsNumbers(super) : isSubtypeOfAny(sub, super, why);
    case TypeKind::List: return super->is(TypeKind::AnyList) || isSubtypeOfAny(sub, super, why);
    case TypeKind::Future:
    case TypeKind::Await:
      return isSubtypeOfAny(sub, super, why) ||
             (super->is(sub->kind()) && isSubtype(sub->element(), super->element(), why));
    case TypeKind::Tuple: return tupleIsSubtype(sub, super, why);
    case TypeKind::Optional: return optionalIsSubtype(sub, super, why);
    case TypeKind::Union: return unionIsSubtype(sub, super, why);
    case TypeKind::Class: return classIsSubtype(sub, super, why);
    case TypeKind::Interface: return interfaceIsSubtype(sub, super, why);
    case TypeKind::Enum: return super->is(TypeKind::AnyEnum) || isSubtypeOfAny(sub, super, why);
    default: return isSubtypeOfAny(sub, super, why);
  }
}

TypePtr unify(TypePtr a, TypePtr b, bool defaultToUnion, TypePtr hint) {
  TypePtr unified = unifyStrictly(a, b, defaultToUnion, hint);
  return unified || !defaultToUnion ? unified : unionOf({a, b});
}

TypePtr unify(std::span<const TypePtr> all, bool defaultToUnion, TypePtr hint) {
  if (all.empty()) return nullptr;
  TypePtr unified = all[0];
  for (size_t i = 1; i < all.size() && unified; ++i)
    unified = unify(unified, all[i], defaultToUnion, hint);
  return unified;
}

TypePtr unshaped(TypePtr type) {
  if (isSubtype(type, tensorType())) return type->isUnknown() ? type : tensorType();
  if (type->contained().empty() || type->is(TypeKind::Enum)) return type;
  std::vector<TypePtr> contained;
  for (TypePtr inner : type->contained()) contained.push_back(unshaped(inner));
  return withContained(type, std::move(contained));
}

}  // namespace ts::types
