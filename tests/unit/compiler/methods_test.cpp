// Diagnostics of methods, hooks and enums of modules that a file scripts.
#include "tests/unit/compiler/marked_source.h"

namespace ts::compiler {
namespace {

void check(const std::string& body) {
  testing::expectMarked(
      "import torch, enum, functools\nfrom torch import nn, Tensor\nfrom typing import *\n" + body,
      Roots::Explicit);
}

// Checks a module with these members besides __init__, which sets `k`, scripted at module level.
void checkNet(const std::string& members) {
  check(
      "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.k "
      "= 1\n" +
      members + "\ntorch.jit.script(Net())\n");
}

TEST(Methods, areAnnotatedWithTheirOwnClass) {
  checkNet(R"(
    def forward(self, x):
        self.itself()
        return x
    def itself(self) -> "Net":
        return self
    @property
    def other(self) -> "Net":
        return self
)");
  checkNet(R"(
    def forward(self, x):
        return self.wrong(x)
    def wrong(self, x) -> "Net":
        return x  #! TS3105
)");
}

TEST(Methods, stateWithoutAnAnnotationHasTheTypeOfGetState) {
  checkNet(R"(
    def forward(self, x):
        return x + self.k
    @torch.jit.export
    def __getstate__(self):
        return (self.k, self.training)
    @torch.jit.export
    def __setstate__(self, state):
        self.k = state[0]
        self.training = state[1]
)");
  checkNet(R"(
    def forward(self, x):
        return x + self.k
    @torch.jit.export
    def __getstate__(self):
        return torch.ones(2)
    @torch.jit.export
    def __setstate__(self, state):
        self.k = state[0]  #! TS5003
)");
}

TEST(Methods, thatAreIgnoredTakeAnyNumberOfArguments) {
  checkNet(R"(
    def forward(self, x):
        return self.free(x, x, 3)
    @torch.jit.ignore
    def free(self, *args):
        return args[0]
)");
  checkNet(R"(
    def forward(self, x):
        return self.typed(x)
    @torch.jit.ignore
    def typed(self, x, *args: int):  #! TS2014
        return x
)");
}

TEST(Methods, ofABaseClassAreNotCalledByItsName) {
  check(R"(
class Base(nn.Module):
    def forward(self, x):
        return x
    def helper(self, x):
        return x
class Net(Base):
    def forward(self, x):
        return Base.helper(self, x)  #! TS5001
torch.jit.script(Net())
class Norm(nn.LayerNorm):
    def forward(self, x):
        return nn.LayerNorm.forward(self, x)  #! TS5001
torch.jit.script(Norm(2))
class Upper(Base):
    def forward(self, x):
        return super().forward(x)  #! TS5008
torch.jit.script(Upper())
)");
}

TEST(Hooks, mustBeFunctionsWithSource) {
  check(R"(
class Net(nn.Module):
    def forward(self, x):
        return x
    def method(self, module, inputs: Tuple[Tensor], output: Tensor):
        return output
def with_hook(hook):
    net = Net()
    net.register_forward_hook(hook)
    return net
def fine(module, inputs: Tuple[Tensor], output: Tensor):
    return output
torch.jit.script(with_hook(fine))
torch.jit.script(with_hook(lambda module, inputs, output: None))  #! TS5021
torch.jit.script(with_hook(Net().method))  #! TS5021
torch.jit.script(with_hook(print))  #! TS5021
torch.jit.script(with_hook(functools.partial(fine)))  #! TS5021
)");
}

TEST(Hooks, haveOneParameterForEachArgument) {
  check(R"(
class Net(nn.Module):
    def forward(self, x):
        return x
def two(module, inputs: Tuple[Tensor]):  #! TS5021
    return inputs
net = Net()
net.register_forward_hook(two)
torch.jit.script(net)
)");
}

TEST(Enums, haveMembersThatBeginWithOneUnderscore) {
  check(R"(
class Mode(enum.Enum):
    _hidden = 1
    shown = 2
    __private = 3
@torch.jit.script
def f(mode: Mode):
    return mode == Mode._hidden
)");
}

TEST(Contexts, autocastIsAScriptClass) {
  checkNet(R"(
    def forward(self, x):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            x = torch.mm(x, x)
        with torch.cuda.amp.autocast(enabled=False):
            x = torch.mm(x, x)
        return x
)");
}

TEST(Indices, ellipsisHasAName) {
  checkNet(R"(
    def forward(self, x):
        y = Ellipsis  #! TS2104
        return x[Ellipsis, 0]
)");
}

}  // namespace
}  // namespace ts::compiler
