// Records the calls of classes that an evaluation makes, so that tools can repeat one of them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/compiler/unit/unit.h"
#include "core/driver/constructions.h"
#include "core/eval/vm/vm.h"

namespace ts::driver {

// A call that created an instance.
struct ConstructorCall {
  SourceRange at;
  // "3, width=64", to be evaluated in the file that defines the class. Nothing when an argument is
  // not known, or is an object that such a text cannot name.
  std::optional<std::string> arguments;
};

// Listens to a Vm during its own lifetime. Keeps the recorded instances alive. Belongs to the Vm's
// thread.
class ConstructorCalls {
 public:
  explicit ConstructorCalls(eval::Vm& vm);
  ~ConstructorCalls();
  ConstructorCalls(const ConstructorCalls&) = delete;
  ConstructorCalls& operator=(const ConstructorCalls&) = delete;

  // The value as Python source in the file at the path. Nothing when the value has no text there,
  // or only a longer one.
  std::optional<std::string> textOf(const eval::Value& value, const std::string& path) const {
    return textOf(value, path, 0);
  }
  // Null for an object that the evaluation did not create by calling its class.
  const ConstructorCall* callOf(const eval::Value& instance) const;

 private:
  struct RecordedCall {
    eval::Value instance;
    ConstructorCall call;
  };

  void record(const eval::Value& instance, const eval::CallArgs& args);
  std::optional<std::string> textOf(const eval::Value& value, const std::string& path,
                                    int depth) const;
  std::optional<std::string> textOf(const eval::CallArgs& args, const std::string& path) const;

  eval::Vm& vm_;
  std::map<const eval::Object*, RecordedCall> calls_;
};

// "export.py:8"; empty for an empty range and for a text without a file.
std::string placeOf(SourceRange at);

// Adds the constructions of the modules in an object. `calls` listened when they were made.
// place: of the object itself, where the evaluator's place is not that of a file; nothing: the
// evaluator's.
void addConstructions(compiler::CompilationUnit& unit, const ConstructorCalls& calls,
                      const eval::Value& object, const std::optional<SourceRange>& place,
                      std::vector<Construction>& all);

}  // namespace ts::driver
