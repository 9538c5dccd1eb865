#include <gtest/gtest.h>

#include <random>

#include "tests/unit/lsp/test_client.h"

namespace ts::lsp {
namespace {

using json = nlohmann::json;
using Strings = std::vector<std::string>;

constexpr const char* kUri = "file:///t/a.py";
constexpr const char* kPublish = "textDocument/publishDiagnostics";

class Open : public testing::Test {
 protected:
  // Runs all work; returns the only published message.
  json published() {
    client.executor.runAll();
    auto all = client.take(kPublish);
    EXPECT_EQ(all.size(), 1u);
    return all.empty() ? json() : all.back()["params"];
  }

  TestClient client;
};

TEST_F(Open, DiagnosticsComeWithVersionRuleAndPlace) {
  client.initialize(
      {{"capabilities",
        {{"textDocument", {{"publishDiagnostics", {{"relatedInformation", true}}}}}}}});
  client.open(kUri, "x\n'🌰' bad", 7);
  EXPECT_EQ(published(), json::parse(R"({"uri": "file:///t/a.py", "version": 7, "diagnostics": [{
      "range": {"start": {"line": 1, "character": 5}, "end": {"line": 1, "character": 8}},
      "severity": 1, "code": "TS1001", "source": "jitscope", "message": "this is bad\nnote: it could be good",
      "relatedInformation": [{"message": "because of this", "location": {"uri": "file:///t/a.py",
        "range": {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 5}}}}]}]})"));
}

TEST_F(Open, OptionalPartsNeedTheClientsConsent) {
  client.initialize();
  client.open(kUri, "x bad");
  const json diagnostic = published()["diagnostics"][0];
  EXPECT_FALSE(diagnostic.contains("relatedInformation"));
  EXPECT_FALSE(diagnostic.contains("codeDescription"));
}

TEST(RulePages, AreLinkedToWhenTheClientCanShowThem) {
  TestClient client(findBad, {.rulePages = "file:///docs/"});
  client.initialize(
      {{"capabilities",
        {{"textDocument", {{"publishDiagnostics", {{"codeDescriptionSupport", true}}}}}}}});
  client.open(kUri, "bad");
  client.executor.runAll();
  EXPECT_EQ(client.take(kPublish)[0]["params"]["diagnostics"][0]["codeDescription"]["href"],
            "file:///docs/TS1001.md");
}

TEST(Tags, FadeOutUnnecessaryCode) {
  auto tags = [](const json& support) {
    TestClient client([](const EditorState&, const SourceFilePtr& file, const std::stop_token&) {
      diag::Sink sink;
      sink.report(diag::Rule::UnusedSuppression, {file.get(), {}}, "not needed");
      return CheckResult{sink.take(), {}, {file}};
    });
    client.initialize({{"capabilities", {{"textDocument", {{"publishDiagnostics", support}}}}}});
    client.open(kUri, "");
    client.executor.runAll();
    return client.take(kPublish)[0]["params"]["diagnostics"][0].value("tags", json());
  };
  EXPECT_EQ(tags({{"tagSupport", {{"valueSet", {1, 2}}}}}), json{1});
  EXPECT_EQ(tags(json::object()), json());
}

TEST_F(Open, AnEditChangesTheDiagnosticsAndCloseTakesThemBack) {
  client.initialize();
  client.open(kUri, "one bad");
  EXPECT_EQ(published()["diagnostics"].size(), 1u);
  client.change(kUri, {{{"range", rangeJson(0, 4, 0, 7)}, {"text", "good"}}}, 2);
  const json fixed = published();
  EXPECT_EQ(fixed["version"], 2);
  EXPECT_TRUE(fixed["diagnostics"].empty());
  client.change(kUri, {{{"text", "bad"}}}, 3);
  EXPECT_EQ(published()["diagnostics"].size(), 1u);
  client.notify("textDocument/didClose", {{"textDocument", {{"uri", kUri}}}});
  EXPECT_TRUE(published()["diagnostics"].empty());
}

TEST_F(Open, ChangesOfOneMessageApplyOneAfterTheOther) {
  client.initialize();
  client.open(kUri, "\r\n\r\n");
  client.change(kUri, {{{"range", rangeJson(1, 0, 1, 0)}, {"text", "ba"}},
                       {{"range", rangeJson(1, 2, 1, 2)}, {"text", "d"}},
                       {{"range", rangeJson(0, 0, 0, 0)}, {"text", "é\n"}}});
  EXPECT_EQ(published()["diagnostics"][0]["range"], rangeJson(2, 0, 2, 3));
}

TEST_F(Open, MisuseIsLoggedAndIgnored) {
  client.initialize();
  client.open(kUri, "bad");
  client.open(kUri, "good");
  client.change("file:///other.py", {{{"text", ""}}});
  client.notify("textDocument/didClose", {{"textDocument", {{"uri", "file:///other.py"}}}});
  EXPECT_EQ(client.takeLog(),
            (Strings{"textDocument/didOpen: ignored, file:///t/a.py is open already",
                     "textDocument/didChange: ignored, file:///other.py is not open",
                     "textDocument/didClose: ignored, file:///other.py is not open"}));
  EXPECT_EQ(published()["diagnostics"].size(), 1u);
}

TEST_F(Open, MalformedNotificationsChangeNothing) {
  client.initialize();
  client.open(kUri, "bad");
  published();
  const json ok = {{"text", ""}};
  for (const json& changes : {json(7), json(nullptr), json{7}, json{json::object()},
                              json{{{"text", 3}}}, json{ok, {{"range", 1}, {"text", ""}}},
                              json{ok, {{"range", rangeJson(0, -1, 0, 0)}, {"text", ""}}},
                              json{ok, {{"range", {{"start", 1}}}, {"text", ""}}}}) {
    client.change(kUri, changes);
    EXPECT_EQ(client.takeLog().size(), 1u) << changes;
  }
  for (const char* method :
       {"textDocument/didOpen", "textDocument/didChange", "textDocument/didClose"}) {
    for (const json& params : {json(nullptr), json::array(), json{{"textDocument", 3}},
                               json{{"textDocument", {{"uri", 3}}}}}) {
      client.notify(method, params);
      EXPECT_EQ(client.takeLog().size(), 1u) << method << params;
    }
  }
  EXPECT_EQ(client.executor.size(), 0u);
  client.change(kUri, {{{"range", rangeJson(0, 3, 0, 3)}, {"text", " bad"}}});
  EXPECT_EQ(published()["diagnostics"].size(), 2u);
}

TEST_F(Open, AVersionThatGoesBackIsLoggedButApplied) {
  client.initialize();
  client.open(kUri, "", 5);
  published();
  client.change(kUri, {{{"text", "bad"}}}, 4);
  EXPECT_EQ(client.takeLog().size(), 1u);
  EXPECT_EQ(published()["version"], 4);
}

TEST_F(Open, LoneSurrogatesAreReadAsReplacementCharacters) {
  client.initialize();
  client.sendText(
      R"({"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///t/a.py",
      "version":1,"languageId":"python","text":"\ud83c bad \\ud83c \ud83c\udf30"}}})");
  EXPECT_EQ(published()["diagnostics"][0]["range"], rangeJson(0, 2, 0, 5));
}

TEST_F(Open, TheNumberOfDiagnosticsIsLimited) {
  client.initialize();
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "bad\n";
  client.open(kUri, text);
  EXPECT_EQ(published()["diagnostics"].size(), 2000u);
  EXPECT_EQ(client.takeLog().size(), 1u);
}

TEST_F(Open, AFailingCheckIsLoggedAndTheNextOneRuns) {
  client.initialize();
  client.open(kUri, "crash");
  client.executor.runAll();
  EXPECT_EQ(client.takeLog(), Strings{"checking file:///t/a.py failed: the analysis fell over"});
  client.change(kUri, {{{"text", "bad"}}});
  EXPECT_EQ(published()["diagnostics"].size(), 1u);
}

TEST_F(Open, TheNewestTextWins) {
  client.initialize();
  client.open(kUri, "bad");
  // The check of version 1 waits for a worker during a hundred edits.
  for (int version = 2; version <= 100; ++version) {
    client.change(kUri, {{{"range", rangeJson(0, 0, 0, 0)}, {"text", "bad "}}}, version);
  }
  EXPECT_EQ(client.executor.size(), 1u);
  client.executor.runOne();
  EXPECT_TRUE(client.take(kPublish).empty());
  EXPECT_EQ(client.executor.size(), 1u);
  const json newest = published();
  EXPECT_EQ(newest["version"], 100);
  EXPECT_EQ(newest["diagnostics"].size(), 100u);
}

TEST(Cancellation, AnEditStopsTheRunningCheck) {
  std::vector<std::string> begun;
  int running = 0, mostRunning = 0;
  TestClient* editor = nullptr;
  TestClient client(
      [&](const EditorState&, const SourceFilePtr& file, const std::stop_token& stop) {
        begun.emplace_back(file->text());
        mostRunning = std::max(mostRunning, ++running);
        if (file->text() == "a") {
          // Two edits while the check of "a" runs. They stop the check and start no other one.
          EXPECT_FALSE(stop.stop_requested());
          for (const char* text : {"b", "c"}) {
            editor->change(kUri, {{{"text", text}}});
            EXPECT_TRUE(stop.stop_requested());
            EXPECT_EQ(editor->executor.size(), 0u);
          }
        }
        --running;
        return CheckResult{.isCancelled = stop.stop_requested()};
      });
  editor = &client;
  client.initialize({{"trace", "messages"}});
  client.open(kUri, "a");
  client.executor.runAll();
  EXPECT_EQ(begun, (Strings{"a", "c"}));
  EXPECT_EQ(mostRunning, 1);
  EXPECT_EQ(client.take(kPublish).size(), 1u);  // only of "c"
  Strings traced;
  for (const json& message : client.take("$/logTrace")) {
    const std::string text = message["params"]["message"];
    traced.push_back(text.substr(0, text.find(' ')));
  }
  EXPECT_EQ(traced, (Strings{"checking", "cancelled", "checking", "checked"}));
}

TEST(Cancellation, ACheckThatWaitsForAWorkerDoesNotBegin) {
  Strings begun;
  TestClient client([&](const EditorState&, const SourceFilePtr& file, const std::stop_token&) {
    begun.emplace_back(file->text());
    return CheckResult();
  });
  client.initialize();
  client.open(kUri, "a");
  client.change(kUri, {{{"text", "b"}}});
  client.executor.runAll();
  EXPECT_EQ(begun, Strings{"b"});
}

TEST(Cancellation, ClosingADocumentStopsItsCheck) {
  std::stop_token token;
  TestClient* editor = nullptr;
  TestClient client([&](const EditorState&, const SourceFilePtr&, const std::stop_token& stop) {
    token = stop;
    editor->notify("textDocument/didClose", {{"textDocument", {{"uri", kUri}}}});
    return CheckResult();
  });
  editor = &client;
  client.initialize();
  client.open(kUri, "a");
  client.executor.runAll();
  EXPECT_TRUE(token.stop_requested());
}

TEST(Dependents, AreCheckedAgain) {
  Strings checked;
  TestClient client([&](const EditorState&, const SourceFilePtr& file, const std::stop_token&) {
    checked.push_back(file->path());
    CheckResult findings;
    if (file->path() == "/t/user.py") findings.dependsOn = {"/t/library.py", "/t/other.py"};
    return findings;
  });
  client.initialize();
  client.open("file:///t/user.py", "");
  client.executor.runAll();
  client.open("file:///t/library.py", "");
  client.executor.runAll();
  client.open("file:///t/stranger.py", "");
  client.executor.runAll();
  EXPECT_EQ(checked, (Strings{"/t/user.py", "/t/library.py", "/t/user.py", "/t/stranger.py"}));
  checked.clear();
  client.change("file:///t/library.py", {{{"text", "x"}}});
  client.executor.runAll();
  EXPECT_EQ(checked, (Strings{"/t/library.py", "/t/user.py"}));
  checked.clear();
  client.notify("textDocument/didClose", {{"textDocument", {{"uri", "file:///t/library.py"}}}});
  client.executor.runAll();
  EXPECT_EQ(checked, (Strings{"/t/user.py"}));
}

TEST_F(Open, ClosedDocumentsStayQuiet) {
  client.initialize();
  client.open(kUri, "bad");
  client.notify("textDocument/didClose", {{"textDocument", {{"uri", kUri}}}});
  client.open(kUri, "bad bad", 1);
  client.executor.runAll();
  const auto all = client.take(kPublish);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_TRUE(all[0]["params"]["diagnostics"].empty());
  EXPECT_EQ(all[1]["params"]["diagnostics"].size(), 2u);
}

TEST_F(Open, TheServerMayGoBeforeItsWorkIsDone) {
  ManualExecutor executor;
  MemoryTransport transport;
  auto server = std::make_unique<Server>(transport, executor, findBad);
  server->receive(
      frame(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}})"));
  server->receive(frame(
      R"({"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"a","version":1,"text":"bad"}}})"));
  ASSERT_EQ(executor.size(), 1u);
  server.reset();
  executor.runAll();
  EXPECT_EQ(transport.messages.size(), 1u);
}

json codeActionParams(json range, json context = json::object()) {
  return {{"textDocument", {{"uri", kUri}}},
          {"range", std::move(range)},
          {"context", std::move(context)}};
}

TEST_F(Open, FixesAreOfferedAsQuickFixes) {
  client.initialize(
      {{"capabilities", {{"workspace", {{"workspaceEdit", {{"documentChanges", true}}}}}}}});
  client.open(kUri, "bad\nbad", 3);
  client.executor.runAll();
  const json actions =
      client.wait("textDocument/codeAction",
                  codeActionParams(rangeJson(1, 3, 1, 3), {{"only", {"quickfix"}}}))["result"];
  ASSERT_EQ(actions.size(), 1u);
  EXPECT_EQ(actions[0]["title"], "Make it good");
  EXPECT_EQ(actions[0]["kind"], "quickfix");
  EXPECT_EQ(actions[0]["isPreferred"], true);
  EXPECT_EQ(actions[0]["diagnostics"][0]["range"], rangeJson(1, 0, 1, 3));
  EXPECT_EQ(actions[0]["edit"],
            (json{{"documentChanges",
                   {{{"textDocument", {{"uri", kUri}, {"version", 3}}},
                     {"edits", {{{"range", rangeJson(1, 0, 1, 3)}, {"newText", "good"}}}}}}}}));
}

TEST_F(Open, FixesComeAsPlainChangesToSimpleClients) {
  client.initialize();
  client.open(kUri, "bad");
  client.executor.runAll();
  const json actions =
      client.wait("textDocument/codeAction", codeActionParams(rangeJson(0, 0, 9, 0)))["result"];
  EXPECT_EQ(
      actions.at(0)["edit"],
      (json{{"changes", {{kUri, {{{"range", rangeJson(0, 0, 0, 3)}, {"newText", "good"}}}}}}}));
}

TEST_F(Open, OnlyWantedKindsAreOffered) {
  client.initialize();
  client.open(kUri, "bad");
  client.executor.runAll();
  auto count = [&](json only) {
    return client
        .wait("textDocument/codeAction",
              codeActionParams(rangeJson(0, 0, 0, 0), {{"only", only}}))["result"]
        .size();
  };
  EXPECT_EQ(count({"quickfix"}), 1u);
  EXPECT_EQ(count({"source.fixAll"}), 1u);
  EXPECT_EQ(count({""}), 2u);
  EXPECT_EQ(count({"refactor"}), 0u);
  EXPECT_EQ(count({"sour"}), 0u);
  EXPECT_EQ(count({"quickfix.other"}), 0u);
}

TEST_F(Open, AnEditDropsRequestsAboutTheOldTextAtOnce) {
  client.initialize();
  client.open(kUri, "good");
  client.open("file:///t/other.py", "good");
  const int early =
      client.request("textDocument/codeAction", codeActionParams(rangeJson(0, 0, 0, 9)));
  client.change("file:///t/other.py", {{{"text", "bad"}}});
  EXPECT_TRUE(client.answer(early).is_null());
  client.change(kUri, {{{"text", "bad"}}});
  EXPECT_EQ(client.answer(early)["error"]["code"], -32801);
  const int late =
      client.request("textDocument/codeAction", codeActionParams(rangeJson(0, 0, 0, 9)));
  client.executor.runAll();
  EXPECT_EQ(client.answer(late)["result"].size(), 1u);
}

// "bad" twice in a row: the second fix touches the first.
TEST_F(Open, AllSafeFixesAreOneAction) {
  client.initialize();
  client.open(kUri, "badbad\nbad");
  const json actions =
      client.wait("textDocument/codeAction",
                  codeActionParams(rangeJson(0, 0, 0, 0), {{"only", {"source"}}}))["result"];
  ASSERT_EQ(actions.size(), 1u);
  EXPECT_EQ(actions[0]["kind"], "source.fixAll.jitscope");
  const json unasked =
      client.wait("textDocument/codeAction", codeActionParams(rangeJson(0, 0, 0, 0)))["result"];
  EXPECT_EQ(unasked.back()["kind"], "source.fixAll.jitscope");
  ASSERT_EQ(actions[0]["edit"]["changes"][kUri].size(), 2u);
  EXPECT_EQ(actions[0]["edit"]["changes"][kUri][1]["range"], rangeJson(1, 0, 1, 3));
}

TEST_F(Open, CostlyEditsAreResolvedLater) {
  client.initialize(
      {{"capabilities",
        {{"textDocument",
          {{"codeAction",
            {{"dataSupport", true}, {"resolveSupport", {{"properties", {"edit"}}}}}}}}}}});
  client.open(kUri, "bad");
  const json actions =
      client.wait("textDocument/codeAction",
                  codeActionParams(rangeJson(0, 0, 0, 0), {{"only", {"source.fixAll"}}}))["result"];
  ASSERT_EQ(actions.size(), 1u);
  EXPECT_FALSE(actions[0].contains("edit"));
  const json resolved = client.wait("codeAction/resolve", actions[0])["result"];
  EXPECT_EQ(resolved["edit"]["changes"][kUri][0]["newText"], "good");
  EXPECT_EQ(resolved["title"], actions[0]["title"]);
}

TEST_F(Open, FixesOfOtherDiagnosticsThanTheWantedOnesAreLeftOut) {
  client.initialize();
  client.open(kUri, "bad bad");
  const json actions =
      client.wait("textDocument/codeAction",
                  codeActionParams(rangeJson(0, 0, 0, 7), {{"only", {"quickfix"}}}))["result"];
  ASSERT_EQ(actions.size(), 2u);
  const json wanted = client.wait(
      "textDocument/codeAction",
      codeActionParams(
          rangeJson(0, 0, 0, 7),
          {{"only", {"quickfix"}}, {"diagnostics", actions[1]["diagnostics"]}}))["result"];
  ASSERT_EQ(wanted.size(), 1u);
  EXPECT_EQ(wanted[0], actions[1]);
}

TEST_F(Open, RequestsCanBeCancelledOnce) {
  client.initialize();
  client.open(kUri, "bad");
  const int id = client.request("textDocument/codeAction", codeActionParams(rangeJson(0, 0, 0, 0)));
  client.notify("$/cancelRequest", {{"id", id}});
  client.notify("$/cancelRequest", {{"id", id}});
  client.notify("$/cancelRequest", {{"id", "no such"}});
  client.notify("$/cancelRequest", nullptr);
  EXPECT_EQ(client.answer(id)["error"]["code"], -32800);
  const size_t before = client.transport.messages.size();
  client.executor.runAll();
  EXPECT_EQ(client.transport.messages.size(), before + 1);  // the diagnostics
}

TEST_F(Open, CloseAnswersWaitingRequests) {
  client.initialize();
  client.open(kUri, "bad");
  const int id = client.request("textDocument/codeAction", codeActionParams(rangeJson(0, 0, 0, 0)));
  client.notify("textDocument/didClose", {{"textDocument", {{"uri", kUri}}}});
  EXPECT_EQ(client.answer(id)["error"]["code"], -32801);
}

TEST_F(Open, BadRequestsGetInvalidParams) {
  client.initialize();
  auto code = [&](json params) {
    return client.wait("textDocument/codeAction", std::move(params))["error"]["code"];
  };
  EXPECT_EQ(code(codeActionParams(rangeJson(0, 0, 0, 0))), -32602);  // not open
  client.open(kUri, "bad");
  EXPECT_EQ(code(codeActionParams(7)), -32602);
  EXPECT_EQ(code(json::object()), -32602);
  EXPECT_EQ(code(json::array()), -32602);
}

TEST_F(Open, AnIdInUseIsRefused) {
  client.initialize();
  client.open(kUri, "bad");
  const json request = {{"jsonrpc", "2.0"},
                        {"id", 50},
                        {"method", "textDocument/codeAction"},
                        {"params", codeActionParams(rangeJson(0, 0, 0, 0))}};
  client.sendText(request.dump());
  client.sendText(request.dump());
  EXPECT_EQ(client.answer(50)["error"]["code"], -32600);
}

}  // namespace
}  // namespace ts::lsp
