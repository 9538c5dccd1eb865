// TORCH_LIBRARY: operators that a program defines in C++. C++17.
//   TORCH_LIBRARY(mine, m) { m.def("scale(Tensor x, float by=1.) -> Tensor", &scale); }
// Load modules that call them after that, which holds for a program's own static variables.
#pragma once

#include <jitscope/torch/guards.h>
#include <jitscope/torch/signatures.h>

namespace c10 {
inline namespace jitscope_v0 {

enum class DispatchKey {
  CatchAll,
  CPU,
  CompositeImplicitAutograd,
  CompositeExplicitAutograd,
  // The library has no kernels for these.
  Autograd,
  AutogradCPU,
  CUDA,
  Meta,
  SparseCPU,
};

}  // namespace jitscope_v0
}  // namespace c10

namespace torch {
namespace detail {
inline namespace jitscope_v0 {

// Runs an object of type F as the function of an operator. The operators that it calls are recorded
// for gradients.
template <typename F>
jitscope_error* runOperator(void* context, const jitscope_value* const* arguments, size_t size,
                            jitscope_value** result) {
  const auto fail = [](const char* name, const char* message) {
    return jitscope_error_create(JITSCOPE_ERROR_RUN, name, message);
  };
  try {
    const c10::IValue value =
        SignatureOf<F>::type::call(*static_cast<F*>(context), arguments, size);
    return jitscope_value_copy(value.value().get(), result);
  } catch (const c10::IndexError& error) {
    return fail("IndexError", error.what_without_backtrace());
  } catch (const c10::ValueError& error) {
    return fail("ValueError", error.what_without_backtrace());
  } catch (const c10::TypeError& error) {
    return fail("TypeError", error.what_without_backtrace());
  } catch (const c10::NotImplementedError& error) {
    return fail("NotImplementedError", error.what_without_backtrace());
  } catch (const c10::Error& error) {
    return fail("RuntimeError", error.what_without_backtrace());
  } catch (const std::exception& error) {
    return fail("RuntimeError", error.what());
  }
}

// Calls a function with a library before main().
template <typename L>
struct LibraryInit {
  LibraryInit(const char* space, void (*fill)(L&)) {
    L library(space);
    fill(library);
  }
};

}  // namespace jitscope_v0
}  // namespace detail

inline namespace jitscope_v0 {

// The operators of one namespace.
template <c10::DispatchKey kKey>
class LibraryOf {
  static_assert(kKey == c10::DispatchKey::CatchAll || kKey == c10::DispatchKey::CPU ||
                    kKey == c10::DispatchKey::CompositeImplicitAutograd ||
                    kKey == c10::DispatchKey::CompositeExplicitAutograd,
                "TORCH_LIBRARY_IMPL of libjitscope has the keys CPU, CompositeImplicitAutograd and "
                "CompositeExplicitAutograd; gradients follow from the operators that the function "
                "calls");

 public:
  explicit LibraryOf(std::string space) : space_(std::move(space)) {}

  // Defines an operator, whose function comes with impl().
  LibraryOf& def(const char* schema) {
    at::detail::check(jitscope_define_operator(full(schema).c_str()));
    return *this;
  }
  // Defines an operator by its schema, or by its name with the schema of the function.
  template <typename F>
  LibraryOf& def(const char* schemaOrName, F function) {
    const std::string text = full(schemaOrName);
    const bool isSchema = text.find('(') != text.npos;
    const std::string schema = isSchema ? text : text + detail::SignatureOf<F>::type::schema();
    at::detail::check(jitscope_define_operator(schema.c_str()));
    implement(schema.substr(0, schema.find('(')), std::move(function));
    return *this;
  }
  template <typename F>
  LibraryOf& impl(const char* name, F function) {
    implement(full(name), std::move(function));
    return *this;
  }
  template <typename T>
  void class_(const std::string&) {
    static_assert(at::detail::kAbsent<T>,
                  "torch::class_ is not in libjitscope: define operators, and keep state in "
                  "tensors");
  }

 private:
  std::string full(const std::string& name) const {
    return name.find("::") == name.npos ? space_ + "::" + name : name;
  }
  // The function lives as long as the process.
  template <typename F>
  static void implement(const std::string& name, F function) {
    auto* const context = new F(std::move(function));
    at::detail::check(jitscope_implement_operator(name.c_str(), &detail::runOperator<F>,
                                                  static_cast<void*>(context)));
  }

  std::string space_;
};
using Library = LibraryOf<c10::DispatchKey::CatchAll>;

}  // namespace jitscope_v0
}  // namespace torch

// A function that fills a library before main().
#define JITSCOPE_LIBRARY(type, space, name, m)                                               \
  static void name(type&);                                                                   \
  static const ::torch::detail::LibraryInit<type> JITSCOPE_JOIN(name, _init)(#space, &name); \
  void name(type& m)
#define JITSCOPE_JOIN(a, b) JITSCOPE_JOIN_EXPANDED(a, b)
#define JITSCOPE_JOIN_EXPANDED(a, b) a##b

#define TORCH_LIBRARY(space, m) JITSCOPE_LIBRARY(::torch::Library, space, TORCH_LIBRARY_##space, m)
#define TORCH_LIBRARY_FRAGMENT(space, m)    \
  JITSCOPE_LIBRARY(::torch::Library, space, \
                   JITSCOPE_JOIN(TORCH_LIBRARY_FRAGMENT_##space##_, __LINE__), m)
#define TORCH_LIBRARY_IMPL(space, key, m)                              \
  JITSCOPE_LIBRARY(::torch::LibraryOf<::c10::DispatchKey::key>, space, \
                   JITSCOPE_JOIN(TORCH_LIBRARY_IMPL_##space##_##key##_, __LINE__), m)
#define TORCH_FN(function) (&function)
#define TORCH_SELECTIVE_NAME(name) name
#define TORCH_SELECTIVE_SCHEMA(schema) schema

namespace torch {
// The base of classes that scripts use in PyTorch; see LibraryOf::class_.
struct CustomClassHolder : c10::intrusive_ptr_target {};
template <typename T>
struct class_ {
  static_assert(at::detail::kAbsent<T>,
                "torch::class_ is not in libjitscope: define operators, and keep state in tensors");
};
}  // namespace torch
