#include "core/compiler/modules/module_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "core/compiler/context/compile_context.h"
#include "core/compiler/modules/instance_reader.h"
#include "core/compiler/reports/compile_error.h"

namespace ts::compiler {

using diag::Rule;
using types::AttributeKind;

bool hasNamedHooks(CompileContext& context, InstanceReader& reader, const eval::Value& instance,
                   const ConcreteModule& module, const SubmoduleLocation& location) {
  for (eval::Str* kind : {reader.instanceNames().hooks, reader.instanceNames().preHooks}) {
    const eval::Value* own = reader.ownAttribute(instance, kind);
    const eval::Value hooks = own ? *own : reader.attribute(instance, kind->text);
    auto* dict = hooks.as<eval::Dict>();
    if (dict && dict->count == 0) continue;
    const eval::Object* nameless = nullptr;
    auto look = [&](const eval::Value&, const eval::Value& hook) {
      if (!hook.isUnknown() && reader.attribute(hook, "__name__").isUnbound())
        nameless = hook.object();
    };
    if (dict) dict->each(look);
    if (!nameless) continue;
    context.report(
        CompileError(Rule::BadHook, rangeOf(location),
                     fmt::format("a hook of a '{}' is an instance of '{}', not a function",
                                 module.cls->name, nameless->cls->name))
            .note("hooks are compiled under their names: remove it before scripting, as "
                  "remove_weight_norm() does")
            .diagnostic);
    return false;
  }
  return true;
}

void checkNoneAttributes(CompileContext& context, InstanceReader& reader,
                         const eval::Value& instance, const ConcreteModule& module,
                         const SubmoduleLocation& location) {
  if (!reader.factsOf(*module.cls).annotations) return;
  eval::Vm& vm = context.environment().vm();
  for (const ConcreteModule::Attribute& member : module.attributes) {
    // PyTorch converts None to False.
    if (member.type == types::boolType()) continue;
    if (types::isSubtype(types::noneType(), member.type)) continue;
    const eval::Value* own = member.kind == AttributeKind::Attribute
                                 ? reader.ownAttribute(instance, vm.intern(member.name))
                                 : nullptr;
    if (!(own ? *own : reader.member(instance, member.name)).isNone()) continue;
    const std::string type = member.type->annotation();
    context.report(CompileError(Rule::AnnotationMismatch, rangeOf(location),
                                fmt::format("'{}' of this '{}' is None, but its annotation is {}",
                                            member.name, module.cls->name, type))
                       .note(fmt::format("annotate it as Optional[{}]", type))
                       .diagnostic);
  }
}

bool hasShapes(CompileContext& context, InstanceReader& reader, const eval::Value& instance,
               const ConcreteModule& module, const SubmoduleLocation& location) {
  const eval::Class* ordinary = nullptr;  // the last class found to have a shape
  for (const ConcreteModule::Attribute& member : module.attributes) {
    if (member.kind == AttributeKind::Attribute) continue;
    const eval::Value value = reader.member(instance, member.name);
    const eval::Object* object = value.object();
    if (!object || object->cls.get() == ordinary) continue;
    if (std::ranges::none_of(object->cls->mro, [](const auto& cls) {
          return cls->name == "UninitializedTensorMixin";
        })) {
      ordinary = object->cls.get();
      continue;
    }
    context.report(CompileError(Rule::UninitializedParameter, rangeOf(location),
                                fmt::format("parameter '{}' of a '{}' has no shape yet",
                                            member.name, module.cls->name))
                       .note("a lazy module gets its shapes in the first call: call it with an "
                             "example input before scripting it")
                       .diagnostic);
    return false;
  }
  return true;
}

}  // namespace ts::compiler
