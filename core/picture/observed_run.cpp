#include "core/picture/observed_run.h"

#include <chrono>

#include "core/interp/events.h"
#include "core/picture/tensor_facts.h"

namespace ts::viz {
namespace {

using tensor::IValue;
using Clock = std::chrono::steady_clock;

class ValueRecorder final : public interp::Observer {
 public:
  ValueRecorder(const ModelIndex& index, Overlay& into, const ValueListener& listener)
      : index_(index), into_(into), listener_(listener) {}

  void nodeLeft(const ir::Node& node, std::span<const IValue> outputs) override {
    for (size_t i = 0; i < outputs.size() && i < node.outputs().size(); ++i)
      record(node.output(i), outputs[i]);
  }

  void record(const ir::Value* value, const IValue& seen) {
    const auto entry = index_.values.find(value);
    if (entry == index_.values.end()) return;
    if (listener_) listener_(entry->second, seen);
    if (!seen.isTensor() || !seen.toTensor().defined()) return;
    if (entry->second >= into_.values.size()) into_.values.resize(entry->second + 1);
    into_.values[entry->second] = factsOf(seen.toTensor());
  }

 private:
  const ModelIndex& index_;
  Overlay& into_;
  const ValueListener& listener_;
};

class NodeRecorder final : public interp::Observer {
 public:
  explicit NodeRecorder(std::unordered_map<const ir::Value*, IValue>& into) : into_(into) {}

  void nodeEntered(const ir::Node& node, std::span<const IValue> inputs) override {
    for (size_t i = 0; i < inputs.size() && i < node.inputs().size(); ++i)
      into_[node.input(i)] = inputs[i];
  }
  void nodeLeft(const ir::Node& node, std::span<const IValue> outputs) override {
    for (size_t i = 0; i < outputs.size() && i < node.outputs().size(); ++i)
      into_[node.output(i)] = outputs[i];
  }

 private:
  std::unordered_map<const ir::Value*, IValue>& into_;
};

// A node that runs several times has the sum. Control flow includes the nodes of its blocks.
class NodeClock final : public interp::Observer {
 public:
  void nodeEntered(const ir::Node&, std::span<const IValue>) override {
    begun_.push_back(Clock::now());
  }

  void nodeLeft(const ir::Node& node, std::span<const IValue>) override {
    const std::chrono::duration<double> took = Clock::now() - begun_.back();
    begun_.pop_back();
    seconds_[&node] += took.count();
  }

  const std::unordered_map<const ir::Node*, double>& seconds() const { return seconds_; }

 private:
  std::vector<Clock::time_point> begun_;
  std::unordered_map<const ir::Node*, double> seconds_;
};

// Returns the error of the run; empty on success.
std::string runWith(interp::Observer& observer, interp::Interpreter& interpreter,
                    const ir::GraphPtr& graph, const interp::Stack& inputs) {
  std::string error;
  interpreter.setObserver(&observer);
  try {
    interpreter.run(graph, inputs);
  } catch (const interp::Exception& exception) {
    error = exception.className + ": " + exception.message;
  }
  interpreter.setObserver(nullptr);
  return error;
}

}  // namespace

std::string observeRun(interp::Interpreter& interpreter, const ir::GraphPtr& graph,
                       const interp::Stack& inputs, const ModelIndex& index, Overlay& into,
                       const ValueListener& listener) {
  ValueRecorder recorder(index, into, listener);
  for (size_t i = 0; i < inputs.size() && i < graph->inputs().size(); ++i)
    recorder.record(graph->inputs()[i], inputs[i]);
  return runWith(recorder, interpreter, graph, inputs);
}

std::string recordValues(interp::Interpreter& interpreter, const ir::GraphPtr& graph,
                         const interp::Stack& inputs,
                         std::unordered_map<const ir::Value*, IValue>& into) {
  NodeRecorder recorder(into);
  return runWith(recorder, interpreter, graph, inputs);
}

void measureRun(interp::Interpreter& interpreter, const ir::GraphPtr& graph,
                const interp::Stack& inputs, const ModelIndex& index, Overlay& into) {
  NodeClock clock;
  if (!runWith(clock, interpreter, graph, inputs).empty()) return;
  for (const auto& [node, seconds] : clock.seconds()) {
    const auto entry = index.nodes.find(node);
    if (entry == index.nodes.end()) continue;
    if (entry->second >= into.nodes.size()) into.nodes.resize(entry->second + 1);
    into.nodes[entry->second].seconds = seconds;
  }
}

}  // namespace ts::viz
