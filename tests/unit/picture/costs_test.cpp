#include "core/picture/costs.h"

#include <algorithm>

#include "core/picture/infer_shapes.h"
#include "tests/unit/picture/parse_ir.h"

namespace ts::viz {
namespace {

TEST(Costs, RecurrentLayersMeetAllTheirWeightsInEachStep) {
  const Model model = modelOf(R"IR(graph(%self : Any, %x : Tensor, %h : Tensor):
  %rnn : Any = prim::GetAttr[name="rnn"](%self)
  %params : Tensor[] = prim::GetAttr[name="_flat_weights"](%rnn)
  %yes : bool = prim::Constant[value=1]()
  %no : bool = prim::Constant[value=0]()
  %layers : int = prim::Constant[value=2]()
  %dropout : float = prim::Constant[value=0.]()
  %y : Tensor, %last : Tensor = aten::gru(%x, %h, %params, %yes, %layers, %dropout, %no, %no, %yes)
  return (%y)
)IR");
  Overlay overlay;
  overlay.values.resize(model.values.size());
  for (ValueId id = 0; id < model.values.size(); ++id)
    if (model.values[id].name == "x") overlay.values[id] = {"float32", {3, 5, 8}};
  const ModelNode& gru = nodeOf(model, "aten::gru");
  EXPECT_FALSE(flopsOf(model, gru, overlay));
  overlay.weights["rnn.weight_ih_l0"] = {{"float32", {12, 8}}, true};
  overlay.weights["rnn.weight_hh_l0"] = {{"float32", {12, 4}}, true};
  overlay.weights["rnn.weight_ih_l1"] = {{"float32", {12, 4}}, true};
  overlay.weights["rnn.weight_hh_l1"] = {{"float32", {12, 4}}, true};
  overlay.weights["rnn.bias_ih_l0"] = {{"float32", {12}}, true};
  EXPECT_EQ(flopsOf(model, gru, overlay).value_or(-1), 2 * (3 * 5) * 12 * (8 + 4 + 4 + 4));
}

// The operations and the bytes of results of a whole graph whose %x has 2 rows of 4 numbers. The
// nodes of `ran` have times of a run; without any, nothing has run.
Stats costsOf(std::string_view ir, std::initializer_list<std::string_view> ran = {}) {
  const Model model = modelOf(ir);
  const Hierarchy hierarchy = buildHierarchy(model, {CallFrame{}});
  Overlay overlay;
  overlay.nodes.resize(model.nodes.size());
  overlay.values.resize(model.values.size());
  for (ValueId id = 0; id < model.values.size(); ++id)
    if (model.values[id].name == "x") overlay.values[id] = {"float32", {2, 4}};
  for (NodeId id = 0; id < model.nodes.size(); ++id)
    if (std::ranges::find(ran, model.nodes[id].kind) != ran.end()) overlay.nodes[id].seconds = 0.1;
  inferShapes(model, overlay);
  addCosts(model, hierarchy, overlay);
  return overlay.groups[0];
}

TEST(Costs, ARunLeavesOutTheBranchesThatItDoesNotTake) {
  constexpr std::string_view kIr = R"IR(graph(%x : Tensor, %c : bool):
  %t : Tensor = aten::t(%x)
  %y : Tensor = prim::If(%c)
    block0():
      %a : Tensor = aten::mm(%x, %t)
      -> (%a)
    block1():
      %b : Tensor = aten::relu(%x)
      -> (%b)
  return (%y)
)IR";
  EXPECT_EQ(costsOf(kIr).flops.value_or(-1), 2 * 2 * 2 * 4);
  EXPECT_EQ(costsOf(kIr).activationBytes.value_or(-1), 4 * (2 * 2 + 2 * 4));
  const Stats ran = costsOf(kIr, {"aten::t", "prim::If", "aten::relu"});
  EXPECT_FALSE(ran.flops);
  EXPECT_EQ(ran.activationBytes.value_or(-1), 4 * 2 * 4);
}

TEST(Costs, PartsOfATensorTakeNoMemory) {
  const Stats costs = costsOf(R"IR(graph(%x : Tensor):
  %1 : int = prim::Constant[value=1]()
  %2 : int = prim::Constant[value=2]()
  %parts : Tensor[] = aten::chunk(%x, %2, %1)
  %a : Tensor, %b : Tensor = prim::ListUnpack(%parts)
  %y : Tensor = aten::mul(%a, %b)
  return (%y)
)IR");
  EXPECT_EQ(costs.activationBytes.value_or(-1), 4 * 2 * 2);
}

}  // namespace
}  // namespace ts::viz
