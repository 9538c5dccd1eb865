// A file as the evaluator ran it.
#pragma once

#include <string>
#include <string_view>

#include "core/compiler/resolve/python_env.h"

namespace ts::compiler {

// What evaluating a piece of Python gave: a value, or why there is none.
struct Evaluated {
  eval::Value value;  // Unbound: it failed
  std::string error;  // "TypeError: ..."
};

class EvaluatedFile {
 public:
  // Whole: all that its module level does. ForNames: as when somebody imports it, so that what
  // nobody asks for isn't made.
  enum class Run : uint8_t { Whole, ForNames };
  // Runs the module's code at module level. Problems in it leave names that aren't known.
  EvaluatedFile(PyEnvironment& environment, const PyModule& module, Run run);

  // Runs what stands in `if __name__ == "__main__":` too.
  void runMain();
  // What a dotted name is bound to; Unbound: nothing.
  eval::Value lookup(std::string_view dottedName);
  // An expression in the names of the file: "Net(3, bias=False)".
  Evaluated evaluate(std::string_view expression);
  // The object with the arguments that are written as those of a call.
  Evaluated call(const eval::Value& callee, std::string_view arguments);
  // The class called with Unknown for each parameter that has no default; Unbound when that fails.
  eval::Value callUnknown(const eval::Value& cls);

 private:
  Evaluated run(syntax::ModulePtr tree);

  PyEnvironment& environment_;
  eval::Ref<eval::Module> module_;
  std::vector<eval::Ref<eval::Module>> pieces_;
};

}  // namespace ts::compiler
