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

}  // namespace
}  // namespace ts::eval
