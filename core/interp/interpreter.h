// Runs functions on values. Each graph is compiled to bytecode once.
//
//   interp::Interpreter interpreter(host);
//   Stack arguments = interp::bindArguments(function.schema, {x}, {{"scale", 2.0}});
//   IValue result = interpreter.run(function, std::move(arguments));   // throws interp::Exception
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/interp/events.h"
#include "core/interp/exception.h"
#include "core/ir/ir.h"
#include "core/kernels/registry.h"
#include "core/tensor/ivalue.h"

namespace ts::interp {

using kernels::Stack;
using tensor::IValue;

class Clock;
class Observer;
class Program;
class ResultMarker;
struct NativeProgram;

// The environment of running programs. Every method has a usable default.
class Host {
 public:
  virtual ~Host() = default;
  // print(): the text with its line break. Default: standard output.
  virtual void print(std::string_view text);
  // warnings.warn(), or torch.warn at `at` (which may be empty). `category` is a name such as
  // "UserWarning". Default: a line on standard error in Python's format.
  virtual void warn(std::string_view message, std::string_view category, SourceRange at);
  // Calls into Python: an ignored function, named by the node (prim::PythonOp), or a function or
  // method without a graph. Default: an error.
  virtual IValue callPython(const ir::Node& call, std::span<const IValue> arguments);
  // Called between two iterations of a loop while the flag of setInterrupt() is set. May throw.
  virtual void interrupted() {}
};

// Machine code that is being made.
class PendingCode {
 public:
  virtual ~PendingCode() = default;
  // The code when it is ready, once; null before and afterwards.
  virtual std::unique_ptr<const NativeProgram> take() = 0;
};

// Makes machine code for programs; implemented by core/jit.
class NativeCompiler {
 public:
  virtual ~NativeCompiler() = default;
  // The graph to run in place of another one, with the same behaviour. Called once for each graph.
  virtual ir::GraphPtr prepareGraph(const ir::GraphPtr& graph) { return graph; }
  // Called before the first run of a program that is not observed. May set the program's machine
  // code. Throws tensor::Error when code cannot be made at all.
  virtual void prepare(const Program& program) = 0;
  // Called when a program without machine code has run often. Starts to make the code, or returns
  // null.
  virtual std::unique_ptr<PendingCode> improve(const Program& program) = 0;
};

// Exceeding a limit is an error that names it.
struct Limits {
  uint32_t frames = 10000;  // depth of nested calls
  uint32_t nested = 50;     // depth of operators that call functions (sort by __lt__, fork)
};

// Runs functions and keeps their bytecode. Not thread-safe.
class Interpreter {
 public:
  explicit Interpreter(Host* host = nullptr, Limits limits = {});
  ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  // Runs a function. `arguments` has one value for each of function.schema.arguments, a method's
  // self first. The call takes ownership of them, so an argument is freed after its last use. The
  // result of a function without a return is None. Throws only Exception.
  IValue run(const ir::Function& function, Stack arguments);
  // Runs a graph without a function, such as a traced graph or one read from text. `name` is its
  // name in the stacks of errors.
  Stack run(const ir::GraphPtr& graph, Stack arguments, std::string_view name = "graph");

  // Sets the observer of later runs, which is borrowed. Null removes it; runs without an observer
  // have no overhead.
  void setObserver(Observer* observer) { observer_ = observer; }
  Observer* observer() const { return observer_; }
  // The observer of the innermost run, or null.
  Observer* runObserver() const { return events_ != Events::None ? observer_ : nullptr; }
  // The events of the innermost run. A machine may change them.
  Events events() const { return events_; }
  void setEvents(Events events) { events_ = events; }
  // Loops of later runs look at the flag, which is borrowed; null: at none. Machine code does so if
  // it is made to be interrupted.
  void setInterrupt(const std::atomic<bool>* flag) { interrupt_ = flag; }
  const std::atomic<bool>* interrupt() const { return interrupt_; }
  // Sets the compiler of programs that have not run yet, which is borrowed. Null: they are
  // interpreted.
  void setNativeCompiler(NativeCompiler* compiler) { compiler_ = compiler; }
  // Sets the clock of machine code with Op::Mark, which is borrowed. Null: no clock.
  void setClock(Clock* clock) { clock_ = clock; }
  Clock* clock() const { return clock_; }
  // Sets the marker of operators' results, which is borrowed. Null: results require no gradient.
  // All markers of an interpreter with a compiler are the same.
  void setMarker(const ResultMarker* marker) { marker_ = marker; }
  const ResultMarker* marker() const { return marker_; }
  Host& host() const { return *host_; }
  // Replaces the host of later runs, which is borrowed; null: see Interpreter().
  void setHost(Host* host);
  const Limits& limits() const { return limits_; }

  // The innermost interpreter that runs on this thread, or null. For operators that call back.
  static Interpreter* current();
  // The bytecode of a graph, compiled on first use. A graph must not change after its first run.
  const Program& program(const ir::GraphPtr& graph, std::string_view name);
  // True if a function, or one that it calls, has an operator of kTapeOperators.
  bool needsTape(const ir::Function& function);
  // Drops the bytecode and machine code of all graphs, before an owner of their types goes away.
  void forgetPrograms();
  // Asks for the machine code of a program that runs often, or takes it when it is ready.
  void improve(const Program& program);

 private:
  Host* host_;
  Limits limits_;
  class ObservedRun;
  const std::atomic<bool>* interrupt_ = nullptr;
  Observer* observer_ = nullptr;
  Events events_ = Events::None;  // of the innermost run
  NativeCompiler* compiler_ = nullptr;
  Clock* clock_ = nullptr;
  const ResultMarker* marker_ = nullptr;
  std::unordered_map<ir::GraphPtr, bool> needsTape_;
  // By their events, those with a marker apart, and by graph, which the program keeps alive.
  std::array<std::unordered_map<const ir::Graph*, std::unique_ptr<Program>>, 6> programs_;
};

// ---- arguments

// Converts a caller's arguments to the order of the schema: resolves names, adds defaults, and
// applies the conversions that PyTorch allows for arguments (see fitTo). Throws tensor::Error
// (RuntimeError or TypeError) for a missing argument, a surplus argument or one of the wrong type.
Stack bindArguments(const ops::FunctionSchema& schema, const std::vector<IValue>& positional,
                    const std::vector<std::pair<std::string, IValue>>& named = {});
// Converts a value to a type: an int to float or complex, a tuple to a list; lists and dicts get
// the type's element types. Returns nullopt if the value doesn't fit. Containers that already fit
// are not copied.
std::optional<IValue> fitTo(const IValue& value, types::TypePtr type);
// True if a value is of a type, including the element types of containers, as isinstance() of
// TorchScript checks it.
bool isOfType(const IValue& value, types::TypePtr type);
// The most precise type of a value. An empty list has the element type that it was created with.
types::TypePtr typeOf(const IValue& value);

// ---- constants of graphs

IValue valueOf(const types::Constant& constant);
// A tensor as a constant of a graph.
types::Constant tensorConstant(const tensor::Tensor& tensor);
// The constant of a number, string or device, of None, or of a list of them; nullopt for others.
std::optional<types::Constant> constantOf(const IValue& value);

// ---- operators

// The function that runs an overload: from the tables of core/interp (numbers, strings, containers)
// or from core/kernels. Returns null if neither has it. Thread-safe.
kernels::KernelFunction findOperator(std::string_view nameWithOverload);
kernels::KernelFunction findOperator(const ops::FunctionSchema& schema);

// ---- text

// The text that print() of TorchScript writes: strings without quotes, tensors as their repr, lists
// of strings with quotes.
std::string textOf(const IValue& value);

}  // namespace ts::interp
