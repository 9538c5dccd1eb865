// Fixes of diagnostics: the text that an editor makes of a file.
#include "core/fixes/fixes.h"

#include <gtest/gtest.h>

#include "core/driver/workspace.h"

namespace ts::fixes {
namespace {

const std::string kHead = "import torch\nfrom typing import Dict, List, Optional, Tuple\n";
const std::string kScripted = kHead + "\n\n@torch.jit.script\n";

driver::FileResult check(const std::string& text) {
  driver::Workspace::OpenDocuments documents;
  documents.set("a.py", std::make_shared<const SourceFile>("a.py", text));
  const driver::Workspace workspace(
      std::make_shared<OverlayFileSystem>(OverlayFileSystem::Texts(), nullptr));
  return workspace.snapshot(documents).check("a.py");
}

std::string applied(const diag::Fix& fix, const std::string& text) {
  std::string result;
  size_t at = 0;
  for (const diag::Edit& edit : fix.edits) {
    result += text.substr(at, edit.range.span.begin - at) + edit.text;
    at = edit.range.span.end;
  }
  return result + text.substr(at);
}

// The text after the first fix of the file, below kScripted; a fix that is not safe has a mark.
std::string fixed(const std::string& body) {
  const std::string text = kScripted + body;
  const driver::FileResult result = check(text);
  for (const diag::Diagnostic& diagnostic : result.diagnostics) {
    if (diagnostic.fixes.empty()) continue;
    const diag::Fix& fix = diagnostic.fixes.front();
    std::string after = applied(fix, text);
    if (after.starts_with(kScripted)) after = after.substr(kScripted.size());
    return (fix.safe ? "" : "# not safe\n") + after;
  }
  return "no fix";
}

TEST(ControlFixes, AnElseOfALoopBecomesAFlag) {
  EXPECT_EQ(fixed("def f(n: int):\n    for i in range(n):\n        if i == 3:\n            break\n"
                  "    else:\n        n = 0\n    return n\n"),
            "def f(n: int):\n    finished = True\n    for i in range(n):\n        if i == 3:\n"
            "            finished = False\n            break\n    if finished:\n        n = 0\n"
            "    return n\n");
}

TEST(ControlFixes, AWalrusIsHoisted) {
  EXPECT_EQ(fixed("def f(n: int):\n    if (m := n + 1) > 2:\n        return m\n    return n\n"),
            "def f(n: int):\n    m = n + 1\n    if m > 2:\n        return m\n    return n\n");
}

TEST(ControlFixes, AMatchBecomesAChainOfIfs) {
  EXPECT_EQ(fixed("def f(n: int):\n    match n:\n        case 1:\n            return 2\n"
                  "        case _:\n            return 3\n"),
            "def f(n: int):\n    if n == 1:\n        return 2\n    else:\n        return 3\n");
}

TEST(StatementFixes, StatementsThatScriptingLacks) {
  EXPECT_EQ(fixed("def f(n: int):\n    a, b = n, n\n    del (a, b)\n    return n\n"),
            "def f(n: int):\n    a, b = n, n\n    del a, b\n    return n\n");
  EXPECT_EQ(fixed("def f(n: int):\n    global k\n    return n\n"),
            "def f(n: int):\n    return n\n");
  EXPECT_EQ(fixed("def f(n: int):\n    if n > 0:\n        ...\n    return n\n"),
            "def f(n: int):\n    if n > 0:\n        pass\n    return n\n");
  EXPECT_EQ(
      fixed("def f(c: bool):\n    x: int\n    if c:\n        x = 1\n    else:\n        x = 2\n"
            "    return x\n"),
      "def f(c: bool):\n    if c:\n        x = 1\n    else:\n        x = 2\n    return x\n");
}

TEST(StatementFixes, AMissingReturnIsNone) {
  EXPECT_EQ(fixed("def f(n: int) -> Optional[int]:\n    if n > 0:\n        return n\n"),
            "def f(n: int) -> Optional[int]:\n    if n > 0:\n        return n\n    return None\n");
}

TEST(StatementFixes, DefinitionsAndImportsMoveOutOfTheFunction) {
  EXPECT_EQ(fixed("def f(n: int):\n    def g(m: int):\n        return m + 1\n    return g(n)\n"),
            kHead +
                "\n\ndef g(m: int):\n    return m + 1\n\n\n@torch.jit.script\ndef f(n: int):\n"
                "    return g(n)\n");
  EXPECT_EQ(fixed("def f(x: float):\n    import math\n    return math.sqrt(x)\n"),
            kHead +
                "import math\n\n\n@torch.jit.script\ndef f(x: float):\n"
                "    return math.sqrt(x)\n");
}

TEST(NumberFixes, AnIntBecomesAFloatWhereAFloatIsMeant) {
  EXPECT_EQ(fixed("def f(n: int):\n    x: float = 1\n    return x\n"),
            "def f(n: int):\n    x: float = 1.0\n    return x\n");
  EXPECT_EQ(fixed("def f(c: bool):\n    x = 1 if c else 2.0\n    return x\n"),
            "def f(c: bool):\n    x = 1.0 if c else 2.0\n    return x\n");
  EXPECT_EQ(fixed("def f(n: int):\n    x = 0\n    for i in range(n):\n        x = x + 0.5\n"
                  "    return x\n"),
            "def f(n: int):\n    x = 0.0\n    for i in range(n):\n        x = x + 0.5\n"
            "    return x\n");
  EXPECT_EQ(fixed("def f(n: int) -> float:\n    return n\n"),
            "def f(n: int) -> float:\n    return float(n)\n");
}

TEST(NumberFixes, AnEmptyDictIsAnnotatedAsTheMethodsThatFillItAsk) {
  EXPECT_EQ(fixed("def f(n: int):\n    d = {}\n    d.update({'a': n})\n    return d\n"),
            "def f(n: int):\n    d: Dict[str, int] = {}\n    d.update({'a': n})\n    return d\n");
  EXPECT_EQ(fixed("def f(n: int):\n    d = dict()\n    d.setdefault(n, 1.5)\n    return d\n"),
            "def f(n: int):\n    d: Dict[int, float] = dict()\n    d.setdefault(n, 1.5)\n"
            "    return d\n");
  EXPECT_EQ(fixed("def f(x):\n    d = {'a': x}\n    d.update({'b': 1})\n    return d\n"), "no fix");
}

TEST(NumberFixes, ALiteralArgumentBecomesAFloat) {
  EXPECT_EQ(fixed("def g(x: float):\n    return x\n\n\n@torch.jit.script\ndef f(n: int):\n"
                  "    return g(1)\n"),
            "def g(x: float):\n    return x\n\n\n@torch.jit.script\ndef f(n: int):\n"
            "    return g(1.0)\n");
}

TEST(SignatureFixes, ParametersGetWhatScriptingAsksFor) {
  EXPECT_EQ(fixed("def f(n=1):\n    return n + 1\n"), "def f(n: int=1):\n    return n + 1\n");
  EXPECT_EQ(fixed("def f(*, n: int = 1):\n    return n\n"), "def f(n: int = 1):\n    return n\n");
  EXPECT_EQ(fixed("def f(x: (int, str)):\n    return x[0]\n"),
            "def f(x: Tuple[int, str]):\n    return x[0]\n");
}

TEST(ValueFixes, NamesAndKeywordsOfOthersAreReplaced) {
  EXPECT_EQ(fixed("def f(x):\n    return torch.cat([x, x], axis=0)\n"),
            "def f(x):\n    return torch.cat([x, x], dim=0)\n");
  EXPECT_EQ(fixed("def f(xs: List[int]):\n    n = 0\n    for x in reversed(xs):\n        n += x\n"
                  "    return n\n"),
            "def f(xs: List[int]):\n    n = 0\n    for x in xs[::-1]:\n        n += x\n"
            "    return n\n");
  EXPECT_EQ(fixed("def f(x):\n    return math.sqrt(2.0)\n"),
            kHead + "import math\n\n\n@torch.jit.script\ndef f(x):\n    return math.sqrt(2.0)\n");
}

TEST(PathFixes, AVariableOfOneBranchGetsAValueBefore) {
  EXPECT_EQ(
      fixed("def f(n: int):\n    if n > 1:\n        y = n + 1\n    return y\n"),
      "# not safe\ndef f(n: int):\n    y = 0\n    if n > 1:\n        y = n + 1\n    return y\n");
  EXPECT_EQ(fixed("def f(x, n: int):\n    for i in range(n):\n        y = x + i\n    return y\n"),
            "# not safe\ndef f(x, n: int):\n    y = torch.empty(0)\n    for i in range(n):\n"
            "        y = x + i\n    return y\n");
  EXPECT_EQ(fixed("def f(n: int):\n    if n > 1:\n        ys = [n]\n    return len(ys)\n"),
            "# not safe\ndef f(n: int):\n    ys: List[int] = []\n    if n > 1:\n        ys = [n]\n"
            "    return len(ys)\n");
}

TEST(PathFixes, AParameterIsAnnotatedAtItsDefinition) {
  EXPECT_EQ(fixed("def g(n):\n    return torch.zeros(3) + n\n\n\n@torch.jit.script\n"
                  "def f(n: int):\n    return g(n)\n"),
            "# not safe\ndef g(n: int):\n    return torch.zeros(3) + n\n\n\n@torch.jit.script\n"
            "def f(n: int):\n    return g(n)\n");
}

TEST(StatementFixes, APathWithoutAValueRaises) {
  EXPECT_EQ(fixed("def f(n: int) -> int:\n    if n > 0:\n        return n\n"),
            "# not safe\ndef f(n: int) -> int:\n    if n > 0:\n        return n\n"
            "    raise RuntimeError(\"f returns no value here\")\n");
}

TEST(ValueFixes, AnOptionalIsAssertedOrItsStatementSkipped) {
  const std::string text =
      kScripted + "def f(xs: Optional[List[int]]):\n    for x in xs:\n        print(x)\n";
  const driver::FileResult result = check(text);
  ASSERT_EQ(result.diagnostics.size(), 1U);
  const auto& fixes = result.diagnostics[0].fixes;
  ASSERT_EQ(fixes.size(), 2U);
  const std::string head = kScripted + "def f(xs: Optional[List[int]]):\n";
  EXPECT_EQ(applied(fixes[0], text),
            head + "    assert xs is not None\n    for x in xs:\n        print(x)\n");
  EXPECT_EQ(applied(fixes[1], text),
            head + "    if xs is not None:\n        for x in xs:\n            print(x)\n");
}

TEST(ValueFixes, AMisspeltNameIsReplacedByTheOnlyNearOne) {
  EXPECT_EQ(fixed("def f(x):\n    return torch.ones_lik(x)\n"),
            "# not safe\ndef f(x):\n    return torch.ones_like(x)\n");
  EXPECT_EQ(fixed("def f(x: List[int]):\n    return torch.jit.isnstance(x, List[int])\n"),
            "# not safe\ndef f(x: List[int]):\n    return torch.jit.isinstance(x, List[int])\n");
  EXPECT_EQ(fixed("def f(xs: List[int]):\n    xs.apend(1)\n"),
            "# not safe\ndef f(xs: List[int]):\n    xs.append(1)\n");
  EXPECT_EQ(fixed("def f(x: str):\n    return x.uper()\n"),
            "# not safe\ndef f(x: str):\n    return x.upper()\n");
  EXPECT_EQ(fixed("def f(x: int):\n    prnt(x)\n"), "# not safe\ndef f(x: int):\n    print(x)\n");
  EXPECT_EQ(fixed("def f(total: int):\n    return totl\n"),
            "# not safe\ndef f(total: int):\n    return total\n");
  // Each name of one character is near all others.
  EXPECT_EQ(fixed("def f(x: int):\n    return y\n"), "no fix");
}

TEST(ValueFixes, ANameWithAKnownImportIsImported) {
  const std::string text = kScripted + "def f(x: float):\n    return math.sqrt(x)\n";
  const driver::FileResult result = check(text);
  ASSERT_EQ(result.diagnostics.size(), 1U);
  ASSERT_EQ(result.diagnostics[0].fixes.size(), 1U);
  EXPECT_EQ(result.diagnostics[0].fixes[0].title, "Add 'import math'");
}

TEST(ContainerFixes, AnExpandedDictIsCopied) {
  EXPECT_EQ(fixed("def f(a: Dict[str, int]):\n    return {**a, \"b\": 1}\n"),
            "def f(a: Dict[str, int]):\n    result = a.copy()\n    result[\"b\"] = 1\n"
            "    return result\n");
}

TEST(Fixes, AFixThatMayChangeTheResultIsNotSafe) {
  EXPECT_TRUE(fixed("def f(x: Optional[int]):\n    return x + 1\n").starts_with("# not safe\n"));
}

TEST(Fixes, AFixedFileHasNoFixLeft) {
  for (const char* body :
       {"def f(n=1):\n    return n + 1\n", "def f(n: int):\n    x: float = 1\n    return x\n",
        "def f(n: int):\n    if (m := n + 1) > 2:\n        return m\n    return n\n"})
    EXPECT_EQ(fixed(fixed(body)), "no fix") << body;
}

// ---- FixSelection

TEST(FixSelection, FixesThatTouchEachOtherAreNotAppliedTogether) {
  const auto file = std::make_shared<const SourceFile>("a.py", "abcdefgh");
  const auto fixAt = [&](uint32_t begin, uint32_t end, bool isSafe = true) {
    diag::Diagnostic diagnostic{};
    diagnostic.range = {file.get(), {begin, end}};
    diagnostic.fixes.push_back({"Replace", {{diagnostic.range, "x"}}, isSafe});
    return diagnostic;
  };
  FixSelection selection;
  EXPECT_NE(selection.add(fixAt(2, 4)), nullptr);
  EXPECT_EQ(selection.add(fixAt(4, 5)), nullptr);  // right after the first
  EXPECT_EQ(selection.add(fixAt(0, 2)), nullptr);
  EXPECT_EQ(selection.add(fixAt(6, 7, false)), nullptr);
  EXPECT_NE(selection.add(fixAt(6, 7)), nullptr);
}

TEST(FixSelection, FilesDoNotTouchEachOther) {
  const auto first = std::make_shared<const SourceFile>("a.py", "abc");
  const auto second = std::make_shared<const SourceFile>("b.py", "abc");
  FixSelection selection;
  for (const auto& file : {first, second}) {
    diag::Diagnostic diagnostic{};
    diagnostic.range = {file.get(), {0, 1}};
    diagnostic.fixes.push_back({"Replace", {{diagnostic.range, "x"}}, true});
    EXPECT_NE(selection.add(diagnostic), nullptr);
  }
}

}  // namespace
}  // namespace ts::fixes
