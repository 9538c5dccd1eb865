// Operators of lists.
#include <algorithm>

#include "core/interp/arithmetic.h"
#include "core/interp/operators.h"

namespace ts::interp {
namespace {

IValue listGetItem(const ListValue& list, int64_t index) {
  return list.items[listIndex(index, list.items.size())];
}

IValue listSetItem(const IValue& list, int64_t index, const IValue& value) {
  auto& items = list.toList().items;
  items[listIndex(index, items.size())] = value;
  return list;
}

int64_t listLength(const ListValue& list) { return static_cast<int64_t>(list.items.size()); }

IValue append(const IValue& list, const IValue& value) {
  list.toList().items.push_back(value);
  return list;
}

// A limit, because a loop of additions doubles a list each time. Exceeding it is an error instead
// of the end of the process.
constexpr size_t kMaxItems = size_t{1} << 27;
void checkItems(size_t count) {
  if (count > kMaxItems)
    fail("a list of {} elements exceeds the limit of {} (kMaxItems)", count, kMaxItems);
}

// `to` and `other` may be the same list.
void addAll(ListValue& list, const ListValue& other) {
  checkItems(list.items.size() + other.items.size());
  std::vector<IValue> more = other.items;
  list.items.insert(list.items.end(), more.begin(), more.end());
}
void extend(ListValue& list, const ListValue& other) { addAll(list, other); }
IValue addInPlace(const IValue& list, const ListValue& other) {
  return addAll(list.toList(), other), list;
}

IValue add(const ListValue& a, const ListValue& b) {
  checkItems(a.items.size() + b.items.size());
  std::vector<IValue> items = a.items;
  items.insert(items.end(), b.items.begin(), b.items.end());
  return tensor::makeList(a.element, std::move(items));
}

std::vector<IValue> repeated(const std::vector<IValue>& items, int64_t times) {
  std::vector<IValue> result;
  if (times <= 0 || items.empty()) return result;
  if (static_cast<uint64_t>(times) > kMaxItems / items.size())
    fail("a list of {} times {} elements exceeds the limit of {} (kMaxItems)", times, items.size(),
         kMaxItems);
  result.reserve(items.size() * static_cast<size_t>(times));
  for (int64_t i = 0; i < times; ++i) result.insert(result.end(), items.begin(), items.end());
  return result;
}
IValue multiply(const ListValue& list, int64_t times) {
  return tensor::makeList(list.element, repeated(list.items, times));
}
IValue multiplyRight(int64_t times, const ListValue& list) { return multiply(list, times); }
IValue multiplyInPlace(const IValue& list, int64_t times) {
  auto& items = list.toList().items;
  items = repeated(items, times);
  return list;
}

void insert(ListValue& list, int64_t index, const IValue& value) {
  const auto size = static_cast<int64_t>(list.items.size());
  const int64_t at = std::clamp<int64_t>(index < 0 ? index + size : index, 0, size);
  list.items.insert(list.items.begin() + at, value);
}

IValue listPop(ListValue& list, int64_t index) {
  if (list.items.empty()) fail(ErrorKind::Index, "pop from empty list");
  const size_t at = listIndex(index, list.items.size());
  IValue value = std::move(list.items[at]);
  list.items.erase(list.items.begin() + static_cast<std::ptrdiff_t>(at));
  return value;
}

void listDeleteItem(ListValue& list, int64_t index) { listPop(list, index); }

auto findIn(const ListValue& list, const IValue& value) {
  return std::ranges::find_if(list.items,
                              [&](const IValue& item) { return areEqual(item, value); });
}

void removeValue(ListValue& list, const IValue& value) {
  auto position = findIn(list, value);
  if (position == list.items.end()) fail(ErrorKind::Value, "list.remove(x): x not in list");
  list.items.erase(position);
}

int64_t indexOf(const ListValue& list, const IValue& value) {
  auto position = findIn(list, value);
  if (position == list.items.end()) fail(ErrorKind::Value, "'{}' is not in list", textOf(value));
  return position - list.items.begin();
}

bool listContains(const ListValue& list, const IValue& value) {
  return findIn(list, value) != list.items.end();
}

int64_t countOf(const ListValue& list, const IValue& value) {
  return std::ranges::count_if(list.items,
                               [&](const IValue& item) { return areEqual(item, value); });
}

void reverse(ListValue& list) { std::ranges::reverse(list.items); }
void listClear(ListValue& list) { list.items.clear(); }
IValue listCopy(const ListValue& list) { return tensor::makeList(list.element, list.items); }

bool hasOrder(types::TypePtr type) {
  using types::TypeKind;
  if (const auto* cls = types::cast<types::ClassType>(type))
    return cls->method("__lt__") != nullptr;
  if (type->is(TypeKind::Tuple)) return std::ranges::all_of(type->contained(), hasOrder);
  return type->is(TypeKind::Int) || type->is(TypeKind::Float) || type->is(TypeKind::Bool) ||
         type->is(TypeKind::String) || type->is(TypeKind::Tensor);
}

// Sorts a copy, because an __lt__ of the program may access the list. The sort is stable.
void sortItems(std::vector<IValue>& items, bool descending) {
  std::vector<IValue> sorted = items;
  std::ranges::stable_sort(sorted, [descending](const IValue& a, const IValue& b) {
    return descending ? isLess(b, a) : isLess(a, b);
  });
  items = std::move(sorted);
}
void sort(ListValue& list, bool descending) {
  if (!hasOrder(list.element))
    fail("values of {} can't be sorted: they have no order", list.element->annotation());
  sortItems(list.items, descending);
}
IValue sorted(const ListValue& list) {
  IValue result = listCopy(list);
  sort(result.toList(), false);
  return result;
}

IValue slice(const ListValue& list, const std::optional<int64_t>& start,
             const std::optional<int64_t>& end, int64_t step) {
  const auto [begin, count] = sliceOf(start, end, step, list.items.size());
  std::vector<IValue> items;
  items.reserve(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i)
    items.push_back(list.items[static_cast<size_t>(begin + i * step)]);
  return tensor::makeList(list.element, std::move(items));
}

// ---- reductions

bool isTrue(const IValue& value) {
  return value.isString() ? !value.toString().empty()
                          : value.toScalar().to<tensor::Complex128>() != tensor::Complex128();
}
bool all(const ListValue& list) { return std::ranges::all_of(list.items, isTrue); }
bool any(const ListValue& list) { return std::ranges::any_of(list.items, isTrue); }

int64_t sumInts(const ListValue& list) {
  int64_t sum = 0;
  for (const IValue& item : list.items) sum = wrapAdd(sum, item.toScalar().to<int64_t>());
  return sum;
}
double sumFloats(const ListValue& list) {
  double sum = 0;
  for (const IValue& item : list.items) sum += item.toDouble();
  return sum;
}
std::complex<double> sumComplex(const ListValue& list) {
  std::complex<double> sum;
  for (const IValue& item : list.items) sum += item.toScalar().to<tensor::Complex128>();
  return sum;
}

template <bool kMax>
IValue extreme(const ListValue& list) {
  if (list.items.empty())
    fail(ErrorKind::Value, "{}() arg is an empty sequence", kMax ? "max" : "min");
  const IValue* best = &list.items[0];
  for (const IValue& item : list.items)
    if (kMax ? isLess(*best, item) : isLess(item, *best)) best = &item;
  return *best;
}
// The greater or smaller of two lists in lexicographical order.
template <bool kMax>
IValue extremeList(const IValue& a, const IValue& b) {
  const auto& left = a.toList().items;
  const auto& right = b.toList().items;
  const bool isBefore = std::ranges::lexicographical_compare(left, right, isLess);
  return kMax ? (isBefore ? b : a) : (isBefore ? a : b);
}

IValue rangeList(int64_t count) {
  std::vector<IValue> items;
  for (int64_t i = 0; i < count; ++i) items.emplace_back(i);
  return tensor::makeList(types::intType(), std::move(items));
}

constexpr OperatorEntry kListOperators[] = {
    direct<listGetItem>("aten::__getitem__.t"),
    direct<listGetItem>("aten::select.t"),
    direct<listSetItem>("aten::_set_item.t"),
    direct<listLength>("aten::len.t"),
    direct<listLength>("aten::len.any"),
    direct<append>("aten::append.t"),
    direct<extend>("aten::extend.t"),
    direct<addInPlace>("aten::add_.t"),
    direct<add>("aten::add.t"),
    direct<multiply>("aten::mul.left_t"),
    direct<multiplyRight>("aten::mul.right_"),
    direct<multiplyInPlace>("aten::mul_.t"),
    direct<insert>("aten::insert.t"),
    direct<listPop>("aten::pop.t"),
    direct<listDeleteItem>("aten::Delete.t"),
    direct<reverse>("aten::reverse.t"),
    direct<listClear>("aten::clear.t"),
    direct<listCopy>("aten::copy.t"),
    direct<listCopy>("aten::list.t"),
    direct<slice>("aten::slice.t"),
    direct<removeValue>("aten::remove.int"),
    direct<removeValue>("aten::remove.float"),
    direct<removeValue>("aten::remove.bool"),
    direct<removeValue>("aten::remove.str"),
    direct<removeValue>("aten::remove.Tensor"),
    direct<indexOf>("aten::index.list_int"),
    direct<indexOf>("aten::index.list_float"),
    direct<indexOf>("aten::index.list_bool"),
    direct<indexOf>("aten::index.list_str"),
    direct<indexOf>("aten::index.list_Tensor"),
    direct<countOf>("aten::count.int"),
    direct<countOf>("aten::count.float"),
    direct<countOf>("aten::count.bool"),
    direct<countOf>("aten::count.str"),
    direct<countOf>("aten::count.Tensor"),
    direct<listContains>("aten::__contains__.int_list"),
    direct<listContains>("aten::__contains__.float_list"),
    direct<listContains>("aten::__contains__.str_list"),
    direct<areEqual>("aten::eq.int_list"),
    direct<areEqual>("aten::eq.float_list"),
    direct<areEqual>("aten::eq.bool_list"),
    direct<areEqual>("aten::eq.str_list"),
    direct<areEqual>("aten::eq.Tensor_list"),
    direct<areUnequal>("aten::ne.int_list"),
    direct<areUnequal>("aten::ne.float_list"),
    direct<areUnequal>("aten::ne.bool_list"),
    direct<areUnequal>("aten::ne.str_list"),
    direct<areUnequal>("aten::ne.Tensor_list"),
    {"aten::sort.int", boxed<sort>},
    {"aten::sort.float", boxed<sort>},
    {"aten::sort.bool", boxed<sort>},
    {"aten::sort.str", boxed<sort>},
    {"aten::sort.any", boxed<sort>},
    {"aten::sort.Tensor", boxed<sort>},
    {"aten::sorted.int", boxed<sorted>},
    {"aten::sorted.float", boxed<sorted>},
    {"aten::sorted.bool", boxed<sorted>},
    {"aten::sorted.str", boxed<sorted>},
    {"aten::sorted.any", boxed<sorted>},
    {"aten::sorted.Tensor", boxed<sorted>},
    direct<all>("aten::all.int"),
    direct<all>("aten::all.float"),
    direct<all>("aten::all.bool"),
    direct<any>("aten::any.int"),
    direct<any>("aten::any.float"),
    direct<any>("aten::any.bool"),
    direct<any>("aten::any.str"),
    direct<sumInts>("aten::sum.int"),
    direct<sumInts>("aten::sum.bool"),
    direct<sumFloats>("aten::sum.float"),
    direct<sumComplex>("aten::sum.complex"),
    direct<extreme<true>>("prim::max.self_int"),
    direct<extreme<true>>("prim::max.self_float"),
    direct<extreme<true>>("prim::max.self_bool"),
    direct<extreme<false>>("prim::min.self_int"),
    direct<extreme<false>>("prim::min.self_float"),
    direct<extreme<false>>("prim::min.self_bool"),
    direct<extremeList<true>>("prim::max.int_list"),
    direct<extremeList<true>>("prim::max.float_list"),
    direct<extremeList<true>>("prim::max.bool_list"),
    direct<extremeList<false>>("prim::min.int_list"),
    direct<extremeList<false>>("prim::min.float_list"),
    direct<extremeList<false>>("prim::min.bool_list"),
    direct<rangeList>("prim::rangelist"),
};

}  // namespace

std::span<const OperatorEntry> listOperators() { return kListOperators; }

}  // namespace ts::interp
