// Sorting by a merge sort. The standard library's algorithms don't allow comparisons that raise or
// are inconsistent, as Python's may be.
#include <algorithm>

#include "core/eval/builtins/containers.h"

namespace ts::eval {
namespace {

constexpr size_t kRun = 8;  // runs of this size are sorted by insertion

struct Keyed {
  Value key;
  Value item;
};

// Merges the sorted ranges [begin, middle) and [middle, end), using `scratch` for the first one.
template <typename Less>
void merge(std::vector<Keyed>& items, size_t begin, size_t middle, size_t end,
           std::vector<Keyed>& scratch, Less& less) {
  if (!less(items[middle].key, items[middle - 1].key)) return;
  scratch.assign(std::make_move_iterator(items.begin() + begin),
                 std::make_move_iterator(items.begin() + middle));
  size_t left = 0;
  size_t right = middle;
  size_t out = begin;
  while (left < scratch.size() && right < end) {
    bool takeRight = less(items[right].key, scratch[left].key);
    items[out++] = std::move(takeRight ? items[right++] : scratch[left++]);
  }
  while (left < scratch.size()) items[out++] = std::move(scratch[left++]);
}

template <typename Less>
void sortKeyed(std::vector<Keyed>& items, Less less) {
  size_t size = items.size();
  for (size_t begin = 0; begin < size; begin += kRun)
    for (size_t i = begin + 1; i < std::min(begin + kRun, size); ++i)
      for (size_t j = i; j > begin && less(items[j].key, items[j - 1].key); --j)
        std::swap(items[j], items[j - 1]);
  std::vector<Keyed> scratch;
  for (size_t width = kRun; width < size; width *= 2)
    for (size_t begin = 0; begin + width < size; begin += 2 * width)
      merge(items, begin, begin + width, std::min(begin + 2 * width, size), scratch, less);
}

bool isPlainStr(Vm& vm, const Value& value) {
  const Object* object = value.object();
  return object && object->cls.get() == vm.types.str;
}

// Compares keys of one builtin class directly.
void sortByKeys(Vm& vm, std::vector<Keyed>& items) {
  auto all = [&](auto&& is) {
    return std::ranges::all_of(items, [&](const Keyed& keyed) { return is(keyed.key); });
  };
  if (all([](const Value& key) { return key.isInt(); }))
    return sortKeyed(
        items, [](const Value& a, const Value& b) { return a.integerValue() < b.integerValue(); });
  if (all([](const Value& key) { return key.isFloat(); }))
    return sortKeyed(items,
                     [](const Value& a, const Value& b) { return a.realValue() < b.realValue(); });
  // UTF-8 sorts like code points.
  if (all([&](const Value& key) { return isPlainStr(vm, key); }))
    return sortKeyed(items, [](const Value& a, const Value& b) {
      return static_cast<Str*>(a.object())->text < static_cast<Str*>(b.object())->text;
    });
  sortKeyed(items, [&](const Value& a, const Value& b) {
    // Keeps both alive while the comparison runs.
    Value left = a;
    Value right = b;
    return vm.truth(vm.compare(CompareOp::Lt, left, right));
  });
}

}  // namespace

void sortValues(Vm& vm, std::vector<Value>& items, const Value& key, bool reverse) {
  bool hasKey = !key.isUnbound() && !key.isNone();
  std::vector<Keyed> keyed;
  keyed.reserve(items.size());
  for (const Value& item : items) keyed.push_back({hasKey ? vm.call(key, {item}) : item, item});
  // Reversing before and after sorting keeps equal elements in order.
  if (reverse) std::ranges::reverse(keyed);
  sortByKeys(vm, keyed);
  if (reverse) std::ranges::reverse(keyed);
  for (size_t i = 0; i < items.size(); ++i) items[i] = std::move(keyed[i].item);
}

}  // namespace ts::eval
