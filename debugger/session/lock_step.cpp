#include "debugger/session/lock_step.h"

#include <fmt/format.h>

#include <algorithm>

namespace ts::session {

LockStep::LockStep(std::vector<EngineState>& engines, bool isOn)
    : engines_(engines), isOn_(isOn), isPaired_(engines.size(), false) {}

void LockStep::setForecast(std::vector<std::vector<stepping::Visit>> visits) {
  visits_ = std::move(visits);
}

void LockStep::lead(size_t engine) {
  leader_ = engine;
  pending_ = 0;
}

void LockStep::leadBack(size_t engine) {
  leader_ = engine;
  isGoingBack_ = true;
}

stepping::VisitPairs::Partner LockStep::partnerOf(size_t engine, size_t position) {
  if (position == SIZE_MAX) return {};
  auto [entry, isNew] = pairs_.try_emplace({leader_, engine});
  if (isNew) entry->second = stepping::VisitPairs(visits_[leader_], visits_[engine]);
  return entry->second.partnerOf(position);
}

bool LockStep::moveFollowers(size_t position, const stepping::BreakpointSetPtr& breakpoints) {
  pending_ = 0;
  for (size_t i = 0; i < engines_.size(); ++i) {
    EngineState& engine = engines_[i];
    if (i == leader_ || engine.hasEnded) continue;
    // An engine that was moved back runs again, although the goal is nowhere.
    const RunGoal goal{std::min(partnerOf(i, position).visit, SIZE_MAX - 1), isGoingBack_};
    if (!engine.thread->isRunning()) {
      engine.thread->run(breakpoints, goal);
    } else if (engine.stop && engine.position() < goal.visit) {
      engine.stop = nullptr;
      engine.thread->continueTo(goal);
    } else {
      continue;
    }
    ++pending_;
  }
  return pending_ == 0;
}

bool LockStep::arrived() {
  if (pending_ > 0) --pending_;
  return pending_ == 0;
}

std::optional<LockStep::Meeting> LockStep::meet() {
  isGoingBack_ = false;
  if (!engines_[leader_].stop) {
    const auto other = std::ranges::find_if(engines_, &EngineState::stop);
    if (other == engines_.end()) return {};
    leader_ = static_cast<size_t>(other - engines_.begin());
  }
  isPaired_.assign(engines_.size(), false);
  isPaired_[leader_] = true;
  Meeting meeting{leader_, {}};
  const EngineState& main = engines_[leader_];
  main.stop->note.clear();
  for (size_t i = 0; i < engines_.size(); ++i) {
    const EngineState& engine = engines_[i];
    if (i == leader_ || !engine.stop) continue;
    const auto partner = partnerOf(i, main.position());
    isPaired_[i] = partner.isExact && partner.visit == engine.position();
    engine.stop->note =
        isPaired_[i] ? ""
                     : fmt::format("{} is at a line that {} does not run",
                                   main.thread->settings().name, engine.thread->settings().name);
    if (engine.position() < partner.visit) meeting.early.push_back(i);
  }
  return meeting;
}

std::vector<size_t> LockStep::peersOf(size_t engine) const {
  std::vector<size_t> peers;
  const auto isPaired = [&](size_t i) { return isPaired_[i] && engines_[i].stop; };
  if (!isOn_ || !isPaired(engine)) return peers;
  for (size_t i = 0; i < engines_.size(); ++i)
    if (i != engine && isPaired(i)) peers.push_back(i);
  return peers;
}

}  // namespace ts::session
