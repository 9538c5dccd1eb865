#include "viz/page_size.h"

#include <gtest/gtest.h>

namespace ts::viz {
namespace {

std::string fitted(std::string_view page, double width, double height) {
  return sizeAttributes(parsePage(page).value(), width, height);
}

TEST(PageSize, DefaultIsThePicturesOwnSize) {
  EXPECT_EQ(sizeAttributes({}, 200, 100), R"(width="200" height="100" viewBox="0 0 200 100")");
}

TEST(PageSize, HeightFollowsFromTheWidth) {
  EXPECT_EQ(sizeAttributes(*parseWidth("160mm"), 200, 100),
            R"(width="160mm" height="80mm" viewBox="0 0 200 100")");
  EXPECT_EQ(sizeAttributes(*parseWidth("50px"), 200, 100),
            R"(width="50" height="25" viewBox="0 0 200 100")");
}

TEST(PageSize, PictureIsInTheMiddleOfAPage) {
  EXPECT_EQ(fitted("400x400", 200, 100), R"(width="400" height="400" viewBox="0 -50 200 200")");
}

TEST(PageSize, PaperHasAMarginAndLiesOnItsSideForAWidePicture) {
  EXPECT_EQ(fitted("a4", 190, 277), R"(width="210mm" height="297mm" viewBox="-10 -10 210 297")");
  EXPECT_EQ(fitted("a4", 277, 190), R"(width="297mm" height="210mm" viewBox="-10 -10 297 210")");
}

TEST(PageSize, OtherTextsAreNotSizes) {
  for (const char* text : {"", "a5", "x", "3x", "x3", "3x4x5", "3mmx4mm", "0x5", "-3x4", "nanx4",
                           "20001x5", "5x2001mm", "1e3x5", "3 x4", "3x4cm"})
    EXPECT_FALSE(parsePage(text)) << text;
  for (const char* text : {"", "mm", "0", "inf", "2001mm", "5x5", "12pt"})
    EXPECT_FALSE(parseWidth(text)) << text;
}

}  // namespace
}  // namespace ts::viz
