// Tests requests about TorchScript IR through the server.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/unit/lsp/test_client.h"

namespace ts::lsp {
namespace {

using json = nlohmann::json;

class IrRequests : public ::testing::Test {
 protected:
  void SetUp() override {
    folder = std::filesystem::temp_directory_path() / ("jitscope_ir_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "net.py") << "import torch\ndef f(größe):\n    return 'ö' + größe\n";
    client.initialize({{"capabilities",
                        {{"textDocument",
                          {{"documentSymbol", {{"hierarchicalDocumentSymbolSupport", true}}}}}}}});
    const std::string text =
        "graph(%a : int):\n  %b : int = aten::neg(%a) # net.py:3:18\n  %c : int = aten::neg(%b) # "
        "missing.py:1:0\n  return (%c)\n";
    uri = "file://" + (folder / "g.ir").string();
    client.open(uri, text);
    client.executor.runAll();
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  json ask(const std::string& method, json params = json::object()) {
    params["textDocument"] = {{"uri", uri}};
    const int id = client.request(method, std::move(params));
    client.executor.runAll();
    return client.answer(id)["result"];
  }
  json at(const std::string& method, int line, int character, json params = json::object()) {
    params["position"] = {{"line", line}, {"character", character}};
    return ask(method, std::move(params));
  }
  json place(const std::string& of, json range) {
    return json::array({{{"uri", of}, {"range", std::move(range)}}});
  }

  std::filesystem::path folder;
  std::string uri;
  TestClient client;
};

TEST_F(IrRequests, ValuesLeadToTheirDefinitionAndUses) {
  EXPECT_EQ(at("textDocument/definition", 1, 23), place(uri, rangeJson(0, 6, 0, 8)));
  EXPECT_EQ(
      at("textDocument/references", 1, 3, {{"context", {{"includeDeclaration", true}}}}).size(),
      2u);
  EXPECT_EQ(at("textDocument/documentHighlight", 1, 3),
            json::array({{{"range", rangeJson(1, 2, 1, 4)}, {"kind", 3}},
                         {{"range", rangeJson(2, 23, 2, 25)}, {"kind", 2}}}));
}

TEST_F(IrRequests, NodesLeadToTheirPython) {
  const std::string python = "file://" + (folder / "net.py").string();
  // 18 bytes are 17 characters: there is an ö before.
  EXPECT_EQ(at("textDocument/definition", 1, 15), place(python, rangeJson(2, 17, 2, 22)));
  EXPECT_EQ(at("textDocument/definition", 1, 35), place(python, rangeJson(2, 17, 2, 22)));
  EXPECT_EQ(at("textDocument/definition", 2, 15), json::array());
  const json links = ask("textDocument/documentLink");
  ASSERT_EQ(links.size(), 1u);
  EXPECT_EQ(links[0]["target"], python + "#L3,18");
  EXPECT_NE(at("textDocument/hover", 1, 15)["contents"]["value"].get<std::string>().find(
                "return 'ö' + größe"),
            std::string::npos);
}

TEST_F(IrRequests, HasSymbolsFoldsAndTokens) {
  const json symbols = ask("textDocument/documentSymbol");
  ASSERT_EQ(symbols.size(), 1u);
  EXPECT_EQ(symbols[0]["children"].size(), 2u);
  EXPECT_EQ(ask("textDocument/foldingRange").size(), 1u);
  EXPECT_EQ(ask("textDocument/semanticTokens/full")["data"].size(), 5u * 10);
}

TEST_F(IrRequests, RequestsForPythonReturnNull) {
  for (const char* method :
       {"textDocument/completion", "textDocument/rename", "textDocument/signatureHelp",
        "textDocument/codeLens", "textDocument/inlayHint", "textDocument/implementation"})
    EXPECT_TRUE(at(method, 1, 3).is_null()) << method;
}

TEST_F(IrRequests, TheLanguageIdMakesADocumentIr) {
  client.notify("textDocument/didOpen", {{"textDocument",
                                          {{"uri", "jitscope:/f?x"},
                                           {"languageId", "torchscript-ir"},
                                           {"version", 1},
                                           {"text", "graph(%a : int):\n  return (%a)\n"}}}});
  client.executor.runAll();
  uri = "jitscope:/f?x";
  EXPECT_EQ(at("textDocument/definition", 1, 11), place(uri, rangeJson(0, 6, 0, 8)));
}

}  // namespace
}  // namespace ts::lsp
