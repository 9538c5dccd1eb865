// Forms of printed code, a graph per test; the expected texts are PyTorch 1.13's.
#include "core/archive/code_printer.h"

#include <gtest/gtest.h>

#include "core/archive/code_names.h"
#include "core/ir/text.h"

namespace ts::archive {
namespace {

using types::Constant;

// A function with this graph, whose arguments have the names of the graph's inputs.
ir::Function functionOf(std::string_view text) {
  ir::ParsedGraph parsed = ir::parseGraph(text, std::make_shared<types::TypeTable>());
  EXPECT_EQ(parsed.error, "");
  ir::Function function;
  function.qualifiedName = "__torch__.case.f";
  function.graph = parsed.graph;
  for (const ir::Value* input : parsed.graph->inputs()) {
    function.schema.arguments.push_back({.name = input->debugNameBase(), .type = input->type()});
  }
  if (!parsed.graph->outputs().empty())
    function.schema.returns = {{.type = parsed.graph->outputs()[0]->type()}};
  return function;
}

std::string code(std::string_view text) { return printCode(functionOf(text)); }

TEST(Code, ASignatureHasALineAnArgumentAndItsDefaults) {
  ir::Function function =
      functionOf("graph(%x : Tensor, %n : int, %k : int[], %o : float?):\n  return (%x)\n");
  function.schema.arguments[1].defaultValue = Constant::integer(3);
  function.schema.arguments[2].defaultValue = Constant::integer(1);
  function.schema.arguments[2].broadcastSize = 2;
  function.schema.arguments[3].defaultValue = Constant::none();
  EXPECT_EQ(printCode(function),
            "def f(x: Tensor,\n    n: int=3,\n    k: List[int]=[1, 1],\n    o: "
            "Optional[float]=None) -> Tensor:\n"
            "  return x\n");
}

TEST(Code, TheSelfOfAMethodHasNoType) {
  ir::Function function = functionOf("graph(%self : __torch__.M, %x : int):\n  return (%x)\n");
  EXPECT_EQ(printCode(function, {.isMethod = true}),
            "def f(self,\n    x: int) -> int:\n  return x\n");
  EXPECT_EQ(printCode(function), "def f(self: __torch__.M,\n    x: int) -> int:\n  return x\n");
}

TEST(Code, AFunctionWithoutGraphPrintsAsNothing) { EXPECT_EQ(printCode(ir::Function()), ""); }

TEST(Code, TensorsAndTextBeyondAsciiGoToTheTable) {
  ir::Function function = functionOf(
      "graph():\n  %0 : Tensor = prim::Constant[value=<Tensor>]()\n"
      "  %1 : str = prim::Constant[value=\"\\0)+\\/.)\"]()\n"
      "  %2 : (Tensor, str) = prim::TupleConstruct(%0, %1)\n  return (%2)\n");
  std::vector<Constant> constants;
  EXPECT_EQ(printCode(function, {.constants = &constants}),
            "def f() -> Tuple[Tensor, str]:\n  return (CONSTANTS.c0, CONSTANTS.c1)\n");
  ASSERT_EQ(constants.size(), 2u);
  EXPECT_EQ(constants[1].toString(), "é");
}

TEST(Code, TrailingDefaultsAreLeftOutAndKeywordsNamed) {
  EXPECT_EQ(code(R"(graph(%x : Tensor):
  %1 : int = prim::Constant[value=1]()
  %2 : int = prim::Constant[value=2]()
  %3 : Tensor = aten::add(%x, %x, %1)
  %y : Tensor = aten::add(%x, %3, %2)
  return (%3)
)"),
            "def f(x: Tensor) -> Tensor:\n  _0 = torch.add(x, x)\n  y = torch.add(x, _0, "
            "alpha=2)\n  return _0\n");
}

TEST(Code, OutArgumentsComeLast) {
  EXPECT_EQ(code(R"(graph(%x : Tensor, %out : Tensor):
  %1 : int = prim::Constant[value=1]()
  %2 : Tensor = aten::add(%x, %x, %1, %out)
  return (%2)
)"),
            "def f(x: Tensor,\n    out: Tensor) -> Tensor:\n  return torch.add(x, x, out=out)\n");
}

TEST(Code, ForksAreFunctionsOfTheirOwn) {
  EXPECT_EQ(code(R"(graph(%x : Tensor):
  %1 : Future[Tensor] = prim::fork_0(%x)
  %2 : Tensor = aten::wait(%1)
  %3 : Future[Tensor] = prim::fork_1(%2)
  %4 : Tensor = aten::wait(%3)
  return (%4)
with prim::fork_0 = graph(%y : Tensor):
  %1 : Tensor = aten::relu(%y)
  return (%1)
with prim::fork_1 = graph(%y : Tensor):
  return (%y)
)"),
            "def f(x: Tensor) -> Tensor:\n"
            "  def __forked_function():\n    return torch.relu(x)\n"
            "  _0 = fork(__forked_function)\n"
            "  _1 = torch.wait(_0)\n"
            "  def __forked_function0():\n    return _1\n"
            "  _2 = fork(__forked_function0)\n"
            "  return torch.wait(_2)\n");
}

TEST(Code, ALoopWithCountAndConditionBreaks) {
  EXPECT_EQ(code(R"(graph(%n : int, %c : bool):
  %r : int = prim::Loop(%n, %c, %n)
    block0(%i : int, %v : int):
      %d : bool = aten::lt(%i, %v)
      -> (%d, %i)
  return (%r)
)"),
            "def f(n: int,\n    c: bool) -> int:\n  r = n\n  _0 = c\n  for i in range(n):\n    if "
            "torch.__not__(_0):\n"
            "      break\n    _0, r = torch.lt(i, r), i\n  return r\n");
}

TEST(Code, DeepExpressionsEndWithoutRecursion) {
  std::string text = "graph(%x : Tensor):\n";
  std::string last = "x";
  for (int i = 0; i < 50000; ++i) {
    std::string next = std::to_string(i + 1);
    text += "  %" + next + " : Tensor = aten::neg(%" + last + ")\n";
    last = next;
  }
  EXPECT_GT(code(text + "  return (%" + last + ")\n").size(), 500000u);
}

TEST(Names, AreMadeValidAndUnique) {
  EXPECT_TRUE(isIdentifier("a_1"));
  EXPECT_FALSE(isIdentifier("1a"));
  EXPECT_FALSE(isIdentifier(""));
  EXPECT_EQ(asIdentifier("0.weight"), "_0_weight");
  NameTable names;
  EXPECT_EQ(names.take("_"), "_0");
  EXPECT_EQ(names.take("_"), "_1");
  EXPECT_EQ(names.take("x"), "x");
  EXPECT_EQ(names.take("x"), "x0");
  EXPECT_EQ(names.take("x0"), "x00");
  EXPECT_EQ(names.take("for"), "for0");
}

}  // namespace
}  // namespace ts::archive
