#include "viz/dot.h"

#include "tests/unit/picture/parse_ir.h"

namespace ts::viz {
namespace {

TEST(Dot, ABlockMayReturnMoreValuesThanItsNode) {
  const Model model = modelOf(
      "graph(%a : int):\n  = prim::LocalVariableScope(%a)\n    block0():\n      -> (%a)\n"
      "  return (%a)\n");
  EXPECT_NE(toDot(model).find("subgraph cluster_b1"), std::string::npos);
}

}  // namespace
}  // namespace ts::viz
