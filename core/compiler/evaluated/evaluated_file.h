// A file that the evaluator has run.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/compiler/resolve/python_env.h"
#include "core/eval/vm/vm.h"

namespace ts::compiler {

// The result of evaluating Python code: a value or an error.
struct EvaluationResult {
  eval::Value value;                             // Unbound when evaluation failed
  std::string error;                             // "TypeError: ..."
  std::optional<eval::LimitReached> limit = {};  // the limit that ended the evaluation
};

// Calls a class, a function or a bound method with Unknown for each parameter that has no default,
// with at most `fuel` of the evaluator's fuel.
EvaluationResult callWithUnknown(eval::Vm& vm, const eval::Value& callee, uint64_t fuel);

// Returns the names of the parameters that a call of a class, a function or a bound method has to
// give.
std::vector<std::string> requiredParameters(eval::Vm& vm, const eval::Value& callee);

class EvaluatedFile {
 public:
  // Whole runs the module level eagerly, as a script does. ForNames runs it as an import does:
  // definitions that are never used stay lazy.
  enum class Run : uint8_t { Whole, ForNames };
  // Runs the module's code at module level. After an error the names that the code would have bound
  // are Unknown.
  EvaluatedFile(PyEnvironment& environment, const PyModule& module, Run run);

  // The limit that ended the module's code.
  const std::optional<eval::LimitReached>& limit() const { return limit_; }
  const eval::Ref<eval::Module>& module() const { return module_; }
  // Runs the body of `if __name__ == "__main__":` as well.
  void runMain();
  // The value of a dotted name; Unbound when the name is not defined.
  eval::Value lookup(std::string_view dottedName);
  // Evaluates an expression in the file's globals: "Net(3, bias=False)". The value is Unknown when
  // the expression raises.
  EvaluationResult evaluate(std::string_view expression);
  // Evaluates an expression again, for a message: returns the exception that it raises, as
  // "TypeError: ...". Empty when it raises none.
  std::string exceptionOf(std::string_view expression);
  // Calls the object. `arguments` is the text between the parentheses of the call.
  EvaluationResult call(const eval::Value& callee, std::string_view arguments);
  // Calls the class with Unknown for each parameter that has no default. Unbound when the call
  // fails.
  eval::Value callUnknown(const eval::Value& cls);

 private:
  EvaluationResult run(syntax::ModulePtr tree);
  // Runs statements that contain the expression.
  EvaluationResult runText(std::string text, std::string_view expression);
  // Removes a name from the globals and returns its value; Unknown when it is not bound.
  eval::Value takeGlobal(std::string_view name);

  PyEnvironment& environment_;
  eval::Ref<eval::Module> module_;
  std::optional<eval::LimitReached> limit_;
  std::vector<eval::Ref<eval::Module>> fragments_;
};

}  // namespace ts::compiler
