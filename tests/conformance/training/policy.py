# A policy gradient on a corridor: sampled actions, discounted returns, a baseline, RMSprop.
import torch
from torch import nn
import torch.nn.functional as F
from torch.distributions import Categorical

torch.manual_seed(7)
CELLS = 6


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(CELLS, 16)
        self.action, self.value = nn.Linear(16, 2), nn.Linear(16, 1)

    def forward(self, cell):
        h = torch.tanh(self.hidden(F.one_hot(torch.tensor(cell), CELLS).float()))
        return Categorical(logits=self.action(h)), self.value(h).squeeze()


policy = Policy()
optimizer = torch.optim.RMSprop(policy.parameters(), lr=0.01)


def episode():
    cell, steps = 0, []
    for i in range(20):
        choice, value = policy(cell)
        action = choice.sample()
        cell = min(cell + 1, CELLS - 1) if action.item() == 1 else max(cell - 1, 0)
        reward = 1.0 if cell == CELLS - 1 else -0.05
        steps.append((choice.log_prob(action), value, reward, choice.entropy()))
        if cell == CELLS - 1:
            break
    return steps


for number in range(100):
    steps = episode()
    returns, total = [], 0.0
    for _, _, reward, _ in reversed(steps):
        total = reward + 0.95 * total
        returns.insert(0, total)
    loss = sum(-log_prob * (r - value.item()) + F.smooth_l1_loss(value, torch.tensor(r)) - 0.01 * entropy
               for (log_prob, value, _, entropy), r in zip(steps, returns))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print('loss', loss.item())
print('accuracy', sum(5 / len(episode()) for _ in range(20)) / 20)
