#include "viz/page_size.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "viz/svg_text.h"

namespace ts::viz {
namespace {

constexpr double kMostPixels = 20'000;
constexpr double kMostMillimetres = 2'000;
constexpr double kPaperMargin = 10;  // millimetres

constexpr std::pair<std::string_view, PageSize> kPapers[] = {
    {"a4", {210, 297, true, true}},
    {"letter", {215.9, 279.4, true, true}},
};

// Takes the unit off the end of a text; pixels are the default.
bool takeMillimetres(std::string_view& text) {
  const bool isMillimetres = text.ends_with("mm");
  if (isMillimetres || text.ends_with("px")) text.remove_suffix(2);
  return isMillimetres;
}

std::optional<double> parseLength(std::string_view text, bool isMillimetres) {
  double length = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, length, std::chars_format::fixed);
  const double most = isMillimetres ? kMostMillimetres : kMostPixels;
  // The comparison also excludes NaN.
  if (error != std::errc() || stop != end || !(length >= 1 && length <= most)) return {};
  return length;
}

std::string lengthText(double length, bool isMillimetres) {
  return svgNumber(length) + (isMillimetres ? "mm" : "");
}

}  // namespace

std::optional<PageSize> parsePage(std::string_view text) {
  for (const auto& [name, size] : kPapers)
    if (text == name) return size;
  const bool isMillimetres = takeMillimetres(text);
  const size_t cross = text.find('x');
  if (cross == text.npos) return {};
  const auto width = parseLength(text.substr(0, cross), isMillimetres);
  const auto height = parseLength(text.substr(cross + 1), isMillimetres);
  if (!width || !height) return {};
  return PageSize{*width, *height, isMillimetres};
}

std::optional<PageSize> parseWidth(std::string_view text) {
  const bool isMillimetres = takeMillimetres(text);
  const auto width = parseLength(text, isMillimetres);
  if (!width) return {};
  return PageSize{*width, 0, isMillimetres};
}

double scaleOn(const PageSize& page, double width, double height) {
  const double margin = page.isPaper ? 2 * kPaperMargin : 0;
  const bool isTurned = page.isPaper && width > height;
  const double pageWidth = isTurned ? page.height : page.width;
  const double pageHeight = isTurned ? page.width : page.height;
  return std::min((pageWidth - margin) / width, (pageHeight - margin) / height);
}

std::string sizeAttributes(const PageSize& page, double width, double height) {
  PageSize size = page;
  if (size.width == 0) size.width = width;
  if (size.height == 0) size.height = size.width * height / width;
  const double scale = scaleOn(size, width, height);
  if (size.isPaper && width > height) std::swap(size.width, size.height);
  const double shownWidth = size.width / scale, shownHeight = size.height / scale;
  return fmt::format("width=\"{}\" height=\"{}\" viewBox=\"{} {} {} {}\"",
                     lengthText(size.width, page.isMillimetres),
                     lengthText(size.height, page.isMillimetres),
                     svgNumber((width - shownWidth) / 2), svgNumber((height - shownHeight) / 2),
                     svgNumber(shownWidth), svgNumber(shownHeight));
}

}  // namespace ts::viz
