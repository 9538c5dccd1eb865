// Values: names and uses.
#include <algorithm>
#include <cassert>
#include <charconv>

#include "core/ir/ir.h"

namespace ts::ir {

namespace {

constexpr std::string_view kDigits = "0123456789";

bool isNumber(std::string_view text) { return text.find_first_not_of(kDigits) == text.npos; }

// "rv.1" has base "rv" and suffix 1. A name without a number after its last dot is all base.
struct SplitName {
  std::string_view base;
  size_t suffix = 0;
  bool hasSuffix = false;
};

SplitName splitName(std::string_view name) {
  size_t dot = name.rfind('.');
  if (dot == name.npos || dot + 1 == name.size() || !isNumber(name.substr(dot + 1))) return {name};
  SplitName split{name.substr(0, dot)};
  auto parsed = std::from_chars(name.data() + dot + 1, name.data() + name.size(), split.suffix);
  // A number too large to be incremented is part of the base.
  if (parsed.ec != std::errc() || split.suffix > SIZE_MAX / 4) return {name};
  split.hasSuffix = true;
  return split;
}

}  // namespace

Graph* Value::owningGraph() const { return node_->owningGraph(); }

const std::string& Value::debugName() const {
  static const std::string kNone;
  return name_ != nullptr ? name_->text : kNone;
}

std::string Value::debugNameBase() const { return std::string(splitName(debugName()).base); }

std::string Value::printedName() const {
  return name_ != nullptr ? name_->text : std::to_string(unique_);
}

void Value::dropName() {
  if (name_ != nullptr) name_->owner = nullptr;
  name_ = nullptr;
}

bool Value::setDebugName(std::string_view name) {
  if (!name.empty() && isNumber(name)) return false;
  dropName();
  if (!name.empty()) take(owningGraph()->names_.get(name));
  return true;
}

// Takes the name from its current owner; null only clears the name.
void Value::take(Name* name) {
  dropName();
  if (name == nullptr) return;
  if (Value* owner = name->owner) {
    Names& names = owningGraph()->names_;
    SplitName split = splitName(name->text);
    size_t suffix = split.hasSuffix ? split.suffix : 1;
    Name* base = split.hasSuffix ? names.get(split.base) : name;
    if (base->lastSuffix != 0) suffix = std::max(suffix, base->lastSuffix + 1);
    std::string replacement;
    Name* other = nullptr;
    do {
      replacement.assign(split.base).append(1, '.').append(std::to_string(suffix++));
      other = names.get(replacement);
    } while (other->owner != nullptr);
    // PyTorch stores the next suffix here and increments it again, so suffixes are 1, 3, 5.
    base->lastSuffix = suffix;
    owner->take(other);
  }
  name->owner = this;
  name_ = name;
}

void Value::copyMetadata(const Value* from) {
  type_ = from->type_;
  if (from->name_ == nullptr) return;
  bool isSameGraph = from->owningGraph() == owningGraph();
  take(isSameGraph ? from->name_ : owningGraph()->names_.get(from->name_->text, from->name_->hash));
}

// Moves the use to another value. The node's overload stays valid if the type is the same.
void Value::moveUse(const Use& use, Value* to) {
  use.user->inputs_[use.offset] = to;
  if (to->type_ != type_) use.user->schema_ = nullptr;
  to->uses_.push_back(use);
}

void Value::replaceAllUsesWith(Value* other) {
  assert(other != this && owningGraph() == other->owningGraph());
  for (const Use& use : uses_) moveUse(use, other);
  uses_.clear();
}

void Value::replaceAllUsesAfterNodeWith(const Node* node, Value* other) {
  auto gone = std::remove_if(uses_.begin(), uses_.end(), [&](const Use& use) {
    if (!use.user->isAfter(node)) return false;
    moveUse(use, other);
    return true;
  });
  uses_.truncate(static_cast<size_t>(gone - uses_.begin()));
}

void Value::replaceAllUsesDominatedByNodeWith(const Node* node, Value* other) {
  auto gone = std::remove_if(uses_.begin(), uses_.end(), [&](const Use& use) {
    if (!use.user->isDominatedBy(node)) return false;
    moveUse(use, other);
    return true;
  });
  uses_.truncate(static_cast<size_t>(gone - uses_.begin()));
}

bool Value::mustBeNone() const { return isNone() || node_->mustBeNone(); }

}  // namespace ts::ir
