// Tensors in pickles: how torch.save and torch.jit.save write them.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>

#include "core/archive/pickle_reader.h"
#include "core/tensor/tensor.h"

namespace ts::archive {

class TensorReader {
 public:
  // The bytes of a storage by its key; `bytes` is the least that it must have. Throws ArchiveError
  // when there is none.
  using Load = std::function<tensor::Storage(const std::string& key, size_t bytes)>;
  explicit TensorReader(Load load) : load_(std::move(load)) {}

  // Whether the node stands for a tensor or a parameter.
  static bool isTensor(const PickleNode& node);
  static bool isParameter(const PickleNode& node);
  // One tensor a node, one storage a key: what was tied is tied again. Throws ArchiveError naming
  // what is wrong.
  tensor::Tensor read(const PickleNode& node);

 private:
  struct Held {
    tensor::Storage storage;
    tensor::DType dtype;
  };
  Held storageOf(const PickleNode& persistent);

  Load load_;
  std::unordered_map<std::string, tensor::Storage> storages_;
  std::unordered_map<const PickleNode*, tensor::Tensor> tensors_;
};

// "torch.FloatStorage" for Float32, as a pickle names it; and back. Throws ArchiveError for unknown
// names.
std::string_view storageClassOf(tensor::DType dtype);
tensor::DType dtypeOfStorageClass(std::string_view name);

}  // namespace ts::archive
