// C++ functions as operators: their schemas, and calls with values of the library. C++17.
#pragma once

#include <jitscope/torch/ivalue.h>

namespace torch {
namespace detail {
inline namespace jitscope_v0 {

// ---- the names of types in schemas

template <typename T, typename = void>
struct TypeName {
  static_assert(at::detail::kAbsent<T>,
                "an operator has no argument or result of this type: take Tensor, int64_t, double, "
                "bool, std::string, Scalar, Device, and optional, vector, List, Dict and tuple of "
                "them");
};
#define JITSCOPE_TYPE_NAME(type, text)        \
  template <>                                 \
  struct TypeName<type> {                     \
    static std::string get() { return text; } \
  };
JITSCOPE_TYPE_NAME(at::Tensor, "Tensor")
JITSCOPE_TYPE_NAME(int64_t, "int")
JITSCOPE_TYPE_NAME(double, "float")
JITSCOPE_TYPE_NAME(bool, "bool")
JITSCOPE_TYPE_NAME(std::string, "str")
JITSCOPE_TYPE_NAME(c10::string_view, "str")
JITSCOPE_TYPE_NAME(c10::Scalar, "Scalar")
JITSCOPE_TYPE_NAME(c10::Device, "Device")
JITSCOPE_TYPE_NAME(std::complex<double>, "complex")
JITSCOPE_TYPE_NAME(c10::IValue, "Any")
#undef JITSCOPE_TYPE_NAME
template <typename T>
struct TypeName<c10::optional<T>> {
  static std::string get() { return TypeName<T>::get() + "?"; }
};
template <typename T>
struct TypeName<std::vector<T>> {
  static std::string get() { return TypeName<T>::get() + "[]"; }
};
template <typename T>
struct TypeName<c10::ArrayRef<T>> : TypeName<std::vector<T>> {};
template <typename T>
struct TypeName<c10::List<T>> : TypeName<std::vector<T>> {};
template <typename K, typename V>
struct TypeName<c10::Dict<K, V>> {
  static std::string get() {
    return "Dict(" + TypeName<K>::get() + ", " + TypeName<V>::get() + ")";
  }
};
template <typename K, typename V>
struct TypeName<std::unordered_map<K, V>> : TypeName<c10::Dict<K, V>> {};
template <typename... T>
struct TypeName<std::tuple<T...>> {
  static std::string get() {
    std::string names;
    ((names += (names.empty() ? "" : ", ") + TypeName<T>::get()), ...);
    return "(" + names + ")";
  }
};
template <>
struct TypeName<void> {
  static std::string get() { return "()"; }
};

// ---- calls

// The value that an argument of type T refers to during a call.
template <typename T>
struct Held {
  using type = T;
};
template <typename T>
struct Held<c10::ArrayRef<T>> {
  using type = std::vector<T>;
};
template <>
struct Held<c10::string_view> {
  using type = std::string;
};

template <typename R, typename... A>
struct Signature {
  // "(Tensor _0, int _1) -> Tensor"
  static std::string schema() {
    std::string arguments;
    size_t i = 0;
    ((arguments +=
      (i == 0 ? "" : ", ") + TypeName<std::decay_t<A>>::get() + " _" + std::to_string(i),
      ++i),
     ...);
    return "(" + arguments + ") -> " + TypeName<std::decay_t<R>>::get();
  }
  template <typename F>
  static c10::IValue call(const F& function, const jitscope_value* const* arguments, size_t size) {
    TORCH_CHECK(size == sizeof...(A), "the function has ", sizeof...(A),
                " arguments, and the schema has ", size);
    return call(function, arguments, std::index_sequence_for<A...>());
  }

 private:
  template <typename F, size_t... I>
  static c10::IValue call(const F& function, const jitscope_value* const* arguments,
                          std::index_sequence<I...>) {
    (void)arguments;
    std::tuple<typename Held<std::decay_t<A>>::type...> held{
        c10::IValue(at::detail::made(jitscope_value_copy, arguments[I]))
            .template to<typename Held<std::decay_t<A>>::type>()...};
    if constexpr (std::is_void_v<R>) {
      function(static_cast<Passed<A>>(std::get<I>(held))...);
      return {};
    } else {
      return c10::IValue(function(static_cast<Passed<A>>(std::get<I>(held))...));
    }
  }
  // A reference for references and values alike, which copies are made of.
  template <typename T>
  using Passed =
      std::conditional_t<std::is_reference_v<T>, T,
                         std::conditional_t<std::is_same_v<typename Held<T>::type, T>, T&&, T>>;
};

// The signature of a function, a pointer to one, or an object with operator().
template <typename F>
struct SignatureOf : SignatureOf<decltype(&F::operator())> {};
template <typename R, typename... A>
struct SignatureOf<R (*)(A...)> {
  using type = Signature<R, A...>;
};
template <typename C, typename R, typename... A>
struct SignatureOf<R (C::*)(A...) const> {
  using type = Signature<R, A...>;
};
template <typename C, typename R, typename... A>
struct SignatureOf<R (C::*)(A...)> {
  using type = Signature<R, A...>;
};

}  // namespace jitscope_v0
}  // namespace detail
}  // namespace torch
