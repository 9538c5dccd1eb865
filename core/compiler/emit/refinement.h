// What is known of variables' types where a condition holds, and where it doesn't.
#pragma once

#include <string>
#include <vector>

#include "core/types/type.h"

namespace ts::compiler {

struct Refinement {
  std::string name;
  types::TypePtr type;
};
using Refinements = std::vector<Refinement>;

class RefinementSet {
 public:
  RefinementSet() = default;
  RefinementSet(Refinements whenTrue, Refinements whenFalse)
      : whenTrue_(std::move(whenTrue)), whenFalse_(std::move(whenFalse)) {}

  // a and b: both hold where it is true; where it is false, only what either would give.
  RefinementSet conjunction(const RefinementSet& other) const;
  RefinementSet disjunction(const RefinementSet& other) const;
  RefinementSet negated() const { return {whenFalse_, whenTrue_}; }
  const Refinements& active() const { return whenTrue_; }

 private:
  Refinements whenTrue_;
  Refinements whenFalse_;
};

}  // namespace ts::compiler
