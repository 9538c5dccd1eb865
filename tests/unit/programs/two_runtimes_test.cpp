// Two runtimes of different versions of PyTorch in one process.
#include <gtest/gtest.h>

#include <array>
#include <thread>

#include "core/programs/evaluator.h"
#include "core/syntax/parser.h"

namespace ts::programs {
namespace {

// Each element of `found` differs between the versions: the prelude, the rules of the language, the
// operators' schemas, their kernels.
constexpr std::string_view kVersions = R"(
import math
import torch

def optional(x: torch.Tensor, n: int | None):
    return x

def squeezed(x: torch.Tensor):
    return x.squeeze((0, 1))

def shrunk(x: torch.Tensor):
    return torch.nn.functional.softshrink(x)

def compiles(function):
    try:
        torch.jit.script(function)
        return True
    except RuntimeError:
        return False

nothing = torch.tensor(float("nan"))
found = repr([torch.__version__[:3], hasattr(torch.nn, "RMSNorm"), compiles(optional), compiles(squeezed),
              math.isnan(torch.nn.functional.softshrink(nothing).item()),
              math.isnan(torch.jit.script(shrunk)(nothing).item())])
)";
constexpr std::string_view kOld = "['1.1', False, False, False, False, False]";
constexpr std::string_view kNew = "['2.6', True, True, True, True, True]";

class TestProgram {
 public:
  explicit TestProgram(TorchProfile profile)
      : evaluator_(".", "writing files is not allowed", Evaluator::kUnlimitedFuel, {profile}) {}

  // Runs the text as a module of its own, and returns its variable `found`.
  std::string run(std::string_view text) {
    eval::Vm& vm = evaluator_.vm();
    const runtime::Runtime::Scope scope(evaluator_.runtime());
    auto file = std::make_shared<SourceFile>("m.py", std::string(text));
    diag::Sink problems;
    syntax::ModulePtr tree = syntax::parse(file, problems);
    const auto module = vm.addModule("m" + std::to_string(count_++), file, tree);
    try {
      vm.runModule(*module);
      return vm.toStr(*module->globals->find(vm.intern("found")));
    } catch (const eval::Raised& raised) {
      return raised.exception->cls->name + ": " + vm.toStr(eval::Value(raised.exception.get()));
    }
  }

 private:
  Evaluator evaluator_;
  int count_ = 0;
};

TEST(TwoRuntimes, AlternateOnOneThread) {
  TestProgram older(TorchProfile::Torch1_13), newer(TorchProfile::Torch2_6);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(older.run(kVersions), kOld);
    EXPECT_EQ(newer.run(kVersions), kNew);
  }
}

TEST(TwoRuntimes, RunAtTheSameTimeOnTwoThreads) {
  std::array<std::string, 2> outputs;
  const auto work = [](TorchProfile profile, std::string_view expected, std::string& output) {
    for (int i = 0; i < 5 && (i == 0 || output == expected); ++i)
      output = TestProgram(profile).run(kVersions);
  };
  std::thread other(work, TorchProfile::Torch1_13, kOld, std::ref(outputs[0]));
  work(TorchProfile::Torch2_6, kNew, outputs[1]);
  other.join();
  EXPECT_EQ(outputs[0], kOld);
  EXPECT_EQ(outputs[1], kNew);
}

TEST(TwoRuntimes, DoNotShareSettingsThatProgramsChange) {
  TestProgram first(TorchProfile::Torch2_6), second(TorchProfile::Torch2_6);
  constexpr std::string_view kSettings = R"(
import torch
found = repr([torch.get_default_dtype(), torch.is_grad_enabled(), torch.tensor([1 / 3]), torch.initial_seed()])
)";
  const std::string before = second.run(kSettings);
  constexpr std::string_view kChange = R"(
import torch
torch.set_default_dtype(torch.float64)
torch._C._set_grad_enabled(False)
torch.set_printoptions(precision=2)
torch.manual_seed(5)
found = ""
)";
  EXPECT_EQ(first.run(kChange), "");
  EXPECT_EQ(second.run(kSettings), before);
  EXPECT_EQ(first.run(kSettings), "[torch.float64, False, tensor([0.33]), 5]");
}

}  // namespace
}  // namespace ts::programs
