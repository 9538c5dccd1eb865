#include "debugger/session/debuggee.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <future>

namespace ts::session {
namespace {

using stepping::Resume;
using stepping::StopReason;

constexpr auto kPatience = std::chrono::seconds(30);

// Notes events as texts: "stop 0 pause", "ended 0".
class Front final : public ProgramListener {
 public:
  void said(OutputKind kind, std::string_view text, const stepping::StackFrame* frame) override {
    if (frame) logs_.set_value();
    if (frame) gate_.get_future().wait();
    if (kind == OutputKind::Important) add("problem " + std::string(text));
  }
  void stopped(const EngineStop& stop) override {
    std::lock_guard lock(mutex_);
    reasons_.emplace_back(stop.engine, stop.stop.reason);
    changed_.notify_all();
  }
  void engineEnded(size_t) override {}
  void ended(int status) override { add("ended " + std::to_string(status)); }

  // The reason of the next stop.
  std::optional<StopReason> nextStop() {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, kPatience, [&] { return reasons_.size() > seen_; })) return {};
    return reasons_[seen_++].second;
  }
  // Waits until the engine has reached its log point, where it stays until release().
  bool awaitLog() { return logs_.get_future().wait_for(kPatience) == std::future_status::ready; }
  void release() { gate_.set_value(); }
  std::vector<std::string> texts() {
    std::lock_guard lock(mutex_);
    return texts_;
  }

 private:
  void add(std::string text) {
    std::lock_guard lock(mutex_);
    texts_.push_back(std::move(text));
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::pair<size_t, StopReason>> reasons_;
  size_t seen_ = 0;
  std::vector<std::string> texts_;
  std::promise<void> logs_, gate_;
};

class Debugged : public testing::Test {
 protected:
  ~Debugged() override { unlink(path_.c_str()); }
  ProgramConfig script(const std::string& text) {
    path_ = testing::TempDir() + "debugged-" + std::to_string(getpid()) + ".py";
    std::ofstream(path_) << text;
    ProgramConfig config;
    config.program = path_;
    config.folder = std::filesystem::current_path().string();
    config.compiles.reset();
    config.ownsOutput = false;
    return config;
  }
  stepping::BreakpointSetPtr stopAt(uint32_t line) {
    auto set = std::make_shared<stepping::BreakpointSet>();
    stepping::Breakpoint breakpoint;
    breakpoint.id = 1;
    breakpoint.line = line;
    set->lines[path_].push_back(breakpoint);
    return set;
  }
  stepping::BreakpointSetPtr logAt(uint32_t line, const stepping::BreakpointSetPtr& others) {
    auto set = std::make_shared<stepping::BreakpointSet>(*others);
    stepping::Breakpoint breakpoint;
    breakpoint.id = 2;
    breakpoint.line = line;
    breakpoint.log = "here";
    set->lines[path_].push_back(breakpoint);
    return set;
  }
  static stepping::BreakpointSetPtr nowhere() {
    return std::make_shared<stepping::BreakpointSet>();
  }
  // The line of the innermost frame of a stopped engine; 0: the engine runs.
  static uint32_t lineOf(Debuggee& debuggee, size_t engine = 0) {
    std::promise<uint32_t> line;
    StopJob job;
    job.run = [&](StoppedProgram& program) { line.set_value(program.findFrame({})->line()); };
    job.refuse = [&] { line.set_value(0); };
    debuggee.post(engine, std::move(job));
    return line.get_future().get();
  }
  static void resume(Debuggee& debuggee, Resume how) {
    std::promise<void> done;
    StopJob job;
    job.run = [&](StoppedProgram& program) {
      program.resume(how);
      done.set_value();
    };
    job.refuse = [&] { done.set_value(); };
    debuggee.post(0, std::move(job));
    done.get_future().get();
  }

  Front front_;
  std::string path_;
};

TEST_F(Debugged, AScriptStopsAtABreakpointAndEnds) {
  Debuggee debuggee(front_, script("x = 1\ny = 2\n"));
  ASSERT_EQ(debuggee.load(), "");
  EXPECT_FALSE(debuggee.isRunning());
  debuggee.run(stopAt(2));
  EXPECT_EQ(front_.nextStop(), StopReason::Breakpoint);
  EXPECT_EQ(lineOf(debuggee), 2u);
  EXPECT_EQ(debuggee.runningEngines(), std::vector<size_t>{0});
  resume(debuggee, Resume::Continue);
  EXPECT_EQ(debuggee.awaitEnd(), 0);
  EXPECT_EQ(front_.texts(), std::vector<std::string>{"ended 0"});
  EXPECT_TRUE(debuggee.runningEngines().empty());
}

TEST_F(Debugged, APauseBeforeTheFirstLineStopsThere) {
  Debuggee debuggee(front_, script("while True:\n    x = 1\n"));
  ASSERT_EQ(debuggee.load(), "");
  debuggee.pause(0);
  debuggee.run(nowhere());
  EXPECT_EQ(front_.nextStop(), StopReason::Pause);
}

TEST_F(Debugged, APauseRightBehindAContinueStopsTheProgram) {
  Debuggee debuggee(front_, script("while True:\n    x = 1\n"));
  ASSERT_EQ(debuggee.load(), "");
  debuggee.run(stopAt(2));
  ASSERT_EQ(front_.nextStop(), StopReason::Breakpoint);
  debuggee.setBreakpoints(nowhere());
  for (int i = 0; i < 50; ++i) {
    resume(debuggee, Resume::Continue);
    debuggee.pause(0);
    ASSERT_EQ(front_.nextStop(), StopReason::Pause);
  }
}

TEST_F(Debugged, APauseOfAStoppedProgramHasNoEffectLater) {
  Debuggee debuggee(front_, script("x = 1\ny = 2\nz = 3\n"));
  ASSERT_EQ(debuggee.load(), "");
  debuggee.run(stopAt(1));
  ASSERT_EQ(front_.nextStop(), StopReason::Breakpoint);
  debuggee.pause(0);
  EXPECT_EQ(lineOf(debuggee), 1u);  // runs behind the pause
  resume(debuggee, Resume::Continue);
  EXPECT_EQ(debuggee.awaitEnd(), 0);
}

TEST_F(Debugged, AScriptThatIsNotRecordedDoesNotGoBack) {
  Debuggee debuggee(front_, script("x = 1\ny = 2\n"));
  ASSERT_EQ(debuggee.load(), "");
  debuggee.run(stopAt(2));
  ASSERT_EQ(front_.nextStop(), StopReason::Breakpoint);
  EXPECT_NE(debuggee.back().stepBack(0, false).find("not recorded"), std::string::npos);
}

TEST_F(Debugged, ARecordedScriptGoesBackToItsLinesBreakpointsAndCalls) {
  ProgramConfig config =
      script("def f(n):\n    m = n * 2\n    return m\n\n\na = f(1)\nb = f(2)\nc = 3\n");
  config.record = true;
  Debuggee debuggee(front_, std::move(config));
  ASSERT_EQ(debuggee.load(), "");
  debuggee.run(stopAt(8));
  ASSERT_EQ(front_.nextStop(), StopReason::Breakpoint);
  EXPECT_EQ(debuggee.back().stepBack(0, false), "");
  front_.nextStop();
  EXPECT_EQ(lineOf(debuggee), 7u);
  EXPECT_EQ(debuggee.back().reverseContinue(0, stopAt(3)), "");
  front_.nextStop();
  EXPECT_EQ(lineOf(debuggee), 3u);
  const auto call = debuggee.callOf({});
  ASSERT_TRUE(call);
  EXPECT_EQ(call->pythonProblem, "Python runs the frame already");
  EXPECT_EQ(debuggee.back().restartInPython(*call), call->pythonProblem);
  EXPECT_EQ(debuggee.back().restart(*call), "");
  front_.nextStop();
  EXPECT_EQ(lineOf(debuggee), 2u);
  EXPECT_FALSE(debuggee.callOf(12345));
}

TEST_F(Debugged, AProgramEndsOnRequest) {
  Debuggee debuggee(front_, script("while True:\n    x = 1\n"));
  ASSERT_EQ(debuggee.load(), "");
  debuggee.run(nowhere());
  EXPECT_TRUE(debuggee.end(30000));
  EXPECT_TRUE(debuggee.isEnding());
  EXPECT_EQ(debuggee.awaitEnd(), 1);
}

TEST_F(Debugged, ADetachedProgramPassesItsBreakpoints) {
  Debuggee debuggee(front_, script("x = 1\ny = 2\n"));
  ASSERT_EQ(debuggee.load(), "");
  debuggee.run(stopAt(2));
  ASSERT_EQ(front_.nextStop(), StopReason::Breakpoint);
  debuggee.detach();
  EXPECT_EQ(debuggee.awaitEnd(), 0);
}

// An engine waits at the log point while a front end leaves and another one comes. Its loop sees
// requests.
TEST_F(Debugged, APauseOfAFrontEndThatHasLeftDoesNotStopForTheNextOne) {
  Debuggee debuggee(front_, script("x = 1\ny = 2\nfor i in range(100000): z = i\nend = 4\n"));
  ASSERT_EQ(debuggee.load(), "");
  debuggee.run(logAt(2, nowhere()));
  ASSERT_TRUE(front_.awaitLog());
  debuggee.pause(0);
  debuggee.detach();
  debuggee.attach();
  debuggee.setBreakpoints(stopAt(4));
  front_.release();
  ASSERT_EQ(front_.nextStop(), StopReason::Breakpoint);
  EXPECT_EQ(lineOf(debuggee), 4u);
  resume(debuggee, Resume::Continue);
  EXPECT_EQ(debuggee.awaitEnd(), 0);
}

TEST_F(Debugged, AStepOfAFrontEndThatHasLeftDoesNotStopForTheNextOne) {
  Debuggee debuggee(
      front_,
      script("def f():\n    x = 1\n    for i in range(100000): x = i\n\nf()\ny = 2\nend = 3\n"));
  ASSERT_EQ(debuggee.load(), "");
  debuggee.run(logAt(2, stopAt(5)));
  ASSERT_EQ(front_.nextStop(), StopReason::Breakpoint);
  resume(debuggee, Resume::StepOver);
  ASSERT_TRUE(front_.awaitLog());
  debuggee.detach();
  debuggee.attach();
  debuggee.setBreakpoints(stopAt(7));
  front_.release();
  ASSERT_EQ(front_.nextStop(), StopReason::Breakpoint);
  EXPECT_EQ(lineOf(debuggee), 7u);
}

TEST_F(Debugged, AStopFulfilsAPauseThatTheEngineHasNotSeen) {
  Debuggee debuggee(front_, script("x = 1\ny = 2\nfor i in range(100000): z = i\nend = 4\n"));
  ASSERT_EQ(debuggee.load(), "");
  debuggee.run(logAt(2, stopAt(2)));
  ASSERT_TRUE(front_.awaitLog());
  debuggee.pause(0);
  front_.release();
  ASSERT_EQ(front_.nextStop(), StopReason::Breakpoint);
  resume(debuggee, Resume::Continue);
  EXPECT_EQ(debuggee.awaitEnd(), 0);
}

TEST_F(Debugged, APauseOfTheNextFrontEndStops) {
  Debuggee debuggee(front_, script("x = 1\ny = 2\nwhile True:\n    z = 3\n"));
  ASSERT_EQ(debuggee.load(), "");
  debuggee.run(logAt(2, nowhere()));
  ASSERT_TRUE(front_.awaitLog());
  debuggee.pause(0);
  debuggee.detach();
  debuggee.attach();
  debuggee.pause(0);
  front_.release();
  ASSERT_EQ(front_.nextStop(), StopReason::Pause);
}

TEST_F(Debugged, AFolderThatCannotBeEnteredIsAnError) {
  ProgramConfig config = script("x = 1\n");
  config.folder = "/nowhere";
  Debuggee debuggee(front_, std::move(config));
  EXPECT_NE(debuggee.load().find("/nowhere"), std::string::npos);
}

// Engines in lock-step.
class Engines : public Debugged {
 protected:
  std::unique_ptr<Debuggee> start(const std::string& name, uint32_t line, bool lockStep = true) {
    ProgramConfig config = script(
        "import torch\n\n\ndef twice(n: int):\n    m = n * 2\n    k = m + 1\n    return k\n\n\n"
        "def parts(n: int):\n    m = n\n    if torch.jit.is_scripting():\n        m = m + 1\n"
        "    k = m * 2\n    return k\n");
    config.program.clear();
    config.target =
        debugger::Request{{driver::TargetKind::PythonFile, path_, name}, std::nullopt, "3", "3"};
    config.engines = {debugger::EngineKind::Eager, debugger::EngineKind::Script};
    config.lockStep = lockStep;
    config.stopOnDivergence = false;
    auto debuggee = std::make_unique<Debuggee>(front_, std::move(config));
    EXPECT_EQ(debuggee->load(), "");
    debuggee->run(stopAt(line));
    EXPECT_EQ(front_.nextStop(), StopReason::Breakpoint);
    return debuggee;
  }
  static std::vector<Peer> peersOf(Debuggee& debuggee) {
    std::promise<FramePlace> place;
    StopJob job;
    job.run = [&](StoppedProgram& program) {
      place.set_value(placeOf(program, *program.findFrame({})));
    };
    job.refuse = [&] { place.set_value({}); };
    debuggee.post(0, std::move(job));
    std::promise<std::vector<Peer>> peers;
    debuggee.collectPeers(0, place.get_future().get(),
                          [&](std::vector<Peer> all) { peers.set_value(std::move(all)); });
    return peers.get_future().get();
  }
};

TEST_F(Engines, StopAtTheSamePlaceInLockStep) {
  const auto debuggee = start("twice", 6);
  EXPECT_EQ(lineOf(*debuggee, 0), 6u);
  EXPECT_EQ(lineOf(*debuggee, 1), 6u);
  resume(*debuggee, Resume::Continue);
  EXPECT_EQ(debuggee->awaitEnd(), 0);
}

TEST_F(Debugged, ATargetIsCalledWithEachOfItsInputs) {
  ProgramConfig config = script("def twice(n):\n    return n * 2\n");
  config.program.clear();
  config.target =
      debugger::Request{{driver::TargetKind::PythonFile, path_, "twice"}, std::nullopt, "3", "3"};
  config.target->laterInputs = {"4", "5"};
  Debuggee debuggee(front_, std::move(config));
  ASSERT_EQ(debuggee.load(), "");
  debuggee.run(stopAt(2));
  for (int call = 0; call < 3; ++call) {
    ASSERT_EQ(front_.nextStop(), StopReason::Breakpoint);
    resume(debuggee, Resume::Continue);
  }
  EXPECT_EQ(debuggee.awaitEnd(), 0);
}

TEST_F(Engines, GoBackTogether) {
  const auto debuggee = start("twice", 6);
  EXPECT_EQ(debuggee->back().stepBack(0, false), "");
  front_.nextStop();
  EXPECT_EQ(lineOf(*debuggee, 0), 5u);
  EXPECT_EQ(lineOf(*debuggee, 1), 5u);
}

TEST_F(Engines, DoNotJumpInLockStep) {
  const auto debuggee = start("twice", 6);
  std::promise<std::string> problem;
  StopJob job;
  job.run = [&](StoppedProgram& program) { problem.set_value(program.jump(5)); };
  job.refuse = [&] { problem.set_value("running"); };
  debuggee->post(0, std::move(job));
  EXPECT_NE(problem.get_future().get().find("lock-step cannot jump"), std::string::npos);
}

TEST_F(Engines, KnowTheValuesOfOthersAtTheirPlaceOnly) {
  const auto debuggee = start("parts", 14);
  const std::vector<Peer> peers = peersOf(*debuggee);
  ASSERT_EQ(peers.size(), 1u);
  EXPECT_EQ(peers[0].engine, "script");
  EXPECT_EQ(peers[0].locals.at("m").toInt(), 4);
  const auto alone = start("parts", 14, false);
  EXPECT_TRUE(peersOf(*alone).empty());
}

}  // namespace
}  // namespace ts::session
