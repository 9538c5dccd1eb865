#include "viz/svg_text.h"

#include <cmath>
#include <cstdint>

namespace ts::viz {

std::string svgNumber(double value) {
  int64_t tenths = std::llround(value * 10);
  std::string out = tenths < 0 ? "-" : "";
  tenths = std::abs(tenths);
  out += std::to_string(tenths / 10);
  if (tenths % 10 != 0) out += "." + std::to_string(tenths % 10);
  return out;
}

}  // namespace ts::viz
