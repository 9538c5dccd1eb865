#include "lsp/features/ir.h"

#include <algorithm>

#include "core/ide/ir_document.h"
#include "lsp/features/answers.h"
#include "lsp/uri.h"

namespace ts::lsp {

namespace {

using ide::IrIndex;
using ide::IrOccurrence;
using ide::IrOrigin;
using ide::kNoIrId;

constexpr int kFunction = 12, kVariable = 13, kNamespace = 3, kEvent = 24;  // LSP's SymbolKind

// The file that a node's comment names: as it stands, from the text's own folder, from those of the
// workspace.
SourceFilePtr fileOf(const Question& question, const IrOrigin& origin) {
  const std::string path(origin.path);
  if (path.empty()) return nullptr;
  std::vector<std::string> candidates;
  if (path.starts_with('/')) {
    candidates.push_back(path);
  } else {
    const std::string& own = question.text->path();
    if (own.starts_with('/')) candidates.push_back(own.substr(0, own.rfind('/') + 1) + path);
    for (const Folder& folder : question.open->folders)
      candidates.push_back(folder.path + "/" + path);
  }
  for (const std::string& candidate : candidates) {
    if (question.files->files().kind(candidate) != FileKind::File) continue;
    const ide::DocumentPtr document = question.library().open(*question.files, candidate);
    if (document) return {document, &document->file()};
  }
  return nullptr;
}

// The origin's place in its file: up to the end of the line. A file that has changed since may have
// no such line.
Span placeIn(const SourceFile& file, const IrOrigin& origin) {
  const uint32_t start = file.lineStart(origin.line);
  const auto size = static_cast<uint32_t>(file.lineText(origin.line).size());
  return {start + std::min(origin.column, size), start + size};
}

std::string sourceLine(const Question& question, const IrOrigin& origin) {
  const SourceFilePtr file = fileOf(question, origin);
  if (!file) return {};
  std::string line(file->lineText(origin.line));
  return line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
}

const IrOccurrence* knownAt(const Question& question) {
  const IrOccurrence* here = question.ir->index.at(question.offset());
  return here && here->value != kNoIrId ? here : nullptr;
}

Answer irHover(Question& question) {
  const auto about = ide::irHover(*question.ir, question.offset(), [&](const IrOrigin& origin) {
    return sourceLine(question, origin);
  });
  if (!about) return {};
  JsonWriter out;
  out.beginObject()
      .key("contents")
      .beginObject()
      .member("kind", "markdown")
      .member("value", about->markdown)
      .endObject();
  out.key("range");
  question.writeRange(out, *question.text, about->span);
  return {out.endObject().take()};
}

// Of a value where it is made; of a node, at its operator or its comment, the Python that it is of.
Answer irDefinition(Question& question) {
  const IrIndex& index = question.ir->index;
  JsonWriter out;
  out.beginArray();
  if (const IrOccurrence* here = knownAt(question)) {
    question.writeLocation(out, *question.text, index.values()[here->value].definition);
  } else if (const uint32_t node = index.nodeAt(question.offset()); node != kNoIrId) {
    const IrOrigin& origin = index.nodes()[node].origin;
    if (const SourceFilePtr file = fileOf(question, origin))
      question.writeLocation(out, *file, placeIn(*file, origin));
  }
  return {out.endArray().take()};
}

Answer irReferences(Question& question) {
  const bool withDeclaration = question.params["context"]["includeDeclaration"].truth();
  const IrOccurrence* here = knownAt(question);
  JsonWriter out;
  out.beginArray();
  for (const IrOccurrence& one : question.ir->index.occurrences()) {
    if (!here || one.value != here->value || (one.isDefinition && !withDeclaration)) continue;
    question.writeLocation(out, *question.text, one.span);
  }
  return {out.endArray().take()};
}

Answer irHighlights(Question& question) {
  const IrOccurrence* here = knownAt(question);
  JsonWriter out;
  out.beginArray();
  for (const IrOccurrence& one : question.ir->index.occurrences()) {
    if (!here || one.value != here->value) continue;
    out.beginObject().key("range");
    question.writeRange(out, *question.text, one.span);
    out.member("kind", one.isDefinition ? kWrite : kRead).endObject();
  }
  return {out.endArray().take()};
}

// One request asks for all of them, and most nodes are of the same few files.
Answer irLinks(Question& question) {
  std::map<std::string_view, SourceFilePtr> files;
  JsonWriter out;
  out.beginArray();
  for (const ide::IrNode& node : question.ir->index.nodes()) {
    const IrOrigin& origin = node.origin;
    if (origin.path.empty()) continue;
    auto [at, isNew] = files.try_emplace(origin.path);
    if (isNew) at->second = fileOf(question, origin);
    if (!at->second) continue;
    out.beginObject().key("range");
    question.writeRange(out, *question.text, origin.span);
    // "#L3,5" is how editors write a place in a link: line and column from 1.
    const auto place = at->second->position(placeIn(*at->second, origin).begin, ColumnUnit::Utf16);
    out.member("target", question.uriOf(at->second->path()) + "#L" + std::to_string(place.line) +
                             "," + std::to_string(place.column + 1))
        .endObject();
  }
  return {out.endArray().take()};
}

int kindOf(const ide::IrSymbol& symbol, bool isTop) {
  if (symbol.isBlock) return isTop ? kFunction : kNamespace;
  return symbol.detail.empty() ? kEvent : kVariable;
}

void writeTree(JsonWriter& out, const Question& question, const ide::IrSymbol& symbol, bool isTop) {
  out.beginObject().member("name", symbol.name);
  if (!symbol.detail.empty()) out.member("detail", symbol.detail);
  out.member("kind", kindOf(symbol, isTop)).key("range");
  question.writeRange(out, *question.text, symbol.whole);
  out.key("selectionRange");
  question.writeRange(out, *question.text, symbol.selection);
  out.key("children").beginArray();
  for (const ide::IrSymbol& child : symbol.children) writeTree(out, question, child, false);
  out.endArray().endObject();
}

void writeFlat(JsonWriter& out, const Question& question, const ide::IrSymbol& symbol,
               const std::string& container) {
  out.beginObject().member("name", symbol.name).member("kind", kindOf(symbol, container.empty()));
  if (!container.empty()) out.member("containerName", container);
  out.key("location");
  question.writeLocation(out, *question.text, symbol.selection);
  out.endObject();
  for (const ide::IrSymbol& child : symbol.children) writeFlat(out, question, child, symbol.name);
}

Answer irSymbols(Question& question) {
  JsonWriter out;
  out.beginArray();
  for (const ide::IrSymbol& symbol : ide::irSymbols(*question.ir)) {
    if (question.client.nestedSymbols) {
      writeTree(out, question, symbol, true);
    } else {
      writeFlat(out, question, symbol, {});
    }
  }
  return {out.endArray().take()};
}

struct Entry {
  std::string_view method;
  Answer (*answer)(Question&);
};
constexpr Entry kAnswers[] = {
    {"textDocument/declaration", irDefinition},
    {"textDocument/definition", irDefinition},
    {"textDocument/diagnostic", documentDiagnostic},
    {"textDocument/documentHighlight", irHighlights},
    {"textDocument/documentLink", irLinks},
    {"textDocument/documentSymbol", irSymbols},
    {"textDocument/foldingRange", foldingRange},
    {"textDocument/hover", irHover},
    {"textDocument/references", irReferences},
    {"textDocument/semanticTokens/full", semanticTokensFull},
    {"textDocument/semanticTokens/full/delta", semanticTokensDelta},
    {"textDocument/semanticTokens/range", semanticTokensRange},
};

}  // namespace

bool isIr(std::string_view uri, std::string_view languageId) {
  return languageId == "torchscript-ir" || languageId == "jitscope-ir" ||
         pathOfUri(uri).ends_with(".ir");
}

Answer answerAboutIr(Question& question, std::string_view method) {
  const auto found = std::find_if(std::begin(kAnswers), std::end(kAnswers),
                                  [&](const Entry& one) { return one.method == method; });
  return found == std::end(kAnswers) ? Answer{} : found->answer(question);
}

}  // namespace ts::lsp
