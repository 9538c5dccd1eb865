#include "lsp/features/ir.h"

#include <algorithm>

#include "core/ide/ir_document.h"
#include "lsp/features/request_handlers.h"
#include "lsp/workspace/uri.h"

namespace ts::lsp {

namespace {

using ide::IrIndex;
using ide::IrOccurrence;
using ide::IrOrigin;
using ide::kNoIrId;

constexpr int kFunction = 12, kVariable = 13, kNamespace = 3, kEvent = 24;  // LSP's SymbolKind

// Returns the file that a node's comment names. A relative path is tried from the IR text's folder,
// then from the workspace folders.
SourceFilePtr fileOf(const RequestContext& context, const IrOrigin& origin) {
  const std::string path(origin.path);
  if (path.empty()) return nullptr;
  std::vector<std::string> candidates;
  if (path.starts_with('/')) {
    candidates.push_back(path);
  } else {
    const std::string& own = context.text->path();
    if (own.starts_with('/')) candidates.push_back(own.substr(0, own.rfind('/') + 1) + path);
    for (const Folder& folder : context.state->folders)
      candidates.push_back(folder.path + "/" + path);
  }
  for (const std::string& candidate : candidates) {
    if (context.snapshot->files().kind(candidate) != FileKind::File) continue;
    const ide::DocumentPtr document = context.documents().open(*context.snapshot, candidate);
    if (document) return {document, &document->file()};
  }
  return nullptr;
}

// Returns the span from the origin to the end of its line. The file may have changed: the origin's
// line or column may be missing.
Span placeIn(const SourceFile& file, const IrOrigin& origin) {
  const uint32_t start = file.lineStart(origin.line);
  const auto size = static_cast<uint32_t>(file.lineText(origin.line).size());
  return {start + std::min(origin.column, size), start + size};
}

std::string sourceLine(const RequestContext& context, const IrOrigin& origin) {
  const SourceFilePtr file = fileOf(context, origin);
  if (!file) return {};
  std::string line(file->lineText(origin.line));
  return line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
}

const IrOccurrence* valueAt(const RequestContext& context) {
  const IrOccurrence* here = context.ir->index.at(context.offset());
  return here && here->value != kNoIrId ? here : nullptr;
}

}  // namespace

Response irHover(RequestContext& context) {
  const auto text = ide::irHover(*context.ir, context.offset(), [&](const IrOrigin& origin) {
    return sourceLine(context, origin);
  });
  if (!text) return {};
  JsonWriter out;
  out.beginObject()
      .key("contents")
      .beginObject()
      .member("kind", "markdown")
      .member("value", text->markdown)
      .endObject();
  out.key("range");
  context.writeRange(out, *context.text, text->span);
  return {out.endObject().take()};
}

// A value's definition is in the IR. The definition of a node (cursor on its operator or comment)
// is the Python code that it came from.
Response irDefinition(RequestContext& context) {
  const IrIndex& index = context.ir->index;
  JsonWriter out;
  out.beginArray();
  if (const IrOccurrence* here = valueAt(context)) {
    context.writeLocation(out, *context.text, index.values()[here->value].definition);
  } else if (const uint32_t node = index.nodeAt(context.offset()); node != kNoIrId) {
    const IrOrigin& origin = index.nodes()[node].origin;
    if (const SourceFilePtr file = fileOf(context, origin))
      context.writeLocation(out, *file, placeIn(*file, origin));
  }
  return {out.endArray().take()};
}

Response irReferences(RequestContext& context) {
  const bool withDeclaration = context.params["context"]["includeDeclaration"].truth();
  const IrOccurrence* here = valueAt(context);
  JsonWriter out;
  out.beginArray();
  for (const IrOccurrence& occurrence : context.ir->index.occurrences()) {
    if (!here || occurrence.value != here->value || (occurrence.isDefinition && !withDeclaration))
      continue;
    context.writeLocation(out, *context.text, occurrence.span);
  }
  return {out.endArray().take()};
}

Response irHighlights(RequestContext& context) {
  const IrOccurrence* here = valueAt(context);
  JsonWriter out;
  out.beginArray();
  for (const IrOccurrence& occurrence : context.ir->index.occurrences()) {
    if (!here || occurrence.value != here->value) continue;
    out.beginObject().key("range");
    context.writeRange(out, *context.text, occurrence.span);
    out.member("kind", occurrence.isDefinition ? kWrite : kRead).endObject();
  }
  return {out.endArray().take()};
}

// Caches the files: most nodes name the same few files.
Response irLinks(RequestContext& context) {
  std::map<std::string_view, SourceFilePtr> files;
  JsonWriter out;
  out.beginArray();
  for (const ide::IrNode& node : context.ir->index.nodes()) {
    const IrOrigin& origin = node.origin;
    if (origin.path.empty()) continue;
    auto [at, isNew] = files.try_emplace(origin.path);
    if (isNew) at->second = fileOf(context, origin);
    if (!at->second) continue;
    out.beginObject().key("range");
    context.writeRange(out, *context.text, origin.span);
    // Editors write a place in a link as "#L3,5": line and column from 1.
    const auto place = at->second->position(placeIn(*at->second, origin).begin, ColumnUnit::Utf16);
    out.member("target", context.uriOf(at->second->path()) + "#L" + std::to_string(place.line) +
                             "," + std::to_string(place.column + 1))
        .endObject();
  }
  return {out.endArray().take()};
}

namespace {

int kindOf(const ide::IrSymbol& symbol, bool isTop) {
  if (symbol.isBlock) return isTop ? kFunction : kNamespace;
  return symbol.detail.empty() ? kEvent : kVariable;
}

void writeTree(JsonWriter& out, const RequestContext& context, const ide::IrSymbol& symbol,
               bool isTop) {
  out.beginObject().member("name", symbol.name);
  if (!symbol.detail.empty()) out.member("detail", symbol.detail);
  out.member("kind", kindOf(symbol, isTop)).key("range");
  context.writeRange(out, *context.text, symbol.extent);
  out.key("selectionRange");
  context.writeRange(out, *context.text, symbol.selection);
  out.key("children").beginArray();
  for (const ide::IrSymbol& child : symbol.children) writeTree(out, context, child, false);
  out.endArray().endObject();
}

void writeFlat(JsonWriter& out, const RequestContext& context, const ide::IrSymbol& symbol,
               const std::string& container) {
  out.beginObject().member("name", symbol.name).member("kind", kindOf(symbol, container.empty()));
  if (!container.empty()) out.member("containerName", container);
  out.key("location");
  context.writeLocation(out, *context.text, symbol.selection);
  out.endObject();
  for (const ide::IrSymbol& child : symbol.children) writeFlat(out, context, child, symbol.name);
}

}  // namespace

Response irSymbols(RequestContext& context) {
  JsonWriter out;
  out.beginArray();
  for (const ide::IrSymbol& symbol : ide::irSymbols(*context.ir)) {
    if (context.client.nestedSymbols) {
      writeTree(out, context, symbol, true);
    } else {
      writeFlat(out, context, symbol, {});
    }
  }
  return {out.endArray().take()};
}

bool isIr(std::string_view uri, std::string_view languageId) {
  return languageId == "torchscript-ir" || languageId == "jitscope-ir" ||
         pathOfUri(uri).ends_with(".ir");
}

}  // namespace ts::lsp
