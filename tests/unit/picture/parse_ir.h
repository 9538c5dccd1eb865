// Builds graphs from IR text for tests of pictures.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string_view>

#include "core/ir/text.h"
#include "core/picture/model.h"
#include "core/types/type.h"

namespace ts::viz {

inline ir::GraphPtr parseIr(std::string_view text) {
  ir::ParsedGraph parsed = ir::parseGraph(text, std::make_shared<types::TypeTable>());
  EXPECT_TRUE(parsed.graph) << parsed.line << ":" << parsed.column << ": " << parsed.error;
  return parsed.graph;
}

inline Model modelOf(std::string_view text) { return buildModel(*parseIr(text), "test"); }

// The first node of a kind; fails the test when there is none.
inline const ModelNode& nodeOf(const Model& model, std::string_view kind) {
  for (const ModelNode& node : model.nodes) {
    if (node.kind == kind) return node;
  }
  ADD_FAILURE() << "no node " << kind;
  return model.nodes.front();
}

inline constexpr std::string_view kNestedIr = R"IR(graph(%len.1 : int):
  %20 : int = prim::Constant[value=1]()
  %13 : bool = prim::Constant[value=1]() # foo.py:5:4
  %5 : NoneType = prim::Constant()
  %1 : int = prim::Constant[value=3]() # foo.py:4:21
  %2 : int = prim::Constant[value=4]() # foo.py:4:24
  %16 : int = prim::Constant[value=10]() # foo.py:6:15
  %19 : float = prim::Constant[value=1.]() # foo.py:7:22
  %4 : int[] = prim::ListConstruct(%1, %2)
  %rv.1 : Tensor = aten::zeros(%4, %5, %5, %5, %5) # foo.py:4:9
  %rv : Tensor = prim::Loop(%len.1, %13, %rv.1) # foo.py:5:4
    block0(%i.1 : int, %rv.14 : Tensor):
      %17 : bool = aten::lt(%i.1, %16) # foo.py:6:11
      %rv.13 : Tensor = prim::If(%17) # foo.py:6:8
        block0():
          %rv.3 : Tensor = aten::sub(%rv.14, %19, %20) # foo.py:7:17
          -> (%rv.3)
        block1():
          %rv.6 : Tensor = aten::add(%rv.14, %19, %20) # foo.py:9:17
          -> (%rv.6)
      -> (%13, %rv.13)
  return (%rv)
)IR";

}  // namespace ts::viz
