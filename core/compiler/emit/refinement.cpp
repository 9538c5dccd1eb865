#include "core/compiler/emit/refinement.h"

#include <algorithm>

namespace ts::compiler {

namespace {

auto findName(const Refinements& in, const std::string& name) {
  return std::find_if(in.begin(), in.end(), [&](const Refinement& r) { return r.name == name; });
}

// Two refinements of one name are kept only when they are equal: isinstance(x, int) and
// isinstance(x, float) together refine nothing.
Refinements unite(const Refinements& a, const Refinements& b) {
  Refinements result = a;
  for (const Refinement& r : b) {
    auto name = findName(result, r.name);
    if (name == result.end()) {
      result.push_back(r);
    } else if (name->type != r.type) {
      result.erase(name);
    }
  }
  return result;
}

Refinements intersect(const Refinements& a, const Refinements& b) {
  Refinements result;
  for (const Refinement& r : a) {
    auto name = findName(b, r.name);
    if (name != b.end() && name->type == r.type) result.push_back(r);
  }
  return result;
}

}  // namespace

RefinementSet RefinementSet::conjunction(const RefinementSet& other) const {
  return {unite(whenTrue_, other.whenTrue_), intersect(whenFalse_, other.whenFalse_)};
}

RefinementSet RefinementSet::disjunction(const RefinementSet& other) const {
  return {intersect(whenTrue_, other.whenTrue_), unite(whenFalse_, other.whenFalse_)};
}

}  // namespace ts::compiler
