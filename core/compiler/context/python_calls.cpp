#include "core/compiler/context/python_calls.h"

#include <utility>

namespace ts::compiler {

void PythonCalls::remember(const ir::Node& call, types::TypePtr self, eval::Value callable) {
  callables_[keyOf(call, self)] = std::move(callable);
}

eval::Value PythonCalls::callableOf(const ir::Node& call) const {
  const types::TypePtr self = call.inputs().empty() ? nullptr : call.input(0)->type();
  for (const types::TypePtr owner : {self, types::TypePtr()}) {
    const auto callable = callables_.find(keyOf(call, owner));
    if (callable != callables_.end()) return callable->second;
  }
  return {};
}

}  // namespace ts::compiler
