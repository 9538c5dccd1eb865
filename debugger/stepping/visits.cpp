#include "debugger/stepping/visits.h"

#include <functional>
#include <utility>

#include "debugger/compare/align.h"

namespace ts::stepping {

void VisitLog::readPath(const std::string& path) {
  lastPath_ = &path;
  lastHash_ = static_cast<uint32_t>(std::hash<std::string>{}(path));
}

void VisitLog::grow() {
  const auto used = static_cast<size_t>(end_ - begin_);
  if (before_ + used >= kMost) {
    if (!unkept_) unkept_ = std::make_unique<Visit[]>(kFew);
    before_ += used;
    begin_ = log_.next = unkept_.get();
    end_ = begin_ + kFew;
    return;
  }
  const size_t room = std::clamp(8 * used, kFew, kMost);
  auto more = std::make_unique<Visit[]>(room);
  std::copy_n(kept_.get(), used, more.get());
  kept_ = std::move(more);
  begin_ = kept_.get();
  end_ = begin_ + room;
  log_.next = begin_ + used;
}

size_t VisitLog::beginRun() {
  if (runs_.size() >= kMost) return kMost;
  runs_.push_back({count(), SIZE_MAX});
  return runs_.size() - 1;
}

bool contains(const std::vector<VisitRun>& runs, size_t outer, size_t inner) {
  if (outer >= inner) return outer == inner;
  return inner < runs.size() && runs[outer].end >= runs[inner].end;
}

VisitPairs::VisitPairs(std::span<const Visit> from, std::span<const Visit> to)
    : partners_(from.size()) {
  const auto places = [](std::span<const Visit> visits) {
    std::vector<uint64_t> keys;
    keys.reserve(visits.size());
    for (const Visit& visit : visits) keys.push_back(visit.line);
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
