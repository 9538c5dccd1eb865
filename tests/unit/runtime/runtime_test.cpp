#include "core/runtime/runtime.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/ir/text.h"

namespace ts::runtime {
namespace {

ir::GraphPtr graphOf(const char* text) {
  return ir::parseGraph(text, std::make_shared<types::TypeTable>()).graph;
}

double shrunkNan(Runtime& runtime) {
  const ir::GraphPtr graph = graphOf(
      "graph(%x : Tensor):\n"
      "  %l : float = prim::Constant[value=0.5]()\n"
      "  %y : Tensor = aten::softshrink(%x, %l)\n"
      "  return (%y)\n");
  const Runtime::Scope scope(runtime);
  const tensor::Tensor argument = tensor::empty(Dims{1}, tensor::DType::Float32);
  *argument.data<float>() = NAN;
  return *runtime.interpreter().run(graph, {argument})[0].toTensor().data<float>();
}

TEST(Runtime, GraphsRunTheKernelsOfItsVersion) {
  Runtime older({.profile = TorchProfile::Torch1_13}), newer({.profile = TorchProfile::Torch2_6});
  EXPECT_EQ(shrunkNan(older), 0);
  EXPECT_TRUE(std::isnan(shrunkNan(newer)));
  EXPECT_EQ(shrunkNan(older), 0);
}

TEST(Runtime, FollowsTheVersionOfItsThreadUnlessAnotherIsGiven) {
  EXPECT_EQ(Runtime().profile(), torchProfile());
  Runtime older({.profile = TorchProfile::Torch1_13}), newer({.profile = TorchProfile::Torch2_6});
  const Runtime::Scope outer(older);
  EXPECT_EQ(Runtime().profile(), TorchProfile::Torch1_13);
  {
    const Runtime::Scope inner(newer);
    EXPECT_EQ(torchProfile(), TorchProfile::Torch2_6);
    const Runtime::Scope again(older);
    EXPECT_EQ(torchProfile(), TorchProfile::Torch1_13);
  }
  EXPECT_EQ(torchProfile(), TorchProfile::Torch1_13);
}

TEST(Runtime, AScopeKeepsTheSettingsForTheNextOne) {
  Runtime runtime;
  const tensor::DType before = tensor::defaultDType();
  {
    const Runtime::Scope scope(runtime);
    tensor::setDefaultDType(tensor::DType::Float64);
    kernels::defaultGenerator().manualSeed(7);
    kernels::printOptions().precision = 2;
  }
  EXPECT_EQ(tensor::defaultDType(), before);
  EXPECT_NE(kernels::printOptions().precision, 2);
  const Runtime::Scope scope(runtime);
  EXPECT_EQ(tensor::defaultDType(), tensor::DType::Float64);
  EXPECT_EQ(kernels::defaultGenerator().seed(), 7u);
  EXPECT_EQ(kernels::printOptions().precision, 2);
}

}  // namespace
}  // namespace ts::runtime
