#include "core/diag/pages.h"

#include <algorithm>

namespace ts::diag {

std::string_view page(Rule rule) {
  const auto number = static_cast<uint16_t>(rule);
  const pages::Page* end = pages::kPages + pages::kPageCount;
  const pages::Page* entry = std::lower_bound(
      pages::kPages, end, number,
      [](const pages::Page& page, uint16_t wanted) { return page.number < wanted; });
  return entry != end && entry->number == number ? entry->text : std::string_view();
}

}  // namespace ts::diag
