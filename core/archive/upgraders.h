// Replaces operators whose meaning has changed since the archive's format by functions with the old
// meaning (torch/csrc/jit/operator_upgraders/version_map.h lists the versions).
#pragma once

#include <functional>
#include <string_view>

#include "core/ir/ir.h"

namespace ts::archive {

// The name of the module of these functions in code, and its source.
inline constexpr std::string_view kUpgradersModule = "__torch__.jitscope_upgraders";
std::string_view upgradersSource();

// Returns the function constant of an upgrader, by its name in the module.
using FindUpgrader = std::function<types::Constant(std::string_view name)>;
// `version` is the format version of the archive.
void upgradeOperators(ir::Graph& graph, int version, const FindUpgrader& find);

}  // namespace ts::archive
