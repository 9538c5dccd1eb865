// Operators of dicts. One function serves all key types; the table has an entry for each type.
#include "core/interp/operators.h"

namespace ts::interp {
namespace {

IValue& itemOf(DictValue& dict, const IValue& key) {
  IValue* item = dict.find(key);
  if (item == nullptr) fail(ErrorKind::Key, "KeyError: {}", textOf(key));
  return *item;
}

IValue dictGetItem(DictValue& dict, const IValue& key) { return itemOf(dict, key); }
void dictSetItem(DictValue& dict, const IValue& key, const IValue& value) { dict.set(key, value); }
bool dictContains(DictValue& dict, const IValue& key) { return dict.find(key) != nullptr; }
int64_t dictLength(const DictValue& dict) { return static_cast<int64_t>(dict.size()); }
void dictClear(DictValue& dict) { dict.clear(); }
void dictDeleteItem(DictValue& dict, const IValue& key) {
  itemOf(dict, key);
  dict.erase(key);
}

IValue get(DictValue& dict, const IValue& key) {
  const IValue* item = dict.find(key);
  return item ? *item : IValue();
}
IValue getOr(DictValue& dict, const IValue& key, const IValue& standard) {
  const IValue* item = dict.find(key);
  return item ? *item : standard;
}
IValue setDefault(DictValue& dict, const IValue& key, const IValue& standard) {
  if (const IValue* item = dict.find(key)) return *item;
  dict.set(key, standard);
  return standard;
}

IValue dictPop(DictValue& dict, const IValue& key) {
  IValue value = itemOf(dict, key);
  dict.erase(key);
  return value;
}
IValue popOr(DictValue& dict, const IValue& key, const IValue& standard) {
  const IValue* item = dict.find(key);
  if (item == nullptr) return standard;
  IValue value = *item;
  dict.erase(key);
  return value;
}
// As in PyTorch, removes the first entry; Python removes the last.
IValue popItem(DictValue& dict) {
  if (dict.size() == 0) fail(ErrorKind::Key, "popitem(): dictionary is empty");
  const auto [key, value] = dict.entries().front();
  dict.erase(key);
  return tensor::makeTuple({key, value});
}

IValue dictCopy(const DictValue& dict) {
  auto copy = tensor::makeCounted<DictValue>(dict.key, dict.value);
  for (const auto& [key, value] : dict.entries()) copy->set(key, value);
  return copy;
}

// Copies the entries, because a dict may be updated with itself.
void update(DictValue& dict, const IValue& other) {
  const std::vector<DictValue::Entry> entries = other.toDict().entries();
  for (const auto& [key, value] : entries) dict.set(key, value);
}

IValue emptyDict() {
  return tensor::makeCounted<DictValue>(types::stringType(), types::tensorType());
}

IValue fromPairs(const ListValue& pairs) {
  const auto* pair = types::cast<types::TupleType>(pairs.element);
  const bool isTyped = pair && pair->contained().size() == 2;
  auto dict = tensor::makeCounted<DictValue>(isTyped ? pair->element(0) : types::anyType(),
                                             isTyped ? pair->element(1) : types::anyType());
  for (const IValue& item : pairs.items)
    dict->set(item.toTuple().items.at(0), item.toTuple().items.at(1));
  return dict;
}

IValue keys(const DictValue& dict) {
  std::vector<IValue> items;
  for (const auto& entry : dict.entries()) items.push_back(entry.key);
  return tensor::makeList(dict.key, std::move(items));
}
IValue values(const DictValue& dict) {
  std::vector<IValue> items;
  for (const auto& entry : dict.entries()) items.push_back(entry.value);
  return tensor::makeList(dict.value, std::move(items));
}
IValue pairsOf(const DictValue& dict) {
  std::vector<IValue> items;
  for (const auto& [key, value] : dict.entries()) items.push_back(tensor::makeTuple({key, value}));
  return tensor::makeList(types::tupleOf({dict.key, dict.value}), std::move(items));
}

#define ROWS(key)                                                                                  \
  direct<dictGetItem>("aten::__getitem__.Dict_" key), direct<dictSetItem>("aten::_set_item." key), \
      direct<dictContains>("aten::__contains__." key), direct<dictLength>("aten::len.Dict_" key),  \
      direct<dictClear>("aten::clear." key), direct<dictDeleteItem>("aten::Delete.Dict_" key),     \
      direct<get>("aten::get." key), direct<getOr>("aten::get.default_" key),                      \
      direct<setDefault>("aten::setdefault." key), direct<dictPop>("aten::pop.Dict_" key),         \
      direct<popOr>("aten::pop.Dict_default_" key), direct<popItem>("aten::popitem." key),         \
      direct<dictCopy>("aten::copy.Dict_" key), direct<dictCopy>("aten::dict.Dict_" key),          \
      direct<fromPairs>("aten::dict." key), direct<update>("aten::update." key),                   \
      direct<keys>("aten::keys." key), direct<values>("aten::values." key),                        \
      direct<pairsOf>("aten::items." key)

constexpr OperatorEntry kDictOperators[] = {ROWS("str"),
                                            ROWS("int"),
                                            ROWS("bool"),
                                            ROWS("float"),
                                            ROWS("complex"),
                                            ROWS("Tensor"),
                                            direct<emptyDict>("aten::dict")};
#undef ROWS

}  // namespace

std::span<const OperatorEntry> dictOperators() { return kDictOperators; }

}  // namespace ts::interp
