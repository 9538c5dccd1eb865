#include "core/ide/calls.h"

#include "core/ide/outline.h"
#include "lsp/features/answers.h"

namespace ts::lsp {

namespace {

using ide::Definition;

void writeItem(JsonWriter& out, const Question& question, const Definition& one) {
  const Span name = one.isModule() ? Span{} : one.info().nameSpan;
  out.beginObject().member("name",
                           one.isModule() ? one.document->module : std::string(one.info().name));
  out.member("kind", one.isModule() ? symbolKindNumber(name_index::SymbolKind::Module, false)
                                    : symbolKindNumber(one.info().kind, false));
  if (!one.isModule() && one.info().function)
    out.member("detail", ide::signatureText(one.document->file(), *one.info().function));
  out.member("uri", question.placeOf(*one.document, name).uri).key("range");
  question.writeRange(out, *one.document,
                      one.isModule() ? name : cover(one.info().declaration, name));
  out.key("selectionRange");
  question.writeRange(out, *one.document, name);
  out.endObject();
}

// The item that a client gives back: a place in a file that need not be open.
std::optional<Definition> itemOf(Question& question, ide::DocumentPtr& document) {
  const JsonView item = question.params["item"];
  const auto uri = item["uri"].string();
  const auto position = readPosition(item["selectionRange"]["start"]);
  if (!uri || !position) return std::nullopt;
  const Question::At at = question.find(*uri, *position);
  document = at.document;
  if (!document) return std::nullopt;
  const uint32_t offset = at.offset;
  if (offset == 0 && document->module == item["name"].string()) return Definition{document};
  return ide::callableAt(question.resolver(), document, offset);
}

void writeRanges(JsonWriter& out, const Question& question, const ide::Document& document,
                 const std::vector<Span>& spans) {
  out.key("fromRanges").beginArray();
  for (const Span span : spans) question.writeRange(out, document, span);
  out.endArray();
}

}  // namespace

Answer prepareCallHierarchy(Question& question) {
  const auto found = ide::callableAt(question.resolver(), question.document, question.offset());
  if (!found || found->document->isEmbedded) return {};
  JsonWriter out;
  out.beginArray();
  writeItem(out, question, *found);
  return {out.endArray().take()};
}

Answer incomingCalls(Question& question) {
  ide::DocumentPtr document;
  const auto item = itemOf(question, document);
  if (!item || item->isModule()) return {"[]"};
  JsonWriter out;
  out.beginArray();
  const auto files = question.allFiles();
  for (const ide::CallSites& caller :
       ide::callersOf(question.resolver(), question.library(), *question.files, *item, files,
                      question.stopper("Searching callers", files.size()))) {
    out.beginObject().key("from");
    writeItem(out, question, caller.function);
    writeRanges(out, question, *caller.function.document, caller.spans);
    out.endObject();
  }
  return {out.endArray().take()};
}

Answer outgoingCalls(Question& question) {
  ide::DocumentPtr document;
  const auto item = itemOf(question, document);
  if (!item) return {"[]"};
  JsonWriter out;
  out.beginArray();
  for (const ide::CallSites& called : ide::calledBy(question.resolver(), *item)) {
    if (called.function.document->isEmbedded) continue;
    out.beginObject().key("to");
    writeItem(out, question, called.function);
    writeRanges(out, question, *item->document, called.spans);
    out.endObject();
  }
  return {out.endArray().take()};
}

}  // namespace ts::lsp
