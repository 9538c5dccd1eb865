// What engines do while they run, as rows of events that can be held against each other.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "core/source/source_file.h"
#include "debugger/compare/value.h"

namespace ts::debugger {

// A place in a source file, by the file's path: engines read files on their own.
struct Site {
  const std::string* path = nullptr;  // unique in the process; null: no place
  uint32_t line = 0;                  // from 1
  Span span;
  const SourceFile* file = nullptr;  // kept by whoever ran the engine

  explicit operator bool() const { return path != nullptr; }
  bool isSame(const Site& other) const { return path == other.path && span == other.span; }
  bool isSameLine(const Site& other) const { return path == other.path && line == other.line; }
  // Of a library that is built in.
  bool isLibrary() const { return path && path->starts_with('<'); }
};
Site siteOf(SourceRange range);

// Why what a trace recorded, or what a compiler made of code, need not be what Python does. In the
// JSON by name.
enum class Cause : uint8_t {
  Branch,
  LoopCount,
  BakedConstant,
  DtypeBranch,
  RankBranch,
  Item,
  Len,
  Iteration,
  TrainingMode,
  InPlace,
  PythonState,
  Randomness,
  ScriptSemantics,
  Exception,
  Value,
};
std::string_view nameOf(Cause cause);  // "loop-count"

enum class EventKind : uint8_t {
  Operator,  // of tensors, numbers or containers: a schema's, or a graph's node
  Compute,   // Python code got a value (eager only)
  Decision,  // Python code learned something of a tensor, or went one of several ways (eager only)
};

// What a Decision is about. Those from Branch to TensorLoop choose where code goes on.
enum class DecisionKind : uint8_t {
  None,
  Branch,      // an if, an and, an or, a conditional expression; value: its truth
  While,       // the test of a while loop
  For,         // whether a for loop runs once more; name: how often it has run
  TensorLoop,  // a tensor was taken apart into its elements; value: how many
  // A number was taken out of a tensor, or out of its shape: value is that.
  Item,
  Int,
  Float,
  Bool,
  List,
  NumPy,
  Len,
  Index,
  Construct,
  Data,
  // A property was read.
  Size,
  Rank,
  Dtype,
  Training,
  // Something outside of the arguments was read.
  Random,
  State,
};
inline bool isControl(DecisionKind what) {
  return what >= DecisionKind::Branch && what <= DecisionKind::TensorLoop;
}

struct Event {
  EventKind kind = EventKind::Operator;
  DecisionKind decided = DecisionKind::None;
  Site site;         // in the user's code: the innermost place that is no library's
  Site inner;        // the innermost place
  std::string name;  // "aten::add"; of a Compute "return", or the method that changed a container
  std::vector<IValue> inputs;   // of operators; tensors as they are, not as they were
  std::vector<IValue> outputs;  // as they were; of a Decision or Compute one
  std::vector<const void*> inputTensors,
      outputTensors;                // which tensors, in the order of the values
  std::vector<uint32_t> decisions;  // events that decided the numbers among its inputs, in order
  const void* node = nullptr;       // of graphs: the ir::Node
  bool failed = false;              // it raised; there are no outputs
};

struct Events {
  std::vector<Event> rows;
  // Tensors that identities of the rows name: alive, so that no other tensor has one of them.
  std::vector<IValue> alive;
  // Code that runs for long is recorded up to here.
  static constexpr size_t kMost = 400'000;
  bool isFull() const { return rows.size() >= kMost; }
};

}  // namespace ts::debugger
