// Lists the names in data/names.tsv; publicName() of schema.h looks up a single name.
#pragma once

#include <string_view>
#include <vector>

namespace ts::ops {

// Returns the names directly inside a class or module, e.g. "view" inside "Tensor". The views refer
// to the table, which is never freed.
std::vector<std::string_view> publicNamesIn(std::string_view parent);

}  // namespace ts::ops
