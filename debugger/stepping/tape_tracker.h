// Tells a stepper where the tape is: the nodes that compute gradients, while backward() runs.
//
// A node is reached before it runs, at the line that has recorded it. The frames of a node are the
// node itself and the nodes that have led to it, up to a root.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/autodiff/tape_watcher.h"
#include "debugger/stepping/graph_tracker.h"
#include "debugger/stepping/non_finite.h"
#include "debugger/stepping/stop_control.h"

namespace ts::stepping {

// A part of its stepper. Watches the thread's tape from its construction to its destruction.
class TapeTracker final : private autodiff::TapeWatcher {
 public:
  TapeTracker(StopControl& control, GraphTracker& graphs);
  ~TapeTracker() override;

  size_t depth() const { return open_.size(); }  // of the running nodes
  // True when a node runs that calls no Python code now.
  bool isInnermost() const;
  std::vector<GraphTracker::PlacedFrame> frames();  // innermost first

  // A node that runs or has run.
  struct Visited {
    std::string name;
    SourceFilePtr file;  // null: recorded where no user code ran
    uint32_t line = 0;
    StackFrame::Start start;
    const autodiff::Node* user = nullptr;  // the node that has sent it a gradient first
  };

 private:
  struct Place {
    SourceFilePtr file;
    uint32_t line = 0;
  };
  struct Run {
    size_t nodes = 0;  // that were running before
    std::unordered_map<const autodiff::Node*, Visited> visited;
    const autodiff::Node* last = nullptr;  // that was entered
  };
  struct Open {
    const autodiff::Node* node = nullptr;
    std::vector<tensor::Tensor> gradients;
    size_t pythonCalls = 0;  // the number of calls of Python code around it
  };

  void recorded(const autodiff::Node& node) override;
  void began() override;
  void ended() override;
  void entered(const autodiff::Node& node, std::span<const tensor::Tensor> gradients) override;
  void left(const autodiff::Node& node, std::span<const tensor::Tensor> results) override;

  Place currentPlace();
  Place placeOf(const autodiff::Node& node) const;
  // startsLine: the node before lies on another line.
  Hits hitBreakpoints(const Visited& node, bool startsLine);
  void stopAtNonFinite(const Visited& node, const std::string& text);

  StopControl& control_;
  GraphTracker& graphs_;
  autodiff::TapeWatcher* const outer_;
  // The places of the last nodes, by number. Programs of many steps keep no more than kMostPlaces.
  static constexpr size_t kMostPlaces = 1'000'000;
  std::deque<Place> places_;
  uint64_t firstPlace_ = 0;  // the number of the first one
  std::vector<Run> runs_;    // innermost last
  std::vector<Open> open_;   // likewise
  NonFiniteSearch nonFinite_;
};

}  // namespace ts::stepping
