"""The MNIST network of PyTorch's examples, scripted, saved and run."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.conv1 = nn.Conv2d(1, 8, 3, 1)
        self.conv2 = nn.Conv2d(8, 16, 3, 1)
        self.dropout1 = nn.Dropout(0.25)
        self.dropout2 = nn.Dropout(0.5)
        self.fc1 = nn.Linear(2304, 32)
        self.fc2 = nn.Linear(32, 10)

    def forward(self, x):
        x = self.conv1(x)
        x = F.relu(x)
        x = self.conv2(x)
        x = F.relu(x)
        x = F.max_pool2d(x, 2)
        x = self.dropout1(x)
        x = torch.flatten(x, 1)
        x = self.fc1(x)
        x = F.relu(x)
        x = self.dropout2(x)
        x = self.fc2(x)
        output = F.log_softmax(x, dim=1)
        return output


def test(model, images, targets):
    model.eval()
    loss = 0.0
    correct = 0
    with torch.no_grad():
        for data, target in zip(images.split(2), targets.split(2)):
            output = model(data)
            loss += F.nll_loss(output, target, reduction="sum").item()
            pred = output.argmax(dim=1, keepdim=True)
            correct += pred.eq(target.view_as(pred)).sum().item()
    loss /= len(images)
    print("\nTest set: Average loss: {:.3f}, Accuracy: {}/{} ({:.0f}%)\n".format(loss, correct, len(images), 100.0 * correct / len(images)))


torch.manual_seed(1)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = Net().to(device)
images, targets = torch.rand(6, 1, 28, 28), torch.randint(0, 10, (6,))
test(model, images, targets)
scripted = torch.jit.script(model)
print(scripted.code)
test(scripted, images, targets)
with torch.no_grad():
    print(torch.allclose(model(images), scripted(images), atol=1e-6))
torch.jit.save(scripted, "mnist_script.pt")
test(torch.jit.load("mnist_script.pt"), images, targets)
torch.save(model.state_dict(), "mnist_cnn.pt")
fresh = Net()
fresh.load_state_dict(torch.load("mnist_cnn.pt"))
test(fresh, images, targets)
frozen = torch.jit.freeze(scripted.eval())
with torch.no_grad():
    print(torch.allclose(frozen(images), model(images), atol=1e-5))
