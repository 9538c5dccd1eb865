#include "viz/live.h"

#include "core/eager/jit.h"
#include "core/picture/observed_run.h"
#include "core/picture/tensor_facts.h"
#include "core/programs/program.h"
#include "core/tensor/error.h"

namespace ts::viz {

using tensor::IValue;

struct LiveCall::State {
  programs::Request request;
  std::unique_ptr<programs::TargetProgram> program;
  programs::CompiledCallee callee;
  eval::Value handle;  // keeps the callee alive
  interp::Stack inputs;
  std::string error, note;

  eval::Vm& vm() { return program->vm(); }

  void load(const LiveOptions& options) {
    const driver::FoundArguments constructed = programs::findInit(request, options.workspace);
    note = constructed.description(request.target.name);
    if (!constructed.error.empty()) throw programs::Failure{{}, constructed.error};
    program = std::make_unique<programs::TargetProgram>(request, true);
    if (program->failure()) throw *program->failure();
    const runtime::Runtime::Scope scope(program->runtime());
    vm().output = [](std::string_view) {};
    vm().call(program->lookup("warnings", "simplefilter"), {vm().str("ignore")});
    if (!options.training && program->isModule()) vm().callMethod(program->target(), "eval");
    const programs::Arguments arguments = program->evaluate(request.inputs);
    handle = options.engine == RunEngine::Trace ? traced(arguments) : scripted();
    callee = programs::compiledCallee(vm(), handle);
    if (!callee.function) throw programs::Failure{{}, "the target has no graph"};
    std::vector<IValue> self;
    if (callee.self) self.emplace_back(callee.self);
    inputs = eager::jitOf(vm()).bind(*callee.function, std::move(self), arguments.call());
  }

  eval::Value scripted() {
    return vm().call(program->lookup("torch.jit", "script"), {program->target()});
  }

  eval::Value traced(const programs::Arguments& arguments) {
    if (!arguments.names.empty())
      throw programs::Failure{{}, "torch.jit.trace takes only positional arguments"};
    eval::Str* names[] = {vm().intern("check_trace")};
    const eval::Value values[] = {program->target(), vm().tuple(arguments.values),
                                  eval::Value::boolean(false)};
    return vm().call(program->lookup("torch.jit", "trace"), eval::CallArgs{values, 2, names});
  }
};

LiveCall::LiveCall(const std::string& text, const LiveOptions& options)
    : state_(std::make_unique<State>()) {
  const driver::ParsedTarget parsed = driver::parseTarget(text);
  if (!parsed) {
    state_->error = parsed.error;
    return;
  }
  state_->request.target = *parsed.target;
  state_->request.init = options.init;
  state_->request.inputs = options.inputs;
  try {
    state_->load(options);
  } catch (const eval::Raised& raised) {
    state_->error = programs::failureOf(state_->vm(), *raised.exception).text();
  } catch (const eval::GapReached& gap) {
    state_->error = programs::failureOf(state_->vm(), *gap.exception).text();
  } catch (const eval::LimitReached& reached) {
    state_->error = "the limit on " + reached.limit + " was reached";
  } catch (const programs::Failure& failure) {
    state_->error = failure.text();
  } catch (const tensor::Error& error) {
    state_->error = error.what();
  }
}

LiveCall::~LiveCall() = default;

const std::string& LiveCall::error() const { return state_->error; }
const std::string& LiveCall::note() const { return state_->note; }
const ir::Function* LiveCall::function() const {
  return state_->error.empty() ? state_->callee.function : nullptr;
}
bool LiveCall::isMethod() const { return static_cast<bool>(state_->callee.self); }

const std::vector<trace::Event>& LiveCall::losses() const { return state_->callee.losses; }

std::map<std::string, Weight> LiveCall::weights() const {
  std::map<std::string, Weight> weights;
  if (state_->callee.self) weights = weightsOf(*state_->callee.self);
  return weights;
}

std::map<std::string, std::string> LiveCall::settings() const {
  std::map<std::string, std::string> settings;
  if (state_->callee.self) settings = settingsOf(*state_->callee.self);
  return settings;
}

std::string LiveCall::observe(const ir::GraphPtr& graph, const ModelIndex& index, Overlay& into) {
  const runtime::Runtime::Scope scope(state_->program->runtime());
  interp::Interpreter& interpreter = state_->program->runtime().interpreter();
  std::string error = observeRun(interpreter, graph, state_->inputs, index, into);
  if (error.empty()) measureRun(interpreter, graph, state_->inputs, index, into);
  return error;
}

std::string LiveCall::differentiate(Expanded& expanded, BackwardRun& into) {
  runtime::Runtime& runtime = state_->program->runtime();
  const runtime::Runtime::Scope scope(runtime);
  return runBackward(runtime.interpreter(), expanded, state_->inputs, into);
}

std::string LiveCall::run(const ir::GraphPtr& graph,
                          std::unordered_map<const ir::Value*, IValue>& into) {
  runtime::Runtime& runtime = state_->program->runtime();
  const runtime::Runtime::Scope scope(runtime);
  return recordValues(runtime.interpreter(), graph, state_->inputs, into);
}

}  // namespace ts::viz
