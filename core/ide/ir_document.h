// What editors ask about a text of TorchScript IR.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/diag/diagnostic.h"
#include "core/ide/folding.h"
#include "core/ide/ir_index.h"
#include "core/ide/tokens.h"
#include "core/ops/schema.h"

namespace ts::ide {

// Immutable; all functions may be called from several threads.
class IrDocument {
 public:
  explicit IrDocument(SourceFilePtr file) : index(std::move(file)) {}

  const SourceFile& file() const { return index.file(); }
  // Why the text is no graph; nothing when it is one. Points into `file`.
  std::vector<diag::Diagnostic> problems() const;
  // The overload that a node calls; null: it has none, or the text is no graph.
  const ops::FunctionSchema* schemaOf(uint32_t node) const;

  const IrIndex index;

 private:
  // Reading the text as a graph takes longer than the index, so it waits until somebody asks.
  void read() const;

  mutable std::once_flag read_;
  mutable std::string error_;
  mutable Span errorAt_;
  mutable std::vector<const ops::FunctionSchema*> schemas_;  // by node
};
using IrDocumentPtr = std::shared_ptr<const IrDocument>;

struct IrHover {
  Span span;
  std::string markdown;
};
// sourceLine: the text of the line of Python that an origin names; empty where there is no such
// file.
std::optional<IrHover> irHover(const IrDocument& document, uint32_t offset,
                               const std::function<std::string(const IrOrigin&)>& sourceLine);

struct IrSymbol {
  std::string
      name;  // "%x, %y" of a node's outputs; its operator where it has none; "graph", "block0"
  std::string detail;  // the operator, the outputs' types
  Span whole;
  Span selection;
  bool isBlock = false;  // a graph or a block
  std::vector<IrSymbol> children;
};
// Graphs, and in them nodes and their blocks.
std::vector<IrSymbol> irSymbols(const IrDocument& document);

// Graphs, blocks, and nodes that have some.
std::vector<Fold> irFolds(const IrDocument& document);
// Values, and operators with their namespaces.
std::vector<SemanticToken> irTokens(const IrDocument& document);

}  // namespace ts::ide
