// The stepper of graphs: scripted and traced code, while the interpreter runs it.
//
// A line is reached when a node of it runs, in the user's code if only that is shown. A frame is a
// running graph; calls that were inlined into it are not frames. The Python names of a frame are
// those that the graph's values remember: `x` is the value %x.3 that was computed last.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/interp/events.h"
#include "debugger/stepping/node_listing.h"
#include "debugger/stepping/non_finite.h"
#include "debugger/stepping/stepper.h"

namespace ts::stepping {

class GraphStepper final : public Stepper, private interp::Observer {
 public:
  GraphStepper(eval::Vm& vm, StepListener& listener, bool justMyCode);
  ~GraphStepper() override;

  std::vector<std::unique_ptr<StackFrame>> frames() override;

  // A running graph.
  struct Running {
    const ir::Graph* graph = nullptr;
    std::string function;
    const ir::Node* node = nullptr;  // the current one
    uint32_t line = 0;               // of the last visit; 0: the next node starts a new line
    bool isStarting = true;          // no node has run yet
    std::unordered_map<const ir::Value*, tensor::IValue> values;
    std::map<std::string, const ir::Value*> named;  // the value of each Python name
    std::vector<const ir::Value*> order;            // of the values, as they were computed
    StackFrame::Start start;
    std::shared_ptr<const NodeListing> listing;  // null until it is needed
  };
  // A place in the source that the editor can show.
  struct Place {
    SourceFilePtr file;  // null: no place
    uint32_t line = 0;
    bool isUserCode = false;
  };
  Place placeOf(const ir::Node& node);
  // The module whose globals expressions in the file see.
  eval::Module& moduleOf(const SourceFilePtr& file);
  eval::Vm& vm() { return vm_; }
  const NodeListing& listingOf(Running& frame);
  std::vector<StepInTarget> stepInTargets() override;
  std::string pythonProblem(const StackFrame& frame) override;
  std::vector<Instruction> instructionsAround(uint64_t address) override;

 private:
  void framePushed(const ir::Graph& graph, std::string_view function,
                   std::span<const tensor::IValue> arguments) override;
  void framePopped(const ir::Graph& graph, std::span<const tensor::IValue> results) override;
  std::optional<std::vector<tensor::IValue>> takeCall(
      const ir::Graph& graph, std::string_view function,
      std::span<const tensor::IValue> arguments) override;
  void nodeEntered(const ir::Node& node, std::span<const tensor::IValue> inputs) override;
  void nodeLeft(const ir::Node& node, std::span<const tensor::IValue> outputs) override;
  void iterationBegun(const ir::Node& node, int64_t index) override;
  void raised(const ir::Node& node, const interp::Exception& exception) override;

  size_t depth() const override { return running_.size(); }
  void arrive(const ir::Node& node, bool isNode);
  void note(const ir::Value* value, const tensor::IValue& content);
  Hits hitBreakpoints(const ir::Node& node, const Arrival& arrival, bool isNode);

  interp::Observer* outer_;
  NonFiniteSearch nonFinite_;
  std::vector<Running> running_;  // innermost last
  std::unordered_map<const SourceFile*, SourceFilePtr> files_;
};

}  // namespace ts::stepping
