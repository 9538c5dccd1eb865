// Functions of the container classes that several files use.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/eval/vm/vm.h"

namespace ts::eval {

// ---- slices

// The positions of a slice in a sequence: `count` positions start, start + step, ...
struct SliceRange {
  int64_t start, stop, step, count;
};
// Raises TypeError and ValueError. Throws UnknownTruth when a bound is unknown.
SliceRange resolveSlice(Vm& vm, const Slice& slice, int64_t length);
// Resolves an index, which may be negative. Returns false when it is out of range. Raises TypeError
// "KIND indices must be integers or slices, not X".
bool resolveIndex(Vm& vm, const Value& index, int64_t length, std::string_view kind,
                  int64_t& result);

// ---- sequences

// Sorts stably by key (None or Unbound: by the elements), using only `<`. Throws UnknownTruth when
// a comparison is Unknown.
void sortValues(Vm& vm, std::vector<Value>& items, const Value& key, bool reverse);
// Compares lexicographically. Returns Unknown when an Unknown element decides.
Value compareSequences(Vm& vm, CompareOp op, const std::vector<Value>& a,
                       const std::vector<Value>& b);
// Looks for an identical or equal element. Throws UnknownTruth when no known element is equal and
// some element is Unknown.
bool containsValue(Vm& vm, const std::vector<Value>& items, const Value& element);
enum class Answer : uint8_t { No, Yes, Maybe };
Answer equalAnswer(Vm& vm, const Value& a, const Value& b);
// `kind` is "list" or "tuple".
Value sequenceIndex(Vm& vm, const std::vector<Value>& items, Value* args, bool isTuple);
Value sequenceCount(Vm& vm, const std::vector<Value>& items, const Value& element);
std::vector<Value> repeat(Vm& vm, const std::vector<Value>& items, int64_t times);
std::vector<Value> slice(const std::vector<Value>& items, const SliceRange& range);
// Raises CPython's error for `sequence + other` and `sequence * other`, or returns NotImplemented
// when `other` may implement the operator.
Value refuseConcat(Vm& vm, const Value& self, const Value& other);
Value refuseRepeat(Vm& vm, const Value& other);

// ---- dicts and sets

// Implements the positional argument of dict.update: a mapping or pairs.
void updateFrom(Vm& vm, Dict& dict, const Value& other);
// Makes the container unknown after an Unknown key or index was set or deleted.
void forget(Vm& vm, Dict& dict);
void forget(Vm& vm, List& list);
void forget(Vm& vm, Set& set);
// An iterator over keys, values or items.
Value iterateDict(Vm& vm, Dict& dict, ViewKind view, bool reversed = false);
// The elements of an iterable, for set operations.
Ref<Set> toSet(Vm& vm, const Value& iterable);
Value setOperation(Vm& vm, BinaryOp op, Set& a, Set& b, Class* cls);
Value compareSets(Vm& vm, CompareOp op, Set& a, Set& b);

// A read-only view of a dict: the __dict__ of a class. Kind::Native.
struct MappingProxy final : Object {
  MappingProxy(Class* cls, Value mapping)
      : Object(Kind::Native, cls), mapping(std::move(mapping)) {}
  Value mapping;
};
Value makeMappingProxy(Vm& vm, Dict& dict);

// ---- arguments and printing

// Returns the receiver of a method or op as a T. Raises TypeError when it has another type.
[[noreturn]] void refuseReceiver(Vm& vm, const Value& self, const char* className);
template <typename T>
T& receiver(Vm& vm, const Value& self, const char* className) {
  if (T* object = self.as<T>()) [[likely]]
    return *object;
  refuseReceiver(vm, self, className);
}
// The positional arguments of a class without keyword arguments. Raises CPython's TypeError
// otherwise.
std::span<const Value> positionalArguments(Vm& vm, const CallArgs& args, std::string_view name,
                                           size_t least, size_t most);
// Detects that a container's repr is already running; the nested repr is then "...".
class ReprGuard {
 public:
  explicit ReprGuard(const Object& object);
  ~ReprGuard();
  bool again() const { return again_; }

 private:
  bool again_;
};
// The elements' reprs, separated by commas.
std::string joinRepr(Vm& vm, const std::vector<Value>& items);

// The __class_getitem__ of the builtin classes.
Value classGetItem(Vm& vm, Value* args);
#define TS_EVAL_CLASS_GETITEM \
  NativeDef { "__class_getitem__", "cls, item, /", classGetItem, kClass }

// ---- each creates its classes
void initList(Vm& vm);
void initTuple(Vm& vm);
void initDict(Vm& vm);
void initDictViews(Vm& vm);
void initSet(Vm& vm);
void initRange(Vm& vm);
void initSlice(Vm& vm);
void initGenericAlias(Vm& vm);

}  // namespace ts::eval
