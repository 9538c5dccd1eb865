// Programs with tensors that have data.
#include <gtest/gtest.h>

#include "core/eager/eager.h"
#include "core/eval_torch/native_library.h"
#include "core/runtime/runtime.h"
#include "tests/unit/eval/program.h"

namespace ts::eager {
namespace {

// The output of a program. `tried` prints the first line of the exception of a call, else its
// result.
std::string run(std::string text) {
  eval::NoModules loader;
  runtime::Runtime runtime;
  const runtime::Runtime::Scope scope(runtime);
  eval::Vm vm(loader, eval::nativeLibrary());
  attach(vm, runtime);
  return eval::outputOf(vm,
                        "import torch\n"
                        "def tried(f):\n"
                        "  try:\n    print(f())\n"
                        "  except Exception as error:\n"
                        "    print(type(error).__name__ + ':', str(error).split('\\n')[0])\n" +
                            std::move(text));
}

TEST(Indexing, ReadsViewsMasksAndLists) {
  EXPECT_EQ(
      run(R"py(x = torch.arange(12).reshape(3, 4)
print(x[1], x[-1, ::2], x[:, None, 1].shape, x[x > 8], x[[0, 2], [1, 3]], x[..., -1])
)py"),
      R"py(tensor([4, 5, 6, 7]) tensor([ 8, 10]) torch.Size([3, 1]) tensor([ 9, 10, 11]) tensor([ 1, 11]) tensor([ 3,  7, 11])
)py");
}

TEST(Indexing, WritesThroughViewsAndMasks) {
  EXPECT_EQ(run(R"py(x = torch.arange(12).reshape(3, 4)
row = x[0]
x[0] = 7
x[x == 7] = -1
x[1:, 1:3] = torch.tensor([[1, 2], [3, 4]])
print(x.tolist(), row.tolist())
)py"),
            R"py([[-1, -1, -1, -1], [4, 1, 2, -1], [8, 3, 4, 11]] [-1, -1, -1, -1]
)py");
}

TEST(Indexing, AMaskOfOneElementSelectsAllOrNothing) {
  EXPECT_EQ(run(R"py(x = torch.tensor(0.0)
x[x == 0.5] = 7
v = torch.zeros(3)
v[torch.tensor(False)] = 1
print(x, v, v[torch.tensor(False)].shape, v[torch.tensor(True)].shape)
)py"),
            R"py(tensor(0.) tensor([0., 0., 0.]) torch.Size([0, 3]) torch.Size([1, 3])
)py");
}

TEST(Limits, ProductsOfNumbersThatDoNotFitAreRefused) {
  EXPECT_EQ(run(R"py(import torch.nn.functional as F
x, rois = torch.ones(1, 4, 8, 8), torch.zeros(1, 5)
def refused(f):
  try:
    print(f())
  except RuntimeError:
    pass
refused(lambda: torch.ops.torchvision.ps_roi_pool(x, rois, 1.0, 2**32, 2**32))
refused(lambda: torch.ops.torchvision.ps_roi_align(x, rois, 1.0, 2**32, 2**32, 2))
refused(lambda: F.conv2d(x, torch.ones(1, 4, 5, 5), dilation=2**62))
refused(lambda: F.conv_transpose2d(x, torch.ones(4, 1, 5, 5), dilation=2**62))
refused(lambda: F.max_pool2d(x, 5, 1, 0, 2**62))
refused(lambda: F.unfold(x, 5, dilation=2**62))
refused(lambda: F.adaptive_avg_pool2d(x, 2**40))
refused(lambda: torch.vander(torch.ones(3), 2**60))
)py"),
            "");
}

TEST(Lists, OperatorsOnListsChangeTheirTensors) {
  EXPECT_EQ(run(R"py(xs = [torch.ones(2), torch.tensor(3.0)]
torch._foreach_add_(xs, 1)
print(xs, torch._foreach_norm(xs))
tried(lambda: torch._foreach_add(xs, xs[:1]))
)py"),
            R"py([tensor([2., 2.]), tensor(4.)] (tensor(2.8284), tensor(4.))
RuntimeError: Tensor lists must have the same number of tensors, got 2 and 1
)py");
}

TEST(Distributions, HaveDensitiesAndDivergencesAndRefuseParameters) {
  EXPECT_EQ(
      run(R"py(from torch.distributions import Bernoulli, Gamma, Normal, kl_divergence
d = Normal(torch.zeros(2), 2.0)
print(d, d.log_prob(torch.ones(2)), kl_divergence(d, Normal(0.0, 1.0)), Bernoulli(0.3).mode)
tried(lambda: Normal(0.0, -1.0))
)py"),
      R"py(Normal(loc: torch.Size([2]), scale: torch.Size([2])) tensor([-1.7371, -1.7371]) tensor([0.8069, 0.8069]) tensor(0.)
ValueError: Expected parameter scale (Tensor of shape ()) of distribution Normal(loc: 0.0, scale: -1.0) to satisfy the constraint GreaterThan(lower_bound=0.0), but found invalid values:
)py");
}

TEST(Numpy, GeneratorsHaveTheBitsOfPcg64) {
  EXPECT_EQ(run(R"py(import numpy as np
rng = np.random.default_rng(0)
print(rng.random(), rng.integers(10, size=3), rng.standard_normal())
)py"),
            R"py(0.6369616873214543 [5 2 3] 0.10490011715303971
)py");
}

TEST(Indexing, ErrorsNameTheDimension) {
  EXPECT_EQ(run(R"py(x = torch.arange(12).reshape(3, 4)
tried(lambda: x[3])
tried(lambda: x[0, 0, 0])
tried(lambda: x[[0, 5]])
)py"),
            R"py(IndexError: index 3 is out of bounds for dimension 0 with size 3
IndexError: too many indices for tensor of dimension 2
IndexError: index 5 is out of bounds for dimension 0 with size 3
)py");
}

TEST(Gradient, ResultsSayHowTheyWereMade) {
  EXPECT_EQ(
      run(R"py(w = torch.ones(2, requires_grad=True)
y = w * 2
print(y.requires_grad, y.is_leaf, w.detach().requires_grad, y, w)
with torch.no_grad():
  print((w * 2).requires_grad)
print((w * 2 + 1).sum())
)py"),
      R"py(True False False tensor([2., 2.], grad_fn=<MulBackward0>) tensor([1., 1.], requires_grad=True)
False
tensor(6., grad_fn=<SumBackward0>)
)py");
}

TEST(Gradient, LeavesAreNotWritten) {
  EXPECT_EQ(
      run(R"py(w = torch.ones(2, requires_grad=True)
tried(lambda: w.add_(1))
tried(lambda: torch.ones(2, dtype=torch.int64).requires_grad_())
with torch.no_grad():
  print(w.add_(1).tolist())
)py"),
      R"py(RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
RuntimeError: only Tensors of floating point dtype can require gradients
[2.0, 2.0]
)py");
}

TEST(Make, TensorsTakeTheDtypeOfTheirData) {
  EXPECT_EQ(
      run(R"py(print(torch.tensor([1, 2.5]).dtype, torch.tensor([True]).dtype, torch.tensor([1]).dtype, torch.tensor([1j]).dtype)
print(torch.tensor(3).item(), torch.tensor([[1], [2]]).tolist(), torch.tensor([1], dtype=torch.float16))
tried(lambda: torch.tensor([[1], [2, 3]]))
)py"),
      R"py(torch.float32 torch.bool torch.int64 torch.complex64
3 [[1], [2]] tensor([1.], dtype=torch.float16)
ValueError: expected sequence of length 1 at dim 1 (got 2)
)py");
}

TEST(Operators, WrongCallsNameTheSizes) {
  EXPECT_EQ(
      run(R"py(tried(lambda: torch.add(torch.ones(2), torch.ones(3)))
tried(lambda: torch.ones(2, 3) @ torch.ones(2, 3))
tried(lambda: bool(torch.ones(2)))
)py"),
      R"py(RuntimeError: The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0
RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)
RuntimeError: Boolean value of Tensor with more than one value is ambiguous
)py");
}

TEST(Random, ASeedGivesTheNumbersOfPyTorch) {
  EXPECT_EQ(run(R"py(torch.manual_seed(0)
a = torch.rand(3)
torch.manual_seed(0)
print(torch.equal(a, torch.rand(3)), a)
)py"),
            R"py(True tensor([0.4963, 0.7682, 0.0885])
)py");
}

TEST(Script, CompiledFunctionsRunOnTensors) {
  EXPECT_EQ(run(R"py(@torch.jit.script
def f(x, n: int):
  for i in range(n):
    x = x + i
  return x
print(f(torch.zeros(2), 4))
try:
  f('a', 2)
except RuntimeError as error:
  print("Expected a value of type 'Tensor' for argument 'x'" in str(error))
)py"),
            R"py(tensor([6., 6.])
True
)py");
}

TEST(Trace, ATraceRunsOnOtherInputs) {
  EXPECT_EQ(run(R"py(t = torch.jit.trace(lambda x: x.relu() * 2, torch.ones(2))
print(t(torch.tensor([-1.0, 3.0])))
)py"),
            R"py(tensor([0., 6.])
)py");
}

TEST(Archive, ValuesAndModulesSurviveSavingAndLoading) {
  EXPECT_EQ(run(R"py(import io
class M(torch.nn.Module):
  def __init__(self):
    super().__init__()
    self.w = torch.nn.Parameter(torch.ones(2))
  def forward(self, x):
    return self.w * x
def again(save, load, value):
  buffer = io.BytesIO()
  save(value, buffer)
  buffer.seek(0)
  return load(buffer)
print(again(torch.save, torch.load, {'a': torch.ones(2), 'b': [1, 'x', None]}))
m = again(torch.jit.save, torch.jit.load, torch.jit.script(M()))
print(m(torch.tensor([3.0, 4.0])), [name for name, _ in m.named_parameters()])
)py"),
            R"py({'a': tensor([1., 1.]), 'b': [1, 'x', None]}
tensor([3., 4.], grad_fn=<MulBackward0>) ['w']
)py");
}

TEST(Script, TensorsAreDefaultsOfParameters) {
  EXPECT_EQ(run(R"py(@torch.jit.script
def f(x, h=torch.ones(2)):
  return x + h
@torch.jit.script
def g(x):
  return f(x)
print(f(torch.ones(2)), g(torch.zeros(2)), f(torch.ones(2), torch.ones(2) * 3))
)py"),
            "tensor([2., 2.]) tensor([1., 1.]) tensor([4., 4.])\n");
}

TEST(Script, TheReasonIsNamedWhereSomethingIsNotCompiled) {
  const std::string output = run(R"py(class Net(torch.nn.Module):
  def forward(self, x):
    return torch.nn.Unheard(x)
try:
  torch.jit.script(Net())
except Exception as error:
  print('Unheard' in str(error))
)py");
  EXPECT_EQ(output, "True\n");
}

TEST(Trace, ExportedMethodsReadSubmodulesAndIterateLists) {
  EXPECT_EQ(run(R"py(class Sub(torch.nn.Module):
  def __init__(self):
    super().__init__()
    self.k = 3
  def forward(self, x):
    return x * self.k
class Net(torch.nn.Module):
  def __init__(self):
    super().__init__()
    self.sub = Sub()
    self.layers = torch.nn.ModuleList([Sub(), Sub()])
  def forward(self, x):
    for layer in self.layers:
      x = layer(x)
    return x
  @torch.jit.export
  def total(self, n: int):
    for layer in self.layers:
      n += layer.k
    return n + self.sub.k
net = torch.jit.trace(Net(), torch.ones(2))
print(net(torch.ones(1)), net.total(1))
)py"),
            "tensor([9.]) 10\n");
}

TEST(Trace, ACustomAutogradFunctionIsNotSaved) {
  EXPECT_EQ(
      run(R"py(class Double(torch.autograd.Function):
  @staticmethod
  def forward(ctx, x):
    return x * 2
net = torch.jit.trace(lambda x: Double.apply(x), torch.ones(2))
print(net(torch.ones(1)))
tried(lambda: net.save('/nowhere/x.pt'))
)py"),
      "tensor([2.])\nRuntimeError: 'Double' is a custom autograd.Function, which PyTorch records "
      "as a call of Python code: the trace can't be saved\n");
}

TEST(Operators, MetaAndDataDontMix) {
  EXPECT_EQ(run(R"py(meta = torch.ones(2, device='meta')
tried(lambda: torch.ones(2) + meta)
tried(lambda: torch.cat([meta, torch.ones(2)]))
tried(lambda: (meta + torch.tensor(1.)).device)
)py"),
            "RuntimeError: Tensor on device meta is not on the expected device cpu!\n"
            "RuntimeError: Tensor on device cpu is not on the expected device meta!\nmeta\n");
}

}  // namespace
}  // namespace ts::eager
