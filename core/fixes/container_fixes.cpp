// Rewrites of dict displays and comprehensions into statements.
#include <fmt/format.h>

#include <algorithm>

#include "core/fixes/fix_functions.h"
#include "core/fixes/line_edits.h"

namespace ts::fixes {

using namespace syntax;

namespace {

// A statement that only assigns an expression to a variable, or returns it.
struct ResultTarget {
  std::string name;        // the variable that collects the elements
  std::string annotation;  // empty when not known
  bool isReturned = false;
};

std::string annotationOf(const FixContext& context, const Expr* annotation) {
  return annotation ? std::string(context.text(*annotation)) : "";
}

std::optional<ResultTarget> resultTargetOf(const FixContext& context, const Expr& value) {
  const Stmt* stmt = context.stmt();
  const FunctionDef* function = context.function();
  if (!stmt || !function || !standsAlone(context.file, *stmt)) return std::nullopt;
  if (const auto* assign = dynCast<Assign>(stmt)) {
    const auto* target = assign->targets.size() == 1 ? dynCast<Name>(assign->targets[0]) : nullptr;
    if (!target || assign->value != &value) return std::nullopt;
    return ResultTarget{std::string(target->id), ""};
  }
  if (stmt->kind == StmtKind::AnnAssign) {
    const auto& assign = as<AnnAssign>(*stmt);
    const auto* target = dynCast<Name>(assign.target);
    if (!target || assign.value != &value) return std::nullopt;
    return ResultTarget{std::string(target->id), annotationOf(context, assign.annotation)};
  }
  if (const auto* back = dynCast<Return>(stmt); back && back->value == &value) {
    return ResultTarget{context.freshName("result"), annotationOf(context, function->returns),
                        true};
  }
  return std::nullopt;
}

std::string rest(const ResultTarget& to, std::string_view indentation) {
  return to.isReturned ? fmt::format("{}return {}\n", indentation, to.name) : "";
}

diag::Fix asStatements(const FixContext& context, std::string title, const std::string& lines) {
  // The edit leaves out the last newline, so that a comment behind the statement stays in place.
  Span at{lineBegin(context.file, context.stmt()->span.begin), context.stmt()->span.end};
  return fix(std::move(title), {context.replace(at, lines.substr(0, lines.size() - 1))});
}

struct AnyComprehension {
  const Expr* key = nullptr;  // for a dict comprehension
  const Expr* value;
  List<Comprehension*> generators;
};

std::optional<AnyComprehension> comprehensionOf(const Expr& expr) {
  if (expr.kind == ExprKind::ListComp)
    return AnyComprehension{nullptr, as<Comp>(expr).elt, as<Comp>(expr).generators};
  if (expr.kind == ExprKind::DictComp) {
    const auto& dict = as<DictComp>(expr);
    return AnyComprehension{dict.key, dict.value, dict.generators};
  }
  return std::nullopt;
}

const Expr* parameterAnnotation(const FunctionDef& function, const Expr& expr) {
  const auto* name = dynCast<Name>(&expr);
  if (!name) return nullptr;
  for (const Arg* arg : function.args->args) {
    if (arg->arg.text == name->id) return arg->annotation;
  }
  return nullptr;
}

// Returns the list type of a comprehension, when the text determines it; empty otherwise.
std::string listTypeOf(const FixContext& context, const AnyComprehension& parts,
                       std::vector<diag::Edit>& imports) {
  const auto* element = dynCast<Name>(parts.value);
  if (!element || parts.key) return "";
  for (const Comprehension* generator : parts.generators) {
    const auto* target = dynCast<Name>(generator->target);
    if (!target || target->id != element->id) continue;
    if (const auto* call = dynCast<Call>(generator->iter)) {
      return context.text(*call->func) == "range"
                 ? fmt::format("{}[int]", typingName(context, "List", imports))
                 : "";
    }
    std::string type =
        annotationOf(context, parameterAnnotation(*context.function(), *generator->iter));
    return type.starts_with("List[") || type.starts_with("typing.List[") ||
                   type.starts_with("list[")
               ? type
               : "";
  }
  return "";
}

// A comprehension's variables are local to it; a loop's variables are not.
bool wouldShadow(const FixContext& context, const Expr& comprehension,
                 const AnyComprehension& parts) {
  Names own;
  for (const Comprehension* generator : parts.generators) own.merge(namesIn(*generator->target));
  bool shadows = false;
  DeepVisitor{[](const Stmt&) { return true; },
              [&](const Expr& expr) {
                if (&expr == &comprehension) return false;
                const auto* name = dynCast<Name>(&expr);
                shadows |= name && own.contains(name->id);
                return true;
              }}(static_cast<const Stmt&>(*context.function()));
  for (const Arg* arg : context.function()->args->args) shadows |= own.contains(arg->arg.text);
  return shadows;
}

const Expr* comprehensionAround(const FixContext& context) {
  for (auto step = context.path().rbegin(); step != context.path().rend() && step->expr; ++step) {
    if (comprehensionOf(*step->expr)) return step->expr;
  }
  return nullptr;
}

}  // namespace

MaybeFix loopForComprehension(const FixContext& context) {
  const Expr* comprehension = comprehensionAround(context);
  auto to = comprehension ? resultTargetOf(context, *comprehension) : std::nullopt;
  if (!to) return std::nullopt;
  AnyComprehension parts = *comprehensionOf(*comprehension);
  std::vector<diag::Edit> edits;
  if (to->annotation.empty()) to->annotation = listTypeOf(context, parts, edits);
  if (to->annotation.empty() || namesIn(*comprehension).contains(to->name) ||
      wouldShadow(context, *comprehension, parts))
    return std::nullopt;

  std::string depth(indentationAt(context.file, context.stmt()->span.begin));
  const std::string outer = depth;
  std::string lines =
      fmt::format("{}{}: {} = {}\n", outer, to->name, to->annotation, parts.key ? "{}" : "[]");
  for (const Comprehension* generator : parts.generators) {
    if (generator->isAsync) return std::nullopt;
    lines += fmt::format("{}for {} in {}:\n", depth, context.text(*generator->target),
                         context.text(*generator->iter));
    depth += "    ";
    for (const Expr* condition : generator->ifs) {
      lines += fmt::format("{}if {}:\n", depth, context.text(*condition));
      depth += "    ";
    }
  }
  if (context.text(*comprehension).find('\n') != std::string_view::npos)
    return std::nullopt;  // the brackets would be lost
  lines += parts.key
               ? fmt::format("{}{}[{}] = {}\n", depth, to->name, context.text(*parts.key),
                             context.text(*parts.value))
               : fmt::format("{}{}.append({})\n", depth, to->name, context.text(*parts.value));
  diag::Fix fix = asStatements(context, "Write it as a loop", lines + rest(*to, outer));
  fix.edits.insert(fix.edits.begin(), edits.begin(), edits.end());
  return fix;
}

MaybeFix expandDict(const FixContext& context) {
  const Dict* dict = nullptr;
  for (const FixContext::PathNode& step : context.path()) {
    if (const auto* expression = dynCast<Dict>(step.expr)) dict = expression;
  }
  if (!dict) return std::nullopt;
  bool isPlain =
      dict->values[0]->kind == ExprKind::Name || dict->values[0]->kind == ExprKind::Attribute;
  if (dict->keys.size() == 1 && isPlain) {
    return fix(
        "Copy the dict",
        {context.replace(dict->span, fmt::format("{}.copy()", context.text(*dict->values[0])))});
  }
  auto to = resultTargetOf(context, *dict);
  if (!to || namesIn(*dict).contains(to->name)) return std::nullopt;
  // Entries before the first unpacked dict stay in the display.
  size_t next = 0;
  std::string first;
  for (; next < dict->keys.size() && dict->keys[next]; ++next) {
    first += fmt::format("{}{}: {}", next ? ", " : "", context.text(*dict->keys[next]),
                         context.text(*dict->values[next]));
  }
  std::string_view outer = indentationAt(context.file, context.stmt()->span.begin);
  std::string lines;
  std::string annotation = to->annotation.empty() || to->isReturned ? "" : ": " + to->annotation;
  if (next > 0) {
    lines = fmt::format("{}{}{} = {{{}}}\n", outer, to->name, annotation, first);
  } else if (isPlain) {
    lines = fmt::format("{}{}{} = {}.copy()\n", outer, to->name, annotation,
                        context.text(*dict->values[next++]));
  } else {
    return std::nullopt;
  }
  for (; next < dict->keys.size(); ++next) {
    std::string_view value = context.text(*dict->values[next]);
    lines += dict->keys[next] ? fmt::format("{}{}[{}] = {}\n", outer, to->name,
                                            context.text(*dict->keys[next]), value)
                              : fmt::format("{}{}.update({})\n", outer, to->name, value);
  }
  return asStatements(context, "Copy and update", lines + rest(*to, outer));
}

MaybeFix expandKeywords(const FixContext& context) {
  for (const FixContext::PathNode& step : context.path()) {
    const auto* call = dynCast<Call>(step.expr);
    if (!call) continue;
    for (const Keyword* keyword : call->keywords) {
      const auto* dict = keyword->arg ? nullptr : dynCast<Dict>(keyword->value);
      if (!dict || dict->span.end != context.span.end || dict->keys.empty()) continue;
      std::string arguments;
      for (size_t i = 0; i < dict->keys.size(); ++i) {
        const auto* key = dynCast<Constant>(dict->keys[i]);
        if (!key || key->constant != ConstantKind::Str) return std::nullopt;
        arguments +=
            fmt::format("{}{}={}", i ? ", " : "", key->text, context.text(*dict->values[i]));
      }
      return fix("Pass each argument by its name", {context.replace(context.span, arguments)});
    }
  }
  return std::nullopt;
}

MaybeFix annotateTolist(const FixContext& context) {
  const auto* assign = context.stmtAs<Assign>();
  const auto* target =
      assign && assign->targets.size() == 1 ? dynCast<Name>(assign->targets[0]) : nullptr;
  const FunctionDef* function = context.function();
  if (!target || !function || !function->returns) return std::nullopt;
  // The function's return annotation gives the type of the list.
  bool isReturned = false;
  DeepVisitor{[&](const Stmt& stmt) {
                const auto* back = dynCast<Return>(&stmt);
                const auto* name = back ? dynCast<Name>(back->value) : nullptr;
                isReturned |= name && name->id == target->id;
                return true;
              },
              [](const Expr&) { return false; }}(static_cast<const Stmt&>(*function));
  if (!isReturned) return std::nullopt;
  return fix(
      "Annotate the result",
      {context.insert(target->span.end, fmt::format(": {}", context.text(*function->returns)))});
}

}  // namespace ts::fixes
