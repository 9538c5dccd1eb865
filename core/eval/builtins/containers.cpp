#include "core/eval/builtins/containers.h"

#include <algorithm>

#include "core/eval/builtins/init.h"

namespace ts::eval {
namespace {

// The containers whose repr is running on this thread, innermost last: a guard against recursion.
thread_local std::vector<const Object*> printing;

int64_t clampBound(Vm& vm, const Value& bound, int64_t length, int64_t least, int64_t most) {
  if (bound.isUnknown()) throw UnknownTruth{};
  if (const auto* big = bound.as<BigInt>()) return big->value.isNegative() ? least : most;
  int64_t value = 0;
  if (!vm.asInt(bound, value, true))
    vm.raiseTypeError("slice indices must be integers or None or have an __index__ method");
  if (value < 0) value += length;
  return std::clamp(value, least, most);
}

// True when a value's class may implement a binary operator with a container on its left.
bool mayAnswer(Vm& vm, const Value& other) {
  const Object* object = other.object();
  if (!object) return false;
  return vm.classOf(other)->has(Special::Arithmetic) || object->kind == Kind::Tensor ||
         object->kind == Kind::Native;
}

}  // namespace

SliceRange resolveSlice(Vm& vm, const Slice& slice, int64_t length) {
  if (slice.start.isUnknown() || slice.stop.isUnknown() || slice.step.isUnknown())
    throw UnknownTruth{};
  SliceRange range{0, 0, 1, 0};
  if (const auto* big = slice.step.as<BigInt>()) {
    range.step = big->value.isNegative() ? -INT64_MAX : INT64_MAX;
  } else if (!slice.step.isNone()) {
    if (!vm.asInt(slice.step, range.step, true))
      vm.raiseTypeError("slice indices must be integers or None or have an __index__ method");
    if (range.step == 0) vm.raiseValueError("slice step cannot be zero");
    range.step = std::max(range.step, -INT64_MAX);
  }
  bool back = range.step < 0;
  int64_t least = back ? -1 : 0;
  int64_t most = back ? length - 1 : length;
  range.start = slice.start.isNone() ? (back ? most : least)
                                     : clampBound(vm, slice.start, length, least, most);
  range.stop =
      slice.stop.isNone() ? (back ? least : most) : clampBound(vm, slice.stop, length, least, most);
  if (back && range.stop < range.start)
    range.count = (range.start - range.stop - 1) / -range.step + 1;
  if (!back && range.start < range.stop)
    range.count = (range.stop - range.start - 1) / range.step + 1;
  return range;
}

bool resolveIndex(Vm& vm, const Value& index, int64_t length, std::string_view kind,
                  int64_t& result) {
  if (index.isUnknown()) throw UnknownTruth{};
  if (index.as<BigInt>())
    vm.raise(vm.types.IndexError, "cannot fit 'int' into an index-sized integer");
  if (index.isInt())
    result = index.integerValue();
  else if (!vm.asInt(index, result, true))
    vm.raiseTypeError(std::string(kind) + " indices must be integers or slices, not " +
                      vm.classOf(index)->name);
  if (result < 0) result += length;
  return result >= 0 && result < length;
}

Answer equalAnswer(Vm& vm, const Value& a, const Value& b) {
  vm.burn(1);  // also for one object, which equal() finds without
  if (a.isUnknown() || b.isUnknown()) return Answer::Maybe;
  if (a.same(b)) return Answer::Yes;
  try {
    return vm.equal(a, b) ? Answer::Yes : Answer::No;
  } catch (const UnknownTruth&) {
    return Answer::Maybe;
  }
}

Value compareSequences(Vm& vm, CompareOp op, const std::vector<Value>& a,
                       const std::vector<Value>& b) {
  bool equality = op == CompareOp::Eq || op == CompareOp::Ne;
  if (equality && a.size() != b.size()) return Value::boolean(op == CompareOp::Ne);
  bool maybe = false;
  // Comparing elements may change the sequences.
  for (size_t i = 0; i < a.size() && i < b.size(); ++i) {
    Value left = a[i];
    Value right = b[i];
    switch (equalAnswer(vm, left, right)) {
      case Answer::Yes: break;
      case Answer::No:
        if (equality) return Value::boolean(op == CompareOp::Ne);
        return vm.compare(op, left, right);
      case Answer::Maybe:
        if (!equality) return Value::unknown();
        maybe = true;
        break;
    }
  }
  if (maybe) return Value::unknown();
  switch (op) {
    case CompareOp::Eq: return Value::boolean(a.size() == b.size());
    case CompareOp::Ne: return Value::boolean(a.size() != b.size());
    case CompareOp::Lt: return Value::boolean(a.size() < b.size());
    case CompareOp::Le: return Value::boolean(a.size() <= b.size());
    case CompareOp::Gt: return Value::boolean(a.size() > b.size());
    case CompareOp::Ge: return Value::boolean(a.size() >= b.size());
  }
  return Value::notImplemented();
}

bool containsValue(Vm& vm, const std::vector<Value>& items, const Value& element) {
  bool maybe = false;
  for (size_t i = 0; i < items.size(); ++i) {
    Value item = items[i];
    Answer answer = equalAnswer(vm, item, element);
    if (answer == Answer::Yes) return true;
    maybe |= answer == Answer::Maybe;
  }
  if (maybe) throw UnknownTruth{};
  return false;
}

Value sequenceIndex(Vm& vm, const std::vector<Value>& items, Value* args, bool isTuple) {
  auto bound = [&](const Value& value) {
    int64_t at = vm.toIndex(value);
    if (at < 0) at = std::max<int64_t>(0, at + static_cast<int64_t>(items.size()));
    return at;
  };
  int64_t start = bound(args[2]);
  int64_t stop = bound(args[3]);
  for (int64_t i = start; i < stop && i < static_cast<int64_t>(items.size()); ++i) {
    Value item = items[i];
    Answer answer = equalAnswer(vm, item, args[1]);
    if (answer == Answer::Yes) return Value::integer(i);
    if (answer == Answer::Maybe) throw UnknownTruth{};
  }
  if (isTuple) vm.raiseValueError("tuple.index(x): x not in tuple");
  vm.raiseValueError(vm.repr(args[1]) + " is not in list");
}

Value sequenceCount(Vm& vm, const std::vector<Value>& items, const Value& element) {
  int64_t count = 0;
  for (size_t i = 0; i < items.size(); ++i) {
    Value item = items[i];
    Answer answer = equalAnswer(vm, item, element);
    if (answer == Answer::Maybe) throw UnknownTruth{};
    count += answer == Answer::Yes;
  }
  return Value::integer(count);
}

std::vector<Value> repeat(Vm& vm, const std::vector<Value>& items, int64_t times) {
  std::vector<Value> result;
  if (times <= 0 || items.empty()) return result;
  size_t total = 0;
  if (__builtin_mul_overflow(items.size() * sizeof(Value), static_cast<size_t>(times), &total))
    vm.raise(vm.types.MemoryError, "");
  result.reserve(items.size() * static_cast<size_t>(times));
  for (int64_t i = 0; i < times; ++i) result.insert(result.end(), items.begin(), items.end());
  return result;
}

std::vector<Value> slice(const std::vector<Value>& items, const SliceRange& range) {
  std::vector<Value> result;
  result.reserve(static_cast<size_t>(range.count));
  for (int64_t i = 0; i < range.count; ++i) result.push_back(items[range.start + i * range.step]);
  return result;
}

Value refuseConcat(Vm& vm, const Value& self, const Value& other) {
  if (mayAnswer(vm, other)) return Value::notImplemented();
  const std::string& name = self.as<List>() ? vm.types.list->name : vm.types.tuple->name;
  vm.raiseTypeError("can only concatenate " + name + " (not \"" + vm.classOf(other)->name +
                    "\") to " + name);
}

Value refuseRepeat(Vm& vm, const Value& other) {
  if (mayAnswer(vm, other)) return Value::notImplemented();
  vm.raiseTypeError("can't multiply sequence by non-int of type '" + vm.classOf(other)->name + "'");
}

void refuseReceiver(Vm& vm, const Value& self, const char* className) {
  if (self.isUnknown()) throw UnknownTruth{};
  vm.raiseTypeError("descriptor requires a '" + std::string(className) +
                    "' object but received a '" + vm.classOf(self)->name + "'");
}

std::span<const Value> positionalArguments(Vm& vm, const CallArgs& args, std::string_view name,
                                           size_t least, size_t most) {
  std::string text(name);
  if (!args.names.empty()) vm.raiseTypeError(text + "() takes no keyword arguments");
  if (args.positional < least || args.positional > most) {
    bool few = args.positional < least;
    size_t wanted = few ? least : most;
    vm.raiseTypeError(text + " expected " + (few ? "at least " : "at most ") +
                      std::to_string(wanted) + (wanted == 1 ? " argument" : " arguments") +
                      ", got " + std::to_string(args.positional));
  }
  return {args.values, args.positional};
}

ReprGuard::ReprGuard(const Object& object)
    : again_(std::find(printing.begin(), printing.end(), &object) != printing.end()) {
  printing.push_back(&object);
}

ReprGuard::~ReprGuard() { printing.pop_back(); }

std::string joinRepr(Vm& vm, const std::vector<Value>& items) {
  std::string text;
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += ", ";
    Value item = items[i];
    text += vm.repr(item);
  }
  return text;
}

void initContainers(Vm& vm) {
  initGenericAlias(vm);
  initList(vm);
  initTuple(vm);
  initDict(vm);
  initDictViews(vm);
  initSet(vm);
  initRange(vm);
  initSlice(vm);
}

}  // namespace ts::eval
