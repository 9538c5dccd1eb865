// Traced code: reports, and checks of the traced function's result.
#include "core/base/utf8.h"
#include "core/compiler/reports/compile_error.h"
#include "core/compiler/trace_lints/trace_walker.h"
#include "core/source/library_path.h"

namespace ts::compiler {

using diag::Rule;

namespace {

constexpr size_t kMostQuoted = 40;  // limit on quoted source text in a message, in bytes

}  // namespace

SourceRange TraceWalker::range(const syntax::Node& node) const {
  return {activation_->function->module->tree->file.get(), node.span};
}

std::string TraceWalker::quoted(const syntax::Node& node) const {
  std::string text(range(node).text());
  size_t line = text.find('\n');
  if (line == std::string::npos && text.size() <= kMostQuoted) return text;
  return text.substr(0, characterStart(text, std::min(line, kMostQuoted))) + "...";
}

void TraceWalker::report(Rule rule, const syntax::Node& at, std::string message,
                         std::string_view note, std::optional<diag::Severity> severity) {
  SourceRange place = range(at);
  // A hazard belongs to the file that contains the code. Users can't edit the embedded library: its
  // hazards are reported at the call of torch.jit.trace.
  const bool isEmbeddedCode = isEmbedded(place.file->path());
  CompileError error(rule, isEmbeddedCode ? call_.at : place, std::move(message));
  if (isEmbeddedCode) {
    error.label(place, "here");
  } else if (place.file == call_.at.file) {
    error.label(call_.at, "traced here");
  } else {
    error.note("the code is traced here", call_.at);
  }
  if (!note.empty()) error.note(std::string(note));
  if (severity) error.diagnostic.severity = *severity;
  context_.report(error.diagnostic);
}

// PyTorch refuses to capture a tensor that requires grad.
void TraceWalker::useCaptured(const syntax::Expr& expr, const TraceValue& value) {
  if (!value.is(TracedKind::Captured) || !value.requiresGrad) return;
  report(Rule::TracedGradConstant, expr,
         "'" + quoted(expr) +
             "' requires grad but is neither an input nor a parameter of the trace: "
             "torch.jit.trace raises here",
         "make it a parameter of a module that is traced, pass it in, or detach() it outside");
}

void TraceWalker::checkResult(const Activation& activation) {
  const PyFunction& function = *activation.function;
  const syntax::Node name{function.def->name.span};
  const syntax::Node& place =
      activation.lastReturn ? static_cast<const syntax::Node&>(*activation.lastReturn) : name;
  bool returnsNothing = !activation.result
                            ? !activation.isDead
                            : activation.isDead && activation.result->is(TracedKind::Plain) &&
                                  activation.result->value.isNone();
  if (returnsNothing) {
    report(Rule::TracedNoResult, place,
           "the traced function returns nothing, which torch.jit.trace refuses",
           "a trace records no side effects: return the tensors that it computes");
    return;
  }
  if (activation.result && activation.isDead && activation.lastReturn->value)
    checkOutput(*activation.lastReturn->value, *activation.result);
}

void TraceWalker::checkOutput(const syntax::Expr& expr, const TraceValue& value) {
  switch (value.kind) {
    case TracedKind::Sequence: {
      if (value.isList && call_.isStrict) {
        report(Rule::TracedListOutput, expr,
               "the traced function returns a list, and the trace keeps the number of its elements",
               "return a tuple");
      }
      bool isDisplay = expr.kind == syntax::ExprKind::Tuple || expr.kind == syntax::ExprKind::List;
      const auto* parts = isDisplay ? &syntax::as<syntax::Sequence>(expr).elts : nullptr;
      for (size_t i = 0; i < value.elements.size(); ++i) {
        bool matches = parts && parts->size() == value.elements.size();
        checkOutput(matches ? *(*parts)[i] : expr, value.elements[i]);
      }
      return;
    }
    case TracedKind::Mapping:
      if (call_.isStrict) {
        report(Rule::TracedDictOutput, expr,
               "the traced function returns a dict, which torch.jit.trace refuses",
               "return a tuple, or trace with strict=False");
      }
      return;
    case TracedKind::Plain:
    case TracedKind::Metadata:
      report(Rule::TracedOutputType, expr,
             "'" + quoted(expr) + "' is not a tensor, and torch.jit.trace refuses to return it",
             "a trace returns tensors, and tuples, lists and dicts of them");
      return;
    case TracedKind::Captured:
      report(
          Rule::TracedIndependentOutput, expr,
          "'" + quoted(expr) +
              "' was created before the trace, which does not compute it: torch.jit.trace raises",
          "make it a buffer of a module that is traced, or return a clone() of it");
      return;
    default: return;
  }
}

}  // namespace ts::compiler
