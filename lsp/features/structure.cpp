#include <algorithm>

#include "core/ide/folding.h"
#include "core/ide/selection.h"
#include "lsp/features/request_handlers.h"

namespace ts::lsp {

namespace {

constexpr const char* kFoldKinds[] = {"region", "imports", "comment"};  // by ide::FoldKind

}  // namespace

Response foldingRange(RequestContext& context) {
  const auto limit = context.client.foldingRangeLimit;
  JsonWriter out;
  out.beginArray();
  uint32_t written = 0;
  const uint32_t before = context.cell ? context.cell->firstLine : 0;
  for (const ide::Fold& fold :
       context.ir ? ide::irFolds(*context.ir) : ide::folds(*context.document)) {
    const uint32_t start = context.text->lineStart(fold.firstLine);
    if (!context.isRequested({start, start})) continue;
    if (limit && written++ >= *limit) break;
    const uint32_t last = fold.lastLine - 1 - before;
    out.beginObject().member("startLine", fold.firstLine - 1 - before);
    out.member("endLine", context.cell ? std::min(last, context.cell->lineCount - 1) : last);
    out.member("kind", kFoldKinds[static_cast<size_t>(fold.kind)]).endObject();
  }
  return {out.endArray().take()};
}

Response selectionRange(RequestContext& context) {
  const JsonView positions = context.params["positions"];
  if (!positions.isArray()) return {{}, "positions must be an array"};
  JsonWriter out;
  out.beginArray();
  for (const JsonView& position : positions.elements()) {
    if (!readPosition(position)) return {{}, "positions must be positions"};
    auto chain = ide::selectionRanges(*context.document, context.offsetOf(position));
    // Drops the spans that extend beyond the cell.
    const Span requested = context.requestedSpan();
    const auto isWithin = [&](Span span) {
      return requested.begin <= span.begin && span.end <= requested.end;
    };
    chain.erase(std::find_if_not(chain.begin() + 1, chain.end(), isWithin), chain.end());
    for (const Span span : chain) {
      if (span != chain.front()) out.key("parent");
      out.beginObject().key("range");
      context.writeRange(out, *context.document, span);
    }
    for (size_t i = 0; i < chain.size(); ++i) out.endObject();
  }
  return {out.endArray().take()};
}

}  // namespace ts::lsp
