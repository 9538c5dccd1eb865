// Values and annotations that code needs before it: on every path, or at a definition.
#include <fmt/format.h>

#include <algorithm>

#include "core/fixes/fix_functions.h"
#include "core/fixes/line_edits.h"

namespace ts::fixes {

using namespace syntax;
using types::TypeKind;

namespace {

// Returns the type as an annotation of the file, with the imports that it needs. Empty for a type
// that the file cannot write.
std::string annotationOf(const FixContext& context, types::TypePtr type,
                         std::vector<diag::Edit>& edits) {
  switch (type->kind()) {
    case TypeKind::Int:
    case TypeKind::Float:
    case TypeKind::Bool:
    case TypeKind::String: return type->annotation();
    case TypeKind::Tensor:
      if (context.isBoundInModule("Tensor")) return "Tensor";
      return context.isBoundInModule("torch") ? "torch.Tensor" : "";
    case TypeKind::List:
    case TypeKind::Dict:
    case TypeKind::Optional:
    case TypeKind::Tuple: {
      std::vector<std::string> parts;
      for (const types::TypePtr& part : type->contained()) {
        parts.push_back(annotationOf(context, part, edits));
        if (parts.back().empty()) return "";
      }
      const std::string name = type->annotation().substr(0, type->annotation().find('['));
      return fmt::format("{}[{}]", typingName(context, name, edits), fmt::join(parts, ", "));
    }
    default: return "";
  }
}

// Returns the statement of the function that begins at the offset; null for none.
const Stmt* statementAt(const FunctionDef& function, uint32_t begin) {
  const Stmt* found = nullptr;
  DeepVisitor{[&](const Stmt& stmt) {
                if (stmt.span.begin == begin && !found) found = &stmt;
                return true;
              },
              [](const Expr&) { return false; }}(static_cast<const Stmt&>(function));
  return found;
}

// Returns the type of the first assignment of the variable whose type is known.
types::TypePtr assignedType(const FixContext& context, std::string_view name) {
  types::TypePtr type = nullptr;
  DeepVisitor{[&](const Stmt& stmt) {
                const auto* assign = dynCast<Assign>(&stmt);
                for (const Expr* target : assign ? assign->targets : List<Expr*>()) {
                  const auto* variable = dynCast<Name>(target);
                  if (!type && variable && variable->id == name)
                    type = context.typeOf(*assign->value);
                }
                return true;
              },
              [](const Expr&) { return false; }}(static_cast<const Stmt&>(*context.function()));
  return type;
}

const FunctionDef* asFunction(const Stmt* stmt) {
  return stmt && stmt->kind == StmtKind::FunctionDef ? &as<FunctionDef>(*stmt) : nullptr;
}

// The definition that a call of a plain name or of a method of self calls; null for others.
const FunctionDef* calledFunction(const FixContext& context, const Call& call) {
  if (const auto* name = dynCast<Name>(call.func)) return asFunction(context.definition(name->id));
  const auto* method = dynCast<Attribute>(call.func);
  const auto* self = method ? dynCast<Name>(method->value) : nullptr;
  if (!self || self->id != "self" || !context.cls()) return nullptr;
  for (const Stmt* member : context.cls()->body) {
    const FunctionDef* function = asFunction(member);
    if (function && function->name.text == method->attr.text) return function;
  }
  return nullptr;
}

// Returns the parameter that takes the argument with this span; null for none.
const Arg* parameterOfArgument(const FunctionDef& function, const Call& call, Span argument) {
  const size_t skipped = call.func->kind == ExprKind::Attribute ? 1 : 0;  // self
  for (size_t i = 0; i < call.args.size(); ++i) {
    if (call.args[i]->kind == ExprKind::Starred) return nullptr;
    if (call.args[i]->span != argument) continue;
    return i + skipped < function.args->args.size() ? function.args->args[i + skipped] : nullptr;
  }
  for (const Keyword* keyword : call.keywords) {
    if (keyword->value->span != argument) continue;
    for (const List<Arg*>& list : {function.args->args, function.args->kwonlyargs})
      for (const Arg* parameter : list)
        if (parameter->arg.text == keyword->arg.text) return parameter;
  }
  return nullptr;
}

}  // namespace

MaybeFix annotateParameter(const FixContext& context) {
  for (const FixContext::PathNode& step : context.path()) {
    const auto* call = dynCast<Call>(step.expr);
    if (!call || call->func->span != context.span) continue;
    const FunctionDef* function = calledFunction(context, *call);
    if (!function || !function->typeComment.empty()) return std::nullopt;
    for (const diag::Label& label : context.diagnostic.labels) {
      if (label.range.file != &context.file) continue;
      const Arg* parameter = parameterOfArgument(*function, *call, label.range.span);
      const Expr* argument = context.exprAt(label.range.span);
      const types::TypePtr type = argument ? context.typeOf(*argument) : nullptr;
      if (!parameter || parameter->annotation || !type) continue;
      std::vector<diag::Edit> edits;
      const std::string annotation = annotationOf(context, type, edits);
      if (annotation.empty()) continue;
      edits.push_back(context.insert(parameter->arg.span.end, ": " + annotation));
      return unsafeFix(fmt::format("Annotate '{}' of '{}' as {}", parameter->arg.text,
                                   function->name.text, annotation),
                       std::move(edits));
    }
  }
  return std::nullopt;
}

MaybeFix giveValueBefore(const FixContext& context) {
  const FunctionDef* function = context.function();
  if (!function || context.diagnostic.labels.empty()) return std::nullopt;
  // The variable and the statement that may leave it without a value, in either order.
  Span variable = context.span, branch = context.diagnostic.labels[0].range.span;
  if (!dynCast<Name>(context.exprAt(variable))) std::swap(variable, branch);
  const auto* name = dynCast<Name>(context.exprAt(variable));
  const Stmt* stmt = statementAt(*function, branch.begin);
  const types::TypePtr type = name ? assignedType(context, name->id) : nullptr;
  if (!stmt || !type) return std::nullopt;
  std::vector<diag::Edit> edits;
  std::string annotation, value;
  switch (type->kind()) {
    case TypeKind::Int: value = "0"; break;
    case TypeKind::Float: value = "0.0"; break;
    case TypeKind::Bool: value = "False"; break;
    case TypeKind::String: value = "\"\""; break;
    case TypeKind::Tensor: value = context.isBoundInModule("torch") ? "torch.empty(0)" : ""; break;
    case TypeKind::List:
    case TypeKind::Dict:
      value = type->kind() == TypeKind::List ? "[]" : "{}";
      annotation = annotationOf(context, type, edits);
      if (annotation.empty()) return std::nullopt;
      annotation = ": " + annotation;
      break;
    default: break;
  }
  if (value.empty()) return std::nullopt;
  const std::string line = fmt::format("{}{} = {}", name->id, annotation, value);
  auto before = insertBefore(context, *stmt, {line});
  if (!before) return std::nullopt;
  edits.push_back(*before);
  return unsafeFix(fmt::format("Start with `{}`", line), std::move(edits));
}

}  // namespace ts::fixes
