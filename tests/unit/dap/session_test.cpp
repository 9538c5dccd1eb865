// Sessions with the adapter: each handler answers about a real program.
#include <gtest/gtest.h>

#include "tests/unit/dap/editor.h"

namespace ts::dap {
namespace {

constexpr const char* kProgram = R"(import torch


class Box:
    def __init__(self):
        self.items = [1, 2]
        self.weight = torch.ones(2, 3)


def work(box, count):
    total = count
    for item in box.items:
        total += item
    return total


box = Box()
text = "a"
result = work(box, 3)
done = True
)";
constexpr uint32_t kLoop = 12, kAdd = 13, kReturn = 14, kText = 18, kCall = 19, kDone = 20;

// JSON with the id of the innermost frame.
std::string inFrame(Editor& editor, const std::string& more) {
  return "{\"frameId\": " + std::to_string(editor.frameId()) + ", " + more + "}";
}

TEST(Requests, ComeInOrder) {
  Editor editor;
  EXPECT_EQ(editor.problemOf("launch"), "the first request must be `initialize`");
  const Json capabilities = editor.ask("initialize");
  EXPECT_EQ(capabilities->root()["supportsStepBack"].boolean(), true);
  EXPECT_TRUE(editor.next("initialized"));
  EXPECT_NE(editor.problemOf("initialize"), "");
  EXPECT_EQ(editor.problemOf("next", R"({"threadId": 1})"), "no program was launched");
  EXPECT_EQ(editor.problemOf("stepBack"), "no program was launched");
  EXPECT_EQ(editor.problemOf("restartFrame"), "no program was launched");
  EXPECT_EQ(editor.problemOf("terminate"), "no program was launched");
  EXPECT_EQ(editor.problemOf("dance"), "the request `dance` is not supported");
  EXPECT_NE(editor.problemOf("launch", R"({"program": 1})"), "");
  EXPECT_NE(editor.problemOf("attach"), "");
  EXPECT_TRUE(editor.ask("threads")->root()["threads"].elements().empty());
  editor.ask("disconnect");
  EXPECT_TRUE(editor.session().isOver());
}

TEST(Requests, AMessageThatIsNotOneIsReported) {
  Editor editor;
  editor.session().receive(protocol::frame("{"));
  EXPECT_EQ(editor.next("output")->root()["category"].string(), "important");
  EXPECT_FALSE(editor.session().isOver());
}

TEST(Requests, AClientWithoutTheTokenIsRefused) {
  struct Refused final : Client {
    void event(std::string_view, std::string_view) override {}
    void response(int64_t, std::string_view, std::string_view) override {}
    void failure(int64_t, std::string_view, std::string_view text) override { problem = text; }
    std::string problem;
  } client;
  Session session(client, "secret");
  session.receive(protocol::frame(R"({"seq": 1, "type": "request", "command": "initialize"})"));
  session.receive(protocol::frame(
      R"({"seq": 2, "type": "request", "command": "launch", "arguments": {"token": "x"}})"));
  EXPECT_NE(client.problem.find("`token`"), std::string::npos);
  EXPECT_TRUE(session.isOver());
  EXPECT_NE(session.refusal(), "");
}

TEST(Stops, StepsGoThroughCallsAndLoops) {
  Editor editor;
  editor.launch(kProgram, {kCall});
  EXPECT_EQ(editor.stop(), "breakpoint");
  EXPECT_EQ(editor.frames(), std::vector<std::string>{"19 <module>"});
  editor.ask("stepIn", R"({"threadId": 1})");
  EXPECT_EQ(editor.stop(), "step");
  EXPECT_EQ(editor.frames(), (std::vector<std::string>{"11 work", "19 <module>"}));
  editor.ask("next", R"({"threadId": 1})");
  editor.stop();
  EXPECT_EQ(editor.frames()[0], std::to_string(kLoop) + " work");
  editor.ask("stepOut", R"({"threadId": 1})");
  editor.stop();
  EXPECT_EQ(editor.frames()[0], std::to_string(kCall) + " <module>");
  EXPECT_EQ(editor.problemOf("next"), "`threadId` is missing");
  EXPECT_EQ(editor.problemOf("next", R"({"threadId": 5})"), "`threadId` is not the id of a thread");
  editor.ask("continue", R"({"threadId": 1})");
  EXPECT_TRUE(editor.next("terminated"));
  EXPECT_EQ(editor.problemOf("next", R"({"threadId": 1})"), "the program is not stopped");
}

TEST(Stops, ShowScopesVariablesAndTheirParts) {
  Editor editor;
  editor.launch(kProgram, {kReturn});
  editor.stop();
  const auto locals = editor.variables(editor.scope("Locals"));
  EXPECT_EQ(locals.at("total"), "6");
  EXPECT_EQ(locals.at("count"), "3");
  EXPECT_GT(editor.scope("Globals"), 0);
  const Json all = editor.ask(
      "variables", "{\"variablesReference\": " + std::to_string(editor.scope("Locals")) + "}");
  int64_t box = 0;
  for (const protocol::JsonView variable : all->root()["variables"].elements())
    if (variable["name"].string() == "box") box = variable["variablesReference"].integer().value();
  EXPECT_EQ(editor.variables(box).at("weight"), "tensor float32 [2, 3]");
  EXPECT_NE(editor.problemOf("variables", R"({"variablesReference": 99})"), "");
  EXPECT_EQ(editor.problemOf("scopes", R"({"frameId": 99})"),
            "`frameId` is not the id of a frame of this stop");
}

TEST(Stops, VariablesAreSet) {
  Editor editor;
  editor.launch(kProgram, {kReturn});
  editor.stop();
  const std::string owner = "{\"variablesReference\": " + std::to_string(editor.scope("Locals"));
  EXPECT_EQ(editor.ask("setVariable", owner + R"(, "name": "total", "value": "8"})")
                ->root()["value"]
                .string(),
            "8");
  EXPECT_EQ(editor.ask("setVariable", owner + R"(, "name": "total", "value": "'a ≠ b'"})")
                ->root()["value"]
                .string(),
            "'a ≠ b'");
  EXPECT_EQ(editor.evaluate("len(total)"), "5");
  EXPECT_NE(editor.problemOf("setVariable", owner + R"(, "name": "total", "value": "1 +"})"), "");
  EXPECT_NE(editor.problemOf("setVariable", owner + R"(, "name": "none", "value": "1"})"), "");
  editor.ask("setExpression", inFrame(editor, R"("expression": "box.items[0]", "value": "9")"));
  EXPECT_EQ(editor.evaluate("box.items"), "[9, 2]");
}

TEST(Stops, ExpressionsAreEvaluatedAndCompleted) {
  Editor editor;
  editor.launch(kProgram, {kReturn});
  editor.stop();
  EXPECT_EQ(editor.evaluate("total * 2"), "12");
  const Json statement =
      editor.ask("evaluate", inFrame(editor, R"("expression": "total = 1", "context": "repl")"));
  EXPECT_EQ(statement->root()["result"].string(), "");
  EXPECT_EQ(editor.evaluate("total"), "1");
  EXPECT_NE(editor.problemOf("evaluate", R"({"expression": "missing"})").find("missing"),
            std::string::npos);
  const Json names = editor.ask("completions", inFrame(editor, R"("text": "box.it", "column": 7)"));
  EXPECT_EQ(names->root()["targets"].elements().at(0)["label"].string(), "items");
  const Json own = editor.ask("completions", inFrame(editor, R"("text": "tot", "column": 4)"));
  EXPECT_EQ(own->root()["targets"].elements().at(0)["label"].string(), "total");
}

TEST(Stops, DataBreakpointsWatchVariablesAndAttributes) {
  Editor editor;
  editor.launch(kProgram, {kLoop});
  editor.stop();
  const Json info = editor.ask("dataBreakpointInfo", inFrame(editor, R"("name": "total")"));
  const std::string id = info->root()["dataId"].string().value_or("");
  EXPECT_EQ(id, "work:total");
  const Json element =
      editor.ask("dataBreakpointInfo", inFrame(editor, R"("name": "box.items[0]")"));
  EXPECT_TRUE(element->root()["dataId"].isNull());
  editor.setBreakpoints({});
  editor.ask("setDataBreakpoints", "{\"breakpoints\": [{\"dataId\": \"" + id + "\"}]}");
  editor.ask("continue", R"({"threadId": 1})");
  EXPECT_EQ(editor.stop(), "data breakpoint");
  EXPECT_EQ(editor.evaluate("total"), "4");
}

TEST(Stops, FramesJumpWithinTheirBlock) {
  Editor editor;
  editor.launch(kProgram, {kText});
  editor.stop();
  const std::string source = "\"source\": {\"path\": \"" + editor.path() + "\"}";
  const Json targets = editor.ask("gotoTargets", "{" + source + ", \"line\": 20}");
  EXPECT_EQ(targets->root()["targets"].elements().at(0)["label"].string(), "line 20");
  EXPECT_NE(editor.problemOf("gotoTargets", "{" + source + ", \"line\": 13}"), "");
  EXPECT_NE(editor.problemOf("gotoTargets", R"({"source": {"path": "/x.py"}, "line": 1})"), "");
  EXPECT_EQ(editor.problemOf("goto", R"({"targetId": 20})"), "`threadId` is missing");
  editor.ask("goto", R"({"threadId": 1, "targetId": 20})");
  EXPECT_EQ(editor.stop(), "goto");
  EXPECT_EQ(editor.frames()[0], std::to_string(kDone) + " <module>");
}

TEST(Stops, CallsOfTheLineAreTargetsOfAStep) {
  Editor editor;
  editor.launch(kProgram, {kCall});
  editor.stop();
  const Json targets = editor.ask("stepInTargets", inFrame(editor, "\"x\": 1"));
  const auto calls = targets->root()["targets"].elements();
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_EQ(calls[0]["label"].string(), "work(box, 3)");
  EXPECT_NE(editor.problemOf("stepIn", R"({"threadId": 1, "targetId": 100000})"), "");
  editor.ask("stepIn", "{\"threadId\": 1, \"targetId\": " + calls[0]["id"].text() + "}");
  editor.stop();
  EXPECT_EQ(editor.frames()[0], "11 work");
}

TEST(Stops, ARecordedProgramGoesBack) {
  Editor editor;
  editor.launch(kProgram, {kAdd, kCall}, "\"record\": true");
  editor.stop();
  editor.ask("continue", R"({"threadId": 1})");
  editor.stop();
  EXPECT_EQ(editor.frames()[0], std::to_string(kAdd) + " work");
  editor.ask("restartFrame", inFrame(editor, "\"x\": 1"));
  editor.stop();
  EXPECT_EQ(editor.frames()[0], "11 work");
  editor.ask("reverseContinue", R"({"threadId": 1})");
  editor.stop();
  EXPECT_EQ(editor.frames()[0], std::to_string(kCall) + " <module>");
  editor.ask("stepBack", R"({"threadId": 1})");
  editor.stop();
  EXPECT_EQ(editor.frames()[0], std::to_string(kText) + " <module>");
  EXPECT_EQ(editor.problemOf("stepBack", R"({"threadId": 3})"),
            "`threadId` is not the id of a thread");
  EXPECT_EQ(editor.problemOf("continueInEager", R"({"frameId": 77})"),
            "`frameId` is not the id of a frame of this stop");
  EXPECT_NE(editor.problemOf("continueInEager"), "");
}

TEST(Stops, ExceptionsAreDescribed) {
  Editor editor;
  editor.launch("x = 1\nint('y')\n", {1});
  editor.ask("setExceptionBreakpoints", R"({"filters": ["uncaught"]})");
  EXPECT_EQ(editor.stop(), "breakpoint");
  EXPECT_NE(editor.problemOf("exceptionInfo", R"({"threadId": 1})"), "");
  editor.ask("continue", R"({"threadId": 1})");
  EXPECT_EQ(editor.stop(), "exception");
  const Json info = editor.ask("exceptionInfo", R"({"threadId": 1})");
  EXPECT_EQ(info->root()["exceptionId"].string(), "ValueError");
  EXPECT_EQ(info->root()["breakMode"].string(), "unhandled");
}

TEST(Stops, SourcesAndModulesAreListed) {
  Editor editor;
  editor.launch(kProgram, {kDone});
  editor.stop();
  EXPECT_FALSE(editor.ask("modules")->root()["modules"].elements().empty());
  const Json loaded = editor.ask("loadedSources");
  int64_t number = 0;
  for (const protocol::JsonView source : loaded->root()["sources"].elements())
    if (const auto reference = source["sourceReference"].integer()) number = *reference;
  EXPECT_GT(number, 0);
  const Json text = editor.ask("source", "{\"sourceReference\": " + std::to_string(number) + "}");
  EXPECT_FALSE(text->root()["content"].string().value_or("").empty());
  EXPECT_NE(editor.problemOf("source", R"({"sourceReference": 99999})"), "");
  const Json lines =
      editor.ask("breakpointLocations", "{\"source\": {\"path\": \"" + editor.path() +
                                            "\"}, \"line\": 12, \"endLine\": 14}");
  EXPECT_EQ(lines->root()["breakpoints"].elements().size(), 3u);
}

TEST(Stops, TheMemoryOfATensorIsRead) {
  Editor editor;
  editor.launch(kProgram, {kReturn});
  editor.stop();
  const Json weight =
      editor.ask("evaluate", inFrame(editor, R"("expression": "box.weight", "context": "watch")"));
  const std::string reference = weight->root()["memoryReference"].string().value_or("");
  ASSERT_NE(reference, "");
  const Json memory =
      editor.ask("readMemory", "{\"memoryReference\": \"" + reference + "\", \"count\": 4}");
  EXPECT_EQ(memory->root()["data"].string(), "AACAPw==");  // 1.0
  EXPECT_NE(editor.problemOf("readMemory", R"({"memoryReference": "1", "count": 4})"), "");
}

TEST(Stops, AGraphHasNodesValuesAndInstructions) {
  Editor editor;
  editor.launch(
      "import torch\n\n\n@torch.jit.script\ndef f(x: int):\n    y = x * 2\n    z = y + 1\n"
      "    return z\n\n\nf(3)\n",
      {7});
  editor.stop();
  EXPECT_EQ(editor.frames()[0], "7 f");
  const Json state = editor.ask("graphState", inFrame(editor, "\"x\": 1"));
  EXPECT_EQ(state->root()["current"].elements().at(0)["line"].integer(), 7);
  EXPECT_FALSE(state->root()["ran"].elements().empty());
  const Json trace = editor.ask("stackTrace", R"({"threadId": 1})");
  const std::string address =
      trace->root()["stackFrames"].elements().at(0)["instructionPointerReference"].text();
  const Json listing =
      editor.ask("disassemble", "{\"memoryReference\": " + address +
                                    ", \"instructionCount\": 3, \"instructionOffset\": -1}");
  EXPECT_EQ(listing->root()["instructions"].elements().size(), 3u);
  const Json columns = editor.ask("compareFrames", inFrame(editor, "\"x\": 1"));
  EXPECT_EQ(columns->root()["engines"].elements().at(0).string(), "eager");
  editor.ask("next", R"({"threadId": 1, "granularity": "instruction"})");
  EXPECT_EQ(editor.stop(), "step");
}

TEST(Runs, PauseAndEnd) {
  Editor editor;
  editor.launch("while True:\n    x = 1\n", {});
  EXPECT_EQ(editor.problemOf("pause", R"({"threadId": 9})"),
            "`threadId` is not the id of a thread");
  editor.ask("pause", R"({"threadId": 1})");
  EXPECT_EQ(editor.stop(), "pause");
  EXPECT_EQ(editor.ask("threads")->root()["threads"].elements().at(0)["name"].string(), "eager");
  editor.ask("terminate");
  EXPECT_TRUE(editor.next("terminated"));
  EXPECT_EQ(editor.problemOf("pause", R"({"threadId": 1})"), "the program is not running");
}

}  // namespace
}  // namespace ts::dap
