// Compiles modules: torch.jit.script(instance). The parts: types of instances, methods of types,
// and the walk over the modules of an instance. Not thread-safe.
#pragma once

#include <string>
#include <unordered_set>

#include "core/compiler/modules/class_locations.h"
#include "core/compiler/modules/module_methods.h"
#include "core/compiler/modules/module_types.h"

namespace ts::compiler {

class CompileContext;

class ModuleCompiler {
 public:
  explicit ModuleCompiler(CompileContext& context)
      : context_(context), types_(context), methods_(context, types_.reader()) {}

  ModuleTypes& types() { return types_; }
  ModuleMethods& methods() { return methods_; }

  // Returns the type of an instance and compiles the methods that scripting compiles: those of
  // submodules first, then properties, forward, exported methods, overloads and hooks. As in
  // PyTorch, the results of __prepare_scriptable__ are compiled in place of the modules that define
  // it.
  ConcreteModule* compile(const eval::Value& argument, SourceRange at);
  // Returns why a compiled module cannot be called from Python; empty when it can, or when that is
  // not known.
  std::string whyNotCallable(const ConcreteModule& module);
  // True when nn.Module.__init__ has run and the module has no lazy parameters.
  bool isComplete(const eval::Value& instance);

 private:
  void compileTree(const eval::Value& instance, ConcreteModule& module,
                   const SubmoduleLocation& location, int depth);
  void compileSubmodules(const eval::Value& instance, ConcreteModule& module,
                         const SubmoduleLocation& location, int depth);
  // For a submodule declared by an interface, only the interface's methods are compiled.
  void compileInterfaces(const eval::Value& instance, ConcreteModule& module,
                         const SubmoduleLocation& location, int depth);

  CompileContext& context_;
  ModuleTypes types_;
  ModuleMethods methods_;
  std::unordered_set<const eval::Object*> visited_;  // the modules that compile() has reached
};

}  // namespace ts::compiler
