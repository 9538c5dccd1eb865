// Rewrites of parameters, defaults and annotations.
#include <fmt/format.h>

#include <algorithm>

#include "core/fixes/fix_functions.h"
#include "core/fixes/line_edits.h"

namespace ts::fixes {

using namespace syntax;

namespace {

uint32_t endOf(const Arg& arg) {
  return arg.annotation ? arg.annotation->span.end : arg.arg.span.end;
}

struct Parameter {
  const Arg* arg = nullptr;
  const Expr* defaultValue = nullptr;
};

// Returns the parameter with this default.
Parameter parameterOf(const FunctionDef& function, const Expr& defaultValue) {
  const Arguments& args = *function.args;
  size_t positional = args.posonlyargs.size() + args.args.size();
  for (size_t i = 0; i < args.defaults.size(); ++i) {
    size_t at = positional - args.defaults.size() + i;
    if (args.defaults[i] != &defaultValue || at < args.posonlyargs.size()) continue;
    return {args.args[at - args.posonlyargs.size()], &defaultValue};
  }
  for (size_t i = 0; i < args.kwonlyargs.size(); ++i) {
    if (args.kwDefaults[i] == &defaultValue) return {args.kwonlyargs[i], &defaultValue};
  }
  return {};
}

}  // namespace

MaybeFix dropStar(const FixContext& context) {
  const FunctionDef* function = context.function();
  if (!function || function->args->vararg || function->args->kwonlyargs.empty())
    return std::nullopt;
  const Arguments& args = *function->args;
  // Without the star, a parameter without a default can't follow one with a default.
  bool hasDefault = !args.defaults.empty();
  for (const Expr* value : args.kwDefaults) {
    if (hasDefault && !value) return std::nullopt;
    hasDefault = value != nullptr;
  }
  uint32_t end = args.kwonlyargs[0]->arg.span.begin;
  size_t star = context.file.text().rfind('*', end);
  if (star == std::string_view::npos || star < function->span.begin) return std::nullopt;
  return fix("Make it positional as well",
             {context.replace({static_cast<uint32_t>(star), end}, "")});
}

MaybeFix dropVariadic(const FixContext& context) {
  const FunctionDef* function = context.function();
  if (!function) return std::nullopt;
  const Arguments& args = *function->args;
  const Arg* arg =
      args.vararg && args.vararg->arg.span.end == context.span.end ? args.vararg : args.kwarg;
  if (!arg || arg->arg.span.end != context.span.end || namesIn(*function).contains(arg->arg.text))
    return std::nullopt;
  Span span{context.span.begin, endOf(*arg)};
  if (arg == args.vararg && !args.kwonlyargs.empty()) {
    return unsafeFix("Remove the variadic parameter", {context.replace(span, "*")});
  }
  std::string_view text = context.file.text();
  auto isSpace = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  uint32_t begin = span.begin;
  while (begin > 0 && isSpace(text[begin - 1])) --begin;
  if (text[begin - 1] == ',') {
    span.begin = begin - 1;
  } else {
    while (isSpace(text[span.end]) || text[span.end] == ',') ++span.end;
  }
  return unsafeFix("Remove the variadic parameter", {context.replace(span, "")});
}

MaybeFix defaultNone(const FixContext& context) {
  const FunctionDef* function = context.function();
  const Expr* value = context.expr();
  Parameter parameter = function && value ? parameterOf(*function, *value) : Parameter();
  bool isDisplay = value && (value->kind == ExprKind::List || value->kind == ExprKind::Dict);
  if (!parameter.arg || !parameter.arg->annotation || !isDisplay) return std::nullopt;
  std::string type(context.text(*parameter.arg->annotation));
  std::string_view name = parameter.arg->arg.text;
  bool isEmpty = value->span.size() == 2;
  std::string fresh(context.text(*value));
  if (isEmpty) {
    if (!context.isBoundInModule("torch")) return std::nullopt;
    fresh = fmt::format("torch.jit.annotate({}, {})", type, fresh);
  }
  std::vector<diag::Edit> edits;
  std::string optional = typingName(context, "Optional", edits);
  edits.push_back(
      context.replace(parameter.arg->annotation->span, fmt::format("{}[{}]", optional, type)));
  edits.push_back(context.replace(value->span, "None"));
  Block body(function->body.begin(), function->body.end());
  auto set =
      insertAtStart(context, body,
                    {fmt::format("if {} is None:", name), fmt::format("    {} = {}", name, fresh)});
  if (!set) return std::nullopt;
  edits.push_back(*set);
  // Unsafe: calls no longer share the mutable default.
  return unsafeFix("Make the default None, and create the value in the body", std::move(edits));
}

MaybeFix annotateDefault(const FixContext& context) {
  const FunctionDef* function = context.function();
  const auto* value = dynCast<Constant>(context.expr());
  Parameter parameter = function && value ? parameterOf(*function, *value) : Parameter();
  if (!parameter.arg || parameter.arg->annotation || !function->typeComment.empty())
    return std::nullopt;
  std::string_view type;
  switch (value->constant) {
    case ConstantKind::True:
    case ConstantKind::False: type = "bool"; break;
    case ConstantKind::Int: type = "int"; break;
    case ConstantKind::Float: type = "float"; break;
    case ConstantKind::Str: type = "str"; break;
    default: return std::nullopt;
  }
  return fix(fmt::format("Annotate it as {}", type),
             {context.insert(parameter.arg->arg.span.end, fmt::format(": {}", type))});
}

namespace {

// Returns the typing name of a builtin such as `list`; empty for other names.
std::string_view typingNameOf(const Expr& expr) {
  const auto* name = dynCast<Name>(&expr);
  if (!name) return "";
  return name->id == "list"    ? "List"
         : name->id == "dict"  ? "Dict"
         : name->id == "tuple" ? "Tuple"
                               : "";
}

}  // namespace

MaybeFix rewriteAnnotation(const FixContext& context) {
  const Expr* at = context.expr();
  if (!at) return std::nullopt;
  std::vector<diag::Edit> edits;
  if (at->kind == ExprKind::Constant && as<Constant>(*at).constant == ConstantKind::Ellipsis) {
    // Tuple[int, ...]
    const Expr* pair = context.parent(*at);
    const auto* subscript = pair ? dynCast<Subscript>(context.parent(*pair)) : nullptr;
    if (!subscript || pair->kind != ExprKind::Tuple || as<Sequence>(*pair).elts.size() != 2)
      return std::nullopt;
    if (!context.text(*subscript->value).ends_with("uple")) return std::nullopt;
    std::string text = fmt::format("{}[{}]", typingName(context, "List", edits),
                                   context.text(*as<Sequence>(*pair).elts[0]));
    edits.push_back(context.replace(subscript->span, text));
    return unsafeFix(fmt::format("Write it as {}", text), std::move(edits));
  }
  if (at->kind == ExprKind::Tuple || at->kind == ExprKind::List) {
    const Expr* first = as<Sequence>(*at).elts.empty() ? nullptr : as<Sequence>(*at).elts.front();
    if (!first || first->span.begin == at->span.begin || context.parent(*at)) return std::nullopt;
    if (at->kind == ExprKind::List && as<Sequence>(*at).elts.size() != 1) return std::nullopt;
    std::string_view name = at->kind == ExprKind::Tuple ? "Tuple" : "List";
    std::string text = fmt::format("{}[{}]", typingName(context, name, edits),
                                   context.file.text({at->span.begin + 1, at->span.end - 1}));
    edits.push_back(context.replace(at->span, text));
    return fix(fmt::format("Write it as {}", text), std::move(edits));
  }
  // Inside Optional and other generics only typing's names are accepted.
  std::string text(context.text(*at));
  bool renamed = false;
  std::vector<diag::Edit> names;
  eachExpr(*at, [&](const Expr& part) {
    std::string_view name = part.kind == ExprKind::Name ? typingNameOf(part) : "";
    if (name.empty()) return;
    renamed = true;
    names.push_back(context.replace(part.span, typingName(context, name, edits)));
  });
  if (!renamed) return std::nullopt;
  edits.insert(edits.end(), names.begin(), names.end());
  return fix("Use the types of typing", std::move(edits));
}

MaybeFix changeReturnType(const FixContext& context) {
  const FunctionDef* function = context.function();
  const auto* back = context.stmtAs<Return>();
  if (!function || !function->returns || !back || !back->value) return std::nullopt;
  size_t returns = 0;
  DeepVisitor{[&](const Stmt& stmt) {
                returns += stmt.kind == StmtKind::Return;
                return true;
              },
              [](const Expr&) { return false; }}(static_cast<const Stmt&>(*function));
  types::TypePtr type = context.typeOf(*back->value);
  if (returns != 1 || !type) return std::nullopt;
  std::string name;
  switch (type->kind()) {
    case types::TypeKind::Int:
    case types::TypeKind::Float:
    case types::TypeKind::Bool:
    case types::TypeKind::String: name = type->annotation(); break;
    case types::TypeKind::Tensor:
      if (!context.isBoundInModule("torch")) return std::nullopt;
      name = "torch.Tensor";
      break;
    default: return std::nullopt;
  }
  return fix(fmt::format("Declare {} as the return type", name),
             {context.replace(function->returns->span, name)});
}

}  // namespace ts::fixes
