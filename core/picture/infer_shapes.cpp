#include "core/picture/infer_shapes.h"

#include <algorithm>

#include "core/operator_facts/results.h"
#include "core/picture/model_call.h"
#include "core/picture/onnx_shapes.h"

namespace ts::viz {
namespace {

using operator_facts::ResultFacts;
using shape_rules::kUnknown;
using shape_rules::PartialShape;

std::vector<uint32_t> countUses(const Model& model) {
  std::vector<uint32_t> uses(model.values.size(), 0);
  for (const ModelNode& node : model.nodes)
    for (const ModelArgument& argument : node.arguments) ++uses[argument.value];
  for (const ModelBlock& block : model.blocks)
    for (const ModelArgument& result : block.results) ++uses[result.value];
  return uses;
}

// The lists that some node changes: their elements are not those that they began with.
std::vector<bool> findWritten(const Model& model) {
  std::vector<bool> written(model.values.size(), false);
  for (const ModelNode& node : model.nodes)
    for (const ModelArgument& argument : node.arguments)
      if (argument.isWritten) written[argument.value] = true;
  return written;
}

// The sizes that both have.
TensorFacts joined(const TensorFacts& a, const TensorFacts& b) {
  TensorFacts both;
  both.dtype = a.dtype == b.dtype ? a.dtype : std::string();
  const size_t count = std::min(a.sizes.size(), b.sizes.size());
  both.sizes.assign(count, kUnknown);
  for (size_t i = 1; i <= count; ++i) {
    const int64_t size = a.sizes[a.sizes.size() - i];
    if (size == b.sizes[b.sizes.size() - i]) both.sizes[count - i] = size;
  }
  both.hasRank = a.hasRank && b.hasRank && a.sizes.size() == b.sizes.size();
  return both;
}

// Follows shapes through the nodes in the order of execution.
class ShapeWalk {
 public:
  ShapeWalk(const Model& model, Overlay& overlay)
      : model_(model),
        overlay_(overlay),
        uses_(countUses(model)),
        written_(findWritten(model)),
        onnx_(model, overlay) {}

  void block(const ModelBlock& block) {
    for (const NodeId id : block.nodes) node(model_.nodes[id]);
  }

 private:
  void node(const ModelNode& node) {
    for (const BlockId inner : node.blocks) block(model_.blocks[inner]);
    if (node.folded || node.outputs.empty()) return;
    if (node.kind.starts_with("onnx::")) return onnx_.add(node);
    if (node.kind == "prim::If") return branch(node);
    if (node.kind == "prim::ListUnpack") return unpack(node);
    if (node.kind == "aten::size" || node.kind == "aten::__getitem__" ||
        node.kind == "prim::NumToTensor" || node.kind == "aten::Int")
      integer(node);
    if (!overlay_.values[node.outputs[0]]) operation(node);
  }

  void operation(const ModelNode& node) {
    const operator_facts::OperatorFacts* facts = node.schema != nullptr
                                                     ? operator_facts::factsOf(*node.schema)
                                                     : operator_facts::factsOf(node.kind);
    if (facts == nullptr) return;
    operator_facts::Results results =
        operator_facts::resultsOf(*facts, ModelCall(model_, node, overlay_, &uses_, &integers_),
                                  operator_facts::isInPlace(node.kind), node.outputs.size());
    if (results.isList) {
      if (!written_[node.outputs[0]]) lists_[node.outputs[0]] = std::move(results.each);
      return;
    }
    for (size_t i = 0; i < node.outputs.size(); ++i) set(node.outputs[i], results.each[i]);
  }

  void set(ValueId value, const ResultFacts& result) {
    if (!model_.values[value].tensor || result.shape.isUnknown()) return;
    TensorFacts facts;
    if (result.dtype) facts.dtype = std::string(tensor::nameOf(*result.dtype));
    const Dims& sizes = result.shape.sizes();
    facts.sizes.assign(sizes.begin(), sizes.end());
    facts.hasRank = result.shape.hasRank();
    overlay_.values[value] = std::move(facts);
  }

  void unpack(const ModelNode& node) {
    const auto list = lists_.find(node.arguments[0].value);
    if (list == lists_.end()) return;
    for (size_t i = 0; i < node.outputs.size() && i < list->second.size(); ++i)
      if (!overlay_.values[node.outputs[i]]) set(node.outputs[i], list->second[i]);
  }

  // A value has what the results of both blocks have.
  void branch(const ModelNode& node) {
    if (node.blocks.size() != 2) return;
    const NodeShapes shapes(model_, node, overlay_);
    const auto &first = model_.blocks[node.blocks[0]].results,
               &second = model_.blocks[node.blocks[1]].results;
    for (size_t i = 0; i < node.outputs.size() && i < first.size() && i < second.size(); ++i) {
      const TensorFacts *a = shapes.facts(first[i]), *b = shapes.facts(second[i]);
      if (a == nullptr || b == nullptr || overlay_.values[node.outputs[i]]) continue;
      TensorFacts both = joined(*a, *b);
      if (both.hasRank || !both.sizes.empty()) overlay_.values[node.outputs[i]] = std::move(both);
    }
  }

  // x.size(1), x.size()[1], parts of a list of tensors, and the numbers that traces make of sizes.
  void integer(const ModelNode& node) {
    if (node.arguments.empty()) return;
    const ModelArgument& from = node.arguments[0];
    const ModelCall call(model_, node, overlay_, &uses_, &integers_);
    if (node.kind == "prim::NumToTensor" || node.kind == "aten::Int") {
      if (const auto entry = integers_.find(from.value); entry != integers_.end())
        integers_[node.outputs[0]] = int64_t{entry->second};
      return;
    }
    const auto index =
        node.arguments.size() == 2 ? call.integer(size_t{1}) : std::optional<int64_t>();
    if (!index) return;
    if (node.kind == "aten::size") return size(node.outputs[0], call.operand(size_t{0}), *index);
    if (const auto list = lists_.find(from.value); list != lists_.end()) {
      const auto length = static_cast<int64_t>(list->second.size());
      const int64_t at = *index < 0 ? *index + length : *index;
      if (at >= 0 && at < length) set(node.outputs[0], list->second[static_cast<size_t>(at)]);
      return;
    }
    const NodeId maker = from.folded ? kNone : model_.values[from.value].node;
    if (maker == kNone || written_[from.value] || model_.nodes[maker].kind != "aten::size" ||
        model_.nodes[maker].arguments.size() != 1)
      return;
    const ModelCall sizes(model_, model_.nodes[maker], overlay_);
    size(node.outputs[0], sizes.operand(size_t{0}), *index);
  }

  void size(ValueId value, const operator_facts::Operand& tensor, int64_t dim) {
    if (const int64_t size = tensor.shape.size(dim); shape_rules::isKnown(size))
      integers_[value] = size;
  }

  const Model& model_;
  Overlay& overlay_;
  const std::vector<uint32_t> uses_;
  const std::vector<bool> written_;
  OnnxShapes onnx_;
  KnownIntegers integers_;
  std::unordered_map<ValueId, std::vector<ResultFacts>> lists_;  // of tensors
};

}  // namespace

void inferShapes(const Model& model, Overlay& overlay) {
  overlay.values.resize(model.values.size());
  ShapeWalk(model, overlay).block(model.top());
}

}  // namespace ts::viz
