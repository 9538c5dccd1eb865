#include "core/runtime/runtime.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>

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

// A file that the test removes.
class File {
 public:
  File(std::string_view name, std::string_view content)
      : path_(fmt::format("{}{}-{}", testing::TempDir(), getpid(), name)) {
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~File() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string errorOf(const std::function<void()>& load) {
  try {
    load();
  } catch (const LoadError& error) {
    return error.what();
  }
  return "";
}

TEST(Runtime, RunsTheGraphOfAFileOfIrText) {
  const File file("twice.ir",
                  "graph(%x : Tensor):\n"
                  "  %y : Tensor = aten::mul(%x, %x)\n"
                  "  return (%y)\n");
  Runtime runtime;
  const LoadedGraph loaded = runtime.loadIr(file.path());
  EXPECT_EQ(loaded.function->qualifiedName, fmt::format("{}-twice", getpid()));
  const Runtime::Scope scope(runtime);
  const auto results =
      runtime.interpreter().run(loaded.function->graph, {tensor::scalarTensor(3.0F)});
  EXPECT_EQ(*results[0].toTensor().data<float>(), 9);
}

TEST(Runtime, LoadsTheModuleOfAnArchiveWithItsCompiledForward) {
  Runtime runtime;
  const LoadedTorch loaded = runtime.loadTorch("tests/fuzz/corpus/archive/control.pt");
  ASSERT_NE(loaded.module, nullptr);
  EXPECT_TRUE(loaded.diagnostics.empty());
  ASSERT_NE(loaded.forward, nullptr);
  EXPECT_NE(loaded.forward->graph, nullptr);
}

TEST(Runtime, LoadsTheGraphAndTheWeightsOfAnOnnxFile) {
  const LoadedGraph loaded = Runtime().loadOnnx("tests/fuzz/corpus/onnx/net.onnx");
  EXPECT_EQ(loaded.function->qualifiedName, "net");
  EXPECT_FALSE(loaded.weights.empty());
}

TEST(Runtime, ErrorsOfFilesStartWithThePath) {
  Runtime runtime;
  const File broken("broken.ir", "graph(%x : Tensor):\n  return (%y)\n");
  for (const std::string& path : {broken.path(), std::string("missing")}) {
    EXPECT_TRUE(errorOf([&] { runtime.loadIr(path); }).starts_with(path + ":")) << path;
    EXPECT_TRUE(errorOf([&] { runtime.loadOnnx(path); }).starts_with(path + ":")) << path;
    EXPECT_TRUE(errorOf([&] { runtime.loadTorch(path); }).starts_with(path + ":")) << path;
  }
  EXPECT_TRUE(errorOf([&] { runtime.loadIr(broken.path()); }).starts_with(broken.path() + ":2:"));
}

}  // namespace
}  // namespace ts::runtime
