// Regions that compiled programs record as one node, against the tape.
#include "core/autodiff/region.h"

#include <gtest/gtest.h>

#include <random>

#include "core/autodiff/backward.h"
#include "core/autodiff/region_node.h"
#include "core/autodiff/tape.h"
#include "core/interp/interpreter.h"
#include "core/interp/marker_scope.h"
#include "core/ir/text.h"
#include "core/jit/engine.h"
#include "core/kernels/registry.h"

namespace ts::autodiff {
namespace {

ir::GraphPtr parsedGraph(std::string_view text) {
  auto parsed = ir::parseGraph(text, std::make_shared<types::TypeTable>());
  EXPECT_TRUE(parsed.graph) << parsed.error;
  return parsed.graph;
}

Tensor randomTensor(tensor::Dims sizes, uint32_t seed, bool requiresGrad = true) {
  std::mt19937 random(seed);
  const Tensor tensor = tensor::empty(sizes, tensor::DType::Float64);
  for (int64_t i = 0; i < tensor.numel(); ++i)
    tensor.data<double>()[i] = std::ldexp(static_cast<double>(random() % 4096) - 2048, -10);
  tensor.impl()->requiresGrad = requiresGrad;
  return tensor;
}

// A compiled program that records gradients.
class Compiled {
 public:
  Compiled() { interpreter.setNativeCompiler(&engine); }
  jit::Engine engine;
  interp::Interpreter interpreter;
};

interp::Stack runMarked(interp::Interpreter& interpreter, const ir::GraphPtr& graph,
                        const std::vector<Tensor>& inputs) {
  const interp::MarkerScope marked(interpreter, &TapeMarker::instance());
  return interpreter.run(graph, interp::Stack(inputs.begin(), inputs.end()));
}

bool isRegion(const Tensor& tensor) {
  const History* history = historyOf(tensor);
  return history != nullptr && dynamic_cast<const RegionNode*>(history->node.get()) != nullptr;
}
Tensor sumOf(const Tensor& tensor) { return callTensor("aten::sum", {tensor, IValue()}); }

// The gradients of the results' sum, and those of the sum of the gradients' squares.
struct Gradients {
  std::vector<Tensor> results, first, second;
};
Gradients gradientsOf(interp::Interpreter& interpreter, const ir::GraphPtr& graph,
                      const std::vector<Tensor>& inputs) {
  Gradients found;
  Tensor total;
  kernels::Stack seed = {int64_t{1}};
  kernels::find("aten::manual_seed")(seed);
  for (const IValue& value : runMarked(interpreter, graph, inputs)) {
    found.results.push_back(value.toTensor());
    // Another function of each result.
    const Tensor part = sumOf(callTensor("aten::sin", {value}));
    total = total.defined() ? callTensor("aten::add.Tensor", {total, part, 1}) : part;
  }
  found.first = gradients(interpreter, std::vector{total}, {}, {true, true}, inputs);
  Tensor squares;
  for (const Tensor& gradient : found.first) {
    if (!gradient.defined()) continue;
    const Tensor part = sumOf(callTensor("aten::mul.Tensor", {gradient, gradient}));
    squares = squares.defined() ? callTensor("aten::add.Tensor", {squares, part, 1}) : part;
  }
  if (squares.requiresGrad())
    found.second = gradients(interpreter, std::vector{squares}, {}, {}, inputs);
  return found;
}

void expectClose(const std::vector<Tensor>& got, const std::vector<Tensor>& want,
                 std::string_view where) {
  ASSERT_EQ(got.size(), want.size()) << where;
  for (size_t i = 0; i < got.size(); ++i) {
    ASSERT_EQ(got[i].defined(), want[i].defined()) << where << ' ' << i;
    if (!got[i].defined()) continue;
    ASSERT_EQ(got[i].sizes(), want[i].sizes()) << where << ' ' << i;
    const Tensor isClose = callTensor("aten::isclose", {got[i], want[i], 1e-9, 1e-9, true});
    EXPECT_TRUE(callTensor("aten::all", {isClose}).data<bool>()[0]) << where << ' ' << i;
  }
}

// Each of several calls: the first one records, later ones run the graphs.
void expectEqualGradients(std::string_view text, const std::vector<Tensor>& inputs,
                          bool isRecordedAsRegion = true) {
  const ir::GraphPtr graph = parsedGraph(text);
  interp::Interpreter interpreter;
  const Gradients want = gradientsOf(interpreter, graph, inputs);
  Compiled compiled;
  for (int round = 0; round < 3; ++round) {
    const Gradients got = gradientsOf(compiled.interpreter, graph, inputs);
    EXPECT_EQ(isRegion(got.results[0]), isRecordedAsRegion);
    expectClose(got.results, want.results, "results");
    expectClose(got.first, want.first, "first order");
    expectClose(got.second, want.second, "second order");
  }
}

TEST(Region, PointwiseChainsHaveTheTapesGradients) {
  expectEqualGradients(R"(graph(%x : Tensor, %y : Tensor):
  %one : int = prim::Constant[value=1]()
  %a : Tensor = aten::mul(%x, %y)
  %b : Tensor = aten::tanh(%a)
  %c : Tensor = aten::add(%b, %y, %one)
  %d : Tensor = aten::sigmoid(%c)
  %e : Tensor = aten::mul(%d, %b)
  return (%e)
)",
                       {randomTensor({3, 4}, 1), randomTensor({4}, 2)});
}

TEST(Region, ProductsOfMatricesAndSeveralResults) {
  expectEqualGradients(R"(graph(%x : Tensor, %w : Tensor, %b : Tensor):
  %mode : str = prim::Constant[value="none"]()
  %h : Tensor = aten::linear(%x, %w, %b)
  %r : Tensor = aten::gelu(%h, %mode)
  %y : Tensor = aten::mm(%r, %w)
  %s : Tensor = aten::mul(%r, %r)
  %z : Tensor = aten::exp(%s)
  return (%y, %z)
)",
                       {randomTensor({2, 3}, 1), randomTensor({3, 3}, 2), randomTensor({3}, 3)});
}

TEST(Region, WritesEndARegion) {
  expectEqualGradients(R"(graph(%x : Tensor, %y : Tensor):
  %a : Tensor = aten::mul(%x, %y)
  %b : Tensor = aten::sin(%a)
  %c : Tensor = aten::mul_(%b, %y)
  return (%c)
)",
                       {randomTensor({5}, 1), randomTensor({5}, 2)}, false);
}

TEST(Region, ViewsInsideAndAtTheEnd) {
  expectEqualGradients(R"(graph(%x : Tensor, %y : Tensor):
  %a : Tensor = aten::mul(%x, %y)
  %b : Tensor = aten::t(%a)
  %c : Tensor = aten::mm(%b, %x)
  %d : Tensor = aten::exp(%c)
  return (%d)
)",
                       {randomTensor({3, 3}, 1), randomTensor({3, 3}, 2)});
  expectEqualGradients(R"(graph(%x : Tensor, %y : Tensor):
  %a : Tensor = aten::mul(%x, %y)
  %b : Tensor = aten::sin(%a)
  %c : Tensor = aten::t(%b)
  return (%c)
)",
                       {randomTensor({3, 3}, 1), randomTensor({3, 3}, 2)}, false);
}

TEST(Region, ListsOfTensors) {
  expectEqualGradients(R"(graph(%x : Tensor, %y : Tensor):
  %zero : int = prim::Constant[value=0]()
  %one : int = prim::Constant[value=1]()
  %two : int = prim::Constant[value=2]()
  %a : Tensor = aten::sin(%x)
  %l : Tensor[] = prim::ListConstruct(%a, %y)
  %b : Tensor = aten::cat(%l, %zero)
  %c : Tensor = aten::exp(%b)
  %d : Tensor[] = aten::chunk(%c, %two, %one)
  %e : Tensor, %f : Tensor = prim::ListUnpack(%d)
  %g : Tensor = aten::mul(%e, %f)
  return (%g)
)",
                       {randomTensor({2, 4}, 1), randomTensor({3, 4}, 2)});
}

TEST(Region, AValueOfTheProgramHasItsWholeGradient) {
  const ir::GraphPtr graph = parsedGraph(R"(graph(%x : Tensor, %y : Tensor):
  %a : Tensor = aten::mul(%x, %y)
  %b : Tensor = aten::sin(%a)
  %c : Tensor = aten::exp(%b)
  %d : Tensor = aten::mul(%c, %y)
  return (%b, %d)
)");
  const std::vector<Tensor> inputs = {randomTensor({3}, 1), randomTensor({3}, 2)};
  Compiled compiled;
  interp::Interpreter interpreter;
  const auto gradient = [&](interp::Interpreter& own) {
    const interp::Stack found = runMarked(own, graph, inputs);
    const Tensor b = found[0].toTensor(), d = found[1].toTensor();
    return gradients(own, std::vector{sumOf(callTensor("aten::mul.Tensor", {b, d}))}, {}, {},
                     std::vector{b});
  };
  const std::vector<Tensor> want = gradient(interpreter);
  for (int round = 0; round < 2; ++round) expectClose(gradient(compiled.interpreter), want, "b");
}

TEST(Region, SavedValuesWithoutGradients) {
  expectEqualGradients(R"(graph(%x : Tensor, %y : Tensor):
  %zero : int = prim::Constant[value=0]()
  %yes : bool = prim::Constant[value=1]()
  %m : Tensor = aten::mul(%x, %y)
  %s : Tensor, %i : Tensor = aten::sort(%m, %zero, %yes)
  %g : Tensor = aten::gt(%s, %y)
  %w : Tensor = aten::where(%g, %s, %y)
  %e : Tensor = aten::exp(%w)
  %p : Tensor = aten::mul(%e, %m)
  return (%p)
)",
                       {randomTensor({4, 5}, 1), randomTensor({4, 5}, 2)});
}

TEST(Region, ResultsThatAreIntegers) {
  // The derivative of frexp reads the exponent, which has no gradient.
  expectEqualGradients(R"(graph(%x : Tensor, %y : Tensor):
  %m : Tensor, %e : Tensor = aten::frexp(%x)
  %p : Tensor = aten::mul(%m, %y)
  %s : Tensor = aten::sin(%p)
  return (%s)
)",
                       {randomTensor({4}, 1), randomTensor({4}, 2)});
}

TEST(Region, RandomNumbersAreDrawnOnceInEachRun) {
  expectEqualGradients(R"(graph(%x : Tensor, %y : Tensor):
  %yes : bool = prim::Constant[value=1]()
  %half : float = prim::Constant[value=0.5]()
  %a : Tensor = aten::dropout(%x, %half, %yes)
  %b : Tensor = aten::sin(%a)
  %c : Tensor = aten::mul(%b, %y)
  %d : Tensor = aten::dropout(%c, %half, %yes)
  %e : Tensor = aten::exp(%d)
  return (%e)
)",
                       {randomTensor({4, 5}, 1), randomTensor({4, 5}, 2)});
}

constexpr std::string_view kProduct = R"(graph(%x : Tensor, %y : Tensor):
  %a : Tensor = aten::mul(%x, %y)
  %b : Tensor = aten::sin(%a)
  return (%b)
)";

TEST(Region, OtherShapesAreOtherVariants) {
  const ir::GraphPtr graph = parsedGraph(kProduct);
  Compiled compiled;
  for (int64_t size = 1; size < 40; ++size) {
    const Tensor x = randomTensor({size}, 1), y = randomTensor({1}, 2);
    interp::Interpreter interpreter;
    const Gradients want = gradientsOf(interpreter, graph, {x, y});
    const Gradients got = gradientsOf(compiled.interpreter, graph, {x, y});
    // Later ones are recorded operator by operator.
    if (size != 1) {
      EXPECT_EQ(isRegion(got.results[0]), size <= 16);
    }
    expectClose(got.first, want.first, "first order");
    expectClose(got.second, want.second, "second order");
  }
}

TEST(Region, WithoutGradientsNothingIsRecorded) {
  const ir::GraphPtr graph = parsedGraph(kProduct);
  Compiled compiled;
  for (int round = 0; round < 3; ++round) {
    const interp::Stack found = runMarked(
        compiled.interpreter, graph, {randomTensor({3}, 1, false), randomTensor({3}, 2, false)});
    EXPECT_FALSE(found[0].toTensor().requiresGrad());
  }
}

TEST(Region, AChangedInputIsAnErrorAsWithTheTape) {
  const ir::GraphPtr graph = parsedGraph(kProduct);
  Compiled compiled;
  for (int round = 0; round < 2; ++round) {
    const Tensor x = randomTensor({3}, 1), y = randomTensor({3}, 2, false);
    const Tensor result = runMarked(compiled.interpreter, graph, {x, y})[0].toTensor();
    callTensor("aten::mul_.Scalar", {y, 2});
    std::string message;
    try {
      backward(compiled.interpreter, std::vector{sumOf(result)}, {}, {});
    } catch (const std::exception& error) {
      message = error.what();
    }
    EXPECT_NE(message.find("modified by an inplace operation"), std::string::npos) << message;
  }
}

TEST(Region, AGraphIsFreedUnlessItIsKept) {
  const ir::GraphPtr graph = parsedGraph(kProduct);
  Compiled compiled;
  const Tensor x = randomTensor({3}, 1), y = randomTensor({3}, 2);
  const Tensor result = sumOf(runMarked(compiled.interpreter, graph, {x, y})[0].toTensor());
  backward(compiled.interpreter, std::vector{result}, {}, {true, false});
  backward(compiled.interpreter, std::vector{result}, {}, {});
  EXPECT_ANY_THROW(backward(compiled.interpreter, std::vector{result}, {}, {}));
}

}  // namespace
}  // namespace ts::autodiff
