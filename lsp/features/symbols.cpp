#include <algorithm>
#include <cctype>

#include "core/ide/outline.h"
#include "lsp/features/request_handlers.h"

namespace ts::lsp {

namespace {

using ide::OutlineItem;
using name_index::SymbolKind;

// A response has at most this many symbols: the user narrows the query down.
constexpr size_t kMaxWorkspaceSymbols = 500;

void write(JsonWriter& out, const RequestContext& context, const OutlineItem& item,
           bool isInClass) {
  const ide::Document& document = *context.document;
  out.beginObject().member("name", item.name);
  if (!item.detail.empty()) out.member("detail", item.detail);
  out.member("kind", symbolKindNumber(item.kind, isInClass)).key("range");
  context.writeRange(out, document, item.range);
  out.key("selectionRange");
  context.writeRange(out, document, item.selection);
  out.key("children").beginArray();
  for (const OutlineItem& child : item.children)
    write(out, context, child, item.kind == SymbolKind::Class);
  out.endArray().endObject();
}

void writeFlat(JsonWriter& out, const RequestContext& context, const ide::DocumentPtr& document,
               const OutlineItem& item, const std::string& container, bool isInClass) {
  out.beginObject()
      .member("name", item.name)
      .member("kind", symbolKindNumber(item.kind, isInClass));
  if (!container.empty()) out.member("containerName", container);
  out.key("location");
  context.writeLocation(out, *document, item.selection);
  out.endObject();
  for (const OutlineItem& child : item.children)
    writeFlat(out, context, document, child, item.name, item.kind == SymbolKind::Class);
}

// Fuzzy match: returns whether the name contains the query's letters in this order, in any case.
bool matches(std::string_view name, std::string_view query) {
  size_t at = 0;
  for (char c : name) {
    if (at < query.size() && std::tolower(static_cast<unsigned char>(c)) ==
                                 std::tolower(static_cast<unsigned char>(query[at])))
      ++at;
  }
  return at == query.size();
}

struct SymbolMatch {
  ide::DocumentPtr document;
  const OutlineItem* item;
  std::string container;
  bool isInClass;
};

void collect(const ide::DocumentPtr& document, const std::vector<OutlineItem>& items,
             std::string_view query, const std::string& container, bool isInClass,
             std::vector<SymbolMatch>& results) {
  for (const OutlineItem& item : items) {
    if (results.size() >= kMaxWorkspaceSymbols) return;
    if (matches(item.name, query)) results.push_back({document, &item, container, isInClass});
    collect(document, item.children, query, item.name, item.kind == SymbolKind::Class, results);
  }
}

}  // namespace

int symbolKindNumber(SymbolKind kind, bool isInClass) {
  switch (kind) {
    case SymbolKind::Module: return 2;
    case SymbolKind::Class: return 5;
    case SymbolKind::Method: return 6;
    case SymbolKind::Property: return 7;
    case SymbolKind::Attribute: return 8;
    case SymbolKind::Function: return 12;
    case SymbolKind::TypeParameter: return 26;
    case SymbolKind::Variable:
    case SymbolKind::Parameter: break;
  }
  return isInClass ? 8 : 13;  // a field, a variable
}

Response documentSymbol(RequestContext& context) {
  JsonWriter out;
  out.beginArray();
  for (const OutlineItem& item : ide::outline(*context.document)) {
    if (!context.isRequested(item.range)) continue;
    if (context.client.nestedSymbols) {
      write(out, context, item, false);
    } else {
      writeFlat(out, context, context.document, item, {}, false);
    }
  }
  return {out.endArray().take()};
}

Response workspaceSymbol(RequestContext& context) {
  const auto query = context.params["query"].string();
  if (!query) return {{}, "query must be a string"};
  PartialArray symbols(context.progress);
  size_t left = kMaxWorkspaceSymbols, step = 0;
  const auto files = context.allFiles();
  for (const std::string& path : files) {
    if (context.shouldStop("Searching symbols", step++, files.size()) || left == 0) break;
    symbols.pause();
    JsonWriter& out = symbols.out();
    const ide::DocumentPtr document = context.documents().open(*context.snapshot, path);
    if (!document) continue;
    const auto items = ide::outline(*document);
    std::vector<SymbolMatch> matches;
    collect(document, items, *query, document->module, false, matches);
    for (const SymbolMatch& match : matches) {
      if (left == 0) break;
      --left;
      out.beginObject()
          .member("name", match.item->name)
          .member("kind", symbolKindNumber(match.item->kind, match.isInClass));
      if (!match.container.empty()) out.member("containerName", match.container);
      out.key("location");
      context.writeLocation(out, *match.document, match.item->selection);
      out.endObject();
    }
  }
  return {symbols.take()};
}

}  // namespace ts::lsp
