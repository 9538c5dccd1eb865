// Diagnostics of traced functions and modules.
#include "tests/unit/compiler/marked_source.h"

namespace ts::compiler {
namespace {

void check(const std::string& body) {
  std::string text =
      "import math\nimport random\nimport torch\nfrom torch import nn\nimport torch.nn.functional "
      "as F\n" +
      body;
  for (const diag::Diagnostic& d : testing::expectMarked(text).diagnostics)
    EXPECT_FALSE(d.labels.empty()) << d.message;
}

// Checks f(x) with this body, traced with a matrix.
void checkFunction(const std::string& body, const std::string& flags = "") {
  check("def f(x):\n" + body + "\n\ntorch.jit.trace(f, torch.rand(2, 3)" + flags + ")\n");
}
// Checks forward(self, x) of a module with these attributes, traced with a matrix.
void checkNet(const std::string& init, const std::string& body,
              const std::string& construction = "Net().eval()") {
  check("class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n" + init +
        "\n    def forward(self, x):\n" + body + "\n\ntorch.jit.trace(" + construction +
        ", torch.rand(2, 3))\n");
}

TEST(TraceHazards, conditionOnDataIsTakenOneWay) {
  checkFunction(R"(
    if x.sum() > 0:  #! TS7001
        x = x + 1
    while x.max() > 3:  #! TS7001
        x = x / 2
    y = x if x.any() else -x  #! TS7001
    assert x.sum() > 0  #! TS7001
    z = not x[0, 0]  #! TS7001
    return y)");
}

TEST(TraceHazards, devicesOfTensorsAreKept) {
  checkFunction(R"(
    y = torch.zeros(2, 3, device=x.device)  #! TS7019
    y = torch.tensor(1.0, device=x.device)  #! TS7019
    device = x.device
    y = torch.arange(3, device=device)  #! TS7019
    y = y.to(x.device)  #! TS7019
    y = y.to(x)  #! TS7019
    y = y.to(other=x, copy=True)  #! TS7019
    y = x.new_zeros(2, device=device)  #! TS7019
    y = x.new_zeros(2) + torch.zeros_like(x) + torch.zeros(3) + y.type_as(x)
    y = torch.zeros(2, 3, dtype=x.dtype, device="cpu")
    return x + y)");
  checkNet("        self.scale = nn.Linear(3, 3)\n        self.start = torch.device('cpu')\n", R"(
        y = torch.zeros(3, device=self.scale.weight.device)  #! TS7019
        return x + y + torch.zeros(3, device=self.start))");
}

TEST(TraceHazards, scriptedFunctionsAskForTheDeviceAtEachCall) {
  check(R"(
@torch.jit.script
def places(x: torch.Tensor):
    return torch.arange(3, device=x.device)

def f(x):
    return x + places(x)

torch.jit.trace(f, torch.rand(2, 3))
)");
}

TEST(TraceHazards, positionalAndNamedDimensionsGiveTheSameWarnings) {
  checkFunction(R"(
    if x.sum(1).mean() > 0:  #! TS7001
        x = x + 1
    if x.sum(dim=1).mean() > 0:  #! TS7001
        x = x + 1
    lowest, highest = torch.aminmax(x, dim=1)
    if lowest.sum() > 0:  #! TS7001
        x = x + 1
    if x.aminmax().max > 0:  #! TS7001
        x = x + 1
    largest, places = x.max(1)
    smallest, places = x.min(dim=1)
    if largest.sum() > 0:  #! TS7001
        x = x + 1
    if smallest.sum() > 0:  #! TS7001
        x = x + 1
    return x)");
}

TEST(TraceHazards, conditionOnSizeIsTakenOneWay) {
  checkFunction(R"(
    n = x.shape[0]
    if n > 2:  #! TS7002
        x = x + 1
    if x.size(0) * 2 == 4 and x.numel() > 3:  #! TS7002 TS7002
        x = x + 1
    if x.shape == (2, 3):  #! TS7002
        x = x + 1
    if n in (1, 2):  #! TS7002
        x = x + 1
    return x * max(n, 3)  #! TS7002)");
}

TEST(TraceHazards, sizeInPlaceOfATupleIsRefused) {
  std::string body = R"(
    y = F.avg_pool2d(x, x.size(0))  #! TS7108
    y = F.avg_pool2d(x, 2, x.size(0))  #! TS7108
    y = F.avg_pool2d(x, (x.size(0), x.size(1)))
    y = F.max_pool2d(x, 2, padding=x.size(0))  #! TS7108
    y = F.max_pool2d(x, 2, 2, 0, x.size(0))  #! TS7108
    y = F.adaptive_max_pool2d(x, x.size(0))  #! TS7108
    y = F.conv2d(x, x, None, x.size(0))  #! TS7108
    y, where = F.max_pool2d(x, 2, return_indices=True)
    return y)";
  checkFunction(body);
  for (size_t at = 0; (at = body.find("\n    ", at)) != body.npos; at += 9)
    body.insert(at + 1, "    ");
  checkNet("        self.n = 1\n", body);
}

TEST(TraceHazards, conditionOnDtypeOrDimensionsIsTakenOneWay) {
  checkFunction(R"(
    if x.dtype == torch.float32:  #! TS7003
        x = x + 1
    if x.dim() > 1:  #! TS7003
        x = x + 1
    if len(x.shape) > 1 or x.is_cuda:  #! TS7003 TS7003
        x = x + 1
    return x)");
}

TEST(TraceHazards, checkOfTheInputIsNotAHazard) {
  checkFunction(R"(
    if x.dim() != 2:
        raise ValueError("two dimensions are wanted")
    assert x.dtype == torch.float32
    return x + 1)");
}

TEST(TraceHazards, loopOverSizeIsUnrolled) {
  checkFunction(R"(
    s = torch.zeros(3)
    for i in range(x.shape[0]):  #! TS7004
        s = s + x[i]
    for row in x.unbind(0):  #! TS7004
        s = s + row
    a, b = x.chunk(2)
    return s + a + b)");
}

TEST(TraceHazards, numberIsKept) {
  checkFunction(R"(
    a = int(x.size(0))  #! TS7005
    b = float(x[0, 0])  #! TS7005
    c = x.sum().item()  #! TS7005
    d = math.sqrt(x.shape[1])  #! TS7005
    e = bool(x.any())  #! TS7005
    if c > 0:
        x = x + 1
    return x * a * b * c * d)");
}

TEST(TraceHazards, listOrArrayIsKept) {
  checkFunction(R"(
    a = x.tolist()  #! TS7006
    b = x.numpy()  #! TS7006
    return x)");
}

TEST(TraceHazards, lengthIsKept) { checkFunction("    return x * len(x)  #! TS7007"); }

TEST(TraceHazards, iterationIsUnrolled) {
  checkFunction(R"(
    s = torch.zeros(3)
    for row in x:  #! TS7008
        s = s + row
    a, b = x  #! TS7008
    for i, row in enumerate(x):  #! TS7008
        s = s + row * i
    return torch.stack([row + 1 for row in x]) + s  #! TS7008)");
}

TEST(TraceHazards, constructedTensorIsKept) {
  checkFunction(R"(
    a = torch.tensor([x.shape[0], 3])  #! TS7009
    b = torch.as_tensor(x[0])  #! TS7009
    c = torch.tensor([1.0, 2.0])
    return x + a.sum())");
}

TEST(TraceHazards, argumentsMayBeStarredOrKeywords) {
  checkFunction(R"(
    a = x.new_tensor(data=[x.shape[0]])  #! TS7009
    for row in torch.unbind(input=x):  #! TS7004
        a = a + row.sum()
    isinstance(x, *())
    return x + a)");
}

TEST(TraceHazards, tensorAsIndexOfPythonSequenceIsKept) {
  checkFunction(R"(
    table = [1.0, 2.0, 3.0]
    a = table[x.shape[0]]  #! TS7010
    rows = torch.stack([x[0]] * x.shape[0])  #! TS7010
    y = x[x.argmax()]
    return x[x > 2])");
}

TEST(TraceHazards, valueStretchedByAssignmentIsKept) {
  checkFunction(R"(
    y = x.clone()
    y[:, :] = x[0]  #! TS7011
    y[0] = x[1]
    y[:, 0] = x.sum()
    y[x > 1] = 0
    return y)");
}

TEST(TraceHazards, dataIsNotSeenThrough) {
  checkFunction(R"(
    y = x.data  #! TS7012
    return x.detach() * 2)");
}

TEST(TraceHazards, randomnessCannotBeChecked) {
  checkFunction("    return x + torch.rand(3)  #! TS7013");
  checkFunction("    return F.dropout(x, 0.5)  #! TS7013");
  checkFunction("    return F.dropout(x, 0.5, training=False)");
  checkFunction("    return F.dropout(x, 0)");
  checkFunction("    return x + torch.rand(3)", ", check_trace=False");
}

TEST(TraceHazards, randomNumberOfPythonIsKept) {
  checkFunction("    return x + random.random()  #! TS7014");
}

TEST(TraceHazards, moduleInTrainingModeStaysInIt) {
  std::string init = "        self.drop = nn.Dropout(0.5)";
  checkNet(init, "        return self.drop(x)  #! TS7015", "Net()");
  checkNet(init, "        return self.drop(x)");
}

TEST(TraceHazards, resizeIsNotSeen) {
  checkFunction(R"(
    y = x.clone()
    y.resize_(3)  #! TS7016
    return x)");
}

TEST(TraceHazards, listAsOutputWarns) {
  checkFunction("    return [x + 1, x]  #! TS7017");
  checkFunction("    return [x + 1, x]", ", strict=False");
  checkFunction("    return x + 1, x");
}

TEST(TraceHazards, codeThatMakesTraceRaiseIsAnError) {
  checkFunction("    return torch.jit.trace(torch.relu, x)(x)  #! TS7101");
  checkFunction("    return {'a': x}  #! TS7102");
  checkFunction("    return {'a': x}", ", strict=False");
}

TEST(TraceHazards, capturedTensorCannotRequireGrad) {
  check(R"(
w = torch.ones(3, requires_grad=True)

def f(x):
    return x + w  #! TS7103

torch.jit.trace(f, torch.rand(2, 3))
)");
}

TEST(TraceHazards, outputMustBeComputed) {
  check(R"(
w = torch.ones(3)

def f(x):
    return w  #! TS7104

torch.jit.trace(f, torch.rand(2, 3))
)");
}

TEST(TraceHazards, outputMustBeTensors) {
  checkFunction("    return x, 3  #! TS7106");
  checkFunction("    return x, None  #! TS7106");
  checkFunction("    return x, x.shape[0]");
  check("def f(x):  #! TS7105\n    x + 1\n\ntorch.jit.trace(f, torch.rand(2, 3))\n");
}

TEST(TraceHazards, functionsThatAreCalledAreLookedInto) {
  check(R"(
def scale(x, n: int):
    if n > 2:  #! TS7002
        return x * 2
    return x

def f(x):
    return scale(x, x.shape[0])

torch.jit.trace(f, (torch.rand(2, 3),))
)");
}

TEST(TraceHazards, methodsAndSubmodulesAreLookedInto) {
  check(R"(
class Inner(nn.Module):
    def forward(self, x):
        return x * len(x)  #! TS7007

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(3, 3), Inner()])

    def helper(self, x):
        if x.sum() > 0:  #! TS7001
            return x
        return -x

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.helper(x)

torch.jit.trace(Net().eval(), torch.rand(2, 3))
)");
}

TEST(TraceHazards, sizesOfParametersAreConstant) {
  checkNet("        self.weight = nn.Parameter(torch.rand(3, 3))\n        self.deep = False", R"(
        for i in range(self.weight.shape[0]):
            x = x + self.weight[i]
        if self.deep:
            x = x * len(x)
        return x)");
}

TEST(TraceHazards, scriptFunctionsMayBranch) {
  check(R"(
@torch.jit.script
def flip(x):
    if bool(x.sum() > 0):
        return x
    return -x

def f(x):
    return flip(x)

torch.jit.trace(f, torch.rand(2, 3))
)");
}

TEST(TraceHazards, untracedValuesAreSilent) {
  check(R"(
def f(x):
    for row in x:
        x = x + row.item()
    return [len(x)]

print(f(torch.rand(2, 3)))
)");
}

TEST(TraceHazards, codeForOtherArgumentsIsSilent) {
  checkFunction(R"(
    def inner(y):
        return len(y)
    if torch.jit.is_scripting():
        return x * len(x)
    if x is None:
        return x * len(x)
    return x + 1)");
}

TEST(TraceHazards, valuesThatMayNotBeTensorsAreSilent) {
  check(R"(
def f(x, mask=None, deep=False):
    if mask is not None:
        x = x * len(mask)
    if deep:
        x = x * len(x)
    for part in unknown(x):
        x = x + part.item()
    return x

def unknown(x):
    return getattr(x, "parts")

torch.jit.trace(f, torch.rand(2, 3))
)");
}

TEST(TraceHazards, fieldsOfNamedResultsAreTraced) {
  checkFunction(R"(
    if x.sort(1).values[0, 0] > 0:  #! TS7001
        x = x + 1
    if torch.max(x, dim=1).indices[0] > 0:  #! TS7001
        x = x + 1
    if x.chunk(2)[0].sum() > 0:  #! TS7001
        x = x + 1
    if torch.where(x > 0)[0].numel() > 0:  #! TS7002
        x = x + 1
    for part in x.chunk(2, dim=1):
        x = x + part.sum()
    return x)");
}

}  // namespace
}  // namespace ts::compiler
