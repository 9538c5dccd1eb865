// The values of a program while it is lowered: known ones, and those that ONNX nodes compute.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/ir/ir.h"
#include "core/onnx/model.h"
#include "core/tensor/ivalue.h"

namespace ts::onnx {

using tensor::IValue;

// A program that ONNX cannot express.
class ExportError : public std::runtime_error {
 public:
  explicit ExportError(const std::string& message, SourceRange at = {})
      : std::runtime_error(message), at(at) {}
  SourceRange at;  // empty: unknown
};

// A value of the ONNX graph: a tensor, or a sequence of tensors.
struct Wire {
  std::string name;  // empty: an input that is left out
  DType dtype = DType::Float32;
  PartialShape shape{};  // of a sequence: of each element
  bool isSequence = false;

  int64_t rank() const { return static_cast<int64_t>(shape.rank()); }
};

struct TensorCell;
struct ListCell;
struct TupleCell;
struct DictCell;
struct ObjectCell;
using TensorPtr = std::shared_ptr<TensorCell>;
using ListPtr = std::shared_ptr<ListCell>;
using TuplePtr = std::shared_ptr<TupleCell>;
using DictPtr = std::shared_ptr<DictCell>;
using ObjectPtr = std::shared_ptr<ObjectCell>;

// A number of Python that the graph computes: a tensor without dimensions of the dtype int64,
// float64 or bool.
class Number {
 public:
  explicit Number(Wire wire) : wire_(std::make_shared<Wire>(std::move(wire))) {}
  const Wire& wire() const { return *wire_; }
  // Copies of the number get the wire, too.
  void setWire(const Wire& wire) const { *wire_ = wire; }
  bool same(const Number& other) const { return wire_ == other.wire_; }

 private:
  std::shared_ptr<Wire> wire_;
};
struct Uninitialized {};

// Copies of cells are the same object, as in Python. The IValue is None, a number, a text, a device
// or another immutable value without tensors.
using Val =
    std::variant<IValue, Number, TensorPtr, ListPtr, TuplePtr, DictPtr, ObjectPtr, Uninitialized>;

// A view: how it follows from its base, and how a change of it changes the base.
struct View {
  TensorPtr base;
  std::function<Wire(const Wire& base)> read;
  std::function<Wire(const Wire& base, const Wire& view)> write;  // null: not expressible
  std::function<Tensor(const Tensor& base)> apply;                // the same on known elements
  std::string op;                                                 // "aten::select"
  bool isCertain = true;  // false: depending on strides, it is a copy
};

// A tensor object.
struct TensorCell {
  DType dtype = DType::Float32;
  PartialShape shape{};
  Wire wire{};                    // empty name: no node has needed the known elements yet
  std::optional<Tensor> known{};  // its elements, if they are constant
  std::string path{};             // the name of a parameter; may be empty
  uint64_t version = 0;           // of the root's memory when wire and known were read
  std::optional<View> view{};     // none: this is a root, and `version` counts its writes
  std::string unreadable{};       // why its elements are not known any more; empty: they are
  std::string unwritable{};       // why a write cannot be expressed; empty: it can
  size_t depth = 0;               // of the scope that created it
};

// A list. `sequence` has the elements when their number is unknown: a sequence of tensors, or a
// tensor with one dimension for a list of numbers.
struct ListCell {
  std::vector<Val> items{};
  std::optional<Wire> sequence{};
  types::TypePtr element = nullptr;
  std::string unwritable{};  // as of a tensor
  size_t depth = 0;
};
struct TupleCell {
  std::vector<Val> items;
  types::TypePtr type = nullptr;
};
struct DictCell {
  std::vector<std::pair<IValue, Val>> items{};
  types::TypePtr key = nullptr, value = nullptr;
  size_t depth = 0;
};
struct ObjectCell {
  const types::ClassType* type = nullptr;
  std::map<std::string, Val> attributes{};    // those that were read or written
  tensor::Ptr<tensor::ObjectValue> object{};  // null: the program created it
  std::string path{};                         // "layer1.0"
  size_t depth = 0;
};

inline bool isNone(const Val& value) {
  const auto* known = std::get_if<IValue>(&value);
  return known != nullptr && known->isNone();
}

}  // namespace ts::onnx
