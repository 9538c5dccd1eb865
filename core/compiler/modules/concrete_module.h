// What torch.jit.script takes a module for: the type of an nn.Module instance, by what is on it.
// Instances of one class that look the same share it, as they do in PyTorch.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/compiler/resolve/python_env.h"
#include "core/ir/ir.h"

namespace ts::compiler {

// Containers that loops over them and constant indices see into.
enum class ContainerKind : uint8_t { None, List, Dict, ParameterList, ParameterDict };

// What a name stands for on a module, in the order in which they are looked for.
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
  std::vector<Attribute> attributes;  // parameters, buffers, then others
  std::vector<std::pair<std::string, types::Constant>> constants;  // in no order that shows
  std::vector<std::pair<std::string, ConcreteModule*>> modules;
  std::vector<std::pair<std::string, types::TypePtr>>
      interfaces;                          // submodules declared by an interface
  std::map<std::string, PyRef> callables;  // functions and operators kept as attributes
  // Attributes of the instance that have no form in TorchScript, and why: no error until they are
  // used.
  std::map<std::string, std::string> failures;
  std::map<std::string, std::vector<std::string>> overloads;  // a method's, by their mangled names
  std::vector<eval::Ref<eval::Function>> hooks, preHooks;
  // Something about it isn't known; attributes that aren't there may be.
  bool isPartial = false;

  size_t hash =
      0;  // of attributes, constants and modules; set by who looks for one that is the same
  const types::ClassType* type = nullptr;
  eval::Value instance;  // the first one of this type
  bool methodsCompiled = false;
  std::vector<ir::Function*> hookFunctions, preHookFunctions;

  ConcreteModule* module(std::string_view name) const;
  // OfClass also for what is nowhere.
  ModuleMember kindOf(std::string_view name) const;
};

}  // namespace ts::compiler
