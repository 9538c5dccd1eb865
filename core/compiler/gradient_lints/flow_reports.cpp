// Lost gradients: reports.
#include <fmt/format.h>

#include "core/base/utf8.h"
#include "core/compiler/gradient_lints/flow_walker.h"

namespace ts::compiler {

using namespace syntax;
using diag::Rule;

namespace {

constexpr size_t kMostQuotedText = 40;  // limit on quoted source text in a message, in bytes

struct CutText {
  Rule rule;
  std::string_view message;  // of a loss without gradient; {} is the source text
  std::string_view advice;
};
constexpr CutText kCutTexts[] = {
    {Rule::LossIsNumber, "'{}' is a number, so the loss that is computed from it has no gradient",
     "keep the loss a tensor, and take numbers from it only to print them"},
    {Rule::LossIsDetached, "'{}' is cut off from the parameters, and so is the loss",
     "call backward() on the loss itself, and detach only what is stored or printed"},
    {Rule::LossIsCopied,
     "'{}' copies the values and not their history, so the loss has no gradient",
     "use the tensor itself; torch.stack() makes one tensor of several"},
    {Rule::LossWithoutGrad, "the loss is computed under '{}', so it has no gradient",
     "compute the loss outside of the block"},
};

const CutText& textOf(Rule rule) {
  for (const CutText& text : kCutTexts)
    if (text.rule == rule) return text;
  return kCutTexts[0];
}

}  // namespace

std::string GradientFile::quoted(const Node& node) const {
  const std::string text(SourceRange{source(), node.span}.text());
  const size_t line = text.find('\n');
  if (line == std::string::npos && text.size() <= kMostQuotedText) return text;
  return text.substr(0, characterStart(text, std::min(line, kMostQuotedText))) + "...";
}

void FlowWalker::report(const Cut& cut, const Node& at, const Flow& loss) {
  if (silent_ > 0 || !file_.reported.insert(cut.at).second) return;
  const CutText& text = textOf(cut.rule);
  const bool isTerm = !loss.isCut();
  std::string message =
      isTerm
          ? fmt::format("'{}' is a constant for backward(): this term of the loss has no gradient",
                        file_.quoted(*cut.at))
          : fmt::format(fmt::runtime(text.message), file_.quoted(*cut.at));
  diag::Diagnostic problem =
      diag::makeDiagnostic(cut.rule, {file_.source(), cut.at->span}, std::move(message));
  problem.label({file_.source(), at.span}, loss.is(Flow::Kind::CutLeaf)
                                               ? "backward() reaches no parameter from here"
                                           : isTerm ? "backward() starts here"
                                                    : "backward() raises here");
  problem.note(std::string(text.advice));
  const std::string_view cutText = SourceRange{file_.source(), cut.at->span}.text();
  for (const std::string_view call : {".item()", ".detach()", ".data"}) {
    if (!cutText.ends_with(call)) continue;
    const auto begin = static_cast<uint32_t>(cut.at->span.end - call.size());
    problem.fix(fmt::format("Remove {}", call.substr(1)),
                {{{file_.source(), {begin, cut.at->span.end}}, ""}}, false);
  }
  file_.context.report(std::move(problem));
}

void FlowWalker::backward(const Node& at, const Flow& loss) {
  if (loss.isCut()) return report(loss.cut, at, loss);
  for (const Cut& cut : loss.lost) report(cut, at, loss);
  checkSaved(at, loss, "backward()");
}

void FlowWalker::checkSaved(const Node& at, const Flow& loss, std::string_view purpose) {
  if (silent_ > 0) return;
  for (const Save& save : loss.saved) {
    const auto change = state_.changes.find(save.tensor);
    if (change == state_.changes.end() || change->second.version <= save.version) continue;
    const Node& changed = *change->second.at;
    if (!file_.reported.insert(&changed).second) continue;
    diag::Diagnostic problem = diag::makeDiagnostic(
        Rule::SavedIsChanged, {file_.source(), changed.span},
        fmt::format("this changes a tensor that the derivative of '{}' needs, so {} raises",
                    file_.quoted(*save.at), purpose));
    problem.label({file_.source(), save.at->span}, "saved here");
    problem.label({file_.source(), at.span}, "needed here");
    problem.note("compute a new tensor: `y = y + 1` in place of `y += 1`");
    file_.context.report(std::move(problem));
  }
}

}  // namespace ts::compiler
