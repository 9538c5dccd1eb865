// The passes that turn an emitted graph into the graph of a compiled function.
#include "pass_test.h"

namespace {

EMITTED_TEST(Emitted, BreakLeavesTheLoop, R"PY(
def f(n: int):
    x = 0
    for i in range(n):
        if i == 3:
            break
        x += i
    return x
)PY",
             R"IR(
graph(%n : int):
  %5 : int = prim::Constant[value=3]()
  %1 : int = prim::Constant[value=0]()
   = prim::Store[name="x"](%1)
  %10 : bool = prim::Constant[value=1]()
   = prim::Loop(%n)
    block0(%i : int):
       = prim::Store[name="i"](%i)
      %4 : int = prim::Load[name="i"]()
      %6 : bool = aten::eq(%4, %5)
       = prim::If(%6)
        block0():
           = prim::BreakStmt()
          -> ()
        block1():
          -> ()
      %7 : int = prim::Load[name="x"]()
      %8 : int = prim::Load[name="i"]()
      %9 : int = aten::add(%7, %8)
       = prim::Store[name="x"](%9)
      -> ()
    block1():
      -> (%10)
  %11 : int = prim::Load[name="x"]()
   = prim::ReturnStmt(%11)
  return ()
)IR",
             R"IR(
graph(%0 : int):
  %1 : int = prim::Constant[value=9223372036854775807]()
  %2 : int = prim::Constant[value=1]()
  %3 : bool = prim::Constant[value=1]()
  %4 : int = prim::Constant[value=0]()
  %5 : int = prim::Constant[value=3]()
  %6 : bool = prim::Constant[value=0]()
  %7 : bool = aten::gt(%0, %4)
  %8 : int, %9 : int = prim::Loop(%1, %7, %4, %4)
    block0(%10 : int, %11 : int, %12 : int):
      %13 : bool = aten::eq(%12, %5)
      %14 : bool, %15 : int = prim::If(%13)
        block0():
          -> (%6, %11)
        block1():
          %16 : int = aten::add(%11, %12)
          -> (%3, %16)
      %17 : int = aten::add(%12, %2)
      %18 : bool = aten::lt(%17, %0)
      %19 : bool = aten::__and__(%18, %14)
      -> (%19, %15, %17)
  return (%8)
)IR")

EMITTED_TEST(Emitted, ContinueSkipsTheRest, R"PY(
def f(n: int):
    x = 0
    for i in range(n):
        if i == 3:
            continue
        x += i
    return x
)PY",
             R"IR(
graph(%n : int):
  %5 : int = prim::Constant[value=3]()
  %1 : int = prim::Constant[value=0]()
   = prim::Store[name="x"](%1)
  %10 : bool = prim::Constant[value=1]()
   = prim::Loop(%n)
    block0(%i : int):
       = prim::Store[name="i"](%i)
      %4 : int = prim::Load[name="i"]()
      %6 : bool = aten::eq(%4, %5)
       = prim::If(%6)
        block0():
           = prim::ContinueStmt()
          -> ()
        block1():
          -> ()
      %7 : int = prim::Load[name="x"]()
      %8 : int = prim::Load[name="i"]()
      %9 : int = aten::add(%7, %8)
       = prim::Store[name="x"](%9)
      -> ()
    block1():
      -> (%10)
  %11 : int = prim::Load[name="x"]()
   = prim::ReturnStmt(%11)
  return ()
)IR",
             R"IR(
graph(%0 : int):
  %1 : int = prim::Constant[value=9223372036854775807]()
  %2 : int = prim::Constant[value=1]()
  %3 : bool = prim::Constant[value=1]()
  %4 : int = prim::Constant[value=0]()
  %5 : int = prim::Constant[value=3]()
  %6 : bool = aten::gt(%0, %4)
  %7 : int, %8 : int = prim::Loop(%1, %6, %4, %4)
    block0(%9 : int, %10 : int, %11 : int):
      %12 : bool = aten::eq(%11, %5)
      %13 : int = prim::If(%12)
        block0():
          -> (%10)
        block1():
          %14 : int = aten::add(%10, %11)
          -> (%14)
      %15 : int = aten::add(%11, %2)
      %16 : bool = aten::lt(%15, %0)
      %17 : bool = aten::__and__(%16, %3)
      -> (%17, %13, %15)
  return (%7)
)IR")

EMITTED_TEST(Emitted, ReturnLeavesTheFunctionFromALoop, R"PY(
def f(n: int):
    x = 0
    for i in range(n):
        if i == 3:
            return i
        x += i
    return x
)PY",
             R"IR(
graph(%n : int):
  %5 : int = prim::Constant[value=3]()
  %1 : int = prim::Constant[value=0]()
   = prim::Store[name="x"](%1)
  %10 : bool = prim::Constant[value=1]()
   = prim::Loop(%n)
    block0(%i : int):
       = prim::Store[name="i"](%i)
      %4 : int = prim::Load[name="i"]()
      %6 : bool = aten::eq(%4, %5)
       = prim::If(%6)
        block0():
          %20 : int = prim::Load[name="i"]()
           = prim::ReturnStmt(%20)
          -> ()
        block1():
          -> ()
      %7 : int = prim::Load[name="x"]()
      %8 : int = prim::Load[name="i"]()
      %9 : int = aten::add(%7, %8)
       = prim::Store[name="x"](%9)
      -> ()
    block1():
      -> (%10)
  %11 : int = prim::Load[name="x"]()
   = prim::ReturnStmt(%11)
  return ()
)IR",
             R"IR(
graph(%0 : int):
  %1 : int = prim::Constant[value=9223372036854775807]()
  %2 : int = prim::Constant[value=1]()
  %3 : int = prim::Constant[value=0]()
  %4 : int = prim::Constant[value=3]()
  %5 : bool = prim::Constant[value=0]()
  %6 : bool = prim::Constant[value=1]()
  %7 : int = prim::Uninitialized()
  %8 : bool = aten::gt(%0, %3)
  %9 : bool, %10 : int, %11 : int, %12 : int = prim::Loop(%1, %8, %5, %7, %3, %3)
    block0(%13 : int, %14 : bool, %15 : int, %16 : int, %17 : int):
      %18 : bool = aten::eq(%17, %4)
      %19 : bool, %20 : bool, %21 : int, %22 : int = prim::If(%18)
        block0():
          -> (%5, %6, %17, %7)
        block1():
          %23 : int = aten::add(%16, %17)
          -> (%6, %5, %7, %23)
      %24 : int = aten::add(%17, %2)
      %25 : bool = aten::lt(%24, %0)
      %26 : bool = aten::__and__(%25, %19)
      -> (%26, %20, %21, %22, %24)
  %27 : int = prim::If(%9)
    block0():
      -> (%10)
    block1():
      -> (%11)
  return (%27)
)IR")

EMITTED_TEST(Emitted, RaiseNeedsNoGuard, R"PY(
def f(n: int):
    x = 0
    for i in range(n):
        if i == 3:
            raise ValueError("a")
        x += i
    return x
)PY",
             R"IR(
graph(%n : int):
  %5 : int = prim::Constant[value=3]()
  %1 : int = prim::Constant[value=0]()
   = prim::Store[name="x"](%1)
  %10 : bool = prim::Constant[value=1]()
   = prim::Loop(%n)
    block0(%i : int):
       = prim::Store[name="i"](%i)
      %4 : int = prim::Load[name="i"]()
      %6 : bool = aten::eq(%4, %5)
       = prim::If(%6)
        block0():
          %20 : str = prim::Constant[value="a"]()
          %21 : str = prim::Constant[value="builtins.ValueError"]()
           = prim::RaiseException(%20, %21)
          -> ()
        block1():
          -> ()
      %7 : int = prim::Load[name="x"]()
      %8 : int = prim::Load[name="i"]()
      %9 : int = aten::add(%7, %8)
       = prim::Store[name="x"](%9)
      -> ()
    block1():
      -> (%10)
  %11 : int = prim::Load[name="x"]()
   = prim::ReturnStmt(%11)
  return ()
)IR",
             R"IR(
graph(%0 : int):
  %1 : str = prim::Constant[value="builtins.ValueError"]()
  %2 : str = prim::Constant[value="a"]()
  %3 : bool = prim::Constant[value=1]()
  %4 : int = prim::Constant[value=0]()
  %5 : int = prim::Constant[value=3]()
  %6 : int = prim::Loop(%0, %3, %4)
    block0(%7 : int, %8 : int):
      %9 : bool = aten::eq(%7, %5)
       = prim::If(%9)
        block0():
           = prim::RaiseException(%2, %1)
          -> ()
        block1():
          -> ()
      %10 : int = aten::add(%8, %7)
      -> (%3, %10)
  return (%6)
)IR")

EMITTED_TEST(Emitted, EarlyReturnIsOneIf, R"PY(
def f(n: int):
    if n > 3:
        return 1
    return 2
)PY",
             R"IR(
graph(%n : int):
  %5 : int = prim::Constant[value=2]()
  %4 : int = prim::Constant[value=1]()
  %2 : int = prim::Constant[value=3]()
   = prim::Store[name="n"](%n)
  %1 : int = prim::Load[name="n"]()
  %3 : bool = aten::gt(%1, %2)
   = prim::If(%3)
    block0():
       = prim::ReturnStmt(%4)
      -> ()
    block1():
      -> ()
   = prim::ReturnStmt(%5)
  return ()
)IR",
             R"IR(
graph(%0 : int):
  %1 : int = prim::Constant[value=3]()
  %2 : int = prim::Constant[value=1]()
  %3 : int = prim::Constant[value=2]()
  %4 : bool = aten::gt(%0, %1)
  %5 : int = prim::If(%4)
    block0():
      -> (%2)
    block1():
      -> (%3)
  return (%5)
)IR")

EMITTED_TEST(Emitted, AllExitsInNestedLoops, R"PY(
def f(n: int):
    i = 0
    while i < n:
        j = 0
        while j < i:
            j += 1
            if j == 7:
                return j
            if j == 5:
                continue
            if i == 9:
                break
        i += 1
    print(i)
    return i
)PY",
             R"IR(
graph(%n : int):
  %18 : int = prim::Constant[value=9]()
  %15 : int = prim::Constant[value=5]()
  %11 : int = prim::Constant[value=7]()
  %8 : int = prim::Constant[value=1]()
  %2 : int = prim::Constant[value=9223372036854775807]()
  %1 : int = prim::Constant[value=0]()
   = prim::Store[name="n"](%n)
   = prim::Store[name="i"](%1)
   = prim::Loop(%2)
    block0(%3 : int):
       = prim::Store[name="j"](%1)
       = prim::Loop(%2)
        block0(%6 : int):
          %7 : int = prim::Load[name="j"]()
          %9 : int = aten::add(%7, %8)
           = prim::Store[name="j"](%9)
          %10 : int = prim::Load[name="j"]()
          %12 : bool = aten::eq(%10, %11)
           = prim::If(%12)
            block0():
              %13 : int = prim::Load[name="j"]()
               = prim::ReturnStmt(%13)
              -> ()
            block1():
              -> ()
          %14 : int = prim::Load[name="j"]()
          %16 : bool = aten::eq(%14, %15)
           = prim::If(%16)
            block0():
               = prim::ContinueStmt()
              -> ()
            block1():
              -> ()
          %17 : int = prim::Load[name="i"]()
          %19 : bool = aten::eq(%17, %18)
           = prim::If(%19)
            block0():
               = prim::BreakStmt()
              -> ()
            block1():
              -> ()
          -> ()
        block1():
          %20 : int = prim::Load[name="j"]()
          %21 : int = prim::Load[name="i"]()
          %22 : bool = aten::lt(%20, %21)
          -> (%22)
      %23 : int = prim::Load[name="i"]()
      %25 : int = aten::add(%23, %8)
       = prim::Store[name="i"](%25)
      -> ()
    block1():
      %26 : int = prim::Load[name="i"]()
      %27 : int = prim::Load[name="n"]()
      %28 : bool = aten::lt(%26, %27)
      -> (%28)
  %29 : int = prim::Load[name="i"]()
   = prim::Print(%29)
  %30 : int = prim::Load[name="i"]()
   = prim::ReturnStmt(%30)
  return ()
)IR",
             R"IR(
graph(%0 : int):
  %1 : int = prim::Constant[value=0]()
  %2 : int = prim::Constant[value=9223372036854775807]()
  %3 : int = prim::Constant[value=1]()
  %4 : int = prim::Constant[value=7]()
  %5 : int = prim::Constant[value=5]()
  %6 : int = prim::Constant[value=9]()
  %7 : bool = prim::Constant[value=0]()
  %8 : bool = prim::Constant[value=1]()
  %9 : int = prim::Uninitialized()
  %10 : int = prim::Uninitialized()
  %11 : bool = prim::Uninitialized()
  %12 : bool = aten::lt(%1, %0)
  %13 : bool, %14 : int, %15 : int = prim::Loop(%2, %12, %7, %9, %1)
    block0(%16 : int, %17 : bool, %18 : int, %19 : int):
      %20 : bool = aten::lt(%1, %19)
      %21 : bool, %22 : int, %23 : int = prim::Loop(%2, %20, %7, %9, %1)
        block0(%24 : int, %25 : bool, %26 : int, %27 : int):
          %28 : int = aten::add(%27, %3)
          %29 : bool = aten::eq(%28, %4)
          %30 : bool, %31 : bool, %32 : int, %33 : int = prim::If(%29)
            block0():
              -> (%7, %8, %28, %9)
            block1():
              %34 : bool = aten::eq(%28, %5)
              %35 : bool, %36 : bool, %37 : int, %38 : bool, %39 : int = prim::If(%34)
                block0():
                  %40 : bool = aten::lt(%28, %19)
                  -> (%8, %40, %28, %11, %10)
                block1():
                  %41 : bool = aten::eq(%19, %6)
                  %42 : bool, %43 : bool, %44 : int, %45 : bool, %46 : int = prim::If(%41)
                    block0():
                      -> (%8, %7, %28, %11, %10)
                    block1():
                      %47 : bool = aten::lt(%28, %19)
                      -> (%7, %11, %10, %47, %28)
                  -> (%42, %43, %44, %45, %46)
              %48 : bool, %49 : int = prim::If(%35)
                block0():
                  -> (%36, %37)
                block1():
                  -> (%38, %39)
              -> (%48, %7, %9, %49)
          -> (%30, %31, %32, %33)
      %50 : bool, %51 : bool, %52 : int, %53 : int = prim::If(%21)
        block0():
          -> (%7, %8, %22, %9)
        block1():
          %54 : int = aten::add(%19, %3)
          %55 : bool = aten::lt(%54, %0)
          -> (%55, %7, %9, %54)
      -> (%50, %51, %52, %53)
  %56 : int = prim::If(%13)
    block0():
      -> (%14)
    block1():
       = prim::Print(%15)
      -> (%15)
  return (%56)
)IR")

EMITTED_TEST(Emitted, VariablesOfAComprehensionStayInIt, R"PY(
def f(x: int):
    if x > 0:
        y = x
    else:
        y = 2
    return y
)PY",
             R"IR(
graph(%x : int):
  %2 : int = prim::Constant[value=2]()
  %1 : int = prim::Constant[value=0]()
   = prim::Store[name="x"](%x)
  %3 : int = prim::Load[name="x"]()
  %4 : bool = aten::gt(%3, %1)
   = prim::If(%4)
    block0():
      %5 : int = prim::Load[name="x"]()
       = prim::Store[name="y"](%5)
      -> ()
    block1():
       = prim::LocalVariableScope()
        block0():
           = prim::Store[name="x"](%1)
          -> ()
       = prim::Store[name="y"](%2)
      -> ()
  %6 : int = prim::Load[name="y"]()
   = prim::ReturnStmt(%6)
  return ()
)IR",
             R"IR(
graph(%0 : int):
  %1 : int = prim::Constant[value=0]()
  %2 : int = prim::Constant[value=2]()
  %3 : bool = aten::gt(%0, %1)
  %4 : int = prim::If(%3)
    block0():
      -> (%0)
    block1():
      -> (%2)
  return (%4)
)IR")

EMITTED_TEST(Emitted, WhatFollowsAReturnIsGone, R"PY(
def f(x: int):
    if x > 0:
        return x
    else:
        return 2
    return 3
)PY",
             R"IR(
graph(%x : int):
  %3 : int = prim::Constant[value=3]()
  %2 : int = prim::Constant[value=2]()
  %1 : int = prim::Constant[value=0]()
   = prim::Store[name="x"](%x)
  %4 : int = prim::Load[name="x"]()
  %5 : bool = aten::gt(%4, %1)
   = prim::If(%5)
    block0():
      %6 : int = prim::Load[name="x"]()
       = prim::ReturnStmt(%6)
      -> ()
    block1():
       = prim::ReturnStmt(%2)
      -> ()
   = prim::ReturnStmt(%3)
  return ()
)IR",
             R"IR(
graph(%0 : int):
  %1 : int = prim::Constant[value=0]()
  %2 : int = prim::Constant[value=2]()
  %3 : bool = aten::gt(%0, %1)
  %4 : int = prim::If(%3)
    block0():
      -> (%0)
    block1():
      -> (%2)
  return (%4)
)IR")

}  // namespace
