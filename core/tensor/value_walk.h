// Safe walks over values of any shape: values that contain themselves and values of any depth.
#pragma once

#include <span>
#include <unordered_set>

#include "core/base/small_vector.h"
#include "core/tensor/ivalue.h"

namespace ts::tensor {

// Walks over values and their contents: elements of tuples and lists, keys and values of dicts,
// slots of objects. A value comes before its contents. A container that occurs several times is
// walked once. The walk needs no C++ stack, so nesting has no limit. Nothing may change the values
// during the walk.
//
//   for (ValueWalk walk(values); const IValue* value = walk.next();) ...
class ValueWalk {
 public:
  // The values must outlive the walk.
  explicit ValueWalk(std::span<const IValue> values);
  explicit ValueWalk(const IValue& value) : ValueWalk(std::span(&value, 1)) {}
  // The next value; null at the end.
  const IValue* next();
  // Leaves out the contents of the value that next() has returned.
  void skip();

 private:
  // The unread items of one container.
  struct Items {
    const IValue* plain;              // null for the entries of a dict
    const DictValue::Entry* entries;  // keys and values alternate
    size_t at, end;
  };
  bool enter(const IValue& value);

  SmallVector<Items, 8> open_;
  bool isOpened_ = false;  // the last value is a container, and its items are the innermost ones
  // Containers with several references: only they can be reached twice.
  std::unordered_set<const Counted*> entered_;
};

// The limit on the depth of recursive functions of values, as CPython's default recursion limit.
inline constexpr int kMaxValueDepth = 1000;

// A level of a recursive function of values, for results that need recursion: texts, comparisons,
// conversions. The constructor throws a RecursionError that names kMaxValueDepth. A value that
// contains itself ends there, too.
class ValueDepth {
 public:
  ValueDepth();
  ~ValueDepth();
  ValueDepth(const ValueDepth&) = delete;
  ValueDepth& operator=(const ValueDepth&) = delete;
};

// Empties the lists, dicts and objects in values, so that those that contain themselves are freed.
// The owner of the values calls it when nothing else uses them.
void breakCycles(std::span<const IValue> values);

}  // namespace ts::tensor
