// The formats of drawings: SVG, and what rsvg-convert makes of it.
#include "viz/convert.h"
#include "viz/formats.h"
#include "viz/layout.h"
#include "viz/picture_svg.h"

namespace ts::viz {
namespace {

FormatResult convertedDrawing(const FormatSubject& subject, const FormatOptions& options,
                              const char* format) {
  FormatResult svg = makeSvg(subject, options);
  if (!svg.error.empty()) return svg;
  auto [bytes, error] = convertSvg(svg.bytes, format);
  return {std::move(bytes), std::move(error)};
}

}  // namespace

FormatResult makeSvg(const FormatSubject& subject, const FormatOptions& options) {
  const SvgOptions svg{options.locations, options.page};
  if (subject.picture != nullptr) return {toSvg(*subject.picture, svg), {}};
  const Model model = modelOf(*subject.function);
  LayoutResult layout = layOut(model, {options.depth.value_or(UINT32_MAX)});
  if (!layout.error.empty()) return {{}, std::move(layout.error)};
  return {toSvg(model, layout.scene, svg), {}};
}

FormatResult makePng(const FormatSubject& subject, const FormatOptions& options) {
  return convertedDrawing(subject, options, "png");
}

FormatResult makePdf(const FormatSubject& subject, const FormatOptions& options) {
  return convertedDrawing(subject, options, "pdf");
}

}  // namespace ts::viz
