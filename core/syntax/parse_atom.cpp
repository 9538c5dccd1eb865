// Atoms: names, numbers, displays in brackets, comprehensions.
#include <algorithm>

#include "core/syntax/parser_impl.h"
#include "core/syntax/unicode.h"

namespace ts::syntax {

using diag::Rule;

// atom: NAME | 'True' | 'False' | 'None' | strings | NUMBER | tuple | group | genexp | list
//     | listcomp | dict | set | dictcomp | setcomp | '...'
Expr* Parser::atom() {
  auto constant = [&](ConstantKind which) {
    Span span = t_++->span();
    return make<Constant>(ExprKind::Constant, span, which, false, std::string_view());
  };
  switch (kind()) {
    case TokenKind::Name: return name();
    case TokenKind::Number: return number();
    case TokenKind::String:
    case TokenKind::FStringStart: return strings();
    case TokenKind::LParen: return parenthesized();
    case TokenKind::LBracket: return listDisplay();
    case TokenKind::LBrace: return braceDisplay();
    case TokenKind::None: return constant(ConstantKind::None);
    case TokenKind::True: return constant(ConstantKind::True);
    case TokenKind::False: return constant(ConstantKind::False);
    case TokenKind::Ellipsis: return constant(ConstantKind::Ellipsis);
    default: return unexpected("an expression");
  }
}

std::string_view Parser::nameText(const Token& token) {
  std::string_view written = text(token);
  if (!(token.flags & token_flags::kNonAscii)) [[likely]]
    return written;
  std::string normal = unicode::normalize(written);
  return normal == written ? written : arena_.copy(std::string_view(normal));
}

Expr* Parser::name() {
  const Token& token = *t_++;
  return make<Name>(ExprKind::Name, token.span(), Context::Load, nameText(token));
}

Identifier Parser::identifier(std::string_view role) {
  if (at(TokenKind::Name)) {
    const Token& token = *t_++;
    return {nameText(token), token.span()};
  }
  if (isKeyword(kind()) && !panic_) {
    fail(Rule::InvalidSyntax, t_->span(),
         "'" + std::string(spelling(kind())) + "' is a keyword of Python and can't be " +
             std::string(role));
  } else {
    unexpected(role);
  }
  return {{}, {prevEnd(), prevEnd()}};
}

Expr* Parser::number() {
  using namespace token_flags;
  const Token& token = *t_++;
  // The lexer has already reported a malformed number.
  if (token.flags & kUnterminated) return errorExpr(token.span());
  ConstantKind kind = token.flags & kImaginary ? ConstantKind::Imaginary
                      : token.flags & kFloat   ? ConstantKind::Float
                                               : ConstantKind::Int;
  std::string_view digits = text(token);
  if (token.flags & kUnderscores) {
    std::string plain(digits);
    std::erase(plain, '_');
    digits = arena_.copy(std::string_view(plain));
  }
  return make<Constant>(ExprKind::Constant, token.span(), kind, false, digits);
}

bool Parser::atComprehension() const {
  return at(TokenKind::For) || (at(TokenKind::Async) && t_[1].kind == TokenKind::For);
}

// for_if_clauses: (['async'] 'for' star_targets 'in' disjunction ('if' disjunction)*)+
List<Comprehension*> Parser::comprehensions() {
  auto clauses = nodes<Comprehension>();
  while (!panic_ && atComprehension()) {
    uint32_t start = begin();
    bool isAsync = accept(TokenKind::Async);
    ++t_;
    Expr* target = targetList();
    if (!panic_) assignTo(target, Context::Store, "loop over");
    expect(TokenKind::In, "of the comprehension");
    Expr* iter = panic_ ? errorExpr({prevEnd(), prevEnd()}) : binary(kOr);
    auto ifs = exprs();
    while (!panic_ && accept(TokenKind::If)) ifs.add(binary(kOr));
    clauses.add(arena_.make<Comprehension>(Node{from(start)}, target, iter, ifs.take(), isAsync));
  }
  return clauses.take();
}

// tuple: '(' [star_named_expression ',' [star_named_expressions]] ')'
// group: '(' (yield_expr | named_expression) ')'
// genexp: '(' named_expression for_if_clauses ')'
Expr* Parser::parenthesized() {
  NestingGuard nesting(*this);
  uint32_t start = begin();
  const Token* opener = open();
  const Token* closer = partner(opener);
  if (t_ == closer) {
    close(opener);
    return make<Sequence>(ExprKind::Tuple, from(start), List<Expr*>(), Context::Load);
  }
  if (at(TokenKind::Yield)) {
    Expr* inner = yieldExpression();
    close(opener, "')'");
    parenthesized_ = inner;
    return inner;
  }
  Expr* first = starNamedExpression();
  if (!panic_ && at(TokenKind::Comma)) {
    auto elts = exprs();
    elts.add(first);
    while (!panic_ && accept(TokenKind::Comma) && t_ != closer) elts.add(starNamedExpression());
    close(opener, "',' or ')'");
    return make<Sequence>(ExprKind::Tuple, from(start), elts.take(), Context::Load);
  }
  if (!panic_ && atComprehension()) {
    if (first->kind == ExprKind::Starred) {
      complain(Rule::InvalidSyntax, first->span,
               "a comprehension can't unpack its elements with '*'");
    }
    auto generators = comprehensions();
    close(opener, "')'");
    return make<Comp>(ExprKind::GeneratorExp, from(start), first, generators);
  }
  if (!panic_ && first->kind == ExprKind::Starred && t_ == closer) {
    if (Problem* reported = complain(
            Rule::InvalidSyntax, first->span,
            "'*' can't unpack into parentheses alone, only into a tuple, a list or a call")) {
      reported->fixTitle = "Make it a tuple";
      reported->fixSpan = {first->span.end, first->span.end};
      reported->fixText = ",";
    }
  }
  close(opener, "',' or ')'");
  parenthesized_ = first;
  return first;
}

// list: '[' [star_named_expressions] ']'    listcomp: '[' named_expression for_if_clauses ']'
Expr* Parser::listDisplay() {
  NestingGuard nesting(*this);
  uint32_t start = begin();
  const Token* opener = open();
  const Token* closer = partner(opener);
  auto elts = exprs();
  if (t_ != closer) {
    elts.add(starNamedExpression());
    if (!panic_ && atComprehension()) {
      if (elts[0]->kind == ExprKind::Starred) {
        complain(Rule::InvalidSyntax, elts[0]->span,
                 "a comprehension can't unpack its elements with '*'");
      }
      auto generators = comprehensions();
      close(opener, "']'");
      return make<Comp>(ExprKind::ListComp, from(start), elts[0], generators);
    }
    while (!panic_ && accept(TokenKind::Comma) && t_ != closer) elts.add(starNamedExpression());
  }
  close(opener, "',' or ']'");
  return make<Sequence>(ExprKind::List, from(start), elts.take(), Context::Load);
}

// set: '{' star_named_expressions '}'       setcomp: '{' named_expression for_if_clauses '}'
// dict: '{' [double_starred_kvpairs] '}'    dictcomp: '{' kvpair for_if_clauses '}'
Expr* Parser::braceDisplay() {
  NestingGuard nesting(*this);
  uint32_t start = begin();
  const Token* opener = open();
  const Token* closer = partner(opener);
  if (t_ == closer || at(TokenKind::DoubleStar)) return dictDisplay(opener, start, nullptr);
  Expr* first = starNamedExpression();
  if (at(TokenKind::Colon) && first->kind != ExprKind::Starred &&
      first->kind != ExprKind::NamedExpr) {
    return dictDisplay(opener, start, first);
  }
  if (at(TokenKind::Colon) && isParenthesized(first)) return dictDisplay(opener, start, first);
  if (!panic_ && atComprehension()) {
    if (first->kind == ExprKind::Starred) {
      complain(Rule::InvalidSyntax, first->span,
               "a comprehension can't unpack its elements with '*'");
    }
    auto generators = comprehensions();
    close(opener, "'}'");
    return make<Comp>(ExprKind::SetComp, from(start), first, generators);
  }
  auto elts = exprs();
  elts.add(first);
  while (!panic_ && accept(TokenKind::Comma) && t_ != closer) elts.add(starNamedExpression());
  close(opener, "',' or '}'");
  return make<Set>(ExprKind::Set, from(start), elts.take());
}

// double_starred_kvpairs: ('**' bitwise_or | expression ':' expression), ',' between. The first key
// is already parsed, unless it is null.
Expr* Parser::dictDisplay(const Token* opener, uint32_t start, Expr* firstKey) {
  const Token* closer = partner(opener);
  auto keys = exprs();
  auto items = values();
  while (!panic_ && (firstKey || t_ != closer)) {
    if (!firstKey && at(TokenKind::DoubleStar)) {
      uint32_t starStart = begin();
      ++t_;
      keys.add(nullptr);
      items.add(binary(kBitOr));
      if (!panic_ && atComprehension()) {
        fail(Rule::InvalidSyntax, from(starStart),
             "a comprehension can't unpack its elements with '**'");
      }
    } else {
      Expr* key = firstKey ? firstKey : expression();
      firstKey = nullptr;
      keys.add(key);
      if (!expect(TokenKind::Colon, "after the key")) {
        items.add(errorExpr({prevEnd(), prevEnd()}));
        break;
      }
      if (at(TokenKind::Comma) || t_ == closer) {
        items.add(unexpected("a value for the key"));
        panic_ = false;
      } else {
        items.add(expression());
      }
      if (!panic_ && atComprehension()) {
        if (keys.size() != 1) {
          unexpected("',' or '}'");
          break;
        }
        auto generators = comprehensions();
        close(opener, "'}'");
        return make<DictComp>(ExprKind::DictComp, from(start), keys[0], items[0], generators);
      }
    }
    if (!accept(TokenKind::Comma)) break;
  }
  close(opener, "',' or '}'");
  return make<Dict>(ExprKind::Dict, from(start), keys.take(), items.take());
}

}  // namespace ts::syntax
