// Modules to types with methods: torch.jit.script(instance).
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/compiler/modules/class_facts.h"
#include "core/compiler/compile_error.h"
#include "core/compiler/modules/concrete_module.h"

namespace ts::compiler {

class CompilationUnit;

class ModuleCompiler {
 public:
  explicit ModuleCompiler(CompilationUnit& unit) : unit_(unit) {}

  // The type of a module, its submodules' first. Null when it isn't known; problems are reported.
  ConcreteModule* typeOf(const eval::Value& instance);
  // The same, with the methods that scripting compiles: submodules' first, then its properties,
  // forward, exported methods, overloads, hooks.
  ConcreteModule* compile(const eval::Value& instance, SourceRange at);
  ConcreteModule* of(const types::ClassType* type) const;
  // Why a compiled module can't be called from Python; empty: it can, or nobody knows.
  std::string whyNotCallable(const ConcreteModule& module);
  // A module or function that was compiled elsewhere, as traces are: its handle (`_c` of the Python
  // object) stands for it in what is compiled from now on. cls: of the module that it was made of.
  void adopt(const eval::Value& handle, const types::ClassType* type, eval::Class* cls);
  void adopt(const eval::Value& handle, ir::Function* function) {
    adopted_[handle.object()] = {handle, nullptr, function};
  }
  // The function that this handle, or the object that has it, stands for; null: none was adopted.
  ir::Function* adoptedFunction(const eval::Value& value) const;
  // Instances may have changed, or others lie where they were: their types are found anew.
  void forgetInstances() { byInstance_.clear(); }
  // Whether nn.Module's __init__ has run for it, and all its parameters have shapes.
  bool isComplete(const eval::Value& instance);
  // What the name of a class stands for as a type: the type that its first instance got. Null:
  // there is none so far.
  const types::ClassType* firstTypeOf(std::string_view className) const;

  // Compiles a method that nothing has asked for so far. Null: the class has no such method, or it
  // can't be compiled.
  ir::Function* compileMethod(ConcreteModule& module, const std::string& name,
                              const PyFunction& source);
  // What the class of a module has under a name, as the instance sees it; null: nothing.
  PyRef classMember(const ConcreteModule& module, std::string_view name);
  // The method or class method of that name; null: its class has none.
  const PyFunction* methodOf(const ConcreteModule& module, std::string_view name);
  // Where `self.name` is assigned in the classes of a module; empty when it isn't found.
  SourceRange assignmentOf(const ConcreteModule& module, std::string_view name);

 private:
  struct Method {
    std::string name;  // as it is compiled: mangled for overloads, "__x_getter" for properties
    const PyFunction* source;
  };
  // Where a module of a tree was assigned: looked for when somebody is to be told.
  struct Place {
    const ConcreteModule* owner = nullptr;  // null: `at` is the place
    std::string_view name;
    const Place* outer = nullptr;  // for one that no assignment is found for
    SourceRange at;
  };
  SourceRange rangeOf(const Place& place);

  // class_facts.cpp
  ClassFacts& factsOf(eval::Class& cls);
  const OwnMembers& ownMembers(eval::Class& cls);
  // False: two instances with equal descriptions may differ, or part of it isn't known.
  bool describe(const eval::Value& instance, const ClassFacts& facts, InstanceDescription& to);
  bool describeValue(const eval::Value& value, bool withValue, InstanceDescription& to,
                     int depth = 0);
  bool describeMembers(const eval::Value& dict, bool areModules, InstanceDescription& to);
  // An attribute of the instance itself, where nothing of its class comes before it; null: ask
  // Python.
  const eval::Value* ownAttribute(const eval::Value& instance, eval::Str* name);
  // A submodule, parameter or buffer by its name, as attribute() gives it.
  eval::Value member(const eval::Value& instance, std::string_view name);
  bool isOwnAttribute(const eval::Str& name);
  // Names that are looked for in every instance.
  struct Names {
    eval::Str *parameters, *buffers, *modules, *hooks, *preHooks, *constants, *ignored;
  };
  const Names& instanceNames();

  std::unique_ptr<ConcreteModule> infer(const eval::Value& instance);
  void addMember(ConcreteModule& made, const std::string& name, const eval::Value& value,
                 types::AttributeKind kind);
  void addModule(ConcreteModule& made, const std::string& name, const eval::Value& value);
  void addConstants(ConcreteModule& made, const eval::Value& instance);
  // kind: of member that it is instead; null: it isn't there.
  void ignoreConstant(const ConcreteModule& made, const std::string& name, const char* kind);
  void addPlain(ConcreteModule& made, const std::string& name, const eval::Value& value);
  // The annotation that the class has for an attribute, evaluated; null: none.
  PyRef annotationOf(const ConcreteModule& made, const std::string& name);
  types::TypePtr typeFrom(const ConcreteModule& made, const std::string& name, PyRef annotation);
  ConcreteModule* share(std::unique_ptr<ConcreteModule> made);
  void compileMethods(ConcreteModule& module);
  std::vector<Method> properties(ConcreteModule& module);
  std::vector<Method> methods(ConcreteModule& module);
  ir::Function* declare(ConcreteModule& module, const Method& method);
  void compileHooks(ConcreteModule& module);
  void addContainerMethods(ConcreteModule& module);
  // The functions of a text, which are the same each time.
  const std::vector<std::unique_ptr<PyFunction>>& generated(const std::string& text);
  void compileTree(const eval::Value& instance, ConcreteModule& module, const Place& place,
                   int depth);
  void compileSubmodules(const eval::Value& instance, ConcreteModule& module, const Place& place,
                         int depth);
  void compileInterfaces(const eval::Value& instance, ConcreteModule& module, const Place& place,
                         int depth);
  // Hooks are compiled under their names: objects that are called have none.
  bool hasNamedHooks(const eval::Value& instance, const ConcreteModule& module, const Place& place);
  bool hasShapes(const eval::Value& instance, const ConcreteModule& module, const Place& place);
  std::vector<std::string> names(const eval::Value& instance, std::string_view attribute);
  eval::Value attribute(const eval::Value& object, std::string_view name);
  struct Adopted {
    eval::Value handle;
    ConcreteModule* module = nullptr;  // of a module
    ir::Function* function = nullptr;  // of a function
  };
  const Adopted* adopted(const eval::Value& value) const;
  // The module that was scripted, where a running program has put the result in its place.
  eval::Value unscripted(const eval::Value& value);

  CompilationUnit& unit_;
  std::deque<std::unique_ptr<ConcreteModule>> modules_;
  std::unordered_map<const eval::Class*, std::vector<ConcreteModule*>> byClass_;
  std::unordered_map<const eval::Object*, ConcreteModule*> byInstance_;
  std::unordered_map<const types::ClassType*, ConcreteModule*> byType_;
  std::unordered_map<const eval::Object*, Adopted> adopted_;
  std::unordered_map<const eval::Class*, std::unique_ptr<ClassFacts>> facts_;
  std::unordered_map<const eval::Class*, std::unique_ptr<OwnMembers>> ownMembers_;
  std::optional<Names> names_;
  std::unordered_set<const eval::Str*> ownAttributes_;
  std::vector<std::unique_ptr<PyFunction>> madeFunctions_;
  std::unordered_map<std::string, std::vector<std::unique_ptr<PyFunction>>> generated_;
  int depth_ = 0;
};

}  // namespace ts::compiler
