#include "core/ide/ir_document.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/ide/text.h"
#include "core/ir/kinds.h"
#include "core/ir/text.h"

namespace ts::ide {

namespace {

// Collects the schemas in the order of the text: a node comes before its blocks, and a subgraph
// comes after the graph that contains it.
void collectSchemas(const ir::Block& block, std::vector<const ir::Graph*>& subgraphs,
                    std::vector<const ops::FunctionSchema*>& schemas) {
  for (const ir::Node* node : block.nodes()) {
    schemas.push_back(node->schema());
    if (node->hasAttribute(ir::attr::Subgraph))
      subgraphs.push_back(node->get<ir::GraphPtr>(ir::attr::Subgraph).get());
    for (const ir::Block* inner : node->blocks()) collectSchemas(*inner, subgraphs, schemas);
  }
}
void collectSchemas(const ir::Graph& graph, std::vector<const ops::FunctionSchema*>& schemas) {
  std::vector<const ir::Graph*> subgraphs;
  collectSchemas(*graph.block(), subgraphs, schemas);
  for (const ir::Graph* inner : subgraphs) collectSchemas(*inner, schemas);
}

std::string plural(size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string valueText(const IrDocument& document, const IrValue& value) {
  const std::string_view type = value.type.size() ? document.file().text(value.type) : "Tensor";
  return fmt::format("{} : {}", value.name, type);
}

// Returns the origin of a value in words, and the number of its uses.
std::string originAndUses(const IrDocument& document, uint32_t id) {
  const IrIndex& index = document.index;
  const IrValue& value = index.values()[id];
  const auto uses = std::count_if(index.occurrences().begin(), index.occurrences().end(),
                                  [&](const IrOccurrence& occurrence) {
                                    return occurrence.value == id && !occurrence.isDefinition;
                                  });
  const std::string used = uses ? fmt::format("used {}", plural(uses, "time")) : "never used";
  if (value.node != kNoIrId)
    return fmt::format("output of `{}`, {}", document.file().text(index.nodes()[value.node].kind),
                       used);
  if (value.block == kNoIrId) return used;
  return fmt::format("input of `{}`, {}", document.file().text(index.blocks()[value.block].name),
                     used);
}

void addNode(const IrDocument& document, uint32_t id,
             const std::function<std::string(const IrOrigin&)>& sourceLine, std::string& markdown) {
  const IrNode& node = document.index.nodes()[id];
  if (const ops::FunctionSchema* schema = document.schemaOf(id))
    markdown += fmt::format("\n\n`{}`", schema->str());
  if (node.origin.path.empty()) return;
  const std::string line = sourceLine(node.origin);
  const size_t name = node.origin.path.rfind('/') + 1;
  markdown += fmt::format("\n\n{}:{}", node.origin.path.substr(name), node.origin.line);
  if (!line.empty()) markdown += fmt::format("\n```python\n{}\n```", line);
}

std::string fenced(std::string_view text) { return fmt::format("```tsir\n{}\n```", text); }

// A node's text is cut after this many bytes: a constant may have thousands of numbers.
constexpr size_t kMostOfNode = 300;

IrSymbol symbolOf(const IrDocument& document, const IrNode& node) {
  const IrIndex& index = document.index;
  const std::string kind(document.file().text(node.kind));
  std::vector<std::string_view> names;
  std::vector<std::string_view> types;
  for (uint32_t id : node.outputs) {
    const IrValue& value = index.values()[id];
    names.push_back(value.name);
    types.push_back(value.type.size() ? document.file().text(value.type) : "Tensor");
  }
  const Span selection = node.kind.size() ? node.kind : Span{node.head.begin, node.head.begin};
  if (names.empty()) return {kind.empty() ? "?" : kind, {}, node.extent, selection, false, {}};
  return {fmt::format("{}", fmt::join(names, ", ")),
          fmt::format("{} : {}", kind, fmt::join(types, ", ")),
          node.extent,
          index.values()[node.outputs.front()].definition,
          false,
          {}};
}

}  // namespace

void IrDocument::parse() const {
  std::call_once(parsed_, [this] {
    const ir::ParsedGraph parsed =
        ir::parseGraph(file().text(), std::make_shared<types::TypeTable>());
    if (!parsed.graph) {
      error_ = parsed.error;
      const uint32_t begin =
          file().lineStart(std::max(parsed.line, 1u)) + (parsed.column ? parsed.column - 1 : 0);
      // Up to the end of the token.
      const std::string_view rest =
          file().text().substr(std::min<size_t>(begin, file().text().size()));
      const size_t size = std::min(rest.find_first_of(" \t\r\n(),=[]#", 1), rest.size());
      errorAt_ = {begin, begin + static_cast<uint32_t>(size)};
      return;
    }
    collectSchemas(*parsed.graph, schemas_);
    // The index and the parser must have found the same nodes. Otherwise a schema could belong to
    // another node, so that all schemas are dropped.
    if (schemas_.size() != index.nodes().size()) schemas_.clear();
  });
}

std::vector<diag::Diagnostic> IrDocument::problems() const {
  parse();
  if (error_.empty()) return {};
  return {{diag::Rule::InvalidIr, diag::Severity::Error, {&file(), errorAt_}, error_, {}, {}, {}}};
}

const ops::FunctionSchema* IrDocument::schemaOf(uint32_t node) const {
  parse();
  return node < schemas_.size() ? schemas_[node] : nullptr;
}

std::optional<IrHover> irHover(const IrDocument& document, uint32_t offset,
                               const std::function<std::string(const IrOrigin&)>& sourceLine) {
  const IrIndex& index = document.index;
  if (const IrOccurrence* here = index.at(offset)) {
    if (here->value == kNoIrId) return std::nullopt;
    const IrValue& value = index.values()[here->value];
    IrHover hover{here->span, fenced(valueText(document, value))};
    if (value.node != kNoIrId &&
        document.file().text(index.nodes()[value.node].kind) == "prim::Constant")
      hover.markdown =
          fenced(shortened(document.file().text(index.nodes()[value.node].head), kMostOfNode));
    hover.markdown += "\n\n" + originAndUses(document, here->value);
    if (value.node != kNoIrId) addNode(document, value.node, sourceLine, hover.markdown);
    return hover;
  }
  const uint32_t id = index.nodeAt(offset);
  if (id == kNoIrId) return std::nullopt;
  const IrNode& node = index.nodes()[id];
  const bool atKind = node.kind.begin <= offset && offset <= node.kind.end;
  const bool atOrigin = node.origin.span.begin <= offset && offset <= node.origin.span.end;
  if (!atKind && !atOrigin) return std::nullopt;
  IrHover hover{atKind ? node.kind : node.origin.span,
                fenced(shortened(document.file().text(node.head), kMostOfNode))};
  addNode(document, id, sourceLine, hover.markdown);
  return hover;
}

std::vector<IrSymbol> irSymbols(const IrDocument& document) {
  const IrIndex& index = document.index;
  // From back to front: the children of a node or block come after it in the text, so that they are
  // complete when their parent is reached.
  std::vector<std::vector<IrSymbol>> ofNode(index.nodes().size());
  std::vector<std::vector<IrSymbol>> ofBlock(index.blocks().size());
  std::vector<IrSymbol> top;
  size_t node = index.nodes().size();
  size_t block = index.blocks().size();
  const auto into = [&](std::vector<IrSymbol>& list, IrSymbol symbol,
                        std::vector<IrSymbol>& children) {
    std::reverse(children.begin(), children.end());
    symbol.children = std::move(children);
    list.push_back(std::move(symbol));
  };
  while (node > 0 || block > 0) {
    if (block == 0 ||
        (node > 0 && index.nodes()[node - 1].head.begin > index.blocks()[block - 1].name.begin)) {
      const IrNode& irNode = index.nodes()[--node];
      into(irNode.block == kNoIrId ? top : ofBlock[irNode.block], symbolOf(document, irNode),
           ofNode[node]);
    } else {
      const IrBlock& irBlock = index.blocks()[--block];
      const std::string_view title =
          irBlock.title.empty() ? document.file().text(irBlock.name) : irBlock.title;
      into(irBlock.node == kNoIrId ? (irBlock.parent == kNoIrId ? top : ofBlock[irBlock.parent])
                                   : ofNode[irBlock.node],
           {std::string(title), {}, irBlock.extent, irBlock.name, true, {}}, ofBlock[block]);
    }
  }
  std::reverse(top.begin(), top.end());
  return top;
}

std::vector<Fold> irFolds(const IrDocument& document) {
  std::vector<Fold> folds;
  for (const IrBlock& block : document.index.blocks()) {
    const uint32_t first = document.file().lineOf(block.extent.begin);
    const uint32_t last = document.file().lineOf(block.extent.end);
    if (last > first) folds.push_back({first, last, FoldKind::Region});
  }
  return folds;
}

std::vector<SemanticToken> irTokens(const IrDocument& document) {
  const IrIndex& index = document.index;
  std::vector<SemanticToken> tokens;
  for (const IrOccurrence& occurrence : index.occurrences()) {
    if (occurrence.value == kNoIrId) continue;
    const bool isInput = index.values()[occurrence.value].node == kNoIrId;
    tokens.push_back({occurrence.span, isInput ? TokenType::Parameter : TokenType::Variable,
                      occurrence.isDefinition ? token_modifiers::kDeclaration : uint8_t{0}});
  }
  for (const IrNode& node : index.nodes()) {
    const size_t colons = document.file().text(node.kind).find("::");
    const auto space = colons == std::string_view::npos ? 0 : static_cast<uint32_t>(colons);
    if (space)
      tokens.push_back({{node.kind.begin, node.kind.begin + space}, TokenType::Namespace, 0});
    const uint32_t name = node.kind.begin + (space ? space + 2 : 0);
    if (name < node.kind.end) tokens.push_back({{name, node.kind.end}, TokenType::Function, 0});
  }
  std::sort(tokens.begin(), tokens.end(), [](const SemanticToken& a, const SemanticToken& b) {
    return a.span.begin < b.span.begin;
  });
  return tokens;
}

}  // namespace ts::ide
