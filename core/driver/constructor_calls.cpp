#include "core/driver/constructor_calls.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>
#include <utility>

#include "core/compiler/roots/check_file.h"
#include "core/compiler/slicing/root_program.h"
#include "core/eval/vm/state.h"
#include "core/eval_torch/torch_objects.h"
#include "core/source/library_path.h"

namespace ts::driver {

namespace {

constexpr size_t kMaxKnown = 20'000;  // instances
constexpr size_t kMaxText = 2'000;    // bytes of one argument
constexpr int kMaxDepth = 20;         // of containers and instances in arguments

std::string pathOf(const eval::Class& cls) {
  return cls.module && cls.module->source ? cls.module->source->path() : std::string();
}

// The name of a class in the file at the path, to which `torch` is known. Nothing for classes of
// other modules and for local ones.
std::optional<std::string> nameOf(const eval::Class& cls, const std::string& path) {
  constexpr std::string_view kLayers = "torch.nn.modules.";
  if (cls.qualname.find('<') != std::string::npos) return {};
  if (cls.moduleName.starts_with(kLayers)) return "torch.nn." + cls.qualname;
  if (cls.moduleName == "torch" || cls.moduleName.starts_with("torch."))
    return cls.moduleName + "." + cls.qualname;
  if (cls.moduleName == "builtins") return cls.qualname;
  if (pathOf(cls) == path) return cls.qualname;
  return {};
}

constexpr size_t kMaxCall = 200;  // bytes of a call; a longer one is unreadable in a hover

std::string callText(const eval::Class& cls, const ConstructorCall& call) {
  if (!call.arguments) return {};
  std::string text = fmt::format("{}({})", cls.name, *call.arguments);
  return text.size() <= kMaxCall ? text : std::string();
}

}  // namespace

std::string placeOf(SourceRange at) {
  if (!at || isEmbedded(at.file->path())) return {};
  const std::string& path = at.file->path();
  return fmt::format("{}:{}", path.substr(path.rfind('/') + 1), at.file->lineOf(at.span.begin));
}

void addConstructions(compiler::CompilationUnit& unit, const ConstructorCalls& calls,
                      const eval::Value& object, const std::optional<SourceRange>& place,
                      std::vector<Construction>& all) {
  const std::vector<eval::Value> modules = compiler::modulesIn(unit, object);
  const auto add = [&](const eval::Value& module, bool isBase) {
    const eval::Class& own = *module.object()->cls;
    const ConstructorCall* call = calls.callOf(module);
    if (!call) return;
    const bool isObject = module.object() == object.object();
    const std::string at = placeOf(isObject && place ? *place : call->at);
    const std::string text = callText(own, *call);
    if (at.empty() && text.empty()) return;
    for (const eval::Class* cls : own.mro) {
      if ((cls != &own) != isBase || !cls->definition || !cls->module || !cls->module->source)
        continue;
      const std::string& path = cls->module->source->path();
      if (!isLibrary(path)) all.push_back({path, cls->qualname, text, at});
    }
  };
  // The first construction of a class counts: those of the class itself come before those of
  // derived classes.
  for (const eval::Value& module : modules) add(module, false);
  for (const eval::Value& module : modules) add(module, true);
}

ConstructorCalls::ConstructorCalls(eval::Vm& vm) : vm_(vm) {
  vm_.state().instanceListener = [this](const eval::Value& instance, const eval::CallArgs& args) {
    record(instance, args);
  };
}

ConstructorCalls::~ConstructorCalls() { vm_.state().instanceListener = nullptr; }

const ConstructorCall* ConstructorCalls::callOf(const eval::Value& instance) const {
  const auto entry = calls_.find(instance.object());
  return entry == calls_.end() ? nullptr : &entry->second.call;
}

void ConstructorCalls::record(const eval::Value& instance, const eval::CallArgs& args) {
  const eval::Object* object = instance.object();
  if (!object || object->kind != eval::Kind::Instance || calls_.size() == kMaxKnown) return;
  const std::string path = pathOf(*object->cls);
  calls_.insert_or_assign(object, RecordedCall{instance, {vm_.where(), textOf(args, path)}});
}

std::optional<std::string> ConstructorCalls::textOf(const eval::CallArgs& args,
                                                    const std::string& path) const {
  std::string text;
  const auto all = args.all();
  for (size_t i = 0; i < all.size(); ++i) {
    const std::optional<std::string> value = textOf(all[i], path);
    if (!value) return {};
    if (i > 0) text += ", ";
    if (i >= args.positional) text += args.names[i - args.positional]->text + "=";
    text += *value;
  }
  return text;
}

std::optional<std::string> ConstructorCalls::textOf(const eval::Value& value,
                                                    const std::string& path, int depth) const {
  using eval::Kind;
  if (value.isNone() || value.isBool() || value.isInt()) return vm_.repr(value);
  if (double number = 0; value.isFloat() && vm_.asReal(value, number)) {
    std::string text = vm_.repr(value);
    return std::isfinite(number) ? text : fmt::format("float('{}')", text);
  }
  const eval::Object* object = value.object();
  if (!object || depth == kMaxDepth) return {};
  const auto isExactly = [&](const eval::Class* cls) { return object->cls.get() == cls; };
  if (const auto* text = value.as<eval::Str>(); text && isExactly(vm_.types.str))
    return text->text.size() <= kMaxText ? std::optional(vm_.repr(value)) : std::nullopt;
  if (object->kind == Kind::Dtype) return vm_.repr(value);
  if (const auto* cls = value.as<eval::Class>()) return nameOf(*cls, path);
  if (object->kind == Kind::Instance) {
    const auto entry = calls_.find(object);
    const std::optional<std::string> name = nameOf(*object->cls, path);
    if (entry == calls_.end() || !entry->second.call.arguments || !name) return {};
    return fmt::format("{}({})", *name, *entry->second.call.arguments);
  }
  std::string inner;
  // Adds an element; false when it has no text.
  const auto add = [&](const eval::Value& element, std::string_view before) {
    const std::optional<std::string> text = textOf(element, path, depth + 1);
    if (!text || inner.size() + text->size() > kMaxText) return false;
    inner.append(before).append(*text);
    return true;
  };
  const auto addAll = [&](const std::vector<eval::Value>& items) {
    for (size_t i = 0; i < items.size(); ++i)
      if (!add(items[i], i == 0 ? "" : ", ")) return false;
    return true;
  };
  if (const auto* list = value.as<eval::List>(); list && isExactly(vm_.types.list))
    return !list->unknown && addAll(list->items) ? std::optional("[" + inner + "]") : std::nullopt;
  if (const auto* tuple = value.as<eval::Tuple>(); tuple && isExactly(vm_.types.tuple)) {
    if (!addAll(tuple->items)) return {};
    return "(" + inner + (tuple->items.size() == 1 ? ",)" : ")");
  }
  const auto* dict = value.as<eval::Dict>();
  if (!dict || !isExactly(vm_.types.dict) || dict->unknown) return {};
  for (const eval::Dict::Entry& entry : dict->entries) {
    if (entry.key.isUnbound()) continue;
    if (!add(entry.key, inner.empty() ? "" : ", ") || !add(entry.value, ": ")) return {};
  }
  return "{" + inner + "}";
}

}  // namespace ts::driver
