// A frame of a stopped engine: of Python code or of a graph.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/eval/vm/state.h"
#include "core/source/source_file.h"

namespace ts::ir {
class Node;
}

namespace ts::stepping {

struct Variable {
  std::string name;
  eval::Value value;
};

enum class VariableScope : uint8_t {
  Locals,   // the Python names
  Module,   // parameters, buffers, attributes and children of `self`
  Graph,    // the values of a graph, by their printed names
  Globals,  // of the Python module that contains the code
};

// Valid while its engine is stopped. Belongs to the engine's thread.
class StackFrame {
 public:
  virtual ~StackFrame() = default;
  // The call that the frame belongs to; the stepper fills it.
  struct Start {
    uint64_t call = 0;  // a number that no other call of the run has
    size_t visit = 0;   // the number of the first visit of a line in the frame or behind its start
  } start;
  virtual std::string name() const = 0;
  virtual SourceFilePtr source() const = 0;  // may be null
  virtual uint32_t line() const = 0;         // from 1
  virtual bool isUserCode() const = 0;
  // Of the current node of a graph; see NodeListing. Nothing for Python code.
  virtual std::optional<uint64_t> address() const { return {}; }
  // The node that runs next; null for a frame of Python code.
  virtual const ir::Node* node() const { return nullptr; }
  // The nodes of a graph whose results are known, in the order in which they have run last.
  virtual std::vector<const ir::Node*> nodesRun() const { return {}; }

  virtual std::vector<VariableScope> scopes() const = 0;
  virtual std::vector<Variable> variables(VariableScope scope) const = 0;
  // Binds or, with Unbound, unbinds a name. Returns false when the scope has no place for it.
  virtual bool set(VariableScope scope, const std::string& name, const eval::Value& value) = 0;

  // ---- for Python source that runs in the frame
  virtual eval::Module& module() const = 0;  // its globals
  // Frames with the same identity have the same names. Null: the names may change.
  virtual const void* identity() const = 0;
  // True when frames with the same identity may have different names or modules after all: a graph
  // has the names whose values are known.
  virtual bool hasChangingNames() const { return false; }
  virtual bool isModuleLevel() const = 0;
  // The names of the scope Locals, also those that are not bound yet. Empty at module level.
  virtual std::vector<std::string> names() const = 0;
  // The names of the parameters, in order. Empty at module level.
  virtual std::vector<std::string> parameters() const = 0;
  // Unbound when the name is not bound.
  virtual eval::Value variable(const std::string& name) const = 0;
};

}  // namespace ts::stepping
