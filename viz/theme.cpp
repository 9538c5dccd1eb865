#include "viz/theme.h"

#include <array>

namespace ts::viz::theme {

const Colours& colours(Category category) {
  // In the order of Category.
  static constexpr std::array<Colours, kCategoryCount> table = {{
      {"#eaf2fd", "#5b8fd6", "#173f75"},  // tensor
      {"#f3f5f8", "#98a3b1", "#323c4a"},  // scalar
      {"#fdf7e0", "#cdaa35", "#5c4a05"},  // container
      {"#e6f6f3", "#48a898", "#0f5247"},  // attribute
      {"#fff1e0", "#e09a45", "#6b430b"},  // call
      {"#f7f2fd", "#9b74cf", "#4d2c80"},  // control
      {"#fdecec", "#dc6f6b", "#7c1f1c"},  // effect
      {"#e8f6eb", "#55a96d", "#1b5230"},  // input
      {"#1f7a45", "#1b6a3c", "#ffffff"},  // output
  }};
  return table[static_cast<size_t>(category)];
}

}  // namespace ts::viz::theme
