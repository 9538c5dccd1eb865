// Passes on graphs in SSA form.
#include "pass_test.h"

namespace {

PASS_TEST(DeadCode, PureNodesWithoutUsesGo, "dead-code-elimination-without-aliases", R"IR(
graph(%x : Tensor, %n : int):
  %1 : Tensor = aten::relu(%x)
  %2 : Tensor = aten::mul(%1, %1)
  %3 : int = aten::add(%n, %n)
  return (%3)
)IR",
          R"IR(
graph(%0 : Tensor,
      %1 : int):
  %2 : int = aten::add(%1, %1)
  return (%2)
)IR")

PASS_TEST(DeadCode, EffectsAndWhatTheyNeedStay, "dead-code-elimination-without-aliases", R"IR(
graph(%x : Tensor, %n : int):
  %1 : int = aten::add(%n, %n)
   = prim::Print(%1)
  %2 : Tensor = aten::add_(%x, %x, %n)
  return ()
)IR",
          R"IR(
graph(%0 : Tensor,
      %1 : int):
  %2 : int = aten::add(%1, %1)
   = prim::Print(%2)
  %3 : Tensor = aten::add_(%0, %0, %1)
  return ()
)IR")

PASS_TEST(DeadCode, OutputsOfIfAndLoopWithoutUsesGo, "dead-code-elimination-without-aliases", R"IR(
graph(%n : int, %c : bool):
  %1 : int, %2 : int = prim::If(%c)
    block0():
      %3 : int = aten::add(%n, %n)
      %4 : int = aten::mul(%n, %n)
      -> (%3, %4)
    block1():
      -> (%n, %n)
  %5 : int, %6 : int = prim::Loop(%n, %c, %n, %n)
    block0(%7 : int, %8 : int, %9 : int):
      %10 : int = aten::add(%8, %n)
      %11 : int = aten::mul(%9, %n)
      -> (%c, %10, %11)
  return (%2, %5)
)IR",
          R"IR(
graph(%0 : int,
      %1 : bool):
  %2 : int = prim::If(%1)
    block0():
      %3 : int = aten::mul(%0, %0)
      -> (%3)
    block1():
      -> (%0)
  %4 : int, %5 : int = prim::Loop(%0, %1, %0, %0)
    block0(%6 : int, %7 : int, %8 : int):
      %9 : int = aten::add(%7, %0)
      %10 : int = aten::mul(%8, %0)
      -> (%1, %9, %10)
  return (%2, %4)
)IR")

PASS_TEST(ConstantPropagation, BranchOfAKnownConditionIsTaken,
          "constant-propagation-immutable-types", R"IR(
graph(%x : Tensor):
  %1 : int = prim::Constant[value=2]()
  %2 : int = prim::Constant[value=3]()
  %3 : bool = aten::lt(%1, %2)
  %4 : Tensor = prim::If(%3)
    block0():
      %5 : Tensor = aten::relu(%x)
      -> (%5)
    block1():
      -> (%x)
  return (%4)
)IR",
          R"IR(
graph(%0 : Tensor):
  %1 : Tensor = aten::relu(%0)
  return (%1)
)IR")

PASS_TEST(ConstantPropagation, LoopsThatNeverRunGo, "constant-propagation-immutable-types", R"IR(
graph(%x : Tensor, %c : bool):
  %1 : int = prim::Constant[value=0]()
  %2 : Tensor = prim::Loop(%1, %c, %x)
    block0(%3 : int, %4 : Tensor):
      %5 : Tensor = aten::relu(%4)
       = prim::Print(%5)
      -> (%c, %5)
  return (%2)
)IR",
          R"IR(
graph(%0 : Tensor,
      %1 : bool):
  return (%0)
)IR")

PASS_TEST(ConstantPropagation, SameOutputsAreTakenOut, "constant-propagation-immutable-types", R"IR(
graph(%x : Tensor, %c : bool, %n : int):
  %1 : Tensor, %2 : int = prim::If(%c)
    block0():
      %3 : int = prim::Constant[value=1]()
       = prim::Print(%n)
      -> (%x, %3)
    block1():
      %4 : int = prim::Constant[value=1]()
      -> (%x, %4)
  %5 : int = prim::Loop(%n, %c, %2)
    block0(%6 : int, %7 : int):
       = prim::Print(%7)
      -> (%c, %7)
  return (%1, %5)
)IR",
          R"IR(
graph(%0 : Tensor,
      %1 : bool,
      %2 : int):
  %3 : int = prim::Constant[value=1]()
   = prim::If(%1)
    block0():
       = prim::Print(%2)
      -> ()
    block1():
      -> ()
   = prim::Loop(%2, %1)
    block0(%4 : int):
       = prim::Print(%3)
      -> (%1)
  return (%0, %3)
)IR")

PASS_TEST(ConstantPropagation, DivisionByZeroIsLeftInPlace, "constant-propagation-immutable-types",
          R"IR(
graph():
  %1 : int = prim::Constant[value=7]()
  %2 : int = prim::Constant[value=0]()
  %3 : int = aten::floordiv(%1, %2)
  return (%3)
)IR",
          R"IR(
graph():
  %0 : int = prim::Constant[value=7]()
  %1 : int = prim::Constant[value=0]()
  %2 : int = aten::floordiv(%0, %1)
  return (%2)
)IR")

PASS_TEST(ConstantPropagation, ListsAreLeftToTheFullVariant, "constant-propagation-immutable-types",
          R"IR(
graph():
  %1 : int = prim::Constant[value=7]()
  %2 : int[] = prim::ListConstruct(%1, %1)
  %3 : int = aten::len(%2)
  return (%3)
)IR",
          R"IR(
graph():
  %0 : int = prim::Constant[value=7]()
  %1 : int[] = prim::ListConstruct(%0, %0)
  %2 : int = aten::len(%1)
  return (%2)
)IR")

PASS_TEST(ConstantPropagation, ListsWithoutWritersAreConstants, "constant-propagation", R"IR(
graph():
  %1 : int = prim::Constant[value=7]()
  %2 : int[] = prim::ListConstruct(%1, %1)
  %3 : int = aten::len(%2)
  return (%3)
)IR",
          R"IR(
graph():
  %0 : int = prim::Constant[value=2]()
  return (%0)
)IR")

PASS_TEST(ConstantPropagation, ListsWithWritersAreNotConstants, "constant-propagation", R"IR(
graph(%n : int):
  %1 : int = prim::Constant[value=7]()
  %2 : int[] = prim::ListConstruct(%1, %1)
  %3 : int[] = aten::append(%2, %n)
  %4 : int = aten::len(%2)
  return (%4)
)IR",
          R"IR(
graph(%0 : int):
  %1 : int = prim::Constant[value=7]()
  %2 : int[] = prim::ListConstruct(%1, %1)
  %3 : int[] = aten::append(%2, %0)
  %4 : int = aten::len(%2)
  return (%4)
)IR")

PASS_TEST(ConstantPooling, ConstantsComeFirstAndOnce, "constant-pooling", R"IR(
graph(%n : int, %c : bool):
  %1 : int = prim::Constant[value=1]()
  %2 : int = aten::add(%n, %1)
  %3 : int = prim::If(%c)
    block0():
      %4 : int = prim::Constant[value=1]()
      -> (%4)
    block1():
      %5 : str = prim::Constant[value="a"]()
       = prim::Print(%5)
      -> (%2)
  return (%3)
)IR",
          R"IR(
graph(%0 : int,
      %1 : bool):
  %2 : str = prim::Constant[value="a"]()
  %3 : int = prim::Constant[value=1]()
  %4 : int = aten::add(%0, %3)
  %5 : int = prim::If(%1)
    block0():
      -> (%3)
    block1():
       = prim::Print(%2)
      -> (%4)
  return (%5)
)IR")

PASS_TEST(ConstantPooling, ZeroOfEitherSignIsOneConstant, "constant-pooling", R"IR(
graph():
  %1 : float = prim::Constant[value=0.]()
  %2 : float = prim::Constant[value=-0.]()
  return (%1, %2)
)IR",
          R"IR(
graph():
  %0 : float = prim::Constant[value=0.]()
  return (%0, %0)
)IR")

PASS_TEST(CommonSubexpressions, InnerBlocksSeeOuterOnes, "common-subexpression-elimination", R"IR(
graph(%x : Tensor, %c : bool):
  %1 : Tensor = aten::relu(%x)
  %2 : Tensor = prim::If(%c)
    block0():
      %3 : Tensor = aten::relu(%x)
      %4 : Tensor = aten::mul(%3, %1)
      -> (%4)
    block1():
      %5 : Tensor = aten::tanh(%x)
      -> (%5)
  %6 : Tensor = aten::tanh(%x)
  %7 : Tensor = aten::mul(%2, %6)
  return (%7)
)IR",
          R"IR(
graph(%0 : Tensor,
      %1 : bool):
  %2 : Tensor = aten::relu(%0)
  %3 : Tensor = prim::If(%1)
    block0():
      %4 : Tensor = aten::mul(%2, %2)
      -> (%4)
    block1():
      %5 : Tensor = aten::tanh(%0)
      -> (%5)
  %6 : Tensor = aten::tanh(%0)
  %7 : Tensor = aten::mul(%3, %6)
  return (%7)
)IR")

PASS_TEST(CommonSubexpressions, WritesAndRandomNumbersStayApart, "common-subexpression-elimination",
          R"IR(
graph(%x : Tensor, %n : int):
  %1 : Tensor = aten::relu(%x)
  %2 : Tensor = aten::add_(%x, %1, %n)
  %3 : Tensor = aten::relu(%x)
  %4 : Tensor = aten::mul(%1, %3)
  return (%4)
)IR",
          R"IR(
graph(%0 : Tensor,
      %1 : int):
  %2 : Tensor = aten::relu(%0)
  %3 : Tensor = aten::add_(%0, %2, %1)
  %4 : Tensor = aten::relu(%0)
  %5 : Tensor = aten::mul(%2, %4)
  return (%5)
)IR")

PASS_TEST(CommonSubexpressions, TwoOutputsStayTwoTensors, "common-subexpression-elimination", R"IR(
graph(%x : Tensor, %n : int):
  %1 : Tensor = aten::relu(%x)
  %2 : Tensor = aten::relu(%x)
  %3 : int = aten::neg(%n)
  %4 : int = aten::neg(%n)
  return (%1, %2, %3, %4)
)IR",
          R"IR(
graph(%0 : Tensor,
      %1 : int):
  %2 : Tensor = aten::relu(%0)
  %3 : Tensor = aten::relu(%0)
  %4 : int = aten::neg(%1)
  return (%2, %3, %4, %4)
)IR")

PASS_TEST(LowerAllTuples, TuplesOfIfAndGraphAreFlat, "lower-all-tuples", R"IR(
graph(%x : (Tensor, (Tensor, Tensor)), %c : bool):
  %1 : Tensor, %2 : (Tensor, Tensor) = prim::TupleUnpack(%x)
  %3 : (Tensor, Tensor) = prim::If(%c)
    block0():
      %4 : Tensor, %5 : Tensor = prim::TupleUnpack(%2)
      %6 : (Tensor, Tensor) = prim::TupleConstruct(%1, %5)
      -> (%6)
    block1():
      -> (%2)
  return (%3)
)IR",
          R"IR(
graph(%0 : Tensor,
      %1 : Tensor,
      %2 : Tensor,
      %3 : bool):
  %4 : Tensor, %5 : Tensor = prim::If(%3)
    block0():
      -> (%0, %2)
    block1():
      -> (%1, %2)
  return (%4, %5)
)IR")

PASS_TEST(Peephole, ComparisonsWithNoneAreDecidedByType, "peephole", R"IR(
graph(%x : Tensor, %o : int?):
  %1 : NoneType = prim::Constant()
  %2 : bool = aten::__is__(%x, %1)
  %3 : bool = aten::__isnot__(%x, %1)
  %4 : bool = aten::__is__(%o, %1)
  return (%2, %3, %4)
)IR",
          R"IR(
graph(%0 : Tensor,
      %1 : int?):
  %2 : NoneType = prim::Constant()
  %3 : bool = prim::Constant[value=0]()
  %4 : bool = prim::Constant[value=1]()
  %5 : bool = aten::__is__(%1, %2)
  return (%3, %4, %5)
)IR")

PASS_TEST(Peephole, ArithmeticOnIntsIsMerged, "peephole", R"IR(
graph(%n : int):
  %1 : int = prim::Constant[value=2]()
  %2 : int = prim::Constant[value=1]()
  %3 : int = aten::add(%1, %n)
  %4 : int = aten::sub(%3, %1)
  %5 : int = aten::add(%n, %2)
  %6 : int = aten::add(%5, %1)
  %7 : int = aten::mul(%2, %n)
  return (%4, %6, %7)
)IR",
          R"IR(
graph(%0 : int):
  %1 : int = prim::Constant[value=3]()
  %2 : int = aten::add(%0, %1)
  return (%0, %2, %0)
)IR")

PASS_TEST(Peephole, ListsMadeInSightAreSeenThrough, "peephole", R"IR(
graph(%a : int, %b : int):
  %1 : int[] = prim::ListConstruct(%a, %b)
  %2 : int = aten::len(%1)
  %3 : int = prim::Constant[value=-1]()
  %4 : int = aten::__getitem__(%1, %3)
  %5 : int[] = aten::add(%1, %1)
  %6 : int, %7 : int = prim::ListUnpack(%1)
  return (%2, %4, %5, %6)
)IR",
          R"IR(
graph(%0 : int,
      %1 : int):
  %2 : int = prim::Constant[value=2]()
  %3 : int[] = prim::ListConstruct(%0, %1, %0, %1)
  return (%2, %1, %3, %0)
)IR")

PASS_TEST(Peephole, WhatTensorTypesSayIsConstant, "peephole", R"IR(
graph(%x : Float(2, 3, strides=[3, 1], requires_grad=0, device=cpu)):
  %1 : int = aten::dim(%x)
  %2 : int[] = aten::size(%x)
  %3 : Device = prim::device(%x)
  %4 : int = prim::dtype(%x)
  %5 : Tensor = aten::t(%x)
  %6 : Tensor = aten::t(%5)
  %7 : int = prim::Constant[value=1]()
  %8 : Tensor = aten::mul(%6, %7)
  return (%1, %2, %3, %4, %8)
)IR",
          R"IR(
graph(%0 : Float(2, 3, strides=[3, 1], requires_grad=0, device=cpu)):
  %1 : int = prim::Constant[value=2]()
  %2 : int[] = prim::Constant[value=[2, 3]]()
  %3 : Device = prim::Constant[value="cpu"]()
  %4 : int = prim::Constant[value=6]()
  %5 : int = prim::Constant[value=1]()
  %6 : Tensor = aten::mul(%0, %5)
  return (%1, %2, %3, %4, %6)
)IR")

}  // namespace
