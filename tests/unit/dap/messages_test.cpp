#include <gtest/gtest.h>

#include "debugger/dap/client_switch.h"
#include "debugger/dap/event_writer.h"
#include "debugger/dap/message_writer.h"
#include "debugger/dap/thread_ids.h"
#include "tests/unit/dap/editor.h"

namespace ts::dap {
namespace {

using session::OutputKind;
using stepping::Stop;
using stepping::StopReason;

struct Wire {
  std::vector<std::string> messages;
  MessageWriter writer{[this](const std::string& message) { messages.push_back(message); }};
};

TEST(MessageWriter, NumbersEventsAndResponsesTogether) {
  Wire wire;
  wire.writer.event("initialized", "");
  wire.writer.response(5, "next", "");
  wire.writer.response(6, "evaluate", R"({"result":"1"})");
  EXPECT_EQ(wire.messages,
            (std::vector<std::string>{
                R"({"seq":1,"type":"event","event":"initialized"})",
                R"({"seq":2,"type":"response","request_seq":5,"success":true,"command":"next"})",
                R"({"seq":3,"type":"response","request_seq":6,"success":true,"command":"evaluate",)"
                R"("body":{"result":"1"}})"}));
}

TEST(MessageWriter, ShowsProblemsOfCommandsButNotOfViews) {
  Wire wire;
  wire.writer.failure(1, "next", "the {program} is not stopped");
  wire.writer.failure(2, "variables", "stale");
  const auto errorOf = [&](size_t i) { return parsed(wire.messages[i]); };
  const Json shown = errorOf(0), painting = errorOf(1);
  EXPECT_EQ(shown->root()["message"].string(), "the {program} is not stopped");
  const protocol::JsonView error = shown->root()["body"]["error"];
  EXPECT_EQ(error["format"].string(), "{problem}");
  EXPECT_EQ(error["variables"]["problem"].string(), "the {program} is not stopped");
  EXPECT_EQ(error["showUser"].boolean(), true);
  EXPECT_EQ(painting->root()["body"]["error"]["showUser"].boolean(), false);
}

TEST(ClientSwitch, DropsMessagesWithoutAClient) {
  Wire wire;
  ClientSwitch clients;
  clients.event("lost", "");
  clients.connect(&wire.writer);
  clients.event("kept", "");
  clients.failure(1, "next", "problem");
  clients.response(2, "next", "");
  clients.connect(nullptr);
  clients.event("lost", "");
  EXPECT_EQ(wire.messages.size(), 3u);
}

TEST(ThreadIds, CountFromOne) {
  const Json ids = parsed("[0, 1, 2, 3, \"1\", null]");
  std::vector<std::optional<size_t>> engines;
  for (const protocol::JsonView id : ids->root().elements())
    engines.push_back(engineOfThread(id, 2));
  using Engines = std::vector<std::optional<size_t>>;
  EXPECT_EQ(engines, (Engines{std::nullopt, 0, 1, std::nullopt, std::nullopt, std::nullopt}));
  EXPECT_EQ(threadIdOf(1), 2);
}

TEST(EventWriter, WritesOutputWithItsCategory) {
  Editor editor;
  Sources sources;
  EventWriter writer(editor, sources);
  writer.said(OutputKind::Stderr, "text\n", nullptr);
  const Json output = editor.next("output");
  EXPECT_EQ(output->root().text(), R"({"category":"stderr","output":"text\n"})");
}

TEST(EventWriter, WritesWhyAndWhereAnEngineHasStopped) {
  Editor editor;
  Sources sources;
  EventWriter writer(editor, sources);
  Stop stop;
  stop.reason = StopReason::Breakpoint;
  stop.breakpoints = {3, 4};
  writer.stopped({0, stop, true, true});
  EXPECT_EQ(editor.next("stopped")->root().text(),
            R"({"allThreadsStopped":true,"hitBreakpointIds":[3,4],"reason":"breakpoint",)"
            R"("threadId":1})");
  stop = {};
  stop.reason = StopReason::Exception;
  stop.isUncaught = true;
  stop.text = "ValueError";
  writer.stopped({1, stop, false, false});
  EXPECT_EQ(editor.next("stopped")->root().text(),
            R"({"allThreadsStopped":false,"description":"Uncaught exception",)"
            R"("preserveFocusHint":true,"reason":"exception","text":"ValueError","threadId":2})");
}

TEST(EventWriter, WritesTheEndsOfEnginesAndOfTheProgram) {
  Editor editor;
  Sources sources;
  EventWriter writer(editor, sources);
  writer.engineEnded(1);
  writer.ended(7);
  EXPECT_EQ(editor.next("thread")->root().text(), R"({"reason":"exited","threadId":2})");
  EXPECT_EQ(editor.next("exited")->root()["exitCode"].integer(), 7);
  EXPECT_TRUE(editor.next("terminated"));
}

}  // namespace
}  // namespace ts::dap
