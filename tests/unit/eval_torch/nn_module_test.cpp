// Construction of torch.nn modules: the cases that intrinsics handle, and the cases that are left
// to the prelude's Python code.
#include <gtest/gtest.h>

#include "core/eval/vm/state.h"
#include "core/eval_torch/native_library.h"
#include "tests/unit/eval/program.h"

namespace ts::eval {
namespace {

// The output of a program in which `u` is Unknown.
std::string run(std::string text) {
  NoModules loader;
  Vm vm(loader, nativeLibrary());
  return outputOf(vm,
                  "import torch\nfrom torch import nn\nfrom nowhere import u\n"
                  "def show(m):\n"
                  "  print(list(m._parameters), list(m._buffers), list(m._modules))\n"
                  "def tried(f, *args):\n"
                  "  try:\n    f(*args)\n"
                  "  except Exception as error:\n    print(type(error).__name__)\n"
                  "m = nn.Module()\n" +
                      std::move(text));
}

TEST(NnModule, AttributesAreStoredByKind) {
  EXPECT_EQ(run("m.w = nn.Parameter(torch.ones(2))\n"
                "m.child = nn.ReLU()\n"
                "m.register_buffer('b', torch.zeros(3))\n"
                "m.n = 5\n"
                "m.t = torch.ones(1)\n"
                "show(m)\n"
                "print(m.n, m.w.shape, 't' in m.__dict__, 'w' in m.__dict__)\n"
                "print(list(m.__dict__)[:4])\n"),
            "['w'] ['b'] ['child']\n"
            "5 torch.Size([2]) True False\n"
            "['training', '_parameters', '_buffers', '_non_persistent_buffers_set']\n");
}

TEST(NnModule, ANameHasOneKindAtATime) {
  EXPECT_EQ(
      run("m.x = 1\n"
          "m.x = nn.Parameter(torch.ones(2))\n"
          "show(m)\n"
          "print('x' in m.__dict__)\n"
          "tried(setattr, m, 'x', 3)\n"
          "tried(setattr, m, 'x', nn.ReLU())\n"
          "m.x = None\n"
          "print(m.x)\n"
          "m.register_buffer('b', torch.ones(1), persistent=False)\n"
          "print(m._non_persistent_buffers_set)\n"
          "m.b = nn.ReLU()\n"
          "show(m)\n"
          "print(m._non_persistent_buffers_set)\n"
          "tried(setattr, m, 'b', 3)\n"),
      "['x'] [] []\nFalse\nTypeError\nTypeError\nNone\n{'b'}\n['x'] [] ['b']\nset()\nTypeError\n");
}

TEST(NnModule, InvalidNamesAreRejected) {
  EXPECT_EQ(run("m.taken = 1\n"
                "w = nn.Parameter(torch.ones(1))\n"
                "for name in ('a.b', '', 'taken', 'forward', 5):\n"
                "  tried(m.register_parameter, name, w)\n"
                "  tried(m.register_buffer, name, w)\n"
                "  tried(m.add_module, name, m)\n"
                "tried(m.register_parameter, 'p', torch.ones(1))\n"
                "tried(m.register_buffer, 'p', 3)\n"
                "tried(m.add_module, 'p', 3)\n"
                "tried(setattr, nn.Module.__new__(nn.Module), 'w', w)\n"
                "tried(setattr, nn.Module.__new__(nn.Module), 'w', m)\n"
                "show(m)\n"),
            "KeyError\nKeyError\nKeyError\n"
            "KeyError\nKeyError\nKeyError\n"
            "KeyError\nKeyError\nKeyError\n"
            "KeyError\nKeyError\nKeyError\n"
            "TypeError\nTypeError\nTypeError\n"
            "TypeError\nTypeError\nTypeError\n"
            "AttributeError\nAttributeError\n[] [] []\n");
}

TEST(NnModule, OverridesAreCalled) {
  EXPECT_EQ(run("class M(nn.Module):\n"
                "  def register_parameter(self, name, param):\n"
                "    print('register', name)\n"
                "    super().register_parameter(name, param)\n"
                "class Behind:\n"
                "  def __setattr__(self, name, value):\n"
                "    print('set', name)\n"
                "    super().__setattr__(name, value)\n"
                "class N(nn.Module, Behind): pass\n"
                "a = M()\n"
                "a.w = nn.Parameter(torch.ones(1))\n"
                "show(a)\n"
                "b = N()\n"
                "b.k = 2\n"
                "print(b.k)\n"),
            "register w\n['w'] [] []\nset k\n2\n");
}

TEST(NnModule, AnUnknownAttributeIsNotAMember) {
  EXPECT_EQ(run("m.x = u\n"
                "print(m.x, m.training)\n"
                "print('y' in m._parameters, 'y' in m._modules, 'y' in m._buffers)\n"
                "k = nn.Module()\n"
                "k.register_parameter('p', u)\n"
                "k.register_buffer('b', u)\n"
                "k.add_module('c', u)\n"
                "show(k)\n"
                "print(k.p, hasattr(k, 'q'))\n"),
            "<unknown> True\nFalse False False\n['p'] ['b'] ['c']\n<unknown> False\n");
}

TEST(NnModule, AnUnknownConditionJoinsBothPaths) {
  EXPECT_EQ(run("if u:\n"
                "  m.a = 1\n"
                "  m.r = nn.ReLU()\n"
                "else:\n"
                "  m.a = 1\n"
                "print(m.a, m.r, 'r' in m._modules, 's' in m._modules)\n"),
            "1 <unknown> True <unknown>\n");
}

TEST(NnModule, FillingAParameterLeavesGradientsOnAndItsShape) {
  EXPECT_EQ(
      run("w = nn.Parameter(torch.zeros(2, 3))\n"
          "print(nn.init.kaiming_uniform_(w, a=5 ** 0.5) is w, torch.is_grad_enabled(), "
          "w.requires_grad)\n"
          "nn.init.kaiming_normal_(w, mode='fan_out', nonlinearity='relu')\n"
          "nn.init.trunc_normal_(w, std=.02)\n"
          "print(w.shape, nn.init._calculate_fan_in_and_fan_out(w))\n"
          "tried(nn.init.kaiming_normal_, w, 0, 'fan_side')\n"
          "tried(nn.init.kaiming_uniform_, nn.Parameter(torch.ones(2)))\n"
          "b = nn.init.constant_(torch.ones(2), 7.)\n"
          "print(b[0].item(), nn.init.zeros_(b)[1].item())\n"
          "print(nn.Conv2d(1, 2, (3, 5), padding=1)._reversed_padding_repeated_twice)\n"),
      "True True True\ntorch.Size([2, 3]) (3, 2)\nValueError\nValueError\n7.0 0.0\n(1, 1, 1, 1)\n");
}

}  // namespace
}  // namespace ts::eval
