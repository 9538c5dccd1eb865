// Operators that meant something else in older formats: what an old archive's code calls is
// replaced by functions that compute what it meant then
// (torch/csrc/jit/operator_upgraders/version_map.h says since when).
#pragma once

#include <functional>
#include <string_view>

#include "core/ir/ir.h"

namespace ts::archive {

// The module of these functions, as code names it, and its source.
inline constexpr std::string_view kUpgradersModule = "__torch__.jitscope_upgraders";
std::string_view upgradersSource();

// Gives the function constant of one of them, by its name in the module.
using FindUpgrader = std::function<types::Constant(std::string_view name)>;
// version: of the archive.
void upgradeOperators(ir::Graph& graph, int version, const FindUpgrader& find);

}  // namespace ts::archive
