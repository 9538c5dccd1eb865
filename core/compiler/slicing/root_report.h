// The outcome of following what a file hands to torch.jit.
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/sort_unique.h"
#include "core/eval/values/choices.h"
#include "core/source/source_file.h"

namespace ts::compiler {

// A torch.jit call whose object is not known.
struct SkippedRoot {
  SourceRange site;
  std::string reason;      // "`cfg` is not known"
  SourceRange origin;      // where the value became Unknown; may be empty
  bool isAtLimit = false;  // the evaluation ended before it got to the call
};

// A class of modules that the roots reach, by the place of its name.
struct ReachedClass {
  std::string path;
  Span at;

  friend auto operator<=>(const ReachedClass& a, const ReachedClass& b) {
    return std::tie(a.path, a.at.begin) <=> std::tie(b.path, b.at.begin);
  }
  friend bool operator==(const ReachedClass& a, const ReachedClass& b) {
    return a.path == b.path && a.at == b.at;
  }
};

struct RootReport {
  size_t models = 0, functions = 0;  // compiled objects
  std::vector<SkippedRoot> skipped;
  std::vector<ReachedClass> reached;  // sorted
  std::vector<eval::Choices::Lost> lost;
};

// Adds the objects of another report, of other roots.
inline void add(RootReport& all, RootReport more) {
  all.models += more.models;
  all.functions += more.functions;
  std::ranges::move(more.skipped, std::back_inserter(all.skipped));
  std::ranges::move(more.reached, std::back_inserter(all.reached));
  sortUnique(all.reached);
}

}  // namespace ts::compiler
