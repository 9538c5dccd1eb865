// The canonical forms of Optional and Union, as in aten/src/ATen/core/union_type.cpp of PyTorch
// 1.13.
#include <algorithm>
#include <array>

#include "core/types/type.h"

namespace ts::types {

TypePtr structural(TypeKind kind, std::vector<TypePtr> contained);

namespace {

// Members are sorted by PyTorch's order of type kinds, then by their spelling.
constexpr TypeKind kOrder[] = {
    TypeKind::Any,          TypeKind::Enum,      TypeKind::AnyEnum,    TypeKind::Tensor,
    TypeKind::Storage,      TypeKind::Tuple,     TypeKind::List,       TypeKind::Dict,
    TypeKind::Number,       TypeKind::Float,     TypeKind::Complex,    TypeKind::Future,
    TypeKind::Await,        TypeKind::RRef,      TypeKind::Int,        TypeKind::None,
    TypeKind::String,       TypeKind::Generator, TypeKind::Quantizer,  TypeKind::Bool,
    TypeKind::Optional,     TypeKind::Var,       TypeKind::Device,     TypeKind::Stream,
    TypeKind::Function,     TypeKind::Class,     TypeKind::PyObject,   TypeKind::Capsule,
    TypeKind::Interface,    TypeKind::QScheme,   TypeKind::ScalarType, TypeKind::Layout,
    TypeKind::MemoryFormat, TypeKind::AnyList,   TypeKind::AnyTuple,   TypeKind::AnyClass,
    TypeKind::Union,        TypeKind::Unknown,
};
static_assert(std::size(kOrder) == static_cast<size_t>(TypeKind::Var) + 1);

size_t rankOf(TypeKind kind) { return std::ranges::find(kOrder, kind) - std::begin(kOrder); }

void flattenInto(TypePtr type, std::vector<TypePtr>& flat) {
  switch (type->kind()) {
    case TypeKind::Union:
      for (TypePtr member : type->contained()) flattenInto(member, flat);
      break;
    case TypeKind::Optional:
      flattenInto(type->element(), flat);
      flat.push_back(noneType());
      break;
    case TypeKind::Number: flat.insert(flat.end(), {intType(), floatType(), complexType()}); break;
    default: flat.push_back(type);
  }
}

// Returns the common supertype of two members, or null. None is not joined with other members:
// otherwise an Optional could absorb members that can still be joined with others.
TypePtr joined(TypePtr a, TypePtr b) {
  bool aIsNone = a->is(TypeKind::None);
  if (aIsNone != b->is(TypeKind::None)) return nullptr;
  return unify(a, b);
}

// From right to left, each member is joined with the nearest earlier member that accepts it. The
// last remaining member moves into the freed position. The result can depend on this order, which
// is PyTorch's.
void joinMembers(std::vector<TypePtr>& members) {
  size_t size = members.size();
  for (size_t i = size; i-- > 1;) {
    for (size_t j = std::min(i, size); j-- > 0;) {
      TypePtr both = joined(members[i], members[j]);
      if (!both) continue;
      members[j] = both;
      members[i] = members[size - 1];
      --size;
      break;
    }
  }
  members.resize(size);
}

}  // namespace

std::vector<TypePtr> canonicalMembers(std::span<const TypePtr> types) {
  std::vector<TypePtr> members;
  for (TypePtr type : types) flattenInto(type, members);
  joinMembers(members);
  std::ranges::stable_sort(members, [](TypePtr a, TypePtr b) {
    if (a->kind() != b->kind()) return rankOf(a->kind()) < rankOf(b->kind());
    return a->declaration() < b->declaration();
  });
  return members;
}

namespace {

bool isNumberKind(TypePtr type) {
  return type->is(TypeKind::Int) || type->is(TypeKind::Float) || type->is(TypeKind::Complex);
}

// Returns the Union of members that are already canonical.
TypePtr unionOfCanonical(std::vector<TypePtr> members) {
  if (members.size() == 1) return members[0];
  auto none = std::ranges::find(members, noneType());
  if (none != members.end()) {
    if (members.size() == 2)
      return structural(TypeKind::Optional, {members[none == members.begin() ? 1 : 0]});
    if (members.size() == 4 && std::ranges::count_if(members, isNumberKind) == 3) {
      return structural(TypeKind::Optional, {numberType()});
    }
  }
  return structural(TypeKind::Union, std::move(members));
}

}  // namespace

TypePtr unionOf(std::vector<TypePtr> members) {
  if (members.empty() || std::ranges::any_of(members, &Type::isUnknown)) return unknownType();
  return unionOfCanonical(canonicalMembers(members));
}

TypePtr optionalOf(TypePtr element) {
  if (element->isUnknown() || element->is(TypeKind::None)) return element;
  if (!element->is(TypeKind::Union) && !element->is(TypeKind::Number) &&
      !element->is(TypeKind::Optional)) {
    return structural(TypeKind::Optional, {element});
  }
  std::vector<TypePtr> members = canonicalMembers(std::array{element, noneType()});
  std::erase(members, noneType());
  bool isNumber = members.size() == 3 && std::ranges::all_of(members, isNumberKind);
  return structural(TypeKind::Optional,
                    {isNumber ? numberType() : unionOfCanonical(std::move(members))});
}

bool isOptionalLike(TypePtr type) {
  if (type->is(TypeKind::Optional)) return true;
  return type->is(TypeKind::Union) &&
         std::ranges::find(type->contained(), noneType()) != type->contained().end();
}

TypePtr subtract(TypePtr from, TypePtr removed) {
  if (from->isUnknown() || removed->isUnknown()) return unknownType();
  std::vector<TypePtr> members;
  if (from->is(TypeKind::Optional)) {
    members = {from->element(), noneType()};
  } else if (from->is(TypeKind::Union)) {
    members.assign(from->contained().begin(), from->contained().end());
  } else {
    members = {from};
  }
  std::erase_if(members, [&](TypePtr member) { return isSubtype(member, removed); });
  if (members.empty()) return nullptr;
  return members.size() == 1 ? members[0] : unionOf(std::move(members));
}

}  // namespace ts::types
