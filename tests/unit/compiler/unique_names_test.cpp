#include "core/compiler/context/unique_names.h"

#include <gtest/gtest.h>

namespace ts::compiler {
namespace {

TEST(UniqueNames, ManglesANameThatIsTaken) {
  UniqueNames names;
  EXPECT_EQ(names.uniqueName("app.Net"), "__torch__.app.Net");
  EXPECT_EQ(names.uniqueName("app.Net"), "__torch__.app.___torch_mangle_0.Net");
  EXPECT_EQ(names.uniqueName("app.Net"), "__torch__.app.___torch_mangle_1.Net");
}

TEST(UniqueNames, GivesAnOverloadTheSameNameAtEachUse) {
  UniqueNames names;
  const std::string first = names.mangledName("__torch__.f", 1);
  EXPECT_EQ(first, "__torch__.___torch_mangle_0.f");
  EXPECT_EQ(names.mangledName("__torch__.f", 1), first);
  EXPECT_EQ(names.mangledName("__torch__.f", 2), "__torch__.___torch_mangle_1.f");
}

}  // namespace
}  // namespace ts::compiler
