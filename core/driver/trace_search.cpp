#include "core/driver/trace_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/driver/compile.h"
#include "core/driver/constructor_calls.h"
#include "core/driver/module_search.h"
#include "core/driver/root_checker.h"
#include "core/driver/workspace_search.h"
#include "core/eval_torch/torch_state.h"

namespace ts::driver {

namespace {

constexpr size_t kMaxElements = 64;  // of a tensor whose values are written
constexpr int kMaxDepth = 20;        // of containers

std::string numberText(double value, const std::string& dtype) {
  if (dtype == "bool") return value != 0 ? "True" : "False";
  if (!std::isfinite(value)) return fmt::format("float('{}')", value);
  return std::floor(value) == value ? fmt::format("{:.0f}", value) : fmt::format("{}", value);
}

// Nothing for a tensor whose shape is not known.
std::optional<std::string> tensorText(const eval::Tensor& tensor) {
  if (!tensor.shape || std::ranges::any_of(*tensor.shape, [](int64_t size) { return size < 0; }))
    return {};
  const std::string dtype = tensor.dtype ? tensor.dtype->name : "float32";
  const std::string dtypeText = dtype == "float32" ? "" : ", dtype=torch." + dtype;
  const std::string sizes = fmt::format("{}", fmt::join(*tensor.shape, ", "));
  const eval::Storage* known = eval::valuesOf(tensor);
  if (known && !known->values.empty() && tensor.elements.size() <= kMaxElements) {
    std::string values;
    for (size_t i = 0; i < tensor.elements.size(); ++i)
      values += (values.empty() ? "" : ", ") + numberText(eval::valueAt(tensor, i), dtype);
    return fmt::format("torch.tensor([{}], dtype=torch.{}){}", values, dtype,
                       tensor.shape->size() == 1 ? "" : ".reshape([" + sizes + "])");
  }
  const bool isDrawn =
      dtype.starts_with("float") || dtype == "bfloat16" || dtype.starts_with("complex");
  return fmt::format("torch.{}({}{})", isDrawn ? "randn" : "ones",
                     tensor.shape->empty() ? "[]" : sizes, dtypeText);
}

class ExampleText {
 public:
  ExampleText(eval::Vm& vm, const ConstructorCalls& calls, const std::string& path)
      : vm_(vm), calls_(calls), path_(path) {}

  // The elements, separated by commas; nothing when one has no text.
  std::optional<std::string> listed(const std::vector<eval::Value>& values, int depth = 0) const {
    std::string text;
    for (const eval::Value& value : values) {
      const std::optional<std::string> one = of(value, depth);
      if (!one) return {};
      text += (text.empty() ? "" : ", ") + *one;
    }
    return text;
  }

 private:
  std::optional<std::string> of(const eval::Value& value, int depth) const {
    if (depth == kMaxDepth) return {};
    if (const auto* tensor = value.as<eval::Tensor>()) return tensorText(*tensor);
    if (const auto* list = value.as<eval::List>(); list && !list->unknown)
      if (const auto inner = listed(list->items, depth + 1)) return "[" + *inner + "]";
    const auto* tuple = value.as<eval::Tuple>();
    if (tuple && tuple->cls.get() == vm_.types.tuple)
      if (const auto inner = listed(tuple->items, depth + 1))
        return "(" + *inner + (tuple->items.size() == 1 ? ",)" : ")");
    if (const auto* dict = value.as<eval::Dict>(); dict && !dict->unknown) {
      std::string text;
      for (const eval::Dict::Entry& entry : dict->entries) {
        if (entry.key.isUnbound()) continue;
        const auto key = of(entry.key, depth + 1), item = of(entry.value, depth + 1);
        if (!key || !item) return {};
        text += (text.empty() ? "" : ", ") + *key + ": " + *item;
      }
      return "{" + text + "}";
    }
    return calls_.textOf(value, path_);
  }

  eval::Vm& vm_;
  const ConstructorCalls& calls_;
  const std::string& path_;
};

// The value of a name at module level of the file; null when the program has not bound it.
const eval::Value* globalOf(eval::Vm& vm, const std::string& path, const std::string& name) {
  const std::string absolute = absolutePath(path);
  const eval::Value* global = nullptr;
  vm.eachSource([&](const eval::Module& module) {
    if (absolutePath(module.source->path()) == absolute)
      global = module.globals->find(vm.intern(name));
  });
  return global;
}

// True when the traced object is the target, or an instance of it.
bool isTarget(const eval::Value& traced, const eval::Value& target) {
  const eval::Object* object = traced.object();
  return object && target.object() &&
         (object == target.object() || object->cls.get() == target.as<eval::Class>());
}

}  // namespace

std::string FoundExample::description() const {
  return source.empty() ? "" : fmt::format("inputs as in {}: {}", source, arguments);
}

FoundExample findExample(const Snapshot& snapshot, const Target& target,
                         const std::string& workspace) {
  FoundExample example;
  const FoundFile file = fileOf(snapshot, target);
  if (!file.error.empty()) return example;
  const SearchPlace place = searchPlaceOf(snapshot.files(), file.path, workspace);
  bool isOwn = false;
  eachRoot(
      withIndex(snapshot, place), place.path,
      [&](const RootObject& object) {
        eval::Vm& vm = object.unit.environment().vm();
        const eval::JitEvent& event = object.event;
        const bool isForward = event.method.empty() || event.method == "forward";
        if (event.use != eval::JitUse::Trace || !isForward) return false;
        const eval::Value* named = globalOf(vm, place.path, target.name);
        if (!named || !isTarget(event.object, *named)) return false;
        isOwn = true;
        const auto text = ExampleText(vm, object.calls, place.path).listed(event.inputs);
        if (!text || text->empty()) return false;
        example = {placeOf(event.at), *text};
        return true;
      },
      isOwn);
  return example;
}

}  // namespace ts::driver
