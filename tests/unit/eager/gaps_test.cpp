// Operators that PyTorch has and JitScope lacks end a program: behind a handler it would go another
// way than with PyTorch.
#include <gtest/gtest.h>

#include "core/eager/eager.h"
#include "core/eval_torch/native_library.h"
#include "core/runtime/runtime.h"
#include "tests/unit/eval/program.h"

namespace ts::eager {
namespace {

// The output of a program, and the gap at which it ends.
std::string run(const std::string& text) {
  eval::NoModules loader;
  runtime::Runtime runtime;
  const runtime::Runtime::Scope scope(runtime);
  eval::Vm vm(loader, eval::nativeLibrary());
  attach(vm, runtime);
  try {
    return eval::outputOf(vm, "import torch\n" + text);
  } catch (const eval::GapReached& gap) {
    return std::string("gap: ") + gap.what();
  }
}

TEST(Gaps, OfAnOperatorEndAProgramThatHandlesExceptions) {
  EXPECT_EQ(run("try:\n"
                "  torch.linalg.ldl_factor(torch.eye(2))\n"
                "except Exception:\n"
                "  print('handled')\n"),
            "gap: aten::linalg_ldl_factor isn't available in JitScope yet");
}

TEST(Gaps, OfAnOperatorInAScriptEndTheProgramThatCallsIt) {
  const std::string end =
      run("@torch.jit.script\n"
          "def factor(x: torch.Tensor):\n"
          "  return torch.linalg.ldl_factor(x)[0]\n"
          "try:\n"
          "  factor(torch.eye(2))\n"
          "except Exception:\n"
          "  print('handled')\n");
  EXPECT_EQ(end.substr(0, 5), "gap: ");
  EXPECT_NE(end.find("linalg_ldl_factor isn't available in JitScope yet"), end.npos) << end;
}

TEST(Gaps, OfNumPyEndAProgramAndNamesThatNumPyLacksDoNot) {
  const std::pair<std::string, std::string> gaps[] = {
      {"np.vander", "vander"},
      {"np.ones(2).searchsorted", "ndarray.searchsorted"},
      {"np.random.vonmises", "random.vonmises"},
      {"np.random.default_rng(1).vonmises", "random.Generator.vonmises"},
      {"np.linalg.tensorinv", "linalg.tensorinv"}};
  for (const auto& [use, name] : gaps)
    EXPECT_EQ(
        run("import numpy as np\ntry:\n  " + use + "\nexcept Exception:\n  print('handled')\n"),
        "gap: numpy." + name + " is not available in JitScope");
  EXPECT_EQ(run("import numpy as np\n"
                "for owner in (np, np.random, np.linalg, np.ones(2), np.random.default_rng(1)):\n"
                "  print(hasattr(owner, 'nowhere'), end=' ')\n"),
            "False False False False False ");
}

TEST(Gaps, AreApartFromWhatPyTorchDoesNotImplement) {
  EXPECT_EQ(run("try:\n"
                "  torch.ones(2, device='meta').to('cpu')\n"
                "except NotImplementedError:\n"
                "  print('handled')\n"),
            "handled\n");
}

}  // namespace
}  // namespace ts::eager
