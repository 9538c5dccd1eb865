#include <algorithm>

#include "core/eval/builtins/containers.h"

namespace ts::eval {
namespace {

Range& rangeIn(Vm& vm, const Value& self) { return receiver<Range>(vm, self, "range"); }

struct RangeIterator final : Iterator {
  RangeIterator(Class* cls, int64_t at, int64_t step, int64_t left)
      : Iterator(cls), at(at), step(step), left(left) {}
  Value next(Vm&) override {
    if (left == 0) return {};
    // The step after the last element isn't taken, because it may overflow.
    int64_t number = at;
    if (--left > 0) at += step;
    return Value::integer(number);
  }
  std::optional<int64_t> lengthHint() const override { return left; }
  int64_t at, step, left;
};

int64_t element(const Range& range, int64_t index) { return range.start + index * range.step; }

// The index of an integer in the range; -1 when it isn't an element.
int64_t position(const Range& range, int64_t value) {
  bool inside = range.step > 0 ? value >= range.start && value < range.stop
                               : value <= range.start && value > range.stop;
  if (!inside) return -1;
  __int128 distance = static_cast<__int128>(value) - range.start;
  return distance % range.step == 0 ? static_cast<int64_t>(distance / range.step) : -1;
}

// The index of any value: a value that isn't an integer may equal one.
int64_t rangeFind(Vm& vm, const Value& self, const Value& value) {
  const Range& range = rangeIn(vm, self);
  int64_t integer = 0;
  if (value.isBool() || value.isInt()) return position(range, value.integerValue());
  if (value.isFloat()) {
    double real = value.realValue();
    if (real < -0x1p63 || real >= 0x1p63) return -1;
    integer = static_cast<int64_t>(real);
    return static_cast<double>(integer) == real ? position(range, integer) : -1;
  }
  if (!vm.classOf(value)->has(Special::Eq))
    return vm.asInt(value, integer) ? position(range, integer) : -1;
  for (int64_t i = 0; i < range.length(); ++i) {
    vm.burn(1);
    if (vm.equal(Value::integer(element(range, i)), value)) return i;
  }
  return -1;
}

Value rangeIndex(Vm& vm, Value* args) {
  int64_t at = rangeFind(vm, args[0], args[1]);
  if (at < 0) {
    bool integer = args[1].isInt() || args[1].isBool();
    vm.raiseValueError(integer ? vm.repr(args[1]) + " is not in range"
                               : "sequence.index(x): x not in sequence");
  }
  return Value::integer(at);
}

Value rangeCount(Vm& vm, Value* args) {
  return Value::integer(rangeFind(vm, args[0], args[1]) >= 0);
}

Value rangeIterate(Vm& vm, const Range& range, bool reversed) {
  int64_t length = range.length();
  if (!reversed) return new RangeIterator(vm.types.iterator, range.start, range.step, length);
  int64_t last = length > 0 ? element(range, length - 1) : range.start;
  return new RangeIterator(vm.types.iterator, last, -range.step, length);
}

Value rangeReversedMethod(Vm& vm, Value* args) {
  return rangeIterate(vm, rangeIn(vm, args[0]), true);
}

template <int64_t Range::*kField>
Value rangeField(Vm& vm, Value* args) {
  return Value::integer(rangeIn(vm, args[0]).*kField);
}

constexpr NativeDef kRangeMethods[] = {
    {"index", "self, value, /", rangeIndex},
    {"count", "self, value, /", rangeCount},
    {"start", "self", rangeField<&Range::start>, kGetter},
    {"stop", "self", rangeField<&Range::stop>, kGetter},
    {"step", "self", rangeField<&Range::step>, kGetter},
    {"__reversed__", "self, /", rangeReversedMethod},
};

Value rangeMake(Vm& vm, Class* cls, const CallArgs& args) {
  std::span<const Value> values = positionalArguments(vm, args, "range", 1, 3);
  for (const Value& value : values)
    if (value.isUnknown()) return Value::unknown();
  if (values.size() == 1) return new Range(cls, 0, vm.toIndex(values[0]), 1);
  int64_t start = vm.toIndex(values[0]);
  int64_t stop = vm.toIndex(values[1]);
  int64_t step = values.size() == 3 ? vm.toIndex(values[2]) : 1;
  if (step == 0) vm.raiseValueError("range() arg 3 must not be zero");
  return new Range(cls, start, stop, std::max(step, -INT64_MAX));
}

std::string rangeRepr(Vm& vm, const Value& self) {
  const Range& range = rangeIn(vm, self);
  std::string text = "range(" + std::to_string(range.start) + ", " + std::to_string(range.stop);
  return text + (range.step == 1 ? ")" : ", " + std::to_string(range.step) + ")");
}

// Ranges with the same elements are equal.
bool sameElements(const Range& a, const Range& b) {
  int64_t length = a.length();
  if (length != b.length()) return false;
  return length == 0 || (a.start == b.start && (length == 1 || a.step == b.step));
}

size_t rangeHash(Vm& vm, const Value& self) {
  const Range& range = rangeIn(vm, self);
  int64_t length = range.length();
  Value start = length > 0 ? Value::integer(range.start) : Value::none();
  Value step = length > 1 ? Value::integer(range.step) : Value::none();
  return vm.hash(vm.tuple({Value::integer(length), start, step}));
}

Value rangeCompare(Vm&, CompareOp op, const Value& a, const Value& b) {
  const Range* left = a.as<Range>();
  const Range* right = b.as<Range>();
  if (!left || !right || (op != CompareOp::Eq && op != CompareOp::Ne))
    return Value::notImplemented();
  return Value::boolean(sameElements(*left, *right) == (op == CompareOp::Eq));
}

int64_t rangeLen(Vm& vm, const Value& self) { return rangeIn(vm, self).length(); }

Value rangeGetitem(Vm& vm, const Value& self, const Value& index) {
  const Range& range = rangeIn(vm, self);
  if (const Slice* bounds = index.as<Slice>()) {
    SliceRange taken = resolveSlice(vm, *bounds, range.length());
    return new Range(vm.types.range, element(range, taken.start), element(range, taken.stop),
                     range.step * taken.step);
  }
  int64_t at = 0;
  if (!resolveIndex(vm, index, range.length(), "range", at))
    vm.raise(vm.types.IndexError, "range object index out of range");
  return Value::integer(element(range, at));
}

bool rangeContains(Vm& vm, const Value& self, const Value& value) {
  return rangeFind(vm, self, value) >= 0;
}

Value rangeIter(Vm& vm, const Value& self) { return rangeIterate(vm, rangeIn(vm, self), false); }

constexpr TypeOps kRangeOps = {
    .make = rangeMake,
    .repr = rangeRepr,
    .hash = rangeHash,
    .compare = rangeCompare,
    .len = rangeLen,
    .getitem = rangeGetitem,
    .contains = rangeContains,
    .iter = rangeIter,
};
const NativeClass kRangeClass = {"range",    "builtins",    Kind::Range,
                                 &kRangeOps, kRangeMethods, false};

}  // namespace

int64_t Range::length() const {
  __int128 distance =
      step > 0 ? static_cast<__int128>(stop) - start : static_cast<__int128>(start) - stop;
  if (distance <= 0) return 0;
  __int128 stride = step > 0 ? step : -static_cast<__int128>(step);
  return static_cast<int64_t>(std::min<__int128>((distance - 1) / stride + 1, INT64_MAX));
}

void initRange(Vm& vm) {
  vm.types.range = vm.defineClass(kRangeClass);
  vm.builtins().set(vm.intern("range"), vm.types.range);
}

}  // namespace ts::eval
