// c10::IValue over libjitscope: a value of any TorchScript type. C++17.
#pragma once

#include <jitscope/torch/functions.h>
#include <jitscope/torch/intrusive_ptr.h>

#include <map>
#include <unordered_map>

namespace torch {
namespace jit {
inline namespace jitscope_v0 {
class Module;
}  // namespace jitscope_v0
}  // namespace jit
}  // namespace torch

namespace c10 {
inline namespace jitscope_v0 {

class IValue;
template <typename T>
class List;
template <typename K, typename V>
class Dict;
namespace impl {
using GenericList = List<IValue>;
using GenericDict = Dict<IValue, IValue>;
}  // namespace impl
namespace ivalue {
class Tuple;
}  // namespace ivalue

namespace detail {
// Unbox<T>::of(value) is the value as a T; it throws an Error for a value of another type.
template <typename T, typename = void>
struct Unbox;
using ::at::detail::Ref;
}  // namespace detail

// A reference to a value: copies of lists, dicts and objects are the same object.
class IValue {
 public:
  IValue() : value_(::at::detail::none()) {}
  explicit IValue(detail::Ref value) : value_(std::move(value)) {}
  IValue(const ::at::Tensor& tensor) : value_(tensor.value()) {}
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
  IValue(T number) : IValue(Scalar(number)) {}
  IValue(nullopt_t) : IValue() {}
  IValue(const Scalar& number) : value_(::at::detail::boxed(number)) {}
  IValue(std::complex<double> number) : IValue(Scalar(number)) {}
  IValue(ScalarType type) : IValue(static_cast<int64_t>(type)) {}
  IValue(const std::string& text) : value_(::at::detail::boxed(string_view(text))) {}
  IValue(string_view text) : value_(::at::detail::boxed(text)) {}
  IValue(const char* text) : value_(::at::detail::boxed(string_view(text))) {}
  IValue(const Device& device) : value_(::at::detail::boxed(device)) {}
  template <typename T>
  IValue(const std::vector<T>& items) : value_(sequence(jitscope_list, items)) {}
  template <typename T>
  IValue(ArrayRef<T> items) : value_(sequence(jitscope_list, items.vec())) {}
  template <typename T, size_t N>
  IValue(const std::array<T, N>& items) : IValue(ArrayRef<T>(items)) {}
  template <typename T>
  IValue(const List<T>& list);
  template <typename K, typename V>
  IValue(const Dict<K, V>& dict);
  template <typename... T>
  IValue(const std::tuple<T...>& items)
      : value_(sequence(
            jitscope_tuple,
            std::apply([](const T&... each) { return std::vector<IValue>{IValue(each)...}; },
                       items))) {}
  IValue(const intrusive_ptr<ivalue::Tuple>& tuple);
  template <typename T>
  IValue(const optional<T>& value) : IValue(value.has_value() ? IValue(*value) : IValue()) {}
  template <typename K, typename V>
  IValue(const std::unordered_map<K, V>& entries) : value_(entriesOf(entries)) {}
  template <typename K, typename V>
  IValue(const std::map<K, V>& entries) : value_(entriesOf(entries)) {}

  const detail::Ref& value() const { return value_; }
  jitscope_kind kind() const { return jitscope_value_kind(value_.get()); }
  bool isNone() const { return kind() == JITSCOPE_NONE; }
  bool isBool() const { return kind() == JITSCOPE_BOOL; }
  bool isInt() const { return kind() == JITSCOPE_INT; }
  bool isDouble() const { return kind() == JITSCOPE_FLOAT; }
  bool isComplexDouble() const { return kind() == JITSCOPE_COMPLEX; }
  bool isString() const { return kind() == JITSCOPE_STRING; }
  bool isTensor() const { return kind() == JITSCOPE_TENSOR; }
  bool isTuple() const { return kind() == JITSCOPE_TUPLE; }
  bool isList() const { return kind() == JITSCOPE_LIST; }
  bool isGenericDict() const { return kind() == JITSCOPE_DICT; }
  bool isObject() const { return kind() == JITSCOPE_OBJECT; }
  bool isModule() const { return isObject(); }
  bool isScalar() const { return kind() >= JITSCOPE_BOOL && kind() <= JITSCOPE_COMPLEX; }
  // A list without items has any type.
  bool isTensorList() const { return isListOf(JITSCOPE_TENSOR); }
  bool isIntList() const { return isListOf(JITSCOPE_INT); }
  bool isDoubleList() const { return isListOf(JITSCOPE_FLOAT); }
  bool isBoolList() const { return isListOf(JITSCOPE_BOOL); }
  // "Tensor", "Int": the name of the kind.
  std::string tagKind() const {
    static const char* const kNames[] = {"None",          "Bool",        "Int",    "Double",
                                         "ComplexDouble", "String",      "Tensor", "Tuple",
                                         "GenericList",   "GenericDict", "Object", "Other"};
    return kNames[kind()];
  }
  // Python's `is`.
  bool is(const IValue& other) const {
    return jitscope_value_same(value_.get(), other.value_.get()) != 0;
  }

  // Each throws an Error for a value of another type.
  template <typename T>
  T to() const {
    return detail::Unbox<T>::of(*this);
  }
  ::at::Tensor toTensor() const {
    if (!isNone()) needs(JITSCOPE_TENSOR, "Tensor");
    return ::at::detail::Result<::at::Tensor>::of(value_);
  }
  int64_t toInt() const {
    needs(JITSCOPE_INT, "Int");
    return ::at::detail::Result<int64_t>::of(value_);
  }
  double toDouble() const {
    needs(JITSCOPE_FLOAT, "Double");
    return ::at::detail::Result<double>::of(value_);
  }
  bool toBool() const {
    needs(JITSCOPE_BOOL, "Bool");
    return ::at::detail::Result<bool>::of(value_);
  }
  std::complex<double> toComplexDouble() const { return toScalar().toComplexDouble(); }
  Scalar toScalar() const {
    TORCH_CHECK(isScalar(), "IValue is not a Scalar");
    return ::at::detail::Result<Scalar>::of(value_);
  }
  ScalarType toScalarType() const { return static_cast<ScalarType>(toInt()); }
  Layout toLayout() const { return static_cast<Layout>(toInt()); }
  MemoryFormat toMemoryFormat() const { return static_cast<MemoryFormat>(toInt()); }
  std::string toStringRef() const {
    needs(JITSCOPE_STRING, "String");
    const char* text = nullptr;
    size_t size = 0;
    ::at::detail::check(jitscope_value_string(value_.get(), &text, &size));
    return std::string(text, size);
  }
  Device toDevice() const { return Device(text()); }
  optional<string_view> toOptionalStringRef() const = delete;  // it would refer to a temporary
  intrusive_ptr<ivalue::Tuple> toTuple() const;
  const ivalue::Tuple& toTupleRef() const&;
  impl::GenericList toList() const;
  std::vector<IValue> toListRef() const {
    needs(JITSCOPE_LIST, "GenericList");
    return items();
  }
  impl::GenericDict toGenericDict() const;
  // A module that belongs to the module which the value was read from.
  ::torch::jit::Module toModule() const;
  List<::at::Tensor> toTensorList() const;
  List<int64_t> toIntList() const;
  List<double> toDoubleList() const;
  List<bool> toBoolList() const;
  std::vector<::at::Tensor> toTensorVector() const { return to<std::vector<::at::Tensor>>(); }
  std::vector<int64_t> toIntVector() const { return to<std::vector<int64_t>>(); }
  std::vector<int64_t> toDimVector() const { return toIntVector(); }
  std::vector<double> toDoubleVector() const { return to<std::vector<double>>(); }
  template <typename T>
  optional<T> toOptional() const {
    return to<optional<T>>();
  }
  template <typename T>
  intrusive_ptr<T> toCustomClass() const {
    return to<intrusive_ptr<T>>();
  }

  // The number of items of a tuple, list or dict, and one of them.
  size_t size() const {
    size_t size = 0;
    ::at::detail::check(jitscope_value_size(value_.get(), &size));
    return size;
  }
  IValue itemAt(size_t index) const { return IValue(::at::detail::item(value_, index)); }
  std::vector<IValue> items() const {
    std::vector<IValue> found;
    for (size_t i = 0, count = size(); i < count; ++i) found.push_back(itemAt(i));
    return found;
  }
  // As print() writes it.
  std::string text() const {
    char* text = nullptr;
    ::at::detail::check(jitscope_value_text(value_.get(), &text));
    const std::unique_ptr<char, void (*)(void*)> owned(text, jitscope_free);
    return owned.get();
  }
  // Throws an Error for a value of another kind.
  void needs(jitscope_kind kind, const char* name) const {
    TORCH_CHECK(this->kind() == kind, "Expected ", name, " but got ", tagKind());
  }
  // The module that the value was read from, for jit::Module.
  const std::shared_ptr<jitscope_module>& owner() const { return owner_; }
  IValue ownedBy(std::shared_ptr<jitscope_module> module) && {
    owner_ = std::move(module);
    return std::move(*this);
  }

 private:
  bool isListOf(jitscope_kind kind) const {
    return isList() && (size() == 0 || itemAt(0).kind() == kind);
  }
  static std::vector<const jitscope_value*> handlesOf(const std::vector<IValue>& values) {
    std::vector<const jitscope_value*> handles;
    for (const IValue& value : values) handles.push_back(value.value().get());
    return handles;
  }
  template <typename Make, typename T>
  static detail::Ref sequence(Make make, const std::vector<T>& items) {
    std::vector<IValue> values;
    for (const auto& item : items) values.emplace_back(T(item));
    const std::vector<const jitscope_value*> handles = handlesOf(values);
    return ::at::detail::made(make, handles.data(), handles.size());
  }
  template <typename Map>
  static detail::Ref entriesOf(const Map& entries) {
    std::vector<IValue> keys, values;
    for (const auto& [key, value] : entries) {
      keys.emplace_back(key);
      values.emplace_back(value);
    }
    const auto keyHandles = handlesOf(keys), valueHandles = handlesOf(values);
    return ::at::detail::made(jitscope_dict, keyHandles.data(), valueHandles.data(), keys.size());
  }

  detail::Ref value_;
  std::shared_ptr<jitscope_module> owner_;
  mutable std::shared_ptr<const ivalue::Tuple> tuple_;  // what toTupleRef() returned
};

}  // namespace jitscope_v0
}  // namespace c10

#include <jitscope/torch/conversions.h>
