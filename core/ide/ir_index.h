// A text of TorchScript IR as editors ask about it: its nodes, its values, and where each of them
// is named. There for every text, however broken; what can't be understood is passed over. What is
// wrong with a text is ir::parseGraph's to say.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/source/source_file.h"

namespace ts::ide {

// Ids are indices into the lists of the index they come from.
inline constexpr uint32_t kNoIrId = ~0u;

// A place in another file, as a node's comment names it: "# models/net.py:12:4".
struct IrOrigin {
  Span span;              // of the place in the comment
  std::string_view path;  // as it is written; empty: the node names no place
  uint32_t line = 0;      // from 1
  uint32_t column = 0;    // in bytes, from 0
};

struct IrValue {
  std::string_view name;    // "%x.1"
  Span definition;          // of the name
  Span type;                // as written; empty: a Tensor
  uint32_t node = kNoIrId;  // whose output it is; none: an input of its block
  uint32_t block = kNoIrId;
};

struct IrNode {
  Span head;                 // outputs, operator, attributes and inputs, without the comment
  Span whole;                // with its blocks
  Span kind;                 // "aten::add"
  uint32_t block = kNoIrId;  // that it is in
  IrOrigin origin;
  std::vector<uint32_t> outputs;  // values
};

// A graph, or a block of a node.
struct IrBlock {
  Span name;  // "graph", "block0"
  Span whole;
  uint32_t node = kNoIrId;  // that it belongs to; none: a graph
  uint32_t parent = kNoIrId;
  std::string_view title;  // of a graph behind "with": "prim::FusionGroup_0"
};

// A value that is named somewhere.
struct IrOccurrence {
  Span span;
  uint32_t value = kNoIrId;  // none: nothing of that name is defined in this graph
  bool isDefinition = false;
};

class IrIndex {
 public:
  explicit IrIndex(SourceFilePtr file);

  const SourceFile& file() const { return *file_; }
  // All in the order of the text.
  const std::vector<IrNode>& nodes() const { return nodes_; }
  const std::vector<IrValue>& values() const { return values_; }
  const std::vector<IrBlock>& blocks() const { return blocks_; }
  const std::vector<IrOccurrence>& occurrences() const { return occurrences_; }

  // The name at or just before the offset; null: there is none.
  const IrOccurrence* at(uint32_t offset) const;
  // The node in whose head or comment the offset is; kNoIrId: in none.
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
