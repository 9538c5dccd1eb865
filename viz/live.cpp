#include "viz/live.h"

#include <chrono>

#include "core/eager/jit.h"
#include "core/interp/events.h"
#include "core/programs/program.h"
#include "core/tensor/error.h"
#include "viz/tensor_facts.h"

namespace ts::viz {
namespace {

using tensor::IValue;
using Clock = std::chrono::steady_clock;

// Records shapes, summaries and times. A value that is computed several times keeps the last one.
class ValueObserver final : public interp::Observer {
 public:
  ValueObserver(const ModelIndex& index, Overlay& into) : index_(index), into_(into) {}

  void nodeEntered(const ir::Node&, std::span<const IValue>) override {
    begun_.push_back(Clock::now());
  }

  void nodeLeft(const ir::Node& node, std::span<const IValue> outputs) override {
    const std::chrono::duration<double> took = Clock::now() - begun_.back();
    begun_.pop_back();
    if (const auto found = index_.nodes.find(&node); found != index_.nodes.end()) {
      if (found->second >= into_.nodes.size()) into_.nodes.resize(found->second + 1);
      Stats& stats = into_.nodes[found->second];
      stats.seconds = stats.seconds.value_or(0) + took.count();
    }
    for (size_t i = 0; i < outputs.size() && i < node.outputs().size(); ++i)
      record(node.output(i), outputs[i]);
  }

  void record(const ir::Value* value, const IValue& seen) {
    const auto found = index_.values.find(value);
    if (found == index_.values.end() || !seen.isTensor() || !seen.toTensor().defined()) return;
    if (found->second >= into_.values.size()) into_.values.resize(found->second + 1);
    into_.values[found->second] = factsOf(seen.toTensor());
  }

 private:
  const ModelIndex& index_;
  Overlay& into_;
  std::vector<Clock::time_point> begun_;
};

}  // namespace

struct LiveCall::State {
  programs::Request request;
  std::unique_ptr<programs::Program> program;
  programs::CompiledCallee callee;
  eval::Value handle;  // keeps the callee alive
  interp::Stack inputs;
  std::string error, note;

  eval::Vm& vm() { return program->vm(); }

  void load(const LiveOptions& options) {
    const driver::FoundArguments found = programs::findInit(request, options.workspace);
    note = found.description(request.target.name);
    if (!found.error.empty()) throw programs::Failure{{}, found.error};
    program = std::make_unique<programs::Program>(request, true);
    if (program->failure()) throw *program->failure();
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

std::map<std::string, Weight> LiveCall::weights() const {
  std::map<std::string, Weight> found;
  if (state_->callee.self) found = weightsOf(*state_->callee.self);
  return found;
}

std::map<std::string, std::string> LiveCall::settings() const {
  std::map<std::string, std::string> found;
  if (state_->callee.self) found = settingsOf(*state_->callee.self);
  return found;
}

std::string LiveCall::observe(const ir::GraphPtr& graph, const ModelIndex& index, Overlay& into) {
  ValueObserver observer(index, into);
  interp::Interpreter& interpreter = eager::jitOf(state_->vm()).interpreter();
  for (size_t i = 0; i < state_->inputs.size() && i < graph->inputs().size(); ++i)
    observer.record(graph->inputs()[i], state_->inputs[i]);
  std::string error;
  interpreter.setObserver(&observer);
  try {
    interpreter.run(graph, state_->inputs);
  } catch (const interp::Exception& exception) {
    error = exception.className + ": " + exception.message;
  }
  interpreter.setObserver(nullptr);
  return error;
}

}  // namespace ts::viz
