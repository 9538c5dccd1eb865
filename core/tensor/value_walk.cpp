#include "core/tensor/value_walk.h"

#include "core/tensor/error.h"

namespace ts::tensor {
namespace {

// The open ValueDepths of this thread: a guard of its stack.
constinit thread_local int depth = 0;

}  // namespace

ValueWalk::ValueWalk(std::span<const IValue> values) {
  open_.push_back({values.data(), nullptr, 0, values.size()});
}

const IValue* ValueWalk::next() {
  while (!open_.empty()) {
    Items& items = open_[open_.size() - 1];
    if (items.at == items.end) {
      open_.truncate(open_.size() - 1);
      continue;
    }
    const size_t at = items.at++;
    const IValue& value = items.plain   ? items.plain[at]
                          : at % 2 == 0 ? items.entries[at / 2].key
                                        : items.entries[at / 2].value;
    if (enter(value)) return &value;
  }
  return nullptr;
}

void ValueWalk::skip() {
  if (isOpened_) open_.truncate(open_.size() - 1);
  isOpened_ = false;
}

// Opens a container. Returns false for a container that was opened before.
bool ValueWalk::enter(const IValue& value) {
  isOpened_ = false;
  Items items{nullptr, nullptr, 0, 0};
  switch (value.tag()) {
    case Tag::Tuple:
      items.plain = value.toTuple().items.data();
      items.end = value.toTuple().items.size();
      break;
    case Tag::List:
      items.plain = value.toList().items.data();
      items.end = value.toList().items.size();
      break;
    case Tag::Object:
      items.plain = value.toObject().slots.data();
      items.end = value.toObject().slots.size();
      break;
    case Tag::Dict:
      items.entries = value.toDict().entries().data();
      items.end = 2 * value.toDict().size();
      break;
    default: return true;
  }
  if (value.counted()->useCount() > 1 && !entered_.insert(value.counted()).second) return false;
  isOpened_ = items.end > 0;
  if (isOpened_) open_.push_back(items);
  return true;
}

ValueDepth::ValueDepth() {
  if (depth >= kMaxValueDepth)
    fail(ErrorKind::Recursion,
         "a value is nested deeper than the limit of {} (kMaxValueDepth), or contains itself",
         kMaxValueDepth);
  ++depth;
}

ValueDepth::~ValueDepth() { --depth; }

void breakCycles(std::span<const IValue> values) {
  std::vector<IValue> containers;
  for (ValueWalk walk(values); const IValue* each = walk.next();)
    if (each->isList() || each->isDict() || each->isObject()) containers.push_back(*each);
  for (const IValue& container : containers) {
    if (container.isList()) container.toList().items.clear();
    if (container.isDict()) container.toDict().clear();
    if (container.isObject()) container.toObject().slots.clear();
  }
}

}  // namespace ts::tensor
