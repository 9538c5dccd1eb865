// Tells a stepper where graphs are: scripted and traced code, while the interpreter runs it.
//
// A line is reached when a node of it runs, in the user's code if only that is shown. A frame is a
// running graph; calls that were inlined into it are not frames. The Python names of a frame are
// those that the graph's values remember: `x` is the value %x.3 that was computed last.
//
// A graph that contains no breakpoint runs without events, at full speed, unless a step enters it;
// if it fails, its frames know the values that are left.
// Where positions count, it has the events of lines, which only count visits.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/eval/vm/vm.h"
#include "core/interp/events.h"
#include "core/interp/interpreter.h"
#include "debugger/stepping/graph_contents.h"
#include "debugger/stepping/node_listing.h"
#include "debugger/stepping/non_finite.h"
#include "debugger/stepping/stop_control.h"

namespace ts::stepping {

// A part of its stepper. Observes the evaluator's interpreter from its construction to its
// destruction.
class GraphTracker final : private interp::Observer {
 public:
  explicit GraphTracker(StopControl& control);
  ~GraphTracker() override;

  // The number of the engine, which is a part of addresses.
  void setEngine(int64_t number) { engine_ = number; }
  // Python runs the call with this number (see StackFrame::Start) in place of the graph.
  void setPythonCall(uint64_t call) { pythonCall_ = call; }

  size_t depth() const { return running_.size(); }
  // True when the innermost running code is a graph.
  bool isInnermost() const;
  // True when the innermost running code is a graph without events.
  bool isHidden() const;
  // Where the innermost graph is, if it is the innermost running code and has events of nodes.
  NodePlace place() const;
  // Shows the frames of the innermost run, which has no events of nodes.
  void show(const std::vector<interp::LiveFrame>& frames);
  // Ends show(). The graphs continue without events of nodes.
  void hide();
  struct PlacedFrame {
    std::unique_ptr<StackFrame> frame;
    size_t pythonCalls = 0;  // the number of calls of Python code around it
  };
  std::vector<PlacedFrame> frames();  // innermost first

  // A running graph.
  struct Running {
    const ir::Graph* graph = nullptr;
    size_t pythonCalls = 0;  // the number of calls of Python code around it
    std::string function;
    const ir::Node* node = nullptr;  // the current one
    uint32_t line = 0;               // of the last visit; 0: the next node starts a new line
    bool isStarting = true;          // no node has run yet
    bool isContinuing = false;       // its events begin behind the start of an iteration
    struct ComputedValue {
      tensor::IValue content;
      uint64_t time = 0;  // when it was computed; counts events
    };
    std::unordered_map<const ir::Value*, ComputedValue> values;
    std::vector<const ir::Value*> order;  // of the values, as they were computed first
    StackFrame::Start start;
    std::shared_ptr<const NodeListing> listing;  // null until it is needed
  };
  // A place in the source that the editor can show.
  struct SourcePlace {
    SourceFilePtr file;  // null: no place
    uint32_t line = 0;
    bool isUserCode = false;
  };
  const SourcePlace& placeOf(const ir::Node& node);
  // The place of the node that runs, if a graph is innermost; else without a file.
  SourcePlace currentPlace();
  // The module whose globals expressions in the file see.
  eval::Module& moduleOf(const SourceFilePtr& file);
  eval::Vm& vm() { return vm_; }
  const NodeListing& listingOf(Running& frame);
  std::vector<StepInTarget> stepInTargets();
  std::string pythonProblem(const StackFrame& frame);
  std::vector<Instruction> instructionsAround(uint64_t address);

 private:
  interp::Events runBegun(const ir::Graph& graph, std::string_view function) override;
  void runEnded() override;
  interp::Events eventsWanted() override;
  void framePushed(const ir::Graph& graph, std::string_view function,
                   std::span<const tensor::IValue> arguments) override;
  void framePopped(const ir::Graph& graph, std::span<const tensor::IValue> results) override;
  std::optional<std::vector<tensor::IValue>> takeCall(
      const ir::Graph& graph, std::string_view function,
      std::span<const tensor::IValue> arguments) override;
  void nodeEntered(const ir::Node& node, std::span<const tensor::IValue> inputs) override;
  void returnReached(const ir::Node& node, std::span<const tensor::IValue> results) override;
  void nodeLeft(const ir::Node& node, std::span<const tensor::IValue> outputs) override;
  interp::Line lineOf(const ir::Node& node) override;
  interp::LineLog* lineLog() override;
  void lineReached(const ir::Node& node) override;
  void iterationBegun(const ir::Node& node, int64_t index) override;
  void raised(const ir::Node& node, const interp::Exception& exception,
              const interp::LiveFrames& frames) override;

  // True while the innermost run has these events.
  bool hears(interp::Events events) const;
  // True when a run of the graph needs the events of nodes.
  bool needsNodes(const ir::Graph& graph, std::string_view function);
  void reportMissingLines(const ir::Graph& graph, std::string_view function);
  // True when Python code around the graphs catches the exception.
  bool isCaughtOutside(const interp::Exception& exception);
  // A node of a run with events of lines runs, because another observer wants the events of nodes.
  void reached(const ir::Node& node);
  void comeTo(const ir::Node& node, std::span<const tensor::IValue> inputs);
  void arrive(const ir::Node& node, bool isNode);
  // The arrival of the innermost frame at a place of a file.
  Arrival moveTo(const SourcePlace& place);
  // Stops at data breakpoints on what the last line of the innermost frame has changed.
  void seeLastChanges();
  void note(Running& frame, const ir::Value* value, const tensor::IValue& content);
  SourcePlace findPlace(const ir::Node& node);
  Hits hitBreakpoints(const ir::Node& node, const Arrival& arrival, bool isNode);

  // A run of the interpreter.
  struct Run {
    const ir::Graph* graph = nullptr;
    std::string_view function;
    size_t frames = 0;         // that were running before
    size_t pythonCalls = 0;    // the number of calls of Python code around it
    size_t visits = SIZE_MAX;  // the index of its visits in the log; SIZE_MAX: they do not count
    size_t arrivals = 0;       // at shown nodes and iterations
    interp::Events events = interp::Events::None;
    bool isShown = false;    // by show()
    bool hasRaised = false;  // the engine had its chance to stop at the exception that ends the run
  };
  StopControl& control_;
  eval::Vm& vm_;
  int64_t engine_ = 0;
  uint64_t pythonCall_ = 0;  // 0: none
  std::vector<Run> runs_;    // innermost last
  GraphContents contents_;
  std::set<int> reported_;  // breakpoints that no graph can reach
  interp::Observer* outer_;
  NonFiniteSearch nonFinite_;
  std::vector<Running> running_;  // innermost last
  uint64_t time_ = 0;
  std::unordered_map<const SourceFile*, SourceFilePtr> files_;
  std::unordered_map<const ir::Node*, SourcePlace>
      places_;  // graphs live as long as their programs
};

}  // namespace ts::stepping
