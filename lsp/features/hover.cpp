#include "core/ide/hover.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/diag/rules.h"
#include "lsp/features/request_handlers.h"

namespace ts::lsp {

namespace {

// Adds the rules of the diagnostics at the offset, with their summaries.
void addRules(const RequestContext& context, uint32_t offset, std::vector<std::string>& texts,
              std::optional<Span>& span) {
  for (const diag::Diagnostic& diagnostic : context.checkResult->diagnostics) {
    const bool here = diagnostic.range.file &&
                      diagnostic.range.file->path() == context.document->path() &&
                      diagnostic.range.span.begin <= offset && offset <= diagnostic.range.span.end;
    if (!here) continue;
    const diag::RuleInfo& rule = diag::info(diagnostic.rule);
    const std::string code = diag::code(diagnostic.rule);
    const std::string name = context.rulePages.empty()
                                 ? code
                                 : fmt::format("[{}]({}{}.md)", code, context.rulePages, code);
    texts.push_back(fmt::format("**{}** {}", name, rule.summary));
    if (!span) span = diagnostic.range.span;
  }
}

}  // namespace

Response hover(RequestContext& context) {
  const uint32_t offset = context.offset();
  const auto text = ide::hover(context.resolver(), context.document, context.checkResult->facts(),
                               context.files->roots().constructions(), offset);
  std::vector<std::string> texts;
  std::optional<Span> span;
  if (text) {
    span = text->span;
    texts.push_back(fmt::format("```python\n{}\n```", text->code));
    texts.insert(texts.end(), text->texts.begin(), text->texts.end());
  }
  addRules(context, offset, texts, span);
  if (texts.empty()) return {};
  JsonWriter out;
  out.beginObject().key("contents").beginObject().member("kind", "markdown");
  out.member("value", fmt::format("{}", fmt::join(texts, "\n\n"))).endObject().key("range");
  context.writeRange(out, *context.document, *span);
  return {out.endObject().take()};
}

}  // namespace ts::lsp
