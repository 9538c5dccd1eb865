#include "core/interp/interpreter.h"

#include <cstdio>
#include <mutex>

#include "core/base/thread_state.h"
#include "core/interp/events.h"
#include "core/interp/machine.h"
#include "core/interp/result_marker.h"
#include "core/interp/state.h"
#include "core/tensor/error.h"

namespace ts::interp {

namespace {

// Interpreters of several threads may share graphs. Compiling one writes to it: passes mark nodes,
// and nodes remember their schemas. Afterwards it is only read. Folding of constants may run an
// interpreter in turn.
std::recursive_mutex& compiling() {
  static auto* mutex = new std::recursive_mutex;  // threads may compile at the very end
  return *mutex;
}

}  // namespace

std::string nameOf(const ir::Function& function) {
  const auto& arguments = function.schema.arguments;
  const auto* self = arguments.empty() ? nullptr : types::cast<types::ClassType>(arguments[0].type);
  if (self == nullptr || self->method(function.simpleName()) != &function)
    return std::string(function.simpleName());
  return fmt::format("{}.{}", self->simpleName(), function.simpleName());
}

void Host::print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void Host::warn(std::string_view message, std::string_view category, SourceRange at) {
  std::string place;
  if (at) place = fmt::format("{}:{}: ", at.file->path(), at.file->lineOf(at.span.begin));
  const std::string text = fmt::format("{}{}: {}\n", place, category, message);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

IValue Host::callPython(const ir::Node& call, std::span<const IValue>) {
  const auto* name = call.attribute(Symbol::intern("name"));
  tensor::fail("the Python function {} can't be called: this program runs without Python",
               name ? std::get<std::string>(*name) : call.kind().str());
}

Interpreter::Interpreter(Host* host, Limits limits) : limits_(limits) { setHost(host); }
Interpreter::~Interpreter() = default;

void Interpreter::setHost(Host* host) {
  static Host standard;
  host_ = host != nullptr ? host : &standard;
}

Interpreter* Interpreter::current() { return threadState.interpreter; }

Interpreter* enterMachine(Interpreter& interpreter) {
  if (threadState.machines >= interpreter.limits().nested)
    tensor::fail("operators that call functions are nested too deeply: the limit 'nested' is {}",
                 interpreter.limits().nested);
  ++threadState.machines;
  return std::exchange(threadState.interpreter, &interpreter);
}

void leaveMachine(Interpreter* previous) {
  --threadState.machines;
  threadState.interpreter = previous;
}

const Program& Interpreter::program(const ir::GraphPtr& graph, std::string_view name) {
  const size_t kind =
      static_cast<size_t>(events_) + (marker_ != nullptr ? programs_.size() / 2 : 0);
  auto& program = programs_[kind][graph.get()];
  if (!program) {
    const std::lock_guard lock(compiling());
    const bool isCompiled = compiler_ != nullptr && events_ != Events::All;
    const bool isPrepared = isCompiled && events_ == Events::None;
    program = std::make_unique<Program>(isPrepared ? compiler_->prepareGraph(graph) : graph,
                                        std::string(name), events_, observer_, marker_);
    if (isCompiled) compiler_->prepare(*program);
  }
  return *program;
}

bool Interpreter::needsTape(const ir::Function& function) {
  const auto [known, isNew] = needsTape_.try_emplace(function.graph, false);
  if (isNew && function.graph != nullptr) {
    const std::lock_guard lock(compiling());
    known->second = usesTape(*function.graph);
  }
  return known->second;
}

void Interpreter::forgetPrograms() {
  needsTape_.clear();
  for (auto& programs : programs_) programs.clear();
}

void Interpreter::improve(const Program& program) {
  if (compiler_ == nullptr || events_ == Events::All || program.native() != nullptr) return;
  if (program.pending == nullptr) {
    const std::lock_guard lock(compiling());
    program.pending = compiler_->improve(program);
  } else if (auto native = program.pending->take()) {
    program.setNative(std::move(native));
  }
}

// Asks the observer for the events of a run.
class Interpreter::ObservedRun {
 public:
  ObservedRun(Interpreter& interpreter, const ir::Graph& graph, std::string_view name)
      : interpreter_(interpreter),
        observer_(interpreter.observer_),
        previous_(std::exchange(interpreter.events_, observer_ != nullptr
                                                         ? observer_->runBegun(graph, name)
                                                         : Events::None)) {}
  ~ObservedRun() {
    interpreter_.events_ = previous_;
    if (observer_ != nullptr) observer_->runEnded();
  }
  ObservedRun(const ObservedRun&) = delete;
  ObservedRun& operator=(const ObservedRun&) = delete;

 private:
  Interpreter& interpreter_;
  Observer* const observer_;
  const Events previous_;
};

Stack Interpreter::run(const ir::GraphPtr& graph, Stack arguments, std::string_view name) {
  const ObservedRun observed(*this, *graph, name);
  try {
    return Machine(*this).run(program(graph, name), std::move(arguments));
  } catch (const tensor::Error& error) {
    Exception exception;
    exception.className = "RuntimeError";
    exception.message = error.what();
    throw exception;
  }
}

IValue Interpreter::run(const ir::Function& function, Stack arguments) {
  if (function.graph == nullptr) {
    Exception exception;
    exception.className = "RuntimeError";
    exception.message = fmt::format("{} can't be run: it has no graph", function.qualifiedName);
    throw exception;
  }
  // Only new bytecode and observers read the name, which takes as long as a small function.
  const bool isKnown = observer_ == nullptr && programs_[0].contains(function.graph.get());
  Stack results = run(function.graph, std::move(arguments), isKnown ? "" : nameOf(function));
  if (results.size() == 1) return std::move(results[0]);
  return results.empty() ? IValue() : tensor::makeTuple(std::move(results));
}

}  // namespace ts::interp
