// torch::jit over libjitscope: load, and modules. C++17.
#pragma once

#include <jitscope/torch/ivalue.h>

#include <istream>
#include <iterator>

namespace torch {
using namespace at;

namespace jit {
inline namespace jitscope_v0 {

using c10::IValue;
using Stack = std::vector<IValue>;
using Kwargs = std::unordered_map<std::string, IValue>;

// A method of a module.
class Method {
 public:
  Method(std::string name, jitscope_function* function)
      : name_(std::move(name)), function_(function, jitscope_function_free) {}
  const std::string& name() const { return name_; }
  IValue operator()(const Stack& inputs, const Kwargs& named = {}) const {
    std::vector<const jitscope_value*> handles;
    std::vector<const char*> names;
    for (const IValue& input : inputs) handles.push_back(input.value().get());
    for (const auto& [name, input] : named) {
      handles.push_back(input.value().get());
      names.push_back(name.c_str());
    }
    return IValue(at::detail::made(jitscope_function_run, function_.get(), handles.data(),
                                   handles.size(), names.data(), names.size()));
  }

 private:
  std::string name_;
  std::shared_ptr<jitscope_function> function_;
};

template <typename T>
struct NameValue {
  std::string name;
  T value;
};

// A reference to a module of an archive.
class Module {
 public:
  Module() = default;
  explicit Module(jitscope_module* module) : module_(module, jitscope_module_free) {}

  IValue forward(const Stack& inputs, const Kwargs& named = {}) const {
    return get_method("forward")(inputs, named);
  }
  template <typename... Arguments>
  IValue operator()(const Arguments&... arguments) const {
    return forward({IValue(arguments)...});
  }
  template <typename... Arguments>
  IValue run_method(const std::string& name, const Arguments&... arguments) const {
    return get_method(name)({IValue(arguments)...});
  }
  Method get_method(const std::string& name) const {
    jitscope_function* function = nullptr;
    at::detail::check(jitscope_module_function(handle(), name.c_str(), &function));
    return {name, function};
  }
  c10::optional<Method> find_method(const std::string& name) const {
    jitscope_function* function = nullptr;
    if (jitscope_error* error = jitscope_module_function(handle(), name.c_str(), &function)) {
      jitscope_error_free(error);
      return c10::nullopt;
    }
    return Method(name, function);
  }

  bool hasattr(const std::string& name) const { return find(name) != nullptr; }
  IValue attr(const std::string& name) const {
    return IValue(at::detail::made(jitscope_module_attribute, handle(), name.c_str()));
  }
  IValue attr(const std::string& name, IValue otherwise) const {
    const at::detail::Ref found = find(name);
    return found != nullptr ? IValue(found) : otherwise;
  }
  void setattr(const std::string& name, const IValue& value) const {
    at::detail::check(jitscope_module_set_attribute(handle(), name.c_str(), value.value().get()));
  }

  std::vector<NameValue<Tensor>> named_parameters(bool recurse = true) const {
    return named(JITSCOPE_PARAMETERS, recurse);
  }
  std::vector<NameValue<Tensor>> named_buffers(bool recurse = true) const {
    return named(JITSCOPE_BUFFERS, recurse);
  }
  std::vector<Tensor> parameters(bool recurse = true) const {
    return values(named_parameters(recurse));
  }
  std::vector<Tensor> buffers(bool recurse = true) const { return values(named_buffers(recurse)); }
  std::vector<NameValue<Module>> named_children() const {
    std::vector<NameValue<Module>> found;
    for (const auto& [name, value] : members(JITSCOPE_MODULES, false)) {
      jitscope_module* child = nullptr;
      at::detail::check(jitscope_module_child(handle(), name.toStringRef(), &child));
      found.push_back({name.toStringRef(), Module(child)});
    }
    return found;
  }

  void train(bool training = true) const {
    at::detail::check(jitscope_module_train(handle(), training));
  }
  void eval() const { train(false); }
  bool is_training() const { return attr("training", true).toBool(); }
  // The CPU is the only device.
  void to(Device device, bool = false) const {
    if (!device.is_cpu()) throw c10::Error("modules are on the CPU, and not on " + device.str());
  }
  void save(const std::string& path) const {
    at::detail::check(jitscope_module_save(handle(), path.c_str()));
  }
  // The module, for the functions of jitscope_c.h.
  jitscope_module* handle() const {
    if (module_ == nullptr) throw c10::Error("the module is empty: load one first");
    return module_.get();
  }

 private:
  // Null: there is none.
  at::detail::Ref find(const std::string& name) const {
    jitscope_value* value = nullptr;
    if (jitscope_error* error = jitscope_module_attribute(handle(), name.c_str(), &value)) {
      jitscope_error_free(error);
      return nullptr;
    }
    return at::detail::own(value);
  }
  std::vector<std::pair<IValue, IValue>> members(jitscope_members kind, bool recurse) const {
    return IValue(
               at::detail::made(jitscope_module_members, handle(), kind, static_cast<int>(recurse)))
        .toGenericDict();
  }
  std::vector<NameValue<Tensor>> named(jitscope_members kind, bool recurse) const {
    std::vector<NameValue<Tensor>> found;
    for (const auto& [name, value] : members(kind, recurse))
      if (value.isTensor()) found.push_back({name.toStringRef(), value.toTensor()});
    return found;
  }
  static std::vector<Tensor> values(const std::vector<NameValue<Tensor>>& named) {
    std::vector<Tensor> found;
    for (const NameValue<Tensor>& each : named) found.push_back(each.value);
    return found;
  }

  std::shared_ptr<jitscope_module> module_;
};

namespace script {
using Module = jit::Module;
}  // namespace script

// The device is that of the CPU.
inline Module load(const std::string& path, c10::optional<Device> = c10::nullopt) {
  jitscope_module* module = nullptr;
  at::detail::check(jitscope_module_load(at::detail::runtime(), path.c_str(), &module));
  return Module(module);
}
inline Module load(std::istream& stream, c10::optional<Device> = c10::nullopt) {
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  jitscope_module* module = nullptr;
  at::detail::check(jitscope_module_load_bytes(at::detail::runtime(), bytes.data(), bytes.size(),
                                               nullptr, &module));
  return Module(module);
}

}  // namespace jitscope_v0
}  // namespace jit

inline namespace jitscope_v0 {

// Sets the grad mode of the thread for the lifetime of an object.
class AutoGradMode {
 public:
  explicit AutoGradMode(bool enabled) : before_(jitscope_set_grad_enabled(enabled)) {}
  ~AutoGradMode() { jitscope_set_grad_enabled(before_); }
  AutoGradMode(const AutoGradMode&) = delete;
  AutoGradMode& operator=(const AutoGradMode&) = delete;

 private:
  const int before_;
};
class NoGradGuard : public AutoGradMode {
 public:
  NoGradGuard() : AutoGradMode(false) {}
};

inline void manual_seed(uint64_t seed) { jitscope_manual_seed(seed); }
inline void set_num_threads(int count) { jitscope_set_threads(count); }
inline int get_num_threads() { return jitscope_threads(); }
namespace cuda {
inline bool is_available() { return false; }
}  // namespace cuda

}  // namespace jitscope_v0
}  // namespace torch
