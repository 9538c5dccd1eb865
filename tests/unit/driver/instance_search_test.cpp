#include "core/driver/instance_search.h"

#include <gtest/gtest.h>

#include "core/driver/compile.h"
#include "core/driver/project_file.h"
#include "core/driver/workspace_index.h"
#include "core/ir/text.h"

namespace ts::driver {
namespace {

using Files = std::map<std::string, std::string>;

constexpr const char* kNet =
    "import torch\nfrom torch import nn\n\n"
    "class Part(nn.Module):\n    def __init__(self, n, act):\n        super().__init__()\n"
    "        self.n = n\n        self.act = act\n"
    "    def forward(self, x):\n        return self.act(x) * self.n\n\n"
    "class Net(nn.Module):\n    def __init__(self, depth, *, width=2):\n"
    "        super().__init__()\n"
    "        self.parts = nn.ModuleList([Part(width, nn.ReLU()) for _ in range(depth)])\n"
    "    def forward(self, x):\n        for part in self.parts:\n            x = part(x)\n"
    "        return x\n";

// A workspace of these files in the folder p; "jitscope.toml" is its project file.
struct Project {
  explicit Project(Files files) {
    OverlayFileSystem::Texts texts;
    std::vector<std::string> paths;
    for (const auto& [path, text] : files) {
      const std::string in = "p/" + path;
      texts.set(in, std::make_shared<SourceFile>(in, text));
      if (path.ends_with(".py")) paths.push_back(in);
    }
    const auto disk = std::make_shared<OverlayFileSystem>(std::move(texts), nullptr);
    const auto index = std::make_shared<WorkspaceIndex>();
    index->update(*disk, paths);
    Options options;
    options.index = index;
    if (files.contains("jitscope.toml")) {
      auto project = std::make_shared<ProjectFile>();
      project->folder = "p";
      const auto source = std::make_shared<SourceFile>("jitscope.toml", files.at("jitscope.toml"));
      project->source = source;
      const std::string& entry = files.at("jitscope.toml");
      const size_t colon = entry.find(':');
      project->roots.push_back(
          {entry.substr(0, colon), entry.substr(colon + 1), {source.get(), {0, 1}}});
      options.project = project;
    }
    workspace = std::make_unique<Workspace>(disk, options);
  }

  CompiledTarget compile(const char* path, const char* name) const {
    return compileTarget(workspace->snapshot(),
                         {TargetKind::PythonFile, std::string("p/") + path, name}, {}, "");
  }
  // The description of the call, or the error.
  std::string found(const char* path, const char* name) const {
    const CompiledTarget target = compile(path, name);
    if (!target.error.empty()) return target.error;
    EXPECT_TRUE(target.function && target.function->graph);
    return target.arguments.description(name);
  }
  std::string arguments(const char* path, const char* name) const {
    const FoundArguments arguments = findArguments(
        workspace->snapshot(), {TargetKind::PythonFile, std::string("p/") + path, name}, "");
    return arguments.arguments.value_or("error: " + arguments.error);
  }

  std::unique_ptr<Workspace> workspace;
};

TEST(InstanceSearch, TakesTheArgumentsOfAScriptingSiteFromLocalVariables) {
  const Project project(Files{{"net.py", kNet},
                              {"export.py",
                               "import torch\nfrom net import Net\n\ndef main(depth):\n"
                               "    more = {'width': 5}\n    model = Net(depth, **more)\n"
                               "    torch.jit.script(model)\n\nmain(3)\n"}});
  EXPECT_EQ(project.found("net.py", "Net"), "constructed as in export.py:6: Net(3, width=5)");
  EXPECT_EQ(project.arguments("net.py", "Net"), "3, width=5");
}

TEST(InstanceSearch, TakesASubmoduleOfAScriptedModule) {
  const Project project(
      Files{{"net.py", kNet},
            {"export.py", "import torch\nfrom net import Net\ntorch.jit.script(Net(1))\n"}});
  EXPECT_EQ(project.found("net.py", "Part"),
            "constructed as in net.py:15: Part(2, torch.nn.ReLU())");
}

TEST(InstanceSearch, ARootOfTheProjectFileComesBeforeAScriptingSite) {
  const Project project(
      Files{{"net.py", kNet},
            {"jitscope.toml", "net:Net(7)"},
            {"export.py", "import torch\nfrom net import Net\ntorch.jit.script(Net(1))\n"}});
  EXPECT_EQ(project.found("net.py", "Net"), "constructed as in jitscope.toml:1: Net(7)");
}

TEST(InstanceSearch, AScriptingSiteComesBeforeAnotherCall) {
  const Project project(
      Files{{"net.py", kNet},
            {"a.py", "from net import Net\nnet = Net(4)\n"},
            {"export.py", "import torch\nfrom net import Net\ntorch.jit.script(Net(1))\n"}});
  EXPECT_EQ(project.found("net.py", "Net"), "constructed as in export.py:3: Net(1)");
}

TEST(InstanceSearch, TakesACallThatNothingScripts) {
  const Project project(
      Files{{"net.py", kNet}, {"use.py", "from net import Net\ndepth = 4\nnet = Net(depth)\n"}});
  EXPECT_EQ(project.found("net.py", "Net"), "constructed as in use.py:3: Net(4)");
}

TEST(InstanceSearch, AnotherProgramsModuleOfTheSameNameIsNotTheClass) {
  const Project project(Files{{"a/net.py", kNet},
                              {"b/net.py", kNet},
                              {"b/use.py", "from net import Net\nnet = Net(4)\n"},
                              {"c/use.py", "from net import Net\nnet = Net(5)\n"}});
  EXPECT_EQ(project.found("b/net.py", "Net"), "constructed as in use.py:2: Net(4)");
  // In c a search path that the program adds may lead to either file.
  EXPECT_EQ(project.found("a/net.py", "Net"), "constructed as in use.py:2: Net(5)");
}

TEST(InstanceSearch, TheGraphShowsChangesAfterTheConstruction) {
  const Project project(
      Files{{"net.py", kNet},
            {"export.py",
             "import torch\nfrom torch import nn\nfrom net import Net\nnet = Net(3)\n"
             "net.parts = nn.ModuleList([nn.Identity()])\ntorch.jit.script(net)\n"}});
  const CompiledTarget target = project.compile("net.py", "Net");
  ASSERT_TRUE(target.function && target.function->graph) << target.error;
  const std::string graph = ir::print(*target.function->graph, {false});
  EXPECT_NE(graph.find("Identity"), graph.npos) << graph;
}

TEST(InstanceSearch, TakesDefaultsWhenNoParameterIsRequired) {
  const Project project(
      Files{{"m.py",
             "from torch import nn\nclass Plain(nn.Module):\n    def forward(self, x):\n"
             "        return x\nclass Sized(nn.Module):\n    def __init__(self, n=3):\n"
             "        super().__init__()\n        self.n = n\n    def forward(self, x):\n"
             "        return x * self.n\n"}});
  for (const char* name : {"Plain", "Sized"}) {
    EXPECT_EQ(project.found("m.py", name), "");
    EXPECT_EQ(project.arguments("m.py", name), "");
  }
}

TEST(InstanceSearch, NamesTheParametersWithoutAValue) {
  const Project project(Files{{"net.py", kNet}});
  const char* needed =
      "`Part` needs arguments, and no call of it with known values was found: give values for "
      "`n`, `act` with --init, or name a root such as \"net:Part(...)\" in the project file";
  EXPECT_EQ(project.found("net.py", "Part"), std::string("p/net.py: ") + needed);
  EXPECT_EQ(project.arguments("net.py", "Part"), std::string("error: ") + needed);
}

TEST(InstanceSearch, PassesOverACallWhoseArgumentsAreUnknown) {
  const Project project(Files{{"net.py", kNet},
                              {"use.py",
                               "import sys\nimport torch\nfrom net import Net\n"
                               "torch.jit.script(Net(int(sys.argv[1])))\n"
                               "torch.jit.script(Net(2))\n"}});
  EXPECT_EQ(project.found("net.py", "Net"), "constructed as in use.py:5: Net(2)");
}

TEST(InstanceSearch, AModuleWithoutForwardIsNotMissingArguments) {
  const Project project(
      Files{{"m.py", "from torch import nn\nclass Bare(nn.Module):\n    pass\n"}});
  EXPECT_EQ(project.found("m.py", "Bare"), "p/m.py: `Bare` has no method `forward`");
}

TEST(InstanceSearch, WritesArgumentsThatTheFileOfTheClassCanEvaluate) {
  const Project project(Files{
      {"net.py",
       "import torch\nfrom torch import nn\nclass Inner(nn.Module):\n"
       "    def __init__(self, n):\n        super().__init__()\n        self.n = n\n"
       "class Net(nn.Module):\n    def __init__(self, *args, **more):\n"
       "        super().__init__()\n    def forward(self, x):\n        return x\n"},
      {"export.py",
       "import torch\nfrom torch import nn\nfrom net import Net, Inner\n"
       "torch.jit.script(Net(1, -2.5, float('inf'), 'it\\'s', (1,), [True, None], {'a': 1},\n"
       "                     Inner(3), torch.float16, nn.Tanh, act=nn.ReLU(inplace=True)))\n"}});
  EXPECT_EQ(project.arguments("net.py", "Net"),
            "1, -2.5, float('inf'), \"it's\", (1,), [True, None], {'a': 1}, Inner(3), "
            "torch.float16, torch.nn.Tanh, act=torch.nn.ReLU(inplace=True)");
}

TEST(InstanceSearch, TheGraphNeedsNoTextForTheArguments) {
  const Project project(
      Files{{"net.py", kNet},
            {"export.py",
             "import torch\nfrom torch import nn\nfrom net import Part\nclass Twice(nn.Module):\n"
             "    def forward(self, x):\n        return x * 2\n"
             "torch.jit.script(Part(3, Twice()))\n"}});
  EXPECT_EQ(project.found("net.py", "Part"), "constructed as in export.py:7");
  EXPECT_EQ(project.arguments("net.py", "Part").substr(0, 21), "error: `Part` needs a");
}

}  // namespace
}  // namespace ts::driver
