// Machine code and fusions as text.
#include "core/jit/listing.h"

#include <gtest/gtest.h>

#include "tests/unit/jit/graphs.h"

namespace ts::jit {
namespace {

TEST(Listing, FusionsNameTheirLoops) {
  const std::string text = listFusions(graphOf(kChain), "Net.forward", true);
  EXPECT_TRUE(text.starts_with("Net.forward: 1 loop\nloop 1   ")) << text;
  EXPECT_EQ(text.find("not with"), std::string::npos) << text;
}

// Operators of strings have nothing to do with loops over tensors.
TEST(Listing, ReasonsAreAboutOperatorsOfTensors) {
  const std::string text = listFusions(graphOf(R"(graph(%s : str, %x : Tensor, %y : Tensor):
  %a : str = aten::add(%s, %s)
  %n : int = aten::len(%a)
  %m : Tensor = aten::mm(%x, %y)
  %r : Tensor = aten::relu(%m)
  return (%n, %r)
)"),
                                       "f", true);
  EXPECT_NE(text.find("not with aten::mm: aten::mm is a kernel of its own"), std::string::npos)
      << text;
  EXPECT_EQ(text.find("not with aten::add"), std::string::npos) << text;
  EXPECT_EQ(text.find("not with aten::len"), std::string::npos) << text;
}

TEST(Listing, UnknownPlacesAreLeftOut) {
  const std::string text = listCode(graphOf(R"(graph(%n : int):
  %two : int = prim::Constant[value=2]()
  %m : int = aten::mul(%n, %two)
  return (%m)
)"),
                                    "f", Output::Ir);
  EXPECT_NE(text.find("define i32 @run"), std::string::npos) << text;
  EXPECT_EQ(text.find("!dbg"), std::string::npos) << text;
  EXPECT_EQ(text.find(":0\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace ts::jit
