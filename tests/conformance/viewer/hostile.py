# A model whose names, constants and comments try to run as a script in a page: </script><script>window.attacked = 1</script>
from typing import Dict

import torch
from torch import Tensor, nn


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential()
        self.layers.add_module('<img src=x onerror=attacked=2>', nn.Linear(3, 3))
        self.layers.add_module('"><svg onload=attacked=3>', nn.ReLU())
        self.layers.add_module('x' * 10_000, nn.Linear(3, 3))

    def forward(self, x: Tensor) -> Dict[str, Tensor]:
        y = self.layers(x)  # </script><script>window.attacked = 4</script>
        print('</script><script>window.attacked = 5</script><!--', y.sum())
        return {'" onmouseover="window.attacked=6" x="&lt;': torch.relu(y)}  # <!-- <style>*{display:none}</style>
