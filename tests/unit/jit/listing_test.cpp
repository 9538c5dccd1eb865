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

// A batch norm that a convolution computes is not called a kernel without a loop.
TEST(Listing, ReasonsNameConvolutions) {
  const std::string text = listFusions(graphOf(R"(graph(%x : Tensor, %w : Tensor, %m : Tensor):
  %no : bool = prim::Constant[value=0]()
  %one : int = prim::Constant[value=1]()
  %eps : float = prim::Constant[value=0.01]()
  %none : NoneType = prim::Constant()
  %ones : int[] = prim::Constant[value=[1, 1]]()
  %c : Tensor = aten::conv2d(%x, %w, %none, %ones, %ones, %ones, %one)
  %n : Tensor = aten::batch_norm(%c, %none, %none, %m, %m, %no, %eps, %eps, %no)
  %a : Tensor = aten::relu(%n)
  %r : Tensor = aten::mul(%a, %a)
  return (%r)
)"),
                                       "f", true);
  EXPECT_NE(text.find("not with aten::batch_norm: aten::batch_norm is a part of a convolution"),
            std::string::npos)
      << text;
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
