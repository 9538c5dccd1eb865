// The functions of a unit, compiled at their first use and kept by their Python source. Owned by
// the compile context; not thread-safe.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/compiler/resolve/python_env.h"
#include "core/ir/ir.h"

namespace ts::compiler {

class CompileContext;

class FunctionStore {
 public:
  explicit FunctionStore(CompileContext& context) : context_(context) {}

  // Compiles a function and, recursively, the functions that it calls. The graph is null when
  // compilation failed or something in the function is Unknown; the schema is always set. Reports
  // an error and returns null for a Python function that TorchScript cannot compile (a lambda, a
  // coroutine).
  ir::Function* compile(const PyFunction& source);
  // Compiles the overloads of a function that has @torch.jit._overload declarations.
  std::vector<ir::Function*> compileOverloads(const PyFunction& source);
  // Compiles a function of an archive under the name that it has in the archive.
  ir::Function* compileNamed(const PyFunction& source, const std::string& qualifiedName);
  // Declares a method of a class. ensureCompiled() compiles the method.
  ir::Function* declareMethod(const PyFunction& source, const types::ClassType* self,
                              const std::string& name);
  // Declares a function without a body, such as torch.nn.functional.relu.
  ir::Function* declare(const std::string& qualifiedName, const ops::FunctionSchema& schema);
  // Compiles a declared function now: another method may call it before its turn.
  void ensureCompiled(ir::Function* function);
  bool isBeingCompiled(const ir::Function* function) const {
    return inProgress_.contains(function);
  }
  // Called when the compiler reaches a statement of the function that it compiles now.
  void reachedStatement(SourceRange at) {
    if (!running_.empty()) running_.back().at = at;
  }
  // Says why methods that no function calls are compiled, during its lifetime.
  class Reason {
   public:
    // note: of a problem in the method with this name ("Inner.forward"); called only for problems.
    using Note = std::function<diag::Note(const std::string& name)>;
    Reason(FunctionStore& store, Note note)
        : store_(store), outer_(std::exchange(store.reason_, std::move(note))) {}
    ~Reason() { store_.reason_ = std::move(outer_); }
    Reason(const Reason&) = delete;
    Reason& operator=(const Reason&) = delete;

   private:
    FunctionStore& store_;
    Note outer_;
  };
  // The Python source of a compiled function, not of a method; null when there is none.
  const PyFunction* sourceOf(const ir::Graph& graph) const;
  // Keeps a function that was created without source, such as an overload's.
  const PyFunction* keep(std::unique_ptr<PyFunction> created);

  // Forgets functions that could not be compiled: code that uses them compiles them anew.
  void forgetFailures();
  // The functions that are compiled so far; restore() goes back to them.
  struct Compiled {
    std::unordered_map<const PyFunction*, ir::Function*> functions;
    std::unordered_map<const PyFunction*, std::vector<ir::Function*>> overloads;
  };
  Compiled snapshot() const { return compiled_; }
  void restore(Compiled snapshot) { compiled_ = std::move(snapshot); }

 private:
  struct Pending {
    const PyFunction* source;
    const types::ClassType* self;
  };
  struct Running {
    std::string name;  // "Net.forward"
    SourceRange at;    // the statement that is compiled; empty before the first
  };
  // Adds notes to the problems of the innermost function since the log had `first`: why the
  // function is compiled.
  void addCallers(const ir::Function& function, bool isModule, size_t first);
  ir::Function* make(std::string qualifiedName, SourceRange definition);
  void compileBody(ir::Function* function, const PyFunction& source, const types::ClassType* self);

  CompileContext& context_;
  Reason::Note reason_;  // may be null
  Compiled compiled_;
  std::vector<std::unique_ptr<ir::Function>> functions_;
  std::vector<std::unique_ptr<PyFunction>> createdSources_;  // for overloads and dataclasses
  std::unordered_map<std::string, ir::Function*> declared_;
  std::unordered_map<ir::Function*, Pending> pending_;
  std::unordered_set<const ir::Function*> inProgress_;
  std::vector<Running> running_;  // the functions in progress, a function after its caller
};

}  // namespace ts::compiler
