// Numbers and fonts in SVG files.
#pragma once

#include <string>
#include <string_view>

namespace ts::viz {

inline constexpr std::string_view kMonoFonts =
    "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace";
// The fonts of pictures with groups; the viewer has the same.
inline constexpr std::string_view kPictureFonts =
    "Inter, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', 'Liberation Sans', Arial, sans-serif";
inline constexpr std::string_view kSansFonts =
    "'Segoe UI', 'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif";

// At most one decimal and no trailing zero, for small files and the same bytes on all machines.
std::string svgNumber(double value);

}  // namespace ts::viz
