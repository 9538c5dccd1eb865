#include "core/compiler/modules/class_facts.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/compiler/context/compile_context.h"
#include "core/compiler/modules/module_compiler.h"
#include "core/eval_torch/torch_objects.h"

namespace ts::compiler {

using eval::Kind;

namespace {

constexpr int kMostNestedFacts = 16;

// True for plain data. A class attribute that is not data, such as a descriptor, may override
// instance attributes of its name.
bool isData(const eval::Value& value) {
  const eval::Object* object = value.object();
  if (!object) return !value.isUnknown();
  switch (object->kind) {
    case Kind::Str:
    case Kind::Bytes:
    case Kind::List:
    case Kind::Tuple:
    case Kind::Dict:
    case Kind::Set:
    case Kind::FrozenSet: return true;
    default: return false;
  }
}

size_t hashOf(const std::vector<uint64_t>& words) {
  uint64_t hash = words.size();
  for (uint64_t word : words) hash = (std::rotl(hash, 5) ^ word) * uint64_t{0x9e3779b97f4a7c15};
  return hash;
}

uint64_t address(const void* pointer) { return reinterpret_cast<uintptr_t>(pointer); }

}  // namespace

bool hasModifier(const eval::Function& function, eval::Vm& vm, std::string_view word) {
  const eval::Value* modifier =
      function.attributes ? function.attributes->find(vm.intern("_torchscript_modifier")) : nullptr;
  const auto* text = modifier ? modifier->as<eval::Str>() : nullptr;
  return text && text->text.starts_with(word);
}

std::vector<eval::Str*> namesIn(eval::Vm& vm, const eval::Value& listed) {
  std::vector<eval::Str*> names;
  auto add = [&](const eval::Value& item) {
    if (const auto* text = item.as<eval::Str>()) names.push_back(vm.intern(text->text));
  };
  if (const auto* list = listed.as<eval::List>()) std::ranges::for_each(list->items, add);
  if (const auto* tuple = listed.as<eval::Tuple>()) std::ranges::for_each(tuple->items, add);
  if (auto* set = listed.as<eval::Set>())
    set->table.each([&](const eval::Value& item, const eval::Value&) { add(item); });
  return names;
}

bool InstanceDescription::operator==(const InstanceDescription& other) const {
  return hash == other.hash && words == other.words;
}

const OwnMembers& ModuleCompiler::ownMembers(eval::Class& cls) {
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

ClassFacts& ModuleCompiler::factsOf(eval::Class& cls) {
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

const eval::Value* ModuleCompiler::ownAttribute(const eval::Value& instance, eval::Str* name) {
  eval::Object& object = *instance.object();
  const eval::Value* value = object.attributes ? object.attributes->find(name) : nullptr;
  if (!value || !factsOf(*object.cls).isPlain) return nullptr;
  const eval::Value* onClass = object.cls->lookup(name);
  return !onClass || isData(*onClass) ? value : nullptr;
}

eval::Value ModuleCompiler::member(const eval::Value& instance, std::string_view name) {
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

// ---- descriptions

bool ModuleCompiler::describeValue(const eval::Value& value, bool withValue,
                                   InstanceDescription& to, int depth) {
  using eval::Tag;
  auto add = [&](uint64_t word) { to.words.push_back(word); };
  add(static_cast<uint64_t>(value.tag()));
  switch (value.tag()) {
    case Tag::Unbound:
    case Tag::Unknown: return false;
    case Tag::None:
    case Tag::NotImplemented:
    case Tag::Ellipsis: return true;
    case Tag::Bool:
    case Tag::Int: add(withValue ? static_cast<uint64_t>(value.integerValue()) : 0); return true;
    case Tag::Float: add(withValue ? std::bit_cast<uint64_t>(value.realValue()) : 0); return true;
    case Tag::Object: break;
  }
  if (depth > kMostNestedFacts) return false;
  eval::Object& object = *value.object();
  add(static_cast<uint64_t>(object.kind));
  add(address(object.cls.get()));
  auto items = [&](const std::vector<eval::Value>& all) {
    add(all.size());
    return std::ranges::all_of(all, [&](const eval::Value& item) {
      return describeValue(item, withValue, to, depth + 1);
    });
  };
  switch (object.kind) {
    case Kind::Str: {
      if (!withValue) return true;
      const std::string& text = value.as<eval::Str>()->text;
      add(text.size());
      for (size_t at = 0; at < text.size(); at += sizeof(uint64_t)) {
        uint64_t word = 0;
        std::memcpy(&word, text.data() + at, std::min(sizeof(word), text.size() - at));
        add(word);
      }
      return true;
    }
    case Kind::Tuple: return items(value.as<eval::Tuple>()->items);
    case Kind::List:
      return !value.as<eval::List>()->unknown && items(value.as<eval::List>()->items);
    case Kind::Dict: {
      auto& dict = *value.as<eval::Dict>();
      if (dict.unknown) return false;
      add(dict.count);
      bool isKnown = true;
      dict.each([&](const eval::Value& key, const eval::Value& item) {
        isKnown = isKnown && describeValue(key, withValue, to, depth + 1) &&
                  describeValue(item, withValue, to, depth + 1);
      });
      return isKnown;
    }
    case Kind::Tensor: return !withValue;
    case Kind::Function:
    case Kind::NativeFunction:
    case Kind::OperatorFunction:
    case Kind::Class:
    case Kind::Dtype:
    case Kind::Device:
    case Kind::Named:
      add(address(&object));
      to.kept.push_back(value);
      return true;
    default: return false;
  }
}

bool ModuleCompiler::describeMembers(const eval::Value& members, bool areModules,
                                     InstanceDescription& to) {
  auto* dict = members.as<eval::Dict>();
  if (!dict || dict->unknown) return false;
  to.words.push_back(dict->count);
  bool isKnown = true;
  dict->each([&](const eval::Value& key, const eval::Value& value) {
    auto* name = key.as<eval::Str>();
    isKnown = isKnown && name && name->interned;
    if (!isKnown) return;
    to.words.push_back(address(name));
    if (areModules && value.isObject()) {
      ConcreteModule* module = typeOf(value);
      isKnown = module != nullptr;
      to.words.push_back(address(module));
    } else {
      isKnown = value.isNone() ||
                (!areModules && value.isObject() && value.object()->kind == Kind::Tensor);
      to.words.push_back(value.isNone() ? 0 : 1);
    }
  });
  return isKnown;
}

bool ModuleCompiler::describe(const eval::Value& instance, const ClassFacts& facts,
                              InstanceDescription& to) {
  to.words.clear();
  to.kept.clear();
  eval::Object& object = *instance.object();
  if (!facts.isPlain || !object.attributes || object.attributes->unknown) return false;
  const Names& names = instanceNames();
  int count = 0;
  bool isKnown = true;
  object.attributes->each([&](const eval::Value& key, const eval::Value& value) {
    auto* name = key.as<eval::Str>();
    isKnown = isKnown && name && name->interned && name != names.constants && name != names.ignored;
    if (!isKnown) return;
    if (name == names.parameters || name == names.buffers || name == names.modules) {
      ++count;
      isKnown = describeMembers(value, name == names.modules, to);
    } else if (name == names.hooks || name == names.preHooks) {
      ++count;
      auto* dict = value.as<eval::Dict>();
      isKnown = dict && !dict->unknown && dict->count == 0;
    } else if (!isOwnAttribute(*name)) {
      bool isConstant = std::ranges::find(facts.constants, name) != facts.constants.end();
      to.words.push_back(address(name));
      isKnown = describeValue(value, isConstant, to);
    }
  });
  if (!isKnown || count != 5) return false;
  for (eval::Str* name : facts.constants) {
    const eval::Value* onClass = object.cls->lookup(name);
    if (!onClass) continue;
    if (!isData(*onClass)) return false;
    if (!object.attributes->find(name) && !describeValue(*onClass, true, to)) return false;
  }
  to.hash = hashOf(to.words);
  return true;
}

bool ModuleCompiler::isOwnAttribute(const eval::Str& name) {
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

const ModuleCompiler::Names& ModuleCompiler::instanceNames() {
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
