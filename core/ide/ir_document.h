// Requests about TorchScript IR: hover, symbols, folds, tokens.
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

// A text of TorchScript IR. Immutable and thread-safe.
class IrDocument {
 public:
  explicit IrDocument(SourceFilePtr file) : index(std::move(file)) {}

  const SourceFile& file() const { return index.file(); }
  // Returns the error when the text is not a valid graph; empty otherwise. Ranges point into
  // `file`.
  std::vector<diag::Diagnostic> problems() const;
  // Returns the schema of a node's operator; null when it has none or the text is not a valid
  // graph.
  const ops::FunctionSchema* schemaOf(uint32_t node) const;

  const IrIndex index;

 private:
  // Parses the text as a graph, on first use: this takes longer than building the index.
  void parse() const;

  mutable std::once_flag parsed_;
  mutable std::string error_;
  mutable Span errorAt_;
  mutable std::vector<const ops::FunctionSchema*> schemas_;  // by node
};
using IrDocumentPtr = std::shared_ptr<const IrDocument>;

struct IrHover {
  Span span;
  std::string markdown;
};
// Returns nothing when the offset is not on a value, an operator or an origin. sourceLine: returns
// the line of Python that an origin names; empty when the file is missing.
std::optional<IrHover> irHover(const IrDocument& document, uint32_t offset,
                               const std::function<std::string(const IrOrigin&)>& sourceLine);

struct IrSymbol {
  std::string name;    // a node's outputs ("%x, %y") or its operator; "graph", "block0"
  std::string detail;  // a node's operator and its outputs' types
  Span extent;
  Span selection;
  bool isBlock = false;  // a graph or a block
  std::vector<IrSymbol> children;
};
// Returns the graphs with their nodes, and the nodes with their blocks.
std::vector<IrSymbol> irSymbols(const IrDocument& document);

// Returns folds for graphs and blocks.
std::vector<Fold> irFolds(const IrDocument& document);
// Returns tokens for values, operators and namespaces.
std::vector<SemanticToken> irTokens(const IrDocument& document);

}  // namespace ts::ide
