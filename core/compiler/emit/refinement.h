// Type refinements: the types that variables have where a condition holds and where it does not.
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

  // Refinements of `a and b`. Where it is true, both sides' refinements hold; where it is false,
  // only the refinements that both sides share. disjunction() is the dual.
  RefinementSet conjunction(const RefinementSet& other) const;
  RefinementSet disjunction(const RefinementSet& other) const;
  RefinementSet negated() const { return {whenFalse_, whenTrue_}; }
  const Refinements& active() const { return whenTrue_; }

 private:
  Refinements whenTrue_;
  Refinements whenFalse_;
};

}  // namespace ts::compiler
