#include "core/base/printable.h"

#include <gtest/gtest.h>

namespace ts {
namespace {

TEST(Printable, EscapesControlsAndKeepsText) {
  EXPECT_EQ(printable("a b/é漢🌰.py"), "a b/é漢🌰.py");
  EXPECT_EQ(printable("\033[31m\t\r\n\x7F"), R"(\x1b[31m\x09\x0d\x0a\x7f)");
  EXPECT_EQ(printable(std::string("\0", 1)), R"(\x00)");
  EXPECT_EQ(printable("\u009B"), R"(\x9b)") << "a C1 control";
  EXPECT_EQ(printable("a\nb\033", "\n"), "a\nb\\x1b");
}

TEST(Printable, EscapesBytesThatAreNotUtf8AndMarksThatReorderText) {
  EXPECT_EQ(printable("\xFFx\xC3"), R"(\xffx\xc3)");
  EXPECT_EQ(printable("\u202E\u061C\u2066"), R"(\u202e\u061c\u2066)");
}

}  // namespace
}  // namespace ts
