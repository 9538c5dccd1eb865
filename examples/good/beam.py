"""One step of a beam search: the best continuations of the hypotheses found so far."""
from typing import List, NamedTuple, Optional, Tuple

import torch
from torch import Tensor


class Hypothesis(NamedTuple):
    tokens: List[int]
    score: float


def best_of(scores: Tensor, width: int) -> Tuple[List[float], List[int]]:
    top, where = torch.topk(scores.flatten(), width)
    values: List[float] = top.tolist()
    places: List[int] = where.tolist()
    return values, places


@torch.jit.script
def step(
    beam: List[Hypothesis],
    log_probs: Tensor,
    width: int,
    end_of_text: Optional[int] = None,
) -> List[Hypothesis]:
    assert len(beam) > 0, "a beam starts with one hypothesis"
    vocabulary = log_probs.size(1)
    scores = torch.tensor([h.score for h in beam]).unsqueeze(1) + log_probs
    values, places = best_of(scores, width)

    grown: List[Hypothesis] = []
    for value, place in zip(values, places):
        parent = beam[place // vocabulary]
        token = place % vocabulary
        if end_of_text is not None and len(parent.tokens) > 0:
            if parent.tokens[-1] == end_of_text:
                grown.append(parent)
                continue
        grown.append(Hypothesis(parent.tokens + [token], value))
    return grown
