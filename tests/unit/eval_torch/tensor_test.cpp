// Tensors of programs that are only looked at: values and attributes that follow from the code.
#include <gtest/gtest.h>

#include "core/eval/vm/state.h"
#include "core/eval_torch/native_library.h"
#include "tests/unit/eval/program.h"

namespace ts::eval {
namespace {

std::string run(std::string text) {
  NoModules loader;
  Vm vm(loader, nativeLibrary());
  return outputOf(vm, "import torch\n" + std::move(text));
}

TEST(Tensor, FlipReversesKnownValues) {
  EXPECT_EQ(run("print((4 ** torch.arange(3)).flip(0).tolist())\n"
                "x = torch.arange(6).reshape(2, 3)\n"
                "print(x.flip(0).tolist(), x.flip(-1).tolist(), x.flip([0, 1]).tolist())\n"
                "print(x.flip().tolist(), type(torch.tensor(1).flip(0)).__name__)\n"),
            "[16, 4, 1]\n"
            "[[3, 4, 5], [0, 1, 2]] [[2, 1, 0], [5, 4, 3]] [[5, 4, 3], [2, 1, 0]]\n"
            "[[0, 1, 2], [3, 4, 5]] Tensor\n");
}

TEST(Tensor, AnAttributeOfPyTorchIsNeverMissing) {
  EXPECT_EQ(run("x = torch.zeros(2, 3, dtype=torch.complex64)\n"
                "print(x.real.shape, x.real.dtype, x.imag.shape)\n"
                "print(hasattr(x, 'names'), hasattr(x, 'absent'))\n"),
            "torch.Size([2, 3]) torch.float32 torch.Size([2, 3])\nTrue False\n");
}

TEST(Library, TheCopyOfAnUnknownValueIsUnknownAtOnce) {
  NoModules loader;
  Vm vm(loader, nativeLibrary());
  EXPECT_EQ(outputOf(vm,
                     "import copy\nfrom nowhere import u\n"
                     "x = copy.deepcopy([u, {'a': u}])\n"
                     "print(copy.deepcopy(u), copy.copy(u), x[0], x[1]['a'])\n"),
            "<unknown> <unknown> <unknown> <unknown>\n");
  EXPECT_LT(vm.state().fuel, 20'000u);
}

TEST(Library, ManyRandomNumbersAreNotDrawnWhileChecking) {
  NoModules loader;
  Vm vm(loader, nativeLibrary());
  EXPECT_EQ(outputOf(vm,
                     "import numpy as np\n"
                     "print(np.random.default_rng(3).normal(size=(1000, 1000)))\n"
                     "print(np.random.RandomState(3).rand(5000))\n"
                     "print(np.random.default_rng(3).random(2).tolist())\n"),
            "<unknown>\n<unknown>\n[0.08564916714362436, 0.2368105065960997]\n");
}

}  // namespace
}  // namespace ts::eval
