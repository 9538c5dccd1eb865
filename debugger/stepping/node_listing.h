// The nodes of a graph with addresses, as a disassembly shows them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/ir/ir.h"

namespace ts::stepping {

// An address tells the function, the node and the engine, so that it stays valid when the engine
// runs again. Lasts as long as its graph.
class NodeListing {
 public:
  static constexpr uint64_t kBytes = 8;  // between the addresses of neighbours
  // engine: its number, below kBytes.
  NodeListing(const ir::Graph& graph, const std::string& function, int64_t engine);

  struct Row {
    const ir::Node* node = nullptr;
    size_t depth = 0;  // of blocks
  };
  const std::vector<Row>& rows() const { return rows_; }
  uint64_t addressOf(size_t row) const { return first_ + row * kBytes; }
  // Nothing for a node of another graph.
  std::optional<size_t> rowOf(const ir::Node& node) const;
  // True for addresses of the function's graph, also beyond its last node.
  bool contains(uint64_t address) const;
  // True when a breakpoint at the address stops before the node. Constants never run: they belong
  // to the next node.
  bool stopsAt(uint64_t address, const ir::Node& node) const;
  // One line, indented; the blocks of the node are left out.
  std::string textOf(size_t row) const;

 private:
  void add(const ir::Block& block, size_t depth);

  uint64_t first_;
  std::vector<Row> rows_;
  std::unordered_map<const ir::Node*, size_t> rowOf_;
};

}  // namespace ts::stepping
