#include "core/archive/tensor_reader.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/archive/archive_error.h"
#include "core/tensor/error.h"

namespace ts::archive {
namespace {

using Kind = PickleNode::Kind;
using tensor::DType;

struct Row {
  std::string_view name;
  DType dtype;
};
constexpr Row kStorages[] = {
    {"torch.FloatStorage", DType::Float32},
    {"torch.DoubleStorage", DType::Float64},
    {"torch.HalfStorage", DType::Float16},
    {"torch.BFloat16Storage", DType::BFloat16},
    {"torch.LongStorage", DType::Int64},
    {"torch.IntStorage", DType::Int32},
    {"torch.ShortStorage", DType::Int16},
    {"torch.CharStorage", DType::Int8},
    {"torch.ByteStorage", DType::UInt8},
    {"torch.BoolStorage", DType::Bool},
    {"torch.ComplexFloatStorage", DType::Complex64},
    {"torch.ComplexDoubleStorage", DType::Complex128},
};

constexpr std::string_view kRebuild = "torch._utils._rebuild_tensor_v2",
                           kRebuildOld = "torch._utils._rebuild_tensor",
                           kRebuildParameter = "torch._utils._rebuild_parameter";

const PickleNode& argument(const PickleNode& call, size_t i, Kind kind, const char* what) {
  const std::vector<PickleNode*>& arguments = call.items[1]->items;
  if (i >= arguments.size() || !arguments[i]->is(kind))
    refuse("a tensor in the pickle has no {}", what);
  return *arguments[i];
}

tensor::Dims dims(const PickleNode& tuple, ObjectBudget& budget) {
  budget.charge(tuple.items.size(), sizeof(int64_t));
  tensor::Dims result;
  for (const PickleNode* item : tuple.items) {
    if (!item->is(Kind::Int)) refuse("a tensor in the pickle has a size that is not an integer");
    result.push_back(item->integer);
  }
  return result;
}

// Vector instructions and C++ need aligned elements. Records of PyTorch are aligned, those of other
// writers of ZIP files may not be.
tensor::Storage aligned(tensor::Storage storage) {
  constexpr size_t kAlignment = alignof(std::max_align_t);
  if (reinterpret_cast<uintptr_t>(storage->data()) % kAlignment == 0) return storage;
  tensor::Storage copy = tensor::allocate(storage->bytes());
  std::memcpy(copy->data(), storage->data(), storage->bytes());
  return copy;
}

// In memory a bool has the byte 0 or 1; a damaged file may have others, which count as true.
tensor::Storage withTrueBools(tensor::Storage storage, size_t count) {
  const auto* from = reinterpret_cast<const uint8_t*>(storage->data());
  if (std::all_of(from, from + count, [](uint8_t byte) { return byte <= 1; })) return storage;
  tensor::Storage copy = tensor::allocate(count);
  std::transform(from, from + count, reinterpret_cast<uint8_t*>(copy->data()),
                 [](uint8_t byte) { return static_cast<uint8_t>(byte != 0); });
  return copy;
}

}  // namespace

std::string_view storageClassOf(DType dtype) {
  for (const Row& row : kStorages)
    if (row.dtype == dtype) return row.name;
  refuse("tensors of dtype {} can't be written", nameOf(dtype));
}

DType dtypeOfStorageClass(std::string_view name) {
  for (const Row& row : kStorages)
    if (row.name == name) return row.dtype;
  refuse("contains tensors of {}, which are not supported", name);
}

bool TensorReader::isParameter(const PickleNode& node) { return node.isCallOf(kRebuildParameter); }
bool TensorReader::isTensor(const PickleNode& node) {
  return node.isCallOf(kRebuild) || node.isCallOf(kRebuildOld) || isParameter(node);
}

TensorReader::Held TensorReader::storageOf(const PickleNode& persistent) {
  const PickleNode& id = *persistent.items[0];
  // Format: ('storage', class, key, device, number of elements)
  if (!id.is(Kind::Tuple) || id.items.size() < 5 || !id.items[0]->is(Kind::String) ||
      id.items[0]->text != "storage" || !id.items[1]->is(Kind::Global) ||
      !id.items[2]->is(Kind::String) || !id.items[4]->is(Kind::Int))
    refuse("refers to a persistent object that is not the storage of a tensor");
  const std::string& key = id.items[2]->text;
  const DType dtype = dtypeOfStorageClass(id.items[1]->text);
  const long long count = id.items[4]->integer;
  if (count < 0 || count > static_cast<long long>(tensor::kMaxTensorBytes / sizeOf(dtype)))
    refuse("storage '{}' can't have {} elements", key, count);
  // A damaged file may name one storage with two classes; only that of bool restricts the bytes.
  const std::string name = dtype == DType::Bool ? key + " of bool" : key;
  auto storage = storages_.find(name);
  if (storage == storages_.end()) {
    tensor::Storage loaded = aligned(load_(key, static_cast<size_t>(count) * sizeOf(dtype)));
    if (dtype == DType::Bool) loaded = withTrueBools(std::move(loaded), static_cast<size_t>(count));
    storage = storages_.emplace(name, std::move(loaded)).first;
  }
  return {storage->second, dtype};
}

tensor::Tensor TensorReader::read(const PickleNode& node) {
  if (auto entry = tensors_.find(&node); entry != tensors_.end()) return entry->second;
  budget_->charge(sizeof(tensor::TensorImpl) + 6 * sizeof(void*));  // with its entry in tensors_
  tensor::Tensor tensor;
  if (isParameter(node)) {
    const PickleNode& data = argument(node, 0, Kind::Call, "data");
    if (!isTensor(data) || isParameter(data)) refuse("a parameter in the pickle has no tensor");
    const tensor::Tensor held = read(data);
    tensor = tensor::view(held, held.sizes(), held.strides(), held.offset());
    tensor.impl()->requiresGrad = argument(node, 1, Kind::Bool, "flag for gradients").integer != 0;
  } else {
    const Held held = storageOf(argument(node, 0, Kind::Persistent, "storage"));
    try {
      tensor = tensor::onStorage(held.storage, held.dtype,
                                 dims(argument(node, 2, Kind::Tuple, "sizes"), *budget_),
                                 dims(argument(node, 3, Kind::Tuple, "strides"), *budget_),
                                 argument(node, 1, Kind::Int, "offset").integer);
    } catch (const tensor::Error& error) {
      refuse("a tensor in the pickle is invalid: {}", error.what());
    }
    if (node.isCallOf(kRebuild))
      tensor.impl()->requiresGrad =
          argument(node, 4, Kind::Bool, "flag for gradients").integer != 0;
  }
  tensors_.emplace(&node, tensor);
  return tensor;
}

}  // namespace ts::archive
