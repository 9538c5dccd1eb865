#include <gtest/gtest.h>

#include "lsp/features/message_tables.h"
#include "tests/unit/lsp/test_client.h"

namespace ts::lsp {
namespace {

using json = nlohmann::json;
using Strings = std::vector<std::string>;

constexpr const char* kUri = "file:///t/a.py";

int errorCode(const json& answer) {
  return answer.is_object() && answer.contains("error") ? answer["error"]["code"].get<int>() : 0;
}

// Returns the code of the error response to a raw body.
int errorFor(TestClient& client, std::string_view body) {
  client.transport.messages.clear();
  client.sendText(body);
  return client.transport.messages.size() == 1 ? errorCode(client.transport.messages[0]) : 0;
}

TEST(Lifecycle, RunsFromInitializeToExit) {
  TestClient client;
  EXPECT_TRUE(client.initialize()["result"]["capabilities"].is_object());
  client.notify("initialized", json::object());
  EXPECT_EQ(client.ask("shutdown", nullptr),
            json::parse(R"({"jsonrpc":"2.0","id":2,"result":null})"));
  EXPECT_EQ(client.transport.exitStatus, std::nullopt);
  client.notify("exit", nullptr);
  EXPECT_EQ(client.transport.exitStatus, 0);
}

TEST(Lifecycle, ExitWithoutShutdownIsAFailure) {
  TestClient fresh;
  fresh.notify("exit", nullptr);
  EXPECT_EQ(fresh.transport.exitStatus, 1);
  TestClient running;
  running.initialize();
  running.notify("exit", nullptr);
  EXPECT_EQ(running.transport.exitStatus, 1);
  TestClient gone;
  gone.initialize();
  gone.server.disconnected();
  EXPECT_EQ(gone.transport.exitStatus, 1);
}

TEST(Lifecycle, NothingComesBeforeInitialize) {
  TestClient client;
  client.open(kUri, "bad");
  EXPECT_EQ(errorCode(client.ask("textDocument/codeAction", json::object())), -32002);
  EXPECT_EQ(errorCode(client.ask("shutdown", nullptr)), -32002);
  EXPECT_EQ(errorCode(client.ask("no/such", nullptr)), -32002);
  client.initialize();
  client.executor.runAll();
  EXPECT_TRUE(client.take("textDocument/publishDiagnostics").empty());
}

TEST(Lifecycle, InitializeComesOnce) {
  TestClient client;
  client.initialize();
  EXPECT_EQ(errorCode(client.initialize()), -32600);
}

TEST(Lifecycle, InitializeNeedsParameters) {
  TestClient client;
  EXPECT_EQ(errorCode(client.ask("initialize", nullptr)), -32602);
  EXPECT_EQ(errorCode(client.initialize()), 0);
}

TEST(Token, IsNeededToInitialize) {
  const ServerOptions options{.token = "secret"};
  for (const char* initialization : {"null", "{}", R"({"token":"secre"})", R"({"token":"secret1"})",
                                     R"({"token":["secret"]})"}) {
    TestClient client(findBad, options);
    const json answer = client.initialize({{"initializationOptions", json::parse(initialization)}});
    EXPECT_EQ(errorCode(answer), -32600) << initialization;
    EXPECT_EQ(client.transport.exitStatus, 1);
    EXPECT_NE(client.transport.refused.find("token"), std::string::npos);
  }
  TestClient client(findBad, options);
  EXPECT_EQ(errorCode(client.initialize({{"initializationOptions", {{"token", "secret"}}}})), 0);
  EXPECT_TRUE(client.takeLog().empty()) << "the token is not an unknown setting";
}

TEST(Token, WithOneTheFirstBytesThatAreNotAMessageEndTheConnection) {
  for (const char* bytes : {"POST / HTTP/1.1\r\n", "Host: x\r\n", "Content-Length: 2\r\n\r\n{x"}) {
    TestClient client(findBad, {.token = "secret"});
    client.sendBytes(bytes + frame("{}"));
    ASSERT_EQ(client.transport.messages.size(), 1u) << bytes;
    EXPECT_EQ(client.transport.exitStatus, 1);
  }
}

TEST(Lifecycle, NothingComesAfterShutdown) {
  TestClient client;
  client.initialize();
  client.ask("shutdown", nullptr);
  EXPECT_EQ(errorCode(client.ask("shutdown", nullptr)), -32600);
  EXPECT_EQ(errorCode(client.initialize()), -32600);
  client.open(kUri, "bad");
  EXPECT_EQ(client.executor.size(), 0u);
}

TEST(Lifecycle, AsksToWatchTheParent) {
  TestClient client;
  client.initialize({{"processId", 4711}});
  EXPECT_EQ(client.transport.watched, 4711);
  TestClient orphan;
  orphan.initialize({{"processId", nullptr}});
  EXPECT_EQ(orphan.transport.watched, 0);
}

TEST(Messages, BrokenOnesAreAnsweredWithTheRightError) {
  TestClient client;
  client.initialize();
  EXPECT_EQ(errorFor(client, "{"), -32700);
  EXPECT_EQ(errorFor(client, ""), -32700);
  EXPECT_EQ(errorFor(client, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xFF\"}"), -32700);
  EXPECT_EQ(errorFor(client, std::string(100000, '[')), -32700);
  EXPECT_EQ(errorFor(client, std::string(1000, '[') + std::string(1000, ']')), -32700);
  EXPECT_EQ(errorFor(client, R"([{"jsonrpc":"2.0","id":1,"method":"shutdown"}])"), -32600);
  EXPECT_EQ(errorFor(client, "[]"), -32600);
  EXPECT_EQ(errorFor(client, "7"), -32600);
  EXPECT_EQ(errorFor(client, "{}"), -32600);
  EXPECT_EQ(errorFor(client, R"({"id":1,"method":"shutdown"})"), -32600);
  EXPECT_EQ(errorFor(client, R"({"jsonrpc":"1.0","id":1,"method":"shutdown"})"), -32600);
  EXPECT_EQ(errorFor(client, R"({"jsonrpc":"2.0","id":1,"method":7})"), -32600);
  EXPECT_EQ(errorFor(client, R"({"jsonrpc":"2.0","id":{},"method":"shutdown"})"), -32600);
  EXPECT_EQ(errorFor(client, R"({"jsonrpc":"2.0","id":1.5,"method":"shutdown"})"), -32600);
  EXPECT_EQ(errorFor(client, R"({"jsonrpc":"2.0","id":1,"method":"shutdown","params":"x"})"),
            -32602);
  EXPECT_EQ(errorFor(client, R"({"jsonrpc":"2.0","id":1,"method":"no/such"})"), -32601);
  EXPECT_EQ(errorFor(client, R"({"jsonrpc":"2.0","id":1,"method":"$/noSuch"})"), -32601);
}

TEST(Messages, ErrorsCarryTheIdWhereThereIsOne) {
  TestClient client;
  client.initialize();
  auto idFor = [&](std::string_view body) {
    client.transport.messages.clear();
    client.sendText(body);
    return client.transport.messages.at(0)["id"];
  };
  EXPECT_EQ(idFor("{"), nullptr);
  EXPECT_EQ(idFor("[]"), nullptr);
  EXPECT_EQ(idFor(R"({"jsonrpc":"2.0","id":"é\"x","method":"no/such"})"), "é\"x");
  EXPECT_EQ(idFor(R"({"jsonrpc":"2.0","id":-3,"method":7})"), -3);
}

TEST(Messages, NotificationsAndResponsesHaveNoAnswer) {
  TestClient client;
  client.initialize();
  client.transport.messages.clear();
  client.notify("no/such", json::object());
  client.notify("$/noSuch", json::object());
  client.sendText(R"({"jsonrpc":"2.0","id":9,"result":null})");
  client.sendText(R"({"jsonrpc":"2.0","id":9,"error":{"code":1,"message":"x"}})");
  EXPECT_TRUE(client.transport.messages.empty());
  client.sendText(R"({"jsonrpc":"2.0","method":"textDocument/didOpen","params":7})");
  EXPECT_EQ(client.takeLog().size(), 1u);
  EXPECT_TRUE(client.transport.messages.empty());
}

TEST(Messages, GarbageBetweenMessagesIsReportedAndSkipped) {
  TestClient client;
  client.initialize();
  client.transport.messages.clear();
  client.sendBytes("Content-Length: no\r\n\r\nwhat");
  client.sendText(R"({"jsonrpc":"2.0","id":5,"method":"shutdown"})");
  ASSERT_EQ(client.transport.messages.size(), 2u);
  EXPECT_EQ(errorCode(client.transport.messages[0]), -32700);
  EXPECT_EQ(client.transport.messages[1]["id"], 5);
}

TEST(Messages, ABodyAnnouncedTooLongDoesNotTakeTheNextWithIt) {
  TestClient client;
  client.initialize();
  client.transport.messages.clear();
  client.sendBytes("Content-Length: 30\r\n\r\n{\"jsonrpc\":\"2.0\"}" +
                   frame(R"({"jsonrpc":"2.0","id":5,"method":"shutdown"})"));
  EXPECT_EQ(client.answer(5)["result"], nullptr);
  EXPECT_EQ(client.transport.messages.size(), 2u);
}

TEST(Initialize, AnnouncesTheCapabilities) {
  TestClient client;
  const json result = client.initialize()["result"];
  EXPECT_EQ(result["serverInfo"]["name"], "tsls");
  json workspace =
      json::parse(R"({"workspaceFolders": {"supported": true, "changeNotifications": true}})");
  for (const char* operation : {"didCreate", "didDelete", "didRename", "willRename"}) {
    workspace["fileOperations"][operation] = json::parse(R"({"filters": [
        {"scheme": "file", "pattern": {"glob": "**/*.py", "matches": "file"}},
        {"scheme": "file", "pattern": {"glob": "**/*", "matches": "folder"}}]})");
  }
  EXPECT_EQ(result["capabilities"]["workspace"], workspace);
  json others = result["capabilities"];
  others.erase("workspace");
  EXPECT_EQ(others, json::parse(R"({"positionEncoding": "utf-16",
      "textDocumentSync": {"openClose": true, "change": 2},
      "codeActionProvider": {"codeActionKinds": ["quickfix", "source.fixAll.jitscope"], "resolveProvider": true},
      "notebookDocumentSync": {"notebookSelector": [{"notebook": "*", "cells": [{"language": "python"}]}]},
      "callHierarchyProvider": {"workDoneProgress": true}, "declarationProvider": true, "definitionProvider": true,
      "documentHighlightProvider": true, "documentSymbolProvider": true, "foldingRangeProvider": true,
      "hoverProvider": true, "implementationProvider": {"workDoneProgress": true}, "inlayHintProvider": true, "referencesProvider": {"workDoneProgress": true},
      "selectionRangeProvider": true, "typeDefinitionProvider": true, "workspaceSymbolProvider": {"workDoneProgress": true},
      "completionProvider": {"resolveProvider": true, "triggerCharacters": ["."]},
      "signatureHelpProvider": {"triggerCharacters": ["(", ","], "retriggerCharacters": [",", "="]},
      "documentLinkProvider": {}, "codeLensProvider": {}, "renameProvider": {"prepareProvider": true, "workDoneProgress": true},
      "semanticTokensProvider": {"legend": {
          "tokenTypes": ["namespace", "class", "function", "method", "property", "variable", "parameter", "typeParameter", "decorator"],
          "tokenModifiers": ["declaration", "modification", "defaultLibrary"]}, "range": true, "full": {"delta": true}}})"));
}

// A request without a capability is one that no client sends.
TEST(Initialize, EachRequestHasACapabilityThatIsAnnounced) {
  json capabilities = pullingClient();
  capabilities["workspace"]["textDocumentContent"] = json::object();
  TestClient client;
  const json announced =
      client.initialize({{"capabilities", capabilities}})["result"]["capabilities"];
  for (const RequestKind& kind : requestKinds()) {
    const std::string text =
        kind.writeCapability ? kind.writeCapability() : std::string(kind.capability);
    json merged = announced;
    merged.merge_patch(json::parse(text));
    EXPECT_EQ(merged, announced) << kind.method;
  }
}

TEST(Initialize, PullsAreForClientsThatPull) {
  TestClient client;
  const json result = client.initialize({{"capabilities", pullingClient()}})["result"];
  EXPECT_EQ(
      result["capabilities"]["diagnosticProvider"],
      json::parse(
          R"({"interFileDependencies": true, "workspaceDiagnostics": true, "workDoneProgress": true})"));
}

// Its diagnostics would stay as they are when another file changes.
TEST(Initialize, PublishesForClientsThatCannotBeToldToPullAgain) {
  TestClient client;
  const json capabilities = {{"textDocument", {{"diagnostic", json::object()}}}};
  const json result = client.initialize({{"capabilities", capabilities}})["result"];
  EXPECT_FALSE(result["capabilities"].contains("diagnosticProvider"));
}

TEST(Initialize, TakesTheClientsFavouriteEncoding) {
  auto chosen = [](json encodings) {
    TestClient client;
    json capabilities = {{"general", {{"positionEncodings", std::move(encodings)}}}};
    return client.initialize(
        {{"capabilities", capabilities}})["result"]["capabilities"]["positionEncoding"];
  };
  EXPECT_EQ(chosen({"utf-8", "utf-16"}), "utf-8");
  EXPECT_EQ(chosen({"utf-32", "utf-8"}), "utf-32");
  EXPECT_EQ(chosen({"utf-7", 3, "utf-8"}), "utf-8");
  EXPECT_EQ(chosen({"utf-7"}), "utf-16");
  EXPECT_EQ(chosen("utf-8"), "utf-16");
}

TEST(Configuration, BadValuesAreLoggedAndIgnored) {
  TestClient client;
  client.initialize(
      {{"initializationOptions", {{"roots", "some"}, {"colour", 1}}}, {"trace", "loud"}});
  EXPECT_EQ(client.takeLog(),
            (Strings{"$/setTrace: ignored, \"loud\" is not off, messages or verbose",
                     "settings: \"colour\" is ignored: no such setting",
                     "settings: \"roots\" keeps its value, it can't be \"some\"; "
                     "it can be \"auto\" or \"explicit\" or \"all\""}));
  // The user sees each problem once.
  EXPECT_EQ(client.take("window/showMessage").size(), 2u);
  client.notify("workspace/didChangeConfiguration",
                {{"settings", {{"roots", "some"}, {"colour", 1}}}});
  EXPECT_EQ(client.takeLog().size(), 2u);
  EXPECT_EQ(client.take("window/showMessage").size(), 0u);
  for (const json& settings : {json(7), json::array(), json("x"), json{{"jitscope", 3}}}) {
    client.notify("workspace/didChangeConfiguration", {{"settings", settings}});
    EXPECT_EQ(client.takeLog().size(), 1u) << settings;
  }
  client.notify("workspace/didChangeConfiguration", {{"settings", nullptr}});
  client.notify("workspace/didChangeConfiguration", nullptr);
  client.notify("$/setTrace", nullptr);
  EXPECT_EQ(client.takeLog().size(), 1u);
}

TEST(Configuration, AChangeChecksOpenDocumentsAgain) {
  std::vector<Roots> seen;
  TestClient client([&](const EditorState& state, const SourceFilePtr&, const std::stop_token&) {
    seen.push_back(state.settings.roots);
    return CheckResult();
  });
  client.initialize({{"initializationOptions", {{"roots", "explicit"}}}});
  client.open(kUri, "");
  client.executor.runAll();
  client.notify("workspace/didChangeConfiguration",
                {{"settings", {{"jitscope", {{"roots", "all"}}}}}});
  client.executor.runAll();
  client.notify("workspace/didChangeConfiguration",
                {{"settings", {{"jitscope", {{"roots", "all"}}}}}});
  EXPECT_EQ(client.executor.size(), 0u);
  EXPECT_EQ(seen, (std::vector<Roots>{Roots::Explicit, Roots::All}));
}

TEST(Trace, ReportsTheStartAndTheEndOfEachCheck) {
  TestClient client;
  client.initialize({{"trace", "verbose"}});
  client.open(kUri, "bad");
  client.executor.runAll();
  const auto traces = client.take("$/logTrace");
  ASSERT_EQ(traces.size(), 2u);
  EXPECT_EQ(traces[0]["params"]["message"], "checking file:///t/a.py version 1");
  EXPECT_EQ(traces[1]["params"]["verbose"], "3 bytes, 1 diagnostics");
  client.notify("$/setTrace", {{"value", "off"}});
  client.change(kUri, {{{"text", "good"}}});
  client.executor.runAll();
  EXPECT_TRUE(client.take("$/logTrace").empty());
}

}  // namespace
}  // namespace ts::lsp
