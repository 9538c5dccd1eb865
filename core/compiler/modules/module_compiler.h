// Compiles modules: torch.jit.script(instance).
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
#include "core/compiler/modules/concrete_module.h"
#include "core/compiler/reports/compile_error.h"

namespace ts::compiler {

class CompileContext;

class ModuleCompiler {
 public:
  explicit ModuleCompiler(CompileContext& context) : context_(context) {}

  // Returns the type of a module; submodules' types are inferred first. Null when the type is
  // Unknown. Problems are reported.
  ConcreteModule* typeOf(const eval::Value& instance);
  // Like typeOf(), and compiles the methods that scripting compiles: those of submodules first,
  // then properties, forward, exported methods, overloads and hooks. As in PyTorch, the results of
  // __prepare_scriptable__ are compiled in place of the modules that define it.
  ConcreteModule* compile(const eval::Value& argument, SourceRange at);
  ConcreteModule* of(const types::ClassType* type) const;
  // Returns the module that __prepare_scriptable__ returned for this one when it was last compiled;
  // else the value itself.
  eval::Value prepared(const eval::Value& value) const;
  // Returns why a compiled module cannot be called from Python; empty when it can, or when that is
  // not known.
  std::string whyNotCallable(const ConcreteModule& module);
  // Registers a module or function that was compiled elsewhere, such as a trace. Code compiled
  // later uses it in location of its handle (`_c` of the Python object). cls: the class of the
  // original module. like: the scripted form of the original, whose constants and functions methods
  // that are compiled later may use; null for none.
  void adopt(const eval::Value& handle, const types::ClassType* type, eval::Class* cls,
             const ConcreteModule* like = nullptr);
  void adopt(const eval::Value& handle, ir::Function* function) {
    adopted_[handle.object()] = {handle, nullptr, function};
  }
  // The adopted function of this handle, or of the object with this handle; null when none was
  // adopted.
  ir::Function* adoptedFunction(const eval::Value& value) const;
  // Clears the instance cache: instances may have changed, or their addresses may have been reused.
  void forgetInstances() {
    byInstance_.clear();
    prepared_.clear();
  }
  // True when nn.Module.__init__ has run and the module has no lazy parameters.
  bool isComplete(const eval::Value& instance);
  // Returns the type of the first instance of the named class; null when no instance was compiled.
  // TorchScript resolves a class name to this type.
  const types::ClassType* firstTypeOf(std::string_view className) const;

  // Compiles a method on first use. Returns null when the class has no such method or compiling
  // fails.
  ir::Function* compileMethod(ConcreteModule& module, const std::string& name,
                              const PyFunction& source);
  // Returns the method or class method of that name; null when the class has none.
  const PyFunction* methodOf(const ConcreteModule& module, std::string_view name);
  // Returns the range of `self.name = ...` in the module's classes; empty when there is none.
  SourceRange assignmentOf(const ConcreteModule& module, std::string_view name);

 private:
  struct Method {
    std::string name;  // the compiled name: mangled for overloads, "__x_getter" for properties
    const PyFunction* source;
  };
  // Identifies a submodule in a tree of modules. Its assignment is searched for only when an error
  // is reported.
  struct SubmoduleLocation {
    const ConcreteModule* owner = nullptr;  // null: `at` is the location
    std::string_view name;
    const SubmoduleLocation* outer =
        nullptr;  // used when the submodule's own assignment is not found
    SourceRange at;
  };
  SourceRange rangeOf(const SubmoduleLocation& location);

  // class_facts.cpp
  ClassFacts& factsOf(eval::Class& cls);
  const OwnMembers& ownMembers(eval::Class& cls);
  // Returns false when the description is incomplete: two instances with equal descriptions may
  // differ, or a part is Unknown.
  bool describe(const eval::Value& instance, const ClassFacts& facts, InstanceDescription& to);
  bool describeValue(const eval::Value& value, bool withValue, InstanceDescription& to,
                     int depth = 0);
  bool describeMembers(const eval::Value& dict, bool areModules, InstanceDescription& to);
  // Returns an instance attribute that no class attribute overrides; null when Python's lookup is
  // needed.
  const eval::Value* ownAttribute(const eval::Value& instance, eval::Str* name);
  // Returns a submodule, parameter or buffer by name. Same result as attribute(), but faster.
  eval::Value member(const eval::Value& instance, std::string_view name);
  bool isOwnAttribute(const eval::Str& name);
  // Interned names of the attributes that are read from every instance.
  struct Names {
    eval::Str *parameters, *buffers, *modules, *hooks, *preHooks, *constants, *ignored;
  };
  const Names& instanceNames();

  using ObjectSet = std::unordered_set<const eval::Object*>;
  // Calls __prepare_scriptable__ of a module and of all modules in it.
  void prepareTree(const eval::Value& value, SourceRange at, ObjectSet& done, int depth);
  // Returns the result of the module's __prepare_scriptable__; Unknown when that raises, which is
  // reported, or is not known.
  eval::Value callPrepare(const eval::Value& value, SourceRange at);

  std::unique_ptr<ConcreteModule> infer(const eval::Value& instance);
  void addMember(ConcreteModule& result, const std::string& name, const eval::Value& value,
                 types::AttributeKind kind);
  void addModule(ConcreteModule& created, const std::string& name, const eval::Value& value);
  void addConstants(ConcreteModule& result, const eval::Value& instance);
  // kind: the kind of member that has the name; null when there is none.
  void ignoreConstant(const ConcreteModule& result, const std::string& name, const char* kind);
  void addPlain(ConcreteModule& result, const std::string& name, const eval::Value& value);
  // Returns the class's evaluated annotation of an attribute; null when there is none.
  PyRef annotationOf(const ConcreteModule& result, const std::string& name);
  types::TypePtr typeFrom(const ConcreteModule& result, const std::string& name, PyRef annotation);
  ConcreteModule* share(std::unique_ptr<ConcreteModule> result);
  void compileMethods(ConcreteModule& module);
  std::vector<Method> properties(ConcreteModule& module);
  std::vector<Method> methods(ConcreteModule& module);
  ir::Function* declare(ConcreteModule& module, const Method& method);
  void compileHooks(ConcreteModule& module);
  void addContainerMethods(ConcreteModule& module);
  // Parses and caches the functions of a generated source text.
  const std::vector<std::unique_ptr<PyFunction>>& generated(const std::string& text);
  void compileTree(const eval::Value& instance, ConcreteModule& module,
                   const SubmoduleLocation& location, int depth);
  void compileSubmodules(const eval::Value& instance, ConcreteModule& module,
                         const SubmoduleLocation& location, int depth);
  void compileInterfaces(const eval::Value& instance, ConcreteModule& module,
                         const SubmoduleLocation& location, int depth);
  // Reports hooks that are callable objects: hooks are compiled under their names, and objects have
  // none.
  bool hasNamedHooks(const eval::Value& instance, const ConcreteModule& module,
                     const SubmoduleLocation& location);
  // Reports attributes that are None although their annotation does not allow it.
  void checkNoneAttributes(const eval::Value& instance, const ConcreteModule& module,
                           const SubmoduleLocation& location);
  bool hasShapes(const eval::Value& instance, const ConcreteModule& module,
                 const SubmoduleLocation& location);
  std::vector<std::string> names(const eval::Value& instance, std::string_view attribute);
  eval::Value attribute(const eval::Value& object, std::string_view name);
  struct Adopted {
    eval::Value handle;
    ConcreteModule* module = nullptr;  // set for a module
    ir::Function* function = nullptr;  // set for a function
  };
  const Adopted* adopted(const eval::Value& value) const;
  // Returns the module to compile: the original module when a running program has replaced it by
  // the result of torch.jit.script, and its prepared() form.
  eval::Value unscripted(const eval::Value& value);

  CompileContext& context_;
  std::deque<std::unique_ptr<ConcreteModule>> modules_;
  std::unordered_map<const eval::Class*, std::vector<ConcreteModule*>> byClass_;
  std::unordered_map<const eval::Object*, ConcreteModule*> byInstance_;
  std::unordered_map<const types::ClassType*, ConcreteModule*> byType_;
  std::unordered_map<const eval::Object*, Adopted> adopted_;
  struct Prepared {
    eval::Value original;              // keeps the object alive whose address is the key
    std::vector<eval::Value> results;  // the last is current; byInstance_ has the addresses of all
  };
  std::unordered_map<const eval::Object*, Prepared> prepared_;
  std::unordered_map<const eval::Class*, std::unique_ptr<ClassFacts>> facts_;
  std::unordered_map<const eval::Class*, std::unique_ptr<OwnMembers>> ownMembers_;
  std::optional<Names> names_;
  std::unordered_set<const eval::Str*> ownAttributes_;
  std::vector<std::unique_ptr<PyFunction>> madeFunctions_;
  std::unordered_map<std::string, std::vector<std::unique_ptr<PyFunction>>> generated_;
  ObjectSet visited_;  // the modules that compile() has reached
  int depth_ = 0;
};

}  // namespace ts::compiler
