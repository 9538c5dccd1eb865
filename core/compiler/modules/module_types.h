// The types of nn.Module instances. Instances of one class with equal attributes share a type, as
// in PyTorch. Owns the modules. Not thread-safe.
#pragma once

#include <deque>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/compiler/modules/adopted_objects.h"
#include "core/compiler/modules/concrete_module.h"
#include "core/compiler/modules/instance_reader.h"
#include "core/compiler/modules/prepared_modules.h"

namespace ts::compiler {

class CompileContext;

class ModuleTypes {
 public:
  explicit ModuleTypes(CompileContext& context)
      : context_(context), reader_(context), prepared_(context, reader_), adopted_(context) {}

  // Returns the type of a module; submodules' types are inferred first. Null when the type is
  // Unknown. Problems are reported.
  ConcreteModule* typeOf(const eval::Value& instance);
  ConcreteModule* of(const types::ClassType* type) const;
  // Returns the type of the first instance of the named class; null when no instance was compiled.
  // TorchScript resolves a class name to this type.
  const types::ClassType* firstTypeOf(std::string_view className) const;
  // Returns the module to compile: the original module when a running program has replaced it by
  // the result of torch.jit.script, and its prepared form.
  eval::Value unscripted(const eval::Value& value) const;

  // Registers a module that was compiled elsewhere. Code compiled later uses it in place of its
  // handle. cls: the class of the original module. like: the scripted form of the original, whose
  // constants and functions methods that are compiled later may use; null for none.
  void adopt(const eval::Value& handle, const types::ClassType* type, eval::Class* cls,
             const ConcreteModule* like = nullptr);
  // Forgets the types of instances: instances may have changed, or their addresses may have been
  // reused.
  void forgetInstances() {
    byInstance_.clear();
    prepared_.forget();
  }

  InstanceReader& reader() { return reader_; }
  PreparedModules& prepared() { return prepared_; }
  AdoptedObjects& adopted() { return adopted_; }

 private:
  // Returns the type of an equal module of the class, else creates a new one.
  ConcreteModule* share(std::unique_ptr<ConcreteModule> result);

  CompileContext& context_;
  InstanceReader reader_;
  PreparedModules prepared_;
  AdoptedObjects adopted_;
  std::deque<std::unique_ptr<ConcreteModule>> modules_;
  std::unordered_map<const eval::Class*, std::vector<ConcreteModule*>> byClass_;
  std::unordered_map<const eval::Object*, ConcreteModule*> byInstance_;
  std::unordered_map<const types::ClassType*, ConcreteModule*> byType_;
  int depth_ = 0;
};

}  // namespace ts::compiler
