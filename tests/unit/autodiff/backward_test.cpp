// The tape, and runs over it backwards.
#include "core/autodiff/backward.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/autodiff/tape.h"
#include "core/autodiff/views.h"
#include "core/interp/interpreter.h"
#include "core/kernels/dispatch.h"
#include "core/tensor/error.h"
#include "core/tensor/gap.h"

namespace ts::autodiff {
namespace {

Tensor numbers(std::initializer_list<double> values, bool requiresGrad = true) {
  const Tensor tensor =
      tensor::empty(tensor::Dims{static_cast<int64_t>(values.size())}, tensor::DType::Float64);
  std::copy(values.begin(), values.end(), tensor.data<double>());
  tensor.impl()->requiresGrad = requiresGrad;
  return tensor;
}
std::vector<double> values(const Tensor& tensor) {
  const double* data = tensor.data<double>();
  return {data, data + tensor.numel()};
}
using List = std::vector<double>;

Tensor mul(const Tensor& a, const Tensor& b) { return callTensor("aten::mul.Tensor", {a, b}); }
Tensor add(const Tensor& a, const Tensor& b) { return callTensor("aten::add.Tensor", {a, b, 1}); }
Tensor sum(const Tensor& a) { return callTensor("aten::sum", {a, IValue()}); }
Tensor select(const Tensor& a, int64_t index) {
  return callTensor("aten::select.int", {a, 0, index});
}
void run(const Tensor& root, BackwardOptions options = {}) {
  interp::Interpreter interpreter;
  backward(interpreter, std::vector{root}, {}, options);
}
const Tensor& grad(const Tensor& tensor) { return historyOf(tensor)->grad; }
std::string failureOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

TEST(Backward, GradientsOfAllUsesAddUp) {
  const Tensor x = numbers({2, 3}), y = numbers({5, 7});
  run(sum(add(mul(x, y), mul(x, x))));
  EXPECT_EQ(values(grad(x)), (List{9, 13}));
  EXPECT_EQ(values(grad(y)), (List{2, 3}));
  run(sum(x));
  EXPECT_EQ(values(grad(x)), (List{10, 14}));
}

TEST(Backward, ABroadcastArgumentGetsTheSum) {
  const Tensor x = numbers({2}), y = numbers({5, 7, 1});
  run(sum(mul(x, y)));
  EXPECT_EQ(values(grad(x)), (List{13}));
}

TEST(Backward, ReturnsGradientsOfInputsOnly) {
  const Tensor x = numbers({2, 3}), y = numbers({5, 7}), unused = numbers({1});
  const Tensor middle = mul(x, y), root = sum(mul(middle, middle));
  interp::Interpreter interpreter;
  const auto found = gradients(interpreter, std::vector{root}, {}, {}, std::vector{middle, unused});
  EXPECT_EQ(values(found[0]), (List{20, 42}));
  EXPECT_FALSE(found[1].defined());
  EXPECT_TRUE(historyOf(x) == nullptr || !grad(x).defined());
}

TEST(Backward, GradientsHaveGradients) {
  const Tensor x = numbers({2, 3});
  const Tensor root = sum(mul(mul(x, x), callTensor("aten::exp", {x})));
  interp::Interpreter interpreter;
  const auto first = gradients(interpreter, std::vector{root}, {}, {true, true}, std::vector{x});
  const auto second = gradients(interpreter, std::vector{sum(first[0])}, {}, {}, std::vector{x});
  for (int i = 0; i < 2; ++i) {
    const double at = i == 0 ? 2 : 3, e = std::exp(at);
    EXPECT_NEAR(values(first[0])[static_cast<size_t>(i)], (at * at + 2 * at) * e, 1e-9);
    EXPECT_NEAR(values(second[0])[static_cast<size_t>(i)], (at * at + 4 * at + 2) * e, 1e-9);
  }
}

TEST(Backward, AGraphIsFreedUnlessItIsKept) {
  const Tensor x = numbers({2, 3});
  const Tensor kept = sum(mul(x, x));
  run(kept, {true, false});
  run(kept);
  EXPECT_EQ(values(grad(x)), (List{8, 12}));
  EXPECT_NE(failureOf([&] { run(kept); }).find("a second time"), std::string::npos);
}

TEST(Backward, ASavedTensorMayNotChange) {
  const Tensor x = numbers({2, 3}), y = numbers({5, 7}, false);
  const Tensor root = sum(mul(x, y));
  callTensor("aten::mul_.Scalar", {y, 2});
  EXPECT_NE(failureOf([&] { run(root); }).find("modified by an inplace operation"),
            std::string::npos);
}

TEST(Backward, LeavesAndTheirViewsMayNotBeWritten) {
  const Tensor x = numbers({2, 3});
  EXPECT_NE(failureOf([&] {
              callTensor("aten::mul_.Scalar", {x, 2});
            }).find("a leaf"),
            std::string::npos);
  EXPECT_NE(failureOf([&] {
              callTensor("aten::mul_.Scalar", {select(x, 0), 2});
            }).find("a view of a leaf"),
            std::string::npos);
}

TEST(Backward, AWriteToAViewChangesTheBaseAndOtherViews) {
  const Tensor x = numbers({2, 3}), scale = numbers({10}, false);
  const Tensor y = add(x, scale), other = select(y, 0), view = select(y, 0);
  callTensor("aten::mul_.Tensor", {view, select(x, 1)});  // y[0] = (x[0] + 10) * x[1]
  refreshView(other);
  run(add(sum(y), other));  // 2 * (x[0] + 10) * x[1] + x[1] + 10
  EXPECT_EQ(values(grad(x)), (List{6, 25}));
}

TEST(Backward, ATensorWithoutGradientBecomesDifferentiableByAWrite) {
  const Tensor x = numbers({2, 3}), target = numbers({1, 1, 1}, false);
  callTensor("aten::copy_", {select(target, 1), select(x, 0), false});
  EXPECT_TRUE(target.requiresGrad());
  run(sum(mul(target, target)));
  EXPECT_EQ(values(grad(x)), (List{4, 0}));
}

TEST(Backward, AMillionNodesNeedNoDeepStack) {
  const Tensor x = numbers({1});
  Tensor chain = x;
  for (int i = 0; i < 1'000'000; ++i) chain = callTensor("aten::neg", {chain});
  run(sum(chain));
  EXPECT_EQ(values(grad(x)), (List{1}));
  Tensor dropped = x;  // and is freed
  for (int i = 0; i < 1'000'000; ++i) dropped = callTensor("aten::neg", {dropped});
}

TEST(Backward, HooksSeeAndChangeGradients) {
  const Tensor x = numbers({2, 3});
  const Tensor middle = mul(x, x);
  makeHistory(middle).keepsGrad = true;
  struct Doubling final : TensorHooks {
    Tensor run(const Tensor& gradient) override { return add(gradient, gradient); }
  };
  hooksOf(middle) = tensor::makeCounted<Doubling>();
  run(sum(middle));
  EXPECT_EQ(values(grad(middle)), (List{2, 2}));
  EXPECT_EQ(values(grad(x)), (List{8, 12}));
}

Tensor inRows(const Tensor& elements, int64_t rows) {
  const tensor::Dims sizes{rows, elements.numel() / rows};
  return callTensor("aten::view", {elements, tensor::makeIntList(sizes)});
}
Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias) {
  return callTensor("aten::linear", {x, weight, bias});
}
struct CountedCalls final : kernels::DispatchObserver {
  void entered(const ops::FunctionSchema& schema, std::span<const IValue>) override {
    ++calls[schema.name];
  }
  std::map<std::string, int> calls;
};

TEST(Backward, RowsOfASharedWeightAreMultipliedAtOnce) {
  const Tensor weights = numbers({1, 2, 3, 4}), bias = numbers({0, 1}), x = numbers({1, 2}, false);
  const Tensor weight = inRows(weights, 2), rows = inRows(x, 1);
  Tensor state = rows;
  for (int i = 0; i < 3; ++i) state = linear(state, weight, bias);
  const Tensor root = sum(add(sum(state), sum(linear(x, weight, bias))));  // also a single row
  CountedCalls counted;
  kernels::setDispatchObserver(&counted);
  run(root, {.keepsGraph = true});
  kernels::setDispatchObserver(nullptr);
  const List all = values(grad(weights));
  // The rows of gradients and inputs for the weight, and those of gradients for the bias.
  EXPECT_EQ(counted.calls["aten::cat"], 3);
  // A hook of a node sees the gradients of the node itself, so that products are not collected.
  struct Unchanged final : NodeHooks {
    void before(std::vector<Tensor>&) override {}
    void after(std::vector<Tensor>& results, std::span<const Tensor>) override {
      isDefined = results[1].defined();
    }
    bool isDefined = false;
  };
  const auto hooks = tensor::makeCounted<Unchanged>();
  historyOf(state)->node->hooks = hooks;
  const auto others = gradients(tapeInterpreter(), std::vector{root}, {}, {}, std::vector{weights});
  EXPECT_TRUE(hooks->isDefined);
  EXPECT_EQ(values(others[0]), all);
}

TEST(Backward, PartsOfANodeAreShownAsPyTorchHasThem) {
  const Tensor weights = numbers({1, 2, 3, 4}), bias = numbers({0, 1});
  const Tensor x = inRows(numbers({1, 2}, false), 1);
  const auto edges = historyOf(linear(x, inRows(weights, 2), bias))->node->shownEdges();
  ASSERT_EQ(edges.size(), 3U);
  EXPECT_STREQ(edges[0].node->name(), "AccumulateGrad");
  EXPECT_FALSE(edges[1].isNeeded());
  EXPECT_STREQ(edges[2].node->name(), "TBackward0");
  EXPECT_STREQ(edges[2].node->edges()[0].node->name(), "ViewBackward0");
}

TEST(Backward, AnOperatorWithoutADerivativeIsAGap) {
  const Tensor x = numbers({2, 3});
  const Tensor root = sum(callTensor("aten::special_bessel_y0", {x}));
  EXPECT_NE(failureOf([&] { run(root); }).find("isn't available"), std::string::npos);
}

}  // namespace
}  // namespace ts::autodiff
