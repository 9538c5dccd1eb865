#include "core/driver/project_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>

namespace ts::driver {
namespace {

using Files = std::map<std::string, std::string>;
using Lines = std::vector<std::string>;

ProjectFile readIn(const Files& files, const std::string& checked = "/w/src/m.py") {
  OverlayFileSystem::Texts texts;
  for (const auto& [path, text] : files)
    texts.set(path, std::make_shared<const SourceFile>(path, text));
  return readProjectFile(OverlayFileSystem(std::move(texts), nullptr), checked);
}
ProjectFile readText(const std::string& text) { return readIn({{"/w/jitscope.toml", text}}); }

// "2: the key `x` does not exist"
Lines problemsOf(const ProjectFile& project) {
  Lines lines;
  for (const diag::Diagnostic& problem : project.problems) {
    EXPECT_EQ(problem.rule, diag::Rule::BadProjectFile);
    lines.push_back(
        fmt::format("{}: {}", project.source->lineOf(problem.range.span.begin), problem.message));
  }
  return lines;
}

TEST(ProjectFile, EveryKeyIsRead) {
  const ProjectFile project = readText(R"toml(
torch = "1.13.1"
check = "all"
roots = ["app.net:Net(3, width=64)", " app.tools : helper "]
exclude = ["tests/**", "*_old.py"]
import-paths = ["lib", "/opt/lib"]
severity = { TS1301 = "off", ts2001 = "warning" }
candidates = "error"
)toml");
  EXPECT_EQ(problemsOf(project), Lines{});
  EXPECT_EQ(project.path, "/w/jitscope.toml");
  EXPECT_EQ(project.folder, "/w");
  EXPECT_EQ(project.torch, TorchProfile::Torch1_13);
  EXPECT_EQ(project.check, compiler::Roots::All);
  ASSERT_EQ(project.roots.size(), 2U);
  EXPECT_EQ(project.roots[0].module, "app.net");
  EXPECT_EQ(project.roots[0].expression, "Net(3, width=64)");
  EXPECT_EQ(project.roots[0].at.text(), "\"app.net:Net(3, width=64)\"");
  EXPECT_EQ(project.roots[1].module, "app.tools");
  EXPECT_EQ(project.roots[1].expression, "helper");
  EXPECT_EQ(project.exclude, (Lines{"tests/**", "*_old.py"}));
  EXPECT_EQ(project.importPaths, (Lines{"/w/lib", "/opt/lib"}));
  EXPECT_EQ(project.severity,
            (diag::SeverityByRule{{diag::Rule::UnknownRoot, std::nullopt},
                                  {diag::Rule::UnsupportedTry, diag::Severity::Warning}}));
  EXPECT_EQ(project.candidates, diag::Severity::Error);
}

TEST(ProjectFile, AbsentKeysHaveTheirDefaults) {
  const ProjectFile project = readText("");
  EXPECT_TRUE(project);
  EXPECT_FALSE(project.torch || project.check || !project.roots.empty());
  EXPECT_EQ(project.candidates, diag::Severity::Information);
  EXPECT_EQ(readText("candidates = 'off'").candidates, std::nullopt);
}

TEST(ProjectFile, TheNearestFolderDecidesAndJitscopeTomlComesFirst) {
  const Files files{{"/w/jitscope.toml", "torch = '1.13'"},
                    {"/w/pyproject.toml", "[tool.jitscope]\ncheck = 'all'"},
                    {"/w/a/pyproject.toml", "[tool.jitscope]\ncheck = 'explicit'"},
                    {"/w/b/pyproject.toml", "[tool.black]\n"},
                    {"/w/c/pyproject.toml", "[tool.other]\nname = 'jitscope'\n"}};
  EXPECT_EQ(readIn(files, "/w/m.py").path, "/w/jitscope.toml");
  EXPECT_EQ(readIn(files, "/w/a/deep/m.py").path, "/w/a/pyproject.toml");
  EXPECT_EQ(readIn(files, "/w/a/m.py").torch, std::nullopt);
  EXPECT_EQ(readIn(files, "/w/b/m.py").path, "/w/jitscope.toml");
  EXPECT_EQ(readIn(files, "/w/c/m.py").path, "/w/jitscope.toml");
  EXPECT_FALSE(readIn({}, "/w/m.py"));
}

TEST(ProjectFile, OnlyTheToolsTableOfPyprojectCounts) {
  const ProjectFile project = readIn(
      {{"/w/pyproject.toml", "[project]\ntorch = '1.13'\nname = 'x'\n[tool.jitscope]\nx = 1\n"}});
  EXPECT_EQ(project.torch, std::nullopt);
  EXPECT_EQ(problemsOf(project), Lines{"5: the key `x` does not exist"});
}

TEST(ProjectFile, WrongKeysAndValuesAreReportedAndTheRestHolds) {
  const ProjectFile project = readText(R"(rots = []
torch = 'nightly'
check = 3
roots = ["app.net", "1", 2, "a:f", "a..b:f", "a:"]
exclude = "tests"
import-paths = [["lib"]]
candidates = true
[severity]
TS9999 = "off"
TS1301 = "of"
TS1302 = "off"
)");
  EXPECT_EQ(
      problemsOf(project),
      (Lines{
          "1: the key `rots` does not exist",
          "2: `torch` must be \"1.13\" or \"2.6\" or \"2.11\", not \"nightly\"",
          "3: `check` must be \"auto\", \"explicit\" or \"all\", not an integer",
          "4: `roots` must be a list of strings \"MODULE:EXPRESSION\"; \"app.net\" is none",
          "4: `roots` must be a list of strings \"MODULE:EXPRESSION\"; \"1\" is none",
          "4: `roots` must be a list of strings \"MODULE:EXPRESSION\"; an integer is none",
          "4: `roots` must be a list of strings \"MODULE:EXPRESSION\"; \"a..b:f\" is none",
          "4: `roots` must be a list of strings \"MODULE:EXPRESSION\"; \"a:\" is none",
          "5: `exclude` must be a list of patterns of paths, not \"tests\"",
          "6: `import-paths` must be a list of folders; a list is none",
          "7: `candidates` must be \"off\", \"hint\", \"information\", \"warning\" or \"error\", "
          "not "
          "a boolean",
          "9: the rule `TS9999` does not exist",
          "10: the severity of `TS1301` must be \"off\", \"hint\", \"information\", \"warning\" or "
          "\"error\", not \"of\"",
      }));
  EXPECT_EQ(project.problems[0].notes.at(0).message, "did you mean `roots`?");
  EXPECT_EQ(project.roots.size(), 1U);
  EXPECT_EQ(project.severity, (diag::SeverityByRule{{diag::Rule::ImportNotFound, std::nullopt}}));
}

TEST(ProjectFile, AModeUnderTheKeyOfRootsNamesTheKeyOfModes) {
  const ProjectFile project = readText("roots = 'all'");
  ASSERT_EQ(project.problems.size(), 1U);
  EXPECT_EQ(project.problems[0].notes.at(0).message,
            "the key `check` chooses between auto, explicit and all");
}

TEST(ProjectFile, ASyntaxErrorIsReportedAtItsLine) {
  const ProjectFile project = readText("torch = '2.6'\nexclude = [\n");
  ASSERT_EQ(project.problems.size(), 1U);
  EXPECT_EQ(problemsOf(project)[0].substr(0, 42), "2: the file is not valid TOML, so none of ");
  EXPECT_EQ(project.torch, std::nullopt);
}

// The parser of TOML has undefined behaviour for some of these.
TEST(ProjectFile, CharactersBeyondAsciiAreOnlyPermittedInStringsAndComments) {
  EXPECT_EQ(problemsOf(readText("# é\nx = 'é'\né = 1\n")).back(),
            "3: the file is not valid TOML, so none of its settings hold: a character that is not "
            "permitted here outside of strings and comments");
  for (const char* wrong :
       {"[\x01?]", "[\n]", "x = 1\"é\"", "x = 1[\"é\"]", "x = 1.\"é\"", "x = 1=\"é\"",
        "x = [1=\"é\"]", "x = [\n1.'é']", "x = \"\\é\"", "x = \"\"\"\\\n é\"\"\""})
    EXPECT_EQ(readText(wrong).problems.size(), 1U) << wrong;
  const char* valid = R"(exclude = ["""a"""", "é", """""b""""", 'c']
[x]
a."é".'b' = [["é"], ['x', "y"], """\
  z"""]
["c".'é']
d={e="é",'f'."g"=[{h='i'}, {j=1}], k=2.5}
[[l."m"]]
"n"="o" # é
)";
  for (const std::string& problem : problemsOf(readText(valid)))
    EXPECT_NE(problem.find("does not exist"), problem.npos) << problem;
  EXPECT_EQ(problemsOf(readText("\xEF\xBB\xBF"
                                "check = 'all'\r\n")),
            Lines{});
}

TEST(ProjectFile, LimitsAreReported) {
  const Lines large = problemsOf(readText(std::string(kMaxProjectFileBytes, '#') + "\n"));
  EXPECT_EQ(large,
            Lines{"1: the file has more bytes than the limit of 1048576, so it is not read"});
  std::string deep = "# a.b.c\n\"..........................................\" = 1\n";
  for (int i = 0; i < 100'000; ++i) deep += "a.";
  EXPECT_EQ(
      problemsOf(readText(deep + "a = 1")),
      Lines{"3: the file is not valid TOML, so none of its settings hold: a key has more than "
            "32 parts"});
  const std::string lists = "x = " + std::string(100'000, '[');
  EXPECT_EQ(readText(lists).problems.size(), 1U);
  std::string many;
  for (int i = 0; i < 1'000; ++i) many += fmt::format("key{} = 1\n", i);
  EXPECT_EQ(readText(many).problems.size(), 100U);
}

TEST(ProjectFile, ThePageListsExactlyTheKeys) {
  std::ifstream page("docs/settings.md");
  const std::string text((std::istreambuf_iterator<char>(page)), {});
  Lines listed, keys;
  const std::regex row("\n\\| `([a-z-]+)` \\|");
  for (std::sregex_iterator found(text.begin(), text.end(), row), end; found != end; ++found)
    listed.push_back((*found)[1]);
  for (const ProjectKey& key : projectKeys()) keys.emplace_back(key.name);
  EXPECT_EQ(listed, keys);
}

}  // namespace
}  // namespace ts::driver
