// Objects of torch: tensors, dtypes, devices, scripted objects.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/eval/values/objects.h"
#include "core/tensor/tensor.h"

namespace ts::eval {

class EagerTorch;

// torch.float32. Each dtype is one object. number: its index in PyTorch's ScalarType (float32 is
// 6).
struct Dtype final : Object {
  static bool isKind(Kind kind) { return kind == Kind::Dtype; }
  Dtype(Class* cls, std::string name, int number)
      : Object(Kind::Dtype, cls), name(std::move(name)), number(number) {}
  std::string name;  // "float32"
  int number;
};

struct Device final : Object {
  static bool isKind(Kind kind) { return kind == Kind::Device; }
  Device(Class* cls, std::string type, std::optional<int64_t> index)
      : Object(Kind::Device, cls), type(std::move(type)), index(index) {}
  std::string type;  // "cpu"
  std::optional<int64_t> index;
};

// The values of a small tensor that follow from the code, as in torch.linspace(0, 0.1,
// 12).tolist(). Views share them. Empty: unknown (from now on).
struct Storage {
  std::vector<double> values;
};

// A tensor. In the eager domain `data` has all its properties. In the static domain `data` is
// empty, and the other members describe the tensor as far as it is known; few tensors have values.
struct Tensor final : Object {
  static bool isKind(Kind kind) { return kind == Kind::Tensor; }
  explicit Tensor(Class* cls) : Object(Kind::Tensor, cls) {}
  ~Tensor() override;
  tensor::Tensor data;
  EagerTorch* domain = nullptr;  // the domain that created `data`

  std::optional<std::vector<int64_t>> shape;  // -1: an unknown size
  Ref<Dtype> dtype;                           // null: unknown
  Ref<Device> device;                         // null: unknown
  bool requiresGrad = false;
  Value grad;                        // Unbound: None
  std::shared_ptr<Storage> storage;  // null: the values are unknown
  std::vector<int64_t> elements;     // indices into the storage, in row-major order
};

// The `_c` member of an object compiled by torch.jit.script in a running program. core/eager
// derives from it.
struct Scripted : Object {
  Scripted(Class* cls, Value original) : Object(Kind::Native, cls), original(std::move(original)) {}
  Value original;  // the function, class or module; Unbound for an object loaded from a file
};

// torch.jit._boolean_dispatch: selects one of two functions by a flag.
struct Dispatch final : Object {
  static bool isKind(Kind kind) { return kind == Kind::Native; }
  using Object::Object;
  std::string flag;
  int64_t index = 0;
  bool byDefault = false;
  Value ifTrue, ifFalse;
};

// isNnModule: the class is torch.nn.Module. derivesFromNnModule: it is that class or derives from
// it.
bool isNnModule(const Class& cls);
bool derivesFromNnModule(const Class& cls);

}  // namespace ts::eval
