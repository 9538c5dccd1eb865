"""The installed torchvision and its recorded models, for the suites that compile them."""
import json
import os

SOURCES = "/usr/lib/python3/dist-packages/torchvision"
RECORDED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "oracle", "torchvision.jsonl")


def recorded(models):
    """PyTorch's recorded answers for these models; all models when the list is empty."""
    with open(RECORDED, encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    return [record for record in records if not models or record["model"] in models]


def target(record):
    """The call that creates the record's model, as compile_batch reads it."""
    arguments = "weights=None, weights_backbone=None" if record["has_backbone"] else "weights=None"
    return f"{record['builder']}({arguments})"
