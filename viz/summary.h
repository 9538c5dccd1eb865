// A table of modules, as torchinfo prints it.
#pragma once

#include <cstdint>
#include <string>

#include "core/picture/picture.h"

namespace ts::viz {

// One line for each module down to `depth` levels, with its type, the shape of its result, its
// parameters and operations, and the share of the total; then the totals.
std::string toSummary(const Picture& picture, uint32_t depth);

// "25,557,032"
std::string grouped(int64_t number);
// "8.18 G", "9.41 k", "12"
std::string withPrefix(double number);

}  // namespace ts::viz
