// Rewrites of expressions that a trace freezes into expressions that it records.
#include <fmt/format.h>

#include "core/fixes/fix_functions.h"

namespace ts::fixes {

using namespace syntax;

MaybeFix useShape(const FixContext& context) {
  const auto* call = dynCast<Call>(context.expr());
  const auto* callee = call ? dynCast<Name>(call->func) : nullptr;
  if (!callee || callee->id != "len" || call->args.size() != 1) return std::nullopt;
  const Expr& tensor = *call->args[0];
  bool isPlain = tensor.kind == ExprKind::Name || tensor.kind == ExprKind::Attribute ||
                 tensor.kind == ExprKind::Call;
  std::string text(context.text(tensor));
  return fix(
      "Use the size, which the trace records",
      {context.replace(call->span, fmt::format("{}.shape[0]", isPlain ? text : "(" + text + ")"))});
}

MaybeFix useDetach(const FixContext& context) {
  const auto* attribute = dynCast<Attribute>(context.expr());
  if (!attribute || attribute->attr.text != "data" || attribute->ctx != Context::Load)
    return std::nullopt;
  return fix("Use detach()", {context.replace(attribute->attr.span, "detach()")});
}

MaybeFix callEval(const FixContext& context) {
  // The diagnostic is at the layer that training mode affects; a label marks the call of
  // torch.jit.trace.
  const Call* trace = nullptr;
  auto look = [&](const SourceRange& at) {
    if (at.file != &context.file) return;
    for (const Stmt* stmt : context.tree.body) {
      eachExpr(*stmt, [&](const Expr& expr) {
        const auto* call = dynCast<Call>(&expr);
        if (call && call->span.begin == at.span.begin &&
            context.text(*call->func).ends_with("trace"))
          trace = call;
      });
    }
  };
  look(context.diagnostic.range);
  for (const diag::Label& label : context.diagnostic.labels) look(label.range);
  const Expr* module = trace && !trace->args.empty() ? trace->args[0] : nullptr;
  if (!module || (module->kind != ExprKind::Name && module->kind != ExprKind::Call))
    return std::nullopt;
  // Unsafe: the module stays in evaluation mode.
  return unsafeFix("Trace it in evaluation mode", {context.insert(module->span.end, ".eval()")});
}

MaybeFix returnTuple(const FixContext& context) {
  const auto* back = context.stmtAs<Return>();
  if (!back || !back->value || back->value->kind != ExprKind::List ||
      as<Sequence>(*back->value).elts.empty())
    return std::nullopt;
  Span list = back->value->span;
  bool isOne = as<Sequence>(*back->value).elts.size() == 1;
  return unsafeFix("Return a tuple",
                   {context.replace({list.begin, list.begin + 1}, "("),
                    context.replace({list.end - 1, list.end}, isOne ? ",)" : ")")});
}

}  // namespace ts::fixes
