#include "viz/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "core/picture/text_metrics.h"
#include "core/picture/xml.h"
#include "viz/svg_text.h"
#include "viz/theme.h"

namespace ts::viz {
namespace {

constexpr double kHeadHeight = 58;  // title and legend
constexpr double kSwatch = 11;
constexpr double kLegendGap = 18;
constexpr size_t kMostTooltipArguments = 24;

class SvgWriter {
 public:
  SvgWriter(const Model& model, const Scene& scene, const SvgOptions& options)
      : model_(model), scene_(scene), options_(options) {}

  std::string write() {
    measureHead();
    double width = std::ceil(std::max(scene_.width, headWidth_)) + 2 * theme::kMargin;
    double height = std::ceil(scene_.height) + kHeadHeight + 2 * theme::kMargin;
    put("<svg xmlns=\"http://www.w3.org/2000/svg\" {} role=\"img\" xml:space=\"preserve\">\n",
        sizeAttributes(options_.page, width, height));
    put("<title>{}</title>\n", xmlText(model_.name));
    style();
    put("<rect class=\"page\" width=\"{}\" height=\"{}\" rx=\"10\"/>\n", svgNumber(width),
        svgNumber(height));
    head();
    double left = (width - scene_.width) / 2;
    put("<g transform=\"translate({},{})\">\n", svgNumber(left),
        svgNumber(kHeadHeight + theme::kMargin));
    for (const SceneFrame& frame : scene_.frames) writeFrame(frame);
    // writeFrame() also writes the panels of a frame. Frames go from the outside in, so each one
    // covers the panel that contains it.
    put("<g class=\"edges\">\n");
    for (const SceneEdge& edge : scene_.edges) writeEdge(edge);
    put("</g>\n");
    for (const SceneLabel& label : scene_.labels) {
      put("<text class=\"label\" x=\"{}\" y=\"{}\">{}</text>\n", svgNumber(label.at.x),
          svgNumber(label.at.y), xmlText(label.text));
    }
    for (const SceneFrame& frame : scene_.frames) writeHeader(frame);
    for (const ScenePin& pin : scene_.pins) writePin(pin);
    for (const SceneBox& box : scene_.boxes) writeBox(box);
    put("</g>\n</svg>\n");
    return std::move(out_);
  }

 private:
  template <typename... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  void style() {
    put("<style>\n");
    put(".page{{fill:{};stroke:#d8dee6}}\n", theme::kBackground);
    put("text{{font-family:{};font-size:{}px;fill:{}}}\n", kMonoFonts, theme::kArgumentSize,
        theme::kInk);
    put(".name{{font-size:{}px;font-weight:bold}}\n", theme::kTitleSize);
    put(".formal,.note{{fill:{}}}\n", theme::kFaint);
    put(".reference{{font-style:italic}}\n");
    put(".label{{font-size:{}px;fill:{};paint-order:stroke;stroke:#fff;stroke-width:3px;stroke-"
        "linejoin:round}}\n",
        theme::kLabelSize, theme::kFaint);
    put(".heading{{font-family:{};font-size:17px;font-weight:bold}}\n", kSansFonts);
    put(".legend{{font-family:{};font-size:11px;fill:{}}}\n", kSansFonts, theme::kFaint);
    put(".edges path{{fill:none;stroke:{};stroke-width:1.3}}\n", theme::kOtherEdge);
    put(".edges .tensor{{stroke:{};stroke-width:1.6}}\n", theme::kTensorEdge);
    put(".panel{{fill:#fff;stroke:#c9b5e6;stroke-dasharray:4 3}}\n");
    put(".dot{{fill:#fff;stroke:{};stroke-width:1.3}}\n", theme::kOtherEdge);
    for (size_t i = 0; i < kCategoryCount; ++i) {
      Category category = static_cast<Category>(i);
      const theme::Colours& colours = theme::colours(category);
      put(".{0}>rect,.{0}>path{{fill:{1};stroke:{2}}}.{0} .name{{fill:{3}}}\n",
          categoryName(category), colours.fill, colours.stroke, colours.text);
    }
    const theme::Colours& output = theme::colours(Category::Output);
    put(".output text{{fill:{0}}}.output .note{{fill:#cfe9d8}}\n", output.text);
    put(".control>.bar{{fill:#e9ddf8}}\n");
    put("g[id]:hover>rect{{stroke-width:2}}.edges path:hover{{stroke-width:3}}\n");
    put("</style>\n<defs>\n");
    marker("arrow", theme::kOtherEdge);
    marker("arrow-tensor", theme::kTensorEdge);
    put("</defs>\n");
  }

  void marker(std::string_view id, std::string_view colour) {
    put("<marker id=\"{}\" viewBox=\"0 0 8 8\" refX=\"7.5\" refY=\"4\" markerWidth=\"8\" "
        "markerHeight=\"8\" "
        "markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0,0.8 L8,4 L0,7.2 L2,4 Z\" "
        "fill=\"{}\"/></marker>\n",
        id, colour);
  }

  // ---- title and legend

  void measureHead() {
    std::array<bool, kCategoryCount> seen{};
    for (const SceneBox& box : scene_.boxes)
      seen[static_cast<size_t>(model_.nodes[box.node].category)] = true;
    if (!scene_.frames.empty()) seen[static_cast<size_t>(Category::Control)] = true;
    for (const ScenePin& pin : scene_.pins) {
      if (pin.kind == PinKind::Parameter) seen[static_cast<size_t>(Category::Input)] = true;
      if (pin.kind == PinKind::Result) seen[static_cast<size_t>(Category::Output)] = true;
    }
    double x = 0;
    for (size_t i = 0; i < kCategoryCount; ++i) {
      if (!seen[i]) continue;
      legend_.push_back({static_cast<Category>(i), x});
      x += kSwatch + 6 + static_cast<double>(categoryTitle(static_cast<Category>(i)).size()) * 6.4 +
           kLegendGap;
    }
    size_t columns = columnsOf(model_.name) + columnsOf(summary()) + 3;
    headWidth_ = std::max(x - kLegendGap, textWidth(columns, 14));
  }

  std::string summary() const {
    auto counted = [](size_t count, const char* noun) {
      return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
    };
    std::string text = counted(model_.top().shownNodes, "node");
    if (model_.blocks.size() > 1) text += ", " + counted(model_.blocks.size() - 1, "block");
    return text;
  }

  void head() {
    put("<g transform=\"translate({0},{0})\">\n", svgNumber(theme::kMargin));
    put("<text class=\"heading\" y=\"16\">{}<tspan class=\"legend\" dx=\"10\" "
        "font-weight=\"normal\">{}</tspan></text>\n",
        xmlText(shortened(model_.name, theme::kTitleColumns)), xmlText(summary()));
    for (const auto& [category, x] : legend_) {
      put("<g class=\"{}\"><rect x=\"{}\" y=\"29\" width=\"{}\" height=\"{}\" rx=\"3\"/></g>"
          "<text class=\"legend\" x=\"{}\" y=\"38.5\">{}</text>\n",
          categoryName(category), svgNumber(x), svgNumber(kSwatch), svgNumber(kSwatch),
          svgNumber(x + kSwatch + 6), categoryTitle(category));
    }
    put("</g>\n");
  }

  // ---- elements of the scene

  void tooltip(const ModelNode& node) {
    std::string text = node.kind;
    size_t listed = 0;
    for (const ModelArgument& argument : node.arguments) {
      if (++listed > kMostTooltipArguments) {
        text += "\n  …";
        break;
      }
      text += "\n  " + (argument.formal.empty() ? "" : argument.formal + " = ");
      text += argument.folded ? shortened(argument.text, 100)
                              : "%" + model_.values[argument.value].name + " : " +
                                    shortened(model_.values[argument.value].type, 100);
    }
    for (size_t i = 0; i < node.outputs.size() && i < kMostTooltipArguments; ++i) {
      const ModelValue& value = model_.values[node.outputs[i]];
      text += "\n→ %" + value.name + " : " + shortened(value.type, 100);
    }
    if (options_.locations) {
      std::string location = locationText(node);
      if (!location.empty()) text += "\n" + location;
      if (!node.sourceLine.empty()) text += "\n    " + node.sourceLine;
    }
    put("<title>{}</title>", xmlText(text));
  }

  void rect(const Rect& at, double radius, std::string_view className = {}) {
    put("<rect{} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>",
        className.empty() ? std::string() : fmt::format(" class=\"{}\"", className),
        svgNumber(at.x), svgNumber(at.y), svgNumber(at.width), svgNumber(at.height),
        svgNumber(radius));
  }

  // The source location of a node, for viewers that jump to it.
  std::string place(const ModelNode& node) const {
    if (!options_.locations || node.file.empty()) return {};
    return fmt::format(" data-file=\"{}\" data-line=\"{}\"", xmlText(node.file), node.line);
  }

  void writeFrame(const SceneFrame& frame) {
    const ModelNode& node = model_.nodes[frame.node];
    put("<g id=\"n{}\" class=\"frame control\" data-in=\"b{}\"{}>", frame.node, frame.block,
        place(node));
    rect(frame.rect, theme::kCorner + 2);
    put("</g>\n");
    for (BlockId block : node.blocks) writePanel(block);
  }

  void writePanel(BlockId block) {
    if (panelOf_.empty()) {
      panelOf_.resize(model_.blocks.size(), nullptr);
      for (const ScenePanel& panel : scene_.panels) panelOf_[panel.block] = &panel;
    }
    if (panelOf_[block] == nullptr) return;
    const ScenePanel& panel = *panelOf_[block];
    const ModelBlock& shown = model_.blocks[block];
    put("<g id=\"b{}\" data-in=\"n{}\">", block, shown.owner);
    rect(panel.rect, theme::kCorner, "panel");
    if (shown.title != "body") {
      put("<text class=\"note\" x=\"{}\" y=\"{}\">{}</text>", svgNumber(panel.rect.x + 9),
          svgNumber(panel.rect.y + 16), xmlText(shown.title));
    }
    put("</g>\n");
  }

  // Written after the lines, so that it covers them.
  void writeHeader(const SceneFrame& frame) {
    const ModelNode& node = model_.nodes[frame.node];
    double radius = theme::kCorner + 2, right = frame.rect.right(),
           bottom = frame.rect.y + theme::kFrameHeader;
    put("<g class=\"control\">");
    tooltip(node);
    put("<path class=\"bar\" d=\"M{0},{1} v{2} a{3},{3} 0 0 1 {3},-{3} H{4} a{3},{3} 0 0 1 {3},{3} "
        "V{1} Z\"/>",
        svgNumber(frame.rect.x), svgNumber(bottom), svgNumber(radius - theme::kFrameHeader),
        svgNumber(radius), svgNumber(right - radius));
    put("<text class=\"name\" x=\"{}\" y=\"{}\">{}</text></g>\n", svgNumber(frame.rect.x + 12),
        svgNumber(frame.rect.y + 17.5), xmlText(shortened(node.title, theme::kTitleColumns)));
  }

  void writeEdge(const SceneEdge& edge) {
    const ModelValue& value = model_.values[edge.value];
    std::string path = "M" + svgNumber(edge.curve[0].x) + "," + svgNumber(edge.curve[0].y);
    for (size_t i = 1; i + 2 < edge.curve.size(); i += 3) {
      path += "C";
      for (size_t k = i; k < i + 3; ++k) {
        if (k > i) path += " ";
        path += svgNumber(edge.curve[k].x) + "," + svgNumber(edge.curve[k].y);
      }
    }
    put("<path{}{} d=\"{}\"><title>%{} : {}</title></path>\n",
        value.tensor ? " class=\"tensor\"" : "",
        !edge.arrow    ? ""
        : value.tensor ? " marker-end=\"url(#arrow-tensor)\""
                       : " marker-end=\"url(#arrow)\"",
        path, xmlText(value.name), xmlText(shortened(value.type, 200)));
  }

  void writePin(const ScenePin& pin) {
    const ModelValue& value = model_.values[pin.value];
    if (pin.text.empty()) {
      put("<circle class=\"dot\" cx=\"{}\" cy=\"{}\" r=\"3\"><title>%{} : {}</title></circle>\n",
          svgNumber(pin.rect.x), svgNumber(pin.rect.y), xmlText(value.name),
          xmlText(shortened(value.type, 200)));
      return;
    }
    bool graph = model_.blocks[pin.block].owner == kNone;
    std::string_view look = pin.kind == PinKind::Parameter         ? "input"
                            : pin.kind == PinKind::Result && graph ? "output"
                                                                   : "scalar";
    put("<g class=\"pin {}\" data-in=\"b{}\"><title>%{} : {}</title>", look, pin.block,
        xmlText(value.name), xmlText(shortened(value.type, 200)));
    rect(pin.rect, pin.rect.height / 2);
    textLine(pin.text, pin.rect.x + pin.rect.width / 2, pin.rect.y + 15, true);
    put("</g>\n");
  }

  void writeBox(const SceneBox& box) {
    const ModelNode& node = model_.nodes[box.node];
    put("<g id=\"n{}\" class=\"box {}\" data-in=\"b{}\"{}>", box.node, categoryName(node.category),
        box.block, place(node));
    tooltip(node);
    rect(box.rect, theme::kCorner);
    double y = box.rect.y + theme::kBoxPadY + 13;
    // All lines are centred.
    for (const TextLine& line : box.lines) {
      textLine(line, box.rect.x + box.rect.width / 2, y, true);
      y += theme::kArgumentLine;
    }
    put("</g>\n");
  }

  void textLine(const TextLine& line, double x, double y, bool middle) {
    static constexpr std::array<std::string_view, 5> kClasses = {"name", "formal", "literal",
                                                                 "reference", "note"};
    put("<text x=\"{}\" y=\"{}\"{}>", svgNumber(x), svgNumber(y),
        middle ? " text-anchor=\"middle\"" : "");
    for (const TextSpan& span : line) {
      put("<tspan class=\"{}\">{}</tspan>", kClasses[static_cast<size_t>(span.ink)],
          xmlText(span.text));
    }
    put("</text>");
  }

  const Model& model_;
  const Scene& scene_;
  SvgOptions options_;
  std::string out_;
  std::vector<std::pair<Category, double>> legend_;
  std::vector<const ScenePanel*> panelOf_;
  double headWidth_ = 0;
};

}  // namespace

std::string toSvg(const Model& model, const Scene& scene, const SvgOptions& options) {
  return SvgWriter(model, scene, options).write();
}

}  // namespace ts::viz
