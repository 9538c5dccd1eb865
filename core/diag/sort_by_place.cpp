#include "core/diag/sort_by_place.h"

#include <algorithm>
#include <tuple>

namespace ts::diag {

void sortByPlace(std::vector<Diagnostic>& diagnostics) {
  auto key = [](const Diagnostic& d) {
    return std::make_tuple(d.range.span.begin, ~d.range.span.end, static_cast<int>(d.rule),
                           std::string_view(d.message));
  };
  std::stable_sort(diagnostics.begin(), diagnostics.end(),
                   [&](const Diagnostic& a, const Diagnostic& b) { return key(a) < key(b); });
  auto same = [&](const Diagnostic& a, const Diagnostic& b) { return key(a) == key(b); };
  diagnostics.erase(std::unique(diagnostics.begin(), diagnostics.end(), same), diagnostics.end());
}

}  // namespace ts::diag
