// The type that torch.jit.script gives an nn.Module instance, inferred from the instance's
// attributes. Instances of one class with equal attributes share a type, as in PyTorch.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/compiler/resolve/python_env.h"
#include "core/diag/diagnostic.h"
#include "core/ir/ir.h"

namespace ts::compiler {

// The greatest nesting depth of modules that are compiled.
inline constexpr int kMaxModuleDepth = 200;

// Module containers. Loops over them are unrolled, and constant indices select a member at compile
// time.
enum class ContainerKind : uint8_t { None, List, Dict, ParameterList, ParameterDict };

// The kind of a module's member, in lookup order.
enum class ModuleMember : uint8_t {
  Module,
  Attribute,
  Method,
  Constant,
  Property,
  Overloads,
  Callable,
  Failed,
  OfClass
};

struct ConcreteModule {
  struct Attribute {
    std::string name;
    types::TypePtr type;
    types::AttributeKind kind;
    friend bool operator==(const Attribute&, const Attribute&) = default;
  };

  eval::Ref<eval::Class> cls;
  ContainerKind container = ContainerKind::None;
  std::vector<Attribute> attributes;  // parameters, then buffers, then other attributes
  std::vector<std::pair<std::string, types::Constant>> constants;  // the order has no effect
  std::vector<std::pair<std::string, ConcreteModule*>> modules;
  std::vector<std::pair<std::string, types::TypePtr>>
      interfaces;                          // submodules whose declared type is an interface
  std::map<std::string, PyRef> callables;  // functions and operators stored as attributes
  // Attributes without a TorchScript type, with the reason. Only a use of such an attribute is an
  // error.
  std::map<std::string, std::string> failures;
  std::map<std::string, std::vector<std::string>>
      overloads;  // the mangled names of a method's overloads
  std::vector<eval::Ref<eval::Function>> hooks, preHooks;
  // Something about the module is Unknown, so a missing attribute may exist after all.
  bool isPartial = false;

  size_t hash = 0;  // of attributes, constants and modules; set by ModuleTypes
  const types::ClassType* type = nullptr;
  eval::Value instance;  // the first instance of this type
  bool methodsCompiled = false;
  // The problems of its methods, and those of its attributes in library code: they are reported for
  // each module that contains one of this type.
  std::vector<diag::Diagnostic> problems;
  std::vector<ir::Function*> hookFunctions, preHookFunctions;

  ConcreteModule* module(std::string_view name) const;
  // Returns OfClass also for names that do not exist.
  ModuleMember kindOf(std::string_view name) const;
};

// True when torch.jit gives both one type: equal attributes, constants in any order, and submodules
// of equal types.
bool isSameType(const ConcreteModule& a, const ConcreteModule& b);
// Equal for modules of the same type.
size_t hashOf(const ConcreteModule& module);

}  // namespace ts::compiler
