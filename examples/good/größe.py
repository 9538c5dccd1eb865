"""Names and strings in any script: columns count characters, not bytes."""
from typing import Dict, List

import torch


@torch.jit.script
def größe(maße: List[int], 単位: str = "画素") -> str:
    fläche = 1
    for länge in maße:
        fläche *= länge
    return f"{fläche} {単位}² 🌰"


@torch.jit.script
def zähle(wörter: List[str]) -> Dict[str, int]:
    häufigkeit: Dict[str, int] = {}
    for wort in wörter:
        häufigkeit[wort] = häufigkeit.get(wort, 0) + 1
    return häufigkeit
