// torch::jit over libjitscope: load, and modules. C++17.
#pragma once

#include <jitscope/torch/guards.h>
#include <jitscope/torch/ivalue.h>

#include <fstream>
#include <istream>
#include <iterator>

namespace torch {
using namespace at;
using c10::IValue;

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
    return IValue(at::detail::made(jitscope_module_attribute, handle(), name.c_str()))
        .ownedBy(module_);
  }
  IValue attr(const std::string& name, IValue otherwise) const {
    const at::detail::Ref found = find(name);
    return found != nullptr ? IValue(found).ownedBy(module_) : otherwise;
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
  std::vector<NameValue<IValue>> named_attributes(bool recurse = true) const {
    std::vector<NameValue<IValue>> found;
    for (const jitscope_members kind : {JITSCOPE_PARAMETERS, JITSCOPE_BUFFERS, JITSCOPE_ATTRIBUTES})
      for (const auto& entry : members(kind, recurse))
        found.push_back({entry.key(), entry.value().ownedBy(module_)});
    return found;
  }
  std::vector<NameValue<Module>> named_children() const { return inner(false); }
  std::vector<Module> children() const { return values(named_children()); }
  // The module itself, and all modules inside.
  std::vector<NameValue<Module>> named_modules() const {
    std::vector<NameValue<Module>> found = inner(true);
    found.insert(found.begin(), {"", *this});
    return found;
  }
  std::vector<Module> modules() const { return values(named_modules()); }
  std::vector<Method> get_methods() const {
    std::vector<Method> methods;
    for (size_t i = 0; const char* name = jitscope_module_method(handle(), i); ++i)
      methods.push_back(get_method(name));
    return methods;
  }

  void train(bool training = true) const {
    at::detail::check(jitscope_module_train(handle(), training));
  }
  void eval() const { train(false); }
  bool is_training() const { return attr("training", true).toBool(); }
  // The CPU is the only device.
  void to(Device device, bool = false) const {
    TORCH_CHECK(device.is_cpu(), "modules are on the CPU, and not on ", device);
  }
  // Converts parameters and buffers of floats.
  void to(ScalarType dtype, bool = false) const {
    for (const jitscope_members kind : {JITSCOPE_PARAMETERS, JITSCOPE_BUFFERS})
      for (const auto& [name, tensor] : named(kind, true))
        if (tensor.is_floating_point())
          setattr(name, tensor.detach().to(dtype).set_requires_grad(tensor.requires_grad()));
  }
  void to(Device device, ScalarType dtype, bool = false) const {
    to(device);
    to(dtype);
  }
  void save(const std::string& path) const {
    at::detail::check(jitscope_module_save(handle(), path.c_str()));
  }
  void save(std::ostream& stream) const {
    const std::string bytes = this->bytes();
    stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  // A module with copies of all attributes.
  Module clone(bool = false) const {
    const std::string bytes = this->bytes();
    jitscope_module* module = nullptr;
    at::detail::check(jitscope_module_load_bytes(at::detail::runtime(), bytes.data(), bytes.size(),
                                                 nullptr, &module));
    return Module(module);
  }
  Module deepcopy() const { return clone(); }
  Module copy() const { return *this; }
  template <typename T>
  void register_parameter(const T&, const Tensor&, bool) const {
    static_assert(at::detail::kAbsent<T>,
                  "Module::register_parameter is not in libjitscope: "
                  "modules get their attributes in Python");
  }
  template <typename T>
  void define(const T&) const {
    static_assert(at::detail::kAbsent<T>,
                  "Module::define is not in libjitscope: save a module with "
                  "the method from Python");
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
  c10::Dict<std::string, IValue> members(jitscope_members kind, bool recurse) const {
    return IValue(
               at::detail::made(jitscope_module_members, handle(), kind, static_cast<int>(recurse)))
        .to<c10::Dict<std::string, IValue>>();
  }
  std::vector<NameValue<Tensor>> named(jitscope_members kind, bool recurse) const {
    std::vector<NameValue<Tensor>> found;
    for (const auto& entry : members(kind, recurse))
      if (entry.value().isTensor()) found.push_back({entry.key(), entry.value().toTensor()});
    return found;
  }
  std::vector<NameValue<Module>> inner(bool recurse) const {
    std::vector<NameValue<Module>> found;
    for (const auto& entry : members(JITSCOPE_MODULES, recurse)) {
      jitscope_module* child = nullptr;
      at::detail::check(jitscope_module_of(handle(), entry.value().value().get(), &child));
      found.push_back({entry.key(), Module(child)});
    }
    return found;
  }
  // The archive of the module.
  std::string bytes() const {
    void* bytes = nullptr;
    size_t size = 0;
    at::detail::check(jitscope_module_save_bytes(handle(), &bytes, &size));
    const std::unique_ptr<void, void (*)(void*)> owned(bytes, jitscope_free);
    return std::string(static_cast<const char*>(bytes), size);
  }
  template <typename T>
  static std::vector<T> values(const std::vector<NameValue<T>>& named) {
    std::vector<T> found;
    for (const NameValue<T>& each : named) found.push_back(each.value);
    return found;
  }

  std::shared_ptr<jitscope_module> module_;
};

namespace script {
using Module = jit::Module;
}  // namespace script

// Files of an archive beside the module: the names to read, and their contents after loading.
using ExtraFilesMap = std::unordered_map<std::string, std::string>;

namespace detail {
inline Module loaded(jitscope_module* handle, c10::optional<Device> device,
                     ExtraFilesMap* extra_files) {
  Module module(handle);
  if (device.has_value()) module.to(*device);
  if (extra_files == nullptr) return module;
  for (auto& [name, contents] : *extra_files) {
    char* bytes = nullptr;
    size_t size = 0;
    if (jitscope_error* error = jitscope_module_extra_file(handle, name.c_str(), &bytes, &size)) {
      jitscope_error_free(error);  // the archive lacks the file
      continue;
    }
    const std::unique_ptr<void, void (*)(void*)> owned(bytes, jitscope_free);
    contents.assign(bytes, size);
  }
  return module;
}
}  // namespace detail

// The device is that of the CPU.
inline Module load(const std::string& path, c10::optional<Device> device,
                   ExtraFilesMap& extra_files, bool = true) {
  jitscope_module* module = nullptr;
  at::detail::check(jitscope_module_load(at::detail::runtime(), path.c_str(), &module));
  return detail::loaded(module, device, &extra_files);
}
inline Module load(const std::string& path, c10::optional<Device> device = c10::nullopt,
                   bool load_debug_files = true) {
  ExtraFilesMap none;
  return load(path, device, none, load_debug_files);
}
inline Module load(std::istream& stream, c10::optional<Device> device, ExtraFilesMap& extra_files,
                   bool = true) {
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  jitscope_module* module = nullptr;
  at::detail::check(jitscope_module_load_bytes(at::detail::runtime(), bytes.data(), bytes.size(),
                                               nullptr, &module));
  return detail::loaded(module, device, &extra_files);
}
inline Module load(std::istream& stream, c10::optional<Device> device = c10::nullopt,
                   bool load_debug_files = true) {
  ExtraFilesMap none;
  return load(stream, device, none, load_debug_files);
}

// A copy whose results are those of the module. The engine of the library does what else freezing
// is for.
inline Module freeze(const Module& module,
                     const c10::optional<std::vector<std::string>>& = c10::nullopt, bool = true) {
  TORCH_CHECK(!module.is_training(),
              "Freezing is currently only implemented for modules in eval mode. Please call "
              ".eval() before freezing");
  return module.clone();
}
inline Module optimize_for_inference(const Module& module, const std::vector<std::string>& = {}) {
  return module.clone();
}

// Settings of PyTorch's executor; results do not depend on them.
enum class FusionBehavior { STATIC, DYNAMIC };
using FusionStrategy = std::vector<std::pair<FusionBehavior, size_t>>;
inline FusionStrategy setFusionStrategy(const FusionStrategy& strategy) { return strategy; }
inline void setGraphExecutorOptimize(bool) {}
inline bool getGraphExecutorOptimize() { return true; }

}  // namespace jitscope_v0
}  // namespace jit

}  // namespace torch

namespace c10 {
inline namespace jitscope_v0 {
inline ::torch::jit::Module IValue::toModule() const {
  TORCH_CHECK(isModule() && owner_ != nullptr, "Expected a module of a module but got ", tagKind());
  jitscope_module* module = nullptr;
  ::at::detail::check(jitscope_module_of(owner_.get(), value_.get(), &module));
  return ::torch::jit::Module(module);
}
}  // namespace jitscope_v0
}  // namespace c10
