// Rewrites of ints to floats, which TorchScript does not convert implicitly, and of lists with an
// unknown element type.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/fixes/fix_functions.h"
#include "core/fixes/line_edits.h"

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

bool hasType(const FixContext& context, const Expr& expr, TypeKind kind) {
  types::TypePtr type = context.typeOf(expr);
  return type && type->is(kind);
}

// Rewrites "1" to "1.0" and a computed int n to "float(n)".
std::vector<diag::Edit> toFloat(const FixContext& context, const Expr& expr) {
  if (isIntLiteral(&expr)) return {context.insert(expr.span.end, ".0")};
  if (hasType(context, expr, TypeKind::Int))
    return {context.insert(expr.span.begin, "float("), context.insert(expr.span.end, ")")};
  return {};
}

// Rewrites a value, or each element of a list.
std::vector<diag::Edit> toFloats(const FixContext& context, const Expr& expr) {
  if (expr.kind != ExprKind::List) return toFloat(context, expr);
  std::vector<diag::Edit> edits;
  for (const Expr* element : as<Sequence>(expr).elts) {
    auto more = toFloat(context, *element);
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

// Returns whether the type is a number, a bool or a string, whose names need no import.
bool isPlain(types::TypePtr type) {
  return type && (type->is(TypeKind::Int) || type->is(TypeKind::Float) ||
                  type->is(TypeKind::Bool) || type->is(TypeKind::String));
}

// Returns the first plain assignment of the variable.
const Assign* firstAssignment(const FunctionDef& function, std::string_view name) {
  const Assign* assignment = nullptr;
  DeepVisitor{[&](const Stmt& stmt) {
                const auto* assign = dynCast<Assign>(&stmt);
                const auto* target = assign && assign->targets.size() == 1
                                         ? dynCast<Name>(assign->targets[0])
                                         : nullptr;
                if (target && target->id == name && !assignment) assignment = assign;
                return true;
              },
              [](const Expr&) { return false; }}(static_cast<const Stmt&>(function));
  return assignment;
}

// Returns the call whose function is at the place of the problem.
const Call* calledHere(const FixContext& context) {
  const Call* call = nullptr;
  for (const FixContext::PathNode& step : context.path()) {
    if (const auto* outer = dynCast<Call>(step.expr); outer && outer->func->span == context.span)
      call = outer;
  }
  return call;
}

// A key and a value that code puts into a dict.
struct DictEntry {
  const Name* dict;
  types::TypePtr key, value;
};

// Returns the entry of `d[k] = v` at the place of the problem.
std::optional<DictEntry> storedEntry(const FixContext& context) {
  const auto* store = dynCast<Assign>(context.stmt());
  const auto* target =
      store && store->targets.size() == 1 ? dynCast<Subscript>(store->targets[0]) : nullptr;
  const auto* name = target ? dynCast<Name>(target->value) : nullptr;
  if (!name || store->span != context.span) return std::nullopt;
  return DictEntry{name, context.typeOf(*target->slice), context.typeOf(*store->value)};
}

// Returns the type of the entries of `d.update({k: v})` or `d.setdefault(k, v)` at the place of the
// problem.
std::optional<DictEntry> passedEntry(const FixContext& context) {
  const Call* call = calledHere(context);
  const auto* method = call ? dynCast<Attribute>(call->func) : nullptr;
  const auto* name = method ? dynCast<Name>(method->value) : nullptr;
  if (!name || !call->keywords.empty()) return std::nullopt;
  if (method->attr.text == "setdefault" && call->args.size() == 2)
    return DictEntry{name, context.typeOf(*call->args[0]), context.typeOf(*call->args[1])};
  if (method->attr.text != "update" || call->args.size() != 1) return std::nullopt;
  const types::TypePtr type = context.typeOf(*call->args[0]);
  if (!type || !type->is(TypeKind::Dict)) return std::nullopt;
  return DictEntry{name, type->contained()[0], type->contained()[1]};
}

// True for an assignment of `dict()` or `list()`, the name of a builtin.
bool isEmptyCall(const FixContext& context, const Assign* assign, std::string_view builtin) {
  const auto* call = assign ? dynCast<Call>(assign->value) : nullptr;
  const auto* callee = call ? dynCast<Name>(call->func) : nullptr;
  return callee && callee->id == builtin && !context.definition(builtin) && call->args.empty() &&
         call->keywords.empty();
}

}  // namespace

MaybeFix makeFloat(const FixContext& context) {
  const Stmt* stmt = context.stmt();
  if (!stmt || !context.function()) return std::nullopt;
  if (stmt->kind == StmtKind::AnnAssign && as<AnnAssign>(*stmt).value) {
    const auto& assign = as<AnnAssign>(*stmt);
    return wantsFloat(context.text(*assign.annotation)) ? floatFix(toFloats(context, *assign.value))
                                                        : std::nullopt;
  }
  if (const auto* back = dynCast<Return>(stmt);
      back && back->value && context.function()->returns) {
    return wantsFloat(context.text(*context.function()->returns))
               ? floatFix(toFloats(context, *back->value))
               : std::nullopt;
  }
  return std::nullopt;
}

MaybeFix annotateEmptyDict(const FixContext& context) {
  const FunctionDef* function = context.function();
  const std::optional<DictEntry> stored = storedEntry(context);
  const std::optional<DictEntry> entry = stored ? stored : passedEntry(context);
  if (!function || !entry) return std::nullopt;
  // Without an annotation an empty dict has strings as keys and tensors as values.
  const Assign* assign = firstAssignment(*function, entry->dict->id);
  const auto [key, value] = std::pair(entry->key, entry->value);
  const auto* dict = assign ? dynCast<Dict>(assign->value) : nullptr;
  const bool isEmpty = dict ? dict->values.empty() : isEmptyCall(context, assign, "dict");
  if (!isEmpty || !isPlain(key) || !isPlain(value)) return std::nullopt;
  std::vector<diag::Edit> edits;
  const std::string annotation = fmt::format("{}[{}, {}]", typingName(context, "Dict", edits),
                                             key->annotation(), value->annotation());
  edits.push_back(context.insert(assign->targets[0]->span.end, ": " + annotation));
  return fix(fmt::format("Annotate the dict as {}", annotation), std::move(edits));
}

MaybeFix makeFloatArgument(const FixContext& context) {
  const Call* call = calledHere(context);
  const FunctionDef* function = context.function();
  if (!call || !function) return std::nullopt;
  const auto* method = dynCast<Attribute>(call->func);
  if (const auto* list = method ? dynCast<Name>(method->value) : nullptr;
      list && method->attr.text == "append" && call->args.size() == 1) {
    // Without an annotation an empty list is a list of tensors.
    const Assign* assign = firstAssignment(*function, list->id);
    types::TypePtr type = context.typeOf(*call->args[0]);
    const bool isDisplay = assign && assign->value->kind == ExprKind::List;
    const bool isEmpty = isDisplay ? as<Sequence>(*assign->value).elts.empty()
                                   : isEmptyCall(context, assign, "list");
    if (!isEmpty || !isPlain(type)) return std::nullopt;
    std::vector<diag::Edit> edits;
    std::string annotation =
        fmt::format("{}[{}]", typingName(context, "List", edits), type->annotation());
    edits.push_back(context.insert(assign->targets[0]->span.end, ": " + annotation));
    return fix(fmt::format("Annotate the list as {}", annotation), std::move(edits));
  }
  const auto* name = dynCast<Name>(call->func);
  const Stmt* callee = name ? context.definition(name->id) : nullptr;
  if (!callee || callee->kind != StmtKind::FunctionDef) return std::nullopt;
  const Arguments& parameters = *as<FunctionDef>(*callee).args;
  std::vector<diag::Edit> edits;
  auto give = [&](const Arg& parameter, const Expr& value) {
    std::string_view type =
        parameter.annotation ? context.text(*parameter.annotation) : std::string_view();
    std::vector<diag::Edit> more;
    if (wantsFloat(type)) more = toFloats(context, value);
    if (type == "int" && hasType(context, value, TypeKind::Bool)) {
      more = {context.insert(value.span.begin, "int("), context.insert(value.span.end, ")")};
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

MaybeFix makeFloatBranch(const FixContext& context) {
  const auto* choice = dynCast<IfExp>(context.expr());
  if (!choice) return std::nullopt;
  if (hasType(context, *choice->orelse, TypeKind::Float))
    return floatFix(toFloat(context, *choice->body));
  if (hasType(context, *choice->body, TypeKind::Float))
    return floatFix(toFloat(context, *choice->orelse));
  return std::nullopt;
}

MaybeFix makeFloatBefore(const FixContext& context) {
  const FunctionDef* function = context.function();
  const auto* name = dynCast<Name>(context.expr());
  const Stmt* stmt = context.stmt();
  if (!function || !name || !stmt) return std::nullopt;
  const Expr* value = nullptr;
  if (const auto* assign = dynCast<Assign>(stmt)) value = assign->value;
  if (const auto* assign = dynCast<AugAssign>(stmt)) value = assign->value;
  const Assign* first = firstAssignment(*function, name->id);
  if (!value || !first || !isIntLiteral(first->value)) return std::nullopt;
  if (hasType(context, *value, TypeKind::Float)) return floatFix(toFloat(context, *first->value));
  return std::nullopt;
}

}  // namespace ts::fixes
