// The events of a call. Events of different engines are comparable: they have the same source
// places.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "core/source/library_path.h"
#include "core/source/source_file.h"
#include "debugger/compare/value.h"

namespace ts::debugger {

// A place in a source file. Engines load a file separately, so places compare by path.
struct Site {
  const std::string* path = nullptr;  // interned, so that pointers compare; null: no place
  uint32_t line = 0;                  // 1-based
  Span span;
  const SourceFile* file = nullptr;  // owned by the engine that recorded the event

  explicit operator bool() const { return path != nullptr; }
  bool isSame(const Site& other) const { return path == other.path && span == other.span; }
  bool isSameLine(const Site& other) const { return path == other.path && line == other.line; }
  // In a module of the built-in library.
  bool isLibrary() const { return path && isEmbedded(*path); }
};
Site siteOf(SourceRange range);

// Why a trace or a scripted function diverges from Python. docs/compare.md explains each cause.
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
  Gradient,
};
std::string_view nameOf(Cause cause);  // "loop-count"

enum class EventKind : uint8_t {
  Operator,  // an operator of a schema, or a node of a graph
  Compute,   // Python code computed a value (eager only)
  Decision,  // code read a property of a value or chose a path; in a graph only If and Loop
};

// The subject of a Decision. Kinds from Branch to TensorLoop are control flow: see isControl().
enum class DecisionKind : uint8_t {
  None,
  Branch,      // if, and, or, a conditional expression; value: the truth of its condition
  While,       // the test of a while loop
  For,         // whether a for loop runs another round; name: the number of rounds so far
  TensorLoop,  // iteration over a tensor; value: the number of its elements
  // Python code took a number out of a tensor or of its shape; value: the number.
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
  // Python code read a property.
  Size,
  Rank,
  Dtype,
  Training,
  // Python code read something that is not an argument.
  Random,
  State,
};
inline bool isControl(DecisionKind what) {
  return what >= DecisionKind::Branch && what <= DecisionKind::TensorLoop;
}

struct Event {
  EventKind kind = EventKind::Operator;
  DecisionKind decisionKind = DecisionKind::None;
  Site site;         // the innermost place in user code, not in a library
  Site inner;        // the innermost place, user code or library
  std::string name;  // "aten::add"; of a Compute "return", or the method that changed a container
  std::vector<IValue> inputs;   // of operators; tensors are not copied, so later writes show
  std::vector<IValue> outputs;  // copies; a Decision and a Compute have one
  std::vector<const void*> inputTensors,
      outputTensors;                // identities of the tensors, in the order of the values
  std::vector<uint32_t> decisions;  // rows of the decisions that its non-tensor inputs depend on
  const void* node = nullptr;       // the ir::Node; null for eager
  bool failed = false;              // it raised, so it has no outputs
};

struct Events {
  std::vector<Event> rows;
  // Keeps the tensors of the rows alive, so that no new tensor reuses an identity.
  std::vector<IValue> alive;
  // Recording stops at this number of rows.
  static constexpr size_t kMost = 400'000;
  bool isFull() const { return rows.size() >= kMost; }
};

}  // namespace ts::debugger
