// Graphs for the tests of this folder.
#pragma once

#include <gtest/gtest.h>

#include "core/ir/text.h"

namespace ts::jit {

inline ir::GraphPtr graphOf(std::string_view text) {
  auto parsed = ir::parseGraph(text, std::make_shared<types::TypeTable>());
  EXPECT_TRUE(parsed.graph) << parsed.error;
  return parsed.graph;
}

// A chain of three operators.
inline constexpr std::string_view kChain = R"(graph(%x : Tensor, %y : Tensor):
  %one : int = prim::Constant[value=1]()
  %a : Tensor = aten::mul(%x, %y)
  %b : Tensor = aten::add(%a, %y, %one)
  %c : Tensor = aten::relu(%b)
  return (%c)
)";

// Both results are the same tensor.
inline constexpr std::string_view kInPlace = R"(graph(%x : Tensor, %y : Tensor):
  %one : int = prim::Constant[value=1]()
  %a : Tensor = aten::mul(%x, %y)
  %b : Tensor = aten::add_(%a, %y, %one)
  %c : Tensor = aten::relu_(%b)
  return (%a, %c)
)";

inline constexpr std::string_view kAttributes = R"(graph(%self : __torch__.Layer, %x : Tensor):
  %one : int = prim::Constant[value=1]()
  %scale : Tensor = prim::GetAttr[name="scale"](%self)
  %a : Tensor = aten::mul(%x, %scale)
  %shift : Tensor = prim::GetAttr[name="shift"](%self)
  %b : Tensor = aten::add(%a, %shift, %one)
  return (%b)
)";

inline ir::GraphPtr graphWithAttributes() {
  ir::GraphPtr graph = graphOf(kAttributes);
  const auto* layer = types::cast<types::ClassType>(graph->inputs()[0]->type());
  layer->addAttribute("scale", types::tensorType());
  layer->addAttribute("shift", types::tensorType());
  return graph;
}

}  // namespace ts::jit
