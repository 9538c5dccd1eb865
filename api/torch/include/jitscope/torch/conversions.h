// Conversions of IValue to and from C++'s types, tuples, and printing. C++17.
#pragma once

#include <jitscope/torch/containers.h>

namespace c10 {
inline namespace jitscope_v0 {

namespace ivalue {

// The items of a tuple.
class Tuple : public intrusive_ptr_target {
 public:
  explicit Tuple(std::vector<IValue> elements) : elements_(std::move(elements)) {}
  const std::vector<IValue>& elements() const { return elements_; }
  size_t size() const { return elements_.size(); }
  static intrusive_ptr<Tuple> create(std::vector<IValue> elements) {
    return make_intrusive<Tuple>(std::move(elements));
  }
  template <typename... T, typename = std::enable_if_t<(sizeof...(T) > 0) &&
                                                       (std::is_constructible_v<IValue, T> && ...)>>
  static intrusive_ptr<Tuple> create(const T&... elements) {
    return create(std::vector<IValue>{IValue(elements)...});
  }

 private:
  std::vector<IValue> elements_;
};

}  // namespace ivalue

namespace detail {

// How each type is read from a value.
#define JITSCOPE_UNBOX(type, method)                               \
  template <>                                                      \
  struct Unbox<type> {                                             \
    static type of(const IValue& value) { return value.method(); } \
  };
JITSCOPE_UNBOX(::at::Tensor, toTensor)
JITSCOPE_UNBOX(bool, toBool)
JITSCOPE_UNBOX(int64_t, toInt)
JITSCOPE_UNBOX(double, toDouble)
JITSCOPE_UNBOX(std::complex<double>, toComplexDouble)
JITSCOPE_UNBOX(Scalar, toScalar)
JITSCOPE_UNBOX(std::string, toStringRef)
JITSCOPE_UNBOX(Device, toDevice)
JITSCOPE_UNBOX(ScalarType, toScalarType)
JITSCOPE_UNBOX(intrusive_ptr<ivalue::Tuple>, toTuple)
#undef JITSCOPE_UNBOX
template <>
struct Unbox<IValue> {
  static const IValue& of(const IValue& value) { return value; }
};
// Smaller numbers.
template <typename T>
struct Unbox<T, std::enable_if_t<std::is_integral_v<T>>> {
  static T of(const IValue& value) { return static_cast<T>(value.toInt()); }
};
template <>
struct Unbox<float> {
  static float of(const IValue& value) { return static_cast<float>(value.toDouble()); }
};
template <typename T>
struct Unbox<optional<T>> {
  static optional<T> of(const IValue& value) {
    return value.isNone() ? optional<T>() : optional<T>(Unbox<T>::of(value));
  }
};
template <typename T>
struct Unbox<std::vector<T>> {
  static std::vector<T> of(const IValue& value) {
    value.needs(JITSCOPE_LIST, "GenericList");
    std::vector<T> items;
    for (size_t i = 0, count = value.size(); i < count; ++i)
      items.push_back(Unbox<T>::of(value.itemAt(i)));
    return items;
  }
};
template <typename T>
struct Unbox<List<T>> {
  static List<T> of(const IValue& value) {
    value.needs(JITSCOPE_LIST, "GenericList");
    return List<T>::of(value);
  }
};
template <typename K, typename V>
struct Unbox<Dict<K, V>> {
  static Dict<K, V> of(const IValue& value) {
    value.needs(JITSCOPE_DICT, "GenericDict");
    return Dict<K, V>::of(value);
  }
};
template <typename K, typename V>
struct Unbox<std::unordered_map<K, V>> {
  static std::unordered_map<K, V> of(const IValue& value) {
    std::unordered_map<K, V> entries;
    for (const auto& entry : Unbox<Dict<K, V>>::of(value))
      entries.emplace(entry.key(), entry.value());
    return entries;
  }
};
template <typename... T>
struct Unbox<std::tuple<T...>> {
  static std::tuple<T...> of(const IValue& value) {
    value.needs(JITSCOPE_TUPLE, "Tuple");
    TORCH_CHECK(value.size() == sizeof...(T), "Expected a tuple of ", sizeof...(T),
                " items but got ", value.size());
    return of(value, std::index_sequence_for<T...>());
  }
  template <size_t... I>
  static std::tuple<T...> of(const IValue& value, std::index_sequence<I...>) {
    return {Unbox<T>::of(value.itemAt(I))...};
  }
};

}  // namespace detail

template <typename T>
IValue::IValue(const List<T>& list) : IValue(list.value()) {}
template <typename K, typename V>
IValue::IValue(const Dict<K, V>& dict) : IValue(dict.value()) {}
inline IValue::IValue(const intrusive_ptr<ivalue::Tuple>& tuple)
    : value_(sequence(jitscope_tuple, tuple->elements())) {}
inline intrusive_ptr<ivalue::Tuple> IValue::toTuple() const {
  needs(JITSCOPE_TUPLE, "Tuple");
  return ivalue::Tuple::create(items());
}
inline const ivalue::Tuple& IValue::toTupleRef() const& {
  needs(JITSCOPE_TUPLE, "Tuple");
  if (tuple_ == nullptr) tuple_ = std::make_shared<const ivalue::Tuple>(items());
  return *tuple_;
}
inline impl::GenericList IValue::toList() const { return to<impl::GenericList>(); }
inline impl::GenericDict IValue::toGenericDict() const { return to<impl::GenericDict>(); }
inline List<::at::Tensor> IValue::toTensorList() const { return to<List<::at::Tensor>>(); }
inline List<int64_t> IValue::toIntList() const { return to<List<int64_t>>(); }
inline List<double> IValue::toDoubleList() const { return to<List<double>>(); }
inline List<bool> IValue::toBoolList() const { return to<List<bool>>(); }

namespace impl {
template <typename T>
List<T> toTypedList(const GenericList& list) {
  return List<T>::of(list.value());
}
template <typename K, typename V>
Dict<K, V> toTypedDict(const GenericDict& dict) {
  return Dict<K, V>::of(dict.value());
}
}  // namespace impl

}  // namespace jitscope_v0
}  // namespace c10
