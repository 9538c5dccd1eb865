// Tests of folders, files on disk, and settings by folder.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/unit/lsp/test_client.h"

namespace ts::lsp {
namespace {

using json = nlohmann::json;
using Strings = std::vector<std::string>;
namespace fs = std::filesystem;

// Each test has a folder of its own.
class Workspace : public ::testing::Test {
 protected:
  Workspace() : root(fs::temp_directory_path() / ("jitscope_lsp_" + std::to_string(::getpid()))) {
    fs::create_directories(root);
  }
  ~Workspace() override { fs::remove_all(root); }

  std::string path(const std::string& name) const { return (root / name).string(); }
  std::string uri(const std::string& name) const { return "file://" + path(name); }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((root / name).parent_path());
    std::ofstream(root / name) << text;
  }
  json folder(const std::string& name = "") const {
    return {{"uri", "file://" + (name.empty() ? root.string() : path(name))}, {"name", "x"}};
  }
  json start(TestClient& client, json capabilities = json::object()) const {
    capabilities.update(pullingClient(), /*merge_objects=*/true);
    return client.initialize(
        {{"capabilities", std::move(capabilities)}, {"workspaceFolders", {folder()}}});
  }
  static json pull(TestClient& client, json previous = json::array(), json more = json::object()) {
    more["previousResultIds"] = std::move(previous);
    return client.wait("workspace/diagnostic", std::move(more));
  }
  static json idsIn(const json& items) {
    json ids = json::array();
    for (const json& item : items) {
      if (item.contains("resultId"))
        ids.push_back({{"uri", item["uri"]}, {"value", item["resultId"]}});
    }
    return ids;
  }
  // The number of diagnostics of each file, or "unchanged".
  static json summary(const json& items) {
    json out = json::object();
    for (const json& item : items) {
      const std::string name = item["uri"].get<std::string>();
      out[name.substr(name.rfind('/') + 1)] =
          item.contains("items") ? json(item["items"].size()) : item["kind"];
    }
    return out;
  }

  const fs::path root;
};

TEST_F(Workspace, AllFilesAreReportedOpenOrNot) {
  write("a.py", "bad\nbad");
  write("sub/b.py", "good");
  write("c.txt", "bad");
  TestClient client;
  start(client);
  client.open(uri("a.py"), "bad", 7);
  client.open("untitled:new", "bad");
  const json items = pull(client)["result"]["items"];
  EXPECT_EQ(summary(items), (json{{"a.py", 1}, {"b.py", 0}, {"untitled:new", 1}}));
  EXPECT_EQ(items[0]["version"], 7);
  EXPECT_EQ(items[1]["version"], nullptr);
}

TEST_F(Workspace, UnchangedReportsAreNotSentAgain) {
  write("a.py", "bad");
  write("b.py", "bad");
  size_t checks = 0;
  TestClient client(
      [&](const EditorState& state, const SourceFilePtr& file, const std::stop_token& stop) {
        ++checks;
        return findBad(state, file, stop);
      });
  start(client);
  const json ids = idsIn(pull(client)["result"]["items"]);
  EXPECT_EQ(checks, 2u);
  client.open(uri("b.py"), "bad bad");
  client.executor.runAll();
  checks = 0;
  EXPECT_EQ(summary(pull(client, ids)["result"]["items"]),
            (json{{"a.py", "unchanged"}, {"b.py", 2}}));
  EXPECT_EQ(checks, 1u);
}

TEST_F(Workspace, DeletedFilesAreReportedEmptyOnce) {
  write("a.py", "bad");
  TestClient client;
  start(client);
  const json ids = idsIn(pull(client)["result"]["items"]);
  fs::remove(root / "a.py");
  client.notify("workspace/didDeleteFiles", {{"files", {{{"uri", uri("a.py")}}}}});
  const json items = pull(client, ids)["result"]["items"];
  EXPECT_EQ(summary(items), (json{{"a.py", 0}}));
  EXPECT_TRUE(idsIn(items).empty());
}

TEST_F(Workspace, AClientWithTheNewestReportsWaitsForAChange) {
  write("a.py", "bad");
  TestClient client;
  start(client);
  const json ids = idsIn(pull(client)["result"]["items"]);
  const int waiting = client.request("workspace/diagnostic", {{"previousResultIds", ids}});
  const int cancelled = client.request("workspace/diagnostic", {{"previousResultIds", ids}});
  client.executor.runAll();
  EXPECT_TRUE(client.answer(waiting).is_null());
  client.notify("$/cancelRequest", {{"id", cancelled}});
  EXPECT_EQ(client.answer(cancelled)["error"]["code"], -32800);
  client.open(uri("a.py"), "good");
  client.executor.runAll();
  EXPECT_EQ(summary(client.answer(waiting)["result"]["items"]), (json{{"a.py", 0}}));
  const int last = client.request("workspace/diagnostic", {{"previousResultIds", ids}});
  client.ask("shutdown", nullptr);
  EXPECT_EQ(client.answer(last)["error"]["code"], -32800);
}

TEST_F(Workspace, PartsComeBeforeAnEmptyAnswerAndProgressHasAnEnd) {
  write("a.py", "bad");
  TestClient client;
  start(client);
  const json answer =
      pull(client, json::array(), {{"partialResultToken", "p"}, {"workDoneToken", 3}});
  EXPECT_EQ(answer["result"], (json{{"items", json::array()}}));
  const auto told = client.take("$/progress");
  ASSERT_EQ(told.size(), 3u);
  EXPECT_EQ(told[0]["params"]["token"], 3);
  EXPECT_EQ(told[0]["params"]["value"]["kind"], "begin");
  EXPECT_EQ(summary(told[1]["params"]["value"]["items"]), (json{{"a.py", 1}}));
  EXPECT_EQ(told[2]["params"]["value"], (json{{"kind", "end"}}));
}

TEST_F(Workspace, ACancelledRequestReportsNoProgress) {
  write("a.py", "bad");
  TestClient client;
  start(client);
  const int id = client.request("workspace/diagnostic",
                                {{"previousResultIds", json::array()}, {"workDoneToken", 1}});
  client.notify("$/cancelRequest", {{"id", id}});
  client.executor.runAll();
  EXPECT_TRUE(client.take("$/progress").empty());
}

TEST_F(Workspace, ReferencesComeInPartsWhereTheClientTakesThem) {
  write("a.py", "def f(): return 1\nf()\n");
  TestClient client;
  start(client);
  client.open(uri("a.py"), "def f(): return 1\nf()\n");
  client.executor.runAll();
  const json answer =
      client.wait("textDocument/references", {{"textDocument", {{"uri", uri("a.py")}}},
                                              {"position", {{"line", 1}, {"character", 0}}},
                                              {"context", {{"includeDeclaration", true}}},
                                              {"partialResultToken", "t"}});
  EXPECT_EQ(answer["result"], json::array());
  EXPECT_EQ(client.take("$/progress").at(0)["params"]["value"].size(), 2u);
}

// user.py depends on library.py.
CheckResult dependent(const EditorState& state, const SourceFilePtr& file,
                      const std::stop_token& stop) {
  CheckResult result = findBad(state, file, stop);
  if (file->path().ends_with("user.py"))
    result.dependsOn = {file->path().substr(0, file->path().rfind('/')) + "/library.py"};
  return result;
}

TEST_F(Workspace, AChangedFileChecksItsDependents) {
  Strings checked;
  TestClient client(
      [&](const EditorState& state, const SourceFilePtr& file, const std::stop_token& stop) {
        checked.push_back(fs::path(file->path()).filename());
        return dependent(state, file, stop);
      });
  start(client, {{"workspace", {{"diagnostics", {{"refreshSupport", true}}}}}});
  client.open(uri("user.py"), "");
  client.open(uri("other.py"), "");
  client.executor.runAll();
  checked.clear();
  const auto tell = [&](const char* name, int type) {
    client.notify("workspace/didChangeWatchedFiles",
                  {{"changes", {{{"uri", uri(name)}, {"type", type}}}}});
    client.executor.runAll();
    return std::exchange(checked, {});
  };
  EXPECT_EQ(tell("library.py", 2), Strings{"user.py"});
  EXPECT_EQ(tell("stranger.py", 2), Strings());
  // Any import may now find another file.
  EXPECT_EQ(tell("new.py", 1), (Strings{"other.py", "user.py"}));
  EXPECT_EQ(tell("new.py", 3), (Strings{"other.py", "user.py"}));
  // One refresh at a time: further ones wait for the client's answer.
  EXPECT_EQ(client.take("workspace/diagnostic/refresh").size(), 1u);
}

TEST_F(Workspace, RefreshesAreAskedForAgainWhenTheClientHasAnswered) {
  TestClient client;
  start(client, {{"workspace", {{"diagnostics", {{"refreshSupport", true}}}}}});
  for (int i = 0; i < 3; ++i) client.notify("workspace/didCreateFiles", {{"files", json::array()}});
  EXPECT_EQ(client.reply("workspace/diagnostic/refresh", nullptr), json());
  client.reply("workspace/diagnostic/refresh", nullptr);
  EXPECT_TRUE(client.take("workspace/diagnostic/refresh").empty());
}

TEST_F(Workspace, NewDiagnosticsOfTheSameTextCauseARefresh) {
  bool good = true;
  TestClient client(
      [&](const EditorState& state, const SourceFilePtr& file, const std::stop_token& stop) {
        CheckResult result = dependent(state, file, stop);
        if (good) result.diagnostics.clear();
        return result;
      });
  start(client, {{"workspace", {{"diagnostics", {{"refreshSupport", true}}}}}});
  client.open(uri("user.py"), "bad");
  client.open(uri("library.py"), "");
  client.executor.runAll();
  EXPECT_TRUE(client.take("workspace/diagnostic/refresh").empty());
  good = false;
  client.change(uri("library.py"), {{{"text", "x"}}});
  client.executor.runAll();
  EXPECT_EQ(client.take("workspace/diagnostic/refresh").size(), 1u);
}

TEST_F(Workspace, FoldersComeAndGo) {
  write("one/a.py", "bad");
  write("two/b.py", "bad");
  TestClient client;
  client.initialize({{"capabilities", pullingClient()}, {"workspaceFolders", {folder("one")}}});
  EXPECT_EQ(summary(pull(client)["result"]["items"]), (json{{"a.py", 1}}));
  client.notify("workspace/didChangeWorkspaceFolders",
                {{"event", {{"added", {folder("two")}}, {"removed", {folder("one")}}}}});
  EXPECT_EQ(summary(pull(client)["result"]["items"]), (json{{"b.py", 1}}));
  client.notify("workspace/didChangeWorkspaceFolders", {{"event", 3}});
  EXPECT_EQ(client.takeLog().size(), 1u);
}

TEST_F(Workspace, EachFolderHasItsSettings) {
  std::map<std::string, EditorSettings> seen;
  TestClient client(
      [&](const EditorState& state, const SourceFilePtr& file, const std::stop_token&) {
        seen[fs::path(file->path()).filename()] = state.settingsOf(file->path());
        return CheckResult();
      });
  client.initialize({{"capabilities",
                      {{"workspace",
                        {{"configuration", true},
                         {"didChangeConfiguration", {{"dynamicRegistration", true}}},
                         {"didChangeWatchedFiles", {{"dynamicRegistration", true}}}}}}},
                     {"workspaceFolders", {folder("one"), folder("one/inner")}}});
  client.notify("initialized", json::object());
  EXPECT_EQ(client.reply("client/registerCapability", nullptr)["registrations"].size(), 2u);
  for (const char* name : {"out.py", "one/a.py", "one/inner/b.py"}) client.open(uri(name), "");
  const json asked =
      client.reply("workspace/configuration",
                   {{{"roots", "all"}},
                    nullptr,
                    {{"roots", "explicit"}, {"importPaths", {"src"}}, {"server", {{"path", ""}}}}});
  EXPECT_EQ(asked["items"][2]["scopeUri"], uri("one/inner"));
  client.executor.runAll();
  EXPECT_EQ(seen.at("out.py").roots, Roots::All);
  EXPECT_EQ(seen.at("a.py").roots, Roots::All);
  EXPECT_EQ(seen.at("b.py").roots, Roots::Explicit);
  EXPECT_EQ(seen.at("b.py").importPaths, Strings{"src"});
  EXPECT_TRUE(client.takeLog().empty());
  client.notify("workspace/didChangeConfiguration", {{"settings", nullptr}});
  client.reply("workspace/configuration", {{{"roots", 3}}, {{"importPaths", "src"}}, 7});
  EXPECT_EQ(client.takeLog().size(), 3u);
}

TEST_F(Workspace, TheVersionOfTorchIsChosenOnceAndAChangeAsksForARestart) {
  std::vector<std::string> chosen;
  ServerOptions options;
  options.chooseTorch = [&](const std::string& setting, const std::string& path,
                            const std::string& interpreter) {
    chosen = {setting, path, interpreter};
    return "agrees with PyTorch " + setting;
  };
  TestClient client(findBad, std::move(options));
  client.initialize(
      {{"workspaceFolders", {folder("one"), folder("two")}},
       {"initializationOptions", {{"torch", "1.13"}, {"python", "/env/bin/python"}}}});
  EXPECT_EQ(chosen, (Strings{"1.13", (root / "one").string(), "/env/bin/python"}));
  EXPECT_EQ(client.takeLog(), Strings{"agrees with PyTorch 1.13"});
  client.notify("workspace/didChangeConfiguration", {{"settings", {{"torch", "1.13"}}}});
  EXPECT_TRUE(client.take("window/showMessage").empty());
  client.notify("workspace/didChangeConfiguration", {{"settings", {{"torch", "2.6"}}}});
  EXPECT_EQ(client.take("window/showMessage").size(), 1u);
  EXPECT_EQ(chosen[0], "1.13");
  client.notify("workspace/didChangeConfiguration", {{"settings", {{"torch", "3"}}}});
  EXPECT_EQ(client.takeLog().size(), 1u);
}

TEST_F(Workspace, CheckingManyDocumentsShowsProgress) {
  TestClient client;
  start(client, {{"window", {{"workDoneProgress", true}}}});
  client.open(uri("a.py"), "");
  client.open(uri("b.py"), "");
  client.executor.runAll();
  client.notify("workspace/didCreateFiles", {{"files", json::array()}});
  client.reply("window/workDoneProgress/create", nullptr);
  client.executor.runAll();
  std::string kinds;
  for (const json& told : client.take("$/progress"))
    kinds += told["params"]["value"]["kind"].get<std::string>() + " ";
  EXPECT_EQ(kinds, "begin report end ");
}

}  // namespace
}  // namespace ts::lsp
