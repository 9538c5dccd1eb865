#include "core/eval/vm/lazy_definitions.h"

#include "core/eval/vm/vm.h"
#include "core/syntax/bindings.h"

namespace ts::eval {

using namespace syntax;

namespace {

bool isEnabled = true;

std::string_view definedName(const Stmt& stmt) {
  if (const auto* cls = dynCast<ClassDef>(&stmt)) return cls->name.text;
  if (stmt.kind == StmtKind::FunctionDef || stmt.kind == StmtKind::AsyncFunctionDef)
    return as<FunctionDef>(stmt).name.text;
  return {};
}

bool hasTypeParameters(const Stmt& stmt) {
  const auto* cls = dynCast<ClassDef>(&stmt);
  return !(cls ? cls->typeParams : as<FunctionDef>(stmt).typeParams).empty();
}

}  // namespace

LazyDefinitions::LazyDefinitions(Vm& vm, const Module& module) : vm_(vm) {
  if (!isEnabled || !module.isImported || !module.isLibrary) return;
  for (const Stmt* stmt : module.tree->body)
    forEachOwnBinding(*stmt, [&](const NameBinding& binding) { ++bindings_[binding.name]; });
}

Str* LazyDefinitions::nameOf(const Stmt& stmt) const {
  if (bindings_.empty()) return nullptr;
  const std::string_view name = definedName(stmt);
  // Python looks up special names of a module, such as __getattr__, without reading a global.
  if (name.empty() || name.starts_with("__") || hasTypeParameters(stmt) || bindings_.at(name) > 1)
    return nullptr;
  return vm_.intern(name);
}

void settleNames(Vm& vm, Module& module) {
  vm.runModule(module);
  std::vector<Value> lazy;
  module.globals->each([&](const Value&, const Value& value) {
    if (const auto* deferred = value.as<Deferred>(); deferred && deferred->definition)
      lazy.push_back(value);
  });
  for (const Value& value : lazy) vm.settled(value);
}

void disableLazyDefinitions() { isEnabled = false; }

}  // namespace ts::eval
