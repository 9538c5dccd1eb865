// Rewrites of ints to floats, which TorchScript does not convert implicitly, and of lists with an
// unknown element type.
#include <fmt/format.h>

#include <algorithm>

#include "core/fixes/lines.h"
#include "core/fixes/table.h"

namespace ts::fixes {

using namespace syntax;
using types::TypeKind;

namespace {

bool isIntLiteral(const Expr* expr) {
  const auto* minus = dynCast<UnaryOp>(expr);
  if (minus && minus->op == UnaryOperator::USub) expr = minus->operand;
  const auto* constant = dynCast<Constant>(expr);
  if (!constant || constant->constant != ConstantKind::Int) return false;
  return constant->text.find_first_of("xXoObB") == std::string_view::npos;
}

bool hasType(const FixContext& site, const Expr& expr, TypeKind kind) {
  types::TypePtr type = site.typeOf(expr);
  return type && type->is(kind);
}

// Rewrites "1" to "1.0" and a computed int n to "float(n)".
std::vector<diag::Edit> toFloat(const FixContext& site, const Expr& expr) {
  if (isIntLiteral(&expr)) return {site.insert(expr.span.end, ".0")};
  if (hasType(site, expr, TypeKind::Int))
    return {site.insert(expr.span.begin, "float("), site.insert(expr.span.end, ")")};
  return {};
}

// Rewrites a value, or each element of a list.
std::vector<diag::Edit> toFloats(const FixContext& site, const Expr& expr) {
  if (expr.kind != ExprKind::List) return toFloat(site, expr);
  std::vector<diag::Edit> edits;
  for (const Expr* element : as<Sequence>(expr).elts) {
    auto more = toFloat(site, *element);
    edits.insert(edits.end(), more.begin(), more.end());
  }
  return edits;
}

bool wantsFloat(std::string_view annotation) {
  return annotation == "float" || annotation == "List[float]" || annotation == "list[float]" ||
         annotation == "Optional[float]";
}

MaybeFix floatFix(std::vector<diag::Edit> edits) {
  if (edits.empty()) return std::nullopt;
  return fix("Write it as a float", std::move(edits));
}

// Returns the first plain assignment of the variable.
const Assign* firstAssignment(const FunctionDef& function, std::string_view name) {
  const Assign* found = nullptr;
  Deep{[&](const Stmt& stmt) {
         const auto* assign = dynCast<Assign>(&stmt);
         const auto* target =
             assign && assign->targets.size() == 1 ? dynCast<Name>(assign->targets[0]) : nullptr;
         if (target && target->id == name && !found) found = assign;
         return true;
       },
       [](const Expr&) { return false; }}(static_cast<const Stmt&>(function));
  return found;
}

}  // namespace

MaybeFix makeFloat(const FixContext& site) {
  const Stmt* stmt = site.stmt();
  if (!stmt || !site.function()) return std::nullopt;
  if (stmt->kind == StmtKind::AnnAssign && as<AnnAssign>(*stmt).value) {
    const auto& assign = as<AnnAssign>(*stmt);
    return wantsFloat(site.text(*assign.annotation)) ? floatFix(toFloats(site, *assign.value))
                                                     : std::nullopt;
  }
  if (const auto* back = dynCast<Return>(stmt); back && back->value && site.function()->returns) {
    return wantsFloat(site.text(*site.function()->returns)) ? floatFix(toFloats(site, *back->value))
                                                            : std::nullopt;
  }
  return std::nullopt;
}

MaybeFix makeFloatArgument(const FixContext& site) {
  const Call* call = nullptr;
  for (const FixContext::Step& step : site.path()) {
    if (const auto* found = dynCast<Call>(step.expr); found && found->func->span == site.span)
      call = found;
  }
  const FunctionDef* function = site.function();
  if (!call || !function) return std::nullopt;
  const auto* method = dynCast<Attribute>(call->func);
  if (const auto* list = method ? dynCast<Name>(method->value) : nullptr;
      list && method->attr.text == "append" && call->args.size() == 1) {
    // Without an annotation an empty list is a list of tensors.
    const Assign* assign = firstAssignment(*function, list->id);
    types::TypePtr type = site.typeOf(*call->args[0]);
    bool isEmpty = assign && assign->value->kind == ExprKind::List &&
                   as<Sequence>(*assign->value).elts.empty();
    bool isPlain = type && (type->is(TypeKind::Int) || type->is(TypeKind::Float) ||
                            type->is(TypeKind::Bool) || type->is(TypeKind::String));
    if (!isEmpty || !isPlain) return std::nullopt;
    std::vector<diag::Edit> edits;
    std::string annotation =
        fmt::format("{}[{}]", typingName(site, "List", edits), type->annotation());
    edits.push_back(site.insert(assign->targets[0]->span.end, ": " + annotation));
    return fix(fmt::format("Annotate the list as {}", annotation), std::move(edits));
  }
  const auto* name = dynCast<Name>(call->func);
  const Stmt* callee = name ? site.definition(name->id) : nullptr;
  if (!callee || callee->kind != StmtKind::FunctionDef) return std::nullopt;
  const Arguments& parameters = *as<FunctionDef>(*callee).args;
  std::vector<diag::Edit> edits;
  auto give = [&](const Arg& parameter, const Expr& value) {
    std::string_view type =
        parameter.annotation ? site.text(*parameter.annotation) : std::string_view();
    std::vector<diag::Edit> more;
    if (wantsFloat(type)) more = toFloats(site, value);
    if (type == "int" && hasType(site, value, TypeKind::Bool)) {
      more = {site.insert(value.span.begin, "int("), site.insert(value.span.end, ")")};
    }
    edits.insert(edits.end(), more.begin(), more.end());
  };
  for (size_t i = 0; i < call->args.size() && i < parameters.args.size(); ++i) {
    if (call->args[i]->kind == ExprKind::Starred) return std::nullopt;
    give(*parameters.args[i], *call->args[i]);
  }
  for (const Keyword* keyword : call->keywords) {
    for (List<Arg*> list : {parameters.args, parameters.kwonlyargs}) {
      for (const Arg* parameter : list) {
        if (parameter->arg.text == keyword->arg.text) give(*parameter, *keyword->value);
      }
    }
  }
  if (edits.empty()) return std::nullopt;
  return fix("Convert the argument", std::move(edits));
}

MaybeFix makeFloatBranch(const FixContext& site) {
  const auto* choice = dynCast<IfExp>(site.expr());
  if (!choice) return std::nullopt;
  if (hasType(site, *choice->orelse, TypeKind::Float))
    return floatFix(toFloat(site, *choice->body));
  if (hasType(site, *choice->body, TypeKind::Float))
    return floatFix(toFloat(site, *choice->orelse));
  return std::nullopt;
}

MaybeFix makeFloatBefore(const FixContext& site) {
  const FunctionDef* function = site.function();
  const auto* name = dynCast<Name>(site.expr());
  const Stmt* stmt = site.stmt();
  if (!function || !name || !stmt) return std::nullopt;
  const Expr* value = nullptr;
  if (const auto* assign = dynCast<Assign>(stmt)) value = assign->value;
  if (const auto* assign = dynCast<AugAssign>(stmt)) value = assign->value;
  const Assign* first = firstAssignment(*function, name->id);
  if (!value || !first || !isIntLiteral(first->value)) return std::nullopt;
  if (hasType(site, *value, TypeKind::Float)) return floatFix(toFloat(site, *first->value));
  return std::nullopt;
}

}  // namespace ts::fixes
