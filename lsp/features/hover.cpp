#include "core/ide/hover.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/diag/rules.h"
#include "lsp/features/answers.h"

namespace ts::lsp {

namespace {

// The rules whose diagnostics lie here, each with what it is about.
void addRules(const Question& question, uint32_t offset, std::vector<std::string>& texts,
              std::optional<Span>& span) {
  for (const diag::Diagnostic& diagnostic : question.checked->findings.diagnostics) {
    const bool here = diagnostic.range.file &&
                      diagnostic.range.file->path() == question.document->path() &&
                      diagnostic.range.span.begin <= offset && offset <= diagnostic.range.span.end;
    if (!here) continue;
    const diag::RuleInfo& rule = diag::info(diagnostic.rule);
    const std::string code = diag::code(diagnostic.rule);
    const std::string name = question.rulePages.empty()
                                 ? code
                                 : fmt::format("[{}]({}{}.md)", code, question.rulePages, code);
    texts.push_back(fmt::format("**{}** {}", name, rule.summary));
    if (!span) span = diagnostic.range.span;
  }
}

}  // namespace

Answer hover(Question& question) {
  const uint32_t offset = question.offset();
  const auto about = ide::hover(question.resolver(), question.document,
                                question.checked->findings.result(), offset);
  std::vector<std::string> texts;
  std::optional<Span> span;
  if (about) {
    span = about->span;
    texts.push_back(fmt::format("```python\n{}\n```", about->code));
    texts.insert(texts.end(), about->texts.begin(), about->texts.end());
  }
  addRules(question, offset, texts, span);
  if (texts.empty()) return {};
  JsonWriter out;
  out.beginObject().key("contents").beginObject().member("kind", "markdown");
  out.member("value", fmt::format("{}", fmt::join(texts, "\n\n"))).endObject().key("range");
  question.writeRange(out, *question.document, *span);
  return {out.endObject().take()};
}

}  // namespace ts::lsp
