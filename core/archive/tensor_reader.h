// Reads tensors from pickles of torch.save and torch.jit.save.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>

#include "core/archive/pickle_reader.h"
#include "core/tensor/tensor.h"

namespace ts::archive {

class TensorReader {
 public:
  // Returns the storage with this key, which must have at least `bytes` bytes. Throws ArchiveError
  // if it is missing or too small.
  using Load = std::function<tensor::Storage(const std::string& key, size_t bytes)>;
  // The budget is that of the file, for tensors and for the objects around them.
  TensorReader(Load load, std::shared_ptr<ObjectBudget> budget)
      : load_(std::move(load)), budget_(std::move(budget)) {}

  // True if the node represents a tensor (isTensor) or a parameter (isParameter).
  static bool isTensor(const PickleNode& node);
  static bool isParameter(const PickleNode& node);
  // Returns the tensor of a node. There is one tensor per node and one storage per key, so shared
  // memory is shared again. Throws ArchiveError for an invalid tensor.
  tensor::Tensor read(const PickleNode& node);
  ObjectBudget& budget() const { return *budget_; }

 private:
  struct Held {
    tensor::Storage storage;
    tensor::DType dtype;
  };
  Held storageOf(const PickleNode& persistent);

  Load load_;
  std::shared_ptr<ObjectBudget> budget_;
  std::unordered_map<std::string, tensor::Storage> storages_;
  std::unordered_map<const PickleNode*, tensor::Tensor> tensors_;
};

// Converts between a dtype and its storage class: Float32 is "torch.FloatStorage". Throws
// ArchiveError for unknown names.
std::string_view storageClassOf(tensor::DType dtype);
tensor::DType dtypeOfStorageClass(std::string_view name);

}  // namespace ts::archive
