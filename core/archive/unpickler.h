// Converts pickled values of archives to IValues: objects of script classes, typed containers,
// enums, tensors.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <unordered_map>

#include "core/archive/pickle_reader.h"
#include "core/archive/tensor_reader.h"
#include "core/tensor/ivalue.h"

namespace ts::archive {

class Unpickler {
 public:
  struct Callbacks {
    // The class, enum or named tuple with a qualified name, or null.
    std::function<types::TypePtr(std::string_view name)> typeNamed;
    // The type of an annotation such as "Dict[str, List[int]]"; null if it is invalid.
    std::function<types::TypePtr(const std::string& annotation)> typeOfText;
    // Passes the state to an object whose class has __setstate__.
    std::function<void(tensor::ObjectValue& object, tensor::IValue state)> setState;
  };
  Unpickler(TensorReader tensors, Callbacks callbacks)
      : tensors_(std::move(tensors)), callbacks_(std::move(callbacks)) {}

  // Converts a pickle. A value that occurs several times in the pickle becomes one value, so values
  // may contain themselves. Throws ArchiveError for values that are invalid, nested too deeply, or
  // exceed the budget of `tensors`.
  tensor::IValue readWhole(const PickleTree& tree);

 private:
  // `hint` is the expected type, or null.
  tensor::IValue read(const PickleNode& node, types::TypePtr hint = nullptr);
  // Charges a container of `count` values.
  void charge(size_t count);
  tensor::IValue make(const PickleNode& node, types::TypePtr hint);
  tensor::IValue call(const PickleNode& node, types::TypePtr hint);
  tensor::IValue object(const PickleNode& node);
  tensor::IValue list(const PickleNode& node, types::TypePtr element);
  tensor::IValue dict(const PickleNode& node, const std::vector<PickleNode*>& items,
                      types::TypePtr key, types::TypePtr value);

  TensorReader tensors_;
  Callbacks callbacks_;
  std::unordered_map<const PickleNode*, tensor::IValue> values_;
  int depth_ = 0;
};

// The maximum nesting depth of values.
inline constexpr int kMaxPickleDepth = 500;

}  // namespace ts::archive
