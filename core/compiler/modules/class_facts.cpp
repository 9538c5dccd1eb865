#include "core/compiler/modules/class_facts.h"

#include <algorithm>

namespace ts::compiler {

using eval::Kind;

bool isFinal(const PyObject& annotation) {
  const PyObject& origin = annotation.kind == PyKind::Alias ? *annotation.elements[0] : annotation;
  return origin.kind == PyKind::External &&
         (origin.name == "typing.Final" || origin.name == "torch.jit.Final");
}

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

bool isPlainData(const eval::Value& value) {
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

}  // namespace ts::compiler
