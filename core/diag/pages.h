// The pages of the rules, embedded in the programs from docs/rules when they are built.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/diag/rules.h"

namespace ts::diag {

// The rule's page in Markdown; empty for a rule that has none, which a test forbids.
std::string_view page(Rule rule);

// What the build generates.
namespace pages {

struct Page {
  uint16_t number;
  std::string_view text;
};
extern const Page kPages[];  // by number
extern const size_t kPageCount;

}  // namespace pages

}  // namespace ts::diag
