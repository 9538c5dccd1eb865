#include "core/driver/workspace.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>

namespace ts::driver {
namespace {

constexpr const char* kFine = "x = 1\n";
constexpr const char* kBroken = "if x\n    pass\n";

FileSystemPtr disk(std::map<std::string, std::string> files) {
  OverlayFileSystem::Texts texts;
  for (auto& [path, text] : files) texts.set(path, std::make_shared<SourceFile>(path, text));
  return std::make_shared<OverlayFileSystem>(std::move(texts), nullptr);
}

std::vector<std::string> rules(const FileResult& result) {
  std::vector<std::string> codes;
  for (const diag::Diagnostic& diagnostic : result.diagnostics)
    codes.push_back(diag::code(diagnostic.rule));
  return codes;
}

using Codes = std::vector<std::string>;

Workspace::OpenDocuments open(const std::string& path, const char* text) {
  return {{path, std::make_shared<const SourceFile>(path, text)}};
}

TEST(Workspace, AnOpenDocumentHidesTheFileOnDisk) {
  Workspace workspace(disk({{"a.py", kFine}}));
  EXPECT_EQ(rules(workspace.snapshot().check("a.py")), Codes{});
  EXPECT_EQ(rules(workspace.snapshot(open("a.py", kBroken)).check("a.py")), Codes{"TS1007"});
  EXPECT_EQ(rules(workspace.snapshot().check("a.py")), Codes{});
}

TEST(Workspace, ASnapshotNeverChanges) {
  Workspace workspace(disk({{"a.py", kFine}}));
  Snapshot before = workspace.snapshot();
  Snapshot after = workspace.snapshot(open("a.py", kBroken));
  EXPECT_EQ(rules(after.check("a.py")), Codes{"TS1007"});
  EXPECT_EQ(rules(before.check("a.py")), Codes{});
}

TEST(Workspace, RangesPointIntoOpenDocuments) {
  Workspace workspace(disk({}));
  auto file = std::make_shared<const SourceFile>("a.py", kBroken);
  FileResult result = workspace.snapshot({{"a.py", file}}).check("a.py");
  EXPECT_EQ(result.file, file);
  EXPECT_EQ(result.diagnostics.at(0).range.file, file.get());
}

// `kSearch` looks up a name that no module defines, in the static scopes and in the evaluator.
constexpr const char* kSearch =
    "import torch\nfrom a import *\nprint(gone)\n"
    "@torch.jit.script\ndef f(x):\n    return gone(x)\n";

TEST(Workspace, AModuleThatIsASubmoduleOfManyIsCompiledOnce) {
  Workspace workspace(disk({{"a.py",
                             "import torch\nm = torch.nn.ReLU()\nfor i in range(40):\n"
                             "    m = torch.nn.Sequential(m, m)\ntorch.jit.script(m)\n"}}));
  EXPECT_EQ(rules(workspace.snapshot().check("a.py")), Codes{});
}

TEST(Workspace, AStatementWithTooLargeATypeIsLeftOut) {
  std::string code = "import torch\n@torch.jit.script\ndef f(x: torch.Tensor):\n    t = (x, x)\n";
  for (int i = 0; i < 20; ++i) code += "    t" + std::to_string(i) + " = (t, t)\n    t = (t, t)\n";
  Workspace workspace(disk({{"a.py", code}}));
  const std::vector<std::string> broken = rules(workspace.snapshot().check("a.py"));
  EXPECT_EQ(std::count(broken.begin(), broken.end(), "TS5030"), std::ssize(broken));
  EXPECT_FALSE(broken.empty());
}

TEST(Workspace, ACheckThatTakesTooMuchMemoryEndsWithinItsBudget) {
  Workspace workspace(disk({{"a.py",
                             "import torch\nx = []\nwhile True:\n    x.append([0] * 1000)\n"
                             "torch.jit.script(x)\n"}}));
  const FileResult result = workspace.snapshot().check("a.py");
  ASSERT_EQ(rules(result), Codes{"TS5030"});
  EXPECT_NE(result.diagnostics[0].message.find("memory"), std::string::npos);
}

TEST(Workspace, StarImportsMayFormCycles) {
  const Workspace workspace(disk({{"a.py", "from a import *\nfrom b import *\nfrom b import *\n"},
                                  {"b.py", "from a import *\nfrom b import *\nfrom a import *\n"},
                                  {"main.py", kSearch}}));
  EXPECT_EQ(rules(workspace.snapshot().check("main.py")), Codes{"TS3109"});
}

// Each module imports the next one over two ways: 2^40 ways to the last one.
TEST(Workspace, StarImportsAreSearchedOnce) {
  std::map<std::string, std::string> files = {{"main.py", kSearch}, {"a.py", "from m0 import *\n"}};
  for (int i = 0; i < 40; ++i) {
    for (const char* way : {"m", "n"})
      files[fmt::format("{}{}.py", way, i)] =
          fmt::format("from m{0} import *\nfrom n{0} import *\n", i + 1);
  }
  files["m40.py"] = files["n40.py"] = "x = 1\n";
  EXPECT_EQ(rules(Workspace(disk(files)).snapshot().check("main.py")), Codes{"TS3109"});
}

constexpr const char* kEndless =
    "import torch\n"
    "class Net(torch.nn.Module):\n"
    "    def __init__(self):\n"
    "        super().__init__()\n"
    "        while True:\n"
    "            self.depth = 1\n"
    "net = torch.jit.script(Net())\n";

TEST(Workspace, ReportsTheStatementThatReachesALimit) {
  const FileResult result = Workspace(disk({{"a.py", kEndless}})).snapshot().check("a.py");
  ASSERT_EQ(rules(result), Codes{"TS5030"});
  EXPECT_EQ(result.file->text(result.diagnostics[0].range.span), "Net()");
}

TEST(Workspace, ReportsTheSyntaxErrorOfAnImportedFileThere) {
  const std::string model =
      "import torch\nfrom helper import f\n"
      "class Net(torch.nn.Module):\n    def forward(self, x):\n        return f(x)\n";
  Workspace workspace(disk({{"helper.py", "def f(x):\n    return x\nif f(1)\n    pass\ny = (\n"},
                            {"model.py", model},
                            {"export.py", model + "torch.jit.script(Net())\n"}}));
  const Snapshot snapshot = workspace.snapshot().with(Roots::Auto);
  const FileResult result = snapshot.check("export.py");
  ASSERT_EQ(rules(result), Codes{"TS1007"});
  EXPECT_EQ(result.diagnostics[0].range.file->path(), "helper.py");
  EXPECT_EQ(result.diagnostics[0].notes.back().message,
            "export.py imports this file, directly or over other files, so it cannot run");
  EXPECT_EQ(rules(snapshot.check("model.py")), Codes{}) << "nothing is scripted";
}

TEST(Workspace, SaysWhyAFileCouldNotBeRead) {
  FileResult result = Workspace(disk({})).snapshot().check("gone.py");
  EXPECT_EQ(result.error, "no such file");
  EXPECT_EQ(result.tree, nullptr);
}

TEST(Workspace, SortsByPlaceAndAppliesSuppressions) {
  Workspace workspace(
      disk({{"a.py", "if x\n  pass\nwhile y  # tscheck: ignore[TS1007]\n  pass\nx = (\n"}}));
  EXPECT_EQ(rules(workspace.snapshot().check("a.py")), (Codes{"TS1007", "TS1003"}));
}

TEST(Workspace, UnusedSuppressionsAreNotReportedInAFileWithSyntaxErrors) {
  const std::string unused = "y = 1  # tscheck: ignore[TS1001]\n";
  Workspace workspace(disk({{"a.py", unused}, {"b.py", unused + kBroken}}));
  EXPECT_EQ(rules(workspace.snapshot().with(Roots::All).check("a.py")), Codes{"TS1102"});
  EXPECT_EQ(rules(workspace.snapshot().with(Roots::All).check("b.py")), Codes{"TS1007"});
}

// Checks a file in which `line` stands between two healthy functions. The second one calls `helper`
// and uses the name `text`.
Codes rulesAround(const std::string& line) {
  const std::string text =
      "import torch\n"
      "@torch.jit.script\ndef first(x):\n    return x.nothing()\n" +
      line +
      "\n@torch.jit.script\ndef last(x):\n    y = helper(x)\n    z = text\n    return x.absent()\n";
  return rules(Workspace(disk({{"a.py", text}})).snapshot().check("a.py"));
}

TEST(Workspace, AnUnfinishedLineLeavesTheOtherFunctionsTheirProblems) {
  const std::string text = "text = 3\n";
  const Codes around[] = {{"TS5001", "TS1001", "TS5001"},
                          {"TS5001", "TS1003", "TS5001"},
                          {"TS5001", "TS1006", "TS5001"},
                          {"TS5001", "TS1004", "TS5001"}};
  EXPECT_EQ(rulesAround(text + "def helper(x):\n    y = x.\n"), around[0]);
  EXPECT_EQ(rulesAround(text + "def helper(x):\n    y = torch.relu(x\n"), around[1]);
  EXPECT_EQ(rulesAround(text + "def helper(x):\n    if x:\n"), around[2]);
  EXPECT_EQ(rulesAround(text + "def helper(x):\n    return 1\n  y = 2\n"), around[2]);
  EXPECT_EQ(rulesAround(text + "class helper:\n    size = (1]\n"), around[3]);
}

// A module whose methods `helper` and `other` have the given bodies.
std::string moduleWith(const std::string& helper, const std::string& other = "return x.nothing()") {
  return "import torch\n"
         "class Net(torch.nn.Module):\n"
         "    def __init__(self):\n        super().__init__()\n        self.setUp()\n"
         "    def setUp(self):\n        self.size = 3\n"
         "    def helper(self, x):\n        " +
         helper +
         "\n"
         "    def other(self, x):\n        " +
         other +
         "\n"
         "    def forward(self, x):\n        y = self.helper(x) + self.size\n        return "
         "self.other(y)\n"
         "torch.jit.script(Net())\n";
}

Codes autoRules(const std::string& text) {
  return rules(Workspace(disk({{"a.py", text}})).snapshot().with(Roots::Auto).check("a.py"));
}

TEST(Workspace, AnUnfinishedMethodLeavesTheOtherMethodsTheirProblems) {
  EXPECT_EQ(autoRules(moduleWith("return x")), Codes{"TS5001"});
  EXPECT_EQ(autoRules(moduleWith("return x.")), (Codes{"TS1001", "TS5001"}));
  EXPECT_EQ(autoRules(moduleWith("return torch.relu(x")), (Codes{"TS1003", "TS5001"}));
  EXPECT_EQ(autoRules(moduleWith("if x:")), (Codes{"TS1006", "TS5001"}));
  EXPECT_EQ(autoRules(moduleWith("retur x")), (Codes{"TS1001", "TS5001"}));
  EXPECT_EQ(autoRules(moduleWith("self.count = torch.relu(")), (Codes{"TS1003", "TS5001"}));
  // Damaged methods call others, which are compiled.
  std::string text = moduleWith("return x");
  text.replace(text.find("self.other(y)"), 13, "self.other(y");
  EXPECT_EQ(autoRules(text), (Codes{"TS5001", "TS1003"}));
}

TEST(Workspace, TheResultOfAnUnfinishedMethodIsUnknown) {
  EXPECT_EQ(autoRules(moduleWith("x.", "return 1 if x else 2")), Codes{"TS1001"});
  EXPECT_EQ(autoRules(moduleWith("retur 'text'", "return x")), Codes{"TS1001"});
}

TEST(Workspace, AnUnfinishedMethodThatMakesAttributesLeavesItsClassUnknown) {
  std::string text = moduleWith("return x");
  text.replace(text.find("self.size = 3"), 13, "self.size 3\n        self.rest = 1");
  EXPECT_EQ(autoRules(text), Codes{"TS1001"});
  text = moduleWith("return x");
  text.replace(text.find("self.setUp()"), 12, "self.setUp(");
  EXPECT_EQ(autoRules(text), Codes{"TS1003"});
}

TEST(Workspace, AMethodThatSwallowsMembersOfItsClassLeavesItUnknown) {
  EXPECT_EQ(autoRules(moduleWith("return (x\n    size: int = 3")).front(), "TS1003");
  EXPECT_EQ(autoRules(moduleWith("return \"\"\"")), Codes{"TS1005"});
}

TEST(Workspace, NamesThatADamagedStatementMayDefineAreUnknown) {
  const Codes around{"TS5001", "TS1001", "TS5001"};
  EXPECT_EQ(rulesAround("helper text"), around);
  EXPECT_EQ(rulesAround("from other import helper text"), around);
  EXPECT_EQ(rulesAround("for helper, text in"), around);
  EXPECT_EQ(rulesAround("if torch.:\n    def helper(x):\n        return 1\n    text = 2\n"),
            around);
  EXPECT_EQ(rulesAround("@torch.relu(helper, text\ndef other(x):\n    return 1\n"),
            (Codes{"TS5001", "TS1003", "TS5001"}));
  EXPECT_EQ(rulesAround("def other(\nfrom builders import helper, text\n")[0], "TS5001");
  // The string contains everything that follows.
  EXPECT_EQ(rulesAround("def other():\n    \"\"\"\n"), (Codes{"TS5001", "TS1005"}));
}

TEST(Workspace, ADamagedDecoratorDamagesItsFunction) {
  const std::string text =
      "import torch\n@torch.jit.script\n@decorated(1),\n  2)\n)\ndef f(x):\n    return "
      "x.nothing()\n";
  const FileResult result =
      Workspace(disk({{"a.py", text}})).snapshot().with(Roots::All).check("a.py");
  EXPECT_EQ(std::ranges::count(rules(result), "TS5001"), 0);
}

TEST(Workspace, ADamagedStarImportLeavesNothingToCheck) {
  EXPECT_EQ(rulesAround("from other impor *"), Codes{"TS1001"});
}

TEST(Workspace, ADamagedFunctionKeepsItsTypesButNoProblems) {
  const std::string text =
      "import torch\n@torch.jit.script\ndef f(x):\n    n = x.size(0)\n    x.nothing()\n    y = "
      "x.\n";
  Workspace workspace(disk({{"a.py", text}}));
  const FileResult result = workspace.snapshot().check("a.py", Detail::Facts);
  EXPECT_EQ(rules(result), Codes{"TS1001"});
  const auto begin = static_cast<uint32_t>(text.find("n = x.size"));
  const auto fact =
      std::ranges::find(result.types, Span{begin, begin + 1}, &compiler::TypeFact::span);
  ASSERT_NE(fact, result.types.end());
  EXPECT_EQ(fact->type->annotation(), "int");
}

TEST(Workspace, DecodesBytesAndReportsBadEncodings) {
  Snapshot snapshot = Workspace(disk({})).snapshot();
  EXPECT_EQ(rules(snapshot.checkBytes("a.py", "# coding: latin-1\nx = '\xE9'\n")), Codes{});
  EXPECT_EQ(rules(snapshot.checkBytes("a.py", "x = '\xE9'\n")), Codes{"TS1008"});
  EXPECT_EQ(snapshot.checkBytes("a.py", "\xEF\xBB\xBFx = 1\n").file->text(), "x = 1\n");
}

TEST(Workspace, ReportsFilesOverTheLimitByItsNumber) {
  Options options;
  options.limits.maxFileBytes = 10;
  Snapshot snapshot = Workspace(disk({}), options).snapshot();
  FileResult result = snapshot.checkBytes("a.py", "x = 1\ny = 2\n");
  EXPECT_EQ(rules(result), Codes{"TS1014"});
  EXPECT_NE(result.diagnostics[0].message.find("10"), std::string::npos);
}

TEST(Workspace, ChecksFromManyThreadsAtOnce) {
  std::map<std::string, std::string> files;
  for (int i = 0; i < 20; ++i) files["m" + std::to_string(i) + ".py"] = i % 2 ? kBroken : kFine;
  Workspace workspace(disk(files));
  Snapshot snapshot = workspace.snapshot();
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        const size_t expected = i % 2;
        wrong += snapshot.check("m" + std::to_string(i) + ".py").diagnostics.size() != expected;
      }
    });
  }
  for (int i = 0; i < 50; ++i) workspace.snapshot(open("m0.py", kBroken)).check("m0.py");
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(SourceCache, KeepsAFileUntilItsContentChanges) {
  SourceCache cache({});
  FileSystemPtr files = disk({{"a.py", kFine}});
  ParsedFilePtr first = cache.get(*files, "a.py");
  EXPECT_EQ(cache.get(*files, "a.py"), first);
  EXPECT_EQ(cache.getOnce(*files, "a.py"), first);
  FileSystemPtr two = disk({{"a.py", kBroken}});
  EXPECT_NE(cache.get(*two, "a.py"), first);
  EXPECT_EQ(cache.get(*two, "a.py")->problems.size(), 1u);
}

// A tree of short statements has many times the bytes of its text.
TEST(SourceCache, CountsTreesAgainstItsLimit) {
  SourceCache cache({});
  std::string text;
  while (text.size() < 500'000) text += "a=b\n";
  constexpr int kFiles = 20;
  std::map<std::string, std::string> texts;
  for (int i = 0; i < kFiles; ++i) texts["m" + std::to_string(i) + ".py"] = text;
  FileSystemPtr files = disk(std::move(texts));
  const std::weak_ptr<const ParsedFile> first = cache.get(*files, "m0.py");
  EXPECT_FALSE(first.expired());
  for (int i = 1; i < kFiles; ++i) cache.get(*files, "m" + std::to_string(i) + ".py");
  EXPECT_TRUE(first.expired());
}

TEST(SourceCache, ReleasesItsFilesOnDemand) {
  SourceCache cache({});
  FileSystemPtr files = disk({{"a.py", kFine}});
  const std::weak_ptr<const ParsedFile> first = cache.get(*files, "a.py");
  cache.clear();
  EXPECT_TRUE(first.expired());
  EXPECT_EQ(cache.get(*files, "a.py")->problems.size(), 0u);
}

}  // namespace
}  // namespace ts::driver
