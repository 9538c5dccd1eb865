// How people hand models to torch.jit. Each test has a model with one mistake, which the check has
// to find in the model's file, from the file that hands it over.
#include "core/driver/root_checker.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/torch_profile.h"
#include "core/driver/workspace_index.h"

namespace ts::driver {
namespace {

using Files = std::map<std::string, std::string>;

constexpr const char* kModel = R"(import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.width = width
        self.layer = nn.Linear(width, 2)

    def forward(self, x):
        return self.layer(x).missing()
)";
// A model whose forward is wrong only for one width.
constexpr const char* kWideModel = R"(import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layer = nn.Linear(width, 2) if width == 64 else nn.Identity()

    def forward(self, x):
        return x + self.layer.weight
)";

struct Outcome {
  std::vector<std::string> problems;  // "model.py:12: TS5001"
  std::vector<std::string> related;   // texts of notes with a place
  std::vector<std::string> skipped;   // "export.py:6: ... (export.py:4)"
  size_t models = 0;                  // checked ones
};

Outcome check(Files files, const std::string& root = "export.py",
              std::vector<std::string> importPaths = {}) {
  OverlayFileSystem::Texts texts;
  std::vector<std::string> paths;
  for (const auto& [path, text] : files) {
    texts.set(path, std::make_shared<SourceFile>(path, text));
    paths.push_back(path);
  }
  const auto disk = std::make_shared<OverlayFileSystem>(std::move(texts), nullptr);
  auto index = std::make_shared<WorkspaceIndex>();
  index->update(*disk, paths);
  Options options;
  options.roots = Roots::Auto;
  options.index = index;
  options.importPaths = std::move(importPaths);
  const FileResult result = Workspace(disk, std::move(options)).snapshot().check(root);
  auto placeOf = [](SourceRange range) {
    return fmt::format("{}:{}", range.file->path(), range.file->lineOf(range.span.begin));
  };
  Outcome outcome;
  for (const diag::Diagnostic& diagnostic : result.diagnostics) {
    if (diagnostic.severity != diag::Severity::Error) continue;
    outcome.problems.push_back(placeOf(diagnostic.range) + ": " + diag::code(diagnostic.rule));
    for (const diag::Note& note : diagnostic.notes)
      if (note.range) outcome.related.push_back(note.message);
  }
  for (const compiler::SkippedRoot& skipped : result.roots.skipped) {
    outcome.skipped.push_back(placeOf(skipped.site) + ": " + skipped.reason +
                              (skipped.origin ? " (" + placeOf(skipped.origin) + ")" : ""));
  }
  outcome.models = result.roots.models;
  return outcome;
}

using Lines = std::vector<std::string>;
const Lines kMissing{"model.py:12: TS5001"};

TEST(HandOver, AModelOfACallerIsFollowedThroughAParameter) {
  const Outcome outcome = check({{"model.py", kModel},
                                 {"export.py",
                                  "import torch\n\ndef export(model, path):\n    model.eval()\n"
                                  "    torch.jit.script(model).save(path)\n"},
                                 {"main.py",
                                  "from model import Net\nfrom export import export\n\n"
                                  "def main():\n    export(Net(), 'x.pt')\n\nmain()\n"}});
  EXPECT_EQ(outcome.problems, kMissing);
  EXPECT_EQ(outcome.related, Lines{"scripted at export.py:5"});
  EXPECT_EQ(outcome.skipped, Lines{});
}

TEST(HandOver, ConstructorArgumentsComeFromTheCaller) {
  const Files files{{"model.py", kWideModel},
                    {"export.py",
                     "import torch\nfrom model import Net\n\ndef export(width):\n"
                     "    torch.jit.script(Net(width))\n\nexport(64)\n"}};
  EXPECT_EQ(check(files).problems, Lines{});
  Files other = files;
  other["export.py"].replace(other["export.py"].find("64"), 2, "8");
  EXPECT_EQ(check(other).problems, Lines{"model.py:11: TS5001"});
}

TEST(HandOver, OptionsOfACommandLineHaveTheirDefaults) {
  const Outcome outcome = check({{"model.py", kWideModel},
                                 {"export.py",
                                  "import argparse\nimport torch\nfrom model import Net\n\n"
                                  "if __name__ == \"__main__\":\n"
                                  "    parser = argparse.ArgumentParser()\n"
                                  "    parser.add_argument('checkpoint')\n"
                                  "    parser.add_argument('--width', type=int, default=8)\n"
                                  "    args = parser.parse_args()\n"
                                  "    model = Net(args.width)\n"
                                  "    model.load_state_dict(torch.load(args.checkpoint))\n"
                                  "    torch.jit.script(model)\n"}});
  EXPECT_EQ(outcome.problems, Lines{"model.py:11: TS5001"});
}

TEST(HandOver, ATrainingLoopAndATryBlockAreNotInTheWay) {
  const Outcome outcome = check(
      {{"model.py", kModel},
       {"export.py",
        "import torch\nfrom torch import nn\nfrom data import loader\nfrom model import Net\n\n"
        "def main():\n"
        "    model = Net(8)\n"
        "    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n"
        "    for epoch in range(100):\n"
        "        model.train()\n"
        "        for x, y in loader():\n"
        "            loss = nn.functional.cross_entropy(model(x), y)\n"
        "            loss.backward()\n"
        "            optimizer.step()\n"
        "    try:\n"
        "        torch.jit.script(model).save('m.pt')\n"
        "    except Exception as error:\n"
        "        print(error)\n\n"
        "if __name__ == '__main__':\n    main()\n"}});
  EXPECT_EQ(outcome.problems, kMissing);
}

TEST(HandOver, AnAttributeIsFollowedToItsAssignment) {
  const Outcome outcome = check({{"model.py", kModel},
                                 {"export.py",
                                  "import torch\nfrom model import Net\n\n"
                                  "class Runner:\n"
                                  "    def __init__(self, config):\n"
                                  "        self.config = config\n"
                                  "        self.model = Net(config['width'])\n\n"
                                  "    def freeze(self):\n"
                                  "        self.model.eval()\n"
                                  "        self.model = torch.jit.script(self.model)\n"}});
  EXPECT_EQ(outcome.problems, kMissing);
}

TEST(HandOver, MethodsOfTheCallersObjectSetTheAttribute) {
  const Outcome outcome = check({{"model.py", kModel},
                                 {"export.py",
                                  "import torch\nfrom model import Net\n\n"
                                  "class Runner:\n"
                                  "    def build(self):\n"
                                  "        self.model = Net()\n\n"
                                  "    def export(self):\n"
                                  "        torch.jit.script(self.model)\n\n"
                                  "    def run(self):\n"
                                  "        self.build()\n"
                                  "        self.export()\n\n"
                                  "Runner().run()\n"}});
  EXPECT_EQ(outcome.problems, kMissing);
}

TEST(HandOver, AChainOfMethodsKeepsTheModel) {
  const Outcome outcome = check({{"model.py", kModel},
                                 {"export.py",
                                  "import torch\nimport yaml\nfrom model import Net\n\n"
                                  "def export(path):\n"
                                  "    with open(path) as f:\n"
                                  "        cfg = yaml.safe_load(f)\n"
                                  "    model = Net(**cfg[\"model\"])\n"
                                  "    model.load_state_dict(torch.load(path))\n"
                                  "    model = model.cuda().eval().half()\n"
                                  "    for p in model.parameters():\n"
                                  "        p.requires_grad_(False)\n"
                                  "    return torch.jit.script(model.to('cpu'))\n"}});
  EXPECT_EQ(outcome.problems, kMissing);
}

TEST(HandOver, FilesThatAreReadWhileTheProgramRunsAreUnknown) {
  const char* const kReads[] = {
      "import json\ndef load(path):\n    with open(path) as f:\n        return json.load(f)\n",
      "import json\ndef load(path):\n    return json.loads(open(path).read())\n",
      "import json\ndef load(path):\n    return json.JSONDecoder().decode(open(path).read())\n",
      "import json, sys\ndef load(path):\n    return json.load(sys.stdin)\n",
      "import gzip, json\ndef load(path):\n    return json.load(gzip.open(path))\n",
      "import json, pathlib\ndef load(path):\n"
      "    return json.loads(pathlib.Path(path).read_text())\n",
      "import pickle\ndef load(path):\n    with open(path, 'rb') as f:\n"
      "        return pickle.load(f)\n",
      "import csv\ndef load(path):\n    with open(path) as f:\n"
      "        return list(csv.DictReader(f))[0]\n",
      "import configparser\ndef load(path):\n    read = configparser.ConfigParser()\n"
      "    read.read(path)\n    return read['a']\n",
      "import tomllib\ndef load(path):\n    with open(path, 'rb') as f:\n"
      "        return tomllib.load(f)\n",
      "def load(path):\n    return dict(line.split('=') for line in open(path))\n",
  };
  for (const std::string read : kReads) {
    const Outcome outcome =
        check({{"model.py", kModel},
               {"export.py", read + "\nimport torch\nfrom model import Net\n\n"
                                    "def export(path):\n"
                                    "    cfg = load(path)\n"
                                    "    model = Net(cfg['width'])\n"
                                    "    torch.jit.script(model).save(cfg['output'])\n"}});
    EXPECT_EQ(outcome.problems, kMissing) << read;
    EXPECT_EQ(outcome.skipped, Lines{}) << read;
  }
}

TEST(HandOver, EveryClassOfARegistryIsTried) {
  const Outcome outcome =
      check({{"model.py", kModel},
             {"export.py",
              "import sys\nimport torch\nfrom torch import nn\nfrom model import Net\n\n"
              "class Fine(nn.Module):\n    def forward(self, x):\n        return x\n\n"
              "MODELS = {'fine': Fine, 'net': Net}\n\n"
              "def build_model(args):\n    return MODELS[args.model]()\n\n"
              "def main(args):\n    torch.jit.script(build_model(args))\n"}});
  EXPECT_EQ(outcome.problems, kMissing);
  EXPECT_EQ(outcome.skipped, Lines{});
}

TEST(HandOver, EveryBranchOfAnUnknownConditionIsTried) {
  const Outcome outcome =
      check({{"model.py", kModel},
             {"export.py",
              "import torch\nfrom torch import nn\nfrom model import Net\n\n"
              "class Fine(nn.Module):\n    def forward(self, x):\n        return x\n\n"
              "def main(args):\n"
              "    if args.model == 'fine':\n"
              "        model = Fine()\n"
              "    elif args.model == 'net':\n"
              "        model = Net()\n"
              "    else:\n"
              "        raise ValueError(args.model)\n"
              "    torch.jit.script(model)\n"}});
  EXPECT_EQ(outcome.problems, kMissing);
  EXPECT_EQ(outcome.skipped, Lines{});
}

TEST(HandOver, AHelperWithBranchesIsTriedWithEach) {
  const Outcome outcome = check({{"model.py", kModel},
                                 {"export.py",
                                  "import torch\nfrom torch import nn\nfrom model import Net\n\n"
                                  "def build(name):\n"
                                  "    if name == 'identity':\n        return nn.Identity()\n"
                                  "    if name == 'net':\n        return Net()\n"
                                  "    raise ValueError(name)\n\n"
                                  "def main(name):\n    torch.jit.script(build(name))\n"}});
  EXPECT_EQ(outcome.problems, kMissing);
}

TEST(HandOver, AWrapperOfALibraryModelIsFollowed) {
  const Outcome outcome =
      check({{"model.py",
              "import torch\nfrom torch import nn\nimport somelib\n\n\n"
              "class Wrapper(nn.Module):\n"
              "    def __init__(self, model):\n"
              "        super().__init__()\n"
              "        self.model = model\n"
              "        self.act = nn.ReLU()\n\n"
              "    def forward(self, x):\n"
              "        return self.act(x).missing()\n"},
             {"export.py",
              "import torch\nfrom torch import nn\nfrom model import Wrapper\n\n"
              "wrapped = Wrapper(nn.Linear(3, 4))\ntorch.jit.script(wrapped)\n"}});
  EXPECT_EQ(outcome.problems, Lines{"model.py:13: TS5001"});
}

TEST(HandOver, ASequentialOfAListIsFollowed) {
  const Outcome outcome = check({{"model.py", kModel},
                                 {"export.py",
                                  "import torch\nfrom torch import nn\nfrom model import Net\n\n"
                                  "def main(depth=3):\n"
                                  "    layers = []\n"
                                  "    for i in range(depth):\n"
                                  "        if i == 0:\n"
                                  "            continue\n"
                                  "        layers.append(Net(i))\n"
                                  "    net = nn.Sequential(*[m for m in layers])\n"
                                  "    torch.jit.save(torch.jit.script(net), 'f.pt')\n"}});
  EXPECT_EQ(outcome.problems, kMissing);
}

TEST(HandOver, ATraceInsideAnotherCallIsFollowed) {
  const Outcome outcome =
      check({{"model.py",
              "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n"
              "    def forward(self, x):\n"
              "        if x.sum() > 0:\n            return x\n        return -x\n"},
             {"export.py",
              "import torch\nfrom torch.utils.mobile_optimizer import optimize_for_mobile\n"
              "from model import Net\n\n"
              "def main():\n"
              "    x = torch.rand(1, 3)\n"
              "    optimize_for_mobile(torch.jit.trace(Net().eval(), x))\n"}});
  EXPECT_EQ(outcome.skipped, Lines{});
}

TEST(HandOver, ToTorchscriptScriptsALightningModule) {
  const Outcome outcome =
      check({{"model.py",
              "import torch\nfrom torch import nn\nimport pytorch_lightning as pl\n\n\n"
              "class Net(pl.LightningModule):\n"
              "    def __init__(self):\n"
              "        super().__init__()\n"
              "        self.layer = nn.Linear(3, 2)\n\n"
              "    def forward(self, x):\n"
              "        return self.layer(x).missing()\n\n"
              "    def training_step(self, batch, i):\n"
              "        return [b for b in batch if b]\n"},
             {"export.py",
              "import torch\nfrom model import Net\n\n"
              "def main(path):\n"
              "    model = Net.load_from_checkpoint(path)\n"
              "    script = model.to_torchscript()\n"
              "    torch.jit.save(script, 'm.pt')\n"}});
  EXPECT_EQ(outcome.problems, kMissing);
}

TEST(HandOver, AnOnnxExportOfAScriptedModuleIsARoot) {
  const Outcome outcome =
      check({{"model.py", kModel},
             {"export.py",
              "import torch\nfrom model import Net\n\n"
              "def to_onnx(path, size=(1, 4)):\n"
              "    dummy = torch.randn(*size)\n"
              "    torch.onnx.export(torch.jit.script(Net()), dummy, path)\n"}});
  EXPECT_EQ(outcome.problems, kMissing);
}

TEST(HandOver, DecoratorsAroundTheExporterDoNotHideIt) {
  const Outcome outcome = check(
      {{"model.py", kModel},
       {"export.py",
        "import contextlib\nimport torch\nfrom utils import smart_inference_mode, try_export\n"
        "from model import Net\n\n"
        "@try_export\n"
        "def export_torchscript(model, im, file, optimize, prefix='TorchScript:'):\n"
        "    print(f'{prefix} starting export with torch {torch.__version__}')\n"
        "    f = file.with_suffix('.torchscript')\n"
        "    ts = torch.jit.script(model)\n"
        "    if optimize:\n"
        "        optimize_for_mobile(ts)._save_for_lite_interpreter(str(f))\n"
        "    else:\n"
        "        ts.save(str(f))\n"
        "    return f, None\n\n"
        "@smart_inference_mode()\n"
        "def run(weights='m.pt', include=('torchscript', 'onnx'), half=False, optimize=False):\n"
        "    include = [x.lower() for x in include]\n"
        "    if half:\n"
        "        assert weights, 'no weights'\n"
        "    model = Net()\n"
        "    model.eval()\n"
        "    for k, m in model.named_modules():\n"
        "        m.export = True\n"
        "    f = [''] * 10\n"
        "    im = torch.zeros(1, 3, 4, 4)\n"
        "    if 'torchscript' in include:\n"
        "        f[0], _ = export_torchscript(model, im, weights, optimize)\n"
        "    return f\n\n"
        "def main(opt):\n"
        "    for opt.weights in opt.weights if isinstance(opt.weights, list) else [opt.weights]:\n"
        "        run(**vars(opt))\n\n"
        "if __name__ == '__main__':\n    main(parse_opt())\n"}});
  EXPECT_EQ(outcome.problems, kMissing);
}

TEST(HandOver, AFunctionInAFunctionAndATestAreRoots) {
  EXPECT_EQ(check({{"model.py", kModel},
                   {"export.py",
                    "import torch\nfrom model import Net\n\n"
                    "def outer():\n"
                    "    net = Net()\n"
                    "    def inner():\n"
                    "        return torch.jit.script(net)\n"
                    "    return inner\n"}})
                .problems,
            kMissing);
  EXPECT_EQ(check({{"model.py", kModel},
                   {"export.py",
                    "import pytest\nimport torch\nimport unittest\nfrom model import Net\n\n"
                    "class TestNet(unittest.TestCase):\n"
                    "    def setUp(self):\n        self.size = 3\n\n"
                    "    @pytest.mark.parametrize('width', [1, 2])\n"
                    "    def test_script(self, width):\n"
                    "        torch.jit.script(Net(width))\n"}})
                .problems,
            kMissing);
}

TEST(HandOver, AScriptInAConstructorIsReachedByConstructingTheClass) {
  const Outcome outcome = check({{"model.py", kModel},
                                 {"export.py",
                                  "import torch\nfrom torch import nn\nfrom model import Net\n\n"
                                  "class Outer(nn.Module):\n"
                                  "    def __init__(self, width):\n"
                                  "        super().__init__()\n"
                                  "        self.net = torch.jit.script(Net(width))\n\n"
                                  "    def forward(self, x):\n        return self.net(x)\n"}});
  EXPECT_EQ(outcome.problems, kMissing);
}

TEST(HandOver, AnUnknownValueIsSaidWithItsPlace) {
  const Outcome outcome = check({{"export.py",
                                  "import torch\n\n"
                                  "def export(path):\n"
                                  "    model = torch.load(path)\n"
                                  "    model = model.eval()\n"
                                  "    torch.jit.script(model)\n"}});
  EXPECT_EQ(outcome.problems, Lines{});
  ASSERT_EQ(outcome.skipped.size(), 1u);
  EXPECT_EQ(outcome.skipped[0], "export.py:6: the value of `model` is not known (export.py:4)");
}

TEST(HandOver, AParameterWithoutACallerIsSaid) {
  const Outcome outcome = check(
      {{"export.py", "import torch\n\ndef export(model, path):\n    torch.jit.script(model)\n"}});
  EXPECT_EQ(outcome.skipped,
            Lines{"export.py:4: no call is known that gives the parameter `model` (export.py:3)"});
}

TEST(HandOver, ACallerOfAnotherModuleOfTheSameNameIsNotACaller) {
  const char* const exporting =
      "import torch\n\ndef export(model, path):\n    torch.jit.script(model)\n";
  const Outcome outcome = check({{"a/export.py", exporting},
                                 {"b/export.py", exporting},
                                 {"b/model.py", kModel},
                                 {"b/main.py",
                                  "from model import Net\nfrom export import export\n\n"
                                  "export(Net(), 'x.pt')\n"}},
                                "a/export.py");
  EXPECT_EQ(outcome.problems, Lines{});
  EXPECT_EQ(outcome.skipped,
            Lines{"a/export.py:4: no call is known that gives the parameter `model` "
                  "(a/export.py:3)"});
}

TEST(HandOver, AModelThatFailsToBuildIsSaid) {
  const Outcome outcome = check({{"export.py",
                                  "import torch\nfrom torch import nn\n\n"
                                  "def export():\n"
                                  "    model = nn.Linear(3)\n"
                                  "    torch.jit.script(model)\n"}});
  ASSERT_EQ(outcome.skipped.size(), 1u);
  EXPECT_TRUE(outcome.skipped[0].starts_with("export.py:6: `model` is not known: TypeError: "))
      << outcome.skipped[0];
}

TEST(HandOver, CodeThatNoRootReachesIsNotJudged) {
  const Outcome outcome = check({{"export.py",
                                  "import torch\nfrom torch import nn\n\n"
                                  "def helper(x):\n    return {y for y in x if y}\n\n"
                                  "class Unused(nn.Module):\n"
                                  "    def forward(self, x):\n        return x.missing()\n\n"
                                  "if __name__ == '__main__':\n"
                                  "    print(torch.jit)\n    helper([1])\n"}});
  EXPECT_EQ(outcome.problems, Lines{});
}

TEST(HandOver, AProblemOfTheEmbeddedLibraryIsAtEachRootThatLeadsThere) {
  const Files files{{"export.py",
                     "import torch\nfrom torch import nn\n"
                     "torch.jit.script(nn.MaxUnpool1d(3))\n"
                     "torch.jit.script(nn.MaxUnpool1d(3, 2, 1))\n"
                     "torch.jit.script(nn.Sequential(nn.InstanceNorm1d(4, momentum=None)))\n"
                     "torch.jit.script(nn.InstanceNorm1d(4, momentum=None).eval())\n"
                     "torch.jit.script(nn.LazyLinear(5))\n"
                     "torch.jit.script(nn.LazyLinear(6))\n"}};
  Lines expected{"export.py:3: TS6012", "export.py:4: TS6012", "export.py:7: TS5024",
                 "export.py:8: TS5024"};
  // Since version 2 an InstanceNorm needs no momentum.
  if (!atLeast(TorchProfile::Torch2_6))
    expected.insert(expected.begin() + 2, {"export.py:5: TS6012", "export.py:6: TS6012"});
  EXPECT_EQ(check(files).problems, expected);
}

TEST(HandOver, AProblemOfAnInstalledPackageIsAtEachRootThatLeadsThere) {
  const std::string package =
      "import torch\nfrom torch import nn\n\n"
      "def scale(x):\n    return x.missing()\n\n"
      "def both(x):\n    return scale(x) + scale(x)\n\n"
      "class Net(nn.Module):\n"
      "    __constants__ = ['table']\n"
      "    def __init__(self, table):\n        super().__init__()\n        self.table = table\n"
      "    def forward(self, x):\n        return x\n";
  const Outcome outcome = check({{"/env/site-packages/package.py", package},
                                 {"export.py",
                                  "import torch\nfrom torch import nn\n"
                                  "from package import Net, both, scale\n\n"
                                  "class First(nn.Module):\n"
                                  "    def forward(self, x):\n        return both(x)\n\n"
                                  "class Second(nn.Module):\n"
                                  "    def forward(self, x):\n        return scale(x)\n\n"
                                  "class Third(nn.Module):\n"
                                  "    def forward(self, x):\n        return both(x)\n\n"
                                  "torch.jit.script(First())\n"
                                  "torch.jit.script(Second())\n"
                                  "torch.jit.script(Third())\n"
                                  "torch.jit.script(Net({}))\n"
                                  "torch.jit.script(Net({}))\n"}},
                                "export.py", {"/env/site-packages"});
  EXPECT_EQ(outcome.problems,
            (Lines{"export.py:17: TS5001", "export.py:18: TS5001", "export.py:19: TS5001",
                   "export.py:20: TS5016", "export.py:21: TS5016"}));
}

TEST(HandOver, AProblemOfAnInstalledPackageIsAtTheCallThatLeadsThere) {
  const Outcome outcome = check({{"/env/site-packages/model.py", kModel},
                                 {"export.py",
                                  "import torch\nfrom model import Net\n\n"
                                  "torch.jit.script(Net())\n"}},
                                "export.py", {"/env/site-packages"});
  EXPECT_EQ(outcome.problems, Lines{"export.py:4: TS5001"});
}

// A context manager that replaces the type of `Bag` in TorchScript, as PyTorch's name of it says.
constexpr const char* kPatch = R"(import contextlib
import torch
from bag import Bag


class TypedBag:
    def __init__(self, size: int, mask: torch.Tensor):
        self.size = size
        self.mask = mask


@contextlib.contextmanager
def patched():
    torch.jit.script(TypedBag)
    Bag.__torch_script_class__ = True
    Bag._jit_override_qualname = torch._jit_internal._qualified_name(TypedBag)
    yield TypedBag
    del Bag.__torch_script_class__
    del Bag._jit_override_qualname
)";

TEST(HandOver, AClassWithAnotherTypeInTorchScriptIsUnknown) {
  const std::string bag =
      "class Bag:\n    def __init__(self, size, **fields):\n        self.size = size\n";
  const std::string exported =
      "import torch\nfrom bag import Bag\nfrom patch import patched\n\n\n"
      "class Net(torch.nn.Module):\n    def forward(self, x: Bag):\n"
      "        return x.mask + Bag(3, x.mask).mask\n\n\n"
      "def export():\n    with patched():\n        torch.jit.script(Net())\n\n\nexport()\n";
  Files files{{"bag.py", bag}, {"patch.py", kPatch}, {"export.py", exported}};
  EXPECT_EQ(check(files).problems, Lines{});
  files["patch.py"] =
      "import contextlib\n\n\ndef patched():\n    return contextlib.nullcontext()\n";
  EXPECT_EQ(check(files).problems.front(), "export.py:8: TS5001");
}

TEST(WorkspaceIndex, KnowsClassesWhoseTypeAFileOverrides) {
  WorkspaceIndex index;
  auto store = [&](const std::string& path, const std::string& text) {
    OverlayFileSystem::Texts texts;
    texts.set(path, std::make_shared<SourceFile>(path, text));
    index.update(OverlayFileSystem(std::move(texts), nullptr), path);
  };
  store("a.py", "models.Bag._jit_override_qualname = 'x'\n");
  store("b.py",
        "def f():\n    Bag._jit_override_qualname = 'x'\n    del Case._jit_override_qualname\n");
  EXPECT_EQ(index.overriddenClasses(), (std::vector<std::string>{"Bag", "Case"}));
  store("b.py", "Bag.other = 'x'\n");
  EXPECT_EQ(index.overriddenClasses(), std::vector<std::string>{"Bag"});
  store("a.py", "x = 1\n");
  EXPECT_EQ(index.overriddenClasses(), std::vector<std::string>{});
}

// ---- what leads to a call

constexpr const char* kTwoModels = R"(import torch
from torch import nn


class Good(nn.Module):
    def forward(self, x):
        return x + 1


class Bad(nn.Module):
    def forward(self, x):
        return x.missing()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.good = Good()
        self.bad = Bad()
)";

Outcome checkConversion(const std::string& loop) {
  return check({{"model.py", kTwoModels},
                {"export.py",
                 "import torch\nfrom model import Net, Good, Bad\n\ndef convert(net):\n"
                 "    for name, m in net.named_modules():\n" +
                     loop + "\nconvert(Net())\n"}});
}

TEST(Guards, OfTheArgumentCount) {
  const Lines bad{"model.py:12: TS5001"};
  EXPECT_EQ(checkConversion("        if isinstance(m, Good):\n"
                            "            torch.jit.script(m)\n")
                .problems,
            Lines{});
  EXPECT_EQ(checkConversion("        if isinstance(m, Bad):\n"
                            "            torch.jit.script(m)\n")
                .problems,
            bad);
  EXPECT_EQ(checkConversion("        if not isinstance(m, Good):\n            continue\n"
                            "        torch.jit.script(m)\n")
                .problems,
            Lines{});
  EXPECT_EQ(checkConversion("        if isinstance(m, Good):\n            pass\n"
                            "        elif name == 'bad':\n            torch.jit.script(m)\n")
                .problems,
            bad);
  EXPECT_EQ(
      checkConversion("        if name == 'good':\n            torch.jit.script(m)\n").problems,
      Lines{});
}

TEST(Guards, ThatAreNotKnownLetTheCallBeReached) {
  EXPECT_EQ(checkConversion("        if isinstance(m, unknown.Class):\n"
                            "            torch.jit.script(m.bad)\n")
                .problems,
            Lines{"model.py:12: TS5001"});
}

TEST(Guards, OfOptionsDoNotCount) {
  const Outcome found = check({{"model.py", kModel},
                               {"export.py",
                                "import argparse\nimport torch\nfrom model import Net\n\n"
                                "parser = argparse.ArgumentParser()\n"
                                "parser.add_argument('--jit', action='store_true')\n"
                                "args = parser.parse_args()\nmodel = Net()\n"
                                "if args.jit:\n    torch.jit.script(model)\n"}});
  EXPECT_EQ(found.problems, kMissing);
}

TEST(HandOver, FunctionsOfALoopAreRoots) {
  const Outcome found =
      check({{"export.py",
              "import torch\n\ndef a(x):\n    return x.one()\n\ndef b(x):\n"
              "    return x.two()\n\nfor f in (a, b):\n    torch.jit.script(f)\n"}});
  EXPECT_EQ(found.problems, (Lines{"export.py:4: TS5001", "export.py:7: TS5001"}));
}

TEST(Tests, ThatDoNotRunOrAreToFailHaveNoRoots) {
  const std::string marked = R"(import torch, unittest
import pytest

def bad(x):
    return x.missing()

@pytest.mark.skip(reason="turned off")
def test_skipped():
    torch.jit.script(bad)

@pytest.mark.xfail
def test_failing():
    torch.jit.script(bad)

def test_raises():
    with pytest.raises(RuntimeError):
        torch.jit.script(bad)

def test_skips_itself():
    pytest.skip("later")
    torch.jit.script(bad)

@unittest.skip("turned off")
class Skipped(unittest.TestCase):
    def test(self):
        torch.jit.script(bad)

class Others(unittest.TestCase):
    @unittest.expectedFailure
    def test_failing(self):
        torch.jit.script(bad)

    def test_raises(self):
        with self.assertRaisesRegex(RuntimeError, "missing"):
            torch.jit.script(bad)
)";
  EXPECT_EQ(check({{"export.py", marked}}).problems, Lines{});
  EXPECT_EQ(check({{"export.py", marked + "\n@pytest.mark.xfail(True, reason='')\ndef test():\n"
                                          "    torch.jit.script(bad)\n"}})
                .problems,
            Lines{"export.py:5: TS5001"});
}

TEST(HandOver, ALimitIsNamedWithItsPlace) {
  const Outcome found = check({{"export.py",
                                "import torch\n\nclass Net(torch.nn.Module):\n"
                                "    def __init__(self):\n        super().__init__()\n"
                                "        while True:\n            pass\n\n"
                                "torch.jit.script(Net())\n"}});
  ASSERT_EQ(found.skipped.size(), 1u);
  EXPECT_TRUE(found.skipped[0].starts_with(
      "export.py:9: the evaluation reaches its limit on fuel before it gets here (export.py:"))
      << found.skipped[0];
}

TEST(HandOver, AFunctionThatJitScopeLacksIsNamed) {
  const Outcome found = check({{"model.py", kWideModel},
                               {"export.py",
                                "import os\nimport torch\nfrom model import Net\n\n"
                                "def main():\n    try:\n        model = os.uname()\n"
                                "    except OSError:\n        model = Net(8)\n"
                                "    torch.jit.script(model)\n\nmain()\n"}});
  EXPECT_EQ(found.problems, Lines{});
  ASSERT_EQ(found.skipped.size(), 1u);
  EXPECT_NE(found.skipped[0].find("JitScope has no 'os.uname'"), std::string::npos)
      << found.skipped[0];
}

TEST(HandOver, AModuleWithAnUnknownForwardIsNotChecked) {
  const Outcome found = check({{"export.py",
                                "import torch\nfrom absent import deco\n\n"
                                "class Net(torch.nn.Module):\n"
                                "    @deco\n    def forward(self, x):\n        return x.nope()\n\n"
                                "torch.jit.script(Net())\n"}});
  EXPECT_EQ(found.skipped, Lines{"export.py:9: `Net.forward` is not known"});
  EXPECT_EQ(found.models, 0u);
}

TEST(HandOver, AFunctionOfATextHasNoSource) {
  const Outcome found = check({{"export.py",
                                "import torch\n\n"
                                "exec('def made(x):\\n    return x.nope()')\n"
                                "exec('exec(\"def twice(x): return x.nope()\")')\n"
                                "class Net(torch.nn.Module):\n    forward = made\n\n"
                                "def call(x):\n    return made(x)\n\n"
                                "torch.jit.script(made)\ntorch.jit.script(twice)\n"
                                "torch.jit.script(Net())\ntorch.jit.script(call)\n"}});
  EXPECT_EQ(found.problems, (Lines{"export.py:3: TS2113", "export.py:4: TS2113"}));
}

TEST(HandOver, ObjectsWithoutSourceAreReportedOnce) {
  for (const char* object : {"torch.relu", "len", "math.sqrt", "3"}) {
    const Outcome found = check({{"export.py", fmt::format("import math\nimport torch\n\n"
                                                           "torch.jit.script({})\n",
                                                           object)}});
    EXPECT_EQ(found.problems, Lines{"export.py:4: TS2113"}) << object;
  }
}

TEST(HandOver, NamesThatCodeMayBindUnseenAreUnknown) {
  for (const char* binding : {"exec('N = 3')", "globals()['N'] = 3", "globals().update(N=3)",
                              "setattr(sys.modules[__name__], 'N', 3)", "vars()['N'] = 3"}) {
    const Outcome found =
        check({{"export.py", fmt::format("import sys\nimport torch\n\n{}\n\n"
                                         "@torch.jit.script\ndef f(x):\n    return x + N\n\n"
                                         "def g(x):\n    return x.nope() + N\n\n"
                                         "torch.jit.script(g)\n",
                                         binding)}});
    EXPECT_EQ(found.problems, Lines{"export.py:11: TS5001"}) << binding;
  }
}

}  // namespace
}  // namespace ts::driver
