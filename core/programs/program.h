// A target that is called with inputs, loaded into its own evaluator.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/driver/compile.h"
#include "core/driver/target.h"
#include "core/driver/trace_search.h"
#include "core/eval/vm/vm.h"
#include "core/interp/interpreter.h"
#include "core/programs/evaluator.h"
#include "core/trace/events.h"

namespace ts::programs {

// The target and the inputs of a call.
struct Request {
  driver::Target target;
  std::optional<std::string> init;  // arguments of a call of the target that comes first
  // Arguments of the call, as Python source. It sees the names of the file that defines the target.
  std::string inputs;
  std::string example;          // the inputs of torch.jit.trace
  bool mayWrite = false;        // the code may change files
  std::stop_token stop = {};    // ends the programs with Cancelled
  std::string initSource = {};  // the call in the workspace that has these arguments, or empty
  bool isStrict = true;         // torch.jit.trace refuses dicts and lists as results
  bool evaluates = false;       // eval() of the module is called first
  bool foldsAsPyTorch = false;  // scripts make the constants that PyTorch makes wrongly (TS8011)
  bool takesGradients = false;  // of the sum of the results, behind each call
  std::vector<std::string> laterInputs = {};  // of further calls, one after another
};

// inputs: of each call; empty: none are given. example: absent for the first inputs.
Request requestOf(driver::Target target, const std::optional<std::string>& init,
                  const std::vector<std::string>& inputs,
                  const std::optional<std::string>& example);

// A Python exception, or another reason why a program could not be loaded or run.
struct Failure {
  std::string className;  // "ValueError"; empty: not a Python exception
  std::string message;    // one line, without a stack
  SourceRange at;         // the innermost place in user code; empty: unknown
  // JitScope lacks something that PyTorch and Python have: the failure says nothing about the
  // target.
  bool isMissingPart = false;
  std::string text() const {
    return className.empty() ? message : message.empty() ? className : className + ": " + message;
  }
};
// The message and the place of a compile error come from the diagnostic that the exception carries.
Failure failureOf(eval::Vm& vm, eval::ExceptionObject& exception);
// A gap is a missing part of JitScope.
Failure failureOf(eval::Vm& vm, const eval::GapReached& gap);

struct Arguments {
  std::vector<eval::Value> values;
  std::vector<eval::Str*> names;  // of the last ones
  eval::CallArgs call() const { return {values.data(), values.size() - names.size(), names}; }
};

// Sets `init` and `initSource` as the files of the workspace construct the target, unless `init` is
// given; then the result is empty. workspace: a folder; empty: the target's own project.
driver::FoundArguments findInit(Request& request, const std::string& workspace);

// Sets `inputs` and `example` as the workspace's own call of torch.jit.trace does, unless one of
// them is given; then the result is empty. workspace: as of findInit().
driver::FoundExample findExample(Request& request, const std::string& workspace);

// Its functions run in a Scope of its runtime.
class TargetProgram {
 public:
  // Loads the target and calls it with `init`. A class derived from nn.Module is also called
  // without `init`. Discards all output. Sets `failure` when the target cannot be loaded. jit:
  // whether torch.jit compiles; else decorated functions stay Python, as with PYTORCH_JIT=0.
  TargetProgram(const Request& request, bool jit, uint64_t fuel = Evaluator::kUnlimitedFuel,
                runtime::Options options = {});
  TargetProgram(const TargetProgram&) = delete;

  const std::optional<Failure>& failure() const { return failure_; }
  eval::Vm& vm() { return evaluator_.vm(); }
  runtime::Runtime& runtime() { return evaluator_.runtime(); }
  const eval::Value& target() const { return target_; }
  bool isModule();    // the target is an nn.Module
  bool isTraining();  // the target is an nn.Module in training mode

  // Evaluates the arguments. Throws eval::Raised, or Failure for a syntax error.
  Arguments evaluate(const std::string& source);
  // The name in the definition of the target; empty: unknown.
  SourceRange definition();
  // Seeds the random numbers of torch and of Python's random.
  void seed(int64_t number);
  // Limits the number of instructions from now on: Limits::fuel.
  void setFuel(uint64_t fuel);
  // An attribute of a module, for example "torch.jit" and "script".
  eval::Value lookup(std::string_view module, std::string_view name);

 private:
  using Scope = runtime::Runtime::Scope;

  void load(const Request& request);
  void setEvaluating();
  void loadArchive(const std::string& path);
  eval::Value run(const std::string& code, std::string_view result);
  eval::Value find(std::string_view dottedName);

  Evaluator evaluator_;
  driver::ParsedFilePtr parsed_;
  eval::Ref<eval::Module> module_;
  std::vector<eval::Ref<eval::Module>> evaluated_;  // own the trees of evaluated sources
  eval::Value target_;
  std::optional<Failure> failure_;
};

// The graph of a scripted or traced function or module, and its `self`.
struct CompiledCallee {
  const ir::Function* function = nullptr;  // null: the callee has no graph
  tensor::Ptr<tensor::ObjectValue> self;   // null for a function
  std::vector<trace::Event> losses;        // the places where a trace keeps values of its run
};
CompiledCallee compiledCallee(eval::Vm& vm, const eval::Value& callee);

}  // namespace ts::programs
