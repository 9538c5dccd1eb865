// Values of literals and their repr, character names, identifiers.
#include <gtest/gtest.h>

#include "core/syntax/python_repr.h"
#include "core/syntax/strings.h"
#include "core/syntax/unicode.h"

namespace ts::syntax {
namespace {

std::string decoded(std::string_view body, LiteralKind kind = {}) {
  std::string value;
  LiteralError error;
  if (!decodeLiteral(body, kind, value, error))
    return "error at " + std::to_string(error.begin) + ": " + error.message;
  return value;
}

TEST(Strings, DecodesEscapes) {
  EXPECT_EQ(decoded(R"(\a\b\f\n\r\t\v\\\'\")"), "\a\b\f\n\r\t\v\\'\"");
  EXPECT_EQ(decoded(R"(\101\x41\u0041\U00000041)"), "AAAA");
  EXPECT_EQ(decoded("a\\\nb\\\r\nc"), "abc");
  EXPECT_EQ(decoded("\\d"), "\\d");
}

TEST(Strings, DecodesNames) {
  EXPECT_EQ(decoded("\\N{greek small letter alpha}"), "\xCE\xB1");
  EXPECT_EQ(decoded("\\N{LINE FEED}"), "\n");
  EXPECT_EQ(decoded("\\N{HANGUL SYLLABLE GAG}"), "\xEA\xB0\x81");
  EXPECT_EQ(decoded("\\N{CJK UNIFIED IDEOGRAPH-4E00}"), "\xE4\xB8\x80");
  EXPECT_EQ(decoded("ab\\N{missing}"), "error at 2: no character has the name 'missing'");
}

TEST(Strings, KeepsLoneSurrogates) { EXPECT_EQ(decoded("\\ud800"), "\xED\xA0\x80"); }

TEST(Strings, TurnsLineEndsIntoLineFeeds) { EXPECT_EQ(decoded("a\r\nb\rc\n"), "a\nb\nc\n"); }

TEST(Strings, LeavesTextEscapesAloneInBytes) {
  EXPECT_EQ(decoded("\\u0041\\N{x}\\xff", {.bytes = true}), "\\u0041\\N{x}\xFF");
}

TEST(Strings, HalvesBracesInFStrings) { EXPECT_EQ(decoded("{{a}}", {.formatted = true}), "{a}"); }

std::string string(std::string_view value) {
  std::string text;
  reprString(value, text);
  return text;
}

TEST(Repr, ChoosesQuotes) {
  EXPECT_EQ(string("a'b"), "\"a'b\"");
  EXPECT_EQ(string("a'\"b"), "'a\\'\"b'");
}

TEST(Repr, EscapesUnprintableCharacters) {
  EXPECT_EQ(string("\xC2\xA0\xC3\xA9\xE2\x80\xA8\xED\xA0\x80\xF0\x9F\x98\x80\x7F"),
            "'\\xa0\xC3\xA9\\u2028\\ud800\xF0\x9F\x98\x80\\x7f'");
}

TEST(Repr, WritesDoublesAsShortAsPossible) {
  auto text = [](std::string_view digits) {
    std::string out;
    reprFloat(digits, out);
    return out;
  };
  EXPECT_EQ(text("0.1"), "0.1");
  EXPECT_EQ(text("1e16"), "1e+16");
  EXPECT_EQ(text("123456789012345.0"), "123456789012345.0");
  EXPECT_EQ(text("1E-5"), "1e-05");
  EXPECT_EQ(text("0.0001"), "0.0001");
  EXPECT_EQ(text("1e999"), "inf");
  EXPECT_EQ(text("1e-999"), "0.0");
  EXPECT_EQ(text("5e-324"), "5e-324");
}

TEST(Repr, WritesIntegersOfAnySizeInDecimal) {
  auto text = [](std::string_view digits) {
    std::string out;
    reprInt(digits, out);
    return out;
  };
  EXPECT_EQ(text("0xFFFFFFFFFFFFFFFFFF"), "4722366482869645213695");
  EXPECT_EQ(text("0b101"), "5");
  EXPECT_EQ(text("0o17"), "15");
  EXPECT_EQ(text("000"), "0");
}

TEST(Unicode, ComposesToNormalFormKC) {
  EXPECT_EQ(unicode::normalize("e\xCC\x81"), "\xC3\xA9");
  EXPECT_EQ(unicode::normalize("\xEF\xAC\x81"), "fi");
  EXPECT_EQ(unicode::normalize("\xE1\x84\x80\xE1\x85\xA1\xE1\x86\xA8"), "\xEA\xB0\x81");
}

TEST(Unicode, KnowsIdentifiers) {
  EXPECT_TRUE(unicode::isIdentifierStart(U'é'));
  EXPECT_TRUE(unicode::isIdentifierStart(U'_'));
  EXPECT_FALSE(unicode::isIdentifierStart(U'1'));
  EXPECT_TRUE(unicode::isIdentifierContinue(U'·'));
  EXPECT_FALSE(unicode::isIdentifierContinue(U'€'));
}

}  // namespace
}  // namespace ts::syntax
