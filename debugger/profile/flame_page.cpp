#include "debugger/profile/flame_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "core/picture/xml.h"
#include "debugger/bench/statistics.h"

namespace ts::debugger {
namespace {

constexpr double kWidth = 1400, kHeight = 20;  // of the whole picture, and of a box
constexpr double kLeastWidth = 0.4;            // of a box that is drawn

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 1440px; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.05rem; margin: 1.5rem 0 .3rem; }
svg { display: block; width: 100%; height: auto; }
rect { stroke: Canvas; stroke-width: 1; } g:hover > rect { stroke: CanvasText; }
text { font: 11px ui-monospace, monospace; fill: #111; pointer-events: none; }
.phase { fill: #d0bfff; } .function { fill: #a5d8ff; } .line { fill: #ffd8a8; } .operator { fill: #ffc9c9; } .fused { fill: #b2f2bb; }
)";

// A box and the boxes above it.
struct Box {
  std::string label;
  std::string_view look;  // a class of the style
  double seconds = 0;
  std::vector<std::unique_ptr<Box>> inside;

  Box& add(std::string_view name, std::string_view kind, double time) {
    auto inner = std::ranges::find_if(
        inside, [&](const auto& box) { return box->label == name && box->look == kind; });
    if (inner == inside.end())
      inner = inside.insert(inner, std::make_unique<Box>(Box{std::string(name), kind, 0, {}}));
    (*inner)->seconds += time;
    return **inner;
  }
  size_t depth() const {
    size_t most = 0;
    for (const auto& box : inside) most = std::max(most, box->depth());
    return most + 1;
  }
};

Box boxesOf(const Profile& profile) {
  Box root{std::string(nameOf(profile.kind)), "function", 0, {}};
  // Only calls that run the tape or an optimizer are divided by phases.
  const bool isDivided = std::ranges::any_of(
      profile.slices, [](const Slice& slice) { return slice.phase != Phase::Forward; });
  for (const Slice& slice : profile.slices) {
    root.seconds += slice.own;
    Box* at = &root;
    if (isDivided) at = &at->add(nameOf(slice.phase), "phase", slice.own);
    for (const std::string& call : slice.calls) at = &at->add(call, "function", slice.own);
    if (slice.site) {
      const std::string& path = *slice.site.path;
      at = &at->add(fmt::format("{}:{}", path.substr(path.rfind('/') + 1), slice.site.line), "line",
                    slice.own);
    }
    at->add(slice.name, slice.isFused ? "fused" : "operator", slice.own);
  }
  return root;
}

// y: the distance of the box from the top.
void draw(const Box& box, double x, double y, double perSecond, double total, std::string& svg) {
  const double width = box.seconds * perSecond;
  if (width < kLeastWidth) return;
  svg += fmt::format(
      "<g><title>{} {} ({:.1f} %)</title><rect class=\"{}\" x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" "
      "height=\"{}\"/>",
      viz::xmlText(box.label), timeText(box.seconds), 100 * box.seconds / total, box.look, x, y,
      width, kHeight);
  const auto letters = static_cast<size_t>(width / 7);
  if (letters >= 3) {
    // Whole characters of UTF-8 only.
    std::string label = box.label;
    if (label.size() > letters) {
      size_t end = letters - 1;
      while (end > 0 && (static_cast<unsigned char>(label[end]) & 0xC0U) == 0x80U) --end;
      label = label.substr(0, end) + "…";
    }
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\">{}</text>", x + 3, y + 14, viz::xmlText(label));
  }
  svg += "</g>\n";
  for (const auto& above : box.inside) {
    draw(*above, x, y - kHeight, perSecond, total, svg);
    x += above->seconds * perSecond;
  }
}

}  // namespace

std::string flamePage(const std::vector<Profile>& profiles, std::string_view title) {
  std::string page = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'unsafe-inline'\">\n<title>{0}</title>\n<style>{1}</style>\n<h1>{0}</h1>\n"
      "<p>The width of a box is its share of the engine's time: functions, lines, operators, and "
      "(green) operators that one loop of machine code computes. A box that the pointer rests on "
      "says its time.</p>\n",
      viz::xmlText(title), kStyle);
  for (const Profile& profile : profiles) {
    const Box root = boxesOf(profile);
    const double height = kHeight * static_cast<double>(root.depth());
    page += fmt::format("<h2>{}: {}</h2>\n<svg viewBox=\"0 0 {} {}\" role=\"img\">\n", root.label,
                        timeText(root.seconds), kWidth, height);
    const double total = std::max(root.seconds, 1e-12);
    draw(root, 0, height - kHeight, kWidth / total, total, page);
    page += "</svg>\n";
  }
  return page + "</html>\n";
}

}  // namespace ts::debugger
