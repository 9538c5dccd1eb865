// Decisions about Unknown conditions and keys. A caller that evaluates a program several times
// reads from one evaluation which decision would have given a class, a function or an instance
// instead of Unknown, and makes it in the next one.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/eval/values/objects.h"

namespace ts::eval {

// Owned by the caller; set in Vm::State. Belongs to one evaluation.
class Choices {
 public:
  using SourceKey = std::pair<const SourceFile*, uint32_t>;
  using Decisions = std::map<SourceKey, size_t>;  // the option to take, by place
  static constexpr size_t kMaxOptions = 16;       // a table of more entries is not tried

  struct Lost {
    SourceKey at;
    size_t options = 2;
  };

  explicit Choices(Decisions decisions) : decisions_(std::move(decisions)) {}

  static SourceKey placeOf(SourceRange at) { return {at.file, at.span.begin}; }
  std::optional<size_t> decision(SourceKey at) const {
    const auto decision = decisions_.find(at);
    if (decision == decisions_.end()) return {};
    return decision->second;
  }
  // The places at which a value that could be used was lost, in order, without repetitions.
  const std::vector<Lost>& lost() const { return lost_; }
  void lose(SourceKey at, size_t options) {
    for (const Lost& earlier : lost_)
      if (earlier.at == at) return;
    lost_.push_back({at, options});
  }

  // ---- for the join of two paths
  void enterBranch(SourceKey at) { branches_.push_back(at); }
  void leaveBranch() { branches_.pop_back(); }
  void returnedInBranch() {
    if (!branches_.empty()) returnedAt_ = branches_.back();
  }
  // Two values that differ became Unknown.
  void joined(const Value& a, const Value& b) {
    if (!isObject(a) && !isObject(b)) return;
    if (!branches_.empty())
      lose(branches_.back(), 2);
    else if (returnedAt_)
      lose(*returnedAt_, 2);
  }

 private:
  static bool isObject(const Value& value) {
    const Object* object = value.object();
    return object && (object->kind == Kind::Instance || object->kind == Kind::Class ||
                      object->kind == Kind::Function);
  }

  Decisions decisions_;
  std::vector<Lost> lost_;
  std::vector<SourceKey> branches_;
  std::optional<SourceKey> returnedAt_;
};

}  // namespace ts::eval
