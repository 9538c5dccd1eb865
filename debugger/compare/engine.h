// Engines: ways to run the same call.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/interp/interpreter.h"
#include "core/jit/engine.h"
#include "debugger/compare/eager_recorder.h"
#include "debugger/compare/event.h"
#include "debugger/compare/gradients.h"
#include "debugger/compare/graph_recorder.h"
#include "debugger/compare/program.h"

namespace ts::debugger {

enum class EngineKind : uint8_t {
  Eager,
  Script,
  Trace,
  Compiled,  // as Script, with machine code in place of the interpreter
};
std::string_view nameOf(EngineKind kind);
std::optional<EngineKind> engineNamed(std::string_view name);
// Reads the names of a command line; no names are the engines that PyTorch has. Returns an error;
// empty on success.
std::string readEngines(const std::vector<std::string>& names, std::vector<EngineKind>& kinds);

// The effects of a call that its caller can observe.
struct Outcome {
  std::optional<Failure> failure;  // set when the call raised
  IValue result;
  IValue arguments;  // after the call
  IValue state;      // of a module: its state_dict()
  std::string printed;
  Gradients gradients;  // if the request takes them
};

// Each engine is called several times. The second call sees state that the first one left. A module
// in training mode is called again after eval().
enum class Call : uint8_t {
  First,
  Second,
  Evaluating,
  Example,  // with the random numbers of torch.jit.trace
};
std::string_view nameOf(Call call);  // "the first call"

struct Engine {
  EngineKind kind;
  std::unique_ptr<TargetProgram> program;  // the other members point into it
  eval::Value callee;
  std::optional<Failure> failure;           // it could not be created: compiling or tracing failed
  ir::GraphPtr graph;                       // null for eager
  std::unique_ptr<EagerRecorder> recorder;  // of eager; null otherwise
  std::vector<SourceRange> foldedChanges = {};  // see foldAsPyTorch()
  bool takesGradients = false;                  // as in Request
};

// Runs the work in a Scope of the Vm's runtime. Returns false and sets `failure` when it raises or
// reaches a limit.
bool guarded(eval::Vm& vm, std::optional<Failure>& failure, const std::function<void()>& work);

// Loads the target, and scripts or traces it. Sets `failure` when that fails.
// mayFuse, isMeasured: of compiled, see jit::EngineOptions.
Engine makeEngine(EngineKind kind, const Request& request,
                  uint64_t fuel = Evaluator::kUnlimitedFuel, jit::FusionFilter mayFuse = {},
                  bool isMeasured = false);

// Seeds the random numbers, evaluates the inputs, and prepares the engine for the call. May raise.
Arguments prepareCall(Engine& engine, Call call, const std::string& inputs);
// Calls the engine with the inputs; each engine sees the same random numbers. Records into `events`
// unless it is null. With events the compiled engine interprets: only the interpreter reports them.
// Throws Failure when the inputs cannot be evaluated.
Outcome callEngine(Engine& engine, Call call, const std::string& inputs, Events* events = nullptr);

// Runs a copy of the graph of an engine's callee: `run` gets the inputs of the call as those of the
// graph. Does nothing when the inputs do not fit, and ends
// when the graph raises.
using GraphRun = std::function<void(interp::Interpreter& interpreter, const interp::Stack& inputs)>;
void runGraph(Engine& engine, Call call, const std::string& inputs, const GraphRun& run);

}  // namespace ts::debugger
