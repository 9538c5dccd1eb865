#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <future>

#include "debugger/session/lifetime.h"
#include "debugger/session/output_pump.h"
#include "debugger/session/source_lines.h"
#include "debugger/session/stop_handles.h"

namespace ts::session {
namespace {

TEST(Lifetime, RunsFromTheStartToTheEnd) {
  Lifetime life;
  EXPECT_FALSE(life.isRunning());
  life.start();
  EXPECT_TRUE(life.isRunning());
  EXPECT_TRUE(life.finish());
  EXPECT_FALSE(life.isRunning());
  EXPECT_FALSE(life.finish());
}

TEST(Lifetime, TheWorstStatusOfTheEnginesIsTheProgramsStatus) {
  Lifetime life;
  life.noteStatus(3);
  life.noteStatus(0);
  auto status = std::async(std::launch::async, [&] { return life.awaitReport(); });
  life.report();
  EXPECT_EQ(status.get(), 3);
}

TEST(StopHandles, TellTheEngineAndEndWithTheStop) {
  std::atomic<int64_t> last{0};
  StopHandles first(2, last), second(2, last);
  Reference reference;
  reference.expression = "x";
  const int64_t handle = first.add(reference);
  EXPECT_EQ(engineOf(handle), 2u);
  EXPECT_EQ(first.reference(handle)->expression, "x");
  EXPECT_EQ(second.reference(handle), nullptr);
  EXPECT_NE(second.add({}), handle);
  EXPECT_EQ(first.frame(handle), nullptr);
}

TEST(StopHandles, AHandleOfNoEngineNamesAnEngineThatDoesNotExist) {
  EXPECT_EQ(engineOf(-1), static_cast<size_t>(kMaxEngines - 1));
}

TEST(SourceLines, AreThoseWithCode) {
  const std::string path = testing::TempDir() + "source_lines-" + std::to_string(getpid()) + ".py";
  std::ofstream(path) << "x = 1\n\n# nothing\nif x:\n    y = 2\n";
  std::vector<uint32_t> lines;
  EXPECT_EQ(linesOfFile(path, lines), "");
  EXPECT_EQ(lines, (std::vector<uint32_t>{1, 4, 5}));
  EXPECT_NE(linesOfFile(path + ".missing", lines), "");
}

TEST(SourceLines, PathsAreNormalized) {
  EXPECT_EQ(normalizedPath("/a/b/../c.py"), "/a/c.py");
  EXPECT_EQ(normalizedPath("<torch/nn/modules/linear.py>"), "<torch/nn/modules/linear.py>");
}

TEST(OutputPump, PassesOnWhatTheProcessWritesInWholeCharacters) {
  std::string text;
  {
    OutputPump pump([&](OutputKind kind, const std::string& part) {
      if (kind == OutputKind::Stdout) text += part + "|";
    });
    EXPECT_EQ(::write(STDOUT_FILENO, "a\xe2\x89", 3), 3);
    pump.drain();
    EXPECT_EQ(::write(STDOUT_FILENO, "\xa0", 1), 1);
  }
  EXPECT_EQ(text, "a|≠|");
}

}  // namespace
}  // namespace ts::session
