#include "core/eval/protocols/unions.h"

namespace ts::eval {

bool isUnionType(Vm& vm, const GenericAlias& alias) {
  return alias.cls.get() == vm.types.unionType;
}

bool hasOrigin(const GenericAlias& alias, std::string_view qualifiedName) {
  const Named* named = alias.origin.as<Named>();
  return named && named->qualifiedName == qualifiedName;
}

const Tuple* unionMembers(Vm& vm, const Value& type) {
  const GenericAlias* alias = type.as<GenericAlias>();
  const bool isUnion = alias && (isUnionType(vm, *alias) || hasOrigin(*alias, "typing.Union"));
  return isUnion ? alias->args.get() : nullptr;
}

Value typingMember(Vm& vm, std::string_view name) {
  Ref<Module> module = vm.module("typing");
  return vm.moduleAttribute(*module, vm.intern(name));
}

}  // namespace ts::eval
