#include "lsp/workspace/notebook.h"

#include <gtest/gtest.h>

#include "tests/unit/lsp/test_client.h"

namespace ts::lsp {
namespace {

using json = nlohmann::json;

constexpr const char* kNotebook = "file:///t/n.ipynb";

std::string cellUri(int number) {
  return "vscode-notebook-cell:/t/n.ipynb#" + std::to_string(number);
}

TEST(Module, CellsAreWholeLines) {
  Notebook notebook{kNotebook, {}};
  for (const char* text : {"a = 1", "b = 2\n", "", "c\r"})
    notebook.cells.push_back(
        {cellUri(static_cast<int>(notebook.cells.size())), true, 1, TextBuffer(text)});
  notebook.cells.insert(notebook.cells.begin() + 1, {"markdown", false, 1, TextBuffer("# Title")});
  const auto [text, map] = notebook.module();
  EXPECT_EQ(text, "a = 1\nb = 2\n\n\nc\r \n");
  ASSERT_EQ(map->cells.size(), 4u);
  EXPECT_EQ(map->cells[3].firstLine, 4u);
  EXPECT_EQ(map->at(2)->uri, cellUri(1));
  EXPECT_EQ(map->at(3)->uri, cellUri(2));
  const Range clipped = map->inCell({{1, 2}, {4, 1}});
  EXPECT_EQ(clipped.start, (Position{0, 2}));
  EXPECT_EQ(clipped.end, (Position{2, 0}));
}

class Notebooks : public ::testing::Test {
 protected:
  static json cell(int number) { return {{"kind", 2}, {"document", cellUri(number)}}; }
  static json text(int number, const std::string& text, int version = 1) {
    return {
        {"uri", cellUri(number)}, {"languageId", "python"}, {"version", version}, {"text", text}};
  }
  void open(const std::vector<std::string>& texts) {
    json cells = json::array(), documents = json::array();
    for (const std::string& cellText : texts) {
      cells.push_back(cell(static_cast<int>(cells.size())));
      documents.push_back(text(static_cast<int>(documents.size()), cellText));
    }
    client.notify("notebookDocument/didOpen", {{"notebookDocument",
                                                {{"uri", kNotebook},
                                                 {"notebookType", "jupyter-notebook"},
                                                 {"version", 1},
                                                 {"cells", cells}}},
                                               {"cellTextDocuments", documents}});
    client.executor.runAll();
  }
  void change(json cells) {
    client.notify("notebookDocument/didChange",
                  {{"notebookDocument", {{"uri", kNotebook}, {"version", 2}}},
                   {"change", {{"cells", std::move(cells)}}}});
    client.executor.runAll();
  }
  json at(const std::string& method, int number, int line, int character,
          json params = json::object()) {
    params["textDocument"] = {{"uri", cellUri(number)}};
    params["position"] = {{"line", line}, {"character", character}};
    return client.wait(method, std::move(params));
  }
  // Ranges of the newest diagnostics of each cell.
  json published() {
    json out = json::object();
    for (const json& message : client.take("textDocument/publishDiagnostics")) {
      json& ranges = out[message["params"]["uri"].get<std::string>()] = json::array();
      for (const json& diagnostic : message["params"]["diagnostics"])
        ranges.push_back(diagnostic["range"]);
    }
    return out;
  }
  TestClient client;
};

TEST_F(Notebooks, DiagnosticsGoToTheirCells) {
  client.initialize();
  open({"x\nbad", "good", "bad"});
  EXPECT_EQ(published(), (json{{cellUri(0), {rangeJson(1, 0, 1, 3)}},
                               {cellUri(1), json::array()},
                               {cellUri(2), {rangeJson(0, 0, 0, 3)}}}));
  change({{"textContent",
           {{{"document", {{"uri", cellUri(1)}, {"version", 2}}},
             {"changes", {{{"range", rangeJson(0, 0, 0, 4)}, {"text", "\n bad"}}}}}}}});
  EXPECT_EQ(published()[cellUri(1)], json::array({rangeJson(1, 1, 1, 4)}));
}

TEST_F(Notebooks, PulledDiagnosticsAreThoseOfTheCell) {
  client.initialize({{"capabilities", pullingClient()}});
  open({"bad", "bad bad"});
  for (const int number : {0, 1}) {
    const json report = client.wait("textDocument/diagnostic",
                                    {{"textDocument", {{"uri", cellUri(number)}}}})["result"];
    EXPECT_EQ(report["items"].size(), number + 1u);
    EXPECT_EQ(report["items"][0]["range"], rangeJson(0, 0, 0, 3));
  }
}

// VS Code's client pulls for documents, and never for cells.
TEST_F(Notebooks, CellsOfAClientThatShowsBothArePublishedOnly) {
  json capabilities = pullingClient();
  capabilities["textDocument"]["publishDiagnostics"] = json::object();
  client.initialize({{"capabilities", capabilities}});
  open({"bad", "good"});
  EXPECT_EQ(published(),
            (json{{cellUri(0), {rangeJson(0, 0, 0, 3)}}, {cellUri(1), json::array()}}));
  const json report =
      client.wait("textDocument/diagnostic", {{"textDocument", {{"uri", cellUri(0)}}}})["result"];
  EXPECT_EQ(report["items"], json::array());
}

TEST_F(Notebooks, CellsComeGoAndMove) {
  client.initialize();
  open({"bad", "good"});
  published();
  change({{"structure",
           {{"array", {{"start", 0}, {"deleteCount", 1}, {"cells", {cell(2)}}}},
            {"didOpen", {text(2, "bad bad")}},
            {"didClose", {{{"uri", cellUri(0)}}}}}}});
  const json now = published();
  EXPECT_EQ(now[cellUri(0)], json::array());
  EXPECT_EQ(now[cellUri(2)].size(), 2u);
  // Two cells change places.
  change({{"structure",
           {{"array", {{"start", 0}, {"deleteCount", 2}, {"cells", {cell(1), cell(2)}}}}}}});
  const json moved = published();
  EXPECT_EQ(moved[cellUri(1)], json::array());
  change({{"structure", {{"array", {{"start", 5}, {"deleteCount", 2}}}}}});
  EXPECT_EQ(client.takeLog().size(), 1u);
}

TEST_F(Notebooks, NamesAreKnownInLaterCells) {
  client.initialize();
  open({"%magic\ndef größe(x):\n    return x\n", "y = größe(1)\n"});
  const json definition = at("textDocument/definition", 1, 0, 6)["result"];
  EXPECT_EQ(definition, json::array({{{"uri", cellUri(0)}, {"range", rangeJson(1, 4, 1, 9)}}}));
  const json edit = at("textDocument/rename", 0, 1, 5, {{"newName", "size"}})["result"]["changes"];
  EXPECT_EQ(edit[cellUri(0)][0]["range"], rangeJson(1, 4, 1, 9));
  EXPECT_EQ(edit[cellUri(1)][0]["range"], rangeJson(0, 4, 0, 9));
  EXPECT_EQ(at("textDocument/documentHighlight", 1, 0, 6)["result"].size(), 1u);
}

TEST_F(Notebooks, ListsAreThoseOfTheCell) {
  client.initialize();
  open({"def f():\n    return 1\n", "def g():\n    return f()\n"});
  const json document = {{"textDocument", {{"uri", cellUri(1)}}}};
  const json symbols = client.wait("textDocument/documentSymbol", document)["result"];
  ASSERT_EQ(symbols.size(), 1u);
  EXPECT_EQ(symbols[0]["name"], "g");
  EXPECT_EQ(symbols[0]["location"]["range"], rangeJson(0, 4, 0, 5));
  EXPECT_EQ(client.wait("textDocument/foldingRange", document)["result"].at(0)["startLine"], 0);
  const json tokens = client.wait("textDocument/semanticTokens/full", document)["result"]["data"];
  EXPECT_EQ((std::vector<int>(tokens.begin(), tokens.begin() + 3)), (std::vector<int>{0, 4, 1}));
  EXPECT_EQ(tokens.size(), 10u);
}

TEST_F(Notebooks, FixesChangeTheirCell) {
  client.initialize(
      {{"capabilities", {{"workspace", {{"workspaceEdit", {{"documentChanges", true}}}}}}}});
  open({"good", "x bad"});
  const json actions =
      client.wait("textDocument/codeAction", {{"textDocument", {{"uri", cellUri(1)}}},
                                              {"range", rangeJson(0, 3, 0, 3)},
                                              {"context", {{"only", {"quickfix"}}}}})["result"];
  ASSERT_EQ(actions.size(), 1u);
  const json change = actions[0]["edit"]["documentChanges"][0];
  EXPECT_EQ(change["textDocument"], (json{{"uri", cellUri(1)}, {"version", 1}}));
  EXPECT_EQ(change["edits"][0]["range"], rangeJson(0, 2, 0, 5));
}

TEST_F(Notebooks, AnEditOfOneCellDropsRequestsAboutAll) {
  client.initialize();
  open({"x = 1", "y = x"});
  const int id = client.request(
      "textDocument/hover",
      {{"textDocument", {{"uri", cellUri(1)}}}, {"position", {{"line", 0}, {"character", 0}}}});
  change({{"textContent",
           {{{"document", {{"uri", cellUri(0)}, {"version", 2}}},
             {"changes", {{{"text", "x = 2"}}}}}}}});
  EXPECT_EQ(client.answer(id)["error"]["code"], -32801);
}

TEST_F(Notebooks, ClosingTakesAllDiagnosticsBack) {
  client.initialize();
  open({"bad", "bad"});
  published();
  client.notify("notebookDocument/didSave", {{"notebookDocument", {{"uri", kNotebook}}}});
  client.notify("notebookDocument/didClose",
                {{"notebookDocument", {{"uri", kNotebook}}}, {"cellTextDocuments", json::array()}});
  client.executor.runAll();
  EXPECT_EQ(published(), (json{{cellUri(0), json::array()}, {cellUri(1), json::array()}}));
  EXPECT_EQ(at("textDocument/hover", 0, 0, 0)["error"]["code"], -32602);
}

TEST_F(Notebooks, BadMessagesAreLoggedAndIgnored) {
  client.initialize();
  open({"x"});
  for (const char* method :
       {"notebookDocument/didOpen", "notebookDocument/didChange", "notebookDocument/didClose"}) {
    for (const json& params :
         {json(), json::array(), json{{"notebookDocument", {{"uri", "file:///no"}}}},
          json{{"notebookDocument", 3}}}) {
      const bool opens = std::string(method).ends_with("didOpen") && params.is_object() &&
                         params["notebookDocument"].is_object();
      if (opens) continue;
      client.notify(method, params);
      EXPECT_EQ(client.takeLog().size(), 1u) << method << params;
    }
  }
  for (const json& params :
       {json{{"textContent", {3}}},
        json{{"textContent", {{{"document", {{"uri", cellUri(0)}}}, {"changes", 3}}}}},
        json{{"structure", 3}}}) {
    change(params);
    EXPECT_EQ(client.takeLog().size(), 1u) << params;
  }
}

}  // namespace
}  // namespace ts::lsp
