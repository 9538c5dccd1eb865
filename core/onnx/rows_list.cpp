// Operators on lists, dicts and strings, which change objects of the program.
#include <algorithm>

#include "core/onnx/rows.h"

namespace ts::onnx {

namespace lists {
namespace {

ListPtr listOf(Op& op, size_t argument = 0) {
  const auto* list = std::get_if<ListPtr>(&op.arguments[argument]);
  if (list == nullptr) op.refuse("its argument is not a list");
  return *list;
}

ListPtr changedList(Op& op) {
  ListPtr list = listOf(op);
  if (!list->unwritable.empty()) op.refuse(list->unwritable);
  op.lowering.touch(list);
  return list;
}

ListPtr newList(Op& op, const ListPtr& like) {
  auto list = std::make_shared<ListCell>(*like);
  list->depth = op.lowering.depth();
  list->unwritable.clear();
  return list;
}

// An element of a sequence, or of a tensor that is a list of numbers.
Val elementOf(Op& op, const Wire& sequence, const Wire& index) {
  if (sequence.isSequence)
    return op.lowering.newTensor(
        op.b.add("SequenceAt", {sequence, index}, sequence.dtype, sequence.shape));
  return Number(op.b.gather(sequence, index, 0));
}

size_t placeIn(Op& op, size_t argument, size_t size) {
  const auto at = op.Call::integer(argument);
  if (!at) op.refuse("the index is not known");
  const int64_t index = *at < 0 ? *at + static_cast<int64_t>(size) : *at;
  if (index < 0 || index >= static_cast<int64_t>(size)) throw Raises{};
  return static_cast<size_t>(index);
}

DictPtr dictOf(Op& op) {
  const auto* dict = std::get_if<DictPtr>(&op.arguments[0]);
  if (dict == nullptr) op.refuse("its argument is not a dict");
  return *dict;
}

bool equalKeys(const IValue& a, const IValue& b) {
  if (a.tag() != b.tag()) return false;
  return a.isString() ? a.toString() == b.toString() : a.same(b);
}

auto entryOf(Op& op, DictCell& dict, size_t argument = 1) {
  const auto* key = std::get_if<IValue>(&op.arguments[argument]);
  if (key == nullptr) op.refuse("the key is not known");
  return std::ranges::find_if(dict.items,
                              [&](const auto& item) { return equalKeys(item.first, *key); });
}

void appendTo(Op& op, const ListPtr& list, const Val& item) {
  if (!list->sequence) {
    list->items.push_back(item);
  } else if (list->sequence->isSequence) {
    const Wire wire = op.lowering.wireOf(item);
    list->sequence =
        op.b.addMany("SequenceInsert", std::array{*list->sequence, wire}, {*list->sequence})[0];
  } else {
    list->sequence = op.b.concat({*list->sequence, oneElement(op, item)}, 0);
  }
}

void append(Op& op) {
  appendTo(op, changedList(op), op.arguments[1]);
  op.give(op.arguments[0]);
}

void getItem(Op& op) {
  if (const auto* dict = std::get_if<DictPtr>(&op.arguments[0])) {
    const auto entry = entryOf(op, **dict);
    if (entry == (*dict)->items.end()) throw Raises{};
    return op.give(entry->second);
  }
  if (const auto* text = std::get_if<IValue>(&op.arguments[0]); text && text->isString()) {
    const size_t at = placeIn(op, 1, text->toString().size());
    return op.give(Val(IValue(text->toString().substr(at, 1))));
  }
  const ListPtr list = listOf(op);
  const auto index = op.Call::integer(size_t{1});
  if (!list->sequence && index)
    return op.give(Val(list->items[placeIn(op, 1, list->items.size())]));
  const Wire at = op.b.cast(op.lowering.wireOf(op.arguments[1]), DType::Int64);
  op.give(elementOf(op, op.lowering.sequenceOf(list), at));
}

void setItem(Op& op) {
  if (const auto* dict = std::get_if<DictPtr>(&op.arguments[0])) {
    op.lowering.touch(*dict);
    const auto entry = entryOf(op, **dict);
    if (entry != (*dict)->items.end())
      entry->second = op.arguments[2];
    else
      (*dict)->items.emplace_back(std::get<IValue>(op.arguments[1]), op.arguments[2]);
    return op.give(op.arguments[0]);
  }
  const ListPtr list = changedList(op);
  if (list->sequence) op.refuse("the length of the list is not known");
  list->items[placeIn(op, 1, list->items.size())] = op.arguments[2];
  op.give(op.arguments[0]);
}

void length(Op& op) {
  if (const auto* dict = std::get_if<DictPtr>(&op.arguments[0]))
    return op.give(Val(IValue(static_cast<int64_t>((*dict)->items.size()))));
  if (const auto* text = std::get_if<IValue>(&op.arguments[0]); text && text->isString())
    return op.give(Val(IValue(static_cast<int64_t>(text->toString().size()))));
  const ListPtr list = listOf(op);
  if (!list->sequence) return op.give(Val(IValue(static_cast<int64_t>(list->items.size()))));
  const Wire& all = *list->sequence;
  op.give(Val(Number(op.b.add(all.isSequence ? "SequenceLength" : "Size", {all}, DType::Int64,
                              PartialShape::of({})))));
}

void joined(Op& op) {
  const ListPtr a = listOf(op), other = listOf(op, 1);
  if (a->sequence || other->sequence) op.refuse("the length of a list is not known");
  const ListPtr list = newList(op, a);
  list->items.insert(list->items.end(), other->items.begin(), other->items.end());
  op.give(Val(list));
}

void extend(Op& op) {
  const ListPtr list = changedList(op), other = listOf(op, 1);
  if (other->sequence) op.refuse("the length of a list is not known");
  const std::vector<Val> items = other->items;
  if (list->sequence) {
    for (const Val& item : items) appendTo(op, list, item);
    return op.give(op.arguments[0]);
  }
  list->items.insert(list->items.end(), items.begin(), items.end());
  op.give(op.arguments[0]);
}

void repeated(Op& op) {
  const ListPtr a = listOf(op);
  const auto count = op.Call::integer(size_t{1});
  if (a->sequence || !count) op.refuse("the length of the list is not known");
  const ListPtr list = newList(op, a);
  list->items.clear();
  for (int64_t i = 0; i < *count; ++i)
    list->items.insert(list->items.end(), a->items.begin(), a->items.end());
  op.give(Val(list));
}

void sliced(Op& op) {
  const ListPtr from = listOf(op);
  if (from->sequence && !from->sequence->isSequence && op.integer("step") == 1) {
    const Wire begin = op.isNone("start") ? op.b.integers({0}) : oneElement(op, op.value("start")),
               end =
                   op.isNone("end") ? op.b.integers({INT64_MAX}) : oneElement(op, op.value("end"));
    const ListPtr list = newList(op, from);
    list->sequence = op.b.slice(*from->sequence, 0, begin, end);
    return op.give(Val(list));
  }
  if (from->sequence) op.refuse("the length of the list is not known");
  const auto size = static_cast<int64_t>(from->items.size());
  const auto bound = [&](std::string_view name, int64_t otherwise) {
    int64_t at = op.isNone(name) ? otherwise : op.needInteger(name);
    if (at < 0) at += size;
    return std::clamp<int64_t>(at, 0, size);
  };
  const int64_t step = op.needInteger("step");
  if (step <= 0) op.refuse("the step of the slice is negative");
  const int64_t begin = bound("start", 0), end = bound("end", size);
  const ListPtr list = newList(op, from);
  list->items.clear();
  for (int64_t i = begin; i < end; i += step)
    list->items.push_back(from->items[static_cast<size_t>(i)]);
  op.give(Val(list));
}

void copied(Op& op) {
  if (const auto* dict = std::get_if<DictPtr>(&op.arguments[0])) {
    auto copy = std::make_shared<DictCell>(**dict);
    copy->depth = op.lowering.depth();
    return op.give(Val(copy));
  }
  op.give(Val(newList(op, listOf(op))));
}

void newDict(Op& op) {
  auto dict = std::make_shared<DictCell>();
  dict->key = op.resultType->element(0);
  dict->value = op.resultType->element(1);
  dict->depth = op.lowering.depth();
  if (!op.arguments.empty()) {
    if (const auto* from = std::get_if<DictPtr>(&op.arguments[0])) {
      dict->items = (*from)->items;
    } else {
      for (const Val& item : listOf(op)->items) {
        const auto* pair = std::get_if<TuplePtr>(&item);
        const auto* key = pair ? std::get_if<IValue>(&(*pair)->items.at(0)) : nullptr;
        if (key == nullptr) op.refuse("a key is not known");
        dict->items.emplace_back(*key, (*pair)->items.at(1));
      }
    }
  }
  op.give(Val(dict));
}

void reversed(Op& op) {
  const ListPtr list = changedList(op);
  if (list->sequence) op.refuse("the length of the list is not known");
  std::ranges::reverse(list->items);
}

void insert(Op& op) {
  const ListPtr list = changedList(op);
  if (list->sequence) op.refuse("the length of the list is not known");
  const auto at = op.Call::integer(size_t{1});
  if (!at) op.refuse("the index is not known");
  const auto size = static_cast<int64_t>(list->items.size());
  const int64_t place = std::clamp<int64_t>(*at < 0 ? *at + size : *at, 0, size);
  list->items.insert(list->items.begin() + place, op.arguments[2]);
}

void popped(Op& op) {
  const ListPtr list = changedList(op);
  if (list->sequence) op.refuse("the length of the list is not known");
  const size_t at = placeIn(op, 1, list->items.size());
  const Val item = list->items[at];
  list->items.erase(list->items.begin() + static_cast<long>(at));
  op.give(item);
}

void cleared(Op& op) {
  const ListPtr list = changedList(op);
  list->items.clear();
  list->sequence.reset();
}

void contained(Op& op) {
  const auto* dict = std::get_if<DictPtr>(&op.arguments[0]);
  if (dict) return op.give(Val(IValue(entryOf(op, **dict) != (*dict)->items.end())));
  const ListPtr list = listOf(op);
  const auto* wanted = std::get_if<IValue>(&op.arguments[1]);
  if (list->sequence || wanted == nullptr) op.refuse("the list or the value is not known");
  bool isFound = false;
  for (const Val& item : list->items) {
    const auto* known = std::get_if<IValue>(&item);
    if (known == nullptr) op.refuse("an element of the list is not known");
    isFound = isFound || equalKeys(*known, *wanted);
  }
  op.give(Val(IValue(isFound)));
}

void got(Op& op) {
  const DictPtr dict = dictOf(op);
  const auto entry = entryOf(op, *dict);
  if (entry != dict->items.end()) return op.give(entry->second);
  op.give(op.arguments.size() > 2 ? op.arguments[2] : Val(IValue()));
}

enum class Part : uint8_t { Keys, Values, Items };
void partsOf(Op& op, Part part) {
  const DictPtr dict = dictOf(op);
  auto list = std::make_shared<ListCell>();
  list->depth = op.lowering.depth();
  list->element = part == Part::Keys     ? dict->key
                  : part == Part::Values ? dict->value
                                         : types::tupleOf({dict->key, dict->value});
  for (const auto& [key, value] : dict->items) {
    if (part == Part::Keys) {
      list->items.emplace_back(key);
    } else if (part == Part::Values) {
      list->items.push_back(value);
    } else {
      auto pair = std::make_shared<TupleCell>();
      pair->items = {Val(key), value};
      list->items.emplace_back(pair);
    }
  }
  op.give(Val(list));
}
void keys(Op& op) { partsOf(op, Part::Keys); }
void values(Op& op) { partsOf(op, Part::Values); }
void items(Op& op) { partsOf(op, Part::Items); }

// Lists of numbers are equal when all elements are.
void equal(Op& op) {
  const bool isNegated = op.name() == "aten::ne";
  const ListPtr a = listOf(op), other = listOf(op, 1);
  if (a->sequence || other->sequence) op.refuse("the length of a list is not known");
  bool isEqual = a->items.size() == other->items.size();
  std::optional<Wire> all;
  for (size_t i = 0; isEqual && i < a->items.size(); ++i) {
    const auto *left = std::get_if<IValue>(&a->items[i]),
               *right = std::get_if<IValue>(&other->items[i]);
    if (left && right) {
      isEqual = equalKeys(*left, *right);
      continue;
    }
    const Wire each =
        op.b.compare("Equal", op.lowering.wireOf(a->items[i]), op.lowering.wireOf(other->items[i]));
    all = all ? op.b.compare("And", *all, each) : each;
  }
  if (!isEqual || !all) return op.give(Val(IValue(isEqual != isNegated)));
  op.give(Val(Number(isNegated ? op.b.unary("Not", *all) : *all)));
}

// A text for a message that no run prints.
void text(Op& op) { op.give(Val(IValue(std::string("?")))); }

constexpr Row kRows[] = {
    {"aten::__contains__", contained, {}, nullptr, true},
    {"aten::__getitem__", getItem, {}, nullptr, true},
    {"aten::_set_item", setItem, {}, nullptr, true},
    {"aten::add.t", joined, {}, nullptr, true},
    {"aten::add_.t", extend, {}, nullptr, true},
    {"aten::append", append, {}, nullptr, true},
    {"aten::clear", cleared, {}, nullptr, true},
    {"aten::copy.t", copied, {}, nullptr, true},
    {"aten::dict", newDict, {}, nullptr, true},
    {"aten::eq.bool_list", equal, {}, nullptr, true},
    {"aten::eq.int_list", equal, {}, nullptr, true},
    {"aten::ne.bool_list", equal, {}, nullptr, true},
    {"aten::ne.int_list", equal, {}, nullptr, true},
    {"aten::extend", extend, {}, nullptr, true},
    {"aten::get", got, {}, nullptr, true},
    {"aten::insert", insert, {}, nullptr, true},
    {"aten::items", items, {}, nullptr, true},
    {"aten::keys", keys, {}, nullptr, true},
    {"aten::len", length, {}, nullptr, true},
    {"aten::list", copied, {}, nullptr, true},
    {"aten::mul.left_t", repeated, {}, nullptr, true},
    {"aten::pop.t", popped, {}, nullptr, true},
    {"aten::reverse", reversed, {}, nullptr, true},
    {"aten::slice.t", sliced, {}, nullptr, true},
    {"aten::values", values, {}, nullptr, true},
    {"aten::format", text},
    {"aten::str", text},
};

}  // namespace
}  // namespace lists

std::span<const Row> listRows() { return lists::kRows; }

}  // namespace ts::onnx
