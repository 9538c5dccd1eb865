// A frame of a graph.
#pragma once

#include "debugger/stepping/graph_tracker.h"

namespace ts::stepping {

class GraphFrame final : public StackFrame {
 public:
  GraphFrame(GraphTracker& tracker, GraphTracker::Running& running)
      : tracker_(tracker), running_(running), place_(tracker.placeOf(*running.node)) {}
  // inner: the frame that it has called. The call of a submodule in a trace has no place of its
  // own.
  GraphFrame(GraphTracker& tracker, GraphTracker::Running& running, const GraphFrame& inner)
      : GraphFrame(tracker, running, tracker.placeOf(*running.node), inner) {}

  std::string name() const override;
  SourceFilePtr source() const override { return place_.file; }
  uint32_t line() const override { return place_.line ? place_.line : 1; }
  bool isUserCode() const override { return place_.isUserCode; }
  std::optional<uint64_t> address() const override;
  const ir::Node* node() const override { return running_.node; }
  std::vector<const ir::Node*> nodesRun() const override;
  std::vector<VariableScope> scopes() const override;
  std::vector<Variable> variables(VariableScope scope) const override;
  // Values of a graph never change; only attributes and globals do.
  bool set(VariableScope scope, const std::string& name, const eval::Value& value) override;
  eval::Module& module() const override { return tracker_.moduleOf(place_.file); }
  const void* identity() const override { return running_.graph; }
  bool hasChangingNames() const override { return true; }
  bool isModuleLevel() const override { return false; }
  std::vector<std::string> names() const override;
  std::vector<std::string> parameters() const override;
  eval::Value variable(const std::string& name) const override;

 private:
  GraphFrame(GraphTracker& tracker, GraphTracker::Running& running, GraphTracker::SourcePlace own,
             const GraphFrame& inner)
      : tracker_(tracker), running_(running), place_(own.file ? own : inner.place_) {}
  // The content of the value that was computed last among those with the name; null: none.
  const tensor::IValue* contentOf(const std::string& name) const;
  const tensor::ObjectValue* ownObject() const;
  eval::Value valueOf(const tensor::IValue& content) const;

  GraphTracker& tracker_;
  GraphTracker::Running& running_;
  const GraphTracker::SourcePlace place_;
};

}  // namespace ts::stepping
