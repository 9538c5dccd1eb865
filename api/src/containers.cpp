// Changes of lists and dicts.
#include "api/src/objects.h"
#include "core/interp/interpreter.h"

namespace ts::api {
namespace {

tensor::ListValue& listOf(const jitscope_value* value) {
  const IValue& held = valueOf(value, "list");
  if (!held.isList())
    failAsArgument("the value has type {} and not list", tensor::nameOf(held.tag()));
  return held.toList();
}

tensor::DictValue& dictOf(const jitscope_value* value) {
  const IValue& held = valueOf(value, "dict");
  if (!held.isDict())
    failAsArgument("the value has type {} and not dict", tensor::nameOf(held.tag()));
  return held.toDict();
}

}  // namespace
}  // namespace ts::api

using namespace ts;
using namespace ts::api;

jitscope_error* jitscope_list_set(const jitscope_value* list, size_t index,
                                  const jitscope_value* item) {
  return guarded([&] {
    tensor::ListValue& held = listOf(list);
    if (index >= held.items.size())
      failAsArgument("index {} is beyond the {} items of the list", index, held.items.size());
    held.items[index] = valueOf(item, "item");
  });
}
jitscope_error* jitscope_list_append(const jitscope_value* list, const jitscope_value* item) {
  return guarded([&] {
    tensor::ListValue& held = listOf(list);
    if (held.items.empty()) held.element = interp::typeOf(valueOf(item, "item"));
    held.items.push_back(valueOf(item, "item"));
  });
}
jitscope_error* jitscope_list_truncate(const jitscope_value* list, size_t size) {
  return guarded([&] {
    tensor::ListValue& held = listOf(list);
    if (size > held.items.size())
      failAsArgument("size {} is beyond the {} items of the list", size, held.items.size());
    held.items.resize(size);
  });
}
jitscope_error* jitscope_dict_set(const jitscope_value* dict, const jitscope_value* key,
                                  const jitscope_value* item) {
  return guarded([&] {
    tensor::DictValue& held = dictOf(dict);
    const IValue& wanted = keyOf(key);
    if (held.size() == 0) {
      held.key = interp::typeOf(wanted);
      held.value = interp::typeOf(valueOf(item, "item"));
    }
    held.set(wanted, valueOf(item, "item"));
  });
}
jitscope_error* jitscope_dict_erase(const jitscope_value* dict, const jitscope_value* key) {
  return guarded([&] { dictOf(dict).erase(keyOf(key)); });
}
jitscope_error* jitscope_dict_index(const jitscope_value* dict, const jitscope_value* key,
                                    size_t* index) {
  return guarded([&] {
    needed(index, "index");
    tensor::DictValue& held = dictOf(dict);
    const IValue* const found = held.find(keyOf(key));
    const auto& entries = held.entries();
    size_t at = 0;
    while (at < entries.size() && &entries[at].value != found) ++at;
    *index = at;
  });
}
