#include "debugger/profile/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "debugger/bench/statistics.h"

namespace ts::debugger {
namespace {

struct Line {
  std::vector<double> seconds;                           // by profile
  std::map<std::string, std::vector<double>> operators;  // by name
  std::vector<std::string> names;                        // in order of their first run
  bool isFused = false;
  const SourceFile* file = nullptr;
};
using Lines = std::map<std::pair<std::string, uint32_t>, Line>;  // by path and line

constexpr double kLeastShare = 0.001;  // of the slowest engine's time

Lines linesOf(const std::vector<Profile>& profiles) {
  Lines lines;
  for (size_t i = 0; i < profiles.size(); ++i)
    for (const Slice& slice : profiles[i].slices) {
      Line& line = lines[{slice.site ? *slice.site.path : "", slice.site ? slice.site.line : 0}];
      line.seconds.resize(profiles.size());
      line.seconds[i] += slice.own;
      line.file = slice.site.file;
      line.isFused |= slice.isFused;
      auto [total, isNew] = line.operators.try_emplace(slice.name);
      if (isNew) line.names.push_back(slice.name);
      total->second.resize(profiles.size());
      total->second[i] += slice.own;
    }
  return lines;
}

std::string rowText(const std::vector<double>& seconds, std::string_view label) {
  std::string row;
  for (const double time : seconds) row += fmt::format("{:>13}", time > 0 ? timeText(time) : "");
  return fmt::format("{}  {}\n", row, label);
}

std::vector<double> secondsOf(const std::vector<Profile>& profiles, Phase phase) {
  std::vector<double> seconds;
  for (const Profile& profile : profiles) {
    seconds.push_back(0);
    for (const Slice& slice : profile.slices)
      if (slice.phase == phase) seconds.back() += slice.own;
  }
  return seconds;
}

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t");
  return first == text.npos ? "" : text.substr(first);
}

}  // namespace

std::string tableText(const std::vector<Profile>& profiles) {
  std::string text;
  for (const Profile& profile : profiles) text += fmt::format("{:>13}", nameOf(profile.kind));
  text += '\n';
  std::vector<double> totals;
  double slowest = 0;
  for (const Profile& profile : profiles) {
    double total = 0;
    for (const Slice& slice : profile.slices) total += slice.own;
    totals.push_back(total);
    slowest = std::max(slowest, total);
  }
  text += rowText(totals, "in all");
  for (const Phase phase : {Phase::Forward, Phase::Backward, Phase::Optimizer}) {
    const std::vector<double> seconds = secondsOf(profiles, phase);
    if (seconds != totals && std::ranges::any_of(seconds, [](double time) { return time > 0; }))
      text += rowText(seconds, fmt::format("    {}", nameOf(phase)));
  }
  std::string path;
  for (const auto& [place, line] : linesOf(profiles)) {
    double most = 0;
    for (const double time : line.seconds) most = std::max(most, time);
    if (most < kLeastShare * slowest) continue;
    if (place.first != path || text.back() != '\n') {
      path = place.first;
      text += fmt::format("\n{}\n", path.empty() ? "elsewhere" : path);
    }
    const std::string source =
        line.file == nullptr || place.second == 0
            ? ""
            : fmt::format("{:5} | {}", place.second, trimmed(line.file->lineText(place.second)));
    text += rowText(line.seconds, source);
    for (const std::string& name : line.names) {
      const std::vector<double>& seconds = line.operators.at(name);
      text += rowText(seconds, fmt::format("        {}", name));
    }
  }
  return text;
}

}  // namespace ts::debugger
