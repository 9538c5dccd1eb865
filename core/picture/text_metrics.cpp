#include "core/picture/text_metrics.h"

#include "core/base/json_writer.h"
#include "core/diag/renderers/cell_width.h"

namespace ts::viz {
namespace {

constexpr std::string_view kEllipsis = "…";

// The next character in displayable form, and its number of bytes in the text.
struct Step {
  std::string_view shown;
  size_t bytes;
};

Step next(std::string_view text) {
  size_t bytes = utf8Length(text);
  if (bytes == 0) return {diag::visibleCharacter({}), 1};
  if (bytes == 1 && (static_cast<unsigned char>(text[0]) < 0x20 || text[0] == 0x7f))
    return {" ", 1};
  return {diag::visibleCharacter(text.substr(0, bytes)), bytes};
}

}  // namespace

size_t columnsOf(std::string_view text) {
  size_t columns = 0;
  while (!text.empty()) {
    Step step = next(text);
    columns += static_cast<size_t>(diag::cellWidth(step.shown));
    text.remove_prefix(step.bytes);
  }
  return columns;
}

std::string shortened(std::string_view text, size_t columns) {
  std::string out;
  size_t used = 0;
  size_t cut = 0;  // bytes of `out` after which the ellipsis still fits
  while (!text.empty()) {
    Step step = next(text);
    size_t width = static_cast<size_t>(diag::cellWidth(step.shown));
    if (used + width > columns) {
      out.resize(cut);
      out += kEllipsis;
      return out;
    }
    used += width;
    out += step.shown;
    if (used + 1 <= columns) cut = out.size();
    text.remove_prefix(step.bytes);
  }
  return out;
}

double textWidth(size_t columns, double fontSize) {
  // DejaVu Sans Mono and Menlo advance 0.602 em, Consolas and Courier a little less.
  return static_cast<double>(columns) * fontSize * 0.602;
}

}  // namespace ts::viz
