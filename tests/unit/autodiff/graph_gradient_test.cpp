// Reverse mode over graphs: the structure of forward and backward graphs.
#include "core/autodiff/graph_gradient.h"

#include <gtest/gtest.h>

#include "core/autodiff/region_rules.h"
#include "core/interp/interpreter.h"
#include "core/ir/text.h"
#include "core/tensor/error.h"

namespace ts::autodiff {
namespace {

Tensor matrix(tensor::Dims sizes, double first = 0.5) {
  const Tensor tensor = tensor::empty(sizes, tensor::DType::Float64);
  for (int64_t i = 0; i < tensor.numel(); ++i)
    tensor.data<double>()[i] = first + 0.25 * static_cast<double>(i);
  return tensor;
}

ir::GraphPtr graphOf(std::string_view text) {
  auto parsed = ir::parseGraph(text, std::make_shared<types::TypeTable>());
  EXPECT_TRUE(parsed.graph) << parsed.error;
  return parsed.graph;
}

// The operators of a graph, in order: "mul add".
std::string operatorsOf(const ir::Graph& graph) {
  std::string names;
  for (const ir::Node* node : graph.nodes()) {
    const std::string& kind = node->kind().str();
    if (!kind.starts_with("aten::")) continue;
    names += (names.empty() ? "" : " ") + kind.substr(6);
  }
  return names;
}

// The gradient of a graph, whose inputs all require gradients.
struct Made {
  GraphGradient gradient;
  std::vector<Tensor> inputs, outputs = gradient.takeOutputs();

  Made(std::string_view text, std::vector<Tensor> tensors)
      : gradient(graphOf(text), std::vector<IValue>(tensors.begin(), tensors.end()),
                 std::vector<bool>(tensors.size(), true)),
        inputs(std::move(tensors)) {}

  // given: the outputs that have a gradient.
  const BackwardGraph& backward(const std::vector<bool>& given, const std::vector<bool>& wanted,
                                std::vector<Tensor>* found = nullptr) {
    std::optional<std::vector<Tensor>> results;
    const BackwardGraph& graph = gradient.backward(gradientsOf(given), saved(), wanted, results);
    if (found != nullptr && results) *found = *results;
    return graph;
  }
  std::vector<Tensor> differentiate(const std::vector<bool>& given,
                                    const std::vector<bool>& wanted) const {
    interp::Interpreter interpreter;
    return gradient.differentiate(gradientsOf(given), saved(), wanted, interpreter);
  }

 private:
  std::vector<Tensor> gradientsOf(const std::vector<bool>& given) const {
    std::vector<Tensor> gradients;
    for (size_t i = 0; i < given.size(); ++i)
      gradients.push_back(given[i] ? matrix(outputs[i].sizes(), 1) : Tensor());
    return gradients;
  }
  std::vector<Tensor> saved() const {
    std::vector<Tensor> saved;
    for (const GraphGradient::Place& place : gradient.saved())
      saved.push_back(place.isInput ? inputs[place.index] : outputs[place.index]);
    return saved;
  }
};

constexpr std::string_view kTwoResults = R"(graph(%x : Tensor, %y : Tensor):
  %one : int = prim::Constant[value=1]()
  %a : Tensor = aten::mul(%x, %y)
  %b : Tensor = aten::exp(%a)
  %c : Tensor = aten::sin(%x)
  %d : Tensor = aten::add(%b, %y, %one)
  return (%d, %c)
)";

TEST(GraphGradient, ReturnsResultsThenSavedValues) {
  Made made(kTwoResults, {matrix({2, 3}), matrix({2, 3})});
  EXPECT_EQ(operatorsOf(*made.gradient.forward()), "mul exp sin add");
  // x and y are inputs; exp(x * y) can be computed again from them.
  ASSERT_EQ(made.gradient.saved().size(), 2U);
  EXPECT_TRUE(made.gradient.saved()[0].isInput && made.gradient.saved()[1].isInput);
  EXPECT_EQ(made.gradient.recomputed(), 1U);
  EXPECT_EQ(made.gradient.outputs(), 2U);
}

TEST(GraphGradient, SavesResultsOfCostlyOperators) {
  Made made(R"(graph(%x : Tensor, %y : Tensor):
  %a : Tensor = aten::mm(%x, %y)
  %b : Tensor = aten::sigmoid(%a)
  %c : Tensor = aten::mm(%b, %y)
  return (%c)
)",
            {matrix({2, 2}), matrix({2, 2})});
  // The product of matrices is not computed again, so neither is its sigmoid, which is saved.
  EXPECT_EQ(made.gradient.recomputed(), 0U);
  EXPECT_EQ(made.gradient.outputs(), 2U);
  EXPECT_EQ(operatorsOf(*made.gradient.forward()), "mm sigmoid mm");
}

TEST(GraphGradient, DeadPartsOfForwardAndBackwardAreRemoved) {
  Made made(kTwoResults, {matrix({2, 3}), matrix({2, 3})});
  // Only sin(x) has a gradient: the rest of the graph, y and the gradient of d are not read.
  const BackwardGraph& graph = made.backward({false, true}, {true, true});
  EXPECT_EQ(operatorsOf(*graph.graph), "cos mul");
  EXPECT_EQ(graph.gradients, std::vector<size_t>{1});
  EXPECT_EQ(graph.saved.size(), 1U);
  EXPECT_EQ(graph.results, std::vector<size_t>{0});
  // The gradient of y alone does not need sin().
  const BackwardGraph& other = made.backward({true, true}, {false, true});
  EXPECT_EQ(operatorsOf(*other.graph).find("cos"), std::string::npos);
  EXPECT_EQ(other.gradients, std::vector<size_t>{0});
  EXPECT_NE(&graph, &other);
  EXPECT_EQ(&other, &made.backward({true, true}, {false, true}));
}

TEST(GraphGradient, DifferentiatesWithoutAGraphOperatorByOperator) {
  Made made(kTwoResults, {matrix({2, 3}), matrix({3})});
  for (const std::vector<bool>& given : {std::vector{true, true}, std::vector{false, true}}) {
    std::vector<Tensor> want;
    made.backward(given, {true, true}, &want);
    const std::vector<Tensor> have = made.differentiate(given, {true, true});
    ASSERT_EQ(have.size(), want.size());
    for (size_t i = 0; i < have.size(); ++i) {
      ASSERT_EQ(have[i].defined(), want[i].defined());
      if (have[i].defined()) {
        EXPECT_EQ(interp::textOf(have[i]), interp::textOf(want[i]));
      }
    }
  }
  EXPECT_FALSE(made.differentiate({true, true}, {true, false})[1].defined());
}

TEST(GraphGradient, OutputsHaveTheNamesOfTheirOperators) {
  Made made(kTwoResults, {matrix({2, 3}), matrix({2, 3})});
  EXPECT_STREQ(made.gradient.nameOf(0).node, "AddBackward0");
  EXPECT_STREQ(made.gradient.nameOf(1).node, "SinBackward0");
  EXPECT_EQ(made.gradient.nameOf(1).number, 0U);
}

TEST(GraphGradient, NumbersOfOutputsAreThoseOfTheirOperators) {
  Made made(R"(graph(%x : Tensor):
  %dim : int = prim::Constant[value=0]()
  %no : bool = prim::Constant[value=0]()
  %a : Tensor, %i : Tensor = aten::max(%x, %dim, %no)
  %b : Tensor = aten::exp(%x)
  return (%b, %i)
)",
            {matrix({2, 3})});
  EXPECT_STREQ(made.gradient.nameOf(1).node, "MaxBackward0");
  EXPECT_EQ(made.gradient.nameOf(1).number, 1U);
}

TEST(GraphGradient, SumsOnlyWhereShapesDiffer) {
  constexpr std::string_view kAdd = R"(graph(%x : Tensor, %y : Tensor):
  %one : int = prim::Constant[value=1]()
  %a : Tensor = aten::mul(%x, %y)
  %b : Tensor = aten::add(%a, %y, %one)
  return (%b)
)";
  Made equal(kAdd, {matrix({2, 3}), matrix({2, 3})});
  EXPECT_EQ(operatorsOf(*equal.backward({true}, {true, true}).graph).find("sum"),
            std::string::npos);
  Made broadcast(kAdd, {matrix({2, 3}), matrix({3})});
  std::vector<Tensor> found;
  EXPECT_NE(operatorsOf(*broadcast.backward({true}, {true, true}, &found).graph).find("sum"),
            std::string::npos);
  EXPECT_EQ(found[1].sizes(), tensor::Dims({3}));
}

TEST(GraphGradient, ConditionsOfDerivativesAreDecided) {
  Made made(R"(graph(%x : Tensor):
  %no : bool = prim::Constant[value=0]()
  %none : NoneType = prim::Constant()
  %dim : int[] = prim::Constant[value=[1]]()
  %a : Tensor = aten::sum(%x, %dim, %no, %none)
  return (%a)
)",
            {matrix({2, 3})});
  const BackwardGraph& graph = made.backward({true}, {true});
  for (const ir::Node* node : graph.graph->nodes()) EXPECT_TRUE(node->blocks().empty());
  EXPECT_EQ(operatorsOf(*graph.graph), "unsqueeze expand");
}

TEST(GraphGradient, AResultThatIsAnInputStaysOne) {
  Made made(R"(graph(%x : Tensor):
  %no : bool = prim::Constant[value=0]()
  %half : float = prim::Constant[value=0.5]()
  %a : Tensor = aten::dropout(%x, %half, %no)
  %b : Tensor = aten::exp(%a)
  return (%a, %b)
)",
            {matrix({2})});
  ASSERT_EQ(made.gradient.results().size(), 2U);
  EXPECT_EQ(made.gradient.results()[0].kind, GraphGradient::Result::Kind::Input);
  EXPECT_EQ(made.gradient.results()[1].kind, GraphGradient::Result::Kind::Output);
}

TEST(GraphGradient, RefusesResultsThatShareMemory) {
  const auto make = [] {
    Made made(R"(graph(%x : Tensor):
  %a : Tensor = aten::exp(%x)
  %b : Tensor = aten::t(%a)
  return (%a, %b)
)",
              {matrix({2, 2})});
  };
  EXPECT_THROW(make(), tensor::Error);
}

const ops::FunctionSchema& schemaOf(std::string_view name, std::string_view overload = "") {
  return *ops::schema(Symbol::intern(name), overload);
}

TEST(RegionRules, TakeDifferentiableOperatorsWithoutSideEffects) {
  for (const char* name : {"aten::relu", "aten::mm", "aten::linear", "aten::exp", "aten::dropout"})
    EXPECT_TRUE(mayJoinRegion(schemaOf(name))) << name;
  EXPECT_TRUE(mayJoinRegion(schemaOf("aten::gt", "Tensor")));
  // They write, read elements, or have shapes that depend on elements.
  for (const char* name :
       {"aten::relu_", "aten::item", "aten::nonzero", "aten::masked_select", "aten::grad"})
    if (const auto* schema = ops::schema(Symbol::intern(name), "")) {
      EXPECT_FALSE(mayJoinRegion(*schema)) << name;
    }
}

}  // namespace
}  // namespace ts::autodiff
