// Modules and functions that were compiled elsewhere, such as traces, by the handles of their
// Python objects (`_c`). Not thread-safe.
#pragma once

#include <unordered_map>

#include "core/compiler/modules/concrete_module.h"

namespace ts::compiler {

class CompileContext;

class AdoptedObjects {
 public:
  explicit AdoptedObjects(CompileContext& context) : context_(context) {}

  struct Adopted {
    eval::Value handle;
    ConcreteModule* module = nullptr;  // set for a module
    ir::Function* function = nullptr;  // set for a function
  };
  void add(const eval::Value& handle, ConcreteModule* module) {
    adopted_[handle.object()] = {handle, module, nullptr};
  }
  void add(const eval::Value& handle, ir::Function* function) {
    adopted_[handle.object()] = {handle, nullptr, function};
  }
  // Finds what was adopted under a handle, or for the object that has the handle; null for neither.
  const Adopted* find(const eval::Value& value) const;
  // Likewise; null for a module.
  ir::Function* functionOf(const eval::Value& value) const;

 private:
  CompileContext& context_;
  std::unordered_map<const eval::Object*, Adopted> adopted_;
};

// Returns the handle of a scripted or traced module, which is its attribute `_c`; null when the
// value has none.
const eval::Value* handleOf(const eval::Value& value, eval::Vm& vm);

}  // namespace ts::compiler
