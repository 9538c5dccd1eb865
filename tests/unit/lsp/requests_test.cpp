// Tests the form of responses; tests/unit/ide tests their content.
#include "lsp/features/message_tables.h"

#include <gtest/gtest.h>

#include "tests/unit/lsp/test_client.h"

namespace ts::lsp {
namespace {

using json = nlohmann::json;

constexpr const char* kUri = "file:///t/a.py";
constexpr const char* kText =
    "import torch\n\nclass Größe:\n    def f(self, x):\n        y = self.k(x)\n        return "
    "y\n\n    def k(self, x): return x\n";

class Requests : public ::testing::Test {
 protected:
  void start(json capabilities = json::object(), const std::string& text = kText) {
    client.initialize({{"capabilities", std::move(capabilities)}});
    client.open(kUri, text);
    client.executor.runAll();
  }
  json ask(const std::string& method, json params = json::object()) {
    params["textDocument"] = {{"uri", kUri}};
    const int id = client.request(method, std::move(params));
    client.executor.runAll();
    return client.answer(id);
  }
  json at(const std::string& method, int line, int character, json params = json::object()) {
    params["position"] = {{"line", line}, {"character", character}};
    return ask(method, std::move(params))["result"];
  }
  TestClient client;
};

TEST_F(Requests, NamesLeadToTheirDefinitions) {
  start();
  EXPECT_EQ(at("textDocument/definition", 4, 17),
            json::array({{{"uri", kUri}, {"range", rangeJson(7, 8, 7, 9)}}}));
  EXPECT_EQ(at("textDocument/definition", 1, 0), json::array());
}

TEST_F(Requests, LinksHaveTheirOrigin) {
  start({{"textDocument", {{"definition", {{"linkSupport", true}}}}}});
  const json link = at("textDocument/definition", 4, 17)[0];
  EXPECT_EQ(link["originSelectionRange"], rangeJson(4, 17, 4, 18));
  EXPECT_EQ(link["targetRange"], rangeJson(7, 4, 7, 28));
  EXPECT_EQ(link["targetSelectionRange"], rangeJson(7, 8, 7, 9));
}

TEST_F(Requests, ReferencesAndHighlightsListAllPlaces) {
  start();
  EXPECT_EQ(
      at("textDocument/references", 5, 15, {{"context", {{"includeDeclaration", true}}}}).size(),
      2u);
  EXPECT_EQ(
      at("textDocument/references", 5, 15, {{"context", {{"includeDeclaration", false}}}}).size(),
      1u);
  EXPECT_EQ(at("textDocument/documentHighlight", 5, 15),
            json::array({{{"range", rangeJson(4, 8, 4, 9)}, {"kind", 3}},
                         {{"range", rangeJson(5, 15, 5, 16)}, {"kind", 2}}}));
}

TEST_F(Requests, SymbolsAreATreeForClientsThatTakeOne) {
  start({{"textDocument", {{"documentSymbol", {{"hierarchicalDocumentSymbolSupport", true}}}}}});
  const json tree = ask("textDocument/documentSymbol")["result"];
  ASSERT_EQ(tree.size(), 1u);
  EXPECT_EQ(tree[0]["name"], "Größe");
  EXPECT_EQ(tree[0]["selectionRange"], rangeJson(2, 6, 2, 11));
  EXPECT_EQ(tree[0]["children"][0]["detail"], "(self, x)");
}

TEST_F(Requests, SymbolsOfAnOldClientAreAList) {
  start();
  const json list = ask("textDocument/documentSymbol")["result"];
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list[1]["containerName"], "Größe");
}

TEST_F(Requests, RenameReturnsEdits) {
  start();
  EXPECT_EQ(at("textDocument/prepareRename", 4, 8),
            (json{{"range", rangeJson(4, 8, 4, 9)}, {"placeholder", "y"}}));
  EXPECT_EQ(at("textDocument/rename", 4, 8, {{"newName", "z"}})["changes"][kUri].size(), 2u);
  const json refused =
      ask("textDocument/rename", {{"position", {{"line", 4}, {"character", 8}}}, {"newName", "x"}});
  EXPECT_EQ(refused["error"]["code"], -32803);
}

TEST_F(Requests, TokensAreRelativeToThePreviousOne) {
  start();
  const json first = ask("textDocument/semanticTokens/full")["result"];
  EXPECT_EQ((std::vector<int>(first["data"].begin(), first["data"].begin() + 10)),
            (std::vector<int>{0, 7, 5, 0, 1, 2, 6, 5, 1, 1}));
  client.change(kUri, json::array({{{"range", rangeJson(1, 0, 1, 0)}, {"text", "\n"}}}));
  client.executor.runAll();
  const json delta = ask("textDocument/semanticTokens/full/delta",
                         {{"previousResultId", first["resultId"]}})["result"];
  ASSERT_EQ(delta["edits"].size(), 1u);
  EXPECT_EQ(delta["edits"][0]["start"], 5);
  EXPECT_EQ(delta["edits"][0]["deleteCount"], 5);
  EXPECT_EQ(delta["edits"][0]["data"], (json{3, 6, 5, 1, 1}));
  EXPECT_TRUE(ask("textDocument/semanticTokens/full/delta", {{"previousResultId", "no"}})["result"]
                  .contains("data"));
}

TEST_F(Requests, AResponseToAnOlderTextIsAnError) {
  start();
  const int id = client.request("textDocument/documentSymbol", {{"textDocument", {{"uri", kUri}}}});
  client.change(kUri, json::array({{{"text", "x = 1\n"}}}));
  client.executor.runAll();
  EXPECT_EQ(client.answer(id)["error"]["code"], -32801);
}

// An editor filters the list while the user types, and does not ask again.
TEST_F(Requests, ACompletionIsAnsweredWhileTypingGoesOn) {
  start();
  const int id = client.request(
      "textDocument/completion",
      {{"textDocument", {{"uri", kUri}}}, {"position", {{"line", 5}, {"character", 15}}}});
  client.change(kUri, json::array({{{"range", rangeJson(5, 15, 5, 15)}, {"text", "y"}}}));
  client.executor.runAll();
  EXPECT_TRUE(client.answer(id).contains("result"));
}

TEST_F(Requests, ACancelledRequestIsAnsweredAtOnceAndOnce) {
  start();
  const int id = client.request("textDocument/documentSymbol", {{"textDocument", {{"uri", kUri}}}});
  client.notify("$/cancelRequest", {{"id", id}});
  EXPECT_EQ(client.answer(id)["error"]["code"], -32800);
  const size_t before = client.transport.messages.size();
  client.executor.runAll();
  EXPECT_EQ(client.transport.messages.size(), before);
}

// Every request gets a response, and no position is an internal error.
TEST_F(Requests, EveryRequestAtEveryPositionIsAnswered) {
  for (const char* text : {kText, "def f(\n  x.\nclass :\n@\nimport \nfrom a import (\n\"\"\""}) {
    TestClient fresh;
    fresh.initialize();
    fresh.open(kUri, text);
    fresh.executor.runAll();
    for (const RequestKind& kind : requestKinds()) {
      const std::string_view method = kind.method;
      for (int line = 0; line < 9; ++line) {
        for (int character = 0; character < 20; character += 3) {
          const json position = {{"line", line}, {"character", character}};
          const int id = fresh.request(
              std::string(method),
              {{"textDocument", {{"uri", kUri}}},
               {"uri", "jitscope-library://embedded/torch/__init__.py"},
               {"position", position},
               {"positions", {position}},
               {"range", rangeJson(0, 0, line, character)},
               {"newName", "n"},
               {"query", "f"},
               {"files", {{{"oldUri", kUri}, {"newUri", "file:///new.py"}}}},
               {"previousResultId", "1"},
               {"label", "f"},
               {"title", "f"},
               {"item",
                {{"uri", kUri}, {"selectionRange", rangeJson(line, character, line, character)}}}});
          fresh.executor.runAll();
          const json answer = fresh.answer(id);
          ASSERT_TRUE(answer.contains("result") || answer["error"]["code"] == -32803)
              << method << " " << answer;
        }
      }
    }
  }
}

TEST_F(Requests, BadParametersAreAnError) {
  start();
  for (const RequestKind& kind : requestKinds()) {
    const std::string_view method = kind.method;
    for (const json& params : {json::object(), json::array(), json{{"textDocument", 3}},
                               json{{"textDocument", {{"uri", "file:///no"}}}},
                               json{{"textDocument", {{"uri", kUri}}},
                                    {"position", "x"},
                                    {"range", 3},
                                    {"positions", 4}}}) {
      const int id = client.request(std::string(method), params);
      client.executor.runAll();
      const json answer = client.answer(id);
      EXPECT_TRUE(answer.contains("result") || answer["error"]["code"] == -32602)
          << method << " " << params << " " << answer;
    }
  }
}

}  // namespace
}  // namespace ts::lsp
