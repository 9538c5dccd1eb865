// A program's world below Python. Several runtimes, also of different versions of PyTorch, work in
// one process: on threads of their own, or in turn on one thread.
//   runtime::Runtime runtime({.profile = TorchProfile::Torch1_13});
//   const runtime::Runtime::Scope scope(runtime);
//   const auto module = runtime.loadTorch("model.pt");
//   runtime.interpreter().run(*module.forward, {module.module->object, input});
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/archive/module_reader.h"
#include "core/archive/onnx_reader.h"
#include "core/base/thread_state.h"
#include "core/base/torch_profile.h"
#include "core/diag/diagnostic.h"
#include "core/interp/interpreter.h"
#include "core/jit/engine.h"
#include "core/kernels/print.h"
#include "core/kernels/random.h"

namespace ts::runtime {

// The text of the error of a file, which starts with its path.
class LoadError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A graph without a module.
struct LoadedGraph {
  std::shared_ptr<ir::Function> function;                // has the name of the file
  std::map<std::string, archive::OnnxTensor> weights{};  // of a file of ONNX
};

// A file of torch.jit.save or of torch.save.
struct LoadedTorch {
  std::shared_ptr<archive::TorchFile> file;
  // Null for a file of torch.save, which contains no code.
  std::shared_ptr<archive::LoadedModule> module = nullptr;
  std::vector<diag::Diagnostic> diagnostics{};  // of the module's code
  // The method of the module, compiled, which keeps the module alive. Null for a module without it,
  // and after errors in its code.
  std::shared_ptr<ir::Function> forward = nullptr;
};

struct Options {
  std::optional<TorchProfile> profile = std::nullopt;  // none: that of the creating thread
  interp::Limits limits = {};                          // of graphs
};

// Owns the version of PyTorch, the settings, the interpreter with its limits and machine code, and
// the loaded archives with their types. Used by one thread at a time.
class Runtime {
 public:
  explicit Runtime(Options options = {});
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  // While a Scope is alive, its thread runs with the settings of the runtime: the version of
  // PyTorch, the default dtype, the grad mode, the default generator, the print options. Everything
  // that a runtime's user runs, compiles or loads belongs into a Scope. Scopes nest.
  class Scope {
   public:
    explicit Scope(Runtime& runtime);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    ThreadSettings* const outer_;
  };

  TorchProfile profile() const { return *settings_.profile; }
  interp::Interpreter& interpreter() { return interpreter_; }
  // Graphs that have not run yet become machine code. Replaces the engine of an earlier call.
  void compileWith(jit::EngineOptions options);

  // ---- files; each function throws LoadError

  // Loads IR text, as `tsviz --format=ir` writes it.
  LoadedGraph loadIr(const std::string& path);
  // Loads a graph whose operators are ONNX's, so that the interpreter does not run it.
  LoadedGraph loadOnnx(const std::string& path);
  // Loads the module of torch.jit.save, as load() does, or opens a file of torch.save.
  LoadedTorch loadTorch(const std::string& path);

  // Loads an archive of torch.jit.save, which the runtime keeps alive. Runs `__setstate__` of its
  // classes. Errors in the archive's code are in unit->sink(). Throws archive::ArchiveError,
  // tensor::Error and interp::Exception.
  std::shared_ptr<archive::LoadedModule> load(std::shared_ptr<archive::TorchFile> file,
                                              const archive::IsOriginal& isOriginal = {});

 private:
  kernels::Generator generator_;
  kernels::PrintOptions printOptions_;
  ThreadSettings settings_;  // points to the members above
  std::vector<std::shared_ptr<archive::LoadedModule>> loaded_;
  std::unique_ptr<jit::Engine> engine_;  // null: graphs are interpreted
  interp::Interpreter interpreter_;      // borrows the engine
};

}  // namespace ts::runtime
