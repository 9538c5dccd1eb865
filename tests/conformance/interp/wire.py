"""Converts values to the JSON of interp_batch, which its opening comment describes, and back."""
import enum

import torch


def hexed(value):
    return {"float": "nan" if value != value else float(value).hex()}


def number(value):
    if isinstance(value, complex):
        return {"complex": [hexed(value.real)["float"], hexed(value.imag)["float"]]}
    return hexed(value) if isinstance(value, float) else value


def pack(value, kind=None):
    """kind: the value's torch._C.Type, which has the element types of lists and dicts."""
    if kind is not None and kind.kind() == "OptionalType":
        return None if value is None else pack(value, kind.getElementType())
    if isinstance(value, torch.Tensor):
        flat = value.detach().reshape(-1).resolve_conj().tolist()
        packed = {"tensor": str(value.dtype).partition(".")[2], "sizes": list(value.shape), "data": [number(item) for item in flat]}
        return packed | ({"grad": True} if value.requires_grad else {})
    if isinstance(value, (bool, int, float, complex, str)) or value is None:
        return number(value)
    if isinstance(value, torch.device):
        return {"device": str(value)}
    if isinstance(value, tuple):
        kinds = kind.elements() if kind is not None and kind.kind() == "TupleType" else [None] * len(value)
        return {"tuple": [pack(item, one) for item, one in zip(value, kinds)]}
    if isinstance(value, enum.Enum):
        return {"enum": value.name}
    if isinstance(value, list):
        element = kind.getElementType() if kind is not None else None
        return {"list": [pack(item, element) for item in value], "of": element.str() if element is not None else "Any"}
    if isinstance(value, dict):
        entries = [[pack(key, kind and kind.getKeyType()), pack(item, kind and kind.getValueType())] for key, item in value.items()]
        return {"dict": entries, "of": kind.str() if kind is not None else ""}
    return {"object": type(value).__name__}


def plain(packed):
    """The value without element types, which results do not have."""
    if isinstance(packed, dict):
        return {key: plain(item) for key, item in packed.items() if key not in ("of", "grad")}
    return [plain(item) for item in packed] if isinstance(packed, list) else packed


def close(ours, theirs, tolerance=1e-5):
    """True when two packed values are equal: floats within rounding, all NaN equal."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        if "float" in theirs and "float" in ours:
            return near(ours["float"], theirs["float"], tolerance)
        if "complex" in theirs and "complex" in ours:
            return all(near(a, b, tolerance) for a, b in zip(ours["complex"], theirs["complex"]))
        if "object" in theirs:
            return "object" in ours
        return ours.keys() == theirs.keys() and all(close(ours[key], theirs[key], tolerance) for key in theirs)
    if isinstance(theirs, list) and isinstance(ours, list):
        return len(ours) == len(theirs) and all(close(a, b, tolerance) for a, b in zip(ours, theirs))
    return type(ours) is type(theirs) and ours == theirs


def near(a, b, tolerance):
    a, b = (float("nan") if text.endswith("nan") else float.fromhex(text) for text in (a, b))
    return a == b or (a != a and b != b) or abs(a - b) <= tolerance * max(abs(a), abs(b), 1e-30)
