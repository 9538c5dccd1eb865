#include "core/picture/costs.h"

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

}  // namespace
}  // namespace ts::viz
