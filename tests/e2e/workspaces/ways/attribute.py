"""A trainer that replaces its own model by the scripted one."""
import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self, actions):
        super().__init__()
        self.actions = nn.Linear(8, actions)

    def forward(self, state):
        logits = self.actions(state)
        return logits.choose()  # error: TS5001


class Trainer:
    def __init__(self, model, device="cpu"):
        self.model = model.to(device)
        self.steps = 0

    def compile(self):
        self.model = torch.jit.script(self.model)  # root

    def step(self, state):
        self.steps += 1
        return self.model(state)


def main():
    trainer = Trainer(Policy(actions=4))
    trainer.compile()
    trainer.step(torch.zeros(1, 8))


main()
