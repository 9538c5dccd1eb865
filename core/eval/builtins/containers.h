// What the files of the containers share, and what other parts need of them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/eval/vm.h"

namespace ts::eval {

// ---- slices

// The positions start, start + step, ... (count of them) that a slice means in a sequence.
struct SliceRange {
  int64_t start, stop, step, count;
};
// Raises TypeError and ValueError; throws UnknownTruth when a bound isn't known.
SliceRange resolveSlice(Vm& vm, const Slice& slice, int64_t length);
// An index of a sequence with negative ones counted from the end. False: out of range. Raises
// TypeError "KIND indices must be integers or slices, not X".
bool resolveIndex(Vm& vm, const Value& index, int64_t length, std::string_view kind,
                  int64_t& result);

// ---- sequences

// Sorts by key (None or Unbound: the elements themselves), stably, with `<` alone. Throws
// UnknownTruth when an order isn't known.
void sortValues(Vm& vm, std::vector<Value>& items, const Value& key, bool reverse);
// Lexicographic; Unknown where an Unknown element decides.
Value compareSequences(Vm& vm, CompareOp op, const std::vector<Value>& a,
                       const std::vector<Value>& b);
// Identity or ==, of elements in any order of Unknown ones: throws UnknownTruth only when no known
// element is equal.
bool containsValue(Vm& vm, const std::vector<Value>& items, const Value& element);
enum class Answer : uint8_t { No, Yes, Maybe };
Answer equalAnswer(Vm& vm, const Value& a, const Value& b);
// `kind` is "list" or "tuple".
Value sequenceIndex(Vm& vm, const std::vector<Value>& items, Value* args, bool isTuple);
Value sequenceCount(Vm& vm, const std::vector<Value>& items, const Value& element);
std::vector<Value> repeat(Vm& vm, const std::vector<Value>& items, int64_t times);
std::vector<Value> slice(const std::vector<Value>& items, const SliceRange& range);
// Raises what CPython says of `sequence + other` and `sequence * other`, unless other may answer
// itself.
Value refuseConcat(Vm& vm, const Value& self, const Value& other);
Value refuseRepeat(Vm& vm, const Value& other);

// ---- dicts and sets

// dict.update's positional argument: a mapping or pairs.
void updateFrom(Vm& vm, Dict& dict, const Value& other);
// What `dict.unknown` becomes when a key that isn't known is set or deleted.
void forget(Vm& vm, Dict& dict);
void forget(Vm& vm, List& list);
void forget(Vm& vm, Set& set);
// An iterator over keys, values or items.
Value iterateDict(Vm& vm, Dict& dict, ViewKind view, bool reversed = false);
// Elements of an iterable, as set operations take them.
Ref<Set> toSet(Vm& vm, const Value& iterable);
Value setOperation(Vm& vm, BinaryOp op, Set& a, Set& b, Class* cls);
Value compareSets(Vm& vm, CompareOp op, Set& a, Set& b);

// A read-only view of a dict: what a class gives as its __dict__. Kind::Native.
struct MappingProxy final : Object {
  MappingProxy(Class* cls, Value mapping)
      : Object(Kind::Native, cls), mapping(std::move(mapping)) {}
  Value mapping;
};
Value makeMappingProxy(Vm& vm, Dict& dict);

// ---- arguments and printing

// The receiver of a method or op; raises TypeError when it is something else.
[[noreturn]] void refuseReceiver(Vm& vm, const Value& self, const char* className);
template <typename T>
T& receiver(Vm& vm, const Value& self, const char* className) {
  if (T* object = self.as<T>()) [[likely]]
    return *object;
  refuseReceiver(vm, self, className);
}
// The positional arguments of a class that takes no keywords; raises what CPython says otherwise.
std::span<const Value> positionalArguments(Vm& vm, const CallArgs& args, std::string_view name,
                                           size_t least, size_t most);
// While a container is being printed, printing it again gives "...".
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

// What __class_getitem__ of the builtin classes is.
Value classGetItem(Vm& vm, Value* args);
#define TS_EVAL_CLASS_GETITEM \
  NativeDef { "__class_getitem__", "cls, item, /", classGetItem, kClass }

// ---- each makes its classes
void initList(Vm& vm);
void initTuple(Vm& vm);
void initDict(Vm& vm);
void initDictViews(Vm& vm);
void initSet(Vm& vm);
void initRange(Vm& vm);
void initSlice(Vm& vm);
void initGenericAlias(Vm& vm);

}  // namespace ts::eval
