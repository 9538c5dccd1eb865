// Rewrites of dict displays and comprehensions into statements.
#include <fmt/format.h>

#include <algorithm>

#include "core/fixes/lines.h"
#include "core/fixes/table.h"

namespace ts::fixes {

using namespace syntax;

namespace {

// A statement that only assigns an expression to a variable, or returns it.
struct Destination {
  std::string name;        // the variable that collects the elements
  std::string annotation;  // empty when not known
  bool isReturned = false;
};

std::string annotationOf(const FixContext& site, const Expr* annotation) {
  return annotation ? std::string(site.text(*annotation)) : "";
}

std::optional<Destination> destinationOf(const FixContext& site, const Expr& value) {
  const Stmt* stmt = site.stmt();
  const FunctionDef* function = site.function();
  if (!stmt || !function || !standsAlone(site.file, *stmt)) return std::nullopt;
  if (const auto* assign = dynCast<Assign>(stmt)) {
    const auto* target = assign->targets.size() == 1 ? dynCast<Name>(assign->targets[0]) : nullptr;
    if (!target || assign->value != &value) return std::nullopt;
    return Destination{std::string(target->id), ""};
  }
  if (stmt->kind == StmtKind::AnnAssign) {
    const auto& assign = as<AnnAssign>(*stmt);
    const auto* target = dynCast<Name>(assign.target);
    if (!target || assign.value != &value) return std::nullopt;
    return Destination{std::string(target->id), annotationOf(site, assign.annotation)};
  }
  if (const auto* back = dynCast<Return>(stmt); back && back->value == &value) {
    return Destination{site.freshName("result"), annotationOf(site, function->returns), true};
  }
  return std::nullopt;
}

std::string rest(const Destination& to, std::string_view indentation) {
  return to.isReturned ? fmt::format("{}return {}\n", indentation, to.name) : "";
}

diag::Fix asStatements(const FixContext& site, std::string title, const std::string& lines) {
  // The edit leaves out the last newline, so that a comment behind the statement stays in place.
  Span at{lineBegin(site.file, site.stmt()->span.begin), site.stmt()->span.end};
  return fix(std::move(title), {site.replace(at, lines.substr(0, lines.size() - 1))});
}

struct Parts {
  const Expr* key = nullptr;  // for a dict comprehension
  const Expr* value;
  List<Comprehension*> generators;
};

std::optional<Parts> partsOf(const Expr& expr) {
  if (expr.kind == ExprKind::ListComp)
    return Parts{nullptr, as<Comp>(expr).elt, as<Comp>(expr).generators};
  if (expr.kind == ExprKind::DictComp) {
    const auto& dict = as<DictComp>(expr);
    return Parts{dict.key, dict.value, dict.generators};
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
std::string listTypeOf(const FixContext& site, const Parts& parts,
                       std::vector<diag::Edit>& imports) {
  const auto* element = dynCast<Name>(parts.value);
  if (!element || parts.key) return "";
  for (const Comprehension* generator : parts.generators) {
    const auto* target = dynCast<Name>(generator->target);
    if (!target || target->id != element->id) continue;
    if (const auto* call = dynCast<Call>(generator->iter)) {
      return site.text(*call->func) == "range"
                 ? fmt::format("{}[int]", typingName(site, "List", imports))
                 : "";
    }
    std::string type = annotationOf(site, parameterAnnotation(*site.function(), *generator->iter));
    return type.starts_with("List[") || type.starts_with("typing.List[") ||
                   type.starts_with("list[")
               ? type
               : "";
  }
  return "";
}

// A comprehension's variables are local to it; a loop's variables are not.
bool wouldShadow(const FixContext& site, const Expr& comprehension, const Parts& parts) {
  Names own;
  for (const Comprehension* generator : parts.generators) own.merge(namesIn(*generator->target));
  bool shadows = false;
  Deep{[](const Stmt&) { return true; },
       [&](const Expr& expr) {
         if (&expr == &comprehension) return false;
         const auto* name = dynCast<Name>(&expr);
         shadows |= name && own.contains(name->id);
         return true;
       }}(static_cast<const Stmt&>(*site.function()));
  for (const Arg* arg : site.function()->args->args) shadows |= own.contains(arg->arg.text);
  return shadows;
}

const Expr* comprehensionAround(const FixContext& site) {
  for (auto step = site.path().rbegin(); step != site.path().rend() && step->expr; ++step) {
    if (partsOf(*step->expr)) return step->expr;
  }
  return nullptr;
}

}  // namespace

MaybeFix loopForComprehension(const FixContext& site) {
  const Expr* comprehension = comprehensionAround(site);
  auto to = comprehension ? destinationOf(site, *comprehension) : std::nullopt;
  if (!to) return std::nullopt;
  Parts parts = *partsOf(*comprehension);
  std::vector<diag::Edit> edits;
  if (to->annotation.empty()) to->annotation = listTypeOf(site, parts, edits);
  if (to->annotation.empty() || namesIn(*comprehension).contains(to->name) ||
      wouldShadow(site, *comprehension, parts))
    return std::nullopt;

  std::string depth(indentationAt(site.file, site.stmt()->span.begin));
  const std::string outer = depth;
  std::string lines =
      fmt::format("{}{}: {} = {}\n", outer, to->name, to->annotation, parts.key ? "{}" : "[]");
  for (const Comprehension* generator : parts.generators) {
    if (generator->isAsync) return std::nullopt;
    lines += fmt::format("{}for {} in {}:\n", depth, site.text(*generator->target),
                         site.text(*generator->iter));
    depth += "    ";
    for (const Expr* condition : generator->ifs) {
      lines += fmt::format("{}if {}:\n", depth, site.text(*condition));
      depth += "    ";
    }
  }
  if (site.text(*comprehension).find('\n') != std::string_view::npos)
    return std::nullopt;  // the brackets would be lost
  lines += parts.key ? fmt::format("{}{}[{}] = {}\n", depth, to->name, site.text(*parts.key),
                                   site.text(*parts.value))
                     : fmt::format("{}{}.append({})\n", depth, to->name, site.text(*parts.value));
  diag::Fix made = asStatements(site, "Write it as a loop", lines + rest(*to, outer));
  made.edits.insert(made.edits.begin(), edits.begin(), edits.end());
  return made;
}

MaybeFix expandDict(const FixContext& site) {
  const Dict* dict = nullptr;
  for (const FixContext::Step& step : site.path()) {
    if (const auto* found = dynCast<Dict>(step.expr)) dict = found;
  }
  if (!dict) return std::nullopt;
  bool isPlain =
      dict->values[0]->kind == ExprKind::Name || dict->values[0]->kind == ExprKind::Attribute;
  if (dict->keys.size() == 1 && isPlain) {
    return fix("Copy the dict",
               {site.replace(dict->span, fmt::format("{}.copy()", site.text(*dict->values[0])))});
  }
  auto to = destinationOf(site, *dict);
  if (!to || namesIn(*dict).contains(to->name)) return std::nullopt;
  // Entries before the first unpacked dict stay in the display.
  size_t next = 0;
  std::string first;
  for (; next < dict->keys.size() && dict->keys[next]; ++next) {
    first += fmt::format("{}{}: {}", next ? ", " : "", site.text(*dict->keys[next]),
                         site.text(*dict->values[next]));
  }
  std::string_view outer = indentationAt(site.file, site.stmt()->span.begin);
  std::string lines;
  std::string annotation = to->annotation.empty() || to->isReturned ? "" : ": " + to->annotation;
  if (next > 0) {
    lines = fmt::format("{}{}{} = {{{}}}\n", outer, to->name, annotation, first);
  } else if (isPlain) {
    lines = fmt::format("{}{}{} = {}.copy()\n", outer, to->name, annotation,
                        site.text(*dict->values[next++]));
  } else {
    return std::nullopt;
  }
  for (; next < dict->keys.size(); ++next) {
    std::string_view value = site.text(*dict->values[next]);
    lines += dict->keys[next] ? fmt::format("{}{}[{}] = {}\n", outer, to->name,
                                            site.text(*dict->keys[next]), value)
                              : fmt::format("{}{}.update({})\n", outer, to->name, value);
  }
  return asStatements(site, "Copy and update", lines + rest(*to, outer));
}

MaybeFix expandKeywords(const FixContext& site) {
  for (const FixContext::Step& step : site.path()) {
    const auto* call = dynCast<Call>(step.expr);
    if (!call) continue;
    for (const Keyword* keyword : call->keywords) {
      const auto* dict = keyword->arg ? nullptr : dynCast<Dict>(keyword->value);
      if (!dict || dict->span.end != site.span.end || dict->keys.empty()) continue;
      std::string arguments;
      for (size_t i = 0; i < dict->keys.size(); ++i) {
        const auto* key = dynCast<Constant>(dict->keys[i]);
        if (!key || key->constant != ConstantKind::Str) return std::nullopt;
        arguments += fmt::format("{}{}={}", i ? ", " : "", key->text, site.text(*dict->values[i]));
      }
      return fix("Pass each argument by its name", {site.replace(site.span, arguments)});
    }
  }
  return std::nullopt;
}

MaybeFix annotateTolist(const FixContext& site) {
  const auto* assign = site.stmtAs<Assign>();
  const auto* target =
      assign && assign->targets.size() == 1 ? dynCast<Name>(assign->targets[0]) : nullptr;
  const FunctionDef* function = site.function();
  if (!target || !function || !function->returns) return std::nullopt;
  // The function's return annotation gives the type of the list.
  bool isReturned = false;
  Deep{[&](const Stmt& stmt) {
         const auto* back = dynCast<Return>(&stmt);
         const auto* name = back ? dynCast<Name>(back->value) : nullptr;
         isReturned |= name && name->id == target->id;
         return true;
       },
       [](const Expr&) { return false; }}(static_cast<const Stmt&>(*function));
  if (!isReturned) return std::nullopt;
  return fix("Annotate the result",
             {site.insert(target->span.end, fmt::format(": {}", site.text(*function->returns)))});
}

}  // namespace ts::fixes
