import torch

x = torch.arange(6.).reshape(2, 3)
storage = x.storage()
print(storage, list(storage), len(storage), storage.size(), storage.nbytes(), storage.element_size(), storage.dtype, storage.device)
print(storage.data_ptr() == x.data_ptr(), x.t().storage().data_ptr() == storage.data_ptr(), x[1].storage().data_ptr() == storage.data_ptr())
print(storage[3], storage.tolist(), type(storage).__name__, torch.is_storage(storage), len(storage.untyped()), x[1].storage_offset())
storage[1] = 5.
print(x, storage.clone().tolist())
storage.fill_(2)
print(x, type(x._storage()).__name__ if hasattr(x, "_storage") else "no _storage")
