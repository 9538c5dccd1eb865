#include "core/picture/costs.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "core/operator_facts/facts.h"
#include "core/picture/node_shapes.h"

namespace ts::viz {
namespace {

// The shapes of the operands and the result of a node, by the names of the schema.
class Operands {
 public:
  Operands(const Model& model, const ModelNode& node, const Overlay& overlay)
      : shapes_(model, node, overlay), node_(node), overlay_(overlay) {}

  const TensorFacts* input(std::string_view name) const {
    const ModelArgument* argument = shapes_.argument(name);
    return argument != nullptr ? shapes_.facts(*argument) : nullptr;
  }
  const TensorFacts* input(size_t at) const {
    const ModelArgument* argument = shapes_.argument(at);
    return argument != nullptr ? shapes_.facts(*argument) : nullptr;
  }

  const TensorFacts* output() const {
    return node_.outputs.empty() ? nullptr : overlay_.value(node_.outputs[0]);
  }

  // The elements of all matrices in the list of weights of a recurrent module,
  // "self.rnn._flat_weights"; -1: unknown.
  int64_t recurrentWeights() const {
    constexpr std::string_view kList = "_flat_weights";
    const ModelArgument* parameters = shapes_.argument("params");
    if (parameters == nullptr || !parameters->folded ||
        !parameters->text.ends_with("." + std::string(kList)))
      return -1;
    std::string module = parameters->text.substr(parameters->text.find('.') + 1);
    module.resize(module.size() - kList.size());
    const std::string prefix = module + "weight_";
    int64_t total = 0;
    for (auto at = overlay_.weights.lower_bound(prefix);
         at != overlay_.weights.end() && at->first.starts_with(prefix); ++at) {
      const int64_t elements = at->second.tensor.elements();
      if (elements < 0) return -1;
      total += elements;
    }
    return total == 0 ? -1 : total;
  }

 private:
  NodeShapes shapes_;
  const ModelNode& node_;
  const Overlay& overlay_;
};

int64_t known(const TensorFacts* facts) { return facts == nullptr ? -1 : facts->elements(); }

// Each element takes one multiplication and addition for each element of a filter.
std::optional<int64_t> filtered(const TensorFacts* weight, const TensorFacts* elements) {
  const int64_t all = known(weight), times = known(elements);
  if (all <= 0 || times < 0 || weight->sizes.empty() || weight->sizes[0] <= 0) return {};
  return 2 * times * (all / weight->sizes[0]);
}

// ONNX: the input, then the weight.
std::optional<int64_t> onnxConvolution(const Operands& operands) {
  return filtered(operands.input(1), operands.output());
}
std::optional<int64_t> onnxTransposedConvolution(const Operands& operands) {
  return filtered(operands.input(1), operands.input(size_t{0}));
}

// LSTM, GRU and RNN of ONNX: a node for each layer.
std::optional<int64_t> recurrent(const Operands& operands) {
  const TensorFacts* input = operands.input(size_t{0});
  const int64_t weights = known(operands.input(1)), more = known(operands.input(2));
  if (weights < 0 || more < 0 || known(input) < 0 || input->sizes.size() != 3) return {};
  return 2 * input->sizes[0] * input->sizes[1] * (weights + more);
}

// The elements of the left matrix meet each column of the right one, which the result has, too.
std::optional<int64_t> gemm(const Operands& operands) {
  const TensorFacts* result = operands.output();
  const int64_t elements = known(operands.input(size_t{0}));
  if (elements < 0 || result == nullptr || result->sizes.size() != 2 || result->sizes[1] < 0)
    return {};
  return 2 * elements * result->sizes[1];
}

// Each element of the result is a sum of as many products as the last dimension has elements.
std::optional<int64_t> product(const Operands& operands, auto left) {
  const TensorFacts* first = operands.input(left);
  const int64_t results = known(operands.output());
  if (first == nullptr || first->sizes.empty() || results < 0 || first->sizes.back() < 0) return {};
  return 2 * results * first->sizes.back();
}
std::optional<int64_t> onnxMatmul(const Operands& operands) { return product(operands, size_t{0}); }

// Each step of each sequence meets the elements of all weights.
std::optional<int64_t> recurrentLayers(const Operands& operands) {
  const TensorFacts* input = operands.input("input");
  const int64_t weights = operands.recurrentWeights();
  if (weights < 0 || known(input) < 0 || input->sizes.empty() || input->sizes.back() <= 0)
    return {};
  return 2 * (known(input) / input->sizes.back()) * weights;
}

// The products of queries with keys, and of the result with the values.
std::optional<int64_t> attention(const Operands& operands) {
  const TensorFacts* query = operands.input("query");
  const TensorFacts* key = operands.input("key");
  const int64_t elements = known(query), results = known(operands.output());
  if (elements < 0 || results < 0 || known(key) < 0 || key->sizes.size() < 2) return {};
  const int64_t length = key->sizes[key->sizes.size() - 2];
  return 2 * length * (elements + results);
}

// The formulas that rows of core/operator_facts name.
std::optional<int64_t> flopsOfOperator(const operator_facts::OperatorFacts& facts,
                                       const Operands& operands) {
  using operator_facts::Cost;
  switch (facts.cost) {
    case Cost::None: return {};
    case Cost::Convolution: return filtered(operands.input("weight"), operands.output());
    // Each element of the input meets each filter's elements of its channel.
    case Cost::TransposedConvolution:
      return filtered(operands.input("weight"), operands.input(facts.costOperand));
    case Cost::Product: return product(operands, facts.costOperand);
    case Cost::Attention: return attention(operands);
    case Cost::Recurrent: return recurrentLayers(operands);
  }
  return {};
}

struct CostRule {
  std::string_view kind;
  std::optional<int64_t> (*flops)(const Operands& operands);
};

constexpr CostRule kOnnxRules[] = {
    {"onnx::Conv", onnxConvolution}, {"onnx::ConvTranspose", onnxTransposedConvolution},
    {"onnx::GRU", recurrent},        {"onnx::Gemm", gemm},
    {"onnx::LSTM", recurrent},       {"onnx::MatMul", onnxMatmul},
    {"onnx::RNN", recurrent},
};

void add(std::optional<int64_t>& total, const std::optional<int64_t>& part) {
  if (part) total = total.value_or(0) + *part;
}

// The group that shows a node; of a hidden repeat, that of the node that stands for it.
GroupId placeOf(const Model& model, const Hierarchy& hierarchy, NodeId id) {
  if (hierarchy.groupOf[id] != kNone) return hierarchy.groupOf[id];
  for (ValueId value : model.nodes[id].outputs) {
    const NodeId shown = model.values[hierarchy.shownAs[value]].node;
    if (shown != kNone && hierarchy.groupOf[shown] != kNone) return hierarchy.groupOf[shown];
  }
  return kNone;
}

class CostAdder {
 public:
  CostAdder(const Model& model, const Hierarchy& hierarchy, Overlay& overlay)
      : model_(model), hierarchy_(hierarchy), overlay_(overlay) {}

  void run() {
    overlay_.nodes.resize(model_.nodes.size());
    overlay_.groups.assign(hierarchy_.groups.size(), {});
    used_.resize(hierarchy_.groups.size());
    isMeasured_ = std::ranges::any_of(overlay_.nodes,
                                      [](const Stats& stats) { return stats.seconds.has_value(); });
    for (NodeId id = 0; id < model_.nodes.size(); ++id)
      if (!model_.nodes[id].folded) addNode(id);
    addWeights();
  }

 private:
  void addNode(NodeId id) {
    const ModelNode& node = model_.nodes[id];
    Stats& stats = overlay_.nodes[id];
    // A run computes nothing in the branches that it does not take.
    if (!isMeasured_ || stats.seconds) {
      stats.flops = flopsOf(model_, node, overlay_);
      if (isNew(node)) stats.activationBytes = bytesOf(node);
    }
    std::set<std::string> paths;
    for (const ModelArgument& argument : node.arguments) {
      std::string path;
      const Weight* weight = argument.folded ? weightOf(overlay_, argument.text, &path) : nullptr;
      if (weight == nullptr || !weight->isParameter || !paths.insert(path).second) continue;
      addWeight(stats, *weight);
    }
    for (GroupId group = placeOf(model_, hierarchy_, id); group != kNone;
         group = hierarchy_.groups[group].parent) {
      Stats& total = overlay_.groups[group];
      add(total.flops, stats.flops);
      add(total.activationBytes, stats.activationBytes);
      used_[group].insert(paths.begin(), paths.end());
    }
  }

  // The results are new memory.
  static bool isNew(const ModelNode& node) {
    return node.blocks.empty() && node.writes.empty() && node.views.empty() &&
           node.kind != "prim::ListUnpack" && node.kind != "prim::TupleUnpack";
  }

  std::optional<int64_t> bytesOf(const ModelNode& node) const {
    std::optional<int64_t> total;
    for (ValueId value : node.outputs)
      if (const TensorFacts* facts = overlay_.value(value); facts && facts->bytes() >= 0)
        add(total, facts->bytes());
    return total;
  }

  static void addWeight(Stats& stats, const Weight& weight) {
    if (weight.tensor.elements() < 0) return;
    add(stats.parameters, weight.tensor.elements());
    if (weight.tensor.bytes() >= 0) add(stats.parameterBytes, weight.tensor.bytes());
  }

  void addWeights() {
    for (GroupId id = 0; id < hierarchy_.groups.size(); ++id) {
      const Group& group = hierarchy_.groups[id];
      Stats& stats = overlay_.groups[id];
      if (group.kind == GroupKind::Graph) {
        for (const auto& [path, weight] : overlay_.weights)
          if (weight.isParameter) addWeight(stats, weight);
        continue;
      }
      if (group.kind == GroupKind::Module) {
        addBelow(id, group.path);
        for (const std::string& path : group.repeats) addBelow(id, path);
      }
      for (const std::string& path : used_[id]) addWeight(stats, overlay_.weights.at(path));
    }
  }

  void addBelow(GroupId id, const std::string& module) {
    const std::string prefix = module + ".";
    for (auto at = overlay_.weights.lower_bound(prefix);
         at != overlay_.weights.end() && at->first.starts_with(prefix); ++at)
      if (at->second.isParameter) used_[id].insert(at->first);
  }

  const Model& model_;
  const Hierarchy& hierarchy_;
  Overlay& overlay_;
  std::vector<std::set<std::string>> used_;  // parameters by group
  bool isMeasured_ = false;                  // a whole run's times are known
};

}  // namespace

std::optional<int64_t> flopsOf(const Model& model, const ModelNode& node, const Overlay& overlay) {
  const Operands operands(model, node, overlay);
  for (const CostRule& rule : kOnnxRules)
    if (rule.kind == node.kind) return rule.flops(operands);
  const operator_facts::OperatorFacts* facts = operator_facts::factsOf(node.kind);
  return facts != nullptr ? flopsOfOperator(*facts, operands) : std::nullopt;
}

void addCosts(const Model& model, const Hierarchy& hierarchy, Overlay& overlay) {
  CostAdder(model, hierarchy, overlay).run();
  addTimes(model, hierarchy, overlay);
}

void addTimes(const Model& model, const Hierarchy& hierarchy, Overlay& overlay) {
  for (const auto times : {&Stats::seconds, &Stats::eagerSeconds, &Stats::compiledSeconds}) {
    for (Stats& group : overlay.groups) group.*times = std::nullopt;
    for (NodeId id = 0; id < model.nodes.size(); ++id) {
      const std::optional<double>& own = overlay.nodes[id].*times;
      // The time of control flow includes that of its blocks.
      if (!own || !model.nodes[id].blocks.empty()) continue;
      for (GroupId group = placeOf(model, hierarchy, id); group != kNone;
           group = hierarchy.groups[group].parent) {
        std::optional<double>& total = overlay.groups[group].*times;
        total = total.value_or(0) + *own;
      }
    }
  }
}

const std::string* settingOf(const Overlay& overlay, const std::string& text) {
  const size_t dot = text.find('.');
  if (dot == text.npos) return nullptr;
  const auto setting = overlay.settings.find(text.substr(dot + 1));
  return setting == overlay.settings.end() ? nullptr : &setting->second;
}

const Weight* weightOf(const Overlay& overlay, const std::string& text, std::string* path) {
  const size_t dot = text.find('.');
  if (dot == text.npos || overlay.weights.empty()) return nullptr;
  const auto weight = overlay.weights.find(text.substr(dot + 1));
  if (weight == overlay.weights.end()) return nullptr;
  if (path != nullptr) *path = weight->first;
  return &weight->second;
}

}  // namespace ts::viz
