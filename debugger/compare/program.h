// The target of a comparison, loaded on its own: each engine starts from a program that nobody else
// has run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/driver/target.h"
#include "core/eval/vm.h"
#include "core/interp/interpreter.h"
#include "debugger/evaluator.h"

namespace ts::debugger {

// What is compared, and on what.
struct Request {
  driver::Target target;
  std::optional<std::string> init;  // arguments that the target is called with first
  // Arguments of the call, as Python source that is evaluated where the target is defined.
  std::string inputs;
  std::string example;  // those that a trace is made with
};

// A Python exception, or what a program couldn't do.
struct Failure {
  std::string className;  // "ValueError"; empty: it is none of Python's
  std::string message;    // without a stack, one line
  SourceRange at;         // where it was raised, as far in as user code goes; empty: not known
  std::string place;      // of a compiler's complaint: "model.py:3:5"; else empty
  std::string text() const {
    return className.empty() ? message : message.empty() ? className : className + ": " + message;
  }
};
Failure failureOf(eval::Vm& vm, eval::ExceptionObject& exception);

struct Arguments {
  std::vector<eval::Value> values;
  std::vector<eval::Str*> names;  // of the last ones
  eval::CallArgs call() const { return {values.data(), values.size() - names.size(), names}; }
};

class Program {
 public:
  // Loads the target and calls it with `init`; a class derived from nn.Module is called in any
  // case. What it prints while it loads goes nowhere. `failure` says why there is no target.
  Program(const Request& request, uint64_t fuel = UINT64_MAX);
  Program(const Program&) = delete;

  const std::optional<Failure>& failure() const { return failure_; }
  eval::Vm& vm() { return evaluator_.vm(); }
  const eval::Value& target() const { return target_; }
  bool isModule();    // an nn.Module
  bool isTraining();  // an nn.Module in training mode

  // The arguments that `source` stands for. Throws eval::Raised, and Failure where it is no Python.
  Arguments evaluate(const std::string& source);
  // The place in the target's file that a compiler's complaint names; empty: another file.
  SourceRange rangeOf(const std::string& place) const;
  // Where the target is defined; empty: not known.
  SourceRange definition();
  // Of torch and of Python's random.
  void seed(int64_t number);
  // What it may run from now on: Limits::fuel.
  void setFuel(uint64_t fuel);
  // A name of a module, "torch.jit" and "script".
  eval::Value lookup(std::string_view module, std::string_view name);

 private:
  void load(const Request& request);
  eval::Value run(const std::string& code, std::string_view result);
  eval::Value find(std::string_view dottedName);

  Evaluator evaluator_;
  driver::ParsedFilePtr parsed_;
  eval::Ref<eval::Module> module_;
  std::vector<eval::Ref<eval::Module>> pieces_;  // keep the trees of what was evaluated
  eval::Value target_;
  std::optional<Failure> failure_;
};

}  // namespace ts::debugger
