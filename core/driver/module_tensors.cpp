#include "core/driver/module_tensors.h"

#include <unordered_set>

#include "core/eval_torch/torch_objects.h"

namespace ts::driver {
namespace {

constexpr size_t kMostNesting = 200;  // of modules

class TensorCollector {
 public:
  std::vector<ModuleTensor> collect(const eval::Value& module) {
    visit(module, "", 0);
    return std::move(found_);
  }

 private:
  void visit(const eval::Value& module, const std::string& prefix, size_t depth) {
    eval::Object* object = module.object();
    if (object == nullptr || !object->attributes || depth > kMostNesting) return;
    if (!seen_.insert(object).second) return;
    each(*object, "_parameters", [&](const std::string& name, const eval::Value& value) {
      add(value, prefix + name, true);
    });
    each(*object, "_buffers", [&](const std::string& name, const eval::Value& value) {
      add(value, prefix + name, false);
    });
    each(*object, "_modules", [&](const std::string& name, const eval::Value& value) {
      visit(value, prefix + name + ".", depth + 1);
    });
  }

  // Visits the entries of a dict that nn.Module keeps in an instance.
  template <typename Visit>
  static void each(eval::Object& object, std::string_view dict, Visit&& visit) {
    object.attributes->each([&](const eval::Value& key, const eval::Value& value) {
      const auto* name = key.as<eval::Str>();
      auto* entries = value.as<eval::Dict>();
      if (name == nullptr || name->text != dict || entries == nullptr) return;
      entries->each([&](const eval::Value& inner, const eval::Value& item) {
        if (const auto* text = inner.as<eval::Str>()) visit(text->text, item);
      });
    });
  }

  void add(const eval::Value& value, std::string path, bool isParameter) {
    const auto* tensor = value.as<eval::Tensor>();
    if (tensor == nullptr || !seen_.insert(tensor).second) return;
    found_.push_back({std::move(path), tensor->dtype ? tensor->dtype->name : std::string(),
                      tensor->shape, isParameter});
  }

  std::vector<ModuleTensor> found_;
  std::unordered_set<const eval::Object*> seen_;
};

}  // namespace

std::vector<ModuleTensor> tensorsOf(const compiler::ConcreteModule& module) {
  return TensorCollector().collect(module.instance);
}

}  // namespace ts::driver
