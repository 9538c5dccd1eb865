// Expressions: operators by precedence climbing, calls, subscripts.
#include <array>

#include "core/syntax/parser_impl.h"

namespace ts::syntax {

using diag::Rule;

namespace {

enum class Group : uint8_t { None, Or, And, Compare, Arithmetic };

struct OperatorInfo {
  uint8_t precedence = kNoOperator;
  Group group = Group::None;
  Operator op = Operator::Add;
};

constexpr std::array<OperatorInfo, kTokenKindCount> makeOperators() {
  std::array<OperatorInfo, kTokenKindCount> table{};
  auto set = [&](TokenKind kind, uint8_t precedence, Group group, Operator op = Operator::Add) {
    table[static_cast<size_t>(kind)] = {precedence, group, op};
  };
  using enum TokenKind;
  set(Or, kOr, Group::Or);
  set(And, kAnd, Group::And);
  for (TokenKind kind :
       {EqualEqual, NotEqual, Less, LessEqual, Greater, GreaterEqual, Is, In, Not}) {
    set(kind, kComparison, Group::Compare);
  }
  set(Pipe, kBitOr, Group::Arithmetic, Operator::BitOr);
  set(Caret, kBitXor, Group::Arithmetic, Operator::BitXor);
  set(Ampersand, kBitAnd, Group::Arithmetic, Operator::BitAnd);
  set(LeftShift, kShift, Group::Arithmetic, Operator::LShift);
  set(RightShift, kShift, Group::Arithmetic, Operator::RShift);
  set(Plus, kSum, Group::Arithmetic, Operator::Add);
  set(Minus, kSum, Group::Arithmetic, Operator::Sub);
  set(Star, kTerm, Group::Arithmetic, Operator::Mult);
  set(Slash, kTerm, Group::Arithmetic, Operator::Div);
  set(DoubleSlash, kTerm, Group::Arithmetic, Operator::FloorDiv);
  set(Percent, kTerm, Group::Arithmetic, Operator::Mod);
  set(At, kTerm, Group::Arithmetic, Operator::MatMult);
  return table;
}

constexpr std::array<OperatorInfo, kTokenKindCount> kOperators = makeOperators();

}  // namespace

// star_expressions: star_expression (',' star_expression)* [',']
Expr* Parser::starExpressions() {
  uint32_t start = begin();
  Expr* first = starExpression();
  if (!at(TokenKind::Comma) || panic_) return first;
  auto elts = exprs();
  elts.add(first);
  while (!panic_ && accept(TokenKind::Comma)) {
    // A tuple may end with a comma.
    switch (kind()) {
      case TokenKind::Newline:
      case TokenKind::Equal:
      case TokenKind::Semi:
      case TokenKind::RParen:
      case TokenKind::RBracket:
      case TokenKind::RBrace:
      case TokenKind::Colon:
      case TokenKind::EndOfFile:
      case TokenKind::Exclamation: break;
      default: elts.add(starExpression()); continue;
    }
    break;
  }
  return make<Sequence>(ExprKind::Tuple, from(start), elts.take(), Context::Load);
}

// star_expression: '*' bitwise_or | expression
Expr* Parser::starExpression() {
  if (!at(TokenKind::Star)) return expression();
  uint32_t start = begin();
  ++t_;
  Expr* value = binary(kBitOr);
  return make<Starred>(ExprKind::Starred, from(start), value, Context::Load);
}

// star_named_expression: '*' bitwise_or | named_expression
Expr* Parser::starNamedExpression() {
  return at(TokenKind::Star) ? starExpression() : namedExpression();
}

// named_expression: NAME ':=' expression | expression
Expr* Parser::namedExpression() {
  Expr* first = expression();
  return at(TokenKind::ColonEqual) ? walrus(first) : first;
}

Expr* Parser::walrus(Expr* target) {
  if (panic_) return target;
  if (target->kind != ExprKind::Name || isParenthesized(target)) {
    complain(Rule::InvalidTarget, target->span, "only a plain name can be the target of ':='");
  } else {
    static_cast<Name*>(target)->ctx = Context::Store;
  }
  ++t_;
  Expr* value = expression();
  return make<NamedExpr>(ExprKind::NamedExpr, from(target->span.begin), target, value);
}

// expression: disjunction ['if' disjunction 'else' expression] | lambdef
Expr* Parser::expression() {
  if (at(TokenKind::Lambda)) return lambda();
  const Token* first = t_;
  Expr* body = binary(kOr);
  if (!at(TokenKind::If) || panic_) [[likely]]
    return body;
  Expr* expression = conditional(body);
  expression->span.begin = first->begin;
  return expression;
}

Expr* Parser::conditional(Expr* body) {
  NestingGuard nesting(*this);
  if (tooDeep()) return errorExpr(body->span, one(body));
  ++t_;
  Expr* test = binary(kOr);
  Expr* orelse = nullptr;
  if (!panic_ && !at(TokenKind::Else)) {
    if (Problem* reported = fail(Rule::InvalidSyntax, cover(body->span, test->span),
                                 "this conditional expression lacks its 'else'")) {
      reported->labelSpan = t_->span();
      reported->label = "expected 'else'";
    }
  }
  if (accept(TokenKind::Else))
    orelse = expression();
  else
    orelse = errorExpr({prevEnd(), prevEnd()});
  return make<IfExp>(ExprKind::IfExp, from(body->span.begin), test, body, orelse);
}

// lambdef: 'lambda' [lambda_params] ':' expression
Expr* Parser::lambda() {
  NestingGuard nesting(*this);
  uint32_t start = begin();
  ++t_;
  if (tooDeep()) return errorExpr({start, prevEnd()});
  Arguments* args = parameters(TokenKind::Colon, false);
  Expr* body;
  if (at(TokenKind::Colon)) {
    ++t_;
    panic_ = false;
    body = expression();
  } else {
    body = unexpected("':' after the parameters of the lambda");
  }
  return make<Lambda>(ExprKind::Lambda, from(start), args, body);
}

// Parses binary operators that bind at least as tightly as the minimum, with their operands.
//   disjunction: conjunction ('or' conjunction)*      conjunction: inversion ('and' inversion)*
//   comparison: bitwise_or (compare_op bitwise_or)*
// and so on down to
//   term: term '*' factor | factor
Expr* Parser::binary(int minimum) {
  uint32_t start = begin();
  Expr* left = at(TokenKind::Not) ? notTest(minimum) : unary();
  for (;;) {
    const OperatorInfo& info = kOperators[static_cast<size_t>(kind())];
    if (info.precedence < minimum || info.precedence == kNoOperator || panic_) return left;
    switch (info.group) {
      case Group::Arithmetic: {
        Span opSpan = t_->span();
        ++t_;
        Expr* right = binary(info.precedence + 1);
        left = make<BinOp>(ExprKind::BinOp, from(start), left, info.op, opSpan, right);
        break;
      }
      case Group::Compare: {
        if (at(TokenKind::Not) && t_[1].kind != TokenKind::In) return left;
        left = comparison(left, start);
        break;
      }
      case Group::Or: left = boolean(left, start, BoolOperator::Or); break;
      case Group::And: left = boolean(left, start, BoolOperator::And); break;
      case Group::None: return left;
    }
  }
}

Expr* Parser::comparison(Expr* left, uint32_t start) {
  CompareOperator fixed[8];
  std::vector<CompareOperator> more;
  size_t count = 0;
  auto comparators = exprs();
  for (;;) {
    CompareOperator op;
    switch (kind()) {
      case TokenKind::EqualEqual: op = CompareOperator::Eq; break;
      case TokenKind::NotEqual: op = CompareOperator::NotEq; break;
      case TokenKind::Less: op = CompareOperator::Lt; break;
      case TokenKind::LessEqual: op = CompareOperator::LtE; break;
      case TokenKind::Greater: op = CompareOperator::Gt; break;
      case TokenKind::GreaterEqual: op = CompareOperator::GtE; break;
      case TokenKind::In: op = CompareOperator::In; break;
      case TokenKind::Is:
        op = t_[1].kind == TokenKind::Not ? CompareOperator::IsNot : CompareOperator::Is;
        break;
      default: op = CompareOperator::NotIn; break;
    }
    t_ += op == CompareOperator::IsNot || op == CompareOperator::NotIn ? 2 : 1;
    if (count < std::size(fixed))
      fixed[count] = op;
    else
      more.push_back(op);
    ++count;
    comparators.add(binary(kBitOr));
    if (panic_ || kOperators[static_cast<size_t>(kind())].group != Group::Compare) break;
    if (at(TokenKind::Not) && t_[1].kind != TokenKind::In) break;
  }
  auto* ops = static_cast<CompareOperator*>(arena_.allocate(count, 1));
  for (size_t i = 0; i < count; ++i)
    ops[i] = i < std::size(fixed) ? fixed[i] : more[i - std::size(fixed)];
  return make<Compare>(ExprKind::Compare, from(start), left, List<CompareOperator>(ops, count),
                       comparators.take());
}

Expr* Parser::boolean(Expr* left, uint32_t start, BoolOperator op) {
  TokenKind token = op == BoolOperator::Or ? TokenKind::Or : TokenKind::And;
  auto operands = exprs();
  operands.add(left);
  while (!panic_ && accept(token)) operands.add(binary(op == BoolOperator::Or ? kAnd : kNot));
  return make<BoolOp>(ExprKind::BoolOp, from(start), op, operands.take());
}

// inversion: 'not' inversion | comparison
Expr* Parser::notTest(int minimum) {
  if (minimum > kNot) {
    fail(Rule::InvalidSyntax, t_->span(),
         "'not' binds more loosely than the operator before it: it needs parentheses");
    return errorExpr({prevEnd(), prevEnd()});
  }
  NestingGuard nesting(*this);
  uint32_t start = begin();
  ++t_;
  if (tooDeep()) return errorExpr({start, prevEnd()});
  Expr* operand = binary(kNot);
  return make<UnaryOp>(ExprKind::UnaryOp, from(start), UnaryOperator::Not, operand);
}

// factor: ('+' | '-' | '~') factor | power
// power: await_primary ['**' factor]
Expr* Parser::unary() {
  UnaryOperator op;
  uint32_t start = begin();
  switch (kind()) {
    case TokenKind::Plus: op = UnaryOperator::UAdd; break;
    case TokenKind::Minus: op = UnaryOperator::USub; break;
    case TokenKind::Tilde: op = UnaryOperator::Invert; break;
    default: {
      Expr* base = primary();
      if (!at(TokenKind::DoubleStar) || panic_) [[likely]]
        return base;
      NestingGuard nesting(*this);
      if (tooDeep()) return base;
      Span opSpan = t_->span();
      ++t_;
      Expr* exponent = unary();
      return make<BinOp>(ExprKind::BinOp, from(start), base, Operator::Pow, opSpan, exponent);
    }
  }
  NestingGuard nesting(*this);
  ++t_;
  if (tooDeep()) return errorExpr({start, prevEnd()});
  Expr* operand = unary();
  return make<UnaryOp>(ExprKind::UnaryOp, from(start), op, operand);
}

// await_primary: 'await' primary | primary
Expr* Parser::awaitPrimary() {
  uint32_t start = begin();
  ++t_;
  Expr* value = at(TokenKind::Await) ? unexpected("an operand") : primary();
  return make<Await>(ExprKind::Await, from(start), value);
}

// primary: atom | primary '.' NAME | primary '(' [arguments] ')' | primary '[' slices ']'
Expr* Parser::primary() {
  if (at(TokenKind::Await)) return awaitPrimary();
  uint32_t start = begin();
  Expr* value = atom();
  for (;;) {
    switch (kind()) {
      case TokenKind::Dot: {
        if (panic_) return value;
        ++t_;
        Identifier attr = identifier("the name of an attribute");
        value = make<Attribute>(ExprKind::Attribute, from(start), value, attr, Context::Load);
        break;
      }
      case TokenKind::LParen:
        if (panic_) return value;
        value = call(value, start);
        break;
      case TokenKind::LBracket:
        if (panic_) return value;
        value = subscript(value, start);
        break;
      default: return value;
    }
  }
}

Expr* Parser::call(Expr* func, uint32_t start) {
  NestingGuard nesting(*this);
  const Token* opener = open();
  auto args = exprs();
  auto keywords = nodes<Keyword>();
  callArguments(opener, args, keywords, false);
  close(opener, "',' or ')'");
  return make<Call>(ExprKind::Call, from(start), func, args.take(), keywords.take());
}

// args: (starred | named_expression | NAME '=' expression | '**' expression), ',' between
void Parser::callArguments(const Token* opener, Scratch<Expr>& args, Scratch<Keyword>& keywords,
                           bool inClass) {
  bool sawDoubleStar = false;
  while (!panic_ && t_ != partner(opener)) {
    uint32_t start = begin();
    if (at(TokenKind::Star)) {
      ++t_;
      Expr* value = expression();
      args.add(make<Starred>(ExprKind::Starred, from(start), value, Context::Load));
      if (sawDoubleStar) {
        complain(Rule::InvalidParameters, from(start), "'*' arguments come before '**' arguments");
      }
    } else if (at(TokenKind::DoubleStar)) {
      ++t_;
      Expr* value = expression();
      keywords.add(arena_.make<Keyword>(Node{from(start)}, Identifier{}, value));
      sawDoubleStar = true;
    } else if (at(TokenKind::Name) && t_[1].kind == TokenKind::Equal) {
      Identifier arg{nameText(*t_), t_->span()};
      t_ += 2;
      Expr* value;
      if (at(TokenKind::Comma) || t_ == partner(opener)) {
        value = unexpected("a value for the argument");
        panic_ = false;
      } else {
        value = expression();
      }
      if (!panic_ && atComprehension()) {
        fail(Rule::InvalidSyntax, from(start),
             "a generator as the value of a keyword argument needs parentheses");
      }
      keywords.add(arena_.make<Keyword>(Node{from(start)}, arg, value));
    } else {
      Expr* value = namedExpression();
      if (!panic_ && atComprehension()) {
        auto generators = comprehensions();
        bool alone = args.size() == 0 && keywords.size() == 0 && t_ == partner(opener) && !inClass;
        Span span = alone ? Span{opener->begin, t_->end} : from(start);
        if (!alone)
          complain(Rule::InvalidSyntax, from(start),
                   "a generator among other arguments needs parentheses");
        value = make<Comp>(ExprKind::GeneratorExp, span, value, generators);
      } else if (!panic_ && at(TokenKind::Equal)) {
        fail(Rule::InvalidParameters, from(start),
             "only a plain name can be the keyword of an argument");
      } else if (keywords.size() > 0) {
        complain(Rule::InvalidParameters, from(start),
                 sawDoubleStar ? "positional arguments come before '**' arguments"
                               : "positional arguments come before keyword arguments");
      }
      args.add(value);
    }
    if (panic_ || t_ == partner(opener)) break;
    // close() reports the error otherwise.
    if (!accept(TokenKind::Comma)) break;
  }
}

Expr* Parser::subscript(Expr* value, uint32_t start) {
  NestingGuard nesting(*this);
  const Token* opener = open();
  uint32_t sliceStart = begin();
  Expr* index = t_ == partner(opener) ? unexpected("an index") : slice();
  if (!panic_ && (at(TokenKind::Comma) || index->kind == ExprKind::Starred)) {
    auto elts = exprs();
    elts.add(index);
    while (!panic_ && accept(TokenKind::Comma)) {
      if (t_ == partner(opener)) break;
      elts.add(slice());
    }
    index = make<Sequence>(ExprKind::Tuple, from(sliceStart), elts.take(), Context::Load);
  }
  close(opener, "',' or ']'");
  return make<Subscript>(ExprKind::Subscript, from(start), value, index, Context::Load);
}

// slices: (slice | starred_expression), ',' between
// slice: [expression] ':' [expression] [':' [expression]] | named_expression
Expr* Parser::slice() {
  uint32_t start = begin();
  auto part = [&]() -> Expr* {
    switch (kind()) {
      case TokenKind::Colon:
      case TokenKind::Comma:
      case TokenKind::RBracket: return nullptr;
      default: return expression();
    }
  };
  Expr* lower = nullptr;
  if (!at(TokenKind::Colon)) {
    lower = starNamedExpression();
    if (!at(TokenKind::Colon) || panic_) return lower;
    if (lower->kind == ExprKind::NamedExpr && !isParenthesized(lower))
      return unexpected("',' or ']'");
  }
  ++t_;
  Expr* upper = part();
  Expr* step = nullptr;
  if (!panic_ && accept(TokenKind::Colon)) step = part();
  return make<Slice>(ExprKind::Slice, from(start), lower, upper, step);
}

// yield_expr: 'yield' 'from' expression | 'yield' [star_expressions]
Expr* Parser::yieldExpression() {
  uint32_t start = begin();
  ++t_;
  if (accept(TokenKind::From)) {
    Expr* value = expression();
    return make<YieldFrom>(ExprKind::YieldFrom, from(start), value);
  }
  Expr* value = nullptr;
  switch (kind()) {
    case TokenKind::Newline:
    case TokenKind::Semi:
    case TokenKind::RParen:
    case TokenKind::RBracket:
    case TokenKind::RBrace:
    case TokenKind::Equal:
    case TokenKind::EndOfFile:
    case TokenKind::Colon:
    case TokenKind::Exclamation: break;
    default: value = starExpressions();
  }
  return make<Yield>(ExprKind::Yield, from(start), value);
}

Expr* Parser::yieldOrStarExpressions() {
  return at(TokenKind::Yield) ? yieldExpression() : starExpressions();
}

}  // namespace ts::syntax
