#include "core/picture/box_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <utility>

#include "core/picture/costs.h"
#include "core/picture/font_width.h"
#include "core/picture/labels.h"

namespace ts::viz {
namespace {

constexpr size_t kMostTitle = 44;
constexpr size_t kMostDetail = 40;
constexpr size_t kMostDetailLines = 2;
constexpr size_t kMostEdgeLabel = 48;

// Operators and classes of modules by name. The first line that fits decides.
const std::vector<std::pair<std::regex, std::string_view>>& familyPatterns() {
  auto pattern = [](const char* text) {
    return std::regex(text, std::regex::ECMAScript | std::regex::icase);
  };
  static const std::vector<std::pair<std::regex, std::string_view>> patterns = {
      {pattern("(batch|layer|group|instance|local_response|rms)_?norm|frozenbn|normalize"), "norm"},
      {pattern("conv|linear|matmul|bmm|baddbmm|addmm|einsum|embedding|attention|lstm|gru|rnn|"
               "(^|::)mm$"),
       "weights"},
      {pattern("pool|interpolate|upsample"), "pool"},
      {pattern("relu|sigmoid|tanh|gelu|silu|swish|softmax|mish|elu|hardtanh|softplus|activation|"
               "dropout|drop_?path|stochasticdepth"),
       "activation"},
      {pattern("view|reshape|flatten|permute|transpose|squeeze|cat$|concat|stack|split|chunk|slice|"
               "select|expand|narrow|unbind|contiguous|roll|pad$|identity|(^|::)t$"),
       "shape"},
      {pattern("(^|::)_?(add|sub|rsub|mul|div|pow|neg|sqrt|rsqrt|exp|log|mean|sum|abs|maximum|"
               "minimum|clamp|addcmul)_?$"),
       "arithmetic"},
  };
  return patterns;
}

// 25557032 is "25.6 M"; `least` follows a number below a thousand.
std::string countLabel(double number, std::string_view least = "") {
  static constexpr std::pair<double, char> kSteps[] = {
      {1e12, 'T'}, {1e9, 'G'}, {1e6, 'M'}, {1e3, 'k'}};
  for (const auto& [factor, unit] : kSteps) {
    if (number < factor * 0.9995) continue;
    const double scaled = number / factor;
    if (scaled >= 100) return fmt::format("{} {}", std::lround(scaled), unit);
    std::string digits = fmt::format("{:#.3g}", scaled);
    if (digits.ends_with('.')) digits.pop_back();
    return fmt::format("{} {}", digits, unit);
  }
  return fmt::format("{:.3g}{}", number, least);
}

bool isSelf(std::string_view text) {
  if (!text.starts_with("self")) return false;
  if (text.size() == 4) return true;
  const char next = text[4];
  return !(next == '_' || (next >= '0' && next <= '9') || (next >= 'a' && next <= 'z') ||
           (next >= 'A' && next <= 'Z'));
}

// Constants that differ from the defaults of the schema.
std::vector<std::string> constantsOf(const Picture& picture, const ModelNode& node) {
  std::vector<std::string> constants;
  for (const ModelArgument& argument : node.arguments) {
    if (!argument.folded || argument.isDefault || argument.text == "None" || isSelf(argument.text))
      continue;
    if (weightOf(picture.overlay, argument.text) != nullptr) continue;
    constants.push_back(
        cutText(argument.formal.empty() ? argument.text : argument.formal + " " + argument.text,
                kMostDetail));
  }
  return constants;
}

size_t charactersIn(std::string_view text) {
  return static_cast<size_t>(std::ranges::count_if(
      text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }));
}

// As many constants as fit in two short lines.
std::vector<std::string> detailsOf(const Picture& picture, const ModelNode& node) {
  std::vector<std::string> lines;
  for (const std::string& constant : constantsOf(picture, node)) {
    if (!lines.empty() && charactersIn(lines.back()) + charactersIn(constant) + 3 <= kMostDetail) {
      lines.back() += " · " + constant;
    } else if (lines.size() < kMostDetailLines) {
      lines.push_back(constant);
    } else {
      lines.back() = cutText(lines.back() + " …", kMostDetail);
      break;
    }
  }
  return lines;
}

bool isNumber(std::string_view title) {
  return !title.empty() && std::ranges::all_of(title, [](char c) { return c >= '0' && c <= '9'; });
}

std::string shapeText(const TensorFacts& facts) {
  const std::string text = facts.text();
  const size_t open = text.find(" [");
  if (open == text.npos || open == 0 || !text.ends_with(']')) return text;
  std::string sizes = text.substr(open + 2, text.size() - open - 3);
  for (size_t at = sizes.find(", "); at != sizes.npos; at = sizes.find(", ", at))
    sizes.replace(at, 2, "×");
  if (const size_t dots = sizes.find("..."); dots != sizes.npos) sizes.replace(dots, 3, "…");
  return (sizes.empty() ? "scalar" : sizes) + " " + text.substr(0, open);
}

// A sign does not say what an argument behind the operands changes.
std::string titleOfNode(const ModelNode& node) {
  const auto& arguments = node.arguments;
  const bool isPlain = std::all_of(
      arguments.begin() + static_cast<ptrdiff_t>(std::min<size_t>(arguments.size(), 2)),
      arguments.end(), [](const ModelArgument& argument) { return argument.isDefault; });
  const std::string_view sign = isPlain ? operatorSign(node.kind) : std::string_view();
  return sign.empty() ? cutText(node.title, kMostTitle) : std::string(sign);
}

}  // namespace

BoxTexts::BoxTexts(const Picture& picture)
    : picture_(picture), hasModules_(picture.hierarchy.groups.size()) {
  for (const Group& group : picture.hierarchy.groups)
    if (group.kind == GroupKind::Module && group.parent != kNone) hasModules_[group.parent] = true;
}

BoxText BoxTexts::ofNode(NodeId id) {
  const ModelNode& node = picture_.model.nodes[id];
  BoxText text;
  text.title = titleOfNode(node);
  if (text.title.empty()) text.title = node.kind;
  text.details = detailsOf(picture_, node);
  // In a file of tensors, nodes are only their weights.
  if (node.outputs.empty()) {
    for (const ModelArgument& argument : node.arguments) {
      if (!argument.folded) continue;
      if (const Weight* weight = weightOf(picture_.overlay, argument.text))
        text.details.push_back(cutText(shapeText(weight->tensor), kMostDetail));
    }
  }
  text.family = node.category == Category::Tensor ? familyOf(node.kind, "tensor")
                                                  : categoryName(node.category);
  return text;
}

BoxText BoxTexts::ofGroup(GroupId id) {
  const Group& group = picture_.hierarchy.groups[id];
  BoxText text;
  text.title = titleOf(id);
  const std::string type = cutText(group.type, kMostTitle);
  // In a sequence, modules are numbered: their classes tell more.
  if (isNumber(text.title) && !type.empty())
    text.title += ": " + type;
  else if (!type.empty())
    text.details.push_back(type);
  const auto& stats = picture_.overlay.groups;
  if (id < stats.size()) text.note = statsLabel(stats[id]);
  if (text.note.empty() && group.nodes > 1)
    text.note = countLabel(static_cast<double>(group.nodes)) + " nodes";
  text.family = familyOfGroup(id);
  return text;
}

std::string BoxTexts::titleOf(GroupId id) const {
  const Group& group = picture_.hierarchy.groups[id];
  if (group.title.empty()) {
    const std::string type = cutText(group.type, kMostTitle);
    return type.empty() ? std::string(groupKindName(group.kind)) : type;
  }
  if (group.kind != GroupKind::Module) return cutText(group.title, kMostTitle);
  const std::string around = modulePathAround(id);
  const bool isInside = !around.empty() && group.title.starts_with(around + ".");
  return cutFront(isInside ? std::string_view(group.title).substr(around.size() + 1)
                           : std::string_view(group.title),
                  kMostTitle);
}

std::string BoxTexts::modulePathAround(GroupId id) const {
  const auto& groups = picture_.hierarchy.groups;
  for (GroupId at = groups[id].parent; at != kNone; at = groups[at].parent)
    if (!groups[at].path.empty()) return groups[at].path;
  return {};
}

// The class of a module with further modules in it says little about its work.
std::string_view BoxTexts::familyOfGroup(GroupId id) {
  const Group& group = picture_.hierarchy.groups[id];
  switch (group.kind) {
    case GroupKind::If:
    case GroupKind::Loop:
    case GroupKind::Block: return "control";
    case GroupKind::Function: return familyOf(group.title, "call");
    case GroupKind::Module:
      return hasModules_[id] ? std::string_view("module") : familyOf(group.type, "module");
    default: return "module";
  }
}

std::string_view BoxTexts::familyOf(const std::string& name, std::string_view other) {
  auto [at, isNew] = families_.try_emplace(name);
  if (isNew) {
    for (const auto& [pattern, family] : familyPatterns()) {
      if (!std::regex_search(name, pattern)) continue;
      at->second = family;
      break;
    }
  }
  return at->second.empty() ? other : at->second;
}

std::string valueName(const ModelValue& value) {
  std::string_view name = value.name;
  size_t digits = name.size();
  while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9') --digits;
  if (digits < name.size() && digits == 0) name = {};
  if (digits < name.size() && digits > 0 && name[digits - 1] == '.')
    name = name.substr(0, digits - 1);
  return cutText(name, kMostTitle);
}

std::string shapeLabel(const Picture& picture, ValueId id) {
  const auto label = picture.overlay.labels.find(id);
  if (label != picture.overlay.labels.end()) return label->second;
  const TensorFacts* facts = picture.overlay.value(id);
  return facts == nullptr ? std::string() : cutText(shapeText(*facts), kMostEdgeLabel);
}

std::string statsLabel(const Stats& stats) {
  std::string label;
  if (stats.parameters.value_or(0) != 0)
    label = countLabel(static_cast<double>(*stats.parameters)) + " params";
  if (stats.flops.value_or(0) != 0) {
    if (!label.empty()) label += " · ";
    label += countLabel(static_cast<double>(*stats.flops), " ") + "FLOP";
  }
  return label;
}

}  // namespace ts::viz
