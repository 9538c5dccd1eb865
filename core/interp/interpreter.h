// Runs functions: graphs, compiled once to bytecode, on values.
//
//   interp::Interpreter interpreter(host);
//   Stack arguments = interp::bindArguments(function.schema, {x}, {{"scale", 2.0}});
//   IValue result = interpreter.run(function, std::move(arguments));   // throws interp::Exception
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/interp/exception.h"
#include "core/ir/ir.h"
#include "core/kernels/registry.h"
#include "core/tensor/ivalue.h"

namespace ts::interp {

using kernels::Stack;
using tensor::IValue;

class Observer;
class Program;

// What running programs ask of the world outside. All have a sensible default.
class Host {
 public:
  virtual ~Host() = default;
  // print(): the text with its end of line. Default: standard output.
  virtual void print(std::string_view text);
  // warnings.warn(), or torch.warn at `at` (which may be empty). category: "UserWarning".
  // Default: a line on standard error as Python writes it.
  virtual void warn(std::string_view message, std::string_view category, SourceRange at);
  // Calls into Python: of ignored functions, whose name the node (prim::PythonOp) has, of functions
  // and methods without a graph. Default: an error.
  virtual IValue callPython(const ir::Node& call, std::span<const IValue> arguments);
};

// Going over one is an error that names it.
struct Limits {
  uint32_t frames = 10000;  // functions that call each other
  uint32_t nested = 50;  // operators that call functions (sort by __lt__, fork) inside each other
};

// Keeps the bytecode of what it has run. Not for use from two threads at once.
class Interpreter {
 public:
  explicit Interpreter(Host* host = nullptr, Limits limits = {});
  ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  // arguments: one for each of function.schema.arguments, a method's self first; they are taken
  // over, so that what dies inside is gone inside. A function without a result gives None. Throws
  // Exception, and nothing else.
  IValue run(const ir::Function& function, Stack arguments);
  // A graph by itself: a traced one, one read from text. `name` stands in stacks of errors.
  Stack run(const ir::GraphPtr& graph, Stack arguments, std::string_view name = "graph");

  // Sees every step from the next run on; null: nobody, and then it costs nothing. Borrowed.
  void setObserver(Observer* observer) { observer_ = observer; }
  Observer* observer() const { return observer_; }
  Host& host() const { return *host_; }
  const Limits& limits() const { return limits_; }

  // The one that is running on this thread, innermost; null: none. For operators that call back.
  static Interpreter* current();
  // The bytecode of a graph, made once: a graph that has run isn't changed any more.
  const Program& program(const ir::GraphPtr& graph, std::string_view name);

 private:
  Host* host_;
  Limits limits_;
  Observer* observer_ = nullptr;
  // By their graphs, which they keep alive: without events and with them.
  std::array<std::unordered_map<const ir::Graph*, std::unique_ptr<Program>>, 2> programs_;
};

// ---- arguments

// Arguments as a caller writes them, put in the order of the schema: names, defaults, and the
// conversions that PyTorch allows at the border (see fitTo). Throws tensor::Error (RuntimeError or
// TypeError) that says which argument is missing, too many or of another type.
Stack bindArguments(const ops::FunctionSchema& schema, const std::vector<IValue>& positional,
                    const std::vector<std::pair<std::string, IValue>>& named = {});
// The value as one of that type: an int for a float or complex, a tuple for a list, lists and dicts
// given their element types; nothing where it doesn't fit. Containers that fit already are not
// copied.
std::optional<IValue> fitTo(const IValue& value, types::TypePtr type);
// Whether a value is of a type, element types of containers included: isinstance() of TorchScript.
bool isOfType(const IValue& value, types::TypePtr type);
// The type of a value as exactly as it can be told; an empty list's is the one that it was made
// with.
types::TypePtr typeOf(const IValue& value);

// ---- constants of graphs

IValue valueOf(const types::Constant& constant);
// What a tensor constant holds is a Tensor.
types::Constant tensorConstant(const tensor::Tensor& tensor);

// ---- operators

// The function that runs an overload: of core/interp's own tables (numbers, strings, containers) or
// of core/kernels. Null: there is none. Thread-safe.
kernels::KernelFunction findOperator(std::string_view nameWithOverload);
kernels::KernelFunction findOperator(const ops::FunctionSchema& schema);

// ---- text

// As print() of TorchScript writes it: strings bare, tensors as their repr, lists of strings
// quoted.
std::string textOf(const IValue& value);

}  // namespace ts::interp
