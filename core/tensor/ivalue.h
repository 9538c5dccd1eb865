// A value of any TorchScript type: used by graphs, kernels and archives.
#pragma once

#include <complex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/scalar.h"
#include "core/tensor/tensor.h"
#include "core/types/type.h"

namespace ts::tensor {

enum class Tag : uint8_t {
  None,
  Bool,
  Int,
  Double,
  Complex,  // up to here stored in place, except Complex
  Tensor,
  String,
  Tuple,
  List,
  Dict,
  Object,
  Enum,
  Device,
  Generator,
  Future,
  Function,
  Opaque,
};
std::string_view nameOf(Tag tag);  // the name in messages: "int", "List"

class IValue;
struct StringValue;
struct TupleValue;
struct ListValue;
struct DictValue;
struct ObjectValue;
struct EnumValue;
struct DeviceValue;

// A tagged value. Lists, dicts and objects are references, as in Python: copies of an IValue share
// them.
class IValue {
 public:
  IValue() = default;  // None
  IValue(bool value) : tag_(Tag::Bool) { data_.integer = value; }
  IValue(int value) : IValue(int64_t{value}) {}
  IValue(int64_t value) : tag_(Tag::Int) { data_.integer = value; }
  IValue(double value) : tag_(Tag::Double) { data_.real = value; }
  IValue(std::complex<double> value);
  IValue(const Scalar& value);
  IValue(Tensor value);  // an undefined tensor becomes None
  IValue(std::string value);
  IValue(std::string_view value) : IValue(std::string(value)) {}
  IValue(const char* value) : IValue(std::string(value)) {}
  IValue(Ptr<StringValue> value);
  IValue(Ptr<TupleValue> value);
  IValue(Ptr<ListValue> value);
  IValue(Ptr<DictValue> value);
  IValue(Ptr<ObjectValue> value);
  IValue(Ptr<EnumValue> value);
  IValue(Ptr<DeviceValue> value);
  // For generators, futures, functions and other types that this folder does not know.
  IValue(Tag tag, const Ptr<Counted>& value) : tag_(tag) { hold(value.get()); }
  IValue(const IValue& other) : tag_(other.tag_), data_(other.data_) {
    if (isCounted()) data_.object->retain();
  }
  IValue(IValue&& other) noexcept : tag_(other.tag_), data_(other.data_) { other.tag_ = Tag::None; }
  ~IValue() {
    if (isCounted()) data_.object->release();
  }
  IValue& operator=(IValue other) noexcept {
    std::swap(tag_, other.tag_);
    std::swap(data_, other.data_);
    return *this;
  }

  Tag tag() const { return tag_; }
  bool isNone() const { return tag_ == Tag::None; }
  bool isBool() const { return tag_ == Tag::Bool; }
  bool isInt() const { return tag_ == Tag::Int; }
  bool isDouble() const { return tag_ == Tag::Double; }
  bool isComplex() const { return tag_ == Tag::Complex; }
  bool isNumber() const { return tag_ >= Tag::Bool && tag_ <= Tag::Complex; }
  bool isTensor() const { return tag_ == Tag::Tensor; }
  bool isString() const { return tag_ == Tag::String; }
  bool isTuple() const { return tag_ == Tag::Tuple; }
  bool isList() const { return tag_ == Tag::List; }
  bool isDict() const { return tag_ == Tag::Dict; }
  bool isObject() const { return tag_ == Tag::Object; }
  bool isEnum() const { return tag_ == Tag::Enum; }
  bool isDevice() const { return tag_ == Tag::Device; }

  // Each accessor throws a TypeError that contains the expected and the actual type.
  bool toBool() const { return want(Tag::Bool), data_.integer != 0; }
  int64_t toInt() const { return want(Tag::Int), data_.integer; }
  double toDouble() const { return want(Tag::Double), data_.real; }
  std::complex<double> toComplex() const;
  Scalar toScalar() const;  // any number
  Tensor toTensor() const;  // None becomes an undefined tensor
  const std::string& toString() const;
  TupleValue& toTuple() const;
  ListValue& toList() const;
  DictValue& toDict() const;
  ObjectValue& toObject() const;
  EnumValue& toEnum() const;
  DeviceValue& toDevice() const;
  std::vector<int64_t> toIntVector() const;  // from a list of ints, or from a single int
  std::vector<double> toDoubleVector() const;
  std::vector<bool> toBoolVector() const;
  std::vector<Tensor> toTensorVector() const;  // None elements become undefined tensors

  Counted* counted() const { return isCounted() ? data_.object : nullptr; }
  // Python's `is`; values stored in place are compared by value.
  bool same(const IValue& other) const {
    return tag_ == other.tag_ && (tag_ == Tag::None || data_.integer == other.data_.integer);
  }

 private:
  bool isCounted() const { return tag_ >= Tag::Complex; }
  void hold(Counted* object) {
    data_.object = object;
    if (object)
      object->retain();
    else
      tag_ = Tag::None;
  }
  void want(Tag tag) const {
    if (tag_ != tag) wrongTag(tag);
  }
  [[noreturn]] void wrongTag(Tag wanted) const;
  Tag tag_ = Tag::None;
  union {
    int64_t integer;
    double real;
    Counted* object;
  } data_{};
};

struct ComplexValue final : Counted {
  explicit ComplexValue(std::complex<double> value) : value(value) {}
  const std::complex<double> value;
};
struct StringValue final : Counted {
  explicit StringValue(std::string text) : text(std::move(text)) {}
  std::string text;  // changes only through the last reference
};
// Frees values at any depth of nesting without a deep C++ stack. Destructors of containers call it.
void releaseAll(std::vector<IValue>& values) noexcept;

struct TupleValue final : Counted {
  explicit TupleValue(std::vector<IValue> items, const types::TupleType* type = nullptr)
      : items(std::move(items)), type(type) {}
  ~TupleValue() override { releaseAll(items); }
  std::vector<IValue> items;
  const types::TupleType* type;  // for a NamedTuple; null: a plain tuple
};
struct ListValue final : Counted {
  ListValue(types::TypePtr element, std::vector<IValue> items = {})
      : element(element), items(std::move(items)) {}
  ~ListValue() override { releaseAll(items); }
  types::TypePtr element;
  std::vector<IValue> items;
};
// A dict in insertion order. Keys are int, bool, float, complex, str or Tensor (by identity).
struct DictValue final : Counted {
  DictValue(types::TypePtr key, types::TypePtr value) : key(key), value(value) {}
  ~DictValue() override;
  types::TypePtr key, value;
  struct Entry {
    IValue key, value;
  };
  // Returns null when the dict does not contain the key.
  IValue* find(const IValue& key);
  void set(const IValue& key, IValue value);
  bool erase(const IValue& key);
  void clear();
  size_t size() const { return entries_.size(); }
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  size_t slotOf(const IValue& key) const;
  void rebuild();
  std::vector<Entry> entries_;  // in insertion order, without gaps
  // A hash table of indices into entries_; -1: free. Empty while the dict is small.
  std::vector<int32_t> buckets_;
};
// An instance of a script class or of a module: one slot per attribute, in the order of its type.
struct ObjectValue final : Counted {
  explicit ObjectValue(const types::ClassType* type) : type(type) {}
  ~ObjectValue() override { releaseAll(slots); }
  const types::ClassType* type;
  std::vector<IValue> slots;
  // The table that owns the type, and the functions of its methods.
  std::shared_ptr<const void> keepsAlive;
};
struct EnumValue final : Counted {
  EnumValue(const types::EnumType* type, std::string name, IValue value)
      : type(type), name(std::move(name)), value(std::move(value)) {}
  const types::EnumType* type;
  std::string name;
  IValue value;
};
struct DeviceValue final : Counted {
  DeviceValue(std::string kind, int64_t index = -1) : kind(std::move(kind)), index(index) {}
  std::string kind;  // "cpu"
  int64_t index;     // -1: no index
  std::string text() const { return index < 0 ? kind : kind + ":" + std::to_string(index); }
};

// The text of one byte, which all its users share.
const IValue& characterText(char character);
IValue makeTuple(std::vector<IValue> items);
IValue makeIntList(std::span<const int64_t> items);
IValue makeTensorList(std::span<const Tensor> items);
IValue makeList(types::TypePtr element, std::vector<IValue> items);
// Parses "cpu" or "cuda:0"; throws a RuntimeError when the text is not a device.
IValue makeDevice(std::string_view text);

}  // namespace ts::tensor
