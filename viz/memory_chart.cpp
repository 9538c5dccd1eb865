#include "viz/memory_chart.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/picture/font_width.h"
#include "core/picture/xml.h"
#include "look_table.h"
#include "viz/summary.h"
#include "viz/svg_text.h"

namespace ts::viz {
namespace {

constexpr double kTop = 26, kBottom = 22;  // the room of texts above and below the bars
constexpr double kWidestBar = 40;
constexpr std::string_view kForwardColour = "#74a9cf", kBackwardColour = "#f0a35e";

std::string bytesText(int64_t bytes) { return withPrefix(static_cast<double>(bytes)) + "B"; }

}  // namespace

std::string memoryChart(std::span<const MemoryPoint> points, double x, double y, double width) {
  if (points.empty()) return {};
  const auto most = std::ranges::max_element(points, {}, &MemoryPoint::bytes);
  const double area = kChartHeight - kTop - kBottom;
  const double bar = std::min(kWidestBar, width / static_cast<double>(points.size()));
  const double floor = y + kTop + area;
  std::string out = fmt::format(
      "<g class=\"memory\">\n<text class=\"title\" x=\"{}\" y=\"{}\">Saved tensors over time: at "
      "most "
      "{}, at {}</text>\n",
      svgNumber(x), svgNumber(y + 14), xmlText(bytesText(most->bytes)), xmlText(most->title));
  for (size_t i = 0; i < points.size(); ++i) {
    const MemoryPoint& point = points[i];
    const double height = most->bytes == 0 ? 0
                                           : area * static_cast<double>(point.bytes) /
                                                 static_cast<double>(most->bytes);
    out += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" style=\"fill:{}\"><title>{}: {}</title>"
        "</rect>\n",
        svgNumber(x + bar * static_cast<double>(i)), svgNumber(floor - height),
        svgNumber(std::max(bar - 1, 0.5)), svgNumber(height),
        point.isBackward ? kBackwardColour : kForwardColour, xmlText(point.title),
        xmlText(bytesText(point.bytes)));
  }
  const double end = x + bar * static_cast<double>(points.size());
  const auto turn = std::ranges::find(points, true, &MemoryPoint::isBackward) - points.begin();
  const double middle = x + bar * static_cast<double>(turn);
  out += fmt::format("<path d=\"M{},{}H{}\" style=\"stroke:{};stroke-width:1\"/>\n", svgNumber(x),
                     svgNumber(floor), svgNumber(end), look::kFaint);
  const auto label = [&](std::string_view text, double at) {
    out += fmt::format("<text class=\"line\" x=\"{}\" y=\"{}\">{}</text>\n", svgNumber(at),
                       svgNumber(floor + 15), text);
  };
  label("forward", x);
  // A short run has no room for both words below its bars.
  label("backward", std::max(middle, x + widthOf("forward", kDetailFont) + 10));
  return out + "</g>\n";
}

}  // namespace ts::viz
