#include "core/compiler/modules/instance_reader.h"

#include <algorithm>

#include "core/compiler/context/compile_context.h"
#include "core/eval_torch/torch_objects.h"

namespace ts::compiler {

const OwnMembers& InstanceReader::ownMembers(eval::Class& cls) {
  std::unique_ptr<OwnMembers>& ownMembers = ownMembers_[&cls];
  if (ownMembers) return *ownMembers;
  ownMembers = std::make_unique<OwnMembers>();
  eval::Vm& vm = context_.environment().vm();
  cls.dict->each([&](const eval::Value& key, const eval::Value& value) {
    auto* name = key.as<eval::Str>();
    if (!name) return;
    if (const auto* property = value.as<eval::Property>()) {
      auto* getter = property->getter.as<eval::Function>();
      if (getter && !hasModifier(*getter, vm, "unused"))
        ownMembers->properties.emplace_back(name, property);
      return;
    }
    const eval::Value* inner = &value;
    if (const auto* wrapped = value.as<eval::StaticMethod>()) inner = &wrapped->function;
    if (const auto* wrapped = value.as<eval::ClassMethod>()) inner = &wrapped->function;
    auto* function = inner->as<eval::Function>();
    if (!function) return;
    if (hasModifier(*function, vm, "export")) ownMembers->exported.push_back(name);
    if (vm.overloads.empty()) return;
    const PyFunction* source = context_.environment().functionOf(*function);
    if (!source->overloads.empty() || source->marks.overload)
      ownMembers->overloaded.emplace_back(name, source);
  });
  return *ownMembers;
}

ClassFacts& InstanceReader::factsOf(eval::Class& cls) {
  std::unique_ptr<ClassFacts>& classFacts = facts_[&cls];
  if (classFacts) return *classFacts;
  classFacts = std::make_unique<ClassFacts>();
  eval::Vm& vm = context_.environment().vm();
  if (const eval::Value* listed = cls.lookup(vm.intern("__constants__")))
    classFacts->constants = namesIn(vm, *listed);
  classFacts->firstFinal = classFacts->constants.size();
  // Annotations come from the nearest class that has any, as with Python's getattr.
  eval::Str* annotations = vm.intern("__annotations__");
  for (const eval::Class* base : cls.mro) {
    const eval::Value* match = base->dict->find(annotations);
    if (!match) continue;
    classFacts->annotations = match->as<eval::Dict>();
    break;
  }
  if (classFacts->annotations) {
    classFacts->annotations->each([&](const eval::Value& key, const eval::Value& value) {
      auto* name = key.as<eval::Str>();
      if (name && isFinal(*context_.environment().fromValue(value)))
        classFacts->constants.push_back(vm.intern(name->text));
    });
  }
  eval::Class* where = nullptr;
  bool isModules = cls.lookup(vm.intern("__getattr__"), &where) && eval::isNnModule(*where);
  where = nullptr;
  bool isObjects = !cls.lookup(vm.intern("__getattribute__"), &where) || where->isNative;
  classFacts->isPlain = isModules && isObjects;
  classFacts->hasPrepare = cls.lookup(vm.intern("__prepare_scriptable__")) != nullptr;
  return *classFacts;
}

const eval::Value* InstanceReader::ownAttribute(const eval::Value& instance, eval::Str* name) {
  eval::Object& object = *instance.object();
  const eval::Value* value = object.attributes ? object.attributes->find(name) : nullptr;
  if (!value || !factsOf(*object.cls).isPlain) return nullptr;
  const eval::Value* onClass = object.cls->lookup(name);
  return !onClass || isPlainData(*onClass) ? value : nullptr;
}

eval::Value InstanceReader::member(const eval::Value& instance, std::string_view name) {
  eval::Vm& vm = context_.environment().vm();
  eval::Object& object = *instance.object();
  eval::Str* key = vm.intern(name);
  bool isOther = !object.attributes || object.attributes->find(key) || object.cls->lookup(key) ||
                 !factsOf(*object.cls).isPlain;
  // The lookup order of Module.__getattr__.
  const Names& names = instanceNames();
  for (eval::Str* kind : {names.parameters, names.buffers, names.modules}) {
    if (isOther) break;
    const eval::Value* members = object.attributes->find(kind);
    auto* dict = members ? members->as<eval::Dict>() : nullptr;
    if (!dict || dict->unknown) break;
    if (const eval::Value* value = dict->find(key)) return *value;
  }
  return attribute(instance, name);
}

eval::Value InstanceReader::attribute(const eval::Value& object, std::string_view name) {
  eval::Vm& vm = context_.environment().vm();
  eval::Value value;
  try {
    vm.tryGetattr(object, vm.intern(name), value);
    return value;
  } catch (const eval::Raised&) {
  } catch (const eval::UnknownTruth&) {
  } catch (const eval::LimitReached&) {
  }
  return eval::Value::unknown();
}

std::vector<std::string> InstanceReader::namesListedIn(const eval::Value& instance,
                                                       std::string_view listed) {
  // Looks on the instance and its class only: Module.__getattr__ is not called.
  eval::Vm& vm = context_.environment().vm();
  eval::Object& object = *instance.object();
  const eval::Value* value =
      object.attributes ? object.attributes->find(vm.intern(listed)) : nullptr;
  if (!value) value = object.cls->lookup(vm.intern(listed));
  std::vector<std::string> names;
  if (!value) return names;
  for (const eval::Str* name : namesIn(vm, *value)) names.push_back(name->text);
  return names;
}

bool InstanceReader::isOwnAttribute(const eval::Str& name) {
  // Attributes that nn.Module itself sets on an instance.
  constexpr std::string_view kNames[] = {
      "_version",
      "_parameters",
      "_buffers",
      "_non_persistent_buffers_set",
      "_backward_hooks",
      "_backward_pre_hooks",
      "_forward_hooks",
      "_forward_pre_hooks",
      "_forward_hooks_with_kwargs",
      "_forward_pre_hooks_with_kwargs",
      "_state_dict_hooks",
      "_state_dict_pre_hooks",
      "_load_state_dict_pre_hooks",
      "_load_state_dict_post_hooks",
      "_modules",
      "_initializing",
      "dump_patches",
  };
  if (!name.interned) return std::ranges::find(kNames, name.text) != std::end(kNames);
  if (ownAttributes_.empty()) {
    for (std::string_view text : kNames)
      ownAttributes_.insert(context_.environment().vm().intern(text));
  }
  return ownAttributes_.contains(&name);
}

const InstanceReader::Names& InstanceReader::instanceNames() {
  if (!names_) {
    eval::Vm& vm = context_.environment().vm();
    names_ = {vm.intern("_parameters"),
              vm.intern("_buffers"),
              vm.intern("_modules"),
              vm.intern("_forward_hooks"),
              vm.intern("_forward_pre_hooks"),
              vm.intern("__constants__"),
              vm.intern("__jit_ignored_attributes__")};
  }
  return *names_;
}

}  // namespace ts::compiler
