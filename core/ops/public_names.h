// Listing what data/names.tsv knows; single names are looked up by publicName() of schema.h.
#pragma once

#include <string_view>
#include <vector>

namespace ts::ops {

// The names directly in a class or module: "view" and others of "Tensor". They are views of the
// table.
std::vector<std::string_view> publicNamesIn(std::string_view parent);

}  // namespace ts::ops
