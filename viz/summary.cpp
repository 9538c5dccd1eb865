#include "viz/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/picture/text_metrics.h"

namespace ts::viz {
namespace {

constexpr size_t kColumns = 6;
using Row = std::array<std::string, kColumns>;

class SummaryWriter {
 public:
  SummaryWriter(const Picture& picture, uint32_t depth) : picture_(picture), depth_(depth) {}

  std::string write() {
    const Stats& total = statsOf(0);
    hasFlops_ = total.flops.has_value();
    rows_.push_back({"module", "type", "output shape", "parameters", "FLOPs", "percent"});
    addRow(0, picture_.model.name, "");
    addChildren(0, "", 1);
    std::string out;
    std::array<size_t, kColumns> widths{};
    for (const Row& row : rows_)
      for (size_t i = 0; i < kColumns; ++i) widths[i] = std::max(widths[i], columnsOf(row[i]));
    for (size_t i = 0; i < rows_.size(); ++i) {
      out += line(rows_[i], widths);
      if (i == 0) out += std::string(lineWidth(widths), '-') + "\n";
    }
    out += std::string(lineWidth(widths), '-') + "\n";
    return out + totals(total);
  }

 private:
  const Stats& statsOf(GroupId id) const { return picture_.overlay.groups[id]; }

  void addRow(GroupId id, const std::string& name, const std::string& indent) {
    const Group& group = picture_.hierarchy.groups[id];
    const Stats& stats = statsOf(id);
    std::string title = indent + name;
    if (group.repeats.size() > 1) title += fmt::format(" ×{}", group.repeats.size());
    rows_.push_back({std::move(title), group.type, outputShape(group),
                     stats.parameters ? grouped(*stats.parameters) : "",
                     stats.flops ? withPrefix(static_cast<double>(*stats.flops)) : "",
                     percent(stats)});
  }

  // Modules directly below, and those below functions, segments and control flow.
  void addChildren(GroupId id, const std::string& indent, uint32_t level) {
    if (level > depth_) return;
    std::vector<GroupId> modules;
    collect(id, modules);
    for (size_t i = 0; i < modules.size(); ++i) {
      const bool isLast = i + 1 == modules.size();
      addRow(modules[i], picture_.hierarchy.groups[modules[i]].path,
             indent + (isLast ? "└─ " : "├─ "));
      addChildren(modules[i], indent + (isLast ? "   " : "│  "), level + 1);
    }
  }

  void collect(GroupId id, std::vector<GroupId>& modules) const {
    for (const Member& member : picture_.hierarchy.groups[id].members) {
      if (!member.isGroup) continue;
      if (picture_.hierarchy.groups[member.id].kind == GroupKind::Module)
        modules.push_back(member.id);
      else
        collect(member.id, modules);
    }
  }

  std::string outputShape(const Group& group) const {
    for (ValueId value : group.outputs)
      if (const TensorFacts* facts = picture_.overlay.value(value)) return facts->text();
    return {};
  }

  std::string percent(const Stats& stats) const {
    const auto& part = hasFlops_ ? stats.flops : stats.parameters;
    const auto& total = hasFlops_ ? statsOf(0).flops : statsOf(0).parameters;
    if (!total || *total == 0 || !part) return {};
    return fmt::format("{:.1f}", 100 * static_cast<double>(*part) / static_cast<double>(*total));
  }

  static size_t lineWidth(const std::array<size_t, kColumns>& widths) {
    size_t total = 2 * (kColumns - 1);
    for (size_t width : widths) total += width;
    return total;
  }

  // The first three columns are text, the others numbers.
  static std::string line(const Row& row, const std::array<size_t, kColumns>& widths) {
    std::string out;
    for (size_t i = 0; i < kColumns; ++i) {
      const std::string gap(widths[i] - columnsOf(row[i]), ' ');
      if (i > 0) out += "  ";
      out += i < 3 ? row[i] + gap : gap + row[i];
    }
    return out.substr(0, out.find_last_not_of(' ') + 1) + "\n";
  }

  std::string totals(const Stats& total) const {
    int64_t buffers = 0;
    for (const auto& [path, weight] : picture_.overlay.weights)
      if (!weight.isParameter) buffers += std::max<int64_t>(0, weight.tensor.bytes());
    std::string out =
        fmt::format("parameters: {} ({}B)\nbuffers: {}B\n", grouped(total.parameters.value_or(0)),
                    withPrefix(static_cast<double>(total.parameterBytes.value_or(0))),
                    withPrefix(static_cast<double>(buffers)));
    if (total.flops) {
      out += fmt::format("FLOPs: {} ({} multiply-adds)\n",
                         withPrefix(static_cast<double>(*total.flops)),
                         withPrefix(static_cast<double>(*total.flops) / 2));
    }
    if (total.activationBytes) {
      out += fmt::format("results of operators: {}B\n",
                         withPrefix(static_cast<double>(*total.activationBytes)));
    }
    return out;
  }

  const Picture& picture_;
  uint32_t depth_;
  bool hasFlops_ = false;
  std::vector<Row> rows_;
};

}  // namespace

std::string toSummary(const Picture& picture, uint32_t depth) {
  return SummaryWriter(picture, depth).write();
}

std::string grouped(int64_t number) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3 + (digits[0] == '-');) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

std::string withPrefix(double number) {
  static constexpr std::array<const char*, 5> kPrefixes = {"", "k", "M", "G", "T"};
  size_t step = 0;
  while (std::abs(number) >= 1000 && step + 1 < kPrefixes.size()) {
    number /= 1000;
    ++step;
  }
  return step == 0 ? fmt::format("{:.0f} ", number)
                   : fmt::format("{:.2f} {}", number, kPrefixes[step]);
}

}  // namespace ts::viz
