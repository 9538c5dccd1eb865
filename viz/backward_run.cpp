#include "viz/backward_run.h"

#include <fmt/format.h>

#include <map>

#include "core/autodiff/accumulate_node.h"
#include "core/autodiff/backward.h"
#include "core/autodiff/tape.h"
#include "core/autodiff/tape_observer.h"
#include "core/autodiff/tape_watcher.h"
#include "core/base/thread_state.h"
#include "core/interp/events.h"
#include "core/interp/marker_scope.h"
#include "core/ir/kinds.h"
#include "core/picture/box_text.h"
#include "core/picture/tensor_facts.h"
#include "core/tensor/error.h"
#include "core/tensor/grad_mode.h"
#include "core/tensor/value_walk.h"
#include "viz/summary.h"

namespace ts::viz {
namespace {

using autodiff::Edge;
using tensor::IValue;
using tensor::Tensor;

int64_t bytesOf(const Tensor& tensor) {
  return tensor.numel() * static_cast<int64_t>(tensor::sizeOf(tensor.dtype()));
}

std::string savedLabel(const Tensor& tensor) {
  return fmt::format("saved {}B", withPrefix(static_cast<double>(bytesOf(tensor))));
}

// "linear.weight" for a chain of GetAttr.
std::string pathOf(const ir::Value* value) {
  std::string path;
  for (; value->node()->is(ir::prim::GetAttr); value = value->node()->input())
    path = value->node()->get<std::string>(ir::attr::name) + (path.empty() ? "" : "." + path);
  return path;
}

// Observes the run: which node of the graph records which nodes of the tape, and what they save.
class Recorder final : public interp::Observer,
                       public autodiff::TapeWatcher,
                       public autodiff::TapeObserver {
 public:
  struct Saved {
    const void* storage;
    Tensor tensor;
  };
  struct TapeNode {
    const ir::Node* forward = nullptr;
    std::vector<Saved> saved;
  };
  struct Step {
    tensor::Ptr<autodiff::Node> node;
    std::vector<TensorFacts> results;  // by edge
  };

  Recorder() : outerWatcher_(autodiff::setTapeWatcher(this)) {
    ThreadSettings& settings = threadState.settings();
    outerObserver_ = std::exchange(settings.tapeObserver, this);
  }
  ~Recorder() override {
    autodiff::setTapeWatcher(outerWatcher_);
    threadState.settings().tapeObserver = outerObserver_;
  }
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // ---- of the interpreter
  void nodeEntered(const ir::Node& node, std::span<const IValue>) override {
    if (!isBackward_) open_.push_back(&node);
  }
  void nodeLeft(const ir::Node& node, std::span<const IValue> outputs) override {
    if (isBackward_) return;
    open_.pop_back();
    for (size_t i = 0; i < outputs.size() && i < node.outputs().size(); ++i)
      see(node.output(i), outputs[i]);
    // Results are saved behind the node of the tape.
    if (last_ != nullptr) std::ranges::move(pending_, std::back_inserter(last_->saved));
    pending_.clear();
    last_ = nullptr;
    if (isRecorded_) order.push_back(&node);
    isRecorded_ = false;
  }
  void see(const ir::Value* value, const IValue& seen) {
    if (!seen.isTensor() || !seen.toTensor().defined()) return;
    const Tensor& tensor = seen.toTensor();
    facts.insert_or_assign(value, factsOf(tensor));
    seen_.push_back(tensor);
    producers.try_emplace(tensor.storage().get(), value);
    leaves.try_emplace(tensor.impl(), value);
  }

  // ---- of the tape
  void recorded(autodiff::Node&) override {}
  void recorded(const autodiff::Node& node) override {
    if (isBackward_ || open_.empty()) return;
    last_ = &nodes[node.sequence()];
    *last_ = {open_.back(), std::move(pending_)};
    pending_.clear();
    isRecorded_ = true;
  }
  std::function<Tensor()> pack(const Tensor& saved) override {
    if (!isBackward_) pending_.push_back({saved.storage().get(), saved});
    return nullptr;
  }
  bool checksNan() const override { return false; }
  bool detectsAnomalies() const override { return false; }
  void failed(const autodiff::Node&) override {}
  void began() override { isBackward_ = true; }
  void entered(const autodiff::Node& node, std::span<const Tensor>) override {
    if (depth_++ == 0)
      steps.push_back({tensor::Ptr<autodiff::Node>(const_cast<autodiff::Node*>(&node)), {}});
  }
  void left(const autodiff::Node&, std::span<const Tensor> results) override {
    if (--depth_ > 0) return;
    for (const Tensor& result : results)
      steps.back().results.push_back(result.defined() ? factsOf(result) : TensorFacts());
  }

  std::unordered_map<const ir::Value*, TensorFacts> facts;
  std::unordered_map<const void*, const ir::Value*> producers;  // by storage
  std::unordered_map<const tensor::TensorImpl*, const ir::Value*> leaves;
  std::map<uint64_t, TapeNode> nodes;  // by number
  std::vector<const ir::Node*> order;  // the nodes of the graph that the tape records
  std::vector<Step> steps;             // of the tape

 private:
  autodiff::TapeWatcher* outerWatcher_;
  autodiff::TapeObserver* outerObserver_ = nullptr;
  std::vector<Tensor> seen_;  // kept, so that no later tensor has the address of one of them
  std::vector<const ir::Node*> open_;
  std::vector<Saved> pending_;
  TapeNode* last_ = nullptr;
  bool isRecorded_ = false, isBackward_ = false;
  int depth_ = 0;
};

// Adds the nodes of the tape to the graph.
class Builder {
 public:
  Builder(Expanded& expanded, const Recorder& recorder, BackwardRun& into)
      : expanded_(expanded), graph_(*expanded.graph), recorder_(recorder), into_(into) {}

  void build(std::span<const Tensor> roots) {
    backward_ = addFrame({UINT32_MAX, "backward", {}, {}, {}});
    into_.facts = recorder_.facts;
    countForward();
    for (const Tensor& root : roots) {
      const Edge edge = autodiff::edgeTo(root);
      const auto result = recorder_.leaves.find(root.impl());
      if (result != recorder_.leaves.end())
        gradients_[{edge.node.get(), edge.output}].push_back(mutableValue(result->second));
    }
    for (const Recorder::Step& step : recorder_.steps) add(step);
  }

 private:
  using Output = std::pair<const autodiff::Node*, size_t>;

  static ir::Value* mutableValue(const ir::Value* value) { return const_cast<ir::Value*>(value); }

  FrameId addFrame(CallFrame frame) {
    expanded_.frames.push_back(std::move(frame));
    return static_cast<FrameId>(expanded_.frames.size() - 1);
  }
  // The frame within "backward" that mirrors a frame of the forward run.
  FrameId mirrored(FrameId frame) {
    if (frame == UINT32_MAX) return backward_;
    if (const auto known = mirrors_.find(frame); known != mirrors_.end()) return known->second;
    CallFrame copy = expanded_.frames[frame];
    copy.parent = mirrored(copy.parent);
    return mirrors_[frame] = addFrame(std::move(copy));
  }

  void countForward() {
    std::map<const ir::Node*, std::vector<const Recorder::TapeNode*>> byForward;
    for (const auto& entry : recorder_.nodes)
      byForward[entry.second.forward].push_back(&entry.second);
    for (const ir::Node* node : recorder_.order) {
      for (const Recorder::TapeNode* tape : byForward[node])
        for (const Recorder::Saved& saved : tape->saved) hold(saved);
      into_.steps.push_back({node, false, bytes_});
    }
  }
  // Weights are there anyway.
  bool isWeight(const Recorder::Saved& saved) const {
    const auto producer = recorder_.producers.find(saved.storage);
    return producer != recorder_.producers.end() && producer->second->node()->is(ir::prim::GetAttr);
  }
  void hold(const Recorder::Saved& saved) {
    if (isWeight(saved)) return;
    if (held_[saved.storage]++ == 0) bytes_ += bytesOf(saved.tensor);
  }
  void release(const Recorder::Saved& saved) {
    if (isWeight(saved)) return;
    if (--held_[saved.storage] == 0) bytes_ -= bytesOf(saved.tensor);
  }

  // The value as which a node of the tape gets a saved tensor; null: it has no place in the graph.
  ir::Value* savedValue(const Recorder::Saved& saved) {
    const auto producer = recorder_.producers.find(saved.storage);
    if (producer == recorder_.producers.end()) return nullptr;
    ir::Value* value = mutableValue(producer->second);
    ir::Node* node = value->node();
    if (node == graph_.paramNode()) into_.saved[value] = savedLabel(saved.tensor);
    if (node->is(ir::prim::GetAttr) || node->is(ir::prim::Constant) || node == graph_.paramNode())
      return value;
    ir::Value*& own = saved_[saved.storage];
    if (own != nullptr) return own;
    own = node->addOutput();
    own->setDebugName("saved");
    into_.facts[own] = factsOf(saved.tensor);
    into_.saved[own] = savedLabel(saved.tensor);
    return own;
  }

  void add(const Recorder::Step& step) {
    const autodiff::Node& node = *step.node;
    std::vector<ir::Value*> inputs;
    for (size_t i = 0; i < node.outputs(); ++i)
      for (ir::Value* gradient : gradients_[{&node, i}]) inputs.push_back(gradient);
    const auto* leaf = dynamic_cast<const autodiff::AccumulateNode*>(&node);
    const auto recorded = recorder_.nodes.find(node.sequence());
    const bool isRecorded = leaf == nullptr && recorded != recorder_.nodes.end();
    if (isRecorded)
      for (const Recorder::Saved& saved : recorded->second.saved)
        if (ir::Value* value = savedValue(saved);
            value != nullptr && std::ranges::find(inputs, value) == inputs.end())
          inputs.push_back(value);
    if (leaf != nullptr) inputs.push_back(nameOf(*leaf));
    ir::Node* added =
        graph_.create(Symbol::intern(fmt::format("autograd::{}", node.name())), inputs, 0);
    graph_.appendNode(added);
    FrameId frame = backward_;
    if (isRecorded) {
      added->setRange(recorded->second.forward->range());
      frame = mirrored(frameOf(*recorded->second.forward));
    } else if (leaf != nullptr && inputs.size() > 1) {
      // Beside the node that sends the gradient.
      if (const FrameId sender = frameOf(*inputs[0]->node()); sender != UINT32_MAX) frame = sender;
    }
    added->set(frameAttribute(), static_cast<int64_t>(frame));
    for (size_t i = 0; i < node.edges().size(); ++i) {
      const Edge& edge = node.edges()[i];
      if (!edge.isNeeded()) continue;
      ir::Value* gradient = added->addOutput();
      if (i < step.results.size()) into_.facts[gradient] = step.results[i];
      gradients_[{edge.node.get(), edge.output}].push_back(gradient);
    }
    if (isRecorded)
      for (const Recorder::Saved& saved : recorded->second.saved) release(saved);
    into_.steps.push_back({added, true, bytes_});
  }

  // The name of the parameter or input that gets the gradient.
  ir::Value* nameOf(const autodiff::AccumulateNode& node) {
    const auto leaf = recorder_.leaves.find(node.leaf().impl());
    std::string name = leaf == recorder_.leaves.end() ? "" : pathOf(leaf->second);
    if (name.empty() && leaf != recorder_.leaves.end() && leaf->second->hasDebugName())
      name = leaf->second->debugNameBase();
    ir::Node* constant = graph_.createConstant(types::Constant::string(name));
    graph_.appendNode(constant);
    return constant->output();
  }

  Expanded& expanded_;
  ir::Graph& graph_;
  const Recorder& recorder_;
  BackwardRun& into_;
  FrameId backward_ = UINT32_MAX;
  std::map<FrameId, FrameId> mirrors_;
  std::map<Output, std::vector<ir::Value*>> gradients_;  // that nodes have sent
  std::unordered_map<const void*, ir::Value*> saved_;    // by storage
  std::unordered_map<const void*, int> held_;            // likewise
  int64_t bytes_ = 0;
};

}  // namespace

std::string runBackward(interp::Interpreter& interpreter, Expanded& expanded,
                        const interp::Stack& inputs, BackwardRun& into) {
  const tensor::GradModeScope mode(true);
  for (const IValue& input : inputs)
    if (input.isTensor() && input.toTensor().defined() &&
        tensor::isFloating(input.toTensor().dtype()))
      input.toTensor().impl()->requiresGrad = true;
  Recorder recorder;
  for (size_t i = 0; i < inputs.size() && i < expanded.graph->inputs().size(); ++i)
    recorder.see(expanded.graph->inputs()[i], inputs[i]);
  std::vector<Tensor> roots, seeds;
  interp::Observer* outer = interpreter.observer();
  std::string error;
  try {
    interpreter.setObserver(&recorder);
    interp::Stack results;
    {
      const interp::MarkerScope marked(interpreter, &autodiff::TapeMarker::instance());
      results = interpreter.run(expanded.graph, inputs);
    }
    for (tensor::ValueWalk walk(results); const IValue* value = walk.next();)
      if (value->isTensor() && value->toTensor().defined() && value->toTensor().requiresGrad())
        roots.push_back(value->toTensor());
    if (roots.empty()) error = "no result requires a gradient";
    for (const Tensor& root : roots)
      seeds.push_back(autodiff::callTensor("aten::ones_like",
                                           {root, IValue(), IValue(), IValue(), IValue(),
                                            static_cast<int64_t>(tensor::MemoryFormat::Preserve)}));
    if (error.empty()) autodiff::backward(interpreter, roots, seeds, {});
  } catch (const interp::Exception& exception) {
    error = exception.className + ": " + exception.message;
  } catch (const tensor::Error& failure) {
    error = failure.what();
  }
  interpreter.setObserver(outer);
  if (error.empty()) Builder(expanded, recorder, into).build(roots);
  return error;
}

void BackwardRun::addTo(const ModelIndex& index, Overlay& overlay) {
  for (const auto& [value, fact] : facts) {
    const auto id = index.values.find(value);
    if (id == index.values.end() || fact.dtype.empty()) continue;
    if (id->second >= overlay.values.size()) overlay.values.resize(id->second + 1);
    overlay.values[id->second] = fact;
  }
  for (const auto& [value, label] : saved) {
    const auto id = index.values.find(value);
    if (id == index.values.end()) continue;
    const bool isInput = value->node() == value->owningGraph()->paramNode();
    (isInput ? savedInputs : overlay.labels)[id->second] = label;
  }
  for (const Step& step : steps)
    if (const auto id = index.nodes.find(step.node); id != index.nodes.end())
      memory.push_back(
          {id->second, std::string(step.node->kind().name()), step.isBackward, step.bytes});
}

void BackwardRun::addMemory(Picture& picture) const {
  picture.memory = memory;
  // An input has one edge for both of its uses.
  for (const auto& [id, label] : savedInputs)
    picture.overlay.labels[id] = shapeLabel(picture, id) + " · " + label;
  ReportTable table{"Memory of saved tensors", {"run", "node", "bytes"}, {}};
  int64_t most = 0;
  for (const MemoryPoint& point : memory) most = std::max(most, point.bytes);
  for (const MemoryPoint& point : memory)
    table.rows.push_back({{point.isBackward ? "backward" : "forward", point.title,
                           withPrefix(static_cast<double>(point.bytes)) + "B"},
                          point.node,
                          {},
                          point.bytes == most});
  picture.sides = {"run"};  // a single one, with nothing to differ from
  picture.tables.push_back(std::move(table));
}

}  // namespace ts::viz
