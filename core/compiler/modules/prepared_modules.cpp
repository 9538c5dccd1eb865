#include "core/compiler/modules/prepared_modules.h"

#include <fmt/format.h>

#include <string>

#include "core/compiler/context/compile_context.h"
#include "core/compiler/modules/instance_reader.h"
#include "core/compiler/reports/compile_error.h"
#include "core/eval_torch/torch_objects.h"

namespace ts::compiler {

using diag::Rule;

eval::Value PreparedModules::of(const eval::Value& value) const {
  if (prepared_.empty()) return value;
  const auto entry = prepared_.find(value.object());
  return entry == prepared_.end() ? value : entry->second.results.back();
}

eval::Value PreparedModules::callPrepare(const eval::Value& value, SourceRange at) {
  eval::Vm& vm = context_.environment().vm();
  try {
    return vm.callMethod(value, "__prepare_scriptable__");
  } catch (const eval::Raised& raised) {
    const eval::Value exception(raised.exception);
    std::string message;
    try {
      message = vm.toStr(exception);
    } catch (...) {  // its __str__ failed: report the class only
    }
    context_.report(
        CompileError(Rule::UncompilableFunction, at,
                     fmt::format("__prepare_scriptable__ of '{}' raises {}",
                                 value.object()->cls->name, raised.exception->cls->name))
            .note(message.empty() ? "torch.jit.script calls it before compiling" : message)
            .diagnostic);
  } catch (const eval::UnknownTruth&) {
  } catch (const eval::LimitReached&) {
  }
  return eval::Value::unknown();
}

void PreparedModules::prepareTree(const eval::Value& value, SourceRange at, ObjectSet& done,
                                  int depth) {
  const eval::Object* object = value.object();
  if (!object || object->kind != eval::Kind::Instance || depth > kMaxModuleDepth) return;
  if (!done.insert(object).second || !eval::derivesFromNnModule(*object->cls)) return;
  if (reader_.factsOf(*object->cls).hasPrepare) {
    Preparation& preparation = prepared_[object];
    preparation.original = value;
    preparation.results.push_back(callPrepare(value, at));
    object = preparation.results.back().object();
    if (!object || object->kind != eval::Kind::Instance) return;
  }
  if (!object->attributes) return;
  const eval::Value* members = object->attributes->find(reader_.instanceNames().modules);
  if (auto* modules = members ? members->as<eval::Dict>() : nullptr) {
    modules->each([&](const eval::Value&, const eval::Value& inner) {
      prepareTree(inner, at, done, depth + 1);
    });
  }
}

}  // namespace ts::compiler
