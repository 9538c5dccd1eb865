// Tests of printing and parsing; the texts are PyTorch 1.13's.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "core/ir/constant_text.h"
#include "core/ir/kinds.h"
#include "core/ir/text.h"

namespace ts::ir {
namespace {

ParsedGraph parse(std::string_view text) {
  return parseGraph(text, std::make_shared<types::TypeTable>());
}

std::string roundTrip(std::string_view text) {
  ParsedGraph parsed = parse(text);
  if (parsed.graph == nullptr) {
    return std::to_string(parsed.line) + ":" + std::to_string(parsed.column) + " " + parsed.error;
  }
  return print(*parsed.graph);
}

TEST(Text, RecordedGraphsRoundTripByteForByte) {
  std::ifstream file("tests/oracle/code_cases.jsonl");
  size_t count = 0;
  for (std::string line; std::getline(file, line); ++count) {
    nlohmann::json row = nlohmann::json::parse(line);
    std::string text = row["graph"];
    ParsedGraph parsed = parse(text);
    ASSERT_NE(parsed.graph, nullptr) << row["id"] << " " << parsed.line << " " << parsed.error;
    EXPECT_EQ(verify(*parsed.graph), "") << row["id"];
    EXPECT_EQ(formFault(*parsed.graph), "") << row["id"];
    EXPECT_EQ(print(*parsed.graph), text);
    EXPECT_EQ(print(*canonicalize(*parsed.graph)), text);
  }
  EXPECT_GT(count, 300u);
}

class RoundTrip : public testing::TestWithParam<const char*> {};

TEST_P(RoundTrip, IsTheSameText) { EXPECT_EQ(roundTrip(GetParam()), GetParam()); }

INSTANTIATE_TEST_SUITE_P(
    Text, RoundTrip,
    testing::Values(
        "graph():\n  return ()\n",
        // Locations, also of nested nodes; block lines have no location.
        "graph(%c : bool):\n"
        "  %1 : int = prim::If(%c) # dir/a b.py:12:4\n"
        "    block0():\n"
        "      %2 : int = prim::Constant[value=1]() # dir/a b.py:13:8\n"
        "      -> (%2)\n"
        "    block1():\n"
        "      %3 : int = prim::Constant[value=2]() # <string>:1:0\n"
        "      -> (%3)\n"
        "  return (%1)\n",
        // Nested graphs of nodes: each graph is followed by its own nested graphs.
        "graph(%x : Tensor):\n"
        "  %1 : Future[Tensor] = prim::fork_0(%x)\n"
        "  %2 : Future[Tensor] = prim::fork_1(%x)\n"
        "  return (%1)\n"
        "with prim::fork_0 = graph(%x : Tensor):\n"
        "  %1 : Future[Tensor] = prim::fork_0(%x)\n"
        "  return (%x)\n"
        "with prim::fork_0 = graph(%x : Tensor):\n"
        "  return (%x)\n"
        "with prim::fork_1 = graph(%y : Tensor):\n"
        "  return (%y)\n",
        // Numbers may be unordered, and names need not be identifiers.
        "graph(%7 : int,\n      %block1-0.1 : int):\n  %3 : int = aten::add(%7, %block1-0.1)\n  "
        "return (%3)\n",
        // Every kind of constant.
        "graph():\n"
        "  %0 : NoneType = prim::Constant()\n"
        "  %1 : bool = prim::Constant[value=1]()\n"
        "  %2 : int = prim::Constant[value=-9223372036854775808]()\n"
        "  %3 : float = prim::Constant[value=10000000000]()\n"
        "  %4 : float = prim::Constant[value=-inf]()\n"
        "  %5 : float = prim::Constant[value=1.0000000000000001e-05]()\n"
        "  %6 : complex = prim::Constant[value=0.+1.j]()\n"
        "  %7 : complex = prim::Constant[value=1000000000000.-infj]()\n"
        "  %8 : str = prim::Constant[value=\"a\\n\\t\\\"q\\\" \\\\ \\0)+\\/.) \\001\"]()\n"
        "  %9 : Device = prim::Constant[value=\"cuda:0\"]()\n"
        "  %10 : (bool, bool, NoneType) = prim::Constant[value=(True, False, None)]()\n"
        "  %11 : (Device) = prim::Constant[value=(torch.device(\"cpu\"),)]()\n"
        "  %12 : () = prim::Constant[value=()]()\n"
        "  %13 : int[] = prim::Constant[value=annotate(List[int], [])]()\n"
        "  %14 : int?[] = prim::Constant[value=annotate(List[Optional[int]], [1, None])]()\n"
        "  %15 : Dict(str, float) = prim::Constant[value={\"a\": 1., \"b\": nan}]()\n"
        "  %16 : Dict(str, int) = prim::Constant[value=annotate(Dict[str, int],{})]()\n"
        "  %17 : Enum<__torch__.Color>[] = prim::Constant[value=[__torch__.Color.R, "
        "__torch__.Color.G]]()\n"
        "  %18 : Function = prim::Constant[name=\"relu\"]()\n"
        "  %19 : Tensor = prim::Constant[value=<Tensor>]()\n"
        "  return (%0)\n",
        // Types.
        "graph(%a : int?,\n      %b : Tensor?[][],\n      %c : Dict(str, (int)),\n      %d : "
        "Union(int, NoneType, str),\n"
        "      %e : Future[int],\n      %f : Dict(str, Future(int)),\n      %g : Union(, str, "
        "Scalar),\n"
        "      %h : InterfaceType<I>[],\n      %i : __torch__.a.___torch_mangle_0.M,\n      %j : "
        "(int, (str, int)?),\n"
        "      %k : Float(2, *, strides=[3, 1], requires_grad=0, device=cuda:0),\n      %l : "
        "Long(),\n"
        "      %m : Long(requires_grad=0, device=cpu),\n      %n : NamedTuple(x : int, y : str? = "
        "None)[],\n"
        "      %o : RRef[Tensor],\n      %p : list,\n      %q : Any,\n      %r : Float(2, 3)?):\n  "
        "return (%a)\n",
        // Attributes of other nodes, calls into Python, statements without outputs.
        "graph(%x : Tensor):\n"
        "  %1 : bool = prim::isinstance[types=[int[], Tensor, list]](%x)\n"
        "   = aten::warn[warn_id=0](%x, %x)\n"
        "  %2 : Tensor = ^f[]()(%x)\n"
        "  %3 : Tensor = prim::Some[ints=[1, 2], none=annotate(List[int], []), reals=[1., nan], "
        "texts=[\"a\"], one=1.5, "
        "of=Dict(str, int)](%x)\n"
        "  return (%1, %2)\n"));

TEST(Text, LocationsAreOptional) {
  ParsedGraph parsed =
      parse("graph():\n  %0 : int = prim::Constant[value=1]() # a.py:3:11\n  return (%0)\n");
  const Node* node = *parsed.graph->nodes().begin();
  EXPECT_EQ(node->range().file->path(), "a.py");
  EXPECT_EQ(node->range().file->position(node->range().span.begin), (LineColumn{3, 11}));
  EXPECT_EQ(print(*parsed.graph, {.locations = false}),
            "graph():\n  %0 : int = prim::Constant[value=1]()\n  return (%0)\n");
  EXPECT_EQ(print(*node), "%0 : int = prim::Constant[value=1]() # a.py:3:11\n");
}

TEST(Text, ColumnsAreBytesOfTheFile) {
  auto file = std::make_shared<const SourceFile>("é.py", "x\nä = relu(y)\n");
  Graph graph;
  graph.keep(file);
  graph.insertNode(graph.create(Symbol::intern("aten::relu"), {}, 0))
      ->setRange({file.get(), {7, 11}});
  EXPECT_EQ(print(graph), "graph():\n   = aten::relu() # é.py:2:5\n  return ()\n");
}

TEST(Text, ScopesAreReadAndOrdinaryCommentsSkipped) {
  EXPECT_EQ(roundTrip("# a trace\ngraph(%x : Tensor):\n  %1 : Tensor = aten::relu(%x), scope: "
                      "__module.a # m.py:1:2\n"
                      "  return (%1) # end\n"),
            "graph(%x : Tensor):\n  %1 : Tensor = aten::relu(%x), scope: __module.a # m.py:1:2\n"
            "  return (%1)\n");
}

TEST(Text, CanonicalNumbersAreInOrderOfAppearance) {
  ParsedGraph parsed = parse(
      "graph(%9 : bool):\n  %4 : int = prim::If(%9)\n    block0():\n      %2 : int = aten::f()\n"
      "      -> (%2)\n    block1():\n      %a : int = aten::f()\n      -> (%a)\n  return (%4)\n");
  EXPECT_EQ(
      print(*canonicalize(*parsed.graph)),
      "graph(%0 : bool):\n  %1 : int = prim::If(%0)\n    block0():\n      %2 : int = aten::f()\n"
      "      -> (%2)\n    block1():\n      %a : int = aten::f()\n      -> (%a)\n  return (%1)\n");
}

TEST(Text, CanonicalWithoutNamesClearsTopBlockNames) {
  ParsedGraph parsed = parse("graph(%x : int):\n  %y : int = aten::f(%x)\n  return (%y)\n");
  EXPECT_EQ(print(*canonicalize(*parsed.graph, false)),
            "graph(%0 : int):\n  %1 : int = aten::f(%0)\n  return (%1)\n");
}

struct Fault {
  const char* text;
  const char* error;
};
class TextFaults : public testing::TestWithParam<Fault> {};

TEST_P(TextFaults, AreReportedWithTheirPosition) {
  EXPECT_EQ(roundTrip(GetParam().text), GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    Text, TextFaults,
    testing::Values(
        Fault{"", "1:1 expected 'graph', found the end of the text"},
        Fault{"graph(%x : int:", "1:15 expected ',', found ':'"},
        Fault{"graph(%x : itn):\n  return ()\n", "1:12 'itn' is not a type"},
        Fault{"graph(%x : int,\n %x : int):\n  return ()\n", "2:2 %x is defined twice"},
        Fault{"graph():\n  return (%y)\n", "2:11 %y isn't defined before it is used"},
        Fault{"graph(%c : bool):\n  %1 : int = prim::If(%c)\n    block0():\n      %2 : int = "
              "aten::f()\n      -> (%2)\n"
              "    block1():\n      -> (%2)\n  return (%1)\n",
              "7:11 %2 is not in scope here"},
        Fault{"graph(%c : bool):\n  %1 : int = prim::If(%c)\n    block0():\n      -> (%1)\n",
              "4:11 %1 is not in scope here"},
        Fault{"graph():\n  %0 : int = prim::Constant[value=\"a\"]()\n  return ()\n",
              "2:38 expected a constant of type int, found ']'"},
        Fault{"graph():\n  %0 : int = prim::Constant[value=9223372036854775808]()\n  return ()\n",
              "2:54 the integer doesn't fit in 64 bits"},
        Fault{"graph():\n  %0 : int = add()\n  return ()\n",
              "2:17 expected an operator such as 'aten::add', found '('"},
        Fault{"graph():\n  %0 : Future[int] = prim::fork_0()\n  return ()\n",
              "4:1 expected 'with', found the end of the text"},
        Fault{"graph():\n  return ()\n rest", "3:2 expected the end of the text, found 'rest'"},
        Fault{"graph(%99999999999999999999 : int):\n  return ()\n",
              "1:34 the number of %99999999999999999999 is too large"}));

TEST(Text, NestingHasALimit) {
  std::string types(100000, '(');
  EXPECT_EQ(roundTrip("graph(%x : " + types), "1:112 types are nested more than 100 deep");
  std::string text = "graph(%c : bool):\n";
  for (int i = 0; i < 10000; ++i) text += " = prim::If(%c)\nblock0():\n";
  EXPECT_NE(roundTrip(text).find("blocks are nested more than 200 deep"), std::string::npos);
  EXPECT_NE(roundTrip("graph():\n  = prim::Constant[value=" + std::string(100000, '['))
                .find("constants are nested"),
            std::string::npos);
}

TEST(Text, RealsHave17DigitsAndAPointWhenWhole) {
  std::string text;
  for (double value : {1.0, -0.0, 0.1, 1e10, 9999999999.0, 1e300, -2.5}) {
    appendReal(text, value);
    text += ' ';
  }
  EXPECT_EQ(text,
            "1. -0. 0.10000000000000001 10000000000 9999999999. 1.0000000000000001e+300 -2.5 ");
}

}  // namespace
}  // namespace ts::ir
