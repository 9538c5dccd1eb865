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
        return F.log_softmax(x, dim=1)


def main():
    torch.manual_seed(1)
    model = Net()
    model.eval()
    print(model)
    data = torch.rand(4, 1, 28, 28)
    target = torch.randint(0, 10, (4,))
    with torch.no_grad():
        output = model(data)
        loss = F.nll_loss(output, target, reduction="sum").item()
        pred = output.argmax(dim=1, keepdim=True)
        correct = pred.eq(target.view_as(pred)).sum().item()
        print(output.shape, target.tolist(), pred.view(-1).tolist())
        print("Average loss: {:.3f}, Accuracy: {}/{} ({:.0f}%)".format(loss / 4, correct, 4, 100.0 * correct / 4))
        scripted = torch.jit.script(model)
        print(torch.allclose(scripted(data), output, atol=1e-5))
        print(scripted.code)


if __name__ == "__main__":
    main()
