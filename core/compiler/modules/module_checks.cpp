#include "core/compiler/modules/module_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "core/compiler/context/compile_context.h"
#include "core/compiler/modules/adopted_objects.h"
#include "core/compiler/modules/instance_reader.h"
#include "core/compiler/reports/compile_error.h"

namespace ts::compiler {

using diag::Rule;
using types::AttributeKind;

namespace {

// Why a hook can't be compiled: "a lambda"; empty for a function with source, and for Unknown.
std::string noFunction(InstanceReader& reader, eval::Vm& vm, const eval::Value& hook) {
  if (hook.isUnknown() || !hook.object()) return {};
  if (const auto* function = hook.as<eval::Function>())
    return function->code->lambda ? "a lambda" : "";
  // A bound method is compiled with its self, as one parameter too many.
  if (hook.as<eval::Method>()) return "a bound method";
  const eval::Object& object = *hook.object();
  if (object.kind == eval::Kind::NativeFunction || object.kind == eval::Kind::OperatorFunction)
    return "a builtin function";
  if (object.kind == eval::Kind::Class) return "a class";
  if (handleOf(hook, vm)) return "a scripted function";
  if (reader.attribute(hook, "__name__").isUnbound())
    return fmt::format("an instance of '{}'", object.cls->name);
  return {};
}

}  // namespace

bool haveSource(CompileContext& context, InstanceReader& reader, const eval::Value& instance,
                const ConcreteModule& module, const SubmoduleLocation& location) {
  for (eval::Str* kind : {reader.instanceNames().hooks, reader.instanceNames().preHooks}) {
    const eval::Value* own = reader.ownAttribute(instance, kind);
    const eval::Value hooks = own ? *own : reader.attribute(instance, kind->text);
    auto* dict = hooks.as<eval::Dict>();
    if (dict && dict->count == 0) continue;
    std::string what;
    if (dict) {
      dict->each([&](const eval::Value&, const eval::Value& hook) {
        if (what.empty()) what = noFunction(reader, context.environment().vm(), hook);
      });
    }
    if (what.empty()) continue;
    context.report(CompileError(Rule::BadHook, rangeOf(location),
                                fmt::format("a hook of a '{}' is {}, not a function with source",
                                            module.cls->name, what))
                       .note("PyTorch compiles hooks under their names: register a function that "
                             "def defines, or remove the hook before scripting")
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
