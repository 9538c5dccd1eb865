// Fusions run on any processor that implements LoopTarget.
#include "core/jit/loop_targets.h"

#include "tests/unit/jit/runs.h"

namespace ts::jit {
namespace {

using tensor::Device;

// A device whose memory is an array of floats.
Tensor onDevice(std::vector<float> numbers) {
  const auto count = static_cast<int64_t>(numbers.size());
  const auto memory = std::make_shared<std::vector<float>>(std::move(numbers));
  return tensor::onStorage(tensor::deviceStorage(Device::Cuda, memory->size() * 4, memory),
                           DType::Float32, tensor::Dims{count}, tensor::Dims{1}, 0);
}
const std::vector<float>& numbersOf(const Tensor& tensor) {
  return *static_cast<const std::vector<float>*>(tensor.storage()->owner().get());
}

// Its code adds up all arguments, whatever the formulas say.
struct SumCode final : CompiledLoop {
  SumCode() : CompiledLoop(false) { finish(true); }
};
struct SumLauncher final : LoopLauncher {
  bool arrange(const FusedLoop&, LoopArguments& arguments) override {
    pattern_.unit = 7;
    pattern_.count = arguments.space->inputs.size();
    std::fill_n(pattern_.inputs.begin(), pattern_.count, LoopPattern::InputLayout());
    return arguments.rank == 1;
  }
  bool run(const CompiledLoop&, const LoopArguments& arguments, std::span<Tensor> results,
           tensor::StorageImpl* replaced) override {
    EXPECT_EQ(replaced, nullptr);
    std::vector<float> sums(static_cast<size_t>(arguments.dims[0].size));
    for (size_t k = arguments.results; k < arguments.pointers; ++k)
      for (size_t i = 0; i < sums.size(); ++i)
        sums[i] += numbersOf(Tensor(const_cast<tensor::TensorImpl*>(arguments.tensors[k])))[i];
    results[0] = onDevice(std::move(sums));
    return true;
  }
};
struct SumTarget final : LoopTarget {
  int compiled = 0;
  static inline std::weak_ptr<SumTarget> newest;  // of engines
  Device device() const override { return Device::Cuda; }
  std::unique_ptr<LoopLauncher> launcher() const override {
    return std::make_unique<SumLauncher>();
  }
  std::string problemOf(const FusedLoop&, const LoopPattern&) const override { return ""; }
  std::optional<WrittenLoop> write(const FusedLoop& loop,
                                   const LoopPattern& pattern) const override {
    EXPECT_EQ(pattern.unit, 7);
    return WrittenLoop{fmt::format("{} inputs, {} steps", loop.inputs.size(), loop.nodes.size())};
  }
  std::shared_ptr<const CompiledLoop> compile(const WrittenLoop& loop) override {
    EXPECT_EQ(loop.text, "2 inputs, 2 steps");
    ++compiled;
    return std::make_shared<SumCode>();
  }
};

constexpr std::string_view kChain = R"(graph(%x : Tensor, %y : Tensor):
  %a : Tensor = aten::mul(%x, %y)
  %r : Tensor = aten::relu(%a)
  return (%r))";

std::shared_ptr<LoopCache> cacheOf(std::shared_ptr<LoopTarget> target) {
  return std::make_shared<LoopCache>(std::vector{std::move(target)});
}

TEST(LoopTarget, ATargetRunsTheFusionsOfItsDevice) {
  const auto target = std::make_shared<SumTarget>();
  const auto loops = cacheOf(target);
  const auto arguments = [] {
    return Stack{IValue(onDevice({1, 2, 3})), IValue(onDevice({10, 20, 30}))};
  };
  for (int fusion = 0; fusion < 2; ++fusion) {
    const GroupRun run = runGroup(kChain, arguments(), loops);
    ASSERT_TRUE(run.isDone);
    std::vector<Tensor> results;
    for (const IValue& value : run.registers)
      if (value.isTensor()) results.push_back(value.toTensor());
    ASSERT_FALSE(results.empty());
    EXPECT_EQ(numbersOf(results.back()), (std::vector<float>{11, 22, 33}));
  }
  EXPECT_EQ(target->compiled, 1) << "equal texts are the same code";
}

TEST(LoopTarget, TensorsOfAnotherDeviceAreLeftToTheInterpreter) {
  const auto loops = cacheOf(std::make_shared<SumTarget>());
  EXPECT_FALSE(runGroup(kChain, {IValue(sample({3})), IValue(sample({3}))}, loops).isDone);
  EXPECT_FALSE(isFused(kChain, {IValue(onDevice({1, 2, 3})), IValue(onDevice({1, 2, 3}))}));
}

TEST(LoopTarget, OneEngineRunsAFusionOnTwoTargets) {
  registerLoopTarget(Device::Cuda, [](const std::shared_ptr<CodeMaker>&) {
    const auto target = std::make_shared<SumTarget>();
    SumTarget::newest = target;
    return std::shared_ptr<LoopTarget>(target);
  });
  Engine engine;
  const auto target = SumTarget::newest.lock();
  ASSERT_NE(target, nullptr) << "the engine makes a target of each device";
  interp::Interpreter interpreter;
  interpreter.setNativeCompiler(&engine);
  const ir::GraphPtr graph = graphOf(kChain);
  for (int round = 0; round < 3; ++round) {
    const auto onCuda =
        interpreter.run(graph, {IValue(onDevice({1, 2, 3})), IValue(onDevice({10, 20, 30}))});
    EXPECT_EQ(numbersOf(onCuda[0].toTensor()), (std::vector<float>{11, 22, 33})) << round;
    const Tensor x = sample({3}), y = sample({3}, DType::Float32, 2);
    const Tensor onCpu = interpreter.run(graph, {IValue(x), IValue(y)})[0].toTensor();
    EXPECT_EQ(onCpu.device(), Device::Cpu);
    for (int64_t i = 0; i < 3; ++i)
      EXPECT_EQ(onCpu.data<float>()[i], std::max(0.0F, x.data<float>()[i] * y.data<float>()[i]));
  }
  EXPECT_EQ(target->compiled, 1) << "the device chooses between the codes of a fusion";
}

}  // namespace
}  // namespace ts::jit
