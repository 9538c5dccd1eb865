#include "lsp/workspace/text_buffer.h"

#include <gtest/gtest.h>

#include <random>

#include "lsp/workspace/uri.h"

namespace ts::lsp {
namespace {

std::string edited(std::string text, Range range, std::string_view with,
                   ColumnUnit unit = ColumnUnit::Utf16) {
  TextBuffer buffer(std::move(text));
  buffer.replace(range, with, unit);
  return buffer.text();
}

TEST(TextBuffer, CountsCharactersInTheNegotiatedUnit) {
  const std::string text = "a = '🌰é漢'\n";
  EXPECT_EQ(edited(text, {{0, 5}, {0, 7}}, "x", ColumnUnit::Utf16), "a = 'xé漢'\n");
  EXPECT_EQ(edited(text, {{0, 5}, {0, 9}}, "x", ColumnUnit::Utf8), "a = 'xé漢'\n");
  EXPECT_EQ(edited(text, {{0, 5}, {0, 6}}, "x", ColumnUnit::Utf32), "a = 'xé漢'\n");
}

TEST(TextBuffer, ClampsPositionsOutside) {
  EXPECT_EQ(edited("ab\ncd", {{0, 9}, {0, 99}}, "!"), "ab!\ncd");
  EXPECT_EQ(edited("ab\r\ncd", {{0, 9}, {0, 99}}, "!"), "ab!\r\ncd");
  EXPECT_EQ(edited("ab\ncd", {{1, UINT32_MAX}, {7, 0}}, "!"), "ab\ncd!");
  EXPECT_EQ(edited("ab\ncd", {{2, 0}, {UINT32_MAX, UINT32_MAX}}, "!"), "ab\ncd!");
  EXPECT_EQ(edited("", {{3, 3}, {4, 4}}, "!"), "!");
}

TEST(TextBuffer, MovesThePositionToTheStartOfACharacter) {
  EXPECT_EQ(edited("🌰", {{0, 1}, {0, 1}}, "!", ColumnUnit::Utf16), "!🌰");
  EXPECT_EQ(edited("é", {{0, 1}, {0, 1}}, "!", ColumnUnit::Utf8), "!é");
}

TEST(TextBuffer, SwapsTheEndsOfARange) { EXPECT_EQ(edited("abcd", {{0, 3}, {0, 1}}, "-"), "a-d"); }

TEST(TextBuffer, JoinsAndSplitsCarriageReturnsAndLineFeeds) {
  TextBuffer buffer("a\r\nb");
  buffer.replace({{0, 1}, {0, 1}}, "\r", ColumnUnit::Utf16);  // "a\r\r\nb"
  EXPECT_EQ(buffer.lineCount(), 3u);
  buffer.replace({{0, 1}, {1, 0}}, "", ColumnUnit::Utf16);
  EXPECT_EQ(buffer.text(), "a\r\nb");
  EXPECT_EQ(buffer.lineCount(), 2u);
}

// Compares the incremental line index with a new one, and positions with SourceFile's.
TEST(TextBuffer, RandomEditsKeepTheIndexRight) {
  static constexpr const char* kPieces[] = {"\n", "\r",   "\r\n",     "a", "é",      "漢",
                                            "🌰",  "\xFF", "\xF0\x9F", "",  "x\ny\r", "\n\r"};
  std::mt19937 random(7);
  TextBuffer buffer("seed\r\ntext\n");
  for (int round = 0; round < 20000; ++round) {
    const auto unit = static_cast<ColumnUnit>(random() % 3);
    const SourceFile before("", buffer.text());
    auto below = [&](uint32_t bound) { return static_cast<uint32_t>(random() % bound); };
    auto place = [&] { return Position{below(before.lineCount() + 2), below(9)}; };
    Position from = place();
    Position to = random() % 3 ? from : place();
    const uint32_t begin = before.offset({from.line + 1, from.character}, unit);
    const uint32_t end = before.offset({to.line + 1, to.character}, unit);
    ASSERT_EQ(buffer.offset(from, unit), begin);
    std::string expected = buffer.text();
    const char* with = kPieces[random() % std::size(kPieces)];
    expected.replace(std::min(begin, end), std::max(begin, end) - std::min(begin, end), with);
    buffer.replace({from, to}, with, unit);
    ASSERT_EQ(buffer.text(), expected);
    ASSERT_EQ(buffer.lineCount(), SourceFile("", expected).lineCount());
    if (expected.size() > 400) buffer = TextBuffer("");
  }
}

TEST(PositionCursor, AgreesWithTheFileInAnyOrder) {
  const SourceFile file("", "é🌰\r\nabc漢x\n\nlast🌰");
  std::mt19937 random(3);
  for (const ColumnUnit unit : {ColumnUnit::Utf8, ColumnUnit::Utf16, ColumnUnit::Utf32}) {
    PositionCursor cursor(file, unit);
    for (int i = 0; i < 500; ++i) {
      uint32_t offset = random() % (file.text().size() + 3);
      while (offset < file.text().size() && (file.text()[offset] & 0xC0) == 0x80) ++offset;
      const LineColumn expected = file.position(offset, unit);
      EXPECT_EQ(cursor.at(offset), (Position{expected.line - 1, expected.column}));
    }
  }
}

TEST(Uri, GoesToThePathAndBack) {
  EXPECT_EQ(pathOfUri("file:///a%20b/%C3%A9.py"), "/a b/é.py");
  EXPECT_EQ(pathOfUri("file://localhost/x.py"), "/x.py");
  EXPECT_EQ(pathOfUri("file:///100%/%zz%4"), "/100%/%zz%4");
  EXPECT_EQ(pathOfUri("untitled:Untitled-1"), "untitled:Untitled-1");
  EXPECT_EQ(uriOfPath("untitled:Untitled-1"), "untitled:Untitled-1");
  EXPECT_EQ(uriOfPath("/a b/é#?.py"), "file:///a%20b/%C3%A9%23%3F.py");
}

}  // namespace
}  // namespace ts::lsp
