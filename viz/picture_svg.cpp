#include "viz/picture_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "core/picture/text_metrics.h"
#include "core/picture/xml.h"
#include "viz/box_text.h"
#include "viz/placement.h"
#include "viz/summary.h"
#include "viz/svg_text.h"
#include "viz/theme.h"

namespace ts::viz {
namespace {

constexpr double kTitleHeight = 46;
constexpr double kStackOffset = 4;  // of the sheets behind a group that is shown once for several

class PictureWriter {
 public:
  PictureWriter(const Picture& picture, const SvgOptions& options)
      : picture_(picture), options_(options), placed_(place(picture, options.page)) {}

  std::string write() {
    const double needed = textWidth(columnsOf(subtitle()), theme::kArgumentSize) + 32;
    const double width = std::ceil(std::max(placed_.width, needed));
    const double height = std::ceil(placed_.height + kTitleHeight);
    put("<svg xmlns=\"http://www.w3.org/2000/svg\" {} role=\"img\" xml:space=\"preserve\">\n",
        sizeAttributes(options_.page, width, height));
    put("<title>{}</title>\n", xmlText(picture_.model.name));
    style();
    put("<rect class=\"page\" width=\"{}\" height=\"{}\" rx=\"10\"/>\n", svgNumber(width),
        svgNumber(height));
    put("<text class=\"head\" x=\"16\" y=\"24\">{}</text>\n",
        xmlText(shortened(heading(), static_cast<size_t>(width / 9))));
    put("<text class=\"line\" x=\"16\" y=\"41\">{}</text>\n", xmlText(subtitle()));
    put("<g transform=\"translate({},{})\">\n", svgNumber((width - placed_.width) / 2),
        svgNumber(kTitleHeight));
    for (const PlacedBox& box : placed_.boxes)
      if (box.isOpen) frame(box);
    put("<g class=\"edges\">\n");
    for (const PlacedEdge& edge : placed_.edges) this->edge(edge);
    put("</g>\n");
    for (const PlacedBox& box : placed_.boxes)
      if (!box.isOpen) this->box(box);
    for (const PlacedPin& pin : placed_.pins) this->pin(pin);
    put("</g>\n</svg>\n");
    return std::move(out_);
  }

 private:
  template <typename... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  std::string heading() const {
    if (picture_.focus == 0) return picture_.model.name;
    return picture_.model.name + ": " +
           frameTitle(picture_, picture_.hierarchy.groups[picture_.focus]);
  }

  std::string subtitle() const {
    const Stats& stats = picture_.overlay.groups[picture_.focus];
    std::string text = fmt::format(
        "{} nodes", grouped(static_cast<int64_t>(picture_.hierarchy.groups[picture_.focus].nodes)));
    if (stats.parameters) text += fmt::format(" · {} parameters", grouped(*stats.parameters));
    if (stats.flops)
      text += fmt::format(" · {}FLOPs", withPrefix(static_cast<double>(*stats.flops)));
    return text;
  }

  void style() {
    put("<style>\n.page{{fill:{};stroke:#d8dee6}}\n", theme::kBackground);
    put("text{{font-family:{};font-size:{}px;fill:{}}}\n", kMonoFonts, theme::kArgumentSize,
        theme::kInk);
    put(".head{{font-family:{};font-size:16px;font-weight:600}}\n", kSansFonts);
    put(".title{{font-size:{}px;font-weight:600}}\n.line{{fill:{}}}\n", theme::kTitleSize,
        theme::kFaint);
    put(".edges path{{fill:none;stroke:{};stroke-width:1.3}}\n", theme::kOtherEdge);
    put(".edges path.tensor{{stroke:{}}}\n.edges .tip{{fill:{};stroke:none}}\n", theme::kTensorEdge,
        theme::kFaint);
    put(".frame{{fill:#8090a80d;stroke:#b9c3d0}}\n.bar{{fill:#8090a822}}\n");
    put(".group{{fill:#ffffff;stroke:#7d8da3;stroke-width:1.2}}\n");
    for (size_t i = 0; i < kCategoryCount; ++i) {
      const auto category = static_cast<Category>(i);
      const theme::Colours& colours = theme::colours(category);
      put(".{}{{fill:{};stroke:{}}}\n", categoryName(category), colours.fill, colours.stroke);
    }
    put(".added{{stroke:#1a7f37;stroke-width:2.5}}\n.removed{{stroke:#cf222e;stroke-width:2.5;"
        "stroke-dasharray:5 3}}\n.changed{{stroke:#bf8700;stroke-width:2.5}}\n");
    put("</style>\n");
  }

  void rect(std::string_view classes, const Rect& rect, double radius) {
    put("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>\n", classes,
        svgNumber(rect.x), svgNumber(rect.y), svgNumber(rect.width), svgNumber(rect.height),
        svgNumber(radius));
  }

  void frame(const PlacedBox& box) {
    put("<g class=\"open\">\n");
    rect("frame", box.rect, theme::kCorner);
    rect("bar", {box.rect.x, box.rect.y, box.rect.width, kGroupHeader}, theme::kCorner);
    put("<text class=\"title\" x=\"{}\" y=\"{}\">{}</text>\n</g>\n",
        svgNumber(box.rect.x + theme::kBoxPadX), svgNumber(box.rect.y + 16),
        xmlText(box.lines.front()));
  }

  void box(const PlacedBox& box) {
    const bool isGroup = box.group != kNone;
    put("<g class=\"box\">\n<title>{}</title>\n",
        xmlText(isGroup ? groupTooltip(box.group) : nodeTooltip(box.node)));
    if (isGroup && picture_.hierarchy.groups[box.group].repeats.size() > 1) {
      for (double offset : {2 * kStackOffset, kStackOffset})
        rect("sheet group",
             {box.rect.x + offset, box.rect.y + offset, box.rect.width, box.rect.height},
             theme::kCorner);
    }
    const std::string_view kind =
        isGroup ? "group" : categoryName(picture_.model.nodes[box.node].category);
    rect(std::string(kind) + markOf(box), box.rect, theme::kCorner);
    double y = box.rect.y + theme::kBoxPadY;
    for (size_t i = 0; i < box.lines.size(); ++i) {
      y += i == 0 ? theme::kTitleLine : theme::kArgumentLine;
      put("<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>\n", i == 0 ? "title" : "line",
          svgNumber(box.rect.x + theme::kBoxPadX), svgNumber(y - 4), xmlText(box.lines[i]));
    }
    put("</g>\n");
  }

  // " added" for a box that a diff has marked so.
  std::string markOf(const PlacedBox& box) const {
    const std::vector<Mark>* marks = nullptr;
    if (box.group != kNone)
      marks = &picture_.hierarchy.groups[box.group].marks;
    else if (box.node < picture_.marks.size())
      marks = &picture_.marks[box.node];
    return marks == nullptr || marks->empty() ? std::string() : " " + marks->front().kind;
  }

  std::string groupTooltip(GroupId id) const {
    const Group& group = picture_.hierarchy.groups[id];
    std::string text = frameTitle(picture_, group);
    for (const Mark& mark : group.marks) text += "\n" + mark.kind + ": " + mark.text;
    for (const std::string& path : group.repeats) text += "\n" + path;
    const Stats& stats = picture_.overlay.groups[id];
    if (stats.parameters) text += "\n" + grouped(*stats.parameters) + " parameters";
    if (stats.flops) text += "\n" + withPrefix(static_cast<double>(*stats.flops)) + "FLOPs";
    return text;
  }

  std::string nodeTooltip(NodeId id) const {
    const ModelNode& node = picture_.model.nodes[id];
    std::string text = node.kind;
    if (id < picture_.marks.size())
      for (const Mark& mark : picture_.marks[id]) text += "\n" + mark.kind + ": " + mark.text;
    for (const ModelArgument& argument : node.arguments) {
      text += "\n" + argument.formal + " = ";
      text += argument.folded ? argument.text : "%" + picture_.model.values[argument.value].name;
    }
    if (options_.locations && !node.file.empty()) {
      text += "\n" + locationText(node);
      if (!node.sourceLine.empty()) text += "\n" + node.sourceLine;
    }
    return text;
  }

  void pin(const PlacedPin& pin) {
    put("<g class=\"pin\">\n");
    rect(pin.isInput ? "input" : "output", pin.rect, pin.rect.height / 2);
    put("<text x=\"{}\" y=\"{}\"{}>{}</text>\n</g>\n", svgNumber(pin.rect.x + theme::kBoxPadX),
        svgNumber(pin.rect.y + 15), pin.isInput ? "" : " style=\"fill:#ffffff\"",
        xmlText(pin.text));
  }

  void edge(const PlacedEdge& edge) {
    const bool isTensor = picture_.model.values[edge.value].tensor;
    put("<path{} d=\"M{},{}", isTensor ? " class=\"tensor\"" : "", svgNumber(edge.curve[0].x),
        svgNumber(edge.curve[0].y));
    for (size_t i = 1; i < edge.curve.size(); ++i)
      put("{}{},{}", i % 3 == 1 ? "C" : " ", svgNumber(edge.curve[i].x),
          svgNumber(edge.curve[i].y));
    put("\"/>\n");
    if (!edge.hasArrow) return;
    const Point tip = edge.curve.back();
    put("<path class=\"tip\" d=\"M{},{}l-3.5,-7h7z\"/>\n", svgNumber(tip.x), svgNumber(tip.y));
  }

  const Picture& picture_;
  SvgOptions options_;
  Placement placed_;
  std::string out_;
};

}  // namespace

std::string toSvg(const Picture& picture, const SvgOptions& options) {
  return PictureWriter(picture, options).write();
}

}  // namespace ts::viz
