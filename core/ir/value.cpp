// Values: names and uses.
#include <algorithm>
#include <cassert>
#include <charconv>

#include "core/ir/ir.h"

namespace ts::ir {

namespace {

constexpr std::string_view kDigits = "0123456789";

bool isNumber(std::string_view text) { return text.find_first_not_of(kDigits) == text.npos; }

// "rv.1" is base "rv" and suffix 1; a name without a number behind its last dot is all base.
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
  // A number too big to count on from is a part of the name.
  if (parsed.ec != std::errc() || split.suffix > SIZE_MAX / 4) return {name};
  split.hasSuffix = true;
  return split;
}

}  // namespace

Graph* Value::owningGraph() const { return node_->owningGraph(); }

std::string Value::debugNameBase() const { return std::string(splitName(debugName_).base); }

std::string Value::printedName() const {
  return debugName_.empty() ? std::to_string(unique_) : debugName_;
}

bool Value::setDebugName(std::string_view name) {
  if (!name.empty() && isNumber(name)) return false;
  Graph* graph = owningGraph();
  auto& names = graph->names_;
  if (!debugName_.empty()) {
    names.erase(debugName_);
    debugName_.clear();
  }
  if (name.empty()) return true;

  std::string wanted(name);
  if (auto owner = names.find(wanted); owner != names.end()) {
    SplitName split = splitName(wanted);
    size_t suffix = split.hasSuffix ? split.suffix : 1;
    std::string base(split.base);
    size_t& last = graph->suffixes_.try_emplace(base, 0).first->second;
    if (last != 0) suffix = std::max(suffix, last + 1);
    std::string replacement;
    do {
      replacement = base + "." + std::to_string(suffix++);
    } while (names.contains(replacement));
    // One past the suffix that was taken: numbers therefore come out as 1, 3, 5.
    last = suffix;
    owner->second->setDebugName(replacement);
  }
  names[wanted] = this;
  debugName_ = std::move(wanted);
  return true;
}

void Value::copyMetadata(const Value* from) {
  type_ = from->type_;
  if (from->hasDebugName()) setDebugName(from->debugName_);
}

void Value::replaceAllUsesWith(Value* other) {
  assert(other != this && owningGraph() == other->owningGraph());
  for (const Use& use : uses_) {
    use.user->inputs_[use.offset] = other;
    use.user->schema_ = nullptr;
    other->uses_.push_back(use);
  }
  uses_.clear();
}

void Value::replaceAllUsesAfterNodeWith(const Node* node, Value* other) {
  std::erase_if(uses_, [&](const Use& use) {
    if (!use.user->isAfter(node)) return false;
    use.user->inputs_[use.offset] = other;
    use.user->schema_ = nullptr;
    other->uses_.push_back(use);
    return true;
  });
}

void Value::replaceAllUsesDominatedByNodeWith(const Node* node, Value* other) {
  std::erase_if(uses_, [&](const Use& use) {
    if (!use.user->isDominatedBy(node)) return false;
    use.user->inputs_[use.offset] = other;
    use.user->schema_ = nullptr;
    other->uses_.push_back(use);
    return true;
  });
}

bool Value::mustBeNone() const { return isNone() || node_->mustBeNone(); }

}  // namespace ts::ir
