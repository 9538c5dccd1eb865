#include "core/driver/scripted_definitions.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/driver/incremental_checker.h"
#include "core/driver/workspace_index.h"

namespace ts::driver {
namespace {

using Files = std::map<std::string, std::string>;
using Lines = std::vector<std::string>;

constexpr const char* kHead = "import torch\nfrom torch import nn\n\n";

std::string placeOf(SourceRange range) {
  return fmt::format("{}:{}", range.file->path(), range.file->lineOf(range.span.begin));
}

// "m.py:5: error TS5001"
Lines linesOf(const FileResult& result) {
  Lines lines;
  for (const diag::Diagnostic& diagnostic : result.diagnostics) {
    lines.push_back(fmt::format("{}: {} {}", placeOf(diagnostic.range),
                                diag::severityName(diagnostic.severity),
                                diag::code(diagnostic.rule)));
  }
  return lines;
}

struct Project {
  explicit Project(Files files, Roots roots = Roots::Auto, Options options = {}) {
    OverlayFileSystem::Texts texts;
    Lines paths;
    for (const auto& [path, text] : files) {
      texts.set(path, std::make_shared<SourceFile>(path, text));
      if (path.ends_with(".py")) paths.push_back(path);
    }
    disk = std::make_shared<OverlayFileSystem>(std::move(texts), nullptr);
    auto index = std::make_shared<WorkspaceIndex>();
    index->update(*disk, paths);
    options.roots = roots;
    options.index = index;
    workspace = std::make_unique<Workspace>(disk, std::move(options));
  }
  FileResult check(const std::string& path) const { return workspace->snapshot().check(path); }
  FileResult candidates(const std::string& path) const {
    return workspace->snapshot().checkCandidates(path, check(path).roots.reached);
  }

  FileSystemPtr disk;
  std::unique_ptr<Workspace> workspace;
};

std::string net(const std::string& before, const std::string& after = "") {
  return fmt::format(
      "{}{}class Net(nn.Module):{}\n    def __init__(self, n):\n        super().__init__()\n"
      "        self.layer = nn.Linear(n, 2)\n    def forward(self, x):\n        return "
      "x.missing()\n",
      kHead, before, after);
}

TEST(ScriptComment, AClassIsARootWithErrors) {
  for (const std::string& text : {net("# jitscope: script\n"), net("", "  # jitscope: script")}) {
    const Project project(Files{{"m.py", text}});
    const FileResult result = project.check("m.py");
    ASSERT_EQ(result.diagnostics.size(), 1U) << text;
    EXPECT_EQ(result.diagnostics[0].severity, diag::Severity::Error);
    EXPECT_EQ(result.diagnostics[0].rule, diag::Rule::NoSuchAttribute);
    EXPECT_EQ(result.roots.models, 1U);
    // It is not a candidate any more.
    EXPECT_EQ(linesOf(project.candidates("m.py")), Lines{});
  }
}

TEST(ScriptComment, AnInstanceComesFromACallInTheProject) {
  const std::string model =
      std::string(kHead) +
      "# jitscope: script\nclass Net(nn.Module):\n    def __init__(self, n):\n"
      "        super().__init__()\n        self.layer = nn.Linear(n, 2) if n > 3 else "
      "nn.Identity()\n"
      "    def forward(self, x):\n        return x + self.layer.weight\n";
  EXPECT_EQ(linesOf(Project(Files{{"m.py", model}, {"a.py", "from m import Net\nnet = Net(64)\n"}})
                        .check("m.py")),
            Lines{});
  EXPECT_EQ(linesOf(Project(Files{{"m.py", model}, {"a.py", "from m import Net\nnet = Net(1)\n"}})
                        .check("m.py")),
            Lines{"m.py:10: error TS5001"});
}

TEST(ScriptComment, AFunctionIsARoot) {
  const Project project(Files{{"m.py",
                               "# jitscope: script\ndef f(x: int):\n    return x + nothing\n\n\n"
                               "def g(x: int):  # jitscope: script\n    return x + none_such\n"}});
  EXPECT_EQ(linesOf(project.check("m.py")),
            (Lines{"m.py:3: error TS3109", "m.py:7: error TS3109"}));
  EXPECT_EQ(project.check("m.py").roots.functions, 2U);
}

TEST(ScriptComment, ItHoldsAboveADecorator) {
  const Project project(Files{{"m.py",
                               "import functools\n\n# jitscope: script\n@functools.cache\n"
                               "def f(x: int):\n    return x\n"}});
  for (const std::string& line : linesOf(project.check("m.py")))
    EXPECT_EQ(line.find("TS1101"), line.npos) << line;
}

TEST(ScriptComment, ProblemsInOtherFilesNameTheRoot) {
  const Project project(Files{{"m.py",
                               "from tools import twice\n\n# jitscope: script\ndef f(x: int):\n"
                               "    return twice(x)\n"},
                              {"tools.py", "def twice(x: int):\n    return x + nothing\n"}});
  const FileResult result = project.check("m.py");
  EXPECT_EQ(linesOf(result), Lines{"tools.py:2: error TS3109"});
  EXPECT_EQ(result.diagnostics.at(0).notes.back().message, "scripted by m.py:4");
}

TEST(ScriptComment, AnInstanceThatCannotBeMadeIsSkippedWithAReason) {
  const Project project(Files{
      {"m.py", std::string(kHead) + "# jitscope: script\nclass Net(nn.Module):\n"
                                    "    def __init__(self):\n        raise ValueError('no')\n"}});
  EXPECT_EQ(linesOf(project.check("m.py")), Lines{"m.py:5: information TS1301"});
}

TEST(ScriptComment, TheIncrementalCheckAgrees) {
  const std::string text = net("# jitscope: script\n");
  const Project project(Files{{"m.py", text}}, Roots::Explicit);
  IncrementalChecker checker;
  const Snapshot snapshot =
      project.workspace->snapshot({{"m.py", std::make_shared<const SourceFile>("m.py", text)}});
  EXPECT_EQ(linesOf(checker.check(snapshot, "m.py")), linesOf(project.check("m.py")));
  EXPECT_EQ(linesOf(project.check("m.py")).size(), 1U);
}

TEST(OffComment, ADefinitionIsNeitherJudgedNorACandidate) {
  const std::string scripted =
      "import torch\n\n@torch.jit.script\ndef f(x: int):  # jitscope: off\n    return x + "
      "nothing\n";
  EXPECT_EQ(linesOf(Project(Files{{"m.py", scripted}}).check("m.py")), Lines{});
  const Project project(Files{{"m.py", net("# jitscope: off\n")}});
  EXPECT_EQ(linesOf(project.candidates("m.py")), Lines{});
  EXPECT_EQ(project.candidates("m.py").candidatesWithProblems, 0U);
  EXPECT_EQ(Project(Files{{"m.py", net("")}}).candidates("m.py").candidatesWithProblems, 1U);
  EXPECT_EQ(linesOf(Project(Files{{"m.py",
                                   "def f(x: int):  # jitscope: off\n    return y\n\n\n"
                                   "def g(x: int):\n    return z\n"}},
                            Roots::All)
                        .check("m.py")),
            Lines{"m.py:6: error TS3109"});
}

TEST(OffComment, ProblemsOfItsDefinitionAreHiddenInImporters) {
  const Project project(
      Files{{"m.py",
             "import torch\nfrom tools import twice\n\n@torch.jit.script\ndef f(x: int):\n"
             "    return twice(x)\n"},
            {"tools.py",
             "import torch\n\n# jitscope: off\ndef twice(x: int):\n    return x + nothing\n"}});
  EXPECT_EQ(linesOf(project.check("m.py")), Lines{});
}

TEST(OffComment, AtTheTopItHoldsForTheFile) {
  const std::string code =
      "import torch\n\n@torch.jit.script\ndef f(x: int):\n    return nothing\n";
  const Project project(
      Files{{"m.py", "# A licence.\n# jitscope: off\n" + code}, {"n.py", "x = (\n"}});
  EXPECT_EQ(linesOf(project.check("m.py")), Lines{});
  EXPECT_EQ(linesOf(Project(Files{{"m.py", "# jitscope: off\nx = (\n"}}).check("m.py")), Lines{});
  EXPECT_EQ(linesOf(Project(Files{{"m.py", code}}).check("m.py")), Lines{"m.py:5: error TS3109"});
}

TEST(OffComment, AJitCallInsideIsNotFollowed) {
  const std::string export_ =
      "import torch\nfrom m import Net\n\ndef export():{}\n    torch.jit.script(Net(3))\n";
  auto check = [&](const char* comment) {
    return linesOf(
        Project(Files{{"m.py", net("")}, {"a.py", fmt::format(fmt::runtime(export_), comment)}})
            .check("a.py"));
  };
  EXPECT_EQ(check("").size(), 1U);
  EXPECT_EQ(check("  # jitscope: off"), Lines{});
}

TEST(CheckComments, MisuseIsReported) {
  const FileResult result = Project(Files{{"m.py", R"(x = 1  # jitscope: off
# jitscope: skript
def f(x: int):
    return x

def g(x: int):
    # jitscope: script
    def inner():
        pass
    return x

# jitscope: script

def h(x: int):
    return x

y = "# jitscope: text only"  # not jitscope: off
# jitscope:
)"}}).check("m.py");
  EXPECT_EQ(linesOf(result),
            (Lines{"m.py:1: warning TS1101", "m.py:2: warning TS1101", "m.py:7: warning TS1101",
                   "m.py:12: warning TS1101", "m.py:18: warning TS1101"}));
  EXPECT_EQ(result.diagnostics.at(1).message, "the word `skript` does not exist");
}

// ---- the roots of the project file

struct ProjectRoots {
  FileResult result;
  ProjectFile project;
};

ProjectRoots checkRoots(Files files, const std::string& toml) {
  files["/w/jitscope.toml"] = toml;
  ProjectRoots roots;
  Options options;
  const Project all(files);
  roots.project = readProjectFile(*all.disk, "/w/app.py");
  options.importPaths = roots.project.importPaths;
  options.severity = roots.project.severity;
  const Project project(std::move(files), Roots::Auto, options);
  roots.result = checkProjectRoots(project.workspace->snapshot(), roots.project);
  return roots;
}

TEST(ProjectRoots, ArgumentsDecideWhatIsCompiled) {
  const Files files{
      {"/w/app/net.py", std::string(kHead) +
                            "class Net(nn.Module):\n    def __init__(self, n, width=4):\n"
                            "        super().__init__()\n"
                            "        self.layer = nn.Linear(n, 2) if width == 64 else "
                            "nn.Identity()\n    def forward(self, x):\n"
                            "        return x + self.layer.weight\n\n"
                            "def f(x: int):\n    return x + nothing\n"}};
  const ProjectRoots wide = checkRoots(files, "roots = [\n  'app.net:Net(3, width=64)',\n]\n");
  EXPECT_EQ(linesOf(wide.result), Lines{});
  EXPECT_EQ(wide.result.roots.models, 1U);
  const ProjectRoots narrow =
      checkRoots(files, "roots = [\n  'app.net:Net(3)',\n  'app.net:f',\n]\n");
  EXPECT_EQ(linesOf(narrow.result),
            (Lines{"/w/app/net.py:9: error TS5001", "/w/app/net.py:12: error TS3109"}));
  for (const diag::Diagnostic& diagnostic : narrow.result.diagnostics)
    EXPECT_EQ(diagnostic.notes.back().range.file, narrow.project.source.get());
  EXPECT_EQ(narrow.result.diagnostics.at(1).notes.back().message, "scripted by jitscope.toml:3");
}

TEST(ProjectRoots, WrongEntriesAreReportedAtTheirLines) {
  const ProjectRoots roots = checkRoots(
      {{"/w/m.py", "class A:\n    def __init__(self, n):\n        pass\n"},
       {"/w/broken.py", "x = (\n"},
       {"/w/space/inner.py", ""}},
      "roots = [\n'gone:A()',\n'm:gone',\n'm:A()',\n'broken:x',\n'space:x',\n'm:A('\n]\n");
  Lines lines;
  for (const diag::Diagnostic& diagnostic : roots.result.diagnostics) {
    EXPECT_EQ(diagnostic.rule, diag::Rule::ProjectRootNotFound);
    EXPECT_EQ(diagnostic.severity, diag::Severity::Warning);
    lines.push_back(fmt::format(
        "{}: {}", diagnostic.range.file->lineOf(diagnostic.range.span.begin), diagnostic.message));
  }
  EXPECT_EQ(lines,
            (Lines{"2: this is not checked: the module `gone` is not found",
                   "3: this is not checked: NameError: name 'gone' is not defined",
                   "4: this is not checked: TypeError: A.__init__() missing 1 required positional "
                   "argument: 'n'",
                   "5: this is not checked: /w/broken.py has syntax errors",
                   "6: this is not checked: `space` is a folder without code",
                   "7: this is not checked: `A(` is not valid Python: this '(' is never closed"}));
}

TEST(ProjectRoots, ANumberIsNotARoot) {
  const ProjectRoots roots = checkRoots({{"/w/m.py", "x = 3\n"}}, "roots = ['m:x']\n");
  ASSERT_EQ(linesOf(roots.result), Lines{"/w/jitscope.toml:1: warning TS1303"});
  EXPECT_EQ(roots.result.diagnostics[0].message,
            "this is not checked: `x` is not a function, a class or a module");
}

TEST(ProjectRoots, ModulesAreFoundInTheImportPaths) {
  const Files files{{"/w/lib/extra/part.py", "def f(x: int):\n    return x + nothing\n"}};
  EXPECT_EQ(linesOf(checkRoots(files, "roots = ['extra.part:f']\nimport-paths = ['lib']\n").result),
            Lines{"/w/lib/extra/part.py:2: error TS3109"});
}

TEST(ProjectRoots, SeveritiesAndCommentsHold) {
  const Files files{{"/w/m.py",
                     "def f(x: int):\n    return x + nothing\n\n"
                     "def g(x: int):  # jitscope: off\n    return x + nothing\n"}};
  EXPECT_EQ(linesOf(checkRoots(files, "roots = ['m:f', 'm:g']\nseverity.TS3109 = 'hint'\n").result),
            Lines{"/w/m.py:2: hint TS3109"});
  EXPECT_EQ(linesOf(checkRoots(files, "roots = ['m:f']\nseverity.TS3109 = 'off'\n").result),
            Lines{});
}

// ---- severities

TEST(Severities, RulesAreOffOrChanged) {
  Options options;
  options.severity = {{diag::Rule::UndefinedName, diag::Severity::Warning},
                      {diag::Rule::BadSuppression, std::nullopt}};
  const Project project(Files{{"m.py",
                               "import torch\n\n@torch.jit.script\ndef f(x: int):\n"
                               "    return x + nothing\n# jitscope: of\n"}},
                        Roots::Auto, options);
  EXPECT_EQ(linesOf(project.check("m.py")), Lines{"m.py:5: warning TS3109"});
}

TEST(Severities, CandidatesHaveTheirOwn) {
  Options options;
  options.candidates = diag::Severity::Error;
  options.severity = {{diag::Rule::NoSuchAttribute, diag::Severity::Hint}};
  EXPECT_EQ(linesOf(Project(Files{{"m.py", net("")}}, Roots::Auto, options).candidates("m.py")),
            Lines{"m.py:9: error TS5001"});
  options.severity = {{diag::Rule::NoSuchAttribute, std::nullopt}};
  const FileResult off = Project(Files{{"m.py", net("")}}, Roots::Auto, options).candidates("m.py");
  EXPECT_EQ(linesOf(off), Lines{});
  EXPECT_EQ(off.candidatesWithProblems, 0U);
}

}  // namespace
}  // namespace ts::driver
