#include "core/ide/calls.h"

#include "core/ide/outline.h"
#include "lsp/features/request_handlers.h"

namespace ts::lsp {

namespace {

using ide::Definition;

void writeItem(JsonWriter& out, const RequestContext& context, const Definition& definition) {
  const Span name = definition.isModule() ? Span{} : definition.info().nameSpan;
  out.beginObject().member("name", definition.isModule() ? definition.document->module
                                                         : std::string(definition.info().name));
  out.member("kind", definition.isModule() ? symbolKindNumber(name_index::SymbolKind::Module, false)
                                           : symbolKindNumber(definition.info().kind, false));
  if (!definition.isModule() && definition.info().function)
    out.member("detail",
               ide::signatureText(definition.document->file(), *definition.info().function));
  out.member("uri", context.locationOf(*definition.document, name).uri).key("range");
  context.writeRange(out, *definition.document,
                     definition.isModule() ? name : cover(definition.info().declaration, name));
  out.key("selectionRange");
  context.writeRange(out, *definition.document, name);
  out.endObject();
}

// Finds the definition of an item that the client sends back. Its file need not be open.
std::optional<Definition> definitionOf(RequestContext& context, ide::DocumentPtr& document) {
  const JsonView item = context.params["item"];
  const auto uri = item["uri"].string();
  const auto position = readPosition(item["selectionRange"]["start"]);
  if (!uri || !position) return std::nullopt;
  const DocumentOffset at = context.locate(*uri, *position);
  document = at.document;
  if (!document) return std::nullopt;
  const uint32_t offset = at.offset;
  if (offset == 0 && document->module == item["name"].string()) return Definition{document};
  return ide::callableAt(context.resolver(), document, offset);
}

void writeRanges(JsonWriter& out, const RequestContext& context, const ide::Document& document,
                 const std::vector<Span>& spans) {
  out.key("fromRanges").beginArray();
  for (const Span span : spans) context.writeRange(out, document, span);
  out.endArray();
}

}  // namespace

Response prepareCallHierarchy(RequestContext& context) {
  const auto callable = ide::callableAt(context.resolver(), context.document, context.offset());
  if (!callable || callable->document->isEmbedded) return {};
  JsonWriter out;
  out.beginArray();
  writeItem(out, context, *callable);
  return {out.endArray().take()};
}

Response incomingCalls(RequestContext& context) {
  ide::DocumentPtr document;
  const auto item = definitionOf(context, document);
  if (!item || item->isModule()) return {"[]"};
  JsonWriter out;
  out.beginArray();
  const auto files = context.allFiles();
  for (const ide::CallSites& caller :
       ide::callersOf(context.resolver(), context.documents(), *context.snapshot, *item, files,
                      context.stopCallback("Searching callers", files.size()))) {
    out.beginObject().key("from");
    writeItem(out, context, caller.function);
    writeRanges(out, context, *caller.function.document, caller.spans);
    out.endObject();
  }
  return {out.endArray().take()};
}

Response outgoingCalls(RequestContext& context) {
  ide::DocumentPtr document;
  const auto item = definitionOf(context, document);
  if (!item) return {"[]"};
  JsonWriter out;
  out.beginArray();
  for (const ide::CallSites& called : ide::calleesOf(context.resolver(), *item)) {
    if (called.function.document->isEmbedded) continue;
    out.beginObject().key("to");
    writeItem(out, context, called.function);
    writeRanges(out, context, *item->document, called.spans);
    out.endObject();
  }
  return {out.endArray().take()};
}

}  // namespace ts::lsp
