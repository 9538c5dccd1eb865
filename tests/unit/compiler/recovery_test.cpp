// Diagnostics of whole files. The sources mark each line with an expected rule by a comment "#!
// TSnnnn", several rules separated by spaces. Other diagnostics fail the test.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <string>

#include "core/compiler/roots/check_file.h"
#include "tests/unit/compiler/sources.h"

namespace ts::compiler {
namespace {

struct NoModules : ModuleLoader {
  Loaded load(std::string_view) override { return {}; }
};

using Found = std::multimap<uint32_t, std::string>;

Found expected(const std::string& text) {
  Found marks;
  std::istringstream lines(text);
  std::string line;
  for (uint32_t number = 1; std::getline(lines, line); ++number) {
    size_t at = line.find("#! ");
    if (at == std::string::npos) continue;
    std::istringstream rules(line.substr(at + 3));
    for (std::string rule; rules >> rule;) marks.emplace(number, rule);
  }
  return marks;
}

std::string show(const Found& outcome) {
  std::string text;
  for (const auto& [line, rule] : outcome) text += "  " + std::to_string(line) + ": " + rule + "\n";
  return text;
}

void check(const std::string& body, Roots roots = Roots::All) {
  std::string text =
      "import torch\nfrom torch import Tensor\nfrom typing import *\nimport torch.nn.functional as "
      "F\n" +
      body;
  NoModules modules;
  CompilationUnit unit(modules);
  auto tree = testing::Sources::parse(text);
  checkModule(unit, *unit.environment().addModule("case", "case.py", false, tree), roots);
  Found outcome;
  for (const diag::Diagnostic& d : unit.sink().diagnostics()) {
    outcome.emplace(d.range.file->position(d.range.span.begin).line, diag::code(d.rule));
    EXPECT_FALSE(d.message.empty());
    EXPECT_EQ(d.message.find('\n'), std::string::npos) << d.message;
  }
  EXPECT_EQ(show(outcome), show(expected(text))) << text;
}

TEST(Recovery, reportsEveryErrorOfAFunctionInOneRun) {
  check(R"(
def f(x: Tensor, n: int):
    a = x.frobnicate()  #! TS5001
    b = torch.add(x, "a")  #! TS6001
    for i in n:  #! TS3116
        c = undefined_one  #! TS3109
    return n + "a"  #! TS6001
)");
}

TEST(Recovery, anErrorInAnOperandEndsItsOwnStatementOnly) {
  check(R"(
def f(x: Tensor, flag: bool) -> Tensor:
    if flag or x.frobnicate():  #! TS5001
        return x
    return x + 1

def g(x: Tensor, flag: bool) -> Tensor:
    y = x if flag else x.frobnicate()  #! TS5001
    z = x + 1
    return z
)");
}

TEST(Recovery, reportsErrorsOfSeveralFunctions) {
  check(R"(
def f(x: Tensor):
    return x.nope  #! TS5001

def g(x: Tensor):
    return x.neither  #! TS5001
)");
}

TEST(Recovery, reportsTwoErrorsOfOneExpression) {
  check(R"(
def f(x: Tensor):
    return torch.add(x.nope, x.neither)  #! TS5001 TS5001
)");
}

TEST(Recovery, reportsNothingThatFollowsFromAnError) {
  check(R"(
def f(x: Tensor):
    y = x.nope  #! TS5001
    z = y + 1
    w, v = z
    for u in w:
        v = v + u
    if v:
        z = v
    return z[0].foo(w, k=v)
)");
}

TEST(Recovery, attributesOfFailedStatementsInInitExist) {
  check(R"(
class Pair:
    def __init__(self, x: int):
        self.first = nowhere  #! TS3109
        self.second: Optional[int] = x.nope  #! TS5001

    def sum(self) -> int:
        self.first += 1
        return self.first + self.second

def f(x: int):
    pair = Pair(x)
    return pair.first, pair.second, pair.sum(), pair.third  #! TS5001
)");
}

TEST(Recovery, namesOfFailedStatementsStayDefinedBehindABranchInALoop) {
  check(R"(
def f(xs: List[Optional[int]]):
    total = nowhere  #! TS3109
    for x in xs:
        if x is not None:
            total += x
    return total
)");
}

TEST(Recovery, exceptionsOfUnknownTypeCanBeRaised) {
  check(R"(
def f(x: Tensor):
    error = torch.relu(nowhere)  #! TS3109
    raise error
)");
}

TEST(Recovery, isSilentAboutNamesThatARefusedConstructWouldHaveBound) {
  check(R"(
def f(x: Tensor, *args, **kwargs):  #! TS2014 TS2014
    import math  #! TS2008
    from os import path as where  #! TS2008
    def inner(y):  #! TS2006
        return y
    try:  #! TS2001
        z = inner(x)
    except ValueError as error:
        z = error
    if (n := x.size(0)) > 1:  #! TS2012
        z = z + n
    for a in args:
        z = z + a
    return math.sqrt(z), where, kwargs["k"], inner, x.nope  #! TS5001
)");
}

TEST(Recovery, reportsAnErrorInACalleeOnceAndNotAtTheCalls) {
  check(R"(
def g(x: Tensor):
    return x.nope  #! TS5001

def f(x: Tensor):
    y = g(x) + g(x)
    return y.whatever
)");
}

TEST(Recovery, goesOnAfterAFailedBranch) {
  check(R"(
def f(x: Optional[Tensor], n: int):
    if n > 0:
        y = x + 1  #! TS4001
    else:
        y = torch.ones(2)
    return y.missing_or_not, n.nope  #! TS5001
)");
}

TEST(Recovery, reportsTheBodyBehindABadCondition) {
  check(R"(
def f(x: Tensor, m: Optional[int]):
    if m:  #! TS4002
        return x.nope  #! TS5001
    return x.neither  #! TS5001
)");
}

TEST(Recovery, reportsAnIndexOnceThoughItIsEmittedSeveralTimes) {
  check(R"(
def f(x: Tensor):
    return x[undefined_index]  #! TS3109
)");
}

TEST(Unknown, isSilentForModulesThatCanNotBeFound) {
  check(R"(
import somewhere
from somewhere.else_ import helper, Kind

def f(x: Tensor, k: Kind):
    y = helper(x, k)
    z = somewhere.thing(y)[0]
    if z.ready and k.value == 3:
        z = z + 1
    return z, somewhere.CONSTANT
)");
}

TEST(Unknown, silencesBranchesThatMayNotBeCompiledAtAll) {
  check(R"(
import somewhere

def f(x: Tensor):
    if isinstance(x, somewhere.Kind):
        return x.kind()
    if somewhere.FLAG:
        return x.other()
    return x + 1
)");
}

TEST(Unknown, isSilentForFunctionsWithUnknownDecorators) {
  check(R"(
import somewhere

@somewhere.decorate
def g(a, b, c):
    return a

def f(x: Tensor):
    return g(x).anything
)");
}

TEST(Roots, areTheFunctionsThatTheFileScripts) {
  check(R"(
def helper(x):
    return x.nope

@torch.jit.script
def f(x: Tensor):
    return x.neither  #! TS5001

def g(x: Tensor):
    return x.third  #! TS5001

if __name__ == "__main__":
    scripted = torch.jit.script(g)
)",
        Roots::Explicit);
}

TEST(Calls, nameTheOverloadThatCameClosest) {
  NoModules modules;
  CompilationUnit unit(modules);
  auto tree = testing::Sources::parse(
      "import torch\ndef f(x: torch.Tensor):\n    return torch.sum(x, dims=1)\n");
  checkModule(unit, *unit.environment().addModule("case", "case.py", false, tree), Roots::All);
  ASSERT_EQ(unit.sink().diagnostics().size(), 1u);
  const diag::Diagnostic& d = unit.sink().diagnostics()[0];
  EXPECT_EQ(d.message, "`torch.sum` has no argument named 'dims'");
  ASSERT_EQ(d.notes.size(), 1u);
  EXPECT_NE(d.notes[0].message.find("overloads is torch.sum(input: Tensor"), std::string::npos)
      << d.notes[0].message;
}

TEST(Calls, offerNearNames) {
  NoModules modules;
  CompilationUnit unit(modules);
  auto tree = testing::Sources::parse(
      "import torch\ndef f(x: torch.Tensor):\n    return torch.ops.aten.sqeeze(x)\n");
  checkModule(unit, *unit.environment().addModule("case", "case.py", false, tree), Roots::All);
  ASSERT_EQ(unit.sink().diagnostics().size(), 1u);
  const auto& notes = unit.sink().diagnostics()[0].notes;
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].message.find("squeeze"), std::string::npos) << notes[0].message;
}

TEST(Limits, deepCallsEndInADiagnosticThatNamesTheLimit) {
  std::string text = "def f0(x: int):\n    return x\n";
  for (int i = 1; i < 400; ++i) {
    text +=
        "def f" + std::to_string(i) + "(x: int):\n    return f" + std::to_string(i - 1) + "(x)\n";
  }
  NoModules modules;
  CompilationUnit unit(modules);
  auto tree = testing::Sources::parse(text);
  const PyModule* module = unit.environment().addModule("case", "case.py", false, tree);
  compileNamed(unit, *module, "f399");
  ASSERT_EQ(unit.sink().diagnostics().size(), 1u);
  EXPECT_EQ(diag::code(unit.sink().diagnostics()[0].rule), "TS6010");
}

TEST(Recursion, isReportedAtTheCall) {
  check(R"(
def f(n: int) -> int:
    if n == 0:
        return 1
    return n * f(n - 1)  #! TS6009
)");
}

// PyTorch begins a class method with `cls = NAME`.
TEST(Recovery, classMethodsOfScriptClassesMakeInstances) {
  check(R"(
class Boxes:
    def __init__(self, tensor: Tensor):
        self.tensor = tensor

    @classmethod
    def cat(cls, boxes: List["Boxes"]) -> "Boxes":
        return cls(torch.cat([box.tensor for box in boxes]))

    @classmethod
    def wrong(cls, x: Tensor) -> "Boxes":
        return cls(x, x)  #! TS6003

def both(x: Tensor):
    boxes = Boxes(x)
    return boxes.cat([boxes, boxes])

torch.jit.script(both)

def outer():
    def inner(x: Tensor):
        return Boxes(x).cat([Boxes(x)])
    return torch.jit.script(inner)
outer()
)",
        Roots::Explicit);
}

TEST(Recovery, unusedMethodsTakeMembersOfEnumsAsDefaults) {
  check(R"(
import enum

class Mode(enum.IntEnum):
    NEAR = 1

class Resize:
    @torch.jit.unused
    def __init__(self, size, mode=Mode.NEAR):
        self.size = size

    @staticmethod
    def half(x: int) -> int:
        return x // 2

def f(x: int):
    return Resize.half(x)
)");
}

TEST(Recovery, findsTheErrorsInTheBlocksOfRefusedStatements) {
  check(R"(
def f(x: Tensor) -> Tensor:
    try:  #! TS2001
        y = x.one()  #! TS5001
        z = x.two()  #! TS5001
        return y + z
    except ValueError as error:
        return x.three()  #! TS5001
    finally:
        x.four()  #! TS5001

def g(x: Tensor, n: int):
    for i in range(n):
        try:  #! TS2001
            y = x.nope()  #! TS5001
            continue
        except Exception:
            break
    return x.other()  #! TS5001

def h(x: Tensor):
    match x.dim():  #! TS2011
        case 1:
            return x.one()  #! TS5001
    return x
)");
}

TEST(Recovery, refusesClassesOfPyTorchThatDoNotCompile) {
  check(R"(
import torch.distributions as D
from torch.distributions import Normal

def f(x: Tensor):
    y = Normal(x, x).sample()  #! TS6012
    return y + D.Categorical(logits=x).sample()  #! TS6012
)");
}

TEST(Recovery, refusesCallsOfPythonsLibrary) {
  check(R"(
import collections, copy, logging, random, re
import numpy as np
from datetime import datetime as now

log = logging.getLogger("x")

def f(x: Tensor):
    a = random.random()  #! TS2111
    log.info("hi")  #! TS2111
    b = np.zeros(3)  #! TS2111
    c = np.random.rand(2)  #! TS2111
    d = copy.copy(x)  #! TS2111
    re.match("a", "b")  #! TS2111
    now.now()  #! TS2111
    e = collections.Counter()  #! TS2111
    return x + np.pi

def g(x: Tensor):
    if logging.INFO > 3:
        raise re.error("no")
    return x
)");
}

TEST(Recovery, staysInTheLoopBehindARefusedFork) {
  check(R"(
def g(x: Tensor) -> Tensor:
    return x

def f(x: Tensor, n: int):
    for i in range(n):
        y = torch.jit.fork(g, x, 1)  #! TS6003
        if i > 1:
            break
    return x
)");
}

}  // namespace
}  // namespace ts::compiler
