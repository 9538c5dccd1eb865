// The match statement and its patterns.
#include "core/syntax/parser_impl.h"

namespace ts::syntax {

using diag::Rule;

// "match" is a name unless its line ends with a colon and a block that begins with "case" follows.
bool Parser::atMatch() const {
  if (!isSoft(t_, "match")) [[likely]]
    return false;
  switch (t_[1].kind) {
    case TokenKind::Newline:
    case TokenKind::Dot:
    case TokenKind::Equal:
    case TokenKind::Colon:
    case TokenKind::Comma:
    case TokenKind::RParen:
    case TokenKind::Semi: return false;
    default: break;
  }
  const Token* token = t_ + 1;
  while (token->kind != TokenKind::Newline && token->kind != TokenKind::EndOfFile) {
    bool opens = token->kind == TokenKind::LParen || token->kind == TokenKind::LBracket ||
                 token->kind == TokenKind::LBrace || token->kind == TokenKind::FStringStart;
    token = opens ? partner(token) + 1 : token + 1;
  }
  return token[-1].kind == TokenKind::Colon && token->kind == TokenKind::Newline &&
         token[1].kind == TokenKind::Indent && isSoft(token + 2, "case");
}

// match_stmt: "match" subject_expr ':' NEWLINE INDENT case_block+ DEDENT
Stmt* Parser::matchStatement() {
  const Token* keyword = t_++;
  uint32_t subjectStart = begin();
  Expr* subject = starNamedExpression();
  if (!panic_ && at(TokenKind::Comma)) {
    auto elts = exprs();
    elts.add(subject);
    while (!panic_ && accept(TokenKind::Comma) && !at(TokenKind::Colon))
      elts.add(starNamedExpression());
    subject = make<Sequence>(ExprKind::Tuple, from(subjectStart), elts.take(), Context::Load);
  } else if (!panic_ && subject->kind == ExprKind::Starred) {
    complain(Rule::InvalidSyntax, subject->span,
             "'*' unpacks into a tuple, a list or a call: a comma is missing");
  }
  colon(keyword);
  auto cases = nodes<MatchCase>();
  accept(TokenKind::Newline);
  accept(TokenKind::Indent);
  while (!at(TokenKind::Dedent) && !at(TokenKind::EndOfFile)) {
    if (isSoft(t_, "case")) {
      cases.add(matchCase());
      continue;
    }
    complain(Rule::MisplacedStatement, t_->span(), "a 'match' can contain only 'case' blocks");
    auto dropped = nodes<Stmt>();
    statement(dropped);
  }
  accept(TokenKind::Dedent);
  List<MatchCase*> all = cases.take();
  uint32_t end = blockEnd();
  return stmt<Match>(StmtKind::Match, {keyword->begin, end}, subject, all);
}

// case_block: "case" patterns ['if' named_expression] ':' block
MatchCase* Parser::matchCase() {
  const Token* keyword = t_++;
  Pattern* pattern = patterns();
  Expr* guard = !panic_ && accept(TokenKind::If) ? namedExpression() : nullptr;
  List<Stmt*> body = suite(keyword);
  return arena_.make<MatchCase>(Node{{keyword->begin, blockEnd()}}, pattern, guard, body);
}

Pattern* Parser::errorPattern() {
  unexpected("a pattern");
  return pattern<ErrorPattern>(PatternKind::Error, {prevEnd(), prevEnd()});
}

// patterns: maybe_star_pattern ',' [maybe_sequence_pattern] | pattern
Pattern* Parser::patterns() {
  uint32_t start = begin();
  Pattern* first = maybeStarPattern();
  if (panic_ || (!at(TokenKind::Comma) && first->kind != PatternKind::MatchStar)) return first;
  if (!at(TokenKind::Comma)) {
    complain(Rule::InvalidSyntax, first->span,
             "a starred pattern must be in a sequence: a comma is missing");
  }
  auto all = nodes<Pattern>();
  all.add(first);
  while (!panic_ && accept(TokenKind::Comma)) {
    if (at(TokenKind::Colon) || at(TokenKind::If)) break;
    all.add(maybeStarPattern());
  }
  return pattern<MatchList>(PatternKind::MatchSequence, from(start), all.take());
}

// maybe_star_pattern: '*' NAME | as_pattern
Pattern* Parser::maybeStarPattern() {
  if (!at(TokenKind::Star)) return asPattern();
  uint32_t start = begin();
  ++t_;
  Identifier name = identifier("a name after '*'");
  if (name.text == "_") name = {};
  return pattern<MatchStar>(PatternKind::MatchStar, from(start), name);
}

// as_pattern: or_pattern ['as' NAME]
Pattern* Parser::asPattern() {
  NestingGuard nesting(*this);
  uint32_t start = begin();
  Pattern* inner = orPattern();
  if (panic_ || !accept(TokenKind::As)) return inner;
  Identifier name = identifier("a name for the matched value");
  if (!panic_ && (name.text == "_" || at(TokenKind::Dot) || at(TokenKind::LParen))) {
    complain(Rule::InvalidTarget, name.span, "'as' in a pattern needs a plain name other than '_'");
  }
  return pattern<MatchAs>(PatternKind::MatchAs, from(start), inner, name);
}

// or_pattern: closed_pattern ('|' closed_pattern)*
Pattern* Parser::orPattern() {
  uint32_t start = begin();
  Pattern* first = closedPattern();
  if (panic_ || !at(TokenKind::Pipe)) return first;
  auto all = nodes<Pattern>();
  all.add(first);
  while (!panic_ && accept(TokenKind::Pipe)) all.add(closedPattern());
  return pattern<MatchList>(PatternKind::MatchOr, from(start), all.take());
}

// closed_pattern: literal_pattern | capture_pattern | wildcard_pattern | value_pattern
//               | group_pattern | sequence_pattern | mapping_pattern | class_pattern
Pattern* Parser::closedPattern() {
  auto singleton = [&](ConstantKind value) -> Pattern* {
    Span span = t_++->span();
    return pattern<MatchSingleton>(PatternKind::MatchSingleton, span, value);
  };
  switch (kind()) {
    case TokenKind::None: return singleton(ConstantKind::None);
    case TokenKind::True: return singleton(ConstantKind::True);
    case TokenKind::False: return singleton(ConstantKind::False);
    case TokenKind::Minus:
    case TokenKind::Number:
    case TokenKind::String:
    case TokenKind::FStringStart: return literalPattern();
    case TokenKind::Name: return namePattern();
    case TokenKind::LParen:
    case TokenKind::LBracket: return groupOrSequence();
    case TokenKind::LBrace: return mappingPattern();
    default: return errorPattern();
  }
}

Pattern* Parser::literalPattern() {
  uint32_t start = begin();
  Expr* value = literalExpr();
  return pattern<MatchValue>(PatternKind::MatchValue, from(start), value);
}

// signed_number: ['-'] NUMBER
Expr* Parser::signedNumber() {
  uint32_t start = begin();
  bool negative = accept(TokenKind::Minus);
  if (!at(TokenKind::Number)) return unexpected("a number");
  Expr* value = number();
  if (!negative) return value;
  return make<UnaryOp>(ExprKind::UnaryOp, from(start), UnaryOperator::USub, value);
}

// literal_expr: signed_number | signed_number ('+' | '-') NUMBER | strings | 'None' | 'True' |
// 'False'
Expr* Parser::literalExpr() {
  uint32_t start = begin();
  if (!at(TokenKind::Minus) && !at(TokenKind::Number)) {
    Expr* value = atom();
    if (value->kind == ExprKind::JoinedStr) {
      complain(Rule::InvalidSyntax, value->span,
               "a pattern can contain a plain string, but not an f-string");
    }
    return value;
  }
  Expr* left = signedNumber();
  if (panic_ || (!at(TokenKind::Plus) && !at(TokenKind::Minus))) return left;
  auto isImaginary = [](const Expr* expr) {
    if (const auto* negated = dynCast<UnaryOp>(expr)) expr = negated->operand;
    const auto* constant = dynCast<Constant>(expr);
    return constant && constant->constant == ConstantKind::Imaginary;
  };
  if (isImaginary(left))
    complain(Rule::InvalidLiteral, left->span, "the real part of a complex number comes first");
  Operator op = at(TokenKind::Plus) ? Operator::Add : Operator::Sub;
  Span opSpan = t_++->span();
  Expr* right = at(TokenKind::Number) ? number() : unexpected("an imaginary number");
  if (!panic_ && !isImaginary(right)) {
    complain(Rule::InvalidLiteral, right->span,
             "only an imaginary number can be added in a pattern");
  }
  return make<BinOp>(ExprKind::BinOp, from(start), left, op, opSpan, right);
}

// name_or_attr: NAME ('.' NAME)*
Expr* Parser::dottedName() {
  uint32_t start = begin();
  Expr* value = name();
  while (!panic_ && accept(TokenKind::Dot)) {
    Identifier attr = identifier("the name of an attribute");
    value = make<Attribute>(ExprKind::Attribute, from(start), value, attr, Context::Load);
  }
  return value;
}

// capture_pattern: NAME    wildcard_pattern: "_"    value_pattern: NAME ('.' NAME)+
// class_pattern: name_or_attr '(' ... ')'
Pattern* Parser::namePattern() {
  uint32_t start = begin();
  const Token& first = *t_;
  Expr* value = dottedName();
  if (!panic_ && at(TokenKind::LParen)) return classPattern(value, start);
  if (value->kind == ExprKind::Attribute)
    return pattern<MatchValue>(PatternKind::MatchValue, from(start), value);
  Identifier name{as<Name>(*value).id, first.span()};
  if (name.text == "_") name = {};
  return pattern<MatchAs>(PatternKind::MatchAs, from(start), static_cast<Pattern*>(nullptr), name);
}

// group_pattern: '(' pattern ')'
// sequence_pattern: '[' [maybe_sequence_pattern] ']' | '(' [open_sequence_pattern] ')'
Pattern* Parser::groupOrSequence() {
  NestingGuard nesting(*this);
  uint32_t start = begin();
  bool parentheses = at(TokenKind::LParen);
  const Token* opener = open();
  const Token* closer = partner(opener);
  auto all = nodes<Pattern>();
  bool comma = false;
  while (!panic_ && t_ != closer) {
    all.add(maybeStarPattern());
    if (panic_ || !accept(TokenKind::Comma)) break;
    comma = true;
  }
  close(opener, parentheses ? "',' or ')'" : "',' or ']'");
  if (parentheses && all.size() == 1 && !comma) {
    if (all[0]->kind == PatternKind::MatchStar) {
      complain(Rule::InvalidSyntax, all[0]->span,
               "a starred pattern must be in a sequence: a comma is missing");
    }
    return all[0];
  }
  return pattern<MatchList>(PatternKind::MatchSequence, from(start), all.take());
}

// mapping_pattern: '{' [(literal_expr | attr) ':' pattern, ',' between] ['**' NAME] [','] '}'
Pattern* Parser::mappingPattern() {
  NestingGuard nesting(*this);
  uint32_t start = begin();
  const Token* opener = open();
  const Token* closer = partner(opener);
  auto keys = exprs();
  auto all = nodes<Pattern>();
  Identifier rest;
  while (!panic_ && t_ != closer) {
    if (rest) {
      fail(Rule::InvalidSyntax, t_->span(), "'**' comes last in a mapping pattern");
      break;
    }
    if (accept(TokenKind::DoubleStar)) {
      rest = identifier("a name after '**'");
      if (rest.text == "_")
        complain(Rule::InvalidTarget, rest.span, "'**' in a pattern needs a name other than '_'");
    } else {
      Expr* key;
      switch (kind()) {
        case TokenKind::Name:
          key = dottedName();
          if (!panic_ && key->kind == ExprKind::Name) {
            complain(Rule::InvalidSyntax, key->span,
                     "a key in a pattern is a literal or a dotted name");
          }
          break;
        case TokenKind::Minus:
        case TokenKind::Number:
        case TokenKind::String:
        case TokenKind::FStringStart:
        case TokenKind::None:
        case TokenKind::True:
        case TokenKind::False: key = literalExpr(); break;
        default: key = unexpected("a key");
      }
      if (panic_ || !expect(TokenKind::Colon, "after the key")) break;
      keys.add(key);
      all.add(asPattern());
    }
    if (panic_ || !accept(TokenKind::Comma)) break;
  }
  close(opener, "',' or '}'");
  return pattern<MatchMapping>(PatternKind::MatchMapping, from(start), keys.take(), all.take(),
                               rest);
}

// class_pattern: name_or_attr '(' [pattern, ',' between] [NAME '=' pattern, ',' between] [','] ')'
Pattern* Parser::classPattern(Expr* cls, uint32_t start) {
  NestingGuard nesting(*this);
  const Token* opener = open();
  const Token* closer = partner(opener);
  auto positional = nodes<Pattern>();
  std::vector<Identifier> names;
  std::vector<Pattern*> byName;
  while (!panic_ && t_ != closer) {
    if (at(TokenKind::Name) && t_[1].kind == TokenKind::Equal) {
      names.push_back(identifier("an attribute"));
      ++t_;
      byName.push_back(asPattern());
    } else {
      Pattern* pattern = asPattern();
      if (!names.empty()) {
        complain(Rule::InvalidParameters, pattern->span,
                 "positional patterns come before keyword patterns");
      }
      positional.add(pattern);
    }
    if (panic_ || !accept(TokenKind::Comma)) break;
  }
  close(opener, "',' or ')'");
  return pattern<MatchClass>(PatternKind::MatchClass, from(start), cls, positional.take(),
                             arena_.copy(names), arena_.copy(byName));
}

}  // namespace ts::syntax
