#include "viz/picture_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "core/picture/font_width.h"
#include "core/picture/node_marks.h"
#include "core/picture/xml.h"
#include "look_table.h"
#include "viz/memory_chart.h"
#include "viz/placement.h"
#include "viz/summary.h"
#include "viz/svg_text.h"

namespace ts::viz {
namespace {

constexpr double kTitleHeight = 46;
constexpr double kArrow = 7;         // the length of a tip
constexpr double kArrowOverlap = 4;  // of a line with the tip at its end
constexpr double kBow = 0.7;         // of the way: how far a curve keeps its direction at both ends
constexpr double kStraight = 0.5;    // a curve that moves less is a line
constexpr double kRound = 9;         // the radius of a detour's corners
constexpr double kTextMiddle = 0.355;  // of the font's size: from the baseline to the middle
constexpr PictureFont kChipFont{9.5, true, false};

// The marks that the first view shows, with their texts on boxes.
struct ShownMark {
  std::string_view kind, text;
  bool isOutline = false;  // also colours the outline of the box
};
constexpr ShownMark kShownMarks[] = {
    {"nan", "NaN"},         {"baked", "baked"},     {"added", "+", true},
    {"removed", "−", true}, {"changed", "~", true}, {"diverges", "≠", true},
};

struct MarkChip {
  const ShownMark* mark = nullptr;
  size_t count = 0;
  std::string label;  // in place of the mark's text
};

std::string_view markColour(std::string_view kind) {
  const auto mark = std::ranges::find(look::kMarks, kind, &look::MarkColour::kind);
  return mark == std::end(look::kMarks) ? look::kFaint : mark->colour;
}

const look::FamilyColours& coloursOf(std::string_view family) {
  const auto colours = std::ranges::find(look::kFamilies, family, &look::FamilyColours::name);
  return colours == std::end(look::kFamilies) ? std::end(look::kFamilies)[-1] : *colours;
}

// Draws what the viewer's page shows first, in its light colours.
class PictureWriter {
 public:
  PictureWriter(const Picture& picture, const SvgOptions& options)
      : picture_(picture), options_(options), texts_(picture) {
    Placer placer(picture);
    const ColumnCuts cuts = placer.bestCuts(options.page);
    whole_ = placer.place(0, cuts);
    depths_.resize(picture.hierarchy.groups.size());
    for (GroupId id = 1; id < depths_.size(); ++id)
      depths_[id] = depths_[picture.hierarchy.groups[id].parent] + 1;
    countMarks();
  }

  std::string write() {
    const FocusedBox focus = findFocus(whole_, 0, 0);
    const double contentWidth = focus.box ? focus.box->rect.width : whole_.width;
    const double contentHeight = focus.box ? focus.box->rect.height : whole_.height;
    const double needed = widthOf(subtitle(), kDetailFont) + 32;
    const double width = std::ceil(std::max(contentWidth + 2 * look::kMargin, needed));
    const double chartTop = contentHeight + 2 * look::kMargin + kTitleHeight;
    const double height = std::ceil(chartTop + (picture_.memory.empty() ? 0 : kChartHeight));
    put("<svg xmlns=\"http://www.w3.org/2000/svg\" {} role=\"img\" xml:space=\"preserve\">\n",
        sizeAttributes(options_.page, width, height));
    put("<title>{}</title>\n", xmlText(picture_.model.name));
    style();
    put("<rect class=\"page\" width=\"{}\" height=\"{}\" rx=\"10\"/>\n", svgNumber(width),
        svgNumber(height));
    put("<text class=\"head\" x=\"16\" y=\"24\">{}</text>\n",
        xmlText(cutText(heading(), static_cast<size_t>(width / 9))));
    put("<text class=\"line\" x=\"16\" y=\"41\">{}</text>\n", xmlText(subtitle()));
    // The coordinates within are those of the page.
    put("<g transform=\"translate({},{})\">\n",
        svgNumber((width - contentWidth) / 2 - (focus.box ? focus.x : 0)),
        svgNumber(kTitleHeight + look::kMargin - (focus.box ? focus.y : 0)));
    if (focus.box)
      box(*focus.box, focus.x - focus.box->rect.x, focus.y - focus.box->rect.y);
    else
      inside(whole_, 0, 0);
    put("</g>\n");
    out_ += memoryChart(picture_.memory, 16, chartTop, width - 32);
    put("</svg>\n");
    return std::move(out_);
  }

 private:
  struct FocusedBox {
    const PlacedBox* box = nullptr;
    double x = 0, y = 0;  // in the whole picture
  };

  template <typename... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  FocusedBox findFocus(const PlacedGroup& placed, double x, double y) const {
    if (picture_.focus == 0) return {};
    for (const PlacedBox& box : placed.boxes) {
      const double left = x + box.rect.x, top = y + box.rect.y;
      if (box.kind == SlotKind::Group && box.id == picture_.focus) return {&box, left, top};
      if (!box.inside) continue;
      const FocusedBox focused = findFocus(*box.inside, left + box.inside->x, top + box.inside->y);
      if (focused.box) return focused;
    }
    return {};
  }

  std::string heading() const {
    if (picture_.focus == 0) return picture_.model.name;
    return picture_.model.name + ": " + texts_.titleOf(picture_.focus);
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
    put("<style>\n.page{{fill:{};stroke:{}}}\n", look::kBackground, look::kGroupStroke);
    put("text{{font-family:{};font-size:{}px;fill:{}}}\n", kPictureFonts, look::kDetail,
        look::kInk);
    put(".head{{font-size:16px;font-weight:600}}\n");
    put(".title,.times,.opener{{font-size:{}px;font-weight:600}}\n", look::kTitle);
    put(".line,.type{{fill:{}}}\n.box text{{text-anchor:middle}}\n", look::kFaint);
    put(".box .opener{{text-anchor:start;opacity:0.75}}\n.box .times{{text-anchor:end}}\n");
    put(".open .times{{fill:{}}}\n.note{{opacity:0.82}}\n", look::kSelection);
    put(".label{{font-family:{};font-size:{}px;fill:{}}}\n", kMonoFonts, look::kLabel,
        look::kFaint);
    put(".edges path{{fill:none;stroke:{};stroke-width:1.1}}\n", look::kOtherEdge);
    put(".edges .tensor{{stroke:{};stroke-width:1.5}}\n", look::kEdge);
    put(".edges .tip{{fill:{};stroke:none}}\n.edges .tensor.tip{{fill:{};stroke:none}}\n",
        look::kOtherEdge, look::kEdge);
    put(".point{{fill:{};stroke:{};stroke-width:1.3}}\n", look::kBackground, look::kEdge);
    put(".chip{{font-size:{}px;font-weight:600;text-anchor:middle}}\n", kChipFont.size);
    put("</style>\n");
  }

  void inside(const PlacedGroup& placed, double x, double y) {
    if (!placed.pieces.empty()) {
      put("<g class=\"edges\">\n");
      for (const PlacedPiece& piece : placed.pieces) this->piece(piece, x, y);
      put("</g>\n");
    }
    for (const PlacedBox& each : placed.boxes) box(each, x, y);
    for (const PlacedLabel& label : placed.labels) {
      put("<text class=\"label\" x=\"{}\" y=\"{}\">{}</text>\n", svgNumber(x + label.x),
          svgNumber(y + label.y), xmlText(label.text));
    }
  }

  void piece(const PlacedPiece& piece, double x, double y) {
    std::vector<Point> path = piece.path;
    for (Point& point : path) point = {point.x + x, point.y + y};
    const Point tip = path.back();
    if (piece.hasArrow) {
      path.back().y -= kArrowOverlap;  // the line ends within the arrow
      if (path.size() == 4) path[2].y -= kArrowOverlap;
    }
    const std::string_view kind = piece.isTensor ? "tensor" : "other";
    put("<path class=\"{}\" d=\"{}\"/>\n", kind,
        path.size() == 4 ? bentPath(path) : roundedPath(path));
    if (!piece.hasArrow) return;
    put("<path class=\"{} tip\" d=\"M{},{}l-{},-{}h{}z\"/>\n", kind, svgNumber(tip.x),
        svgNumber(tip.y), svgNumber(kArrow * 0.55), svgNumber(kArrow), svgNumber(kArrow * 1.1));
  }

  static std::string at(Point point) { return svgNumber(point.x) + "," + svgNumber(point.y); }

  static std::string bentPath(const std::vector<Point>& path) {
    if (std::abs(path[0].x - path[3].x) < kStraight) return "M" + at(path[0]) + "L" + at(path[3]);
    const double bow = (path[2].y - path[1].y) * kBow;
    return "M" + at(path[0]) + "L" + at(path[1]) + "C" + at({path[1].x, path[1].y + bow}) + " " +
           at({path[2].x, path[2].y - bow}) + " " + at(path[2]) + "L" + at(path[3]);
  }

  static std::string roundedPath(const std::vector<Point>& path) {
    std::string out = "M" + at(path[0]);
    for (size_t i = 1; i + 1 < path.size(); ++i) {
      auto towards = [&](Point other) -> Point {
        const double distance = std::hypot(other.x - path[i].x, other.y - path[i].y);
        const double way = distance == 0 ? 0 : std::min(kRound, distance / 2) / distance;
        return {path[i].x + (other.x - path[i].x) * way, path[i].y + (other.y - path[i].y) * way};
      };
      out += "L" + at(towards(path[i - 1])) + "Q" + at(path[i]) + " " + at(towards(path[i + 1]));
    }
    return out + "L" + at(path.back());
  }

  void box(const PlacedBox& box, double x, double y) {
    const Rect rect{x + box.rect.x, y + box.rect.y, box.rect.width, box.rect.height};
    if (box.isPort) {
      put("<circle class=\"point\" cx=\"{}\" cy=\"{}\" r=\"2.5\"/>\n", svgNumber(rect.x),
          svgNumber(rect.y));
    } else if (box.inside) {
      frame(box, rect);
      inside(*box.inside, rect.x + box.inside->x, rect.y + box.inside->y);
    } else {
      closed(box, rect);
    }
  }

  void rect(std::string_view classes, const Rect& rect, double radius, std::string_view style) {
    put("<rect{} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" {}/>\n",
        classes.empty() ? "" : fmt::format(" class=\"{}\"", classes), svgNumber(rect.x),
        svgNumber(rect.y), svgNumber(rect.width), svgNumber(rect.height), svgNumber(radius), style);
  }

  void text(std::string_view classes, double x, double y, std::string_view colour,
            const std::string& content) {
    put("<text class=\"{}\" x=\"{}\" y=\"{}\"{}>{}</text>\n", classes, svgNumber(x), svgNumber(y),
        colour.empty() ? "" : fmt::format(" style=\"fill:{}\"", colour), xmlText(content));
  }

  // The colours of a box: a difference and the selection show in its outline.
  std::string outline(const PlacedBox& box, std::string_view fill, std::string_view stroke) const {
    double width = 1.1;
    std::string_view dashes;
    for (const MarkChip& chip : chipsOf(box, true)) {
      if (!chip.mark->isOutline) continue;
      stroke = markColour(chip.mark->kind);
      width = 2;
      if (chip.mark->kind == "removed") dashes = ";stroke-dasharray:5 3";
      break;
    }
    if (box.kind == SlotKind::Node && box.id == picture_.selected) {
      stroke = look::kSelection;
      width = 2.6;
      dashes = {};
    }
    return fmt::format("style=\"fill:{};stroke:{};stroke-width:{}{}\"", fill, stroke, width,
                       dashes);
  }

  void frame(const PlacedBox& box, const Rect& area) {
    const Group& group = picture_.hierarchy.groups[box.id];
    const look::FamilyColours& colours = coloursOf(box.text.family);
    const bool isControl = box.text.family == "control";
    put("<g class=\"open\">\n<title>{}</title>\n", xmlText(groupTooltip(box.id)));
    rect("frame", area, 10,
         outline(box, look::kGroups[(depths_[box.id] + 1) % std::size(look::kGroups)],
                 isControl ? colours.stroke : look::kGroupStroke));
    const double baseline = area.y + 18.5;
    text("type", area.x + 12, baseline, {}, "▾");
    const std::string title = texts_.titleOf(box.id);
    text("title", area.x + 26, baseline, isControl ? colours.text : std::string_view(), title);
    double end = area.x + 26 + widthOf(title, kTitleFont);
    const double type = widthOf(group.type, kDetailFont);
    if (!group.type.empty() && end + 8 + type < area.right()) {
      text("type", end + 8, baseline, {}, group.type);
      end += 8 + type;
    }
    if (box.repeats > 1) text("times", end + 8, baseline, {}, fmt::format("×{}", box.repeats));
    put("</g>\n");
    chips(box, area, true);
  }

  void closed(const PlacedBox& box, const Rect& area) {
    const bool isPill = box.kind == SlotKind::Input || box.kind == SlotKind::Output;
    const bool isGroup = box.kind == SlotKind::Group;
    const look::FamilyColours& colours = coloursOf(box.text.family);
    const std::string style = outline(box, colours.fill, colours.stroke);
    const double radius = isPill ? area.height / 2 : isGroup ? 9 : 7;
    put("<g class=\"{}\">\n", isPill ? "pin box" : "box");
    if (!isPill)
      put("<title>{}</title>\n", xmlText(isGroup ? groupTooltip(box.id) : nodeTooltip(box.id)));
    if (box.repeats > 1) {
      for (double shift : {look::kStack, look::kStack / 2})
        rect("sheet", {area.x + shift, area.y - shift, area.width, area.height}, radius, style);
    }
    rect({}, area, radius, style);
    double y = area.y + (area.height - box.textHeight) / 2;
    auto line = [&](std::string_view classes, const PictureFont& font, const std::string& content) {
      if (content.empty()) return;
      const double height = font.size * look::kLineHeight;
      text(classes, area.x + area.width / 2, y + height / 2 + font.size * kTextMiddle, colours.text,
           content);
      y += height;
    };
    line("title", kTitleFont, box.text.title);
    for (const std::string& detail : box.text.details) line("detail", kDetailFont, detail);
    line("note", kDetailFont, box.text.note);
    const double middle = area.y + area.height / 2;
    if (isGroup) text("opener", area.x + 9, middle + 3.8, colours.text, "▸");
    if (box.repeats > 1)
      text("times", area.right() - 9, middle + 4.6, colours.text, fmt::format("×{}", box.repeats));
    put("</g>\n");
    chips(box, area, false);
  }

  void chips(const PlacedBox& box, const Rect& area, bool isOpen) {
    double right = area.right() - 8;
    for (const MarkChip& chip : chipsOf(box, isOpen)) {
      std::string label = chip.label.empty() ? std::string(chip.mark->text) : chip.label;
      if (chip.label.empty() && chip.count > 1) label += fmt::format(" {}", chip.count);
      const double width = widthOf(label, kChipFont) + 9;
      const std::string_view colour = markColour(chip.mark->kind);
      put("<g class=\"mark\">\n");
      rect({}, {right - width, area.y - 7.5, width, 14}, 7,
           fmt::format("style=\"fill:{};stroke:{};stroke-width:1.1\"", look::kBackground, colour));
      text("chip", right - width / 2, area.y + 3, colour, label);
      put("</g>\n");
      right -= width + 4;
    }
  }

  // A closed group has the marks of all boxes in it, other boxes have their own.
  std::vector<MarkChip> chipsOf(const PlacedBox& box, bool isOpen) const {
    std::vector<MarkChip> chips;
    if (box.kind == SlotKind::Group && !isOpen) {
      for (size_t i = 0; i < std::size(kShownMarks); ++i)
        if (const size_t count = counts_[box.id][i]) chips.push_back({&kShownMarks[i], count, {}});
    } else if (box.kind == SlotKind::Group || box.kind == SlotKind::Node) {
      const std::vector<Mark> marks = box.kind == SlotKind::Node
                                          ? marksOf(picture_, box.id)
                                          : picture_.hierarchy.groups[box.id].marks;
      for (const ShownMark& shown : kShownMarks) {
        const auto mark = std::ranges::find(marks, shown.kind, &Mark::kind);
        if (mark != marks.end()) chips.push_back({&shown, 1, mark->label});
      }
    }
    return chips;
  }

  void countMarks() {
    const Hierarchy& hierarchy = picture_.hierarchy;
    counts_.assign(hierarchy.groups.size(), {});
    auto add = [&](const std::vector<Mark>& marks, GroupId group) {
      for (size_t i = 0; i < std::size(kShownMarks); ++i) {
        if (std::ranges::find(marks, kShownMarks[i].kind, &Mark::kind) == marks.end()) continue;
        for (GroupId at = group; at != kNone; at = hierarchy.groups[at].parent) ++counts_[at][i];
      }
    };
    for (GroupId id = 0; id < hierarchy.groups.size(); ++id) add(hierarchy.groups[id].marks, id);
    for (NodeId id = 0; id < picture_.model.nodes.size(); ++id)
      if (hierarchy.groupOf[id] != kNone) add(marksOf(picture_, id), hierarchy.groupOf[id]);
  }

  std::string groupTooltip(GroupId id) const {
    const Group& group = picture_.hierarchy.groups[id];
    std::string text = texts_.titleOf(id);
    if (!group.type.empty()) text += " · " + group.type;
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

  const Picture& picture_;
  SvgOptions options_;
  BoxTexts texts_;
  PlacedGroup whole_;
  std::vector<size_t> depths_;  // of groups
  // By group: how often each of kShownMarks is inside.
  std::vector<std::array<size_t, std::size(kShownMarks)>> counts_;
  std::string out_;
};

}  // namespace

std::string toSvg(const Picture& picture, const SvgOptions& options) {
  return PictureWriter(picture, options).write();
}

}  // namespace ts::viz
