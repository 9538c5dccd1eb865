// Events of an execution. All engines emit the same events for the same program, so two engines can
// be compared by aligning their event sequences.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/interp/exception.h"
#include "core/ir/ir.h"
#include "core/tensor/ivalue.h"

namespace ts::interp {

// A frame of a run that has failed or is interrupted, with the values that are left of it, in the
// order in which they were computed. The function's name is valid while the run lasts.
struct LiveFrame {
  const ir::Graph* graph = nullptr;
  std::string_view function;
  const ir::Node* node = nullptr;
  std::vector<std::pair<const ir::Value*, tensor::IValue>> values;
};
using LiveFrames = std::function<std::vector<LiveFrame>()>;  // the outermost first

// The events that an observer receives of a run.
enum class Events : uint8_t {
  None,   // none but raised()
  Lines,  // calls; the visits of lines go to the observer's log
  All,    // all but the log
};

// A line of the source, as an observer numbers lines.
struct Line {
  uint32_t number = 0;     // 0: no line
  bool isCounted = false;  // its visits go to the log
};

// A moment before a line runs. There may be millions of them.
struct LineVisit {
  uint32_t line = 0;   // its number
  uint32_t depth = 0;  // of calls
};

// Receives the visits of lines. Programs write to it directly, also as machine code.
struct LineLog {
  LineVisit *next = nullptr, *end = nullptr;
  uint32_t depth = 0;  // of the visits that follow
};

// An observer of executions. Every method does nothing unless overridden. Values are borrowed until
// the method returns. An observer may read tensors but must not write to them.
class Observer {
 public:
  virtual ~Observer() = default;

  // A run of the interpreter starts with this graph. Returns the events that it wants of it;
  // another observer may want more.
  virtual Events runBegun(const ir::Graph& graph, std::string_view function) {
    (void)graph, (void)function;
    return Events::All;
  }
  // It has ended, also by an exception.
  virtual void runEnded() {}
  // Called when a loop of a run without events is interrupted. Returns All if the run has events
  // from here on.
  virtual Events eventsWanted() { return Events::None; }

  // A function starts, with its arguments, or returns, with its results.
  virtual void framePushed(const ir::Graph& graph, std::string_view function,
                           std::span<const tensor::IValue> arguments) {
    (void)graph, (void)function, (void)arguments;
  }
  virtual void framePopped(const ir::Graph& graph, std::span<const tensor::IValue> results) {
    (void)graph, (void)results;
  }
  // Called behind framePushed(): an observer may compute the results itself. The nodes of the
  // function then do not run, and framePopped() follows. May throw Exception.
  virtual std::optional<std::vector<tensor::IValue>> takeCall(
      const ir::Graph& graph, std::string_view function,
      std::span<const tensor::IValue> arguments) {
    (void)graph, (void)function, (void)arguments;
    return {};
  }

  // Called before a node runs, with its inputs, and after it, with its outputs. For If and Loop,
  // the two calls enclose the events of their blocks. prim::Constant has no events.
  virtual void nodeEntered(const ir::Node& node, std::span<const tensor::IValue> inputs) {
    (void)node, (void)inputs;
  }
  virtual void nodeLeft(const ir::Node& node, std::span<const tensor::IValue> outputs) {
    (void)node, (void)outputs;
  }
  // Called at the end of a block that a return statement ends, if no node on the statement's line
  // has run just before. node: the return node of the block, with the place of the statement.
  virtual void returnReached(const ir::Node& node, std::span<const tensor::IValue> results) {
    (void)node, (void)results;
  }

  // The line of a node, which never changes.
  virtual Line lineOf(const ir::Node& node) {
    (void)node;
    return {};
  }
  // The log of the observer's runs with Events::Lines. Null: it is always full.
  virtual LineLog* lineLog() { return nullptr; }
  // The log is full: the observer notes the visit of the node's line itself.
  virtual void lineReached(const ir::Node& node) { (void)node; }

  // An If runs its block 0 (true) or 1 (false).
  virtual void blockTaken(const ir::Node& node, size_t block) { (void)node, (void)block; }
  // A Loop starts the iteration with this index, counted from 0.
  virtual void iterationBegun(const ir::Node& node, int64_t index) { (void)node, (void)index; }

  // A node failed. The frames that are open are popped without further events. `frames` tells what
  // they are, until the method returns.
  virtual void raised(const ir::Node& node, const Exception& exception, const LiveFrames& frames) {
    (void)node, (void)exception, (void)frames;
  }
};

// Receives the progress of machine code that is made to be measured.
class Clock {
 public:
  virtual ~Clock() = default;
  // The instructions of these nodes run next, one loop for several of them. No nodes: numbers and
  // jumps.
  virtual void reached(std::span<const ir::Node* const> nodes) = 0;
};

}  // namespace ts::interp
