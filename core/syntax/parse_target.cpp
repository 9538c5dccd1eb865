// Targets of assignments, loops and del.
#include <array>

#include "core/syntax/parser_impl.h"

namespace ts::syntax {

using diag::Rule;

namespace {

// The description of an expression kind in messages, in the order of ExprKind.
constexpr std::string_view kExprDescriptions[] = {
    "an 'and' or 'or'",
    "an assignment expression",
    "the result of an operator",
    "the result of an operator",
    "a lambda",
    "a conditional expression",
    "a dict display",
    "a set display",
    "a list comprehension",
    "a set comprehension",
    "a dict comprehension",
    "a generator expression",
    "an await expression",
    "a yield expression",
    "a yield expression",
    "a comparison",
    "a function call",
    "an f-string",
    "an f-string",
    "a literal",
    "an attribute",
    "a subscript",
    "a starred expression",
    "a name",
    "a list",
    "a tuple",
    "a slice",
    "this",
};
static_assert(std::size(kExprDescriptions) == static_cast<size_t>(ExprKind::Error) + 1);

}  // namespace

// star_targets: star_target (',' star_target)* [',']    star_target: ['*'] target
// Parses the targets of a loop: expressions that end before 'in'.
Expr* Parser::targetList() {
  uint32_t start = begin();
  auto element = [&]() -> Expr* {
    if (!at(TokenKind::Star)) return binary(kBitOr);
    uint32_t starStart = begin();
    ++t_;
    Expr* value = binary(kBitOr);
    return make<Starred>(ExprKind::Starred, from(starStart), value, Context::Load);
  };
  Expr* first = element();
  if (panic_ || !at(TokenKind::Comma)) return first;
  auto elts = exprs();
  elts.add(first);
  while (!panic_ && accept(TokenKind::Comma)) {
    if (at(TokenKind::In) || at(TokenKind::Equal)) break;
    elts.add(element());
  }
  return make<Sequence>(ExprKind::Tuple, from(start), elts.take(), Context::Load);
}

// Converts an expression to a target of the context, and reports expressions that can't be one.
void Parser::assignTo(Expr* target, Context context, std::string_view doing) {
  switch (target->kind) {
    case ExprKind::Name: static_cast<Name*>(target)->ctx = context; return;
    case ExprKind::Attribute: static_cast<Attribute*>(target)->ctx = context; return;
    case ExprKind::Subscript: static_cast<Subscript*>(target)->ctx = context; return;
    case ExprKind::Starred: {
      auto* starred = static_cast<Starred*>(target);
      if (context == Context::Del || starred->value->kind == ExprKind::Starred) break;
      starred->ctx = context;
      return assignTo(starred->value, context, doing);
    }
    case ExprKind::List:
    case ExprKind::Tuple: {
      auto* sequence = static_cast<Sequence*>(target);
      sequence->ctx = context;
      for (Expr* element : sequence->elts) assignTo(element, context, doing);
      return;
    }
    case ExprKind::Error: return;
    default: break;
  }
  std::string kind(kExprDescriptions[static_cast<size_t>(target->kind)]);
  if (target->kind == ExprKind::Constant) {
    auto constant = static_cast<Constant*>(target)->constant;
    if (constant <= ConstantKind::Ellipsis)
      kind = "'" + std::string(file_.text(target->span)) + "'";
  }
  complain(Rule::InvalidTarget, target->span, "can't " + std::string(doing) + " " + kind);
}

}  // namespace ts::syntax
