#include "viz/box.h"

#include <algorithm>
#include <cmath>

#include "core/picture/text_metrics.h"
#include "viz/segments.h"
#include "viz/theme.h"

namespace ts::viz {
namespace {

constexpr size_t kLineColumns = 34;     // the longest line of arguments
constexpr size_t kOneLineColumns = 30;  // the longest line with title and arguments
constexpr size_t kMostTextLines = 9;
constexpr size_t kMostTextColumns = 32;  // of one argument
constexpr double kLabelGap = 5;          // between a line and its label
constexpr double kMinWidth = 44;

using Item = TextLine;

size_t columns(const TextLine& line) {
  size_t sum = 0;
  for (const TextSpan& span : line) sum += columnsOf(span.text);
  return sum;
}

std::vector<Item> itemsOf(const Model& model, const ModelNode& node, const std::vector<bool>& drawn,
                          const std::string& collapsed) {
  std::vector<Item> items;
  if (!collapsed.empty()) items.push_back({{collapsed, Ink::Note}});
  for (size_t i = 0; i < node.arguments.size(); ++i) {
    const ModelArgument& argument = node.arguments[i];
    if (drawn[i] || argument.isDefault) continue;
    Item item;
    if (argument.formal.size() > 1)
      item.push_back({shortened(argument.formal, 20) + "=", Ink::Formal});
    if (argument.folded) {
      item.push_back({shortened(argument.text, kMostTextColumns), Ink::Literal});
    } else {
      item.push_back({"%" + shortened(model.values[argument.value].name, kMostTextColumns),
                      Ink::Reference, argument.value});
    }
    items.push_back(std::move(item));
  }
  return items;
}

// The title of a call contains the name of its function already.
bool isCalleeItem(const ModelNode& node, size_t argument) {
  return argument == 0 && node.kind == "prim::CallFunction" && node.arguments[0].folded;
}

std::vector<TextLine> wrap(std::string title, std::vector<Item> items) {
  size_t total = columnsOf(title) + 2;
  for (const Item& item : items) total += columns(item) + 2;
  std::vector<TextLine> lines;
  lines.push_back({{std::move(title), Ink::Title}});
  if (total - 2 <= kOneLineColumns && items.size() <= 2) {
    for (Item& item : items) {
      lines[0].push_back({"  ", Ink::Note});
      lines[0].insert(lines[0].end(), item.begin(), item.end());
    }
    return lines;
  }
  size_t used = kLineColumns;
  for (size_t i = 0; i < items.size(); ++i) {
    size_t width = columns(items[i]);
    bool wraps = used + 2 + width > kLineColumns;
    if (wraps && lines.size() == kMostTextLines) {
      lines.push_back({{"… " + std::to_string(items.size() - i) + " more", Ink::Note}});
      break;
    }
    if (wraps) {
      lines.emplace_back();
      used = 0;
    } else {
      lines.back().push_back({"  ", Ink::Note});
      used += 2;
    }
    lines.back().insert(lines.back().end(), items[i].begin(), items[i].end());
    used += width;
  }
  return lines;
}

double lineWidth(const TextLine& line) {
  double width = 0;
  for (const TextSpan& span : line) {
    width += textWidth(columnsOf(span.text),
                       span.ink == Ink::Title ? theme::kTitleSize : theme::kArgumentSize);
  }
  return width;
}

}  // namespace

std::string valueLabel(const ModelValue& value, size_t columns) {
  if (!value.named) return shortened(value.type, columns);
  std::string name = shortened(value.name, columns);
  size_t left = columns - std::min(columns, columnsOf(name) + 3);
  return left < 5 ? name : name + " : " + shortened(value.type, left);
}

std::vector<double> spreadLabelled(const std::vector<double>& labelWidths, double& width) {
  double needed = 0;
  for (double label : labelWidths) needed += label + kLabelGap + 10;
  width = std::max(width, needed);
  if (labelWidths.size() == 1) {
    // In the middle if the label fits there; otherwise further left.
    return {std::max(std::min(width / 2, width - labelWidths[0] - kLabelGap), 8.0)};
  }
  std::vector<double> ports;
  double slack = (width - needed) / static_cast<double>(std::max<size_t>(labelWidths.size(), 1));
  double x = 0;
  for (double label : labelWidths) {
    ports.push_back(x + 6 + slack / 2);
    x += label + kLabelGap + 10 + slack;
  }
  return ports;
}

BoxShape shapeBox(const Model& model, const ModelNode& node, const std::vector<bool>& drawn,
                  size_t extraPorts, const std::string& collapsed) {
  BoxShape shape;
  std::vector<bool> hidden = drawn;
  for (size_t i = 0; i < node.arguments.size(); ++i) {
    if (drawn[i]) shape.arguments.push_back(static_cast<uint32_t>(i));
    if (isCalleeItem(node, i)) hidden[i] = true;
  }
  shape.lines = wrap(shortened(node.title, 48), itemsOf(model, node, hidden, collapsed));

  for (const TextLine& line : shape.lines) shape.width = std::max(shape.width, lineWidth(line));
  shape.width = std::max(shape.width + 2 * theme::kBoxPadX, kMinWidth);
  size_t ports = shape.arguments.size() + extraPorts;
  shape.width = std::max(shape.width, theme::kPortGap * static_cast<double>(ports + 1));
  shape.height = 2 * theme::kBoxPadY + theme::kTitleLine +
                 theme::kArgumentLine * static_cast<double>(shape.lines.size() - 1);

  std::vector<double> widths;
  for (ValueId output : node.outputs) {
    const ModelValue& value = model.values[output];
    if (!value.used || shape.outPorts.size() == kMostLines) continue;
    shape.outPorts.push_back({output, 0, valueLabel(value, 26)});
    widths.push_back(textWidth(columnsOf(shape.outPorts.back().label), theme::kLabelSize));
  }
  std::vector<double> places = spreadLabelled(widths, shape.width);
  for (size_t i = 0; i < places.size(); ++i) shape.outPorts[i].x = std::round(places[i]);
  shape.width = 2 * std::ceil(shape.width / 2);
  for (size_t i = 0; i < ports; ++i) {
    shape.inPorts.push_back(
        std::round(shape.width * static_cast<double>(i + 1) / static_cast<double>(ports + 1)));
  }
  return shape;
}

}  // namespace ts::viz
