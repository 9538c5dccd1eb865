#include "debugger/convert/dynamic.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace ts::debugger {

std::string readDynamic(const std::vector<std::string>& words,
                        const std::vector<std::pair<std::string, tensor::Tensor>>& inputs,
                        onnx::DynamicSizes& sizes) {
  const auto nameOf = [](const std::string& input, int64_t dim) {
    return fmt::format("{}_{}", input, dim);
  };
  for (const std::string& word : words) {
    if (word == "batch" || word == "all") {
      for (const auto& [name, tensor] : inputs)
        for (int64_t dim = 0;
             dim < (word == "all" ? tensor.dim() : std::min<int64_t>(1, tensor.dim())); ++dim)
          sizes[{name, dim}] = word == "batch" ? word : nameOf(name, dim);
      continue;
    }
    const size_t equals = word.find('=');
    const std::string place = word.substr(0, equals);
    const size_t colon = place.rfind(':');
    const std::string input = place.substr(0, colon);
    int64_t dim = -1;
    if (colon != place.npos)
      std::from_chars(place.data() + colon + 1, place.data() + place.size(), dim);
    const auto found =
        std::ranges::find(inputs, input, [](const auto& each) { return each.first; });
    if (found == inputs.end() || dim < 0 || dim >= found->second.dim()) {
      std::string known;
      for (const auto& [name, tensor] : inputs)
        known +=
            fmt::format("{}`{}` with {} dimensions", known.empty() ? "" : ", ", name, tensor.dim());
      return fmt::format(
          "--dynamic: `{}` is not batch, all or INPUT:DIMENSION[=NAME]; the inputs are {}", word,
          known.empty() ? "none" : known);
    }
    sizes[{input, dim}] = equals == word.npos ? nameOf(input, dim) : word.substr(equals + 1);
  }
  return {};
}

}  // namespace ts::debugger
