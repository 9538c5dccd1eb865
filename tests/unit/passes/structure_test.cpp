// Passes that PyTorch can't run separately; the expected graphs are derived by hand.
#include "pass_test.h"

namespace ts::passes {
namespace {

TEST(Closures, AForkGetsAGraphWithItsCaptures) {
  EXPECT_EQ(after("finish-emitted", body(R"IR(
graph(%x : Tensor, %n : int):
  %1 : NoneType = prim::Closure()
    block0():
      %2 : Tensor = aten::add(%x, %n, %n)
       = prim::ReturnStmt(%2)
      -> ()
  %3 : Future(Tensor) = prim::forkClosure(%1)
   = prim::ReturnStmt(%3)
  return ()
)IR")),
            body(R"IR(
graph(%0 : Tensor,
      %1 : int):
  %2 : Future[Tensor] = prim::fork_0(%0, %1)
  return (%2)
with prim::fork_0 = graph(%0 : Tensor,
      %1 : int):
  %2 : Tensor = aten::add(%0, %1, %1)
  return (%2)
)IR"));
}

TEST(Closures, OnlyAClosureCanBeForked) {
  EXPECT_TRUE(after("inline-forked-closures", body(R"IR(
graph(%x : (Tensor, Tensor)):
  %3 : Future(Tensor) = prim::forkClosure(%x)
  return (%3)
)IR"))
                  .starts_with("error: "));
}

TEST(ConvertToSsa, BreakOutsideOfALoopIsAnError) {
  EXPECT_TRUE(after("convert-to-ssa", body(R"IR(
graph():
   = prim::BreakStmt()
  return ()
)IR"))
                  .starts_with("error: "));
}

TEST(LowerSimpleTuples, ElementsAreForwardedAndOtherTuplesStay) {
  EXPECT_EQ(after("lower-simple-tuples", body(R"IR(
graph(%a : int, %b : str, %t : (int, int)):
  %1 : (int, str) = prim::TupleConstruct(%a, %b)
  %2 : int, %3 : str = prim::TupleUnpack(%1)
  %4 : int = prim::Constant[value=-1]()
  %5 : str = prim::TupleIndex(%1, %4)
  %6 : int, %7 : int = prim::TupleUnpack(%t)
  return (%2, %5, %7)
)IR")),
            body(R"IR(
graph(%0 : int,
      %1 : str,
      %2 : (int, int)):
  %3 : int, %4 : int = prim::TupleUnpack(%2)
  return (%0, %1, %4)
)IR"));
}

TEST(CanonicalizeOutputs, OutputsComeInTheOrderOfTheirFirstUse) {
  EXPECT_EQ(after("canonicalize-outputs", body(R"IR(
graph(%c : bool, %n : int, %s : str):
  %1 : int, %2 : str = prim::If(%c)
    block0():
      -> (%n, %s)
    block1():
      -> (%n, %s)
   = prim::Print(%2, %1)
  return ()
)IR")),
            body(R"IR(
graph(%0 : bool,
      %1 : int,
      %2 : str):
  %3 : str, %4 : int = prim::If(%0)
    block0():
      -> (%2, %1)
    block1():
      -> (%2, %1)
   = prim::Print(%3, %4)
  return ()
)IR"));
}

TEST(NormalizeOps, SecondNamesAndReversedSubtractionGo) {
  EXPECT_EQ(after("normalize-ops", body(R"IR(
graph(%x : Tensor, %y : Tensor, %n : int, %c : bool):
  %1 : Tensor = aten::multiply(%x, %y)
  %2 : Tensor = aten::rsub(%1, %y, %n)
  %3 : bool = aten::__is__(%c, %c)
  return (%2, %3)
)IR")),
            body(R"IR(
graph(%0 : Tensor,
      %1 : Tensor,
      %2 : int,
      %3 : bool):
  %4 : Tensor = aten::mul(%0, %1)
  %5 : Tensor = aten::sub(%1, %4, %2)
  %6 : bool = aten::eq(%3, %3)
  return (%5, %6)
)IR"));
}

// The cleanup is idempotent: the second run changes nothing.
TEST(Cleanup, IsIdempotent) {
  std::string once = after("cleanup", body(R"IR(
graph(%c : bool, %n : int):
  %1 : int = prim::Constant[value=2]()
  %2 : int = prim::Constant[value=2]()
  %3 : int = aten::add(%1, %2)
  %4 : int, %5 : int = prim::If(%c)
    block0():
      -> (%3, %n)
    block1():
      -> (%n, %3)
  return (%5, %4)
)IR"));
  EXPECT_EQ(after("cleanup", once), once);
}

TEST(Registry, NamesAreFoundAndOthersAreNot) {
  EXPECT_GT(allPasses().size(), 15u);
  for (const Pass& pass : allPasses()) EXPECT_EQ(findPass(pass.name), &pass);
  EXPECT_EQ(findPass("no-such-pass"), nullptr);
}

}  // namespace
}  // namespace ts::passes
