#include <algorithm>

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
  const uint32_t before = question.cell ? question.cell->firstLine : 0;
  for (const ide::Fold& fold :
       question.ir ? ide::irFolds(*question.ir) : ide::folds(*question.document)) {
    const uint32_t start = question.text->lineStart(fold.firstLine);
    if (!question.isAsked({start, start})) continue;
    if (limit && written++ >= *limit) break;
    const uint32_t last = fold.lastLine - 1 - before;
    out.beginObject().member("startLine", fold.firstLine - 1 - before);
    out.member("endLine", question.cell ? std::min(last, question.cell->lineCount - 1) : last);
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
    auto chain = ide::selectionAround(*question.document, question.offsetOf(position));
    // What goes beyond the cell isn't to be selected there.
    const Span whole = question.whole();
    const auto isWithin = [&](Span span) {
      return whole.begin <= span.begin && span.end <= whole.end;
    };
    chain.erase(std::find_if_not(chain.begin() + 1, chain.end(), isWithin), chain.end());
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
