// Invalid texts and the one message that each of them produces.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "core/syntax/parser.h"

namespace ts::syntax {
namespace {

// "line:column-line:column CODE message" of each diagnostic, columns from 1.
std::string problemsOf(const std::string& text) {
  auto file = std::make_shared<SourceFile>("broken.py", text);
  diag::Sink sink;
  parse(file, sink);
  std::string all;
  for (const diag::Diagnostic& diagnostic : sink.diagnostics()) {
    LineColumn begin = file->position(diagnostic.range.span.begin);
    LineColumn end = file->position(diagnostic.range.span.end);
    all += fmt::format("{}:{}-{}:{} {} {}\n", begin.line, begin.column + 1, end.line,
                       end.column + 1, diag::code(diagnostic.rule), diagnostic.message);
  }
  return all;
}

struct Broken {
  const char* name;
  const char* text;
  const char* expected;
};

void PrintTo(const Broken& broken, std::ostream* out) { *out << broken.name; }

class Recovery : public testing::TestWithParam<Broken> {};

TEST_P(Recovery, SaysOneThingInTheRightPlace) {
  EXPECT_EQ(problemsOf(GetParam().text), std::string(GetParam().expected) + "\n");
}

const Broken kCorpus[] = {
    {"UnclosedParenthesis", "x = foo(a, b\ny = 3\nz = 4\n",
     "1:8-1:9 TS1003 this '(' is never closed"},
    {"UnclosedParenthesisBeforeComma", "x = foo(a,\ny = 3\n",
     "1:8-1:9 TS1003 this '(' is never closed"},
    {"UnclosedBracketBeforeLoop", "x = [1, 2, 3\nfor i in x:\n    print(i)\n",
     "1:5-1:6 TS1003 this '[' is never closed"},
    {"UnclosedBraceOverLines", "x = {\n  'a': 1,\n  'b': 2\ny = 4\ndef f(): pass\n",
     "1:5-1:6 TS1003 this '{' is never closed"},
    {"UnclosedInMethod",
     "class A:\n    def f(self):\n        return (1, 2\n    def g(self):\n        return 3\n",
     "3:16-3:17 TS1003 this '(' is never closed"},
    {"UnclosedInCondition", "if foo(a:\n    x = 1\ny = 2\n",
     "1:7-1:8 TS1003 this '(' is never closed"},
    {"UnclosedInConditionOverLines", "if (a and\n    b:\n    x = 1\ny = 1\n",
     "1:4-1:5 TS1003 this '(' is never closed"},
    {"UnclosedParameters", "def f(a, b:\n    return 1\ny = 2\n",
     "1:6-1:7 TS1003 this '(' is never closed"},
    {"UnclosedEmptyParameters", "def f(:\n    pass\ndef g():\n    pass\n",
     "1:6-1:7 TS1003 this '(' is never closed"},
    {"UnclosedAtEndOfFile", "x = (\n\n\n", "1:5-1:6 TS1003 this '(' is never closed"},
    {"MismatchedInner", "foo(a, [b, c)\ny = 1\n",
     "1:13-1:14 TS1004 this ')' does not match the '[' that is open"},
    {"MismatchedCloser", "x = (a]\ny = 1\n",
     "1:7-1:8 TS1004 this ']' does not match the '(' that is open"},
    {"MismatchedInDict", "d = {'a': [1, 2, 'b': 3}\ny = 1\n",
     "1:24-1:25 TS1004 this '}' does not match the '[' that is open"},
    {"CloserWithoutOpener", "x = a)\ny = 1\n", "1:6-1:7 TS1004 this ')' has no opening bracket"},
    {"MissingColonOfDef", "def f(a, b)\n    return 1\ny = 2\n",
     "1:12-1:12 TS1007 the header of this 'def' lacks its ':'"},
    {"MissingColonOfFor", "for x in range(10)\n    print(x)\n",
     "1:19-1:19 TS1007 the header of this 'for' lacks its ':'"},
    {"MissingColonOfClass", "class A\n    x = 1\n",
     "1:8-1:8 TS1007 the header of this 'class' lacks its ':'"},
    {"AssignmentAsCondition", "if x = 3:\n    y = 1\n",
     "1:6-1:7 TS1001 '=' assigns; to compare write '=='"},
    {"KeywordAsFunctionName", "def class(): pass\n",
     "1:5-1:10 TS1001 'class' is a keyword of Python and can't be the name of a function"},
    {"KeywordAsModuleName", "import def\n",
     "1:8-1:11 TS1001 'def' is a keyword of Python and can't be the name of a module"},
    {"StringWithoutEnd", "x = 'abc\ny = 1\n", "1:5-1:9 TS1005 this string has no closing quote"},
    {"StringWithoutEndInCall", "foo('abc, x)\ny = 1\n",
     "1:5-1:13 TS1005 this string has no closing quote"},
    {"StringWithoutEndInList", "x = [\n  'abc,\n  'def'\n]\ny = 1\n",
     "2:3-2:8 TS1005 this string has no closing quote"},
    {"TripleQuotesWithoutEnd", "x = \"\"\"abc\ndef\n",
     "1:5-1:8 TS1005 this triple-quoted string has no end"},
    {"FStringWithoutEnd", "x = f'{a'\ny = 1\n", "1:9-1:10 TS1005 this string has no closing quote"},
    {"FStringFieldWithoutEnd", "x = f\"{a:{b}\"\ny = 1\n",
     "1:7-1:8 TS1003 this '{' of the f-string is never closed"},
    {"FStringFieldWithoutExpression", "y = f'{}'\n",
     "1:7-1:9 TS1001 this field of the f-string has no expression"},
    {"FStringFieldWithTwoExpressions", "x = f'{a b}'\n",
     "1:10-1:11 TS1001 expected '}', found 'b'"},
    {"FStringBadConversion", "z = f'{a!x}'\n",
     "1:10-1:11 TS1001 the conversion after '!' is one of s, r and a"},
    {"FStringSingleBrace", "w = f'}'\n",
     "1:7-1:8 TS1013 a single '}' in an f-string has no opening bracket"},
    {"PrintStatement", "print \"hello\"\nx = 1\n",
     "1:1-1:6 TS1001 'print' is a function: its arguments need parentheses"},
    {"MissingOperand", "x = 5 +\ny = 1\n",
     "1:8-1:8 TS1001 expected an expression, found the end of the line"},
    {"MissingValue", "x = \ny = 1\n",
     "1:5-1:5 TS1001 expected an expression, found the end of the line"},
    {"TwoNames", "a b c\ny = 1\n", "1:3-1:4 TS1001 unexpected 'b'"},
    {"TwoValues", "x = a b\ny = 1\n", "1:7-1:8 TS1001 unexpected 'b'"},
    {"StrayIndent", "x = 0\n  y = 1\nz = 2\n",
     "2:3-2:4 TS1006 this line is indented further than the block it is in"},
    {"DedentToNowhere", "if a:\n        x\n    y\n    z\nw\n",
     "3:1-3:5 TS1006 this line's indentation does not match any enclosing block"},
    {"TabsAgainstBlanks", "if True:\n	x = 1\n        y = 2\n",
     "3:1-3:9 TS1006 the indentation of this line mixes tabs and spaces inconsistently"},
    {"EmptyIf", "if a:\nx = 1\ny\n", "2:1-2:2 TS1006 the block of this 'if' is empty"},
    {"EmptyDef", "def f():\n\ny = 1\n", "3:1-3:2 TS1006 the block of this 'def' is empty"},
    {"EmptyAtEndOfFile", "while True:\n", "1:12-1:12 TS1006 the block of this 'while' is empty"},
    {"TryAlone", "try:\n    x\ny = 1\n",
     "3:1-3:2 TS1001 a 'try' needs an 'except' or a 'finally' after its block"},
    {"ElseAlone", "else:\n    x = 1\ny\n",
     "1:1-1:5 TS1011 this 'else' has no matching statement before it"},
    {"ElseIf", "if a:\n    pass\nelse if x:\n    pass\n",
     "3:6-3:8 TS1001 'else if' is written 'elif'"},
    {"PositionalAfterKeyword", "f(a=1, b)\n",
     "1:8-1:9 TS1012 positional arguments come before keyword arguments"},
    {"StarAfterDoubleStar", "f(**k, *a)\n",
     "1:8-1:10 TS1012 '*' arguments come before '**' arguments"},
    {"BareGenerator", "f(x for x in y, 1)\n",
     "1:3-1:15 TS1001 a generator among other arguments needs parentheses"},
    {"DefaultBeforeNone", "def f(a=1, b): pass\n",
     "1:12-1:13 TS1012 a parameter without a default follows one that has a default"},
    {"TupleParameter", "def f((a, b)): pass\n",
     "1:7-1:13 TS1012 a parameter must be a name: Python 3 can't unpack a tuple here"},
    {"BareStarAlone", "def f(*): pass\n", "1:7-1:8 TS1012 a bare '*' needs a parameter after it"},
    {"AssignToSum", "1 + 2 = 3\n", "1:1-1:6 TS1010 can't assign to the result of an operator"},
    {"AssignToCall", "f() = 1\n", "1:1-1:4 TS1010 can't assign to a function call"},
    {"AssignToNone", "None = 1\n", "1:1-1:5 TS1010 can't assign to 'None'"},
    {"AssignToCallInTuple", "(a, f()) = 1\n", "1:5-1:8 TS1010 can't assign to a function call"},
    {"LoopOverCall", "for f() in x: pass\n", "1:5-1:8 TS1010 can't loop over a function call"},
    {"DeleteCall", "del f()\n", "1:5-1:8 TS1010 can't delete a function call"},
    {"AugmentedTuple", "a, b += 1\n",
     "1:1-1:5 TS1010 an augmented assignment must have exactly one target"},
    {"AssignToYield", "x = yield = 1\n", "1:5-1:10 TS1010 can't assign to a yield expression"},
    {"WithAsLiteral", "with a as 1:\n    pass\n", "1:11-1:12 TS1010 can't assign to a literal"},
    {"WalrusStatement", "a := 1\n",
     "1:3-1:5 TS1001 ':=' as a statement needs parentheses; did you mean '='?"},
    {"ImportWithoutName", "import a.\n",
     "1:10-1:10 TS1001 expected the name of a module, found the end of the line"},
    {"ImportTrailingComma", "from x import a,\n",
     "1:16-1:17 TS1001 a list of imports can end with a comma only in parentheses"},
    {"LeadingZero", "x = 0777\n",
     "1:5-1:9 TS1013 a decimal number can't have leading zeros; octal numbers start with 0o"},
    {"UnderscoreAtEnd", "y = 1_\n",
     "1:5-1:7 TS1013 an underscore in a number must be between digits"},
    {"DigitsMissing", "z = 0xg\n", "1:5-1:8 TS1013 a digit is missing in this hexadecimal number"},
    {"NumberRunsIntoName", "w = 1abc\n",
     "1:5-1:9 TS1013 this decimal number is directly followed by other characters"},
    {"BadCharacter", "x = $a ? b\n", "1:5-1:6 TS1002 the character '$' (U+0024) is not valid here"},
    {"CurlyQuotes", "x = “a”\n", "1:5-1:8 TS1002 the character '“' (U+201C) is not valid here"},
    {"UnknownCharacterName", "x = 'a\\N{no such}'\n",
     "1:7-1:18 TS1013 no character has the name 'no such'"},
    {"MalformedEscape", "y = '\\x1'\n",
     "1:6-1:9 TS1013 '\\x' must be followed by 2 hexadecimal digits"},
    {"TextInBytes", "z = b'é'\n",
     "1:5-1:10 TS1013 a bytes literal can contain only ASCII characters; write others as \\x "
     "escapes"},
    {"BytesAndText", "w = b'a' 'b'\n",
     "1:5-1:13 TS1013 bytes and string literals can't be concatenated"},
    {"LambdaParentheses", "lambda (a): a\n",
     "1:8-1:11 TS1012 a parameter must be a name: Python 3 can't unpack a tuple here"},
    {"LambdaTwoNames", "x = lambda a b: 1\n", "1:14-1:15 TS1001 expected ',' or ':', found 'b'"},
    {"AttributeWithoutName", "x.\ny = 1\n",
     "1:3-1:3 TS1001 expected the name of an attribute, found the end of the line"},
    {"DecoratorBeforeAssignment", "@a\nx = 1\n",
     "2:1-2:2 TS1001 a decorator must be followed by a function or a class"},
    {"StatementInMatch", "match x:\n    case 1:\n        pass\n    y = 1\n",
     "4:5-4:6 TS1011 a 'match' can contain only 'case' blocks"},
    {"NameAsPatternKey", "match x:\n    case {a: 1}:\n        pass\n",
     "2:11-2:12 TS1001 a key in a pattern is a literal or a dotted name"},
    {"NotAfterOperator", "a == not b\n",
     "1:6-1:9 TS1001 'not' binds more loosely than the operator before it: it needs parentheses"},
    {"DictWithoutValue", "x = {a: , b: 2}\n",
     "1:9-1:10 TS1001 expected a value for the key, found ','"},
    {"ComprehensionWithoutTarget", "x = [a for]\n",
     "1:11-1:12 TS1001 expected an expression, found ']'"},
    {"TwoCommas", "x = [a, , b]\n", "1:9-1:10 TS1001 expected an expression, found ','"},
    {"CommaAlone", "y = foo(,)\n", "1:9-1:10 TS1001 expected an expression, found ','"},
    {"ConditionalWithoutElse", "x = a if b\n",
     "1:5-1:11 TS1001 this conditional expression lacks its 'else'"},
    {"MissingCommaOverLines", "x = (a, b\n    c, d)\n",
     "1:10-1:10 TS1001 expected ',' or ')' before 'c'"},
    {"MissingCommaInCall", "f(a b)\n", "1:5-1:6 TS1001 expected ',' or ')' before 'b'"},
    {"MisplacedWordInCall", "f(\n    return, x)\ny = 1\n",
     "2:5-2:11 TS1001 expected an expression, found 'return'"},
    {"BackslashBeforeBlank", "x = 1 \\ \ny = 2\n",
     "1:7-1:8 TS1002 only a backslash at the end of a line continues the line"},
    {"BackslashAtEndOfFile", "x = 1 \\",
     "1:7-1:8 TS1002 this backslash continues the line, but the file ends"},
    {"LessGreater", "x = 1 <> 2\n", "1:7-1:9 TS1002 '<>' is not an operator in Python 3"},
    {"AsyncAlone", "async x\n",
     "1:7-1:8 TS1001 expected 'def', 'with' or 'for' after 'async', found 'x'"},
    {"ParenthesizedStar", "x = (*a)\n",
     "1:6-1:8 TS1001 '*' can't unpack into parentheses alone, only into a tuple, a list or a call"},
    {"DoubleStarInComprehension", "x = {**a for a in b}\n",
     "1:6-1:9 TS1001 a comprehension can't unpack its elements with '**'"},
};

INSTANTIATE_TEST_SUITE_P(Corpus, Recovery, testing::ValuesIn(kCorpus),
                         [](const auto& info) { return std::string(info.param.name); });

// Trees keep the parts of an invalid text that were parsed.
ModulePtr treeOf(const std::string& text) {
  diag::Sink sink;
  return parse(std::make_shared<SourceFile>("broken.py", text), sink);
}

TEST(RecoveryTree, KeepsTheBodyOfABrokenHeader) {
  auto module = treeOf("def f(a b):\n    x = 1\n    y = 2\nz = 3\n");
  ASSERT_EQ(module->body.size(), 2u);
  ASSERT_EQ(module->body[0]->kind, StmtKind::FunctionDef);
  EXPECT_EQ(as<FunctionDef>(*module->body[0]).body.size(), 2u);
}

TEST(RecoveryTree, KeepsStatementsAfterAnUnclosedBracket) {
  auto module = treeOf("x = f(a,\ny = 2\nclass C:\n    pass\n");
  ASSERT_EQ(module->body.size(), 3u);
  EXPECT_EQ(module->body[1]->kind, StmtKind::Assign);
  EXPECT_EQ(module->body[2]->kind, StmtKind::ClassDef);
}

TEST(RecoveryTree, KeepsTheObjectOfAMissingAttribute) {
  auto module = treeOf("x = foo.\n");
  const auto* value = dynCast<Attribute>(as<Assign>(*module->body[0]).value);
  ASSERT_NE(value, nullptr);
  EXPECT_FALSE(value->attr);
  EXPECT_EQ(dynCast<Name>(value->value)->id, "foo");
}

TEST(RecoveryTree, KeepsTheArgumentsOfABrokenCall) {
  auto module = treeOf("f(a, b +, c)\n");
  ASSERT_EQ(module->body[0]->kind, StmtKind::Expr);
  const auto* call = dynCast<Call>(as<ExprStmt>(*module->body[0]).value);
  ASSERT_NE(call, nullptr);
  EXPECT_GE(call->args.size(), 2u);
}

TEST(RecoveryTree, TakesAStrayIndentAsPartOfTheBlock) {
  auto module = treeOf("a = 1\n    b = 2\nc = 3\n");
  EXPECT_EQ(module->body.size(), 3u);
}

}  // namespace
}  // namespace ts::syntax
