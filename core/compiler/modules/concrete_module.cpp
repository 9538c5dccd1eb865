#include "core/compiler/modules/concrete_module.h"

#include <algorithm>

#include "core/base/hash.h"

namespace ts::compiler {

namespace {

// The order of constants does not matter.
bool sameConstants(const ConcreteModule& a, const ConcreteModule& b) {
  if (a.constants.size() != b.constants.size()) return false;
  for (size_t i = 0; i < a.constants.size(); ++i) {
    const auto& [name, value] = a.constants[i];
    const auto* other = &b.constants[i];
    if (other->first != name) {
      auto entry =
          std::ranges::find(b.constants, name, [](const auto& pair) { return pair.first; });
      if (entry == b.constants.end()) return false;
      other = &*entry;
    }
    if (!identical(value, other->second)) return false;
  }
  return true;
}

bool sameModules(const ConcreteModule& a, const ConcreteModule& b) {
  if (a.modules.size() != b.modules.size()) return false;
  if (a.modules == b.modules) return true;
  auto sorted = [](auto modules) {
    std::ranges::sort(modules, {}, [](const auto& pair) { return pair.first; });
    return modules;
  };
  return sorted(a.modules) == sorted(b.modules);
}

}  // namespace

bool isSameType(const ConcreteModule& a, const ConcreteModule& b) {
  return a.cls == b.cls && a.container == b.container && sameConstants(a, b) &&
         a.attributes == b.attributes && a.interfaces == b.interfaces &&
         a.overloads == b.overloads && a.callables == b.callables && a.hooks == b.hooks &&
         a.preHooks == b.preHooks && a.failures == b.failures && sameModules(a, b);
}

size_t hashOf(const ConcreteModule& module) {
  std::hash<std::string_view> text;
  size_t hash = module.attributes.size();
  for (const auto& attribute : module.attributes) {
    hash = mixed(mixed(hash, text(attribute.name)), std::hash<const void*>()(attribute.type));
  }
  for (const auto& [name, value] : module.constants) hash += mixed(text(name), value.hash());
  for (const auto& [name, inner] : module.modules)
    hash += mixed(text(name), std::hash<const void*>()(inner));
  return hash;
}

ConcreteModule* ConcreteModule::module(std::string_view name) const {
  auto entry = std::ranges::find(modules, name, [](const auto& pair) { return pair.first; });
  return entry == modules.end() ? nullptr : entry->second;
}

ModuleMember ConcreteModule::kindOf(std::string_view name) const {
  if (module(name)) return ModuleMember::Module;
  if (type->attribute(name)) return ModuleMember::Attribute;
  if (type->method(name)) return ModuleMember::Method;
  if (type->constant(name)) return ModuleMember::Constant;
  if (type->property(name)) return ModuleMember::Property;
  if (overloads.empty() && callables.empty() && failures.empty()) return ModuleMember::OfClass;
  const std::string key(name);
  if (overloads.contains(key)) return ModuleMember::Overloads;
  if (callables.contains(key)) return ModuleMember::Callable;
  return failures.contains(key) ? ModuleMember::Failed : ModuleMember::OfClass;
}

}  // namespace ts::compiler
