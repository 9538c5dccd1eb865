// Skipped functions: a body that is parsed on first access gives the same tree.
#include <gtest/gtest.h>

#include <thread>

#include "core/syntax/ast_dump.h"
#include "core/syntax/parser.h"

namespace ts::syntax {
namespace {

ModulePtr parsed(const std::string& text, bool skipFunctions) {
  diag::Sink sink;
  return parse(std::make_shared<SourceFile>("test.py", text), sink,
               {.skipFunctions = skipFunctions});
}

const FunctionDef& firstFunction(const Module& module) {
  const Stmt* first = module.body[0];
  if (const auto* cls = dynCast<ClassDef>(first)) first = cls->body[0];
  if (const auto* condition = dynCast<If>(first)) first = condition->body[0];
  return as<FunctionDef>(*first);
}

// Long enough to be skipped.
const std::string kFiller =
    "    total = first + second + third + fourth + fifth + sixth + seventh\n";

struct Case {
  const char* name;
  std::string text;
  bool skips;
};

const Case kCases[] = {
    {"Plain", "def f(a):\n" + kFiller + "    return total\nx = 1\n", true},
    {"EndOfFile", "def f(a):\n" + kFiller + "    return total", true},
    {"Async", "async def f(a):\n" + kFiller + "    await total\nx = 1\n", true},
    {"Method",
     "class A:\n    def f(self):\n        \"\"\"Doc.\n\ntext\n    \"\"\"\n        x = 1; y = 2;  # "
     "note\n"
     "        return (x,\n  y)\n\n    # comment\n  # another\n    z = 3\ny = 4\n",
     true},
    {"Decorated",
     "@d\ndef f(a):\n" + kFiller + "    def g():\n        pass\n    return g\n\n\ndef h(): pass\n",
     true},
    {"BracketsAcrossLines", "def f(a):\n" + kFiller + "    return [\n1,\n{2: (3,\n)}]\nx = 1\n",
     true},
    {"Backslash", "def f(a):\n" + kFiller + "    return a + \\\n1\nx = 1\n", true},
    {"BackslashAtTheEnd", "def f(a):\n" + kFiller + "    return a  \\\n\nx = 1\n", true},
    {"Strings",
     "def f(a):\n" + kFiller +
         "    return 'it\\'s' \"#\" r'\\' + b'''\n(\n''' + \"\"\"\\\"\"\"\"\nx = 1\n",
     true},
    {"FormattedStrings", "def f(a):\n" + kFiller + "    return f'{{{a}}}' rf\"{a['x']}\"\nx = 1\n",
     true},
    {"QuoteInField", "def f(a):\n" + kFiller + "    return f\"{a[\"#\"]}\"\nx = 1\n", false},
    {"Generator", "def f(a):\n" + kFiller + "    yield a\nx = 1\n", false},
    {"WordYieldInString", "def f(a):\n" + kFiller + "    return 'yield'\nx = 1\n", true},
    {"TypeComment", "def f(a):\n    # type: (int) -> int\n" + kFiller + "    return total\nx = 1\n",
     false},
    {"HeaderTypeComment",
     "def f(a):  # type: (int) -> int\n" + kFiller + "    return total\nx = 1\n", true},
    {"CommentFirst", "def f(a):\n# about\n    # it\n" + kFiller + "    return total\nx = 1\n",
     true},
    {"Tab", "def f(a):\n" + kFiller + "    if a:\n    \treturn total\nx = 1\n", false},
    {"CarriageReturn",
     "def f(a):\r\n    x = 1234567890123456789012345678901234567890 + 1234567890\r\n    return "
     "x\r\n",
     false},
    {"Unclosed", "def f(a):\n" + kFiller + "    return (a\nx = 1\n", false},
    {"MissingBody", "def f(a):\nx = 1\n", false},
    {"OneLine",
     "def f(a): return aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa + "
     "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\n",
     false},
    {"Nested",
     "class A:\n    if x:\n        def f(self):\n        " + kFiller +
         "            return 1\n    else:\n        y = 2\n",
     true},
};

class Skip : public testing::TestWithParam<Case> {};

TEST_P(Skip, GivesTheSameTree) {
  ModulePtr complete = parsed(GetParam().text, false), skipped = parsed(GetParam().text, true);
  EXPECT_EQ(!firstFunction(*skipped).body.isParsed(), GetParam().skips);
  EXPECT_EQ(dumpAst(*skipped), dumpAst(*complete));
}

INSTANTIATE_TEST_SUITE_P(Texts, Skip, testing::ValuesIn(kCases),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Body, IsParsedOnFirstAccess) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "def f():\n" + kFiller;
  ModulePtr module = parsed(text, true);
  auto look = [&] {
    for (const Stmt* stmt : module->body) EXPECT_EQ(as<FunctionDef>(*stmt).body.size(), 1u);
  };
  std::thread one(look), other(look);
  one.join();
  other.join();
}

TEST(CommentsIn, FindsThoseOfSkippedFunctions) {
  EXPECT_EQ(commentsIn(SourceFile("test.py", "# a\ndef f():\n" + kFiller + "    # b\n")).size(),
            2u);
}

}  // namespace
}  // namespace ts::syntax
