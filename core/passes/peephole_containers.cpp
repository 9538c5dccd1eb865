#include <algorithm>
#include <optional>
#include <unordered_set>

#include "core/ir/kinds.h"
#include "core/passes/alias_db.h"
#include "core/passes/kinds.h"
#include "core/passes/peephole.h"

namespace ts::passes {

using ir::Block;
using ir::Graph;
using ir::Node;
using ir::Value;
using ir::WithInsertPoint;
using types::Constant;
using types::TypeKind;
namespace prim = ir::prim;

namespace {

class ContainerOptimizer {
 public:
  explicit ContainerOptimizer(Graph& graph) : graph_(graph) {}

  bool run(TypeKind container) {
    container_ = container;
    return visit(graph_.block());
  }

 private:
  bool visit(Block* block) {
    bool changed = false;
    for (Node* node : block->nodes()) {
      for (Block* inner : node->blocks()) changed |= visit(inner);
      if (node->inputs().empty() || !node->input(0)->type()->is(container_)) continue;
      Node* container = node->input(0)->node();
      if (!container->is(container_ == TypeKind::List ? prim::ListConstruct : prim::DictConstruct))
        continue;
      if (isMutated(node->input(0))) continue;
      changed |=
          container_ == TypeKind::List ? visitList(node, container) : visitDict(node, container);
    }
    return changed;
  }

  // The alias snapshot doesn't contain lists that this pass creates, so copies of mutated lists are
  // tracked separately.
  bool isMutated(Value* value) {
    if (!aliases_) aliases_.emplace(graph_);
    return mutatedCopies_.contains(value) || aliases_->hasWriters(value);
  }

  bool replaceByInt(Node* node, int64_t value) {
    WithInsertPoint guard(node);
    node->output()->replaceAllUsesWith(graph_.insertConstant(Constant::integer(value)));
    return true;
  }

  bool replaceByList(Node* node, const std::vector<Value*>& elements) {
    Node* list = graph_.create(prim::ListConstruct, {}, 1)->insertBefore(node);
    list->output()->setType(node->output()->type());
    for (Value* element : elements) list->addInput(element);
    if (isMutated(node->output())) mutatedCopies_.insert(list->output());
    node->output()->replaceAllUsesWith(list->output());
    return true;
  }

  bool visitList(Node* node, Node* container) {
    auto elements = container->inputs();
    auto size = static_cast<int64_t>(elements.size());
    if (node->is(aten::len)) return replaceByInt(node, size);
    if (node->is(aten::__getitem__)) {
      auto index = ir::constantOf(node->input(1));
      if (!index || !index->isInt()) return false;
      int64_t at = index->toInt() < 0 ? index->toInt() + size : index->toInt();
      if (at < 0 || at >= size) return false;
      node->output()->replaceAllUsesWith(elements[static_cast<size_t>(at)]);
      return true;
    }
    if (node->is(prim::ListUnpack)) {
      if (elements.size() != node->outputs().size()) return false;
      for (size_t i = 0; i < elements.size(); ++i) node->output(i)->replaceAllUsesWith(elements[i]);
      return !elements.empty();
    }
    if (node->is(aten::add)) return visitSum(node, container);
    return node->is(aten::slice) && node->inputs().size() == 4 && visitSlice(node, container);
  }

  bool visitSum(Node* node, Node* container) {
    if (node->inputs().size() != 2) return false;
    const Node* other = node->input(1)->node();
    if (!other->is(prim::ListConstruct) || isMutated(node->input(1))) return false;
    std::vector<Value*> all(container->inputs().begin(), container->inputs().end());
    all.insert(all.end(), other->inputs().begin(), other->inputs().end());
    return replaceByList(node, all);
  }

  bool visitSlice(Node* node, Node* container) {
    auto size = static_cast<int64_t>(container->inputs().size());
    std::optional<int64_t> bounds[3];
    for (size_t i = 0; i < 3; ++i) {
      auto constant = ir::constantOf(node->input(i + 1));
      // The bound is known only at run time.
      if (!constant) return false;
      if (constant->isInt()) bounds[i] = constant->toInt();
    }
    int64_t step = bounds[2].value_or(1);
    if (step <= 0) return false;
    auto place = [&](int64_t at) { return std::clamp<int64_t>(at < 0 ? at + size : at, 0, size); };
    int64_t begin = place(bounds[0].value_or(0));
    int64_t end = place(bounds[1].value_or(size));
    std::vector<Value*> taken;
    for (int64_t i = begin; i < end; i += std::min(step, end - i))
      taken.push_back(container->input(static_cast<size_t>(i)));
    return replaceByList(node, taken);
  }

  bool visitDict(Node* node, Node* container) {
    std::vector<Constant> keys;
    TypeKind kind = container->output()->type()->element(0)->kind();
    if (kind != TypeKind::Int && kind != TypeKind::Float && kind != TypeKind::String) return false;
    for (size_t i = 0; i < container->inputs().size(); i += 2) {
      auto key = ir::constantOf(container->input(i));
      if (!key) return false;
      // Duplicate keys would need extra care: the later value wins, and len counts the key once.
      for (const Constant& other : keys) {
        if (identical(other, *key)) return false;
      }
      keys.push_back(*key);
    }
    if (node->is(aten::len)) return replaceByInt(node, static_cast<int64_t>(keys.size()));
    if (!node->is(aten::__getitem__)) return false;
    auto wanted = ir::constantOf(node->input(1));
    for (size_t i = 0; wanted && i < keys.size(); ++i) {
      if (!identical(keys[i], *wanted)) continue;
      node->output()->replaceAllUsesWith(container->input(2 * i + 1));
      return true;
    }
    return false;
  }

  Graph& graph_;
  TypeKind container_ = TypeKind::List;
  std::optional<AliasDb> aliases_;
  std::unordered_set<const Value*> mutatedCopies_;
};

}  // namespace

bool optimizePeepholeContainers(Graph& graph) {
  // Each walk needs a fresh alias snapshot, because the first one changes the graph.
  bool changed = ContainerOptimizer(graph).run(TypeKind::List);
  changed |= ContainerOptimizer(graph).run(TypeKind::Dict);
  return changed;
}

}  // namespace ts::passes
