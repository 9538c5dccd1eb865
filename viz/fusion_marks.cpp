#include "viz/fusion_marks.h"

#include <fmt/format.h>

#include <map>
#include <unordered_map>

#include "core/jit/listing.h"

namespace ts::viz {
namespace {

std::string textOf(SourceRange place) {
  return place ? fmt::format("{}:{}-{}", place.file->path(), place.span.begin, place.span.end) : "";
}

// The kind and the place of a node with the calls around it. Machine code is made of another copy
// of the graph than the picture; nodes with equal keys have the same order in both.
std::string keyOf(const ir::Node& node) {
  std::string key = node.kind().str() + " " + textOf(node.range());
  for (const ir::CallStack* call = node.callStack().get(); call != nullptr;
       call = call->caller.get())
    if (call->callSite) key += " " + textOf(call->callSite);
  return key;
}

std::string keyOf(const Picture& picture, const ModelNode& node) {
  std::string key = node.kind + " " + textOf({node.source, node.span});
  for (FrameId frame = node.frame; frame != kNone; frame = picture.expanded.frames[frame].parent)
    if (picture.expanded.frames[frame].callSite)
      key += " " + textOf(picture.expanded.frames[frame].callSite);
  return key;
}

using Numbers = std::unordered_map<const ir::Node*, size_t>;  // of loops, from 1

// The loops of all nodes, by key; 0: no loop.
void collect(const ir::Block& block, const Numbers& numbers,
             std::map<std::string, std::vector<size_t>>& into) {
  for (const ir::Node* node : block.nodes()) {
    const auto number = numbers.find(node);
    into[keyOf(*node)].push_back(number == numbers.end() ? 0 : number->second);
    for (const ir::Block* inner : node->blocks()) collect(*inner, numbers, into);
  }
}

// The numbers of all loops with several nodes, and the nodes of each by number - 1.
Numbers numbersOf(const jit::FusedLoops& fused,
                  std::vector<const std::vector<const ir::Node*>*>& loops) {
  Numbers numbers;
  for (const std::vector<const ir::Node*>& loop : fused.loops) {
    if (loop.size() < 2) continue;
    loops.push_back(&loop);
    for (const ir::Node* node : loop) numbers.emplace(node, loops.size());
  }
  return numbers;
}

void addScopes(ir::Block& block, const Numbers& numbers) {
  for (ir::Node* node : block.nodes()) {
    if (const auto number = numbers.find(node); number != numbers.end())
      node->set(scopeAttribute(), fmt::format("__module.loop {}", number->second));
    for (ir::Block* inner : node->blocks()) addScopes(*inner, numbers);
  }
}

}  // namespace

ir::GraphPtr fusedGraph(const ir::GraphPtr& graph) {
  jit::FusedLoops fused = jit::findLoops(graph);
  std::vector<const std::vector<const ir::Node*>*> loops;
  addScopes(*fused.graph->block(), numbersOf(fused, loops));
  return fused.graph;
}

void markFusions(Picture& picture, const ir::GraphPtr& graph) {
  const jit::FusedLoops fused = jit::findLoops(graph);
  std::vector<const std::vector<const ir::Node*>*> nodes;
  const Numbers numbers = numbersOf(fused, nodes);
  std::vector<std::string> texts;
  for (const std::vector<const ir::Node*>* loop : nodes) {
    std::string text;
    for (const ir::Node* node : *loop) text += (text.empty() ? "" : ", ") + node->kind().str();
    texts.push_back("one loop computes " + text);
  }
  std::map<std::string, std::vector<size_t>> loops;
  collect(*fused.graph->block(), numbers, loops);
  std::map<std::string, size_t> seen;
  for (NodeId id = 0; id < picture.model.nodes.size(); ++id) {
    const std::string key = keyOf(picture, picture.model.nodes[id]);
    const size_t rank = seen[key]++;
    const auto loop = loops.find(key);
    if (loop == loops.end() || rank >= loop->second.size() || loop->second[rank] == 0 ||
        picture.hierarchy.groupOf[id] == kNone)
      continue;
    const size_t number = loop->second[rank];
    addMark(picture, id, "fused", texts[number - 1], fmt::format("loop {}", number));
  }
}

}  // namespace ts::viz
