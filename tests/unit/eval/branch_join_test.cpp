// Programs of the static domain in which unknown conditions run on both paths.
#include <gtest/gtest.h>

#include "core/eval/vm/state.h"
#include "core/eval_torch/native_library.h"
#include "tests/unit/eval/program.h"

namespace ts::eval {
namespace {

// The output of a program in which `u` is Unknown.
std::string run(std::string text) {
  NoModules loader;
  Vm vm(loader, nativeLibrary());
  return outputOf(vm, "from nowhere import u\n" + std::move(text));
}

TEST(BranchJoin, KeepsValuesThatAreEqualOnBothPaths) {
  EXPECT_EQ(run("if u:\n  a = 1\n  b = 2\nelse:\n  a = 1\n  b = 3\nprint(a, b)\n"),
            "1 <unknown>\n");
}

TEST(BranchJoin, ARaisingPathIsNotTaken) {
  EXPECT_EQ(run("def f():\n  k = 0\n  if u:\n    raise ValueError\n  else:\n    k = 5\n  return "
                "k\nprint(f())\n"),
            "5\n");
}

TEST(BranchJoin, JoinsAnEarlierReturnValueWithALaterOne) {
  EXPECT_EQ(run("def f(n):\n  if u:\n    return 1\n  return n\nprint(f(1), f(2))\n"),
            "1 <unknown>\n");
}

TEST(BranchJoin, UndoesAttributesForTheOtherPath) {
  EXPECT_EQ(run("class C: pass\nc = C()\nc.n = 1\nif u:\n  c.n += 1\n  c.only = 1\nelse:\n  c.n += "
                "1\nprint(c.n, c.only)\n"),
            "2 <unknown>\n");
}

TEST(BranchJoin, ContainersOfDifferentLengthAreUnknown) {
  EXPECT_EQ(
      run("l = [1]\nif u:\n  l.append(2)\nprint(len(l))\nm = [1]\nif u:\n  m[0] = 1\nprint(m)\n"),
      "<unknown>\n[1]\n");
}

TEST(BranchJoin, ALoopMayEndByBreakOnOnePathOnly) {
  EXPECT_EQ(run("def f():\n  total = 0\n  for i in range(50):\n    if u:\n      break\n    total "
                "+= 0\n  return total\nprint(f())\n"),
            "0\n");
}

TEST(BranchJoin, AModulesLoopGoesOnWhereTooManyConditionsAreNested) {
  EXPECT_EQ(
      run("before = 1\nleft = 250\nfor i in range(2000):\n  if u:\n    left = 250\n  else:\n    "
          "left -= 1\n  if left <= 0:\n    break\nprint(before, left, [i for i in (1, 2)])\n"),
      "1 <unknown> [1, 2]\n");
}

TEST(BranchJoin, ALoopOverAnUnknownMayRun) {
  EXPECT_EQ(run("def f():\n  n = 0\n  k = 7\n  for x in u:\n    n += 1\n    k = 7\n  while u:\n    "
                "n = 2\n  return n, k\nprint(*f())\n"),
            "<unknown> 7\n");
}

TEST(BranchJoin, UnboundedRecursionEnds) {
  EXPECT_EQ(run("def fib(n):\n  if n < 2:\n    return n\n  return fib(n - 1) + fib(n - "
                "2)\nprint(fib(u))\n"),
            "<unknown>\n");
}

TEST(Module, AnExceptionEndsOneStatement) {
  EXPECT_EQ(run("a = undefined\nprint(a)\nif True:\n  b = undefined\n  c = 1\nprint(b, c)\n"),
            "<unknown>\n<unknown> 1\n");
}

}  // namespace
}  // namespace ts::eval
