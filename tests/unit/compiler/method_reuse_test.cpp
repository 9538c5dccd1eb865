// A reused method equals the method that compiling gives.
#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "core/compiler/modules/module_compiler.h"
#include "core/compiler/roots/check_file.h"
#include "core/ir/text.h"
#include "tests/unit/compiler/sources.h"

namespace ts::compiler {
namespace {

constexpr const char* kParts = R"(
import torch
from torch import nn
from typing import Optional

class Leaf(nn.Module):
    __constants__ = ['width', 'deep']
    def __init__(self, width: int, deep: bool = False, scale: Optional[float] = None):
        super().__init__()
        self.width, self.deep, self.scale = width, deep, scale
        self.weight = nn.Parameter(torch.zeros(width))
    def shift(self, x):
        if self.deep:
            return x, self.width
        return x
    def forward(self, x):
        scale = self.scale
        y = self.shift(x)
        if scale is not None:
            x = x * scale
        return y, x + self.weight

class Tree(nn.Module):
    def __init__(self, *leaves):
        super().__init__()
        self.first = leaves[0]
        self.rest = nn.ModuleList(leaves[1:])
    def forward(self, x):
        first = self.first(x)
        for leaf in self.rest:
            x = leaf(x)[1] + len(self.rest)
        if hasattr(self, 'third'):
            x = x + 1
        return first, x
)";

struct NoModules : ModuleLoader {
  Loaded load(std::string_view) override { return {}; }
};

// Strips the mangled numbers of types, which depend on the order of compilation.
std::string text(const ir::Graph& graph) {
  static const std::regex mangled(R"(___torch_mangle_\d+\.)");
  return std::regex_replace(ir::print(graph), mangled, "");
}

void collect(const ConcreteModule& module, std::string& to) {
  for (ir::Function* method : module.type->methods()) {
    ASSERT_NE(method->graph, nullptr) << method->qualifiedName;
    EXPECT_EQ(method->graph->inputs()[0]->type(), module.type);
    EXPECT_EQ(method->schema.arguments[0].type, module.type);
    to += std::string(method->simpleName()) + "\n" + text(*method->graph);
  }
  for (const auto& [name, inner] : module.modules) collect(*inner, to);
}

// The code of all methods of the modules that the expressions create, submodules included.
std::string compiled(const std::string& expressions) {
  NoModules modules;
  CompilationUnit unit(modules);
  auto tree =
      testing::Sources::parse(std::string(kParts) + "all = nn.ModuleList([" + expressions + "])\n");
  const PyModule& module = *unit.environment().addModule("case", "case.py", false, tree);
  CompiledRoot root = compileNamed(unit, module, "all");
  EXPECT_TRUE(root.error.empty()) << root.error;
  EXPECT_TRUE(unit.sink().diagnostics().empty());
  std::string all;
  if (root.module)
    for (const auto& [name, inner] : root.module->modules) collect(*inner, all);
  return all;
}

void expectSameAsAlone(const std::vector<std::string>& expressions) {
  std::string alone, together;
  for (const std::string& expression : expressions) {
    alone += compiled(expression);
    together += (together.empty() ? "" : ", ") + expression;
  }
  EXPECT_EQ(compiled(together), alone);
}

TEST(MethodReuse, UnusedAttributesMayDiffer) {
  expectSameAsAlone({"Leaf(1)", "Leaf(2)", "Leaf(3)"});
}

TEST(MethodReuse, AConstantThatIsReadIsCompared) {
  expectSameAsAlone(
      {"Leaf(1, deep=True)", "Leaf(2, deep=True)", "Leaf(2)", "Leaf(1, deep=True)", "Leaf(7)"});
}

TEST(MethodReuse, TheTypeOfAnAttributeIsCompared) {
  expectSameAsAlone({"Leaf(1)", "Leaf(1, scale=2.0)", "Leaf(2, scale=3.0)"});
}

TEST(MethodReuse, TypesOfSubmodulesAreReplaced) {
  expectSameAsAlone({"Tree(Leaf(1), Leaf(2))", "Tree(Leaf(3), Leaf(4))", "Tree(Leaf(3), Leaf(3))",
                     "Tree(Leaf(5, deep=True), Leaf(6))", "Tree(Leaf(1), Leaf(2), Leaf(3))",
                     "Tree(Leaf(4), Leaf(5), Leaf(6))", "Tree(Leaf(5))", "Tree(nn.Identity())"});
}

TEST(MethodReuse, TwoTypesDoNotReplaceOne) {
  expectSameAsAlone({"Tree(Leaf(3), Leaf(3))", "Tree(Leaf(1), Leaf(2))"});
}

}  // namespace
}  // namespace ts::compiler
