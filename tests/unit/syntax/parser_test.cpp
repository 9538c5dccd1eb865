// Trees of valid texts that the conformance run against CPython 3.11 does not cover: newer grammar,
// type comments, extra spans, limits.
#include <gtest/gtest.h>

#include "core/syntax/ast_dump.h"
#include "core/syntax/ast_walk.h"
#include "core/syntax/parser.h"

namespace ts::syntax {
namespace {

struct Parsed {
  ModulePtr module;
  std::vector<diag::Diagnostic> problems;
};

Parsed parsed(const std::string& text) {
  diag::Sink sink;
  auto module = parse(std::make_shared<SourceFile>("test.py", text), sink);
  return {module, sink.take()};
}

// The tree without positions.
std::string dump(const std::string& text) {
  Parsed result = parsed(text);
  EXPECT_TRUE(result.problems.empty()) << result.problems.front().message;
  std::string all = dumpAst(*result.module), bare;
  for (size_t at = 0; at < all.size();) {
    size_t next = all.find("lineno=", at);
    if (next == std::string::npos) {
      bare += all.substr(at);
      break;
    }
    bare += all.substr(at, next - at);
    if (bare.ends_with(", ")) bare.resize(bare.size() - 2);
    at = all.find(')', next);
  }
  return bare;
}

TEST(Parser, ReadsTypeParameters) {
  EXPECT_EQ(dump("def f[T: int, *Ts, **P](): pass\n"),
            "Module(body=[FunctionDef(name='f', args=arguments(posonlyargs=[], args=[], "
            "kwonlyargs=[], kw_defaults=[], "
            "defaults=[]), body=[Pass()], decorator_list=[], type_params=[TypeVar(name='T', "
            "bound=Name(id='int', "
            "ctx=Load())), TypeVarTuple(name='Ts'), ParamSpec(name='P')])], type_ignores=[])");
}

TEST(Parser, ReadsTypeParameterDefaults) {
  EXPECT_NE(dump("class A[T = int]: pass\n")
                .find("TypeVar(name='T', default_value=Name(id='int', ctx=Load()))"),
            std::string::npos);
}

TEST(Parser, ReadsTypeAliases) {
  EXPECT_EQ(
      dump("type X[T] = list[T]\n"),
      "Module(body=[TypeAlias(name=Name(id='X', ctx=Store()), type_params=[TypeVar(name='T')], "
      "value=Subscript(value=Name(id='list', ctx=Load()), slice=Name(id='T', ctx=Load()), "
      "ctx=Load()))], "
      "type_ignores=[])");
}

TEST(Parser, TakesTypeMatchAndCaseAsNamesWhereTheyAreNames) {
  EXPECT_TRUE(parsed("type = 1\nmatch = type\ncase = match(type)\nmatch[case] = 1\nmatch.x: int = "
                     "1\ntype(x)\n")
                  .problems.empty());
}

TEST(Parser, NestsFStringsInTheSameQuotes) {
  EXPECT_NE(dump("f'{f'{a['b']}'}'\n").find("slice=Constant(value='b')"), std::string::npos);
}

TEST(Parser, PlacesNodesInsideFStringsExactly) {
  Parsed result = parsed("x = f'a{ foo :>{w}}'\n");
  const auto* joined = dynCast<JoinedStr>(as<Assign>(*result.module->body[0]).value);
  const auto* field = dynCast<FormattedValue>(joined->values[1]);
  EXPECT_EQ(field->value->span, (Span{9, 12}));
  const auto* spec = dynCast<JoinedStr>(field->formatSpec);
  EXPECT_EQ(dynCast<FormattedValue>(spec->values[1])->value->span, (Span{16, 17}));
}

TEST(Parser, ShowsTheTextOfASelfDocumentingField) {
  EXPECT_NE(dump("f'{ a + 1 = }'\n").find("Constant(value=' a + 1 = ')"), std::string::npos);
}

TEST(Parser, LetsAFieldSpanLines) { EXPECT_TRUE(parsed("f'{\na  # why\n}'\n").problems.empty()); }

TEST(Parser, NormalisesIdentifiers) {
  // FULLWIDTH LATIN SMALL LETTER A, and LATIN SMALL LIGATURE FI.
  EXPECT_NE(
      dump("\xEF\xBD\x81 = \xEF\xAC\x81\n").find("Name(id='a', ctx=Store())], value=Name(id='fi'"),
      std::string::npos);
}

TEST(Parser, KeepsTheTypeCommentOfAFunction) {
  Parsed result = parsed("def f(a, b):\n    # type: (int, int) -> int\n    return a\n");
  EXPECT_EQ(as<FunctionDef>(*result.module->body[0]).typeComment, "(int, int) -> int");
}

TEST(Parser, KeepsTheTypeCommentOnTheHeaderLine) {
  Parsed result = parsed("def f(a):  # type: (int) -> int\n    return a\n");
  EXPECT_EQ(as<FunctionDef>(*result.module->body[0]).typeComment, "(int) -> int");
}

TEST(Parser, KeepsTypeCommentsOfParameters) {
  Parsed result = parsed(
      "def f(a,  # type: int\n      b,\n      c=1  # type: float\n      ):\n    # type: (...) -> "
      "int\n    return a\n");
  const auto& def = as<FunctionDef>(*result.module->body[0]);
  ASSERT_EQ(def.args->args.size(), 3u);
  EXPECT_EQ(def.args->args[0]->typeComment, "int");
  EXPECT_EQ(def.args->args[1]->typeComment, "");
  EXPECT_EQ(def.args->args[2]->typeComment, "float");
  EXPECT_EQ(def.typeComment, "(...) -> int");
  EXPECT_EQ(result.module->file->text(def.typeCommentSpan), "(...) -> int");
}

TEST(Parser, KeepsTypeCommentsOfStatements) {
  Parsed result = parsed("x = []  # type: List[int]\nfor i in x:  # type: int\n    pass\n");
  EXPECT_EQ(as<Assign>(*result.module->body[0]).typeComment, "List[int]");
  EXPECT_EQ(as<For>(*result.module->body[1]).typeComment, "int");
}

TEST(Parser, ListsTypeIgnores) {
  Parsed result = parsed("x = 1  # type: ignore[assignment]\ny = 2\n");
  ASSERT_EQ(result.module->typeIgnores.size(), 1u);
  EXPECT_EQ(result.module->typeIgnores[0].line, 1u);
  EXPECT_EQ(result.module->typeIgnores[0].tag, "[assignment]");
}

TEST(Parser, ListsComments) {
  Parsed result = parsed("# a\nx = [  # b\n]\n");
  ASSERT_EQ(result.module->comments.size(), 2u);
  EXPECT_EQ(result.module->file->text(result.module->comments[1].span), "# b");
}

TEST(Parser, SpansTheHeaderOfAFunction) {
  Parsed result = parsed("async def f(a) -> int:\n    pass\n");
  EXPECT_EQ(result.module->file->text(as<FunctionDef>(*result.module->body[0]).headerSpan),
            "def f(a) -> int");
}

TEST(Parser, BoundsNesting) {
  std::string deep = std::string(100000, '(') + std::string(100000, ')') + "\n";
  Parsed result = parsed(deep);
  ASSERT_EQ(result.problems.size(), 1u);
  EXPECT_EQ(result.problems[0].rule, diag::Rule::NestingTooDeep);
}

TEST(Parser, AcceptsNestingUpToTheLimit) {
  EXPECT_TRUE(parsed(std::string(200, '(') + "1" + std::string(200, ')') + "\n").problems.empty());
  EXPECT_EQ(parsed(std::string(201, '(') + "1" + std::string(201, ')') + "\n").problems.size(), 1u);
}

TEST(Parser, BoundsChainsByTheHeightOfTheTree) {
  std::string sum = "x = a";
  for (int i = 0; i < 900; ++i) sum += " + a";
  Parsed fits = parsed(sum + "\n");
  EXPECT_TRUE(fits.problems.empty());
  EXPECT_EQ(heightOf(as<Assign>(*fits.module->body[0]).value), 901);
  for (int i = 0; i < 200; ++i) sum += " + a";
  Parsed tooLong = parsed(sum + "\ny = 1\n");
  ASSERT_EQ(tooLong.problems.size(), 1u);
  EXPECT_EQ(tooLong.problems[0].rule, diag::Rule::NestingTooDeep);
  EXPECT_EQ(tooLong.module->body.size(), 2u);
}

TEST(Parser, AcceptsLongLists) {
  std::string list = "x = [";
  for (int i = 0; i < 100000; ++i) list += "a.b, ";
  EXPECT_TRUE(parsed(list + "]\n").problems.empty());
}

TEST(Parser, RefusesFilesAboveTheLimit) {
  Parsed result = parsed(std::string((size_t{32} << 20) + 1, 'a'));
  ASSERT_EQ(result.problems.size(), 1u);
  EXPECT_EQ(result.problems[0].rule, diag::Rule::FileTooLarge);
}

TEST(ParseExpression, PlacesSpansInTheFile) {
  SourceFile file("test.py", "x = 'List[int]'\n");
  Arena arena;
  diag::Sink sink;
  const Expr* expression = parseExpression(file, {5, 14}, arena, sink);
  ASSERT_NE(expression, nullptr);
  EXPECT_EQ(expression->kind, ExprKind::Subscript);
  EXPECT_EQ(file.text(expression->span), "List[int]");
  EXPECT_EQ(file.text(dynCast<Subscript>(expression)->slice->span), "int");
}

TEST(ParseExpression, ReturnsNullForInvalidText) {
  SourceFile file("test.py", "List[int] + = a (");
  Arena arena;
  for (Span span : {Span{0, 5}, Span{0, 13}, Span{14, 17}, Span{5, 5}}) {
    diag::Sink sink;
    EXPECT_EQ(parseExpression(file, span, arena, sink), nullptr) << file.text(span);
    EXPECT_EQ(sink.size(), 1u) << file.text(span);
  }
}

}  // namespace
}  // namespace ts::syntax
