#include "debugger/compare/engine.h"

#include <fmt/format.h>

#include <utility>

#include "core/eager/eager.h"
#include "core/eager/jit.h"
#include "core/jit/llvm.h"
#include "core/kernels/copy.h"
#include "core/passes/inliner.h"
#include "core/tensor/error.h"
#include "debugger/compare/fold_constants.h"

namespace ts::debugger {
namespace {

constexpr std::pair<std::string_view, EngineKind> kNames[] = {{"eager", EngineKind::Eager},
                                                              {"script", EngineKind::Script},
                                                              {"trace", EngineKind::Trace},
                                                              {"compiled", EngineKind::Compiled}};

// Tracing and running use different seeds, so that a random number baked into the trace cannot pass
// for a fresh draw.
constexpr int64_t kLoadSeed = 0, kExampleSeed = 1, kCallSeed = 100;

ir::GraphPtr graphOf(TargetProgram& program, const eval::Value& callee) {
  const ir::Function* function = programs::compiledCallee(program.vm(), callee).function;
  if (!function) return nullptr;
  ir::GraphPtr graph = function->graph->copy();
  passes::inlineCalls(*graph);
  return graph;
}

// The report explains each problem that the tracer and the compiler warn about.
void silenceWarnings(TargetProgram& program) {
  program.vm().call(program.lookup("warnings", "simplefilter"), {program.vm().str("ignore")});
}

// Restores parameters and buffers after tracing, which runs the module and can change them.
class StateKeeper {
 public:
  explicit StateKeeper(TargetProgram& program) {
    if (!program.isModule()) return;
    const IValue state =
        valueOf(program.vm(), program.vm().callMethod(program.target(), "state_dict"));
    if (!state.isDict()) return;
    for (const auto& entry : state.toDict().entries())
      if (entry.value.isTensor())
        kept_.emplace_back(entry.value.toTensor(), frozen(entry.value).toTensor());
  }
  void restore() {
    for (auto& [tensor, before] : kept_) kernels::copyInto(tensor, before);
  }

 private:
  std::vector<std::pair<tensor::Tensor, tensor::Tensor>> kept_;
};

void trace(Engine& engine, const Request& request) {
  TargetProgram& program = *engine.program;
  eval::Vm& vm = program.vm();
  silenceWarnings(program);
  StateKeeper state(program);
  program.seed(kLoadSeed);
  const Arguments example = program.evaluate(request.example);
  if (!example.names.empty())
    throw Failure{{},
                  "torch.jit.trace takes only positional arguments: remove the names in --example"};
  program.seed(kExampleSeed);
  eval::Str* names[] = {vm.intern("check_trace"), vm.intern("strict")};
  const eval::Value values[] = {program.target(), vm.tuple(example.values),
                                eval::Value::boolean(false),
                                eval::Value::boolean(request.isStrict)};
  engine.callee = vm.call(program.lookup("torch.jit", "trace"), eval::CallArgs{values, 2, names});
  state.restore();
}

void make(Engine& engine, const Request& request) {
  TargetProgram& program = *engine.program;
  switch (engine.kind) {
    case EngineKind::Eager: engine.callee = program.target(); break;
    case EngineKind::Script:
    case EngineKind::Compiled:
      silenceWarnings(program);
      // The module of an archive is scripted already: torch.jit.script() returns it.
      engine.callee = program.vm().call(program.lookup("torch.jit", "script"), {program.target()});
      break;
    case EngineKind::Trace: trace(engine, request); break;
  }
}

// The callee's state_dict(); None when it has none.
IValue stateOf(eval::Vm& vm, const eval::Value& callee) {
  eval::Value method;
  if (callee.as<eval::Function>() || !vm.tryGetattr(callee, vm.intern("state_dict"), method))
    return {};
  return frozen(valueOf(vm, vm.call(method)));
}

// Records the events of an engine during the lifetime of this object; no events when null.
class Watch {
 public:
  Watch(Engine& engine, Events* events) : engine_(engine), events_(events) {
    if (!events) return;
    if (engine.kind == EngineKind::Eager) {
      if (!engine.recorder) engine.recorder = std::make_unique<EagerRecorder>();
      engine.recorder->begin(engine.program->vm(), *events);
    } else {
      graph_.begin(*events, engine.program->vm().stop);
      engine.program->runtime().interpreter().setObserver(&graph_);
    }
  }
  // The innermost place in user code; empty where nothing is recorded.
  Site place() const {
    if (engine_.kind != EngineKind::Eager) return events_ ? graph_.place() : Site();
    for (const auto& entry : engine_.program->vm().stack())
      if (const Site site = siteOf(entry.at); site && !site.isLibrary()) return site;
    return {};
  }
  ~Watch() {
    if (!events_) return;
    if (engine_.kind == EngineKind::Eager)
      engine_.recorder->end();
    else
      engine_.program->runtime().interpreter().setObserver(nullptr);
  }

 private:
  Engine& engine_;
  Events* events_;
  GraphRecorder graph_;
};

}  // namespace

std::string_view nameOf(EngineKind kind) {
  for (const auto& [name, other] : kNames)
    if (other == kind) return name;
  return {};
}

std::optional<EngineKind> engineNamed(std::string_view name) {
  for (const auto& [other, kind] : kNames)
    if (other == name) return kind;
  return std::nullopt;
}

std::string readEngines(const std::vector<std::string>& names, std::vector<EngineKind>& kinds) {
  for (const std::string& name : names) {
    const auto kind = engineNamed(name);
    if (!kind)
      return "unknown engine `" + name + "`; the engines are eager, script, trace and compiled";
    kinds.push_back(*kind);
  }
  if (kinds.empty()) kinds = {EngineKind::Eager, EngineKind::Script, EngineKind::Trace};
  return {};
}

std::string_view nameOf(Call call) {
  switch (call) {
    case Call::First: return "the first call";
    case Call::Second: return "the second call";
    case Call::Evaluating: return "the call after eval()";
    case Call::Example: return "the call with the example";
  }
  return {};
}

bool guarded(eval::Vm& vm, std::optional<Failure>& failure, const std::function<void()>& work) {
  const runtime::Runtime::Scope scope(eager::runtimeOf(vm));
  try {
    work();
    return true;
  } catch (const eval::Raised& raised) {
    failure = failureOf(vm, *raised.exception);
  } catch (const eval::GapReached& gap) {
    failure = failureOf(vm, gap);
  } catch (const eval::LimitReached& reached) {
    failure = Failure{{}, fmt::format("the limit on {} was reached", reached.limit)};
  } catch (const Failure& other) {
    failure = other;
  }
  return false;
}

Engine makeEngine(EngineKind kind, const Request& request, uint64_t fuel, jit::FusionFilter mayFuse,
                  bool isMeasured) {
  const bool isEager = kind == EngineKind::Eager;
  auto program = std::make_unique<TargetProgram>(request, !isEager, fuel);
  // The file's own code may need torch.jit, for example to save a scripted module.
  if (isEager && program->failure()) program = std::make_unique<TargetProgram>(request, true, fuel);
  Engine engine{kind, std::move(program), {}, {}, {}, {}};
  engine.takesGradients = request.takesGradients;
  engine.failure = engine.program->failure();
  if (engine.failure) return engine;
  if (kind == EngineKind::Compiled) {
    try {
      jit::openLlvm();
    } catch (const jit::LlvmError& error) {
      engine.failure = Failure{{}, error.what(), {}, true};
      return engine;
    }
    engine.program->runtime().compileWith(
        {.mayFuse = std::move(mayFuse), .cache = jit::userCache(), .isMeasured = isMeasured});
  }
  if (!guarded(engine.program->vm(), engine.failure, [&] { make(engine, request); }))
    engine.callee = {};
  if (request.foldsAsPyTorch && !engine.failure)
    guarded(engine.program->vm(), engine.failure, [&] {
      const ir::Function* function =
          programs::compiledCallee(engine.program->vm(), engine.callee).function;
      if (function)
        engine.foldedChanges =
            foldAsPyTorch(*function->graph, engine.program->runtime().interpreter());
    });
  if (kind != EngineKind::Eager && !engine.failure)
    engine.graph = graphOf(*engine.program, engine.callee);
  return engine;
}

Arguments prepareCall(Engine& engine, Call call, const std::string& inputs) {
  TargetProgram& program = *engine.program;
  const runtime::Runtime::Scope scope(program.runtime());
  if (call == Call::Evaluating) program.vm().callMethod(engine.callee, "eval");
  program.seed(kLoadSeed);
  Arguments arguments = program.evaluate(inputs);
  program.seed(call == Call::Example ? kExampleSeed : kCallSeed + static_cast<int64_t>(call));
  return arguments;
}

Outcome callEngine(Engine& engine, Call call, const std::string& inputs, Events* events) {
  TargetProgram& program = *engine.program;
  eval::Vm& vm = program.vm();
  Outcome outcome;
  Arguments arguments;
  if (!guarded(vm, outcome.failure, [&] { arguments = prepareCall(engine, call, inputs); }))
    throw *outcome.failure;
  guarded(vm, outcome.failure, [&] {
    vm.output = [&](std::string_view text) { outcome.printed += text; };
    std::optional<Watch> watch(std::in_place, engine, events);
    std::optional<DifferentiatedCall> differentiated;
    std::optional<TapeRecorder> tape;
    if (engine.takesGradients) {
      differentiated.emplace(program, arguments);
      tape.emplace([&] { return watch ? watch->place() : Site(); });
    }
    const eval::Value result = vm.call(engine.callee, arguments.call());
    outcome.result = frozen(valueOf(vm, result));
    watch.reset();  // the tape's own operators are not events of the call
    if (!differentiated) return;
    outcome.gradients.values = frozen(differentiated->gradients(engine.callee, result));
    outcome.gradients.steps = tape->take();
  });
  vm.output = nullptr;
  std::vector<IValue> behind;
  for (const eval::Value& value : arguments.values) behind.push_back(frozen(valueOf(vm, value)));
  outcome.arguments = tensor::makeTuple(std::move(behind));
  std::optional<Failure> none;
  guarded(vm, none, [&] { outcome.state = stateOf(vm, engine.callee); });
  return outcome;
}

void runGraph(Engine& engine, Call call, const std::string& inputs, const GraphRun& run) {
  eval::Vm& vm = engine.program->vm();
  std::optional<Failure> failure;
  vm.output = [](std::string_view) {};
  guarded(vm, failure, [&] {
    const Arguments arguments = prepareCall(engine, call, inputs);
    const programs::CompiledCallee callee = programs::compiledCallee(vm, engine.callee);
    std::vector<IValue> self;
    if (callee.self) self.emplace_back(callee.self);
    try {
      run(engine.program->runtime().interpreter(),
          eager::jitOf(vm).bind(*callee.function, std::move(self), arguments.call()));
    } catch (const interp::Exception&) {
      // The picture keeps the values that were recorded until then.
    } catch (const tensor::Error&) {
      // The inputs do not fit.
    }
  });
  vm.output = nullptr;
}

}  // namespace ts::debugger
