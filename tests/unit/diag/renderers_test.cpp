#include <gtest/gtest.h>

#include <optional>

#include "core/diag/renderers/places.h"
#include "core/diag/renderers/renderer.h"
#include "core/diag/renderers/sarif.h"
#include "core/diag/sort_by_place.h"

namespace ts::diag {
namespace {

// Returns the first occurrence of `piece` in the file.
SourceRange rangeOf(const SourceFile& file, std::string_view piece) {
  const size_t at = file.text().find(piece);
  return {&file, {static_cast<uint32_t>(at), static_cast<uint32_t>(at + piece.size())}};
}

Diagnostic problem(SourceRange at, std::string message = "something is wrong") {
  return {Rule::InvalidSyntax, Severity::Error, at, std::move(message), {}, {}, {}};
}

std::string render(Format format, const Diagnostic& diagnostic, RenderOptions options = {}) {
  auto renderer = makeRenderer(format, options);
  renderer->add(diagnostic);
  renderer->finish();
  return renderer->take();
}

std::string text(const Diagnostic& diagnostic, int width = 120) {
  return render(Format::Text, diagnostic, {.width = width});
}

// ---- text

TEST(PlaceFinder, TellsAFileFromTheOneThatHadItsAddress) {
  PlaceFinder places;
  std::optional<SourceFile> file(std::in_place, "a.py", "abcdef");
  EXPECT_EQ(places.find(*file, 1).column, 2u);
  file.emplace("b.py", "\xc3\xa9\xc3\xa9 x");
  EXPECT_EQ(places.find(*file, 5).column, 4u);
}

TEST(TextRenderer, PutsACaretRowUnderTheSourceLine) {
  SourceFile file("m.py", "a = 1\n    return x + y\n");
  EXPECT_EQ(text(problem(rangeOf(file, "x + y"))),
            "m.py:2:12: error: something is wrong [TS1001]\n"
            "  2 |     return x + y\n"
            "    |            ^^^^^\n");
}

TEST(TextRenderer, MarksAnEmptyRangeAndTheEndOfTheFile) {
  SourceFile file("m.py", "x = (\n");
  EXPECT_EQ(text(problem({&file, {6, 6}})),
            "m.py:2:1: error: something is wrong [TS1001]\n"
            "  2 |\n"
            "    | ^\n");
  EXPECT_EQ(text(problem({&file, {5, 6}})),
            "m.py:1:6: error: something is wrong [TS1001]\n"
            "  1 | x = (\n"
            "    |      ^\n");
}

TEST(TextRenderer, AlignsTabsAndWideCharacters) {
  SourceFile file("m.py", "\tx = \"漢字é🌰\" + y\n");
  EXPECT_EQ(text(problem(rangeOf(file, "+ y"))),
            "m.py:1:13: error: something is wrong [TS1001]\n"
            "  1 |     x = \"漢字é🌰\" + y\n"
            "    |                   ^^^\n");
  EXPECT_EQ(text(problem(rangeOf(file, "字"))),
            "m.py:1:8: error: something is wrong [TS1001]\n"
            "  1 |     x = \"漢字é🌰\" + y\n"
            "    |            ^^\n");
}

TEST(TextRenderer, CombiningMarksTakeNoCell) {
  SourceFile file("m.py", "e\u0301 = y\n");
  EXPECT_EQ(text(problem(rangeOf(file, "y"))),
            "m.py:1:6: error: something is wrong [TS1001]\n"
            "  1 | e\u0301 = y\n"
            "    |     ^\n");
}

TEST(TextRenderer, EscapesControlAndReorderingCharacters) {
  SourceFile file("m.py", "a\033[31m\u202E\xFF = y\n");
  EXPECT_EQ(text(problem(rangeOf(file, "y"), "a \033 b")),
            "m.py:1:12: error: a \u241B b [TS1001]\n"
            "  1 | a\u241B[31m\uFFFD\uFFFD = y\n"
            "    |            ^\n");
}

TEST(TextRenderer, CutsLongLinesAroundTheRange) {
  SourceFile file("m.py", std::string(60, 'a') + "XY" + std::string(60, 'b') + "\n");
  EXPECT_EQ(text(problem(rangeOf(file, "XY")), 40),
            "m.py:1:61: error: something is wrong [TS1001]\n"
            "  1 | ...aaaaaaaaaaaaaXYbbbbbbbbbbbbbbbbbbb...\n"
            "    |                 ^^\n");
  EXPECT_EQ(text(problem({&file, {0, 1}}), 40),
            "m.py:1:1: error: something is wrong [TS1001]\n"
            "  1 | " +
                std::string(37, 'a') +
                "...\n"
                "    | ^\n");
  EXPECT_EQ(text(problem({&file, {121, 122}}), 40),
            "m.py:1:122: error: something is wrong [TS1001]\n"
            "  1 | ..." +
                std::string(14, 'b') +
                "\n"
                "    |                 ^\n");
}

TEST(TextRenderer, ShowsTheFirstAndTheLastLineOfALongRange) {
  SourceFile file("m.py", "def f():\n  if x:\n    a\n  else:\n    b\n");
  EXPECT_EQ(text(problem({&file, {11, 34}})),
            "m.py:2:3: error: something is wrong [TS1001]\n"
            "  2 |   if x:\n"
            "    |   ^^^^^\n"
            "    ...\n"
            "  5 |     b\n"
            "    |     ^\n");
}

TEST(TextRenderer, HangsLabelsBelowTheirMarks) {
  SourceFile file("m.py", "x: int = 1\n\n\nf(x, y)\n");
  Diagnostic d = problem(rangeOf(file, "f(x, y)"));
  d.label({&file, {0, 1}}, "an int")
      .label({&file, {15, 16}}, "here")
      .label({&file, {18, 19}}, "there");
  EXPECT_EQ(text(d),
            "m.py:4:1: error: something is wrong [TS1001]\n"
            "  1 | x: int = 1\n"
            "    | - an int\n"
            "    ...\n"
            "  4 | f(x, y)\n"
            "    | ^^^^^^^\n"
            "    |   |  there\n"
            "    |   here\n");
}

TEST(TextRenderer, AddsNotesAndFixes) {
  SourceFile file("m.py", "if x\n  pass\n");
  SourceFile other("o.py", "y = 2\n");
  Diagnostic d = problem({&file, {4, 4}});
  d.note("every header ends in a colon").note("as here", rangeOf(other, "y"));
  d.fix("Add the colon", {{{&file, {4, 4}}, ":"}});
  EXPECT_EQ(text(d),
            "m.py:1:5: error: something is wrong [TS1001]\n"
            "  1 | if x\n"
            "    |     ^\n"
            "    = note: every header ends in a colon\n"
            "o.py:1:1: note: as here\n"
            "  1 | y = 2\n"
            "    | ^\n"
            "    = fix: Add the colon\n"
            "  1 + if x:\n");
}

TEST(TextRenderer, ColoursOnlyWhenAsked) {
  SourceFile file("m.py", "x\n");
  EXPECT_EQ(text(problem({&file, {0, 1}})).find('\033'), std::string::npos);
  std::string coloured = render(Format::Text, problem({&file, {0, 1}}), {.colour = true});
  EXPECT_NE(coloured.find("\033[1;31merror:\033[0m"), std::string::npos);
}

// ---- JSON

TEST(JsonRenderer, WritesOneObjectPerLineWithCodePointColumns) {
  SourceFile file("m.py", "é = 漢(🌰)\n");
  Diagnostic d = problem(rangeOf(file, "🌰"), "say \"no\"");
  d.label(rangeOf(file, "漢"), "called").note("why");
  d.fix("Drop it", {{rangeOf(file, "(🌰)"), ""}}, false);
  EXPECT_EQ(render(Format::Json, d),
            R"({"file":"m.py","line":1,"column":7,"endLine":1,"endColumn":8,"rule":"TS1001",)"
            R"("severity":"error","message":"say \"no\"","notes":[)"
            R"({"file":"m.py","line":1,"column":7,"message":"why"}],)"
            R"("related":[{"file":"m.py","line":1,"column":5,"message":"called"}],)"
            R"("fixes":[{"title":"Drop it","safe":false,"edits":[)"
            R"({"file":"m.py","line":1,"column":6,"endLine":1,"endColumn":9,"text":""}]}]})"
            "\n");
}

// ---- GitHub

TEST(GithubRenderer, EscapesDataAndProperties) {
  SourceFile file("a,b:c%.py", "x y\n");
  Diagnostic d = problem(rangeOf(file, "y"), "100% wrong, see: there");
  d.note("why");
  EXPECT_EQ(render(Format::Github, d),
            "::error file=a%2Cb%3Ac%25.py,line=1,endLine=1,col=3,endColumn=4,"
            "title=TS1001 InvalidSyntax::100%25 wrong, see: there%0Awhy\n");
}

TEST(GithubRenderer, EscapesControlCharactersOfNames) {
  SourceFile file("a\033\nb.py", "x y\n");
  EXPECT_TRUE(render(Format::Github, problem(rangeOf(file, "y")))
                  .starts_with("::error file=a\\x1b%0Ab.py,line=1,"));
}

TEST(GithubRenderer, OmitsColumnsForSeveralLines) {
  SourceFile file("m.py", "x (\ny)\n");
  EXPECT_EQ(render(Format::Github, problem({&file, {2, 6}})),
            "::error file=m.py,line=1,endLine=2,title=TS1001 InvalidSyntax::something is wrong\n");
}

// ---- SARIF; tests/support validates it against the schema

TEST(SarifRenderer, EncodesPathsAsUris) {
  EXPECT_EQ(uriOf("a b/é#%?.py"), "a%20b/%C3%A9%23%25%3F.py");
  EXPECT_EQ(uriOf("/x/y.py"), "file:///x/y.py");
  EXPECT_EQ(uriOf("a:b.py"), "a%3Ab.py");
}

TEST(SarifRenderer, ReportsUnreadableFiles) {
  auto renderer = makeRenderer(Format::Sarif, {});
  renderer->addUnreadable("gone.py", "no such file");
  renderer->finish();
  std::string log = renderer->take();
  EXPECT_NE(log.find(R"("executionSuccessful":false)"), std::string::npos);
  EXPECT_NE(log.find(R"("text":"no such file")"), std::string::npos);
}

// ---- functions shared by the renderers

TEST(PlaceFinder, CountsIncrementallyAndRestartsWhenMovingBack) {
  SourceFile file("m.py", "äöü\nxyz\n");
  PlaceFinder finder;
  EXPECT_EQ(finder.find(file, 2).column, 2u);
  EXPECT_EQ(finder.find(file, 6).column, 4u);
  EXPECT_EQ(finder.find(file, 4).column, 3u);
  EXPECT_EQ(finder.find(file, 9).column, 3u);
  EXPECT_EQ(finder.find(file, 9).line, 2u);
  EXPECT_EQ(finder.find(file, 999).line, 3u);
}

TEST(SortByPlace, PutsWiderFirstAndDropsDuplicates) {
  SourceFile file("m.py", "0123456789");
  std::vector<Diagnostic> list{problem({&file, {5, 6}}), problem({&file, {1, 2}}),
                               problem({&file, {1, 4}}), problem({&file, {5, 6}}),
                               problem({&file, {5, 6}}, "else")};
  sortByPlace(list);
  ASSERT_EQ(list.size(), 4u);
  EXPECT_EQ(list[0].range.span, (Span{1, 4}));
  EXPECT_EQ(list[1].range.span, (Span{1, 2}));
  EXPECT_EQ(list[2].message, "else");
}

}  // namespace
}  // namespace ts::diag
