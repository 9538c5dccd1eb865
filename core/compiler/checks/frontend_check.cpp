#include "core/compiler/checks/frontend_check.h"

#include <fmt/format.h>

#include <algorithm>

namespace ts::compiler {
namespace {

using namespace syntax;
using diag::Diagnostic;
using diag::Rule;

// Statements that are refused as a whole. The reported range is the keyword.
struct RefusedStatement {
  StmtKind kind;
  std::string_view keyword;
  Rule rule;
  std::string_view message;
  std::string_view help;
};

constexpr RefusedStatement kRefusedStatements[] = {
    {StmtKind::Try, "try", Rule::UnsupportedTry, "TorchScript has no try statement",
     "test for the condition before it can raise; an exception leaves the scripted function"},
    {StmtKind::TryStar, "try", Rule::UnsupportedTry, "TorchScript has no try statement",
     "test for the condition before it can raise; an exception leaves the scripted function"},
    {StmtKind::AsyncFor, "async for", Rule::UnsupportedAsync, "TorchScript has no async for",
     "torch.jit.fork starts a call, torch.jit.wait gets its result"},
    {StmtKind::AsyncWith, "async with", Rule::UnsupportedAsync, "TorchScript has no async with",
     "torch.jit.fork starts a call, torch.jit.wait gets its result"},
    {StmtKind::AsyncFunctionDef, "async def", Rule::NestedFunction,
     "a function can't be defined inside a scripted one", "define it at module level"},
    {StmtKind::FunctionDef, "def", Rule::NestedFunction,
     "a function can't be defined inside a scripted one",
     "define it at module level and pass what it needs as arguments"},
    {StmtKind::ClassDef, "class", Rule::NestedClass,
     "a class can't be defined inside a scripted function", "define it at module level"},
    {StmtKind::Import, "import", Rule::ImportInFunction, "a scripted function can't import",
     "import at module level"},
    {StmtKind::ImportFrom, "from", Rule::ImportInFunction, "a scripted function can't import",
     "import at module level"},
    {StmtKind::Global, "global", Rule::UnsupportedGlobal,
     "a scripted function can't change global variables",
     "take the value as an argument and return the new one, or keep it in an attribute of a "
     "module"},
    {StmtKind::Nonlocal, "nonlocal", Rule::UnsupportedNonlocal,
     "a scripted function can't change variables of an enclosing one",
     "take the value as an argument and return the new one"},
    {StmtKind::Match, "match", Rule::UnsupportedMatch, "TorchScript has no match statement",
     "write it as if and elif"},
    {StmtKind::TypeAlias, "type", Rule::TypeParameters,
     "a type can't be declared inside a scripted function", "declare it at module level"},
};

bool isSpace(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\\';
}

// Walks a function in the order in which PyTorch's front end builds its own tree. Code inside a
// refused construct is checked too, except code in a nested scope.
class Walk {
 public:
  Walk(const Module& module, const FunctionDef& function, diag::Sink& sink)
      : file_(*module.file), function_(function), sink_(sink) {}

  void function() {
    if (!function_.typeParams.empty()) {
      Span all = cover(function_.typeParams.front()->span, function_.typeParams.back()->span);
      report(Rule::TypeParameters, all, "a scripted function can't have type parameters",
             "write a function for each type, or take Any and test with isinstance");
    }
    parameters(*function_.args);
    maybe(function_.returns);
    statements(function_.body);
  }

 private:
  void report(Rule rule, Span span, std::string_view message, std::string_view help) {
    report(rule, span, message, help, [](Diagnostic&) {});
  }

  template <typename More>
  void report(Rule rule, Span span, std::string_view message, std::string_view help, More&& more) {
    sink_.report(rule, {&file_, span}, [&](Diagnostic& problem) {
      problem.message = message;
      problem.note(std::string(help));
      more(problem);
    });
  }

  diag::Edit replace(Span span, std::string text) { return {{&file_, span}, std::move(text)}; }
  diag::Edit insert(uint32_t at, std::string text) { return replace({at, at}, std::move(text)); }
  std::string_view text(Span span) const { return file_.text(span); }
  static Span keyword(const syntax::Node& node, std::string_view word) {
    uint32_t size = static_cast<uint32_t>(word.size());
    return {node.span.begin, std::min(node.span.begin + size, node.span.end)};
  }

  // ---- parameters

  void parameters(const Arguments& args) {
    if (args.kwarg)
      variadic(*args.kwarg, "a scripted function can't take arbitrary keyword arguments");
    if (args.vararg)
      variadic(*args.vararg, "a scripted function can't take any number of arguments");
    for (size_t i = 0; i < args.kwDefaults.size(); ++i) {
      if (!args.kwDefaults[i]) continue;
      report(Rule::KeywordOnlyDefault, args.kwDefaults[i]->span,
             fmt::format("the keyword-only parameter '{}' can't have a default",
                         args.kwonlyargs[i]->arg.text),
             "leave the default out, or move the parameter in front of the *");
    }
    // PyTorch drops positional-only parameters before it looks at them.
    for (const Arg* arg : args.args) maybe(arg->annotation);
    for (const Arg* arg : args.kwonlyargs) maybe(arg->annotation);
  }

  void variadic(const Arg& arg, std::string_view message) {
    uint32_t begin = arg.arg.span.begin;
    std::string_view before = file_.text().substr(0, begin);
    while (begin > 0 && (isSpace(before[begin - 1]) || before[begin - 1] == '*')) --begin;
    while (begin < arg.arg.span.begin && isSpace(before[begin])) ++begin;
    report(Rule::VariadicParameter, {begin, arg.arg.span.end}, message,
           "name each parameter, or take a List or a Dict");
  }

  // ---- statements

  void statements(List<Stmt*> body) {
    for (const Stmt* stmt : body) statement(*stmt);
  }

  void statement(const Stmt& stmt) {
    auto refused = std::ranges::find(kRefusedStatements, stmt.kind, &RefusedStatement::kind);
    if (refused != std::end(kRefusedStatements)) return refuse(stmt, *refused);
    switch (stmt.kind) {
      case StmtKind::Return: return maybe(as<Return>(stmt).value);
      case StmtKind::Delete: return expressions(as<Delete>(stmt).targets);
      case StmtKind::Assign:
        expression(*as<Assign>(stmt).value);
        return expressions(as<Assign>(stmt).targets);
      case StmtKind::AugAssign: return augmentedAssignment(as<AugAssign>(stmt));
      case StmtKind::AnnAssign: return annotatedAssignment(as<AnnAssign>(stmt));
      case StmtKind::For: {
        const auto& loop = as<For>(stmt);
        loopElse(stmt, "for", loop.orelse);
        expression(*loop.target);
        expression(*loop.iter);
        statements(loop.body);
        return statements(loop.orelse);
      }
      case StmtKind::While: {
        const auto& loop = as<While>(stmt);
        loopElse(stmt, "while", loop.orelse);
        expression(*loop.test);
        statements(loop.body);
        return statements(loop.orelse);
      }
      case StmtKind::If:
        expression(*as<If>(stmt).test);
        statements(as<If>(stmt).body);
        return statements(as<If>(stmt).orelse);
      case StmtKind::With: withItems(as<With>(stmt).items); return statements(as<With>(stmt).body);
      case StmtKind::Raise:
        if (!as<Raise>(stmt).exc) {
          report(Rule::BareRaise, stmt.span, "a raise statement must name its exception",
                 "without try, no exception can be raised again");
        }
        // PyTorch drops the expression after "from".
        return maybe(as<Raise>(stmt).exc);
      case StmtKind::Assert: expression(*as<Assert>(stmt).test); return maybe(as<Assert>(stmt).msg);
      case StmtKind::Expr: return expression(*as<ExprStmt>(stmt).value);
      case StmtKind::Error:
        expressions(as<ErrorStmt>(stmt).parts);
        return statements(as<ErrorStmt>(stmt).body);
      default: return;
    }
  }

  void refuse(const Stmt& stmt, const RefusedStatement& refused) {
    report(refused.rule, refusedSpan(stmt, refused), refused.message, refused.help);
    switch (stmt.kind) {
      case StmtKind::Try:
      case StmtKind::TryStar: {
        const auto& node = as<Try>(stmt);
        statements(node.body);
        for (const ExceptHandler* handler : node.handlers) statements(handler->body);
        statements(node.orelse);
        return statements(node.finalbody);
      }
      case StmtKind::AsyncFor:
        expression(*as<For>(stmt).iter);
        return statements(as<For>(stmt).body);
      case StmtKind::AsyncWith:
        withItems(as<With>(stmt).items);
        return statements(as<With>(stmt).body);
      case StmtKind::Match:
        expression(*as<Match>(stmt).subject);
        for (const MatchCase* clause : as<Match>(stmt).cases) statements(clause->body);
        return;
      default: return;
    }
  }

  Span refusedSpan(const Stmt& stmt, const RefusedStatement& refused) {
    switch (stmt.kind) {
      case StmtKind::FunctionDef:
      case StmtKind::AsyncFunctionDef:
        return {stmt.span.begin, as<FunctionDef>(stmt).name.span.end};
      case StmtKind::ClassDef: return {stmt.span.begin, as<ClassDef>(stmt).name.span.end};
      case StmtKind::Import:
      case StmtKind::ImportFrom:
      case StmtKind::Global:
      case StmtKind::Nonlocal:
      case StmtKind::TypeAlias: return stmt.span;
      default: return keyword(stmt, refused.keyword);
    }
  }

  void withItems(List<WithItem*> items) {
    for (const WithItem* item : items) {
      expression(*item->contextExpr);
      maybe(item->optionalVars);
      if (item->optionalVars && item->optionalVars->kind != ExprKind::Name) {
        report(Rule::UnsupportedTarget, item->optionalVars->span,
               "a with statement can only bind a variable",
               "bind one variable and unpack it in the first line of the block");
      }
    }
  }

  void loopElse(const Stmt& stmt, std::string_view word, List<Stmt*> orelse) {
    if (orelse.empty()) return;
    report(Rule::LoopElse, keyword(stmt, word),
           fmt::format("a {} loop can't have an else branch", word),
           "set a flag before each break and test it after the loop");
  }

  void augmentedAssignment(const AugAssign& stmt) {
    expression(*stmt.target);
    expression(*stmt.value);
    if (stmt.op != Operator::FloorDiv && stmt.op != Operator::MatMult) return;
    std::string_view op = stmt.op == Operator::FloorDiv ? "//" : "@";
    report(Rule::UnsupportedAugmentedAssignment, stmt.opSpan,
           fmt::format("TorchScript has no {}=", op), fmt::format("write x = x {} y", op),
           [&](Diagnostic& result) {
             // Only a name is safe to evaluate twice: other expressions may have side effects.
             if (stmt.target->kind != ExprKind::Name) return;
             std::vector<diag::Edit> edits = {
                 replace(stmt.opSpan, fmt::format("= {} {}", text(stmt.target->span), op))};
             if (needsParentheses(*stmt.value)) {
               edits.push_back(insert(stmt.value->span.begin, "("));
               edits.push_back(insert(stmt.value->span.end, ")"));
             }
             // Not safe: `x op= y` changes the object in place, while the rewrite binds the
             // variable to a new object.
             result.fix(fmt::format("Write it as an assignment with {}", op), std::move(edits),
                        /*safe=*/false);
           });
  }

  static bool needsParentheses(const Expr& value) {
    switch (value.kind) {
      case ExprKind::Name:
      case ExprKind::Constant:
      case ExprKind::Attribute:
      case ExprKind::Subscript:
      case ExprKind::Call:
      case ExprKind::List: return false;
      default: return true;
    }
  }

  void annotatedAssignment(const AnnAssign& stmt) {
    if (!stmt.value) {
      report(Rule::AnnotationWithoutValue, stmt.span, "an annotated variable needs a value",
             "annotate it where it gets its first value");
    } else if (stmt.target->kind == ExprKind::Attribute &&
               isRefusedAttribute(as<Attribute>(*stmt.target))) {
      report(Rule::AnnotatedAttribute, cover(stmt.target->span, stmt.annotation->span),
             "an attribute can be annotated only in __init__ or in the class body",
             "move the annotation there, or remove it here", [&](Diagnostic& created) {
               created.fix("Remove the annotation",
                           {replace({stmt.target->span.end, stmt.annotation->span.end}, "")});
             });
    }
    maybe(stmt.value);
    expression(*stmt.target);
    expression(*stmt.annotation);
  }

  bool isRefusedAttribute(const Attribute& target) {
    const auto* object = dynCast<Name>(target.value);
    if (!object) return true;
    return object->id == "self" && function_.name.text != "__init__";
  }

  // ---- expressions

  void maybe(const Expr* expr) {
    if (expr) expression(*expr);
  }

  void expressions(List<Expr*> list) {
    for (const Expr* expr : list) maybe(expr);
  }

  void expression(const Expr& expr) {
    switch (expr.kind) {
      case ExprKind::BoolOp: return expressions(as<BoolOp>(expr).values);
      case ExprKind::NamedExpr:
        report(Rule::UnsupportedWalrus, expr.span, "TorchScript has no assignment expressions",
               "assign in a statement of its own before");
        return expression(*as<NamedExpr>(expr).value);
      case ExprKind::BinOp:
        expression(*as<BinOp>(expr).left);
        return expression(*as<BinOp>(expr).right);
      case ExprKind::UnaryOp: return unary(as<UnaryOp>(expr));
      case ExprKind::Lambda:
        return report(Rule::UnsupportedLambda, expr.span, "TorchScript has no lambdas",
                      "define a function at module level");
      case ExprKind::IfExp:
        expression(*as<IfExp>(expr).test);
        expression(*as<IfExp>(expr).body);
        return expression(*as<IfExp>(expr).orelse);
      case ExprKind::Dict: return dict(as<Dict>(expr));
      case ExprKind::Set:
        report(Rule::UnsupportedSet, expr.span, "TorchScript has no sets",
               "use a list, or a Dict with the elements as keys",
               [&](Diagnostic& problem) { setFix(expr, problem); });
        return expressions(as<Set>(expr).elts);
      case ExprKind::SetComp:
        report(Rule::UnsupportedSet, expr.span, "TorchScript has no sets",
               "use a list comprehension", [&](Diagnostic& problem) { setFix(expr, problem); });
        return comprehensionParts(as<Comp>(expr).generators, {as<Comp>(expr).elt});
      case ExprKind::ListComp:
      case ExprKind::GeneratorExp:
        comprehension(as<Comp>(expr).generators);
        return comprehensionParts(as<Comp>(expr).generators, {as<Comp>(expr).elt});
      case ExprKind::DictComp:
        comprehension(as<DictComp>(expr).generators);
        return comprehensionParts(as<DictComp>(expr).generators,
                                  {as<DictComp>(expr).key, as<DictComp>(expr).value});
      case ExprKind::Await:
        report(Rule::UnsupportedAsync, keyword(expr, "await"), "TorchScript has no await",
               "torch.jit.fork starts a call, torch.jit.wait gets its result");
        return expression(*as<Await>(expr).value);
      case ExprKind::Yield: yielding(expr); return maybe(as<Yield>(expr).value);
      case ExprKind::YieldFrom: yielding(expr); return expression(*as<YieldFrom>(expr).value);
      case ExprKind::Compare:
        expression(*as<Compare>(expr).left);
        return expressions(as<Compare>(expr).comparators);
      case ExprKind::Call: return call(as<Call>(expr));
      case ExprKind::JoinedStr: return fstring(as<JoinedStr>(expr));
      case ExprKind::Constant:
        if (as<Constant>(expr).constant != ConstantKind::Bytes) return;
        return report(Rule::BytesLiteral, expr.span, "TorchScript has no bytes",
                      "use a str, or a tensor of dtype torch.uint8");
      case ExprKind::Attribute: return expression(*as<Attribute>(expr).value);
      case ExprKind::Subscript:
        expression(*as<Subscript>(expr).value);
        return expression(*as<Subscript>(expr).slice);
      case ExprKind::Starred: return expression(*as<Starred>(expr).value);
      case ExprKind::Name: return name(as<Name>(expr));
      case ExprKind::List:
      case ExprKind::Tuple: return expressions(as<Sequence>(expr).elts);
      case ExprKind::Slice:
        maybe(as<Slice>(expr).lower);
        maybe(as<Slice>(expr).upper);
        return maybe(as<Slice>(expr).step);
      case ExprKind::Error: return expressions(as<ErrorExpr>(expr).parts);
      case ExprKind::FormattedValue: return expression(*as<FormattedValue>(expr).value);
    }
  }

  void unary(const UnaryOp& expr) {
    expression(*expr.operand);
    if (expr.op != UnaryOperator::UAdd) return;
    report(Rule::UnaryPlus, expr.span, "TorchScript has no unary plus",
           "it does nothing to numbers: leave it out", [&](Diagnostic& problem) {
             problem.fix("Remove the plus", {replace(keyword(expr, "+"), "")});
           });
  }

  void yielding(const Expr& expr) {
    report(Rule::UnsupportedYield, keyword(expr, "yield"), "TorchScript has no generators",
           "collect the values in a list and return it");
  }

  void setFix(const Expr& set, Diagnostic& problem) {
    // Not safe: the list keeps elements that the set would drop as duplicates.
    problem.fix("Use a list",
                {replace({set.span.begin, set.span.begin + 1}, "["),
                 replace({set.span.end - 1, set.span.end}, "]")},
                /*safe=*/false);
  }

  void dict(const Dict& expr) {
    // PyTorch visits a leading "**" before any other entry, and later ones in order.
    bool isFirst = !expr.keys.empty() && !expr.keys[0];
    if (isFirst) expansion(*expr.values[0]);
    for (size_t i = 0; i < expr.keys.size(); ++i) {
      if (expr.keys[i]) {
        expression(*expr.keys[i]);
      } else if (i > 0) {
        expansion(*expr.values[i]);
      }
    }
    expressions(expr.values);
  }

  void expansion(const Expr& value) {
    report(Rule::DictExpansion, withStars(value), "a dict can't be unpacked into another",
           "make a dict and call its update method");
  }

  // The value's span, extended to the "**" in front of it.
  Span withStars(const Expr& value) {
    size_t stars = file_.text().substr(0, value.span.begin).rfind("**");
    return stars == std::string_view::npos ? value.span
                                           : Span{static_cast<uint32_t>(stars), value.span.end};
  }

  void comprehension(List<Comprehension*> generators) {
    if (generators.size() > 1) {
      report(Rule::SeveralGenerators, cover(generators[1]->span, generators.back()->span),
             "a comprehension can't have more than one for",
             "write nested loops that append to a list");
    }
    for (const Comprehension* generator : generators) {
      if (generator->ifs.empty()) continue;
      report(Rule::ComprehensionCondition,
             cover(generator->ifs.front()->span, generator->ifs.back()->span),
             "a comprehension can't have a condition", "write a loop that appends to a list");
    }
  }

  void comprehensionParts(List<Comprehension*> generators,
                          std::initializer_list<const Expr*> elements) {
    for (const Expr* element : elements) expression(*element);
    for (const Comprehension* generator : generators) {
      expression(*generator->target);
      expression(*generator->iter);
      expressions(generator->ifs);
    }
  }

  void call(const Call& expr) {
    expression(*expr.func);
    expressions(expr.args);
    for (const Keyword* argument : expr.keywords) {
      expression(*argument->value);
      if (argument->arg) continue;
      report(Rule::KeywordExpansion, withStars(*argument->value),
             "a dict can't be unpacked into keyword arguments", "pass each argument by its name");
    }
  }

  void fstring(const JoinedStr& expr) {
    for (const Expr* part : expr.values) {
      const auto* value = dynCast<FormattedValue>(part);
      if (!value) continue;
      if (value->conversion != -1) {
        report(Rule::FStringConversion, value->span, "an f-string can't convert a value",
               "call str() on it, or leave the conversion out",
               [&](Diagnostic& problem) { conversionFix(*value, problem); });
      } else if (value->formatSpec) {
        report(Rule::FStringFormat, value->span, "an f-string can't give a format",
               "TorchScript prints values in its own way; leave the format out",
               [&](Diagnostic& problem) {
                 Span colonToEnd{value->formatSpec->span.begin, value->span.end - 1};
                 if (colonToEnd.begin > 0 && file_.text()[colonToEnd.begin] != ':')
                   --colonToEnd.begin;
                 if (file_.text()[colonToEnd.begin] != ':') return;
                 problem.fix("Remove the format", {replace(colonToEnd, "")}, /*safe=*/false);
               });
      }
      expression(*value->value);
    }
  }

  // "!s" is the default conversion.
  void conversionFix(const FormattedValue& value, Diagnostic& problem) {
    if (value.conversion != 's') return;
    size_t mark = file_.text().find("!s", value.value->span.end);
    if (mark >= value.span.end) return;
    uint32_t begin = static_cast<uint32_t>(mark);
    problem.fix("Remove the conversion", {replace({begin, begin + 2}, "")});
  }

  void name(const Name& expr) {
    if (!expr.id.starts_with("__jit")) return;
    report(Rule::ReservedName, expr.span, fmt::format("the name '{}' is reserved", expr.id),
           "names that start with __jit are the compiler's own; choose another");
  }

  const SourceFile& file_;
  const FunctionDef& function_;
  diag::Sink& sink_;
};

}  // namespace

bool checkFunction(const syntax::Module& module, const syntax::FunctionDef& function,
                   diag::Sink& sink) {
  size_t before = sink.size();
  Walk(module, function, sink).function();
  return sink.size() == before;
}

}  // namespace ts::compiler
