// A copied layer must behave exactly like a layer that its constructor has created.
#include <gtest/gtest.h>

#include "core/diag/diagnostic.h"
#include "core/eval/state.h"
#include "core/eval_torch/native_library.h"
#include "core/syntax/parser.h"

namespace ts::eval {
namespace {

class Nothing : public ModuleLoader {
 public:
  Loaded load(std::string_view) override { return {}; }
};

class Program {
 public:
  Program() : vm_(loader_, nativeLibrary()) {
    vm_.output = [this](std::string_view part) { printed_ += part; };
    run("import torch\nfrom torch import nn\nimport torch.nn.functional as F\nfrom torch.nn import "
        "init\n");
  }
  // Returns the output.
  std::string run(const std::string& text) {
    printed_.clear();
    diag::Sink sink;
    auto file = std::make_shared<SourceFile>("program.py", text);
    modules_.push_back(vm_.addModule("program", file, syntax::parse(file, sink)));
    if (modules_.size() > 1) modules_.back()->globals = modules_.front()->globals;
    vm_.runModule(*modules_.back());
    return printed_;
  }
  uint64_t fuelOf(const std::string& text) {
    const uint64_t before = vm_.state().fuel;
    run(text);
    return vm_.state().fuel - before;
  }

 private:
  Nothing loader_;
  Vm vm_;
  std::string printed_;
  std::vector<Ref<Module>> modules_;
};

constexpr const char* kLayers =
    "makers = [\n"
    "  lambda: nn.Conv2d(3, 8, 3, padding=1), lambda: nn.Conv2d(3, 8, (3, 5), bias=False, "
    "padding_mode='reflect'),\n"
    "  lambda: nn.Conv1d(3, 8, 3, padding='same'), lambda: nn.ConvTranspose2d(4, 4, 2, "
    "dtype=torch.float64),\n"
    "  lambda: nn.Linear(4, 5), lambda: nn.Bilinear(2, 3, 4), lambda: nn.Identity(), lambda: "
    "nn.Flatten(),\n"
    "  lambda: nn.BatchNorm2d(7), lambda: nn.BatchNorm1d(7, affine=False), lambda: "
    "nn.InstanceNorm2d(3, affine=True),\n"
    "  lambda: nn.LayerNorm((2, 3), eps=1e-6), lambda: nn.GroupNorm(2, 6), lambda: "
    "nn.ReLU(inplace=True), lambda: nn.Softmax(dim=1),\n"
    "  lambda: nn.Dropout(0.2), lambda: nn.MaxPool2d(2, stride=(2, 1)), lambda: "
    "nn.AdaptiveAvgPool2d((1, None)), lambda: nn.ZeroPad2d(2),\n"
    "  lambda: nn.Embedding(10, 3, padding_idx=0), lambda: nn.LSTM(3, 4, num_layers=2, "
    "bidirectional=True), lambda: nn.GRUCell(2, 3),\n"
    "  lambda: nn.MultiheadAttention(8, 2, batch_first=True), lambda: "
    "nn.TransformerEncoderLayer(8, 2, dropout=0.0),\n"
    "  lambda: nn.Transformer(8, 2, 1, 1), lambda: nn.CrossEntropyLoss(ignore_index=-1), lambda: "
    "nn.Upsample(scale_factor=2.0),\n"
    "  lambda: nn.Sequential(), lambda: nn.ModuleList(), lambda: nn.ModuleDict(), lambda: "
    "nn.PReLU(3), lambda: nn.LazyLinear(4),\n"
    "]\n"
    "def dump(value):\n"
    "  if isinstance(value, nn.Module): return [type(value).__name__] + [(k, dump(v)) for k, v in "
    "value.__dict__.items()]\n"
    "  if isinstance(value, torch.Tensor): return (type(value).__name__, str(value.dtype), "
    "str(value.device), value.requires_grad, getattr(value, 'shape', 0))\n"
    "  if isinstance(value, dict): return [type(value).__name__] + [(k, dump(v)) for k, v in "
    "value.items()]\n"
    "  if isinstance(value, (list, tuple, set)): return [type(value).__name__] + [dump(v) for v in "
    "value]\n"
    "  return repr(value) if isinstance(value, (int, float, str, bool, type(None))) else "
    "type(value).__name__\n"
    "def own(value, found):\n"  // mutable parts
    "  if isinstance(value, (nn.Module, torch.Tensor, dict, list, set)): found.append(value)\n"
    "  if isinstance(value, nn.Module): own(value.__dict__, found)\n"
    "  elif isinstance(value, dict): [own(v, found) for v in value.values()]\n"
    "  elif isinstance(value, (list, tuple)): [own(v, found) for v in value]\n"
    "  return found\n";

TEST(RepeatedLayers, ACopyIsEqualAndSharesNoMutableObject) {
  Program program;
  program.run(kLayers);
  EXPECT_EQ(
      program.run(
          "for make in makers:\n"
          "  first, second, third = make(), make(), make()\n"
          "  name = type(first).__name__\n"
          "  if not (dump(first) == dump(second) == dump(third)): print(name, dump(first), "
          "dump(third))\n"
          "  parts = own(first, []), own(second, []), own(third, [])\n"
          "  for a, b in ((0, 1), (0, 2), (1, 2)):\n"
          "    if any(x is y for x in parts[a] for y in parts[b]): print(name, 'shares')\n"
          "  ties = [[i for i, y in enumerate(all) if x is y] for all in parts for x in all]\n"
          "  if ties[:len(parts[0])] != ties[-len(parts[2]):]: print(name, 'is tied otherwise')\n"
          "print('compared', len(makers))\n"),
      "compared 32\n");
}

TEST(RepeatedLayers, ACopyIsCheap) {
  Program program;
  program.run("a = nn.Conv2d(1, 1, 1)\n");
  const uint64_t first = program.fuelOf("b = nn.Conv2d(3, 8, 3)\n");
  EXPECT_LT(program.fuelOf("c = nn.Conv2d(3, 8, 3)\n"), first / 2);
  EXPECT_GT(program.fuelOf("d = nn.Conv2d(3, 8, 5)\n"), first / 2);
}

TEST(RepeatedLayers, ChangesOfOneLayerDoNotAffectTheNext) {
  EXPECT_EQ(Program().run("for i in range(3):\n"
                          "  m = nn.Conv2d(3, 8, 3)\n"
                          "  print(m.stride, m.weight.shape, hasattr(m, 'extra'), m.training, "
                          "len(m._forward_hooks))\n"
                          "  m.stride = (2, 2)\n  m.extra = 1\n  m.eval()\n"
                          "  m.weight = nn.Parameter(torch.ones(1))\n"
                          "  m.register_forward_hook(lambda *a: None)\n"
                          "for i in range(3):\n"
                          "  n = nn.BatchNorm2d(2)\n"
                          "  print(n.running_mean.tolist(), int(n.num_batches_tracked))\n"
                          "  n.running_mean += 1\n  n.num_batches_tracked += 1\n"),
            "(1, 1) torch.Size([8, 3, 3, 3]) False True 0\n"
            "(1, 1) torch.Size([8, 3, 3, 3]) False True 0\n"
            "(1, 1) torch.Size([8, 3, 3, 3]) False True 0\n"
            "[0.0, 0.0] 0\n[0.0, 0.0] 0\n[0.0, 0.0] 0\n");
}

TEST(RepeatedLayers, EqualArgumentsOfDifferentTypesAreDifferent) {
  EXPECT_EQ(Program().run("for p in (1, 1.0, True, 1):\n  print(repr(nn.Dropout(p).p))\n"
                          "for size in ((1, 2), (1, 2.0), [1, 2], (1, 2)):\n  "
                          "print(repr(nn.AdaptiveAvgPool2d(size).output_size))\n"
                          "print(nn.Linear(2, 3).in_features, nn.Linear(in_features=2, "
                          "out_features=3).out_features,\n"
                          "      nn.Linear(out_features=2, in_features=3).out_features)\n"),
            "1\n1.0\nTrue\n1\n(1, 2)\n(1, 2.0)\n[1, 2]\n(1, 2)\n2 3 2\n");
}

TEST(RepeatedLayers, AConstructorThatRaisesRaisesAgain) {
  EXPECT_EQ(Program().run("for i in range(3):\n"
                          "  try:\n    nn.Conv2d(3, 8, 3, groups=2)\n"
                          "  except ValueError as error:\n    print(error)\n"),
            "in_channels and out_channels must be divisible by groups\n"
            "in_channels and out_channels must be divisible by groups\n"
            "in_channels and out_channels must be divisible by groups\n");
}

// Each case changes a constructor of the library; the layer is created before and after.
TEST(RepeatedLayers, ALibraryChangeInvalidatesTheCache) {
  struct Case {
    const char *change, *layer, *before, *after;
  };
  const Case cases[] = {
      {"nn.Linear.reset_parameters = lambda self: setattr(self, 'mark', 1)",
       "hasattr(nn.Linear(2, 2), 'mark')", "False", "True"},
      {"nn.Linear.__init__.__defaults__ = (False, None, None)", "nn.Linear(2, 2).bias is None",
       "False", "True"},
      {"init.ones_.__code__ = (lambda tensor: setattr(tensor, 'mark', 1)).__code__",
       "hasattr(nn.BatchNorm2d(2).weight, 'mark')", "False", "True"},
      {"init.ones_ = lambda t: setattr(t, 'mark', 1)", "hasattr(nn.BatchNorm2d(2).weight, 'mark')",
       "False", "True"},
      {"init.__dict__['ones_'] = lambda t: setattr(t, 'mark', 1)",
       "hasattr(nn.BatchNorm2d(2).weight, 'mark')", "False", "True"},
      {"vars(init).update(ones_=lambda t: setattr(t, 'mark', 1))",
       "hasattr(nn.BatchNorm2d(2).weight, 'mark')", "False", "True"},
      {"class Fake:\n  ones_ = zeros_ = staticmethod(lambda t: setattr(t, 'mark', "
       "1))\nnn.BatchNorm2d.reset_parameters.__globals__['init'] = Fake",
       "hasattr(nn.BatchNorm2d(2).weight, 'mark')", "False", "True"},
      {"nn.Module.__setattr__ = lambda self, name, value: object.__setattr__(self, name, 7 if name "
       "== 'p' else value)",
       "nn.Dropout(0.5).p", "0.5", "7"},
      {"torch.set_default_dtype(torch.float64)", "nn.Linear(2, 2).weight.dtype", "torch.float32",
       "torch.float64"},
  };
  for (const Case& tried : cases) {
    Program program;
    const std::string show = std::string("print(") + tried.layer + ")\n";
    EXPECT_EQ(program.run(show + show), std::string(tried.before) + "\n" + tried.before + "\n")
        << tried.change;
    EXPECT_EQ(program.run(std::string(tried.change) + "\n" + show + show),
              std::string(tried.after) + "\n" + tried.after + "\n")
        << tried.change;
  }
}

TEST(RepeatedLayers, ALibraryChangeUnderAnUnknownConditionOnlyAppliesThere) {
  EXPECT_EQ(Program().run("from nowhere import u\n"
                          "nn.Dropout(0.5)\n"
                          "before = nn.Dropout.__init__\n"
                          "def other(self, p):\n  nn.Module.__init__(self)\n  self.q = p\n"
                          "def tried():\n"
                          "  if u:\n    nn.Dropout.__init__ = other\n"
                          "    print(hasattr(nn.Dropout(0.5), 'q'))\n"
                          "  else:\n"
                          "    print(hasattr(nn.Dropout(0.5), 'q'))\n"
                          "tried()\n"
                          "nn.Dropout.__init__ = before\n"
                          "print(nn.Dropout(0.5).p)\n"),
            "True\nFalse\n0.5\n");
}

}  // namespace
}  // namespace ts::eval
