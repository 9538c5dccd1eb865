// The settings of modules as text: attributes that are numbers, booleans, or sequences of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ts::driver {

using Scalar = std::variant<bool, int64_t, double>;

// As Python writes it: "True", "3", "1.0".
std::string settingText(const Scalar& value);
// "[1, 2]" or "(1, 2)". Nothing when an item is not a scalar, or for a long text.
std::optional<std::string> settingText(const std::vector<std::optional<Scalar>>& items,
                                       bool isList);

}  // namespace ts::driver
