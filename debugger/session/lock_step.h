// How the engines of a program move together.
//
// In lock-step a request moves one engine, the leader. When it has stopped, the other engines run
// up to the partner of its position, and then the listener hears of the stop. An engine also stops
// at breakpoints on its way, where the leader took another way.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "debugger/session/engine_thread.h"
#include "debugger/stepping/visits.h"

namespace ts::session {

// An engine and where it is.
struct EngineState {
  std::unique_ptr<EngineThread> thread;  // null until all engines are loaded
  StoppedProgram* stop = nullptr;        // null: the engine runs or has ended
  bool hasEnded = false;
  std::string summary;  // of an ended engine, until it is printed

  size_t position() const { return thread->position(); }
};

// Belongs to an EngineGroup, whose mutex guards it.
class LockStep {
 public:
  // engines: those of the group.
  LockStep(std::vector<EngineState>& engines, bool isOn);

  bool isOn() const { return isOn_; }
  // The engines move alone from here on.
  void leave() { isOn_ = false; }
  // visits: of a run of each engine.
  void setForecast(std::vector<std::vector<stepping::Visit>> visits);
  // The engine that moves or has moved; without lock-step, the one that has stopped last.
  size_t leader() const { return leader_; }
  void lead(size_t engine);
  // The leader runs again from the start, and so do the others, although their goal may be nowhere.
  void leadBack(size_t engine);
  // Where an engine is meanwhile. position: of the leader; SIZE_MAX: it has ended.
  stepping::VisitPairs::Partner partnerOf(size_t engine, size_t position);
  // The leader has stopped or ended at the position. Returns false while other engines follow it.
  bool moveFollowers(size_t position, const stepping::BreakpointSetPtr& breakpoints);
  // A follower has stopped or ended. Returns false while others are on their way.
  bool arrived();

  // All engines have stopped or ended.
  struct Meeting {
    size_t leader = 0;
    std::vector<size_t> early;  // those that a breakpoint has stopped on their way
  };
  // Notes at the stop of each engine whether it is at the leader's place. Nothing when no engine is
  // stopped.
  std::optional<Meeting> meet();
  // The other engines that have stopped at the place of an engine.
  std::vector<size_t> peersOf(size_t engine) const;

 private:
  std::vector<EngineState>& engines_;
  bool isOn_;
  std::vector<std::vector<stepping::Visit>> visits_;                 // of each engine
  std::map<std::pair<size_t, size_t>, stepping::VisitPairs> pairs_;  // from leader to follower
  std::vector<bool> isPaired_;  // the engine has stopped at the leader's place
  size_t leader_ = 0;
  size_t pending_ = 0;  // followers on their way
  bool isGoingBack_ = false;
};

}  // namespace ts::session
