#include "debugger/stepping/node_listing.h"

#include "core/ir/kinds.h"
#include "core/ir/text.h"

namespace ts::stepping {

namespace {

constexpr int kNodeBits = 20, kEngineBits = 3;

// FNV-1a: the same in each process, so that an editor may keep breakpoints between sessions.
uint64_t hashOf(const std::string& text) {
  uint32_t hash = 2166136261U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return hash;
}

}  // namespace

NodeListing::NodeListing(const ir::Graph& graph, const std::string& function, int64_t engine)
    : first_(hashOf(function) << (kNodeBits + kEngineBits) | static_cast<uint64_t>(engine)) {
  add(*graph.block(), 0);
}

void NodeListing::add(const ir::Block& block, size_t depth) {
  const auto addRow = [&](const ir::Node& node) {
    if (rows_.size() >= size_t{1} << kNodeBits) return false;
    rowOf_[&node] = rows_.size();
    rows_.push_back({&node, depth});
    return true;
  };
  for (const ir::Node* node : block.nodes()) {
    if (!addRow(*node)) return;
    for (const ir::Block* inner : node->blocks()) add(*inner, depth + 1);
  }
  // A return statement ends the block.
  if (block.returnNode()->range()) addRow(*block.returnNode());
}

std::optional<size_t> NodeListing::rowOf(const ir::Node& node) const {
  const auto row = rowOf_.find(&node);
  return row == rowOf_.end() ? std::nullopt : std::optional(row->second);
}

bool NodeListing::contains(uint64_t address) const {
  constexpr uint64_t kNode = ((uint64_t{1} << kNodeBits) - 1) << kEngineBits;
  return (address & ~kNode) == first_;
}

bool NodeListing::stopsAt(uint64_t address, const ir::Node& node) const {
  const std::optional<size_t> current = rowOf(node);
  if (!current || !contains(address)) return false;
  size_t row = (address - first_) / kBytes;
  while (row < *current && rows_[row].node->is(ir::prim::Constant)) ++row;
  return row == *current;
}

std::string NodeListing::textOf(size_t row) const {
  const ir::Node& node = *rows_[row].node;
  if (node.is(ir::prim::Return)) return std::string(rows_[row].depth * 2, ' ') + "return";
  std::string text = ir::print(node, {.locations = false});
  text.resize(std::min(text.size(), text.find('\n')));
  return std::string(rows_[row].depth * 2, ' ') + text.substr(text.find_first_not_of(' '));
}

}  // namespace ts::stepping
