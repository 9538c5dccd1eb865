// What an engine tells of its steps. Engines emit the same events for the same program, so that
// comparing two engines is aligning two rows of events.
#pragma once

#include <span>

#include "core/interp/exception.h"
#include "core/ir/ir.h"
#include "core/tensor/ivalue.h"

namespace ts::interp {

// All do nothing unless overridden. Values are borrowed: they are there until the function returns.
// An observer may read tensors and must not write to them.
class Observer {
 public:
  virtual ~Observer() = default;

  // A function begins (with its arguments) and is done (with its results).
  virtual void framePushed(const ir::Graph& graph, std::string_view function,
                           std::span<const tensor::IValue> arguments) {
    (void)graph, (void)function, (void)arguments;
  }
  virtual void framePopped(const ir::Graph& graph, std::span<const tensor::IValue> results) {
    (void)graph, (void)results;
  }

  // Before a node runs, with its inputs, and behind it, with its outputs. Not for prim::Constant;
  // for If and Loop around all that their blocks do.
  virtual void nodeEntered(const ir::Node& node, std::span<const tensor::IValue> inputs) {
    (void)node, (void)inputs;
  }
  virtual void nodeLeft(const ir::Node& node, std::span<const tensor::IValue> outputs) {
    (void)node, (void)outputs;
  }

  // An If went into its block 0 (true) or 1.
  virtual void blockTaken(const ir::Node& node, size_t block) { (void)node, (void)block; }
  // A Loop begins its iteration with that index, from 0.
  virtual void iterationBegun(const ir::Node& node, int64_t index) { (void)node, (void)index; }

  // A node failed; frames that are open are popped without another event.
  virtual void raised(const ir::Node& node, const Exception& exception) {
    (void)node, (void)exception;
  }
};

}  // namespace ts::interp
