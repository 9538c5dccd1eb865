// Reads the attributes of nn.Module instances, and caches facts about their classes. Not
// thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/compiler/modules/class_facts.h"

namespace ts::compiler {

class CompileContext;

class InstanceReader {
 public:
  explicit InstanceReader(CompileContext& context) : context_(context) {}

  ClassFacts& factsOf(eval::Class& cls);
  const OwnMembers& ownMembers(eval::Class& cls);

  // Returns an attribute by Python's lookup: Unbound when the object has none, Unknown when the
  // lookup raises or is not known.
  eval::Value attribute(const eval::Value& object, std::string_view name);
  // Returns an instance attribute that no class attribute overrides; null when Python's lookup is
  // needed.
  const eval::Value* ownAttribute(const eval::Value& instance, eval::Str* name);
  // Returns a submodule, parameter or buffer by name. Same result as attribute(), but faster.
  eval::Value member(const eval::Value& instance, std::string_view name);
  // Returns the names in a list such as __jit_ignored_attributes__.
  std::vector<std::string> namesListedIn(const eval::Value& instance, std::string_view listed);

  // True for the attributes that nn.Module itself sets on an instance.
  bool isOwnAttribute(const eval::Str& name);
  // Interned names of the attributes that are read from every instance.
  struct Names {
    eval::Str *parameters, *buffers, *modules, *hooks, *preHooks, *constants, *ignored;
  };
  const Names& instanceNames();

 private:
  CompileContext& context_;
  std::unordered_map<const eval::Class*, std::unique_ptr<ClassFacts>> facts_;
  std::unordered_map<const eval::Class*, std::unique_ptr<OwnMembers>> ownMembers_;
  std::optional<Names> names_;
  std::unordered_set<const eval::Str*> ownAttributes_;
};

}  // namespace ts::compiler
