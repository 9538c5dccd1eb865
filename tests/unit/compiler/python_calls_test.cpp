// Calls of Python code in scripts and traces, which can't be saved.
#include "core/base/torch_profile.h"
#include "tests/unit/compiler/marked_source.h"

namespace ts::compiler {
namespace {

void check(const std::string& body, Roots roots = Roots::All) {
  testing::expectMarked("import functools\nimport torch\nfrom torch import Tensor\n" + body, roots);
}

const std::string kDouble = R"(
class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2
    @staticmethod
    def backward(ctx, grad):
        return grad * 2
)";

TEST(PythonCalls, ABuiltinClassOfATensorCompilesAndCannotBeSaved) {
  check(R"(
def f(x: Tensor):
    if x.dim() > 2:
        raise ValueError("got " + str(type(x)))  #! TS8010
    return x
)");
  check(R"(
def f(x: int):
    return type(x)  #! TS5008
)");
}

TEST(PythonCalls, AnEnumThatIsATextTakesTheTextOfAMember) {
  if (!atLeast(TorchProfile::Torch2_6)) GTEST_SKIP() << "refused before PyTorch 2.6";
  check(R"(
import enum
class S(str, enum.Enum):
    A = "a"
class T(str, enum.Enum):
    A = S.A
    B = 2.5
class U(enum.Enum):
    A = S.A  #! TS3012
def f() -> str:
    return T.A.value + T.B.value
def g():
    return U.A.value
)");
}

TEST(PythonCalls, APartialCompilesAndCannotBeSaved) {
  check(R"(
addOne = functools.partial(torch.add, 1)
def f(x: Tensor):
    return addOne(x)  #! TS8010
)");
}

TEST(PythonCalls, AnAutogradFunctionIsRefusedBeforePyTorch2AndThenCannotBeSaved) {
  const std::string rule = atLeast(TorchProfile::Torch2_6) ? "TS8010" : "TS2111";
  check(kDouble + "def f(x: Tensor):\n    return Double.apply(x) + 1  #! " + rule + "\n");
  check(kDouble + "@torch.jit.script\ndef f(x: Tensor):\n    return Double.apply(x)  #! " + rule +
            "\n",
        Roots::Explicit);
}

TEST(PythonCalls, ATraceWithAnAutogradFunctionCannotBeSaved) {
  check(kDouble + R"(
def f(x):
    return Double.apply(x) + 1  #! TS7018
torch.jit.trace(f, torch.rand(2, 3))
)",
        Roots::Explicit);
}

}  // namespace
}  // namespace ts::compiler
