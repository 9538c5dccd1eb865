// docstringOf finds the same docstring as the tree, without parsing the function's body.
#include "core/syntax/docstring.h"

#include <gtest/gtest.h>

#include "core/diag/diagnostic.h"
#include "core/syntax/parser.h"

namespace ts::syntax {
namespace {

struct Case {
  const char* name;
  std::string begin;    // start of the body
  const char* text;     // null: no docstring
  bool parses = false;  // true if the body must be parsed
};

const Case kCases[] = {
    {"None", "x = 1\n", nullptr},
    {"OneLine", "\"doc\"\n", "doc"},
    {"LongWithComment", "\"\"\"Doc \"of\" it.\n    \"\"\"  # note\n", "Doc \"of\" it.\n    "},
    {"Escapes", "'it\\'s\\tall'\n", "it's\tall"},
    {"Raw", "r'\\d'; x = 2\n", "\\d"},
    {"BehindComment", "# comment: 'no'\n\n    'doc'\n", "doc"},
    {"Bytes", "b'doc'\n", nullptr},
    {"Formatted", "f'doc'\n", nullptr},
    {"Name", "united = 1\n", nullptr},
    {"TwoPieces", "'a' 'b'\n", "ab", true},
    {"InParentheses", "('doc')\n", "doc", true},
    {"Method", "'a'.join(x)\n", nullptr, true},
};

class Docstring : public testing::TestWithParam<Case> {};

TEST_P(Docstring, IsFoundBeforeTheBodyIsParsed) {
  const std::string text = "def f(a: int) -> int:\n    " + GetParam().begin +
                           "    return a + 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12 + 13\n";
  auto file = std::make_shared<SourceFile>("test.py", text);
  diag::Sink sink;
  const ModulePtr module = parse(file, sink, {.skipFunctions = true});
  const ModulePtr eager = parse(file, sink);
  const auto& def = as<FunctionDef>(*module->body[0]);
  ASSERT_FALSE(def.body.isParsed());
  const auto docstring = docstringOf(def, *file);
  EXPECT_EQ(def.body.isParsed(), GetParam().parses);
  EXPECT_EQ(docstring, docstringOf(as<FunctionDef>(*eager->body[0]), *file));
  if (GetParam().text) {
    EXPECT_EQ(docstring, GetParam().text);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Docstring, testing::ValuesIn(kCases),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace ts::syntax
