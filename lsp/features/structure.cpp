#include "core/ide/folding.h"
#include "core/ide/selection.h"
#include "lsp/features/answers.h"

namespace ts::lsp {

namespace {

constexpr const char* kFoldKinds[] = {"region", "imports", "comment"};  // by ide::FoldKind

}  // namespace

Answer foldingRange(Question& question) {
  const auto limit = question.client.foldingRangeLimit;
  JsonWriter out;
  out.beginArray();
  uint32_t written = 0;
  for (const ide::Fold& fold : ide::folds(*question.document)) {
    if (limit && written++ >= *limit) break;
    out.beginObject().member("startLine", fold.firstLine - 1).member("endLine", fold.lastLine - 1);
    out.member("kind", kFoldKinds[static_cast<size_t>(fold.kind)]).endObject();
  }
  return {out.endArray().take()};
}

Answer selectionRange(Question& question) {
  const JsonView positions = question.params["positions"];
  if (!positions.isArray()) return {{}, "positions must be an array"};
  JsonWriter out;
  out.beginArray();
  for (const JsonView& position : positions.elements()) {
    if (!readPosition(position)) return {{}, "positions must be positions"};
    const auto chain = ide::selectionAround(*question.document, question.offsetOf(position));
    for (const Span span : chain) {
      if (span != chain.front()) out.key("parent");
      out.beginObject().key("range");
      question.writeRange(out, *question.document, span);
    }
    for (size_t i = 0; i < chain.size(); ++i) out.endObject();
  }
  return {out.endArray().take()};
}

}  // namespace ts::lsp
