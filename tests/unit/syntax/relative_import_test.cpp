#include "core/syntax/relative_import.h"

#include <gtest/gtest.h>

namespace ts::syntax {
namespace {

TEST(RelativeImport, CountsLevelsFromTheImportersPackage) {
  EXPECT_EQ(absoluteModuleName("a.b.x", false, 0, "c"), "c");
  EXPECT_EQ(absoluteModuleName("a.b.x", false, 1, "c"), "a.b.c");
  EXPECT_EQ(absoluteModuleName("a.b.x", false, 2, "c.d"), "a.c.d");
  EXPECT_EQ(absoluteModuleName("a.b.x", false, 2, ""), "a");
}

TEST(RelativeImport, APackageIsItsOwnFirstLevel) {
  EXPECT_EQ(absoluteModuleName("a.b", true, 1, "c"), "a.b.c");
  EXPECT_EQ(absoluteModuleName("a.b", true, 2, "c"), "a.c");
}

TEST(RelativeImport, EndsAboveTheTopLevelFolder) {
  EXPECT_EQ(absoluteModuleName("x", false, 1, "c"), "c");
  EXPECT_EQ(absoluteModuleName("x", false, 2, "c"), std::nullopt);
  EXPECT_EQ(absoluteModuleName("", false, 1, "c"), std::nullopt);
}

}  // namespace
}  // namespace ts::syntax
