#include "core/types/type.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "core/base/limit_error.h"
#include "core/types/constant.h"

namespace ts::types {
namespace {

// Returns the element of `items` with this name, or null.
template <typename Items>
auto* findNamed(const Items& items, std::string_view name) {
  auto position = std::ranges::find_if(items, [&](const auto& item) { return item.name == name; });
  return position == items.end() ? nullptr : &*position;
}

std::string_view lastComponent(std::string_view qualifiedName) {
  return qualifiedName.substr(qualifiedName.rfind('.') + 1);
}

// The functions of a class, in two lists of the same order.
struct Functions {
  std::vector<ir::Function*> all;
  std::vector<const FunctionFacts*> facts;

  void add(FunctionRef function) {
    all.push_back(function.function);
    facts.push_back(function.facts);
  }
  // The position of the first function with this name; all.size(): there is none.
  size_t find(std::string_view name) const {
    return std::ranges::find_if(facts,
                                [&](const FunctionFacts* function) {
                                  return lastComponent(function->qualifiedName) == name;
                                }) -
           facts.begin();
  }
  ir::Function* named(std::string_view name) const {
    const size_t at = find(name);
    return at == all.size() ? nullptr : all[at];
  }
};

}  // namespace

Type::Type(TypeKind kind, TypeTable& table, std::vector<TypePtr> contained)
    : kind_(kind), table_(&table), contained_(std::move(contained)) {
  hasFreeVariables_ =
      kind == TypeKind::Var || std::ranges::any_of(contained_, &Type::hasFreeVariables);
  for (TypePtr inner : contained_) {
    parts_ += inner->parts();
    nesting_ = std::max(nesting_, inner->nesting() + 1);
    if (parts_ > kMaxTypeParts)
      throw LimitError(fmt::format("a type has more than {} parts", kMaxTypeParts));
  }
  if (nesting_ > kMaxTypeNesting)
    throw LimitError(fmt::format("types are nested deeper than {}", kMaxTypeNesting));
}

TensorType::TensorType(TypeTable& table, std::optional<TensorInfo> info)
    : Type(TypeKind::Tensor, table, {}), info_(std::move(info)) {}

TupleType::TupleType(TypeTable& table, std::vector<TypePtr> elements, std::string name,
                     std::vector<std::string> fields, std::vector<Constant> defaults)
    : Type(TypeKind::Tuple, table, std::move(elements)),
      name_(std::move(name)),
      fields_(std::move(fields)),
      defaults_(std::make_unique<std::vector<Constant>>(std::move(defaults))) {}
TupleType::~TupleType() = default;

std::optional<size_t> TupleType::fieldIndex(std::string_view name) const {
  auto field = std::ranges::find(fields_, name);
  if (field == fields_.end()) return std::nullopt;
  return field - fields_.begin();
}

VarType::VarType(TypeTable& table, std::string name)
    : Type(TypeKind::Var, table, {}), name_(std::move(name)) {}

EnumType::EnumType(TypeTable& table, std::string name, TypePtr valueType,
                   std::vector<EnumMember> members)
    : Type(TypeKind::Enum, table, {valueType}),
      name_(std::move(name)),
      members_(std::make_unique<std::vector<EnumMember>>(std::move(members))) {}
EnumType::~EnumType() = default;

const EnumMember* EnumType::member(std::string_view name) const {
  return findNamed(*members_, name);
}

// ---- classes

struct ClassType::State {
  static constexpr size_t kMostUnindexed = 32;
  std::vector<ClassAttribute> attributes;
  std::unordered_map<std::string, size_t> index;  // of attributes; empty when they are few
  void indexAttributes() {
    index.clear();
    if (attributes.size() > kMostUnindexed)
      for (size_t i = 0; i < attributes.size(); ++i) index.emplace(attributes[i].name, i);
  }
  Functions methods, staticMethods;
  std::vector<ClassProperty> properties;
  std::vector<EnumMember> constants;
};

ClassType::ClassType(TypeTable& table, std::string name, bool isModule)
    : Type(TypeKind::Class, table, {}),
      name_(std::move(name)),
      isModule_(isModule),
      state_(std::make_unique<State>()) {}
ClassType::~ClassType() = default;

std::string_view ClassType::simpleName() const { return lastComponent(name_); }

const std::vector<ClassAttribute>& ClassType::attributes() const { return state_->attributes; }

const ClassAttribute* ClassType::attribute(std::string_view name) const {
  if (state_->index.empty()) return findNamed(state_->attributes, name);
  const auto entry = state_->index.find(std::string(name));
  return entry == state_->index.end() ? nullptr : &state_->attributes[entry->second];
}

std::optional<size_t> ClassType::attributeSlot(std::string_view name) const {
  const ClassAttribute* declared = attribute(name);
  if (!declared) return std::nullopt;
  return declared - state_->attributes.data();
}

void ClassType::addAttribute(std::string name, TypePtr type, AttributeKind kind) const {
  State& state = *state_;
  if (!state.index.empty()) state.index.emplace(name, state.attributes.size());
  state.attributes.push_back({std::move(name), type, kind});
  if (state.attributes.size() == State::kMostUnindexed + 1) state.indexAttributes();
}

void ClassType::removeAttribute(std::string_view name) const {
  std::erase_if(state_->attributes,
                [&](const ClassAttribute& attribute) { return attribute.name == name; });
  state_->indexAttributes();
}

const std::vector<ir::Function*>& ClassType::methods() const { return state_->methods.all; }
ir::Function* ClassType::method(std::string_view name) const { return state_->methods.named(name); }
const FunctionFacts* ClassType::methodFacts(std::string_view name) const {
  const size_t at = state_->methods.find(name);
  return at == state_->methods.facts.size() ? nullptr : state_->methods.facts[at];
}
void ClassType::addMethod(FunctionRef method) const { state_->methods.add(method); }

const std::vector<ir::Function*>& ClassType::staticMethods() const {
  return state_->staticMethods.all;
}
ir::Function* ClassType::staticMethod(std::string_view name) const {
  return state_->staticMethods.named(name);
}
void ClassType::addStaticMethod(FunctionRef method) const { state_->staticMethods.add(method); }

const std::vector<ClassProperty>& ClassType::properties() const { return state_->properties; }
const ClassProperty* ClassType::property(std::string_view name) const {
  return findNamed(state_->properties, name);
}
void ClassType::addProperty(ClassProperty property) const {
  state_->properties.push_back(std::move(property));
}

const Constant* ClassType::constant(std::string_view name) const {
  const EnumMember* constant = findNamed(state_->constants, name);
  return constant ? &constant->value : nullptr;
}

void ClassType::addConstant(std::string name, Constant value) const {
  state_->constants.push_back({std::move(name), std::move(value)});
}

// ---- interfaces and functions

InterfaceType::InterfaceType(TypeTable& table, std::string name, bool isModule,
                             std::vector<InterfaceMethod> methods)
    : Type(TypeKind::Interface, table, {}),
      name_(std::move(name)),
      isModule_(isModule),
      methods_(std::move(methods)) {}

const InterfaceMethod* InterfaceType::method(std::string_view name) const {
  return findNamed(methods_, name);
}

FunctionType::FunctionType(TypeTable& table, FunctionRef function)
    : Type(TypeKind::Function, table, {}), function_(function.function), facts_(function.facts) {}

}  // namespace ts::types
