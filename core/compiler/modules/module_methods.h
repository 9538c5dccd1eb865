// The methods of module types: which ones scripting compiles, in PyTorch's order, and their
// compilation. Not thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/compiler/modules/concrete_module.h"

namespace ts::compiler {

class CompileContext;
class InstanceReader;

class ModuleMethods {
 public:
  ModuleMethods(CompileContext& context, InstanceReader& reader)
      : context_(context), reader_(reader) {}

  // Returns the method or class method of that name; null when the class has none.
  const PyFunction* find(const ConcreteModule& module, std::string_view name);
  // Compiles a method on first use. Returns null when the class has no such method or compiling
  // fails.
  ir::Function* compile(ConcreteModule& module, const std::string& name, const PyFunction& source);

  // Compiles the methods that scripting compiles although no code calls them: properties,
  // overloads, forward, exported methods.
  void compileAll(ConcreteModule& module);
  void compileHooks(ConcreteModule& module);
  // Adds the methods that PyTorch generates for len() of a container and for `in` on a ModuleDict.
  void addContainerMethods(ConcreteModule& module);

 private:
  struct Method {
    std::string name;  // the compiled name: mangled for overloads, "__x_getter" for properties
    const PyFunction* source;
  };

  ir::Function* declare(ConcreteModule& module, const Method& method);
  std::vector<Method> properties(ConcreteModule& module);
  // Overloads first, then forward, then exported methods, by name.
  std::vector<Method> methods(ConcreteModule& module);
  // Parses and caches the functions of a generated source text.
  const std::vector<std::unique_ptr<PyFunction>>& generated(const std::string& text);

  CompileContext& context_;
  InstanceReader& reader_;
  std::vector<std::unique_ptr<PyFunction>> merged_;  // implementations with one of their overloads
  std::unordered_map<std::string, std::vector<std::unique_ptr<PyFunction>>> generated_;
};

// The function behind a bound method or a plain function; null for anything else.
eval::Ref<eval::Function> functionBehind(const eval::Value& value);

}  // namespace ts::compiler
