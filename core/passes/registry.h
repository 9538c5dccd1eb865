// All passes by name, for tools and tests.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/ir/ir.h"
#include "core/passes/result.h"

namespace ts::passes {

struct Pass {
  std::string_view name;     // "dead-code-elimination"
  std::string_view summary;  // one line without a full stop
  std::optional<PassError> (*run)(ir::Graph& graph);
};

std::span<const Pass> allPasses();
const Pass* findPass(std::string_view name);  // null if not found

}  // namespace ts::passes
