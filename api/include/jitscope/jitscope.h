// libjitscope for C++20: values that clean up after themselves, and exceptions, over jitscope_c.h.
//
//   jitscope::Runtime runtime;
//   jitscope::Module module = runtime.load("model.pt");
//   jitscope::Tensor input = jitscope::Tensor::borrow(data, {1, 3, 224, 224});
//   jitscope::Tensor output = module(input).toTensor();
//   for (float score : output.elements<float>()) ...
//
// The header contains all of the code: it has no binary interface of its own, works with each
// compiler and standard library, and depends on nothing but C++. Objects are references to shared
// ones, as in Python, and cheap to copy. Every failure throws Error. Which object serves which
// threads is told in jitscope_c.h.
#pragma once

#include <jitscope/jitscope_c.h>

#include <complex>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace jitscope {
inline namespace v0 {

// ---- errors

struct Frame {
  std::string function, file;  // file is empty where it is unknown
  uint32_t line = 0;           // from 1
};

class Error : public std::runtime_error {
 public:
  // Takes over the error.
  explicit Error(jitscope_error* error) : Error(std::unique_ptr<jitscope_error, Free>(error)) {}

  jitscope_error_kind kind() const { return kind_; }
  // Python's class of the exception, such as "RuntimeError"; empty for other failures.
  const std::string& className() const { return className_; }
  // The message without the stack; what() has both.
  const std::string& message() const { return message_; }
  // The TorchScript functions, the outermost first.
  const std::vector<Frame>& frames() const { return frames_; }

 private:
  struct Free {
    void operator()(jitscope_error* error) const { jitscope_error_free(error); }
  };
  explicit Error(const std::unique_ptr<jitscope_error, Free>& error)
      : std::runtime_error(jitscope_error_text(error.get())),
        kind_(jitscope_error_get_kind(error.get())),
        className_(jitscope_error_class(error.get())),
        message_(jitscope_error_message(error.get())) {
    for (size_t i = 0; i < jitscope_error_frames(error.get()); ++i)
      frames_.push_back({jitscope_error_frame_function(error.get(), i),
                         jitscope_error_frame_file(error.get(), i),
                         jitscope_error_frame_line(error.get(), i)});
  }
  jitscope_error_kind kind_;
  std::string className_, message_;
  std::vector<Frame> frames_;
};

inline void check(jitscope_error* error) {
  if (error != nullptr) [[unlikely]]
    throw Error(error);
}

namespace detail {

// Owns a handle.
template <typename T, void (*kFree)(T*)>
class Handle {
 public:
  Handle() = default;
  explicit Handle(T* handle) : handle_(handle) {}
  Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Handle() { kFree(handle_); }
  T* get() const { return handle_; }
  T** out() { return &handle_; }

 private:
  T* handle_ = nullptr;
};

using ValueHandle = Handle<jitscope_value, jitscope_value_free>;

// The text of a function that gives one to its caller.
template <typename Function, typename... Arguments>
std::string text(Function function, Arguments... arguments) {
  char* made = nullptr;
  check(function(arguments..., &made));
  const std::unique_ptr<char, void (*)(void*)> owner(made, jitscope_free);
  return made;
}

template <typename T>
struct DtypeOf;
#define JITSCOPE_DTYPE_OF(type, number)             \
  template <>                                       \
  struct DtypeOf<type> {                            \
    static constexpr jitscope_dtype value = number; \
  };
JITSCOPE_DTYPE_OF(uint8_t, JITSCOPE_UINT8)
JITSCOPE_DTYPE_OF(int8_t, JITSCOPE_INT8)
JITSCOPE_DTYPE_OF(int16_t, JITSCOPE_INT16)
JITSCOPE_DTYPE_OF(int32_t, JITSCOPE_INT32)
JITSCOPE_DTYPE_OF(int64_t, JITSCOPE_INT64)
JITSCOPE_DTYPE_OF(float, JITSCOPE_FLOAT32)
JITSCOPE_DTYPE_OF(double, JITSCOPE_FLOAT64)
JITSCOPE_DTYPE_OF(std::complex<float>, JITSCOPE_COMPLEX64)
JITSCOPE_DTYPE_OF(std::complex<double>, JITSCOPE_COMPLEX128)
JITSCOPE_DTYPE_OF(bool, JITSCOPE_BOOLEAN)
#undef JITSCOPE_DTYPE_OF

}  // namespace detail

// ---- values

class Tensor;

// A value of TorchScript. Numbers, strings and containers of values convert to it.
class Value {
 public:
  Value() { check(jitscope_none(handle_.out())); }
  template <typename T>
  requires std::is_arithmetic_v<T> Value(T number) {
    if constexpr (std::is_same_v<T, bool>)
      check(jitscope_bool(number, handle_.out()));
    else if constexpr (std::is_integral_v<T>)
      check(jitscope_int(static_cast<int64_t>(number), handle_.out()));
    else
      check(jitscope_float(number, handle_.out()));
  }
  Value(std::complex<double> number) {
    check(jitscope_complex(number.real(), number.imag(), handle_.out()));
  }
  Value(std::string_view text) { check(jitscope_string(text.data(), text.size(), handle_.out())); }
  Value(const std::string& text) : Value(std::string_view(text)) {}
  Value(const char* text) : Value(std::string_view(text)) {}
  // Takes over a handle.
  explicit Value(jitscope_value* handle) : handle_(handle) {}
  explicit Value(detail::ValueHandle handle) : handle_(std::move(handle)) {}
  Value(const Value& other) { check(jitscope_value_copy(other.handle(), handle_.out())); }
  Value(Value&&) noexcept = default;
  Value& operator=(Value other) noexcept {
    handle_ = std::move(other.handle_);
    return *this;
  }

  static Value list(std::span<const Value> items) { return sequence(jitscope_list, items); }
  static Value tuple(std::span<const Value> items) { return sequence(jitscope_tuple, items); }
  static Value dict(std::span<const std::pair<Value, Value>> entries) {
    std::vector<const jitscope_value*> keys, values;
    for (const auto& [key, value] : entries) {
      keys.push_back(key.handle());
      values.push_back(value.handle());
    }
    detail::ValueHandle made;
    check(jitscope_dict(keys.data(), values.data(), keys.size(), made.out()));
    return Value(std::move(made));
  }

  jitscope_kind kind() const { return jitscope_value_kind(handle()); }
  bool isNone() const { return kind() == JITSCOPE_NONE; }
  bool isTensor() const { return kind() == JITSCOPE_TENSOR; }
  // Each throws an Error for a value of another kind.
  bool toBool() const { return get<int>(jitscope_value_bool) != 0; }
  int64_t toInt() const { return get<int64_t>(jitscope_value_int); }
  double toDouble() const { return get<double>(jitscope_value_float); }
  std::complex<double> toComplex() const {
    double real = 0, imag = 0;
    check(jitscope_value_complex(handle(), &real, &imag));
    return {real, imag};
  }
  std::string toString() const {
    const char* text = nullptr;
    size_t size = 0;
    check(jitscope_value_string(handle(), &text, &size));
    return {text, size};
  }
  Tensor toTensor() const;
  // The items of a tuple or a list, the values of a dict.
  std::vector<Value> items() const {
    std::vector<Value> found;
    for (size_t i = 0, count = size(); i < count; ++i) found.push_back((*this)[i]);
    return found;
  }
  // The entries of a dict in the order of their insertion.
  std::vector<std::pair<Value, Value>> entries() const {
    std::vector<std::pair<Value, Value>> found;
    for (size_t i = 0, count = size(); i < count; ++i) {
      detail::ValueHandle key, item;
      check(jitscope_value_item(handle(), i, key.out(), item.out()));
      found.emplace_back(Value(std::move(key)), Value(std::move(item)));
    }
    return found;
  }
  size_t size() const { return get<size_t>(jitscope_value_size); }
  Value operator[](size_t index) const {
    detail::ValueHandle item;
    check(jitscope_value_item(handle(), index, nullptr, item.out()));
    return Value(std::move(item));
  }
  Value at(const Value& key) const {
    detail::ValueHandle item;
    check(jitscope_value_find(handle(), key.handle(), item.out()));
    return Value(std::move(item));
  }
  // The text that print() writes.
  std::string text() const { return detail::text(jitscope_value_text, handle()); }

  const jitscope_value* handle() const { return handle_.get(); }

 private:
  template <typename T, typename Function>
  T get(Function function) const {
    T result{};
    check(function(handle(), &result));
    return result;
  }
  template <typename Function>
  static Value sequence(Function function, std::span<const Value> items) {
    std::vector<const jitscope_value*> handles;
    for (const Value& item : items) handles.push_back(item.handle());
    detail::ValueHandle made;
    check(function(handles.data(), handles.size(), made.out()));
    return Value(std::move(made));
  }
  detail::ValueHandle handle_;
};

class Tensor : public Value {
 public:
  // Throws an Error for a value that is not a tensor.
  explicit Tensor(Value value) : Value(std::move(value)) {
    check(jitscope_tensor_shape(handle(), nullptr, nullptr, nullptr, nullptr));
  }
  static Tensor zeros(std::span<const int64_t> sizes, jitscope_dtype dtype = JITSCOPE_FLOAT32) {
    detail::ValueHandle made;
    check(jitscope_tensor_zeros(dtype, sizes.size(), sizes.data(), made.out()));
    return Tensor(Value(std::move(made)));
  }
  static Tensor zeros(std::initializer_list<int64_t> sizes,
                      jitscope_dtype dtype = JITSCOPE_FLOAT32) {
    return zeros(std::span(sizes.begin(), sizes.size()), dtype);
  }
  // A tensor on memory of the caller. strides: in elements; empty: contiguous. release: called
  // once, in any thread, when the last tensor on the memory is gone; empty: the memory outlives all
  // of them.
  template <typename T>
  static Tensor borrow(T* data, std::span<const int64_t> sizes,
                       std::span<const int64_t> strides = {}, std::function<void()> release = {}) {
    std::unique_ptr<std::function<void()>> owned;
    if (release) owned = std::make_unique<std::function<void()>>(std::move(release));
    const auto free = [](void* context) {
      const std::unique_ptr<std::function<void()>> owned(
          static_cast<std::function<void()>*>(context));
      (*owned)();
    };
    detail::ValueHandle made;
    check(jitscope_tensor_borrow(const_cast<std::remove_const_t<T>*>(data),
                                 detail::DtypeOf<std::remove_const_t<T>>::value, sizes.size(),
                                 sizes.data(), strides.empty() ? nullptr : strides.data(),
                                 owned ? +free : nullptr, owned.get(), made.out()));
    (void)owned.release();
    return Tensor(Value(std::move(made)));
  }
  template <typename T>
  static Tensor borrow(T* data, std::initializer_list<int64_t> sizes) {
    return borrow(data, std::span(sizes.begin(), sizes.size()));
  }
  // Takes over the DLPack tensor.
  static Tensor fromDlpack(DLManagedTensor* managed) {
    detail::ValueHandle made;
    check(jitscope_tensor_from_dlpack(managed, made.out()));
    return Tensor(Value(std::move(made)));
  }
  // The caller calls its deleter.
  DLManagedTensor* toDlpack() const {
    DLManagedTensor* managed = nullptr;
    check(jitscope_tensor_to_dlpack(handle(), &managed));
    return managed;
  }

  jitscope_dtype dtype() const {
    jitscope_dtype dtype{};
    check(jitscope_tensor_shape(handle(), &dtype, nullptr, nullptr, nullptr));
    return dtype;
  }
  // Both belong to the tensor.
  std::span<const int64_t> sizes() const { return dims(true); }
  std::span<const int64_t> strides() const { return dims(false); }
  int64_t numel() const {
    int64_t product = 1;
    for (const int64_t size : sizes()) product *= size;
    return product;
  }
  // The first element. T must be the type of dtype(), else an Error is thrown.
  template <typename T>
  const T* data() const {
    needType<T>();
    const void* data = nullptr;
    check(jitscope_tensor_data(handle(), &data));
    return static_cast<const T*>(data);
  }
  // For writes: call it before each series of them.
  template <typename T>
  T* mutableData() const {
    needType<T>();
    void* data = nullptr;
    check(jitscope_tensor_mutable_data(handle(), &data));
    return static_cast<T*>(data);
  }
  // The elements of a contiguous tensor; others are copied to one by contiguous().
  template <typename T>
  std::span<const T> elements() const {
    return {data<T>(), static_cast<size_t>(numel())};
  }

  bool requiresGrad() const {
    int result = 0;
    check(jitscope_tensor_requires_grad(handle(), &result));
    return result != 0;
  }
  Tensor& setRequiresGrad(bool required = true) {
    check(jitscope_tensor_set_requires_grad(handle(), required));
    return *this;
  }
  // None without a gradient.
  Value grad() const {
    detail::ValueHandle gradient;
    check(jitscope_tensor_grad(handle(), gradient.out()));
    return Value(std::move(gradient));
  }
  void setGrad(const Value& gradient) const {
    check(jitscope_tensor_set_grad(handle(), gradient.handle()));
  }

 private:
  template <typename T>
  void needType() const {
    if (dtype() != detail::DtypeOf<T>::value)
      throw std::invalid_argument("the elements of the tensor have another type");
  }
  std::span<const int64_t> dims(bool areSizes) const {
    size_t rank = 0;
    const int64_t *sizes = nullptr, *strides = nullptr;
    check(jitscope_tensor_shape(handle(), nullptr, &rank, &sizes, &strides));
    return {areSizes ? sizes : strides, rank};
  }
};

inline Tensor Value::toTensor() const { return Tensor(*this); }

// ---- modules

using Named = std::pair<std::string, Value>;

namespace detail {

// Positional and named arguments as arrays of handles. Borrows both.
struct Arguments {
  explicit Arguments(std::span<const Value> positional, std::span<const Named> named = {}) {
    for (const Value& value : positional) values.push_back(value.handle());
    for (const auto& [name, value] : named) {
      values.push_back(value.handle());
      names.push_back(name.c_str());
    }
  }
  std::vector<const jitscope_value*> values;
  std::vector<const char*> names;
};

}  // namespace detail

// A method of a module.
class Function {
 public:
  explicit Function(jitscope_function* handle) : handle_(handle, jitscope_function_free) {}
  Value run(std::span<const Value> arguments, std::span<const Named> named = {}) const {
    const detail::Arguments all(arguments, named);
    jitscope_value* result = nullptr;
    check(jitscope_function_run(handle_.get(), all.values.data(), all.values.size(),
                                all.names.data(), all.names.size(), &result));
    return Value(result);
  }
  template <typename... Arguments>
  Value operator()(const Arguments&... arguments) const {
    const Value values[] = {Value(arguments)..., Value()};
    return run(std::span(values, sizeof...(arguments)));
  }
  // As PyTorch prints `.graph` and `.code`.
  std::string graph() const { return detail::text(jitscope_function_graph, handle_.get()); }
  std::string code() const { return detail::text(jitscope_function_code, handle_.get()); }
  std::string schema() const { return detail::text(jitscope_function_schema, handle_.get()); }

 private:
  std::shared_ptr<const jitscope_function> handle_;
};

class Module {
 public:
  explicit Module(jitscope_module* handle) : handle_(handle, jitscope_module_free) {}

  template <typename... Arguments>
  Value operator()(const Arguments&... arguments) const {
    return method("forward")(arguments...);
  }
  Function method(const std::string& name) const {
    jitscope_function* function = nullptr;
    check(jitscope_module_function(handle_.get(), name.c_str(), &function));
    return Function(function);
  }
  std::vector<std::string> methods() const {
    std::vector<std::string> names;
    while (const char* name = jitscope_module_method(handle_.get(), names.size()))
      names.emplace_back(name);
    return names;
  }
  std::string className() const { return jitscope_module_class(handle_.get()); }

  Module child(const std::string& name) const {
    jitscope_module* child = nullptr;
    check(jitscope_module_child(handle_.get(), name.c_str(), &child));
    return Module(child);
  }
  std::vector<std::pair<std::string, Tensor>> parameters(bool recurse = true) const {
    return tensors(JITSCOPE_PARAMETERS, recurse);
  }
  std::vector<std::pair<std::string, Tensor>> buffers(bool recurse = true) const {
    return tensors(JITSCOPE_BUFFERS, recurse);
  }
  std::vector<std::string> children() const {
    std::vector<std::string> names;
    for (const auto& [name, value] : members(JITSCOPE_MODULES, false).entries())
      names.push_back(name.toString());
    return names;
  }
  // By its dotted name.
  Value attribute(const std::string& name) const {
    jitscope_value* value = nullptr;
    check(jitscope_module_attribute(handle_.get(), name.c_str(), &value));
    return Value(value);
  }
  void setAttribute(const std::string& name, const Value& value) const {
    check(jitscope_module_set_attribute(handle_.get(), name.c_str(), value.handle()));
  }
  void train(bool training = true) const { check(jitscope_module_train(handle_.get(), training)); }
  void eval() const { train(false); }
  void save(const std::string& path) const {
    check(jitscope_module_save(handle_.get(), path.c_str()));
  }
  // The bytes of the file that save() writes.
  std::string saveBytes() const {
    void* bytes = nullptr;
    size_t size = 0;
    check(jitscope_module_save_bytes(handle_.get(), &bytes, &size));
    const std::unique_ptr<void, void (*)(void*)> owner(bytes, jitscope_free);
    return {static_cast<const char*>(bytes), size};
  }
  std::string extraFile(const std::string& name) const {
    char* bytes = nullptr;
    size_t size = 0;
    check(jitscope_module_extra_file(handle_.get(), name.c_str(), &bytes, &size));
    const std::unique_ptr<char, void (*)(void*)> owner(bytes, jitscope_free);
    return {bytes, size};
  }

 private:
  Value members(jitscope_members kind, bool recurse) const {
    jitscope_value* dict = nullptr;
    check(jitscope_module_members(handle_.get(), kind, recurse, &dict));
    return Value(dict);
  }
  std::vector<std::pair<std::string, Tensor>> tensors(jitscope_members kind, bool recurse) const {
    std::vector<std::pair<std::string, Tensor>> found;
    for (const auto& [name, value] : members(kind, recurse).entries())
      if (value.isTensor()) found.emplace_back(name.toString(), value.toTensor());
    return found;
  }
  std::shared_ptr<const jitscope_module> handle_;
};

// ---- diagnostics

struct Diagnostic {
  std::string rule;  // "TS3001"
  jitscope_severity severity;
  std::string message, file;
  uint32_t line, column, endLine, endColumn;  // from 1; columns are code points
};

// ---- runtimes

struct RuntimeOptions {
  const char* torch = nullptr;  // "1.13", "2.6" or "2.11"; null: the newest
  bool compiled = false;        // modules become machine code
};

class Runtime {
 public:
  explicit Runtime(const RuntimeOptions& options = {}) {
    jitscope_runtime* made = nullptr;
    check(jitscope_runtime_create(options.torch, &made));
    handle_.reset(made, jitscope_runtime_free);
    jitscope_runtime_set_compiled(made, options.compiled);
  }

  Module load(const std::string& path) const {
    jitscope_module* module = nullptr;
    check(jitscope_module_load(handle_.get(), path.c_str(), &module));
    return Module(module);
  }
  // name: for messages.
  Module load(std::span<const std::byte> bytes, const std::string& name) const {
    jitscope_module* module = nullptr;
    check(jitscope_module_load_bytes(handle_.get(), bytes.data(), bytes.size(), name.c_str(),
                                     &module));
    return Module(module);
  }
  // An operator, such as "aten::add".
  Value call(const char* op, std::initializer_list<Value> arguments,
             std::initializer_list<Named> named = {}) const {
    const detail::Arguments all({arguments.begin(), arguments.size()},
                                {named.begin(), named.size()});
    jitscope_value* result = nullptr;
    check(jitscope_call(handle_.get(), op, all.values.data(), all.values.size(), all.names.data(),
                        all.names.size(), &result));
    return Value(result);
  }
  // Adds the gradients of a tensor with one element to the leaves that it depends on.
  void backward(const Tensor& root, bool retainGraph = false, bool createGraph = false) const {
    const jitscope_value* const roots[] = {root.handle()};
    check(jitscope_backward(handle_.get(), roots, 1, nullptr, retainGraph, createGraph));
  }
  // The gradients with respect to the inputs; None where the root does not depend on one.
  std::vector<Value> gradients(const Tensor& root, std::span<const Tensor> inputs,
                               bool retainGraph = false, bool createGraph = false) const {
    const jitscope_value* const roots[] = {root.handle()};
    std::vector<const jitscope_value*> handles;
    for (const Tensor& input : inputs) handles.push_back(input.handle());
    jitscope_value* result = nullptr;
    check(jitscope_grad(handle_.get(), roots, 1, nullptr, handles.data(), handles.size(),
                        retainGraph, createGraph, &result));
    return Value(result).items();
  }
  // The problems of a Python file, or of a source that is not in a file.
  std::vector<Diagnostic> checkFile(const std::string& path) const {
    jitscope_diagnostics* found = nullptr;
    check(jitscope_check_file(handle_.get(), path.c_str(), &found));
    return taken(found);
  }
  std::vector<Diagnostic> checkSource(const std::string& name, std::string_view source) const {
    jitscope_diagnostics* found = nullptr;
    check(jitscope_check_source(handle_.get(), name.c_str(), source.data(), source.size(), &found));
    return taken(found);
  }
  // Ends the runs in progress, from any thread.
  void interrupt() const { jitscope_runtime_interrupt(handle_.get()); }

  jitscope_runtime* handle() const { return handle_.get(); }

 private:
  static std::vector<Diagnostic> taken(jitscope_diagnostics* found) {
    const detail::Handle<jitscope_diagnostics, jitscope_diagnostics_free> owner(found);
    std::vector<Diagnostic> diagnostics;
    for (size_t i = 0; i < jitscope_diagnostics_size(found); ++i) {
      jitscope_diagnostic row;
      check(jitscope_diagnostics_get(found, i, &row));
      diagnostics.push_back({row.rule, row.severity, row.message, row.file, row.line, row.column,
                             row.end_line, row.end_column});
    }
    return diagnostics;
  }
  std::shared_ptr<jitscope_runtime> handle_;
};

// Sets the grad mode of the thread for the lifetime of an object.
class GradMode {
 public:
  explicit GradMode(bool enabled) : before_(jitscope_set_grad_enabled(enabled)) {}
  ~GradMode() { jitscope_set_grad_enabled(before_); }
  GradMode(const GradMode&) = delete;
  GradMode& operator=(const GradMode&) = delete;

 private:
  const int before_;
};

}  // namespace v0
}  // namespace jitscope
