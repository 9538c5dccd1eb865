// Engines: the same call, made in different ways.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "debugger/compare/eager_recorder.h"
#include "debugger/compare/event.h"
#include "debugger/compare/graph_recorder.h"
#include "debugger/compare/program.h"

namespace ts::debugger {

enum class EngineKind : uint8_t { Eager, Script, Trace };
std::string_view nameOf(EngineKind kind);
std::optional<EngineKind> engineNamed(std::string_view name);

// What a call did, as far as its caller can see.
struct Outcome {
  std::optional<Failure> failure;  // it raised
  IValue result;
  IValue arguments;  // as they are behind the call
  IValue state;      // of a module: its state_dict()
  std::string printed;
};

// The call as it is made several times, since a second one may find what the first has left, and
// since modules in training mode are told to evaluate some time.
enum class Call : uint8_t {
  First,
  Second,
  Evaluating,
  Example,  // with the random numbers that a trace is made with
};
std::string_view nameOf(Call call);  // "the first call"

struct Engine {
  EngineKind kind;
  std::unique_ptr<Program> program;  // first, as the rest points into it
  eval::Value callee;
  std::optional<Failure> failure;  // it couldn't be made: it doesn't compile, tracing raises
  ir::GraphPtr graph;              // of script and trace; null: none
  std::unique_ptr<EagerRecorder> recorder;  // of eager
};

// Loads the target, and compiles or traces it. Where there is no callee, failure says why.
Engine makeEngine(EngineKind kind, const Request& request, uint64_t fuel = UINT64_MAX);

// Calls it with the inputs; every engine sees the same random numbers. events: null, or where they
// go. Throws Failure where there are no such inputs.
Outcome callEngine(Engine& engine, Call call, const std::string& inputs, Events* events = nullptr);

}  // namespace ts::debugger
