// The objects of torch: tensors that have no data here, dtypes, devices, operators.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/eval/objects.h"
#include "core/tensor/tensor.h"

namespace ts::eval {

class EagerTorch;

// torch.float32. One object a dtype. number: its place among PyTorch's scalar types (float32 is 6).
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

// The elements of small tensors whose values follow from the code alone, as in
// torch.linspace(0, 0.1, 12).tolist(). Views share them. Empty: not known (any more).
struct Storage {
  std::vector<double> values;
};

// A tensor. In the eager domain `data` is all of it; in the static domain that is empty, and so is
// what isn't known of the rest; most have no values.
struct Tensor final : Object {
  static bool isKind(Kind kind) { return kind == Kind::Tensor; }
  explicit Tensor(Class* cls) : Object(Kind::Tensor, cls) {}
  ~Tensor() override;
  tensor::Tensor data;
  EagerTorch* domain = nullptr;  // whom `data` is from

  std::optional<std::vector<int64_t>> shape;  // -1: a size that isn't known
  Ref<Dtype> dtype;                           // null: not known
  Ref<Device> device;                         // null: not known
  bool requiresGrad = false;
  Value grad;                        // Unbound: None
  std::shared_ptr<Storage> storage;  // null: no values
  std::vector<int64_t> elements;     // places in the storage, in row-major order
};

// What a program that runs has for something that torch.jit.script compiled: `_c` of the Python
// object that stands for it. core/eager derives from it.
struct Scripted : Object {
  Scripted(Class* cls, Value original) : Object(Kind::Native, cls), original(std::move(original)) {}
  Value original;  // the function, class or module; Unbound: it never was one, as of a file that
                   // was loaded
};

// torch.jit._boolean_dispatch: one of two functions by a flag.
struct Dispatch final : Object {
  static bool isKind(Kind kind) { return kind == Kind::Native; }
  using Object::Object;
  std::string flag;
  int64_t index = 0;
  bool byDefault = false;
  Value ifTrue, ifFalse;
};

// Whether a class is torch.nn.Module, and whether it is that or derives from it.
bool isNnModule(const Class& cls);
bool derivesFromNnModule(const Class& cls);

}  // namespace ts::eval
