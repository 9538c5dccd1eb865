#include "viz/formats.h"

#include <iterator>
#include <vector>

namespace ts::viz {
namespace {

constexpr OutputFormat kOutputFormats[] = {
#define FORMAT(name, make, needs, content, help) \
  {name, help, FormatNeeds::needs, FormatContent::content, make},
#include "viz/formats.def"
#undef FORMAT
};

}  // namespace

std::span<const OutputFormat> outputFormats() { return kOutputFormats; }

std::string formatNames(bool (*matches)(const OutputFormat&), std::string_view last) {
  std::vector<std::string_view> names;
  for (const OutputFormat& format : kOutputFormats)
    if (matches(format)) names.push_back(format.name);
  std::string list;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) list += i + 1 < names.size() ? ", " : " " + std::string(last) + " ";
    list += names[i];
  }
  return list;
}

}  // namespace ts::viz
