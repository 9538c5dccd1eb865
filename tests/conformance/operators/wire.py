"""Converts values to the JSON of operator_batch, which its opening comment describes, and back."""

import base64

import torch


BOOLS_BECOME_INTS = torch.__version__.startswith("1.")  # in calls by torch.ops, where a schema has a number


def number(value):
    """The number of a value of torch's enumerations; other values are unchanged."""
    return {torch.uint8: 0, torch.int8: 1, torch.int16: 2, torch.int32: 3, torch.int64: 4, torch.float16: 5,
            torch.float32: 6, torch.float64: 7, torch.complex64: 9, torch.complex128: 10, torch.bool: 11,
            torch.bfloat16: 15, torch.contiguous_format: 0, torch.preserve_format: 1, torch.channels_last: 2,
            torch.channels_last_3d: 3, torch.strided: 0}.get(value, value)


def storage_of(tensor):
    """The bytes of a tensor, as torch.Tensor.set_ takes them; PyTorch 1.13 has no public name for them."""
    return tensor.untyped_storage() if hasattr(tensor, "untyped_storage") else tensor.storage()._storage


def bytes_of(tensor):
    """A tensor of bytes that shares the tensor's whole storage."""
    return torch.empty(0, dtype=torch.uint8).set_(storage_of(tensor))


class Packer:
    """Packs the arguments of one call; tensors that share a storage keep sharing it."""

    def __init__(self):
        self.storages = []  # tensors of bytes

    def tensor(self, value, wrapped=False):
        data = bytes_of(value)
        same = [i for i, known in enumerate(self.storages)
                if known.data_ptr() == data.data_ptr() and known.numel() == data.numel() and data.numel()]
        if not same:
            self.storages.append(data)
        packed = {"t": "tensor", "dtype": str(value.dtype).partition(".")[2], "sizes": list(value.shape),
                  "strides": list(value.stride()), "offset": value.storage_offset(),
                  "storage": same[0] if same else len(self.storages) - 1}
        if value.is_conj():
            packed["conj"] = True
        return packed | ({"wrapped": True} if wrapped else {})

    def value(self, value, kind, size=None):
        """kind: the argument's type in the schema, as an annotation."""
        if value is None:
            return None
        if kind.startswith("Optional["):
            return self.value(value, kind[len("Optional["):-1], size)
        if kind.startswith("List["):
            element = kind[len("List["):-1]
            items = list(value) if isinstance(value, (list, tuple, torch.Size)) else [value] * (size or 1)
            return {"t": "list", "e": element, "v": [self.value(item, element) for item in items]}
        if kind == "number" and isinstance(value, bool) and BOOLS_BECOME_INTS:
            value = int(value)
        value = number(value) if not isinstance(value, (torch.Tensor, list)) else value
        if kind == "Tensor" and not isinstance(value, torch.Tensor):
            return self.tensor(torch.tensor(value, dtype=torch.float64 if isinstance(value, float) else None), wrapped=True)
        if isinstance(value, torch.Tensor):
            return self.tensor(value)
        if isinstance(value, complex):
            return {"t": "complex", "re": value.real.hex(), "im": value.imag.hex()}
        if isinstance(value, float) or kind == "float":
            return {"t": "float", "v": float(value).hex()}
        if isinstance(value, torch.device):
            return {"t": "device", "v": str(value)}
        return value

    def encoded(self):
        # Encodes copies, because a storage that NumPy has used cannot grow.
        return [base64.b64encode(data.clone().numpy().tobytes()).decode() for data in self.storages]


def unpack(value, storages):
    """storages: tensors of bytes."""
    if not isinstance(value, dict):
        return value
    if value["t"] == "float":
        return float.fromhex(value["v"]) if value["v"] not in ("-nan", "nan") else float("nan")
    if value["t"] == "complex":
        return complex(float.fromhex(value["re"].replace("-nan", "nan")), float.fromhex(value["im"].replace("-nan", "nan")))
    if value["t"] == "list":
        return [unpack(item, storages) for item in value["v"]]
    if value["t"] == "device":
        return torch.device(value["v"])
    if value["t"] != "tensor":
        raise ValueError(f"a result of kind {value['t']}")
    made = torch.empty(0, dtype=getattr(torch, value["dtype"]))
    made.set_(storage_of(storages[value["storage"]]), value["offset"], value["sizes"], value["strides"])
    return torch.conj(made) if value.get("conj") else made


def fresh(value, packed, storages):
    """The value with tensors on copies of their storages. `packed` is Packer's result for the value."""
    if isinstance(value, torch.Tensor):
        return unpack(packed, storages)
    if isinstance(value, (list, tuple)) and isinstance(packed, dict) and packed["t"] == "list":
        return [fresh(item, form, storages) for item, form in zip(value, packed["v"])]
    return value


def storages_of(texts):
    """Copies of the storages, because a storage on Python's bytes cannot grow."""
    return [torch.frombuffer(bytearray(base64.b64decode(text)), dtype=torch.uint8).clone() if text
            else torch.empty(0, dtype=torch.uint8) for text in texts]
