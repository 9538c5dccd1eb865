#include "core/eval/lazy_enum_members.h"

#include <algorithm>

#include "core/eval/codegen.h"
#include "core/eval/state.h"

namespace ts::eval {

using namespace syntax;

namespace {

bool bindsMembers(const Stmt& stmt) {
  const auto* assign = dynCast<Assign>(&stmt);
  return assign && std::ranges::all_of(assign->targets, [](const Expr* target) {
           const auto* name = dynCast<syntax::Name>(target);
           return name && !name->id.starts_with('_');
         });
}

bool binds(const Stmt& stmt, std::string_view name) {
  return std::ranges::any_of(as<Assign>(stmt).targets, [&](const Expr* target) {
    return as<syntax::Name>(*target).id == name;
  });
}

bool isEnumType(const Class& metaclass) {
  return std::ranges::any_of(metaclass.mro, [](const Class* cls) {
    return cls->name == "EnumType" && cls->module && cls->module->isLibrary &&
           cls->module->name == "enum";
  });
}

// No other member comes before it, so that it can't be another name of one.
bool isFirst(const ClassDef& def, std::string_view name) {
  return as<syntax::Name>(*as<Assign>(*def.body[0]).targets[0]).id == name;
}

// Whether members are made of nothing but the class: not by a __new__ of its own or of a data type.
bool areObjects(Vm& vm, const Class& cls) {
  const Value* make = cls.lookup(vm.intern("__new_member__"));
  return make && make->isObject() &&
         vm.getattr(Value(vm.types.object), vm.intern("__new__")).is(make->object());
}

}  // namespace

bool mayWaitForMembers(Vm& vm, const Function& body, const Class& metaclass) {
  const auto* def = static_cast<const ClassDef*>(body.code->node);
  return vm.state().lateMembers.asked == def && isInstalled(*body.module) &&
         isEnumType(metaclass) &&
         std::ranges::all_of(def->body, [](const Stmt* stmt) { return bindsMembers(*stmt); });
}

void makeMembers(Vm& vm, Class& cls) {
  LazyEnumMembers& late = vm.state().lateMembers;
  auto found = late.waiting.find(&cls);
  if (found == late.waiting.end()) return;
  LazyEnumMembers::Enum filled = std::move(found->second);
  late.waiting.erase(found);
  Module& module = *cls.module;
  Str* name = vm.intern(cls.name);
  // The statement binds the name once more.
  const Value* bound = module.globals->find(name);
  const Value before = bound ? *bound : Value();
  module.globals->erase(name);
  {
    SaveAndRestore fills(late.filled, &filled);
    vm.runStatements(module, cls.definition);
  }
  const Value* made = module.globals->find(name);
  if (!made || !made->is(&cls)) {
    // Its body failed: nobody knows what it has.
    cls.dict->unknown = true;
    if (filled.first && !filled.first->attributes)
      (filled.first->attributes = vm.dict())->unknown = true;
  }
  if (before.isUnbound())
    module.globals->erase(name);
  else
    module.globals->set(name, before);
}

void makeMembersFor(Vm& vm, Class& cls, Str* name) {
  auto found = vm.state().lateMembers.waiting.find(&cls);
  if (found == vm.state().lateMembers.waiting.end()) return;
  Ref<Instance>& first = found->second.first;
  if (isFirst(*cls.definition, name->text)) {
    if (first) return;
    if (areObjects(vm, cls)) {
      first = vm.instance(&cls);
      cls.dict->set(name, Value(first));
      cls.changed();
      return;
    }
  }
  const Value* known = cls.lookup(name);
  const bool isMethod =
      known && (known->as<Function>() || known->as<StaticMethod>() || known->as<ClassMethod>());
  const bool isMember = std::ranges::any_of(
      cls.definition->body, [&](const Stmt* stmt) { return binds(*stmt, name->text); });
  if (!isMethod || isMember) makeMembers(vm, cls);
}

}  // namespace ts::eval
