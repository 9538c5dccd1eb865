// Diagnostics of modules that a file scripts, and code that must stay silent because a value is
// Unknown.
#include "tests/unit/compiler/marked_source.h"

namespace ts::compiler {
namespace {

constexpr const char* kHead =
    "import torch\nfrom torch import nn, Tensor\nfrom typing import Dict, Final, List, Optional\n";

testing::Marked check(const std::string& body, Roots roots = Roots::Explicit) {
  return testing::expectMarked(kHead + body, roots);
}

// Checks a module with these lines in __init__ and in forward(self, x), scripted at module level.
testing::Marked checkNet(const std::string& init, const std::string& forward,
                         const std::string& members = "") {
  return check("class Net(nn.Module):\n" + members +
               "    def __init__(self):\n        super().__init__()\n" + init +
               "\n    def forward(self, x):\n" + forward +
               "\n\nscripted = torch.jit.script(Net())\n");
}

TEST(Modules, attributesSetInInitAreKnownInForward) {
  checkNet(
      "        self.linear = nn.Linear(3, 4)\n        self.scale = 2.0\n        "
      "self.register_buffer('mean', torch.zeros(3))",
      "        return self.linear(x - self.mean) * self.scale");
}

TEST(Modules, aPropertyMayMakeForwardAnewAtEachLookUp) {
  check(R"(class Net(nn.Module):
    @property
    def forward(self):
        return lambda x: x  #! TS2003

scripted = torch.jit.script(Net())
)");
}

TEST(Modules, aMissingAttributeIsAnErrorWhereItIsUsed) {
  checkNet("        self.linear = nn.Linear(3, 4)", "        return self.liner(x)  #! TS5001");
}

TEST(Modules, anAttributeWithoutATypeIsAnErrorOnlyWhenItIsUsed) {
  checkNet("        self.names = {}", "        return x");
  const auto [tree, found] =
      checkNet("        self.names = {}", "        return len(self.names)  #! TS5015");
  ASSERT_EQ(found.size(), 1u);
  ASSERT_EQ(found[0].labels.size(), 1u);
  EXPECT_EQ(found[0].labels[0].range.text(), "self.names = {}");
}

TEST(Modules, annotationsOfTheClassGiveTypes) {
  checkNet("        self.names = {}", "        return len(self.names)",
           "    names: Dict[str, int]\n");
}

TEST(Modules, anAnnotatedAttributeIsNotNoneUnlessItsTypeAllowsIt) {
  for (const char* set : {"self.value = None", "self.register_parameter('value', None)",
                          "self.register_buffer('value', None)"}) {
    const std::string body = std::string("class Net(nn.Module):\n    value: Tensor\n") +
                             "    def __init__(self):\n        super().__init__()\n        " + set +
                             "\n    def forward(self, x):\n        return x\n";
    check(body + "torch.jit.script(Net())  #! TS3102\n");
  }
  for (const char* type : {"int", "List[int]"})
    check("class Net(nn.Module):\n    value: " + std::string(type) +
          "\n    def __init__(self):\n        super().__init__()\n        self.value = None\n"
          "    def forward(self, x):\n        return x\ntorch.jit.script(Net())  #! TS3102\n");
  for (const char* type : {"bool", "Optional[Tensor]", "Final[int]"})
    checkNet("        self.value = None", "        return x",
             "    value: " + std::string(type) + "\n");
}

TEST(Modules, anAnnotationWithASubclassOfTensorIsATensor) {
  check(R"(
class Shape(Tensor):
    pass
class Net(nn.Module):
    value: Shape
    lazy: nn.UninitializedParameter
    def __init__(self):
        super().__init__()
        self.value = torch.ones(2)
        self.lazy = nn.Parameter(torch.ones(2))
    def forward(self, x: Shape):
        return x + self.value + self.lazy
torch.jit.script(Net())
)");
}

TEST(Modules, theResultOfPrepareScriptableIsCompiledInPlaceOfTheModule) {
  check(R"(
class Plain(nn.Module):
    def forward(self, x):
        return x + 1
class Fancy(nn.Module):
    def __prepare_scriptable__(self):
        return Plain()
    def forward(self, x):
        return x.missing()
class Wrong(nn.Module):
    def forward(self, x):
        return x.missing()  #! TS5001
class ToWrong(nn.Module):
    def __prepare_scriptable__(self):
        return Wrong()
class Outer(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Fancy()
        self.layers = nn.ModuleList([Fancy(), nn.Linear(2, 2)])
    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.inner(x)
torch.jit.script(Fancy())
torch.jit.script(Outer())
torch.jit.script(nn.Sequential(torch.jit.script(Fancy()), nn.ReLU()))
torch.jit.script(nn.Sequential(ToWrong()))
)");
}

TEST(Modules, anExceptionInPrepareScriptableIsReportedAtTheRoot) {
  check(R"(
import nowhere
class Refusing(nn.Module):
    def __prepare_scriptable__(self):
        raise RuntimeError("not this one")
    def forward(self, x):
        return x
class Unknown(nn.Module):
    def __prepare_scriptable__(self):
        return nowhere.module(self)
    def forward(self, x):
        return x.missing()
torch.jit.script(nn.Sequential(Refusing()))  #! TS6012
torch.jit.script(nn.Sequential(Unknown()))
)");
}

TEST(Modules, constantsCantBeAssigned) {
  checkNet("        self.n = 3", "        self.n = 4  #! TS5017\n        return x",
           "    n: Final[int]\n");
  checkNet("        self.n = {'a': 1}  #! TS5016", "        return x",
           "    __constants__ = ['n']\n");
}

TEST(Modules, constantsDecideWhichBranchIsCompiled) {
  checkNet("        self.fast = False",
           "        if self.fast:\n            return self.nothing(x)\n        return x",
           "    fast: Final[bool]\n");
}

// Two of three instances have equal attributes. The third differs only in a constant or a property
// of the class.
TEST(Modules, instancesThatDifferInAConstantAreCompiledApart) {
  auto withPart = [](const std::string& part) {
    check("class Part(nn.Module):\n" + part +
          "    def forward(self, x):\n        if self.deep:\n            return self.nothing(x)  "
          "#! TS5001\n        return x\n\n"
          "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
          "        self.a, self.b, self.c = Part(1), Part(1), Part(5)\n\n"
          "    def forward(self, x):\n        return self.c(self.b(self.a(x)))\n\nscripted = "
          "torch.jit.script(Net())\n");
  };
  withPart(
      "    deep: Final[bool]\n\n    def __init__(self, depth):\n        super().__init__()\n       "
      " self.deep = depth > 3\n\n");
  withPart(
      "    __constants__ = ['deep']\n    __jit_unused_properties__ = ['deep']\n\n"
      "    def __init__(self, depth):\n        super().__init__()\n        self.depth = depth\n\n"
      "    @property\n    def deep(self):\n        return self.depth > 3\n\n");
}

TEST(Modules, containersAreUnrolled) {
  checkNet("        self.layers = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])",
           "        for layer in self.layers:\n            x = layer(x)\n        return "
           "self.layers[0](x)");
  checkNet(
      "        self.layers = nn.ModuleList([nn.Linear(2, 2)])",
      "        for i in range(1):\n            x = self.layers[i](x)  #! TS5020\n        return x");
  checkNet("        self.layers = nn.ModuleList([nn.Linear(2, 2)])",
           "        return self.layers[1](x)  #! TS3118");
  checkNet("        self.layer = nn.ReLU()",
           "        for part in self.layer:  #! TS5019\n            x = part(x)\n        return x");
}

TEST(Modules, aModuleInsideIsCheckedOnceForAllItsInstances) {
  check(R"(
class Part(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.n = n
    def forward(self, x: Tensor) -> str:
        return x  #! TS3105
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = Part(1)
        self.b = Part(2)
    def forward(self, x):
        return self.a(x) + self.b(x)
torch.jit.script(Net())
)");
}

TEST(Modules, uncalledMethodsAreNotCompiled) {
  check(R"(
class Net(nn.Module):
    def forward(self, x):
        return x
    def helper(self, x):
        return [y for y in x if y]
    @torch.jit.export
    def exported(self, x):
        return undefined(x)  #! TS3109
torch.jit.script(Net())
)");
}

TEST(Modules, initMustCallModuleInit) {
  check(R"(
class Net(nn.Module):
    def __init__(self):
        self.n = 3
    def forward(self, x):
        return x
torch.jit.script(Net())  #! TS5018
)");
}

TEST(Modules, aClassIsNotAnInstance) {
  check(
      "class Net(nn.Module):\n    def forward(self, x):\n        return x\ntorch.jit.script(Net)  "
      "#! TS5022\n");
}

TEST(Modules, mainBlocksAreRun) {
  check(R"(
class Net(nn.Module):
    def forward(self, x):
        return self.nothing  #! TS5001
def main():
    net = Net()
    return torch.jit.script(net)
if __name__ == "__main__":
    main()
)");
}

TEST(Modules, codeThatDependsOnAMissingModuleIsSilent) {
  check(R"(
import nowhere
class Net(nowhere.Base):
    def __init__(self):
        super().__init__()
        self.layer = nowhere.make(3)
    def forward(self, x):
        return self.layer(x) + self.other
torch.jit.script(Net())
class Half(nn.Module):
    def __init__(self, size=nowhere.SIZE):
        super().__init__()
        self.layer = nowhere.make(size)
        self.linear = nn.Linear(size, 2)
        if size > 3:
            self.extra = nn.Linear(2, 2)
    def forward(self, x):
        x = self.linear(self.layer(x).anything)
        return self.extra(x)
torch.jit.script(Half())
)");
}

TEST(Modules, allRootsMakeClassesFromTheirDefaults) {
  check(R"(
class Net(nn.Module):
    def __init__(self, size=3, name="x"):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(size, size) for i in range(size))
        self.name = name
    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.nmae, x  #! TS5001
)",
        Roots::All);
}

TEST(Modules, aConstantWithAnUnknownElementIsSilent) {
  check(R"(
class Net(nn.Module):
    __constants__ = ["pair"]
    def __init__(self, sizes):
        super().__init__()
        self.pair = (sizes[0], 2)
        self.conv = nn.Conv2d(3, 3, kernel_size=self.pair, stride=self.pair)
    def forward(self, x):
        return self.conv(x)
)",
        Roots::All);
}

TEST(Modules, codeThatUnknownArgumentsDecideIsSilent) {
  check(R"(
class Net(nn.Module):
    def __init__(self, sizes, n: int):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(size, size) for size in sizes)
        self.n = n
    def forward(self, x):
        for layer in self.layers:
            out = layer(x)
        if self.n:
            x = x + self.n
        return out.anything(self.n), x
)",
        Roots::All);
}

// The notes of the only problem of a scripted `Net`, with the first lines of their places.
std::vector<std::string> notesOf(const std::string& init, const std::string& forward) {
  const auto [tree, found] = check(
      "class Inner(nn.Module):\n    def forward(self, x):\n        return x + 'a'  #! TS6001\n"
      "    def twice(self, x):\n        return x\n\n\n"
      "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        " +
      init + "\n\n    def forward(self, x):\n        return " + forward +
      "\n\n\ntorch.jit.script(Net())\n");
  std::vector<std::string> notes;
  for (const diag::Diagnostic& problem : found)
    for (const diag::Note& note : problem.notes)
      notes.push_back(std::string(note.range.text()) + ": " + note.message);
  return notes;
}

TEST(Modules, anErrorInASubmodulesMethodSaysWhyTheMethodIsCompiled) {
  EXPECT_EQ(notesOf("self.inner = Inner()", "self.inner(x)"),
            std::vector<std::string>{"self.inner = Inner(): Inner.forward is compiled because "
                                     "`inner` is a submodule of Net"});
  // Called or not: PyTorch compiles the forward of each submodule.
  EXPECT_EQ(
      notesOf("self.parts = nn.Sequential(nn.ReLU(), Inner())", "x"),
      std::vector<std::string>{"self.parts = nn.Sequential(nn.ReLU(), Inner()): Inner.forward "
                               "is compiled because `parts.1` is a submodule of Net"});
}

}  // namespace
}  // namespace ts::compiler
