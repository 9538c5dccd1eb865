// A module in compiled code: `self` and the modules reached through it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/compiler/emit/sugared_value.h"
#include "core/compiler/modules/concrete_module.h"

namespace ts::compiler {

struct ModuleValue final : SugaredValue {
  ModuleValue(ir::Value* self, ConcreteModule* module) : self(self), module(module) {}
  std::string kind() const override { return "module"; }
  ir::Value* asValue(Emission&, SourceRange) override;
  SugaredPtr attr(Emission&, SourceRange, std::string_view) override;
  bool hasAttr(Emission&, SourceRange, std::string_view) override;
  void setAttr(Emission&, SourceRange, std::string_view, ir::Value*) override;
  SugaredPtr call(Emission&, SourceRange, const CallArguments&, size_t) override;
  std::vector<SugaredPtr> asTuple(Emission&, SourceRange, std::optional<size_t>) override;
  ir::Value* len(Emission&, SourceRange) override;
  SugaredPtr getitem(Emission&, SourceRange, ir::Value*, ir::TypePtr) override;
  SugaredPtr iter(Emission&, SourceRange) override;

  // The named submodules, or the parameters of a ParameterList or ParameterDict.
  struct Members {
    std::vector<std::string> names;
    std::vector<SugaredPtr> values;
  };
  Members members(Emission& emission) const;

  ir::Value* self;
  ConcreteModule* module;

 private:
  // Returns null when the module has no such attribute.
  SugaredPtr tryAttr(Emission& emission, SourceRange at, std::string_view field);
  SugaredPtr fromClass(Emission& emission, SourceRange at, std::string_view field);
  [[noreturn]] void missing(SourceRange at, std::string_view field);
};

// Methods such as items() of a ModuleDict or named_children(): a call without arguments returns
// `result`.
struct ModuleListing final : SugaredValue {
  ModuleListing(std::string name, SugaredPtr result)
      : name(std::move(name)), result(std::move(result)) {}
  std::string kind() const override { return "method"; }
  SugaredPtr call(Emission&, SourceRange, const CallArguments&, size_t) override;
  std::string name;
  SugaredPtr result;
};

}  // namespace ts::compiler
