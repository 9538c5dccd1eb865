// The size of a picture in a document or on a screen.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ts::viz {

// The default is the picture's own size, in pixels.
struct PageSize {
  double width = 0;   // 0: the picture's own
  double height = 0;  // 0: follows from the width
  bool isMillimetres = false;
  bool isPaper = false;  // has a margin, and lies on its side for a wide picture
};

// A page: "a4", "letter", "1920x1080", "120x80mm". Nothing for another text, and for sizes outside
// of 1 to 20,000 pixels or 1 to 2,000 mm.
std::optional<PageSize> parsePage(std::string_view text);
// A width: "800", "800px", "160mm". Nothing as above.
std::optional<PageSize> parseWidth(std::string_view text);

// The size of a picture of this size on a page with a height, as a share of its own size.
double scaleOn(const PageSize& page, double width, double height);

// The attributes of an <svg> element that show a picture of this size on a page: as large as the
// page allows, in its middle.
std::string sizeAttributes(const PageSize& page, double width, double height);

}  // namespace ts::viz
