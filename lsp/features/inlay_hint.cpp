#include "core/ide/inlay.h"

#include "lsp/features/answers.h"

namespace ts::lsp {

Answer inlayHint(Question& question) {
  if (!readRange(question.params["range"])) return {{}, "range must be a range"};
  const auto* result = question.checked->findings.result();
  JsonWriter out;
  out.beginArray();
  if (result && result->file) {
    for (const ide::InlayHint& hint :
         ide::inlayHints(*question.document, *result, question.span(question.params["range"]))) {
      out.beginObject().key("position");
      question.position(out, *question.document, hint.offset);
      out.member("label", hint.text).member("kind", 1).member("tooltip", hint.tooltip);
      if (hint.isInsertable) {
        out.key("textEdits").beginArray().beginObject().key("range");
        question.writeRange(out, *question.document, {hint.offset, hint.offset});
        out.member("newText", hint.text).endObject().endArray();
      }
      out.endObject();
    }
  }
  return {out.endArray().take()};
}

}  // namespace ts::lsp
