#include "core/compiler/modules/instance_description.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/compiler/modules/module_types.h"

namespace ts::compiler {

using eval::Kind;

namespace {

constexpr int kMostNestedFacts = 16;

size_t hashOf(const std::vector<uint64_t>& words) {
  uint64_t hash = words.size();
  for (uint64_t word : words) hash = (std::rotl(hash, 5) ^ word) * uint64_t{0x9e3779b97f4a7c15};
  return hash;
}

uint64_t address(const void* pointer) { return reinterpret_cast<uintptr_t>(pointer); }

bool describeValue(const eval::Value& value, bool withValue, InstanceDescription& to,
                   int depth = 0) {
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

bool describeMembers(ModuleTypes& types, const eval::Value& members, bool areModules,
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
      ConcreteModule* module = types.typeOf(value);
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

}  // namespace

bool InstanceDescription::operator==(const InstanceDescription& other) const {
  return hash == other.hash && words == other.words;
}

bool describe(ModuleTypes& types, const eval::Value& instance, const ClassFacts& facts,
              InstanceDescription& to) {
  to.words.clear();
  to.kept.clear();
  eval::Object& object = *instance.object();
  if (!facts.isPlain || !object.attributes || object.attributes->unknown) return false;
  const InstanceReader::Names& names = types.reader().instanceNames();
  int count = 0;
  bool isKnown = true;
  object.attributes->each([&](const eval::Value& key, const eval::Value& value) {
    auto* name = key.as<eval::Str>();
    isKnown = isKnown && name && name->interned && name != names.constants && name != names.ignored;
    if (!isKnown) return;
    if (name == names.parameters || name == names.buffers || name == names.modules) {
      ++count;
      isKnown = describeMembers(types, value, name == names.modules, to);
    } else if (name == names.hooks || name == names.preHooks) {
      ++count;
      auto* dict = value.as<eval::Dict>();
      isKnown = dict && !dict->unknown && dict->count == 0;
    } else if (!types.reader().isOwnAttribute(*name)) {
      bool isConstant = std::ranges::find(facts.constants, name) != facts.constants.end();
      to.words.push_back(address(name));
      isKnown = describeValue(value, isConstant, to);
    }
  });
  if (!isKnown || count != 5) return false;
  for (eval::Str* name : facts.constants) {
    const eval::Value* onClass = object.cls->lookup(name);
    if (!onClass) continue;
    if (!isPlainData(*onClass)) return false;
    if (!object.attributes->find(name) && !describeValue(*onClass, true, to)) return false;
  }
  to.hash = hashOf(to.words);
  return true;
}

}  // namespace ts::compiler
