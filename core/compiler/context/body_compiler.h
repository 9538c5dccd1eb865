// The seam between the stores of functions and classes and the rooms above them, which fill in the
// graphs and know the modules.
#pragma once

#include <string_view>

#include "core/compiler/resolve/python_env.h"
#include "core/ir/ir.h"

namespace ts::compiler {

class BodyCompiler {
 public:
  virtual ~BodyCompiler() = default;
  // Gives a function its schema and its graph; the graph is null when compilation failed. self: the
  // class of a method's first parameter; null for a function.
  virtual void compileBody(ir::Function& function, const PyFunction& source,
                           const types::ClassType* self) = 0;
  // Returns the type of the first instance of the named module class; null when no instance was
  // compiled.
  virtual const types::ClassType* moduleTypeNamed(std::string_view className) const = 0;
};

}  // namespace ts::compiler
