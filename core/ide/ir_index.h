// The nodes and values of a TorchScript IR text, and the places of their names. Every text has an
// index: text that is not valid IR is skipped. ir::parseGraph reports errors.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/source/source_file.h"

namespace ts::ide {

// An id is an index into one of IrIndex's lists.
inline constexpr uint32_t kNoIrId = ~0u;

// The source location in a node's comment: "# models/net.py:12:4".
struct IrOrigin {
  Span span;              // of the location in the comment
  std::string_view path;  // empty: the node has no location
  uint32_t line = 0;      // from 1
  uint32_t column = 0;    // in bytes, from 0
};

struct IrValue {
  std::string_view name;    // "%x.1"
  Span definition;          // of the name
  Span type;                // empty: a Tensor
  uint32_t node = kNoIrId;  // the node with this output; none: an input of its block
  uint32_t block = kNoIrId;
};

struct IrNode {
  Span head;                 // outputs, operator, attributes and inputs, without the comment
  Span extent;               // the head and the blocks
  Span kind;                 // "aten::add"
  uint32_t block = kNoIrId;  // the block that contains the node
  IrOrigin origin;
  std::vector<uint32_t> outputs;  // ids of values
};

// A graph, or a block of a node.
struct IrBlock {
  Span name;  // "graph", "block0"
  Span extent;
  uint32_t node = kNoIrId;  // the node of the block; none: a graph
  uint32_t parent = kNoIrId;
  std::string_view title;  // of a subgraph after "with": "prim::FusionGroup_0"
};

// One place that names a value.
struct IrOccurrence {
  Span span;
  uint32_t value = kNoIrId;  // none: the graph does not define the name
  bool isDefinition = false;
};

class IrIndex {
 public:
  explicit IrIndex(SourceFilePtr file);

  const SourceFile& file() const { return *file_; }
  // All lists are in the order of the text.
  const std::vector<IrNode>& nodes() const { return nodes_; }
  const std::vector<IrValue>& values() const { return values_; }
  const std::vector<IrBlock>& blocks() const { return blocks_; }
  const std::vector<IrOccurrence>& occurrences() const { return occurrences_; }

  // Returns the name at or just before the offset; null when there is none.
  const IrOccurrence* at(uint32_t offset) const;
  // Returns the node whose head or comment contains the offset; kNoIrId when there is none.
  uint32_t nodeAt(uint32_t offset) const;

 private:
  friend class IrScanner;

  SourceFilePtr file_;
  std::vector<IrNode> nodes_;
  std::vector<IrValue> values_;
  std::vector<IrBlock> blocks_;
  std::vector<IrOccurrence> occurrences_;
};

}  // namespace ts::ide
