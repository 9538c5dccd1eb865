// Pictures in other formats, by the program rsvg-convert of librsvg.
#pragma once

#include <string>

namespace ts::viz {

struct Converted {
  std::string bytes;
  std::string error;  // the program is missing or failed; else empty
};

// format: "png", with 300 dots per inch where the picture has a size in millimetres, or "pdf", with
// the fonts that it uses.
Converted convertSvg(const std::string& svg, const std::string& format);

}  // namespace ts::viz
