// Records the events of a graph, scripted or traced, while the interpreter runs it.
#pragma once

#include <stop_token>
#include <vector>

#include "core/interp/events.h"
#include "debugger/compare/event.h"

namespace ts::debugger {

class GraphRecorder final : public interp::Observer {
 public:
  // Records the next run into `events`. A request of `stop` ends the run with Cancelled.
  void begin(Events& events, std::stop_token stop = {});

  // The innermost place in user code: of a running node, or of a call around it.
  Site place() const;

  void nodeEntered(const ir::Node& node, std::span<const IValue> inputs) override;
  void nodeLeft(const ir::Node& node, std::span<const IValue> outputs) override;
  void blockTaken(const ir::Node& node, size_t block) override;
  void iterationBegun(const ir::Node& node, int64_t index) override;
  void raised(const ir::Node& node, const interp::Exception& exception,
              const interp::LiveFrames& frames) override;

 private:
  struct Open {
    const ir::Node* node;
    Event event;
    int64_t rounds = 0;  // rounds of a loop so far
  };
  Event make(const ir::Node& node, std::span<const IValue> inputs);
  void recordLoopTest(const ir::Node& node, int64_t rounds, bool goesOn);
  void recordOutputs(Event& event, std::span<const IValue> outputs);

  Events* events_ = nullptr;
  std::stop_token stop_;
  std::vector<Open> open_;
};

}  // namespace ts::debugger
