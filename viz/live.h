// A target with real tensors, scripted or traced, and a call of it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>

#include "core/ir/ir.h"
#include "core/picture/model.h"
#include "core/picture/overlay.h"
#include "core/tensor/ivalue.h"
#include "core/trace/events.h"
#include "viz/backward_run.h"

namespace ts::viz {

enum class RunEngine : uint8_t { Script, Trace };

struct LiveOptions {
  std::optional<std::string> init;
  std::string workspace;  // as for driver::compileTarget
  std::string inputs;     // arguments of the call, as Python source
  RunEngine engine = RunEngine::Script;
  bool training = false;  // otherwise modules are set to evaluation mode
};

class LiveCall {
 public:
  // Loads the target and its inputs; sets `error()` when that fails.
  LiveCall(const std::string& target, const LiveOptions& options);
  ~LiveCall();

  const std::string& error() const;
  const std::string& note() const;  // the call that a module class was constructed as; may be empty
  // The graph of the call; null after an error.
  const ir::Function* function() const;
  bool isMethod() const;
  std::map<std::string, Weight> weights() const;
  std::map<std::string, std::string> settings() const;
  // The places where a trace keeps values of its run. Empty for scripted code.
  const std::vector<trace::Event>& losses() const;
  // Runs the graph, which was expanded from that of function(), on the inputs: first to record its
  // values, then to measure its nodes. Returns the error of the run, with what was recorded until
  // then; empty on success.
  std::string observe(const ir::GraphPtr& graph, const ModelIndex& index, Overlay& into);
  // Runs the expanded graph forward and backward, and adds the nodes of the tape to it. Returns the
  // error of the run; empty on success.
  std::string differentiate(Expanded& expanded, BackwardRun& into);
  // Runs a graph that was made from that of function() on the inputs, and records the values of
  // its nodes, see recordValues().
  std::string run(const ir::GraphPtr& graph,
                  std::unordered_map<const ir::Value*, tensor::IValue>& into);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ts::viz
