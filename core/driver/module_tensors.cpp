#include "core/driver/module_tensors.h"

#include <unordered_set>

#include "core/driver/setting_text.h"
#include "core/eval_torch/torch_objects.h"

namespace ts::driver {
namespace {

constexpr size_t kMostNesting = 200;  // of modules

std::optional<Scalar> scalarOf(const eval::Value& value) {
  if (value.isBool()) return value.integerValue() != 0;
  if (value.isInt()) return value.integerValue();
  if (value.isFloat()) return value.realValue();
  return {};
}

// Nothing for other values.
std::optional<std::string> settingOf(const eval::Value& value) {
  if (const std::optional<Scalar> scalar = scalarOf(value)) return settingText(*scalar);
  const auto* list = value.as<eval::List>();
  const auto* tuple = value.as<eval::Tuple>();
  if ((list == nullptr || list->unknown) && tuple == nullptr) return {};
  std::vector<std::optional<Scalar>> items;
  for (const eval::Value& item : list != nullptr ? list->items : tuple->items)
    items.push_back(scalarOf(item));
  return settingText(items, list != nullptr);
}

class MemberCollector {
 public:
  explicit MemberCollector(const compiler::ConcreteModule& module) {
    visit(module.instance, "", 0);
  }

  std::vector<ModuleTensor> tensors;
  std::map<std::string, std::string> settings;

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
    object->attributes->each([&](const eval::Value& key, const eval::Value& value) {
      const auto* name = key.as<eval::Str>();
      if (name == nullptr) return;
      if (std::optional<std::string> text = settingOf(value))
        settings.emplace(prefix + name->text, std::move(*text));
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
    tensors.push_back({std::move(path), tensor->dtype ? tensor->dtype->name : std::string(),
                       tensor->shape, isParameter});
  }

  std::unordered_set<const eval::Object*> seen_;
};

}  // namespace

std::vector<ModuleTensor> tensorsOf(const compiler::ConcreteModule& module) {
  return MemberCollector(module).tensors;
}

std::map<std::string, std::string> settingsOf(const compiler::ConcreteModule& module) {
  return MemberCollector(module).settings;
}

}  // namespace ts::driver
