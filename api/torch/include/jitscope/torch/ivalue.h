// c10::IValue over libjitscope: a value of any TorchScript type. C++17.
#pragma once

#include <jitscope/torch/functions.h>

#include <unordered_map>

namespace c10 {
inline namespace jitscope_v0 {

class IValue;

namespace ivalue {

// The items of a tuple.
class Tuple {
 public:
  explicit Tuple(std::vector<IValue> elements) : elements_(std::move(elements)) {}
  const std::vector<IValue>& elements() const { return elements_; }
  static std::shared_ptr<Tuple> create(std::vector<IValue> elements) {
    return std::make_shared<Tuple>(std::move(elements));
  }

 private:
  std::vector<IValue> elements_;
};

}  // namespace ivalue

class IValue {
 public:
  IValue() : value_(::at::detail::none()) {}
  explicit IValue(::at::detail::Ref value) : value_(std::move(value)) {}
  IValue(const ::at::Tensor& tensor) : value_(tensor.value()) {}
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
  IValue(T number) : IValue(Scalar(number)) {}
  IValue(const Scalar& number) : value_(::at::detail::boxed(number)) {}
  IValue(const std::string& text) : value_(::at::detail::boxed(string_view(text))) {}
  IValue(const char* text) : value_(::at::detail::boxed(string_view(text))) {}
  IValue(const Device& device) : value_(::at::detail::boxed(device)) {}
  template <typename T>
  IValue(const std::vector<T>& items) : value_(sequence(jitscope_list, items)) {}
  template <typename... T>
  IValue(const std::tuple<T...>& items)
      : value_(sequence(
            jitscope_tuple,
            std::apply([](const T&... each) { return std::vector<IValue>{IValue(each)...}; },
                       items))) {}
  IValue(const std::shared_ptr<ivalue::Tuple>& tuple)
      : value_(sequence(jitscope_tuple, tuple->elements())) {}
  template <typename T>
  IValue(const optional<T>& value) : IValue(value.has_value() ? IValue(*value) : IValue()) {}
  template <typename K, typename V>
  IValue(const std::unordered_map<K, V>& entries) {
    std::vector<IValue> keys, values;
    for (const auto& [key, value] : entries) {
      keys.emplace_back(key);
      values.emplace_back(value);
    }
    const auto keyHandles = handlesOf(keys), valueHandles = handlesOf(values);
    value_ = ::at::detail::made(jitscope_dict, keyHandles.data(), valueHandles.data(), keys.size());
  }

  const ::at::detail::Ref& value() const { return value_; }
  jitscope_kind kind() const { return jitscope_value_kind(value_.get()); }
  bool isNone() const { return kind() == JITSCOPE_NONE; }
  bool isBool() const { return kind() == JITSCOPE_BOOL; }
  bool isInt() const { return kind() == JITSCOPE_INT; }
  bool isDouble() const { return kind() == JITSCOPE_FLOAT; }
  bool isString() const { return kind() == JITSCOPE_STRING; }
  bool isTensor() const { return kind() == JITSCOPE_TENSOR; }
  bool isTuple() const { return kind() == JITSCOPE_TUPLE; }
  bool isList() const { return kind() == JITSCOPE_LIST; }
  bool isGenericDict() const { return kind() == JITSCOPE_DICT; }
  bool isObject() const { return kind() == JITSCOPE_OBJECT; }
  bool isScalar() const { return kind() >= JITSCOPE_BOOL && kind() <= JITSCOPE_COMPLEX; }
  bool isTensorList() const { return isList() && size() > 0 && itemAt(0).isTensor(); }

  // Each throws an Error for a value of another type.
  ::at::Tensor toTensor() const {
    if (!isTensor() && !isNone()) throw Error("Expected Tensor but got another type");
    return ::at::detail::Result<::at::Tensor>::of(value_);
  }
  int64_t toInt() const { return ::at::detail::Result<int64_t>::of(value_); }
  double toDouble() const { return ::at::detail::Result<double>::of(value_); }
  bool toBool() const { return ::at::detail::Result<bool>::of(value_); }
  Scalar toScalar() const { return ::at::detail::Result<Scalar>::of(value_); }
  const char* toStringRef() const {
    const char* text = nullptr;
    ::at::detail::check(jitscope_value_string(value_.get(), &text, nullptr));
    return text;
  }
  std::shared_ptr<ivalue::Tuple> toTuple() const {
    if (!isTuple()) throw Error("Expected Tuple but got another type");
    return ivalue::Tuple::create(items());
  }
  std::vector<IValue> toListRef() const {
    if (!isList()) throw Error("Expected List but got another type");
    return items();
  }
  std::vector<IValue> toList() const { return toListRef(); }
  std::vector<::at::Tensor> toTensorVector() const {
    return ::at::detail::Result<std::vector<::at::Tensor>>::of(value_);
  }
  std::vector<::at::Tensor> toTensorList() const { return toTensorVector(); }
  std::vector<int64_t> toIntVector() const {
    return ::at::detail::Result<std::vector<int64_t>>::of(value_);
  }
  std::vector<double> toDoubleVector() const {
    return ::at::detail::Result<std::vector<double>>::of(value_);
  }
  // The entries of a dict in the order of their insertion.
  std::vector<std::pair<IValue, IValue>> toGenericDict() const {
    if (!isGenericDict()) throw Error("Expected Dict but got another type");
    std::vector<std::pair<IValue, IValue>> entries;
    for (size_t i = 0, count = size(); i < count; ++i) {
      jitscope_value *key = nullptr, *item = nullptr;
      ::at::detail::check(jitscope_value_item(value_.get(), i, &key, &item));
      entries.emplace_back(IValue(::at::detail::own(key)), IValue(::at::detail::own(item)));
    }
    return entries;
  }
  template <typename T>
  T to() const {
    return ::at::detail::Result<T>::of(value_);
  }

 private:
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
  static std::vector<const jitscope_value*> handlesOf(const std::vector<IValue>& values) {
    std::vector<const jitscope_value*> handles;
    for (const IValue& value : values) handles.push_back(value.value().get());
    return handles;
  }
  template <typename Make, typename T>
  static ::at::detail::Ref sequence(Make make, const std::vector<T>& items) {
    std::vector<IValue> values;
    for (const auto& item : items) values.emplace_back(T(item));
    const std::vector<const jitscope_value*> handles = handlesOf(values);
    return ::at::detail::made(make, handles.data(), handles.size());
  }

  ::at::detail::Ref value_;
};

}  // namespace jitscope_v0
}  // namespace c10
