#include "core/picture/text_metrics.h"

#include <gtest/gtest.h>

namespace ts::viz {
namespace {

TEST(TextMetrics, WideCharactersTakeTwoColumnsAndCombiningOnesNone) {
  EXPECT_EQ(columnsOf("abc"), 3u);
  EXPECT_EQ(columnsOf("变量"), 4u);
  EXPECT_EQ(columnsOf("e\u0301"), 1u);
}

TEST(TextMetrics, TextThatFitsIsKept) {
  EXPECT_EQ(shortened("exactly 10", 10), "exactly 10");
  EXPECT_EQ(shortened("", 0), "");
}

TEST(TextMetrics, LongTextEndsInAnEllipsisWithinTheLimit) {
  EXPECT_EQ(shortened("abcdefgh", 5), "abcd…");
  for (size_t columns = 1; columns < 12; ++columns) {
    EXPECT_LE(columnsOf(shortened("变量名称很长的一个", columns)), columns);
  }
}

TEST(TextMetrics, ControlsBecomeSpacesAndBrokenBytesReplacements) {
  EXPECT_EQ(shortened("a\nb\tc", 10), "a b c");
  EXPECT_EQ(shortened("a\xff", 10), "a\uFFFD");
}

}  // namespace
}  // namespace ts::viz
