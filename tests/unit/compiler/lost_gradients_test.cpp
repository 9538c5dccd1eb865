// Diagnostics of training code that loses gradients.
#include "tests/unit/compiler/marked_source.h"

namespace ts::compiler {
namespace {

void check(const std::string& body) {
  const std::string text =
      "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n" + body;
  const testing::Marked marked = testing::expectMarked(text, Roots::Explicit, checkGradients);
  for (const diag::Diagnostic& d : marked.diagnostics) EXPECT_FALSE(d.notes.empty()) << d.message;
}

// Checks a function that gets a network, an optimizer, a batch x and targets y.
void checkTraining(const std::string& body) {
  check("def train(net, x, y):\n    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)\n" +
        body + "\n");
}

TEST(LostGradients, numbersHaveNone) {
  checkTraining(R"(
    loss = F.mse_loss(net(x), y).item()  #! TS8101
    loss.backward())");
  checkTraining(R"(
    loss = F.mse_loss(net(x), y)
    print(loss.item())
    loss.backward())");
  checkTraining(R"(
    total = 0
    for part in x:
        total += F.mse_loss(net(part), y).item()  #! TS8101
    total.backward())");
}

TEST(LostGradients, aNumberIsAConstantTermOfALoss) {
  checkTraining(R"(
    out = net(x)
    loss = F.mse_loss(out, y) + 0.1 * out.abs().mean().item()  #! TS8101
    loss.backward())");
  checkTraining(R"(
    out = net(x)
    loss = F.mse_loss(out, y)
    loss += torch.tensor(out.abs().mean())  #! TS8103
    loss.backward())");
  // A factor is often meant as a constant, and so is the sum that is only printed.
  checkTraining(R"(
    out = net(x)
    loss = F.mse_loss(out, y) * out.abs().mean().item()
    total = loss + out.mean().item()
    print(total)
    loss.backward())");
  // A straight-through estimator.
  checkTraining(R"(
    out = net(x)
    hard = out + (out.round() - out).detach()
    F.mse_loss(hard, y).backward())");
}

TEST(LostGradients, detachedLossesHaveNone) {
  checkTraining(R"(
    loss = F.mse_loss(net(x), y)
    loss = loss.detach()  #! TS8102
    loss.backward())");
  checkTraining(R"(
    loss = F.mse_loss(net(x), y).data  #! TS8102
    loss.requires_grad = True
    loss.backward())");
  checkTraining(R"(
    target = net(x).detach()
    F.mse_loss(net(x), target).backward())");
  checkTraining(R"(
    x = net(x).detach().requires_grad_()
    x.sum().backward())");
  checkTraining(R"(
    loss = F.mse_loss(net(x), y)
    if y is None:
        loss = loss.detach()
    loss.backward())");
}

TEST(LostGradients, copiesHaveNoHistory) {
  checkTraining(R"(
    losses = []
    for part in x:
        losses.append(F.mse_loss(net(part), y))
    loss = torch.tensor(losses).mean()  #! TS8103
    loss.backward())");
  checkTraining(R"(
    loss = torch.tensor(F.mse_loss(net(x), y), requires_grad=True)  #! TS8103
    loss.backward())");
  check(R"(
def f():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    x.sum().backward()
    y = torch.tensor(3.0, requires_grad=True)
    y.backward()
)");
}

TEST(LostGradients, functionsReturnWhatTheyCompute) {
  check(R"(
def loss_of(out, y):
    return ((out - y) ** 2).mean().item()  #! TS8101

def train(net, x, y):
    loss = loss_of(net(x), y)
    loss.backward()
)");
}

TEST(LostGradients, blocksWithoutGradients) {
  checkTraining(R"(
    with torch.no_grad():  #! TS8105
        loss = F.mse_loss(net(x), y)
    loss.backward())");
  checkTraining(R"(
    with torch.no_grad():
        target = F.softmax(net(x), 1)
        with torch.enable_grad():
            loss = F.mse_loss(net(x), target)
    loss.backward())");
  checkTraining(R"(
    with torch.set_grad_enabled(x is None):
        loss = F.mse_loss(net(x), y)
    loss.backward())");
}

TEST(LostGradients, savedTensorsAreNotChanged) {
  checkTraining(R"(
    h = torch.sigmoid(net(x))
    h += 1  #! TS8104
    h.sum().backward())");
  checkTraining(R"(
    h = torch.exp(net(x))
    loss = h.sum()
    h[0] = 0  #! TS8104
    loss.backward())");
  checkTraining(R"(
    h = torch.exp(net(x))
    h = h + 1
    h += 1
    h.sum().backward())");
  checkTraining(R"(
    h = torch.exp(net(x))
    h.sum().backward()
    h.zero_())");
  check(R"(
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
        self.b = nn.Linear(3, 3)

    def forward(self, x):
        h = F.relu(self.a(x))
        h += x  #! TS8104
        return self.b(h)

Net()(torch.randn(2, 3)).sum().backward()
)");
}

TEST(LostGradients, layersThatNoLossReaches) {
  check(R"(
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
        self.b = nn.Linear(3, 3)  #! TS8106
        self.c = nn.Linear(3, 3)  #! TS8105
        self.d = nn.Linear(3, 3)

    def forward(self, x):
        with torch.no_grad():
            x = self.c(x)
        return self.a(x)

Net()(torch.randn(2, 3)).sum().backward()
print(Net().d)
)");
  check(R"(
class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)

    def forward(self, x):
        return x

class Net(Base):
    def forward(self, x):
        return list(self.children())[0](x)

class Other(nn.Module):
    def __init__(self):
        super().__init__()
        self.a1 = nn.Linear(3, 3)

    def forward(self, x):
        return getattr(self, "a" + "1")(x)

Net()(torch.randn(2, 3)).sum().backward()
)");
}

TEST(LostGradients, errorsThatTheCodeExpects) {
  checkTraining(R"(
    loss = net(x).sum().detach()
    try:
        loss.backward()
    except RuntimeError:
        pass)");
  check(R"(
import pytest

def test(net, x):
    loss = net(x).sum().detach()
    with pytest.raises(RuntimeError):
        loss.backward()
)");
}

TEST(LostGradients, theFixKeepsTheTensor) {
  const testing::Marked marked = testing::expectMarked(
      "def f(x):\n    loss = x.sum().item()  #! TS8101\n    loss.backward()\n", Roots::Explicit,
      checkGradients);
  ASSERT_EQ(marked.diagnostics.size(), 1u);
  const diag::Diagnostic& problem = marked.diagnostics[0];
  EXPECT_EQ(problem.range.text(), "x.sum().item()");
  ASSERT_EQ(problem.labels.size(), 1u);
  EXPECT_EQ(problem.labels[0].range.text(), "loss.backward()");
  ASSERT_EQ(problem.fixes.size(), 1u);
  EXPECT_FALSE(problem.fixes[0].safe);
  EXPECT_EQ(problem.fixes[0].edits[0].range.text(), ".item()");
}

}  // namespace
}  // namespace ts::compiler
