// Emits the bodies of a unit's functions. Owns what all its emitters share. Not thread-safe.
#pragma once

#include <string_view>
#include <unordered_map>

#include "core/compiler/context/body_compiler.h"
#include "core/compiler/context/compile_context.h"
#include "core/compiler/emit/known_meanings.h"
#include "core/compiler/modules/method_reuse.h"
#include "core/compiler/modules/module_compiler.h"
#include "core/shapes/check.h"

namespace ts::compiler {

class FunctionBodies final : public BodyCompiler {
 public:
  // Becomes the body compiler of the context.
  FunctionBodies(CompileContext& context, ModuleCompiler& modules)
      : context_(context), modules_(modules), reuse_(context, modules) {
    context.setBodyCompiler(*this);
  }

  void compileBody(ir::Function& function, const PyFunction& source,
                   const types::ClassType* self) override;
  const types::ClassType* moduleTypeNamed(std::string_view className) const override {
    return modules_.types().firstTypeOf(className);
  }

  CompileContext& context() { return context_; }
  ModuleCompiler& modules() { return modules_; }
  MethodReuse& reuse() { return reuse_; }
  KnownMeanings& meanings() { return meanings_; }
  // Shape summaries of the functions that were compiled to be checked.
  std::unordered_map<const ir::Function*, shapes::Summary>& shapes() { return shapes_; }

 private:
  CompileContext& context_;
  ModuleCompiler& modules_;
  MethodReuse reuse_;
  KnownMeanings meanings_;
  std::unordered_map<const ir::Function*, shapes::Summary> shapes_;
};

}  // namespace ts::compiler
