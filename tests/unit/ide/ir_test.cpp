// Tests requests about TorchScript IR.
#include <gtest/gtest.h>

#include "core/ide/ir_document.h"

namespace ts::ide {
namespace {

constexpr const char* kText = R"(graph(%x.1 : Tensor,
      %n.1 : int):
  %2 : int = prim::Constant[value=1]() # /p/net.py:3:8
  %s : str = prim::Constant[value="a \"%x.1\" ]("]()
  %4 : bool = aten::gt(%n.1, %2), scope: Net/a # /p/net.py:4:7
  %y : Tensor, %z : (int, Dict(str, Tensor)) = prim::If(%4) # /p/größe.py:4:4
    block0():
      %y.1 : Tensor = aten::add(%x.1, %x.1, %2)
      -> (%y.1, %n.1)
    block1():
      -> (%x.1, %n.1)
  %k : Float(2, 3, strides=[3, 1], requires_grad=0, device=cpu) = ^Mine[inplace=0]()(%y)
   = prim::RaiseException(%s, %gone)
  return (%k)
)";

IrDocumentPtr read(std::string text) {
  return std::make_shared<const IrDocument>(
      std::make_shared<const SourceFile>("/p/g.ir", std::move(text)));
}

uint32_t offsetOf(const IrDocument& document, std::string_view text) {
  return static_cast<uint32_t>(document.file().text().find(text));
}

std::vector<uint32_t> linesOf(const IrDocument& document, std::string_view text) {
  std::vector<uint32_t> lines;
  const IrOccurrence* here = document.index.at(offsetOf(document, text));
  for (const IrOccurrence& occurrence : document.index.occurrences()) {
    if (here && occurrence.value == here->value)
      lines.push_back(document.file().lineOf(occurrence.span.begin));
  }
  return lines;
}

std::string lineOf(const IrOrigin& origin) { return "line of " + std::string(origin.path); }

TEST(Ir, AValueIsFoundWhereverItIsNamed) {
  const auto document = read(kText);
  EXPECT_EQ(linesOf(*document, "%x.1"), (std::vector<uint32_t>{1, 8, 8, 11}));
  EXPECT_EQ(linesOf(*document, "%n.1"), (std::vector<uint32_t>{2, 5, 9, 11}));
  EXPECT_EQ(linesOf(*document, "%y :"), (std::vector<uint32_t>{6, 12}));
}

TEST(Ir, TypesEndAtTheNextToken) {
  const auto document = read(kText);
  std::vector<std::string_view> types;
  for (const IrValue& value : document->index.values())
    types.push_back(document->file().text(value.type));
  EXPECT_EQ(types[6], "(int, Dict(str, Tensor))");
  EXPECT_EQ(types[8], "Float(2, 3, strides=[3, 1], requires_grad=0, device=cpu)");
}

TEST(Ir, CommentsNameANodesPython) {
  const auto document = read(kText);
  const auto& nodes = document->index.nodes();
  ASSERT_EQ(nodes.size(), 7u);
  EXPECT_EQ(nodes[0].origin.path, "/p/net.py");
  EXPECT_EQ(nodes[2].origin.line, 4u);
  EXPECT_EQ(nodes[2].origin.column, 7u);
  EXPECT_EQ(nodes[3].origin.path, "/p/größe.py");
  EXPECT_EQ(nodes[4].origin.path, "");
  EXPECT_EQ(document->file().text(nodes[2].origin.span), "/p/net.py:4:7");
}

TEST(Ir, BlocksBelongToTheirNodes) {
  const auto document = read(kText);
  const auto symbols = irSymbols(*document);
  ASSERT_EQ(symbols.size(), 1u);
  EXPECT_EQ(symbols[0].name, "graph");
  const auto& children = symbols[0].children;
  ASSERT_EQ(children.size(), 6u);
  EXPECT_EQ(children[3].name, "%y, %z");
  EXPECT_EQ(children[3].detail, "prim::If : Tensor, (int, Dict(str, Tensor))");
  ASSERT_EQ(children[3].children.size(), 2u);
  EXPECT_EQ(children[3].children[0].children[0].name, "%y.1");
  EXPECT_EQ(document->file().lineOf(children[3].extent.end), 11u);
  EXPECT_EQ(children[5].name, "prim::RaiseException");
}

TEST(Ir, AHoverTellsTypeOriginAndUse) {
  const auto document = read(kText);
  const auto y = irHover(*document, offsetOf(*document, "%y :"), lineOf);
  ASSERT_TRUE(y);
  EXPECT_EQ(y->markdown,
            "```tsir\n%y : Tensor\n```\n\noutput of `prim::If`, used 1 time\n\ngr\xC3\xB6\xC3\x9F"
            "e.py:4\n"
            "```python\nline of /p/größe.py\n```");
  const auto input = irHover(*document, offsetOf(*document, "%x.1"), lineOf);
  EXPECT_EQ(input->markdown, "```tsir\n%x.1 : Tensor\n```\n\ninput of `graph`, used 3 times");
  const auto constant = irHover(*document, offsetOf(*document, "%2), scope"), lineOf);
  EXPECT_TRUE(constant->markdown.starts_with("```tsir\n%2 : int = prim::Constant[value=1]()\n```"));
  EXPECT_FALSE(irHover(*document, offsetOf(*document, "%gone"), lineOf));
}

TEST(Ir, OperatorsOfAGraphHaveTheirOverload) {
  const auto document =
      read("graph(%a : int, %b : int):\n  %c : int = aten::add(%a, %b)\n  return (%c)\n");
  EXPECT_TRUE(document->problems().empty());
  const auto hover = irHover(*document, offsetOf(*document, "aten"), lineOf);
  ASSERT_TRUE(hover);
  EXPECT_NE(hover->markdown.find("aten::add.int(int a, int b) -> int"), std::string::npos);
}

TEST(Ir, SubgraphsHaveTheirOwnNames) {
  const auto document = read(R"(graph(%a : Tensor):
  %b : Tensor = prim::FusionGroup_0(%a)
  return (%b)
with prim::FusionGroup_0 = graph(%a : Tensor):
  %c : Tensor = aten::relu(%a)
  return (%c)
)");
  EXPECT_TRUE(document->problems().empty());
  EXPECT_EQ(linesOf(*document, "%a"), (std::vector<uint32_t>{1, 2}));
  EXPECT_EQ(linesOf(*document, "%a)\n  return (%c)"), (std::vector<uint32_t>{4, 5}));
  const auto symbols = irSymbols(*document);
  ASSERT_EQ(symbols.size(), 2u);
  EXPECT_EQ(symbols[1].name, "prim::FusionGroup_0");
  const uint32_t relu = document->index.nodeAt(offsetOf(*document, "aten::relu"));
  ASSERT_NE(document->schemaOf(relu), nullptr);
  EXPECT_EQ(document->schemaOf(relu)->name, "aten::relu");
}

TEST(Ir, AProblemIsAtItsPlace) {
  const auto document = read("graph(%a : int):\n  %b : int = aten::neg(%größe)\n  return (%b)\n");
  const auto problems = document->problems();
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].range.text(), "%größe");
  EXPECT_NE(problems[0].message.find("isn't defined"), std::string::npos);
}

// Every text has an index, and no request about it fails.
TEST(Ir, EveryBeginningAndEveryGapIsAnswered) {
  const std::string text = kText;
  for (size_t cut = 0; cut <= text.size(); ++cut) {
    for (size_t skip : {size_t{0}, size_t{1}, size_t{7}}) {
      const auto document =
          read(skip ? text.substr(0, cut) + text.substr(std::min(cut + skip, text.size()))
                    : text.substr(0, cut));
      irSymbols(*document);
      irFolds(*document);
      irTokens(*document);
      const auto size = static_cast<uint32_t>(document->file().text().size());
      for (const diag::Diagnostic& problem : document->problems())
        EXPECT_LE(problem.range.span.end, size);
      for (const IrNode& node : document->index.nodes()) EXPECT_LE(node.extent.end, size);
      for (uint32_t at = 0; at <= size; at += 13) irHover(*document, at, lineOf);
    }
  }
}

}  // namespace
}  // namespace ts::ide
