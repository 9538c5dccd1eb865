#include <algorithm>
#include <array>
#include <deque>
#include <mutex>
#include <unordered_map>

#include "core/base/hash.h"
#include "core/types/constant.h"
#include "core/types/type.h"

namespace ts::types {
namespace {

constexpr size_t kKinds = static_cast<size_t>(TypeKind::Var) + 1;

struct StructureKey {
  TypeKind kind;
  std::vector<TypePtr> contained;
  friend bool operator==(const StructureKey&, const StructureKey&) = default;
};

struct StructureHash {
  size_t operator()(const StructureKey& key) const {
    size_t seed = static_cast<size_t>(key.kind);
    for (TypePtr type : key.contained) seed = mixed(seed, std::hash<TypePtr>()(type));
    return seed;
  }
};

// Returns a text that differs for different infos; used only as a key.
std::string keyOf(const TensorInfo& info) {
  std::string key = info.dtype + "|" + info.device + "|";
  key += info.requiresGrad ? (*info.requiresGrad ? "1" : "0") : "?";
  for (const auto* dims : {&info.sizes, &info.strides}) {
    key += "|";
    if (!*dims) {
      key += "?";
      continue;
    }
    for (int64_t dim : **dims) key += std::to_string(dim) + ",";
  }
  return key;
}

bool sameDefaults(const std::vector<Constant>& a, const std::vector<Constant>& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (!identical(a[i], b[i])) return false;
  }
  return true;
}

}  // namespace

struct TypeTable::Impl {
  std::mutex mutex;
  std::deque<std::unique_ptr<const Type>> owned;
  std::array<TypePtr, kKinds> basics{};  // filled only in the global table
  std::unordered_map<StructureKey, TypePtr, StructureHash> structures;
  std::unordered_map<std::string, TypePtr> tensors;
  std::unordered_map<std::string, TypePtr> variables;
  std::unordered_multimap<std::string, const TupleType*> namedTuples;
  std::unordered_map<const ir::Function*, const FunctionType*> functions;

  // Requires that the mutex is held, or that the table is still being built.
  template <typename T>
  const T* keep(T* type) {
    owned.emplace_back(type);
    return type;
  }

  void makeBasics(TypeTable& table) {
    for (size_t i = 0; i < kKinds; ++i) {
      auto kind = static_cast<TypeKind>(i);
      if (kind >= TypeKind::List) break;
      basics[i] = kind == TypeKind::Tensor ? keep<Type>(new TensorType(table, std::nullopt))
                                           : keep<Type>(new Type(kind, table, {}));
    }
  }

  TypePtr structural(TypeTable& table, StructureKey key) {
    std::lock_guard lock(mutex);
    auto structure = structures.find(key);
    if (structure != structures.end()) return structure->second;
    Type* type = key.kind == TypeKind::Tuple ? new TupleType(table, key.contained, {}, {}, {})
                                             : new Type(key.kind, table, key.contained);
    return structures.emplace(std::move(key), keep(type)).first->second;
  }

  TypePtr tensor(TypeTable& table, TensorInfo info) {
    std::lock_guard lock(mutex);
    TypePtr& slot = tensors[keyOf(info)];
    if (!slot) slot = keep(new TensorType(table, std::move(info)));
    return slot;
  }

  TypePtr variable(TypeTable& table, std::string_view name) {
    std::lock_guard lock(mutex);
    TypePtr& slot = variables[std::string(name)];
    if (!slot) slot = keep(new VarType(table, std::string(name)));
    return slot;
  }
};

TypeTable::TypeTable() : impl_(std::make_unique<Impl>()) {}
TypeTable::~TypeTable() = default;

TypeTable& TypeTable::global() {
  // Never destroyed, because static destructors use types too.
  static TypeTable& table = [&]() -> TypeTable& {
    auto* table = new TypeTable;
    table->impl_->makeBasics(*table);
    return *table;
  }();
  return table;
}

TypePtr TypeTable::namedTuple(std::string qualifiedName, std::vector<std::string> fields,
                              std::vector<TypePtr> types, std::vector<Constant> defaults) {
  std::lock_guard lock(impl_->mutex);
  auto [begin, end] = impl_->namedTuples.equal_range(qualifiedName);
  for (auto entry = begin; entry != end; ++entry) {
    const TupleType* tuple = entry->second;
    if (tuple->fieldNames() == fields && std::ranges::equal(tuple->contained(), types) &&
        sameDefaults(tuple->defaults(), defaults)) {
      return tuple;
    }
  }
  std::string key = qualifiedName;
  const TupleType* type = impl_->keep(new TupleType(
      *this, std::move(types), std::move(qualifiedName), std::move(fields), std::move(defaults)));
  impl_->namedTuples.emplace(std::move(key), type);
  return type;
}

const ClassType* TypeTable::makeClass(std::string qualifiedName, bool isModule) {
  std::lock_guard lock(impl_->mutex);
  return impl_->keep(new ClassType(*this, std::move(qualifiedName), isModule));
}

const EnumType* TypeTable::makeEnum(std::string qualifiedName, TypePtr valueType,
                                    std::vector<EnumMember> members) {
  std::lock_guard lock(impl_->mutex);
  return impl_->keep(new EnumType(*this, std::move(qualifiedName), valueType, std::move(members)));
}

const InterfaceType* TypeTable::makeInterface(std::string qualifiedName, bool isModule,
                                              std::vector<InterfaceMethod> methods) {
  std::lock_guard lock(impl_->mutex);
  return impl_->keep(
      new InterfaceType(*this, std::move(qualifiedName), isModule, std::move(methods)));
}

const FunctionType* TypeTable::makeFunction(FunctionRef function) {
  std::lock_guard lock(impl_->mutex);
  const FunctionType*& slot = impl_->functions[function.function];
  if (!slot) slot = impl_->keep(new FunctionType(*this, function));
  return slot;
}

TypePtr basic(TypeKind kind) {
  static const std::array<TypePtr, kKinds>& basics = TypeTable::global().impl_->basics;
  return basics[static_cast<size_t>(kind)];
}

TypePtr tensorType(TensorInfo info) {
  if (info == TensorInfo{}) return tensorType();
  TypeTable& table = TypeTable::global();
  return table.impl_->tensor(table, std::move(info));
}

TypePtr varType(std::string_view name) {
  TypeTable& table = TypeTable::global();
  return table.impl_->variable(table, name);
}

TypePtr structural(TypeKind kind, std::vector<TypePtr> contained) {
  TypeTable* table = &TypeTable::global();
  for (TypePtr type : contained) {
    if (&type->table() != table) {
      table = &type->table();
      break;
    }
  }
  return table->impl_->structural(*table, {kind, std::move(contained)});
}

TypePtr listOf(TypePtr element) { return structural(TypeKind::List, {element}); }
TypePtr dictOf(TypePtr key, TypePtr value) { return structural(TypeKind::Dict, {key, value}); }
TypePtr tupleOf(std::vector<TypePtr> elements) {
  return structural(TypeKind::Tuple, std::move(elements));
}
TypePtr futureOf(TypePtr element) { return structural(TypeKind::Future, {element}); }
TypePtr awaitOf(TypePtr element) { return structural(TypeKind::Await, {element}); }
TypePtr rrefOf(TypePtr element) { return structural(TypeKind::RRef, {element}); }

TypePtr withContained(TypePtr type, std::vector<TypePtr> contained) {
  if (std::ranges::equal(type->contained(), contained)) return type;
  switch (type->kind()) {
    case TypeKind::Optional: return optionalOf(contained[0]);
    case TypeKind::Union: return unionOf(std::move(contained));
    case TypeKind::Tuple: {
      const auto* tuple = cast<TupleType>(type);
      if (!tuple->isNamed()) return tupleOf(std::move(contained));
      return tuple->table().namedTuple(tuple->qualifiedName(), tuple->fieldNames(),
                                       std::move(contained), tuple->defaults());
    }
    case TypeKind::List:
    case TypeKind::Dict:
    case TypeKind::Future:
    case TypeKind::Await:
    case TypeKind::RRef: return structural(type->kind(), std::move(contained));
    default: return type;
  }
}

}  // namespace ts::types
