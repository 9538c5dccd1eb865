#include "debugger/stepping/visits.h"

#include <functional>

#include "debugger/compare/align.h"

namespace ts::stepping {

void VisitLog::add(const std::string& path, uint32_t line, size_t depth) {
  ++count_;
  if (kept_.size() >= kMost) return;
  if (&path != lastPath_) {
    lastPath_ = &path;
    lastHash_ = std::hash<std::string>{}(path);
  }
  const uint64_t place = lastHash_ * 1'000'003 + line;
  kept_.push_back({place, line, static_cast<uint32_t>(depth)});
}

VisitPairs::VisitPairs(const std::vector<Visit>& from, const std::vector<Visit>& to)
    : partners_(from.size()) {
  const auto places = [](const std::vector<Visit>& visits) {
    std::vector<uint64_t> keys;
    keys.reserve(visits.size());
    for (const Visit& visit : visits) keys.push_back(visit.place);
    return keys;
  };
  for (const debugger::Step& step : debugger::align(places(from), places(to)))
    if (step.isPair()) partners_[static_cast<size_t>(step.a)] = {static_cast<size_t>(step.b), true};
  Partner next{0, false};
  for (Partner& partner : partners_) {
    if (partner.isExact)
      next.visit = partner.visit + 1;
    else
      partner = next;
  }
}

VisitPairs::Partner VisitPairs::partnerOf(size_t visit) const {
  return visit < partners_.size() ? partners_[visit] : Partner{};
}

}  // namespace ts::stepping
