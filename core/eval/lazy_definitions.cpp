#include "core/eval/lazy_definitions.h"

#include <algorithm>

#include "core/eval/vm.h"

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

// True when another statement of the module's body binds the name: `Enum = None` above the class,
// or another overload of the function.
bool isBoundElsewhere(const syntax::Module& tree, std::string_view name, const Stmt& definition) {
  return std::ranges::any_of(tree.body, [&](const Stmt* stmt) {
    if (stmt == &definition) return false;
    const auto* assign = dynCast<Assign>(stmt);
    if (!assign) return definedName(*stmt) == name;
    return std::ranges::any_of(assign->targets, [&](const Expr* target) {
      const auto* variable = dynCast<syntax::Name>(target);
      return variable && variable->id == name;
    });
  });
}

}  // namespace

Str* lazyName(Vm& vm, const Module& module, const Stmt& stmt) {
  if (!isEnabled || !module.isImported || !module.isLibrary) return nullptr;
  const std::string_view name = definedName(stmt);
  // Python looks up special names of a module, such as __getattr__, without reading a global.
  if (name.empty() || name.starts_with("__") || hasTypeParameters(stmt) ||
      isBoundElsewhere(*module.tree, name, stmt))
    return nullptr;
  return vm.intern(name);
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
