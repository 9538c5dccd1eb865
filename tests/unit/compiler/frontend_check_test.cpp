#include "core/compiler/checks/frontend_check.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/syntax/parser.h"

namespace ts::compiler {
namespace {

using diag::Diagnostic;
using diag::Rule;

struct Checked {
  syntax::ModulePtr module;
  std::vector<Diagnostic> diagnostics;

  std::vector<Rule> rules() const {
    std::vector<Rule> rules;
    for (const Diagnostic& diagnostic : diagnostics) rules.push_back(diagnostic.rule);
    return rules;
  }
  // The source after applying the first fix of the first problem.
  std::string repaired() const {
    std::string text(module->file->text());
    auto edits = diagnostics.at(0).fixes.at(0).edits;
    std::ranges::stable_sort(edits, std::greater<>(),
                             [](const diag::Edit& e) { return e.range.span.begin; });
    for (const diag::Edit& edit : edits)
      text.replace(edit.range.span.begin, edit.range.span.size(), edit.text);
    return text;
  }
};

// Checks the function that is the last statement of a file, or the last function of the class that
// is.
Checked check(std::string source) {
  diag::Sink parsing;
  Checked checked;
  checked.module =
      syntax::parse(std::make_shared<SourceFile>("case.py", std::move(source)), parsing);
  for (const Diagnostic& problem : parsing.diagnostics()) {
    ADD_FAILURE() << problem.message << ": " << problem.range.text();
  }
  const syntax::Stmt* last = checked.module->body.back();
  if (last->kind == syntax::StmtKind::ClassDef)
    last = syntax::as<syntax::ClassDef>(*last).body.back();
  diag::Sink sink;
  bool isFine = checkFunction(*checked.module, syntax::as<syntax::FunctionDef>(*last), sink);
  checked.diagnostics = sink.take();
  EXPECT_EQ(isFine, checked.diagnostics.empty());
  return checked;
}

struct Case {
  const char* body;
  Rule rule;
  const char* range;
};

class Refused : public testing::TestWithParam<Case> {};

TEST_P(Refused, IsReportedOnceUnderItsRuleAtItsRange) {
  const Case& param = GetParam();
  Checked checked = check(std::string("def f(x, y):\n    ") + param.body + "\n");
  ASSERT_EQ(checked.rules(), std::vector<Rule>{param.rule});
  EXPECT_EQ(checked.diagnostics[0].range.text(), param.range);
  EXPECT_FALSE(checked.diagnostics[0].message.empty());
  EXPECT_FALSE(checked.diagnostics[0].notes.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Statements, Refused,
    testing::Values(
        Case{"try:\n        x = 1\n    except E:\n        pass", Rule::UnsupportedTry, "try"},
        Case{"try:\n        x = 1\n    except* E:\n        pass", Rule::UnsupportedTry, "try"},
        Case{"def g(a):\n        return lambda: 1", Rule::NestedFunction, "def g"},
        Case{"@deco\n    async def g(a):\n        return 1", Rule::NestedFunction, "async def g"},
        Case{"class C(x):\n        y: int", Rule::NestedClass, "class C"},
        Case{"import os.path as p", Rule::ImportInFunction, "import os.path as p"},
        Case{"from . import a", Rule::ImportInFunction, "from . import a"},
        Case{"global a, b", Rule::UnsupportedGlobal, "global a, b"},
        Case{"match x:\n        case 1:\n            pass", Rule::UnsupportedMatch, "match"},
        Case{"for i in x:\n        pass\n    else:\n        pass", Rule::LoopElse, "for"},
        Case{"while x:\n        pass\n    else:\n        pass", Rule::LoopElse, "while"},
        Case{"raise", Rule::BareRaise, "raise"},
        Case{"z: int", Rule::AnnotationWithoutValue, "z: int"},
        Case{"self.z: int = 1", Rule::AnnotatedAttribute, "self.z: int"},
        Case{"x.y.z: int = 1", Rule::AnnotatedAttribute, "x.y.z: int"},
        Case{"x //= 2", Rule::UnsupportedAugmentedAssignment, "//="},
        Case{"x @= y", Rule::UnsupportedAugmentedAssignment, "@="},
        Case{"type T = int", Rule::TypeParameters, "type T = int"}));

INSTANTIATE_TEST_SUITE_P(
    Expressions, Refused,
    testing::Values(Case{"x = lambda v: {v}", Rule::UnsupportedLambda, "lambda v: {v}"},
                    Case{"yield x", Rule::UnsupportedYield, "yield"},
                    Case{"x = yield from y", Rule::UnsupportedYield, "yield"},
                    Case{"x = {1, 2}", Rule::UnsupportedSet, "{1, 2}"},
                    Case{"x = {i for i in y}", Rule::UnsupportedSet, "{i for i in y}"},
                    Case{"x = (z := 1)", Rule::UnsupportedWalrus, "z := 1"},
                    Case{"g(1, **y)", Rule::KeywordExpansion, "**y"},
                    Case{"x = {**y}", Rule::DictExpansion, "**y"},
                    Case{"x = {1: 2, ** y}", Rule::DictExpansion, "** y"},
                    Case{"x = [i for i in y if i]", Rule::ComprehensionCondition, "i"},
                    Case{"x = {i: i for i in y if i > 1 if x}", Rule::ComprehensionCondition,
                         "i > 1 if x"},
                    Case{"x = sum(i for j in y for i in j)", Rule::SeveralGenerators, "for i in j"},
                    Case{"x = b'a' b'b'", Rule::BytesLiteral, "b'a' b'b'"},
                    Case{"x = f'{y!r}'", Rule::FStringConversion, "{y!r}"},
                    Case{"x = f'{y=}'", Rule::FStringConversion, "{y=}"},
                    Case{"x = f'a{y:.2f}'", Rule::FStringFormat, "{y:.2f}"},
                    Case{"x = +y", Rule::UnaryPlus, "+y"},
                    Case{"__jit_a = x", Rule::ReservedName, "__jit_a"}));

TEST(FrontendCheck, AcceptsSupportedConstructs) {
  Checked checked = check(
      "def f(x: List[int], y: 'Tensor' = 1, *, z: int) -> Dict[str, int]:\n"
      "    'doc'\n"
      "    a: int = -x[0]\n"
      "    a += 1; a **= 2\n"
      "    with g(x) as h:\n"
      "        b = [i for i in x] if not a else [*x]\n"
      "    for i, (j, k) in zip(x, y):\n"
      "        del b[0]\n"
      "    assert a == 1 < 2, f'{a} of {b}'\n"
      "    while True:\n"
      "        break\n"
      "    if a is None: raise E('x') from lambda: 1\n"
      "    return {'a': x[1:2, ..., None], 'b': ~x, 'c': h(*x, k=1j)}\n");
  EXPECT_TRUE(checked.diagnostics.empty());
}

TEST(FrontendCheck, ParametersAreRefusedBeforeTheBody) {
  Checked checked = check("def f(a, * args: int, b=1, c, **  kw):\n    return {1}\n");
  ASSERT_EQ(checked.rules(), (std::vector<Rule>{Rule::VariadicParameter, Rule::VariadicParameter,
                                                Rule::KeywordOnlyDefault, Rule::UnsupportedSet}));
  EXPECT_EQ(checked.diagnostics[0].range.text(), "**  kw");
  EXPECT_EQ(checked.diagnostics[1].range.text(), "* args");
  EXPECT_EQ(checked.diagnostics[2].range.text(), "1");
}

TEST(FrontendCheck, TypeParametersAreRefused) {
  EXPECT_EQ(check("def f[T, *U](x):\n    pass\n").diagnostics.at(0).range.text(), "T, *U");
}

TEST(FrontendCheck, ProblemsComeInPyTorchsOrder) {
  // Value before targets, callee before arguments, test of a conditional first.
  Checked checked =
      check("def f(x):\n    x[b'1'] = {1}\n    return (lambda: 1) if +x else g(**y)(b'')\n");
  EXPECT_EQ(checked.rules(), (std::vector<Rule>{Rule::UnsupportedSet, Rule::BytesLiteral,
                                                Rule::UnaryPlus, Rule::UnsupportedLambda,
                                                Rule::KeywordExpansion, Rule::BytesLiteral}));
}

TEST(FrontendCheck, CodeInARefusedStatementIsCheckedUnlessItIsANestedScope) {
  Checked checked = check(
      "def f(x):\n    try:\n        a = {1}\n    except E:\n        b = b''\n    finally:\n        "
      "c = +x\n"
      "    def g():\n        return {1}\n");
  EXPECT_EQ(checked.rules(),
            (std::vector<Rule>{Rule::UnsupportedTry, Rule::UnsupportedSet, Rule::BytesLiteral,
                               Rule::UnaryPlus, Rule::NestedFunction}));
}

TEST(FrontendCheck, AttributesMayBeAnnotatedInInit) {
  EXPECT_TRUE(
      check("class C:\n    def __init__(self):\n        self.x: int = 1\n").diagnostics.empty());
  EXPECT_EQ(check("class C:\n    def f(self):\n        self.x: int = 1\n").rules(),
            std::vector<Rule>{Rule::AnnotatedAttribute});
}

TEST(FrontendCheck, FixesGiveAcceptedPrograms) {
  for (auto [before, after] : std::vector<std::pair<std::string, std::string>>{
           {"x //= y", "x = x // y"},
           {"x //= y + 1", "x = x // (y + 1)"},
           {"x = {1, 2}", "x = [1, 2]"},
           {"x = {i for i in y}", "x = [i for i in y]"},
           {"x = +y", "x = y"},
           {"x = f'{y!s}'", "x = f'{y}'"},
           {"x = f'{y:>3} {x}'", "x = f'{y} {x}'"},
           {"self.x: int = 1", "self.x = 1"},
       }) {
    std::string repaired = check("def f(x, y):\n    " + before + "\n").repaired();
    EXPECT_EQ(repaired, "def f(x, y):\n    " + after + "\n");
    EXPECT_TRUE(check(repaired).diagnostics.empty()) << repaired;
  }
}

TEST(FrontendCheck, OffersNoFixThatWouldEvaluateTwice) {
  EXPECT_TRUE(check("def f(x, y):\n    x[g()] //= y\n").diagnostics.at(0).fixes.empty());
}

}  // namespace
}  // namespace ts::compiler
