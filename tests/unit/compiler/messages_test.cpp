#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/compiler/roots/check_file.h"
#include "tests/unit/compiler/sources.h"

namespace ts::compiler {
namespace {

// Returns the messages and notes of the problems of a function with parameters and body.
std::vector<std::string> messagesOf(const std::string& parameters, const std::string& body,
                                    const std::string& before = {}) {
  struct NoModules : ModuleLoader {
    Loaded load(std::string_view) override { return {}; }
  } modules;
  CompilationUnit unit(modules);
  auto tree = testing::Sources::parse(
      "import torch\nfrom typing import Dict, List\nfrom torch import Tensor\n" + before +
      "def f(" + parameters + "):\n" + body);
  checkModule(unit, *unit.environment().addModule("case", "case.py", false, tree), Roots::All);
  std::vector<std::string> all;
  for (const diag::Diagnostic& diagnostic : unit.sink().diagnostics()) {
    all.push_back(diagnostic.message);
    for (const diag::Note& note : diagnostic.notes) all.push_back(note.message);
  }
  return all;
}

using Messages = std::vector<std::string>;

TEST(Messages, sayWhereAListGotItsType) {
  EXPECT_EQ(messagesOf("n: int", "    x = []\n    for i in range(n):\n        x.append(i)\n"),
            (Messages{"`x` is List[Tensor], so `i`, which is int, can't be appended to it",
                      "`x` got this type from `[]`: annotate it as `List[int]`"}));
  EXPECT_EQ(messagesOf("n: int", "    d = {}\n    d['a'] = n\n"),
            (Messages{"`d` is Dict[str, Tensor], so `n`, which is int, can't be stored in it",
                      "`d` got this type from `{}`: annotate it as `Dict[str, int]`"}));
}

TEST(Messages, nameTheContainerOfAMethod) {
  EXPECT_EQ(messagesOf("x: List[int], y: str", "    x.insert(0, y)\n"),
            Messages{"`x` is List[int], so `y`, which is str, can't be inserted into it"});
  EXPECT_EQ(messagesOf("x: Dict[str, int]", "    return x[1]\n"),
            Messages{"this dict is Dict[str, int], which can't be indexed with int"});
}

TEST(Messages, nameTheCalleeAndTheArgumentAsTheyAreWritten) {
  EXPECT_EQ(messagesOf("x: Tensor", "    return torch.matmul(x, 3)\n")[0],
            "`torch.matmul` takes Tensor as its argument 'other', but `3` is int");
  EXPECT_EQ(messagesOf("x: float", "    return round(x, 2)\n")[0],
            "`round` takes Tensor as its input, but `x` is float");
  EXPECT_EQ(messagesOf("x: List[int]", "    return ', '.join(x)\n")[0],
            "method 'join' takes List[str] as its argument 'values', but `x` is List[int]");
  EXPECT_EQ(messagesOf("x: float", "    return g(x)\n", "def g(n: int):\n    return n\n")[0],
            "argument 'n' of 'g' must be int, but `x` is float");
}

TEST(Messages, nameOperatorsByTheirSigns) {
  EXPECT_EQ(messagesOf("x: str", "    return -x\n"),
            Messages{"operator - can't be applied to str"});
  EXPECT_EQ(messagesOf("x: int", "    x |= 2.5\n"),
            Messages{"operator |= can't be applied to int and float"});
}

TEST(Messages, nameClassesAsTheSourceDoes) {
  EXPECT_EQ(
      messagesOf("x: A", "    return x.other\n",
                 "@torch.jit.script\nclass A:\n    def __init__(self):\n        self.n = 1\n")[0],
      "A has no attribute or method 'other'");
}

}  // namespace
}  // namespace ts::compiler
