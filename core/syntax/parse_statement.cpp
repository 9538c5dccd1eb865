// Simple statements.
#include <array>

#include "core/syntax/ast_walk.h"
#include "core/syntax/parser_impl.h"

namespace ts::syntax {

using diag::Rule;

namespace {

struct AugmentedInfo {
  bool is = false;
  Operator op = Operator::Add;
};

constexpr std::array<AugmentedInfo, kTokenKindCount> makeAugmented() {
  std::array<AugmentedInfo, kTokenKindCount> table{};
  using enum TokenKind;
  constexpr std::pair<TokenKind, Operator> kPairs[] = {
      {PlusEqual, Operator::Add},
      {MinusEqual, Operator::Sub},
      {StarEqual, Operator::Mult},
      {SlashEqual, Operator::Div},
      {DoubleSlashEqual, Operator::FloorDiv},
      {PercentEqual, Operator::Mod},
      {AtEqual, Operator::MatMult},
      {AmpersandEqual, Operator::BitAnd},
      {PipeEqual, Operator::BitOr},
      {CaretEqual, Operator::BitXor},
      {LeftShiftEqual, Operator::LShift},
      {RightShiftEqual, Operator::RShift},
      {DoubleStarEqual, Operator::Pow},
  };
  for (auto [kind, op] : kPairs) table[static_cast<size_t>(kind)] = {true, op};
  return table;
}

constexpr std::array<AugmentedInfo, kTokenKindCount> kAugmented = makeAugmented();

bool startsOperand(TokenKind kind) {
  using enum TokenKind;
  return kind == Name || kind == Number || kind == String || kind == FStringStart;
}

}  // namespace

// simple_stmts: simple_stmt (';' simple_stmt)* [';'] NEWLINE
void Parser::simpleStatements(Scratch<Stmt>& to) {
  for (;;) {
    Stmt* statement = simpleStatement();
    if (!panic_ && !atSimpleEnd()) {
      const auto* value = statement->kind == StmtKind::Expr
                              ? static_cast<const ExprStmt*>(statement)->value
                              : nullptr;
      const auto* name = value ? dynCast<Name>(value) : nullptr;
      if (name && (name->id == "print" || name->id == "exec") && startsOperand(kind())) {
        fail(Rule::InvalidSyntax, from(statement->span.begin),
             "'" + std::string(name->id) + "' is a function: its arguments need parentheses");
      } else {
        unexpected();
      }
      if (statement->kind == StmtKind::Assign) {
        auto* assign = static_cast<Assign*>(statement);
        assign->value = broken(assign->value);
      }
    }
    if (panic_) {
      if (statement->kind == StmtKind::Expr) {
        Expr* value = static_cast<ExprStmt*>(statement)->value;
        statement = stmt<ErrorStmt>(StmtKind::Error, statement->span, one(value), List<Stmt*>());
      }
      skipToLineEnd();
    }
    to.add(statement);
    if (!accept(TokenKind::Semi) || at(TokenKind::Newline)) break;
  }
  accept(TokenKind::Newline);
}

// simple_stmt: assignment | star_expressions | return | import | raise | 'pass' | del | yield
//            | assert | 'break' | 'continue' | global | nonlocal | type_alias
Stmt* Parser::simpleStatement() {
  uint32_t start = begin();
  auto bare = [&](StmtKind kind) {
    ++t_;
    return arena_.make<Stmt>(Node{from(start)}, kind);
  };
  switch (kind()) {
    case TokenKind::Return: {
      ++t_;
      Expr* value = atSimpleEnd() ? nullptr : starExpressions();
      return stmt<Return>(StmtKind::Return, from(start), value);
    }
    case TokenKind::Pass: return bare(StmtKind::Pass);
    case TokenKind::Break: return bare(StmtKind::Break);
    case TokenKind::Continue: return bare(StmtKind::Continue);
    case TokenKind::Raise: return raiseStatement();
    case TokenKind::Del: return deleteStatement();
    case TokenKind::Global: return nameList(StmtKind::Global);
    case TokenKind::Nonlocal: return nameList(StmtKind::Nonlocal);
    case TokenKind::Import: return importStatement();
    case TokenKind::From: return importFrom();
    case TokenKind::Assert: {
      ++t_;
      Expr* test = expression();
      Expr* message = !panic_ && accept(TokenKind::Comma) ? expression() : nullptr;
      return stmt<Assert>(StmtKind::Assert, from(start), test, message);
    }
    case TokenKind::Name:
      if (atTypeAlias()) return typeAlias();
      return expressionStatement();
    default: return expressionStatement();
  }
}

Stmt* Parser::expressionStatement() {
  uint32_t start = begin();
  Expr* first = yieldOrStarExpressions();
  if (!panic_) {
    if (at(TokenKind::Equal)) return assignment(first, start);
    if (at(TokenKind::Colon)) return annotatedAssignment(first, start);
    if (AugmentedInfo info = kAugmented[static_cast<size_t>(kind())]; info.is) {
      switch (first->kind) {
        case ExprKind::Name:
        case ExprKind::Attribute:
        case ExprKind::Subscript:
        case ExprKind::Error: assignTo(first, Context::Store, "assign to"); break;
        case ExprKind::Tuple:
        case ExprKind::List:
          complain(Rule::InvalidTarget, first->span,
                   "an augmented assignment must have exactly one target");
          break;
        default: assignTo(first, Context::Store, "assign to");
      }
      Span opSpan = t_++->span();
      Expr* value = yieldOrStarExpressions();
      return stmt<AugAssign>(StmtKind::AugAssign, from(start), first, info.op, opSpan, value);
    }
    if (at(TokenKind::ColonEqual)) {
      fail(Rule::InvalidSyntax, t_->span(),
           "':=' as a statement needs parentheses; did you mean '='?");
    }
  }
  return stmt<ExprStmt>(StmtKind::Expr, from(start), first);
}

// assignment: (star_targets '=')+ (yield_expr | star_expressions)
Stmt* Parser::assignment(Expr* first, uint32_t start) {
  auto targets = exprs();
  Expr* value = first;
  while (!panic_ && at(TokenKind::Equal)) {
    // assignTo reports an invalid target, such as "x + 1 = 2" or "(yield) = 1".
    assignTo(value, Context::Store, "assign to");
    targets.add(value);
    ++t_;
    value = yieldOrStarExpressions();
  }
  auto* assignment = stmt<Assign>(StmtKind::Assign, from(start), targets.take(), value,
                                  std::string_view(), Span{});
  takeTypeComment(assignment->typeComment, assignment->typeCommentSpan);
  return assignment;
}

// assignment: (NAME | '(' single_target ')' | single_subscript_attribute_target) ':' expression
//             ['=' (yield_expr | star_expressions)]
Stmt* Parser::annotatedAssignment(Expr* target, uint32_t start) {
  bool simple = target->kind == ExprKind::Name && !isParenthesized(target);
  switch (target->kind) {
    case ExprKind::Name:
    case ExprKind::Attribute:
    case ExprKind::Subscript:
    case ExprKind::Error: assignTo(target, Context::Store, "annotate"); break;
    case ExprKind::Tuple:
    case ExprKind::List:
      fail(Rule::InvalidTarget, target->span, "an annotation must have exactly one target");
      break;
    default:
      // "else if x:", "foo bar:" and other malformed block headers end up here.
      fail(Rule::InvalidTarget, target->span,
           "only a name, an attribute or a subscript can be annotated");
  }
  if (panic_) return stmt<ExprStmt>(StmtKind::Expr, from(start), target);
  ++t_;
  Expr* annotation = expression();
  Expr* value = nullptr;
  if (!panic_ && accept(TokenKind::Equal)) value = yieldOrStarExpressions();
  return stmt<AnnAssign>(StmtKind::AnnAssign, from(start), target, annotation, value, simple);
}

// del_stmt: 'del' del_target (',' del_target)* [',']
Stmt* Parser::deleteStatement() {
  uint32_t start = begin();
  ++t_;
  auto targets = exprs();
  do {
    if (atSimpleEnd() && targets.size() > 0) break;
    Expr* target = starExpression();
    if (!panic_) assignTo(target, Context::Del, "delete");
    targets.add(target);
  } while (!panic_ && accept(TokenKind::Comma));
  return stmt<Delete>(StmtKind::Delete, from(start), targets.take());
}

// raise_stmt: 'raise' [expression ['from' expression]]
Stmt* Parser::raiseStatement() {
  uint32_t start = begin();
  ++t_;
  Expr* exc = atSimpleEnd() ? nullptr : expression();
  Expr* cause = exc && !panic_ && accept(TokenKind::From) ? expression() : nullptr;
  return stmt<Raise>(StmtKind::Raise, from(start), exc, cause);
}

// global_stmt: 'global' NAME (',' NAME)*    nonlocal_stmt: 'nonlocal' NAME (',' NAME)*
Stmt* Parser::nameList(StmtKind kind) {
  uint32_t start = begin();
  ++t_;
  std::vector<Identifier> names;
  do names.push_back(identifier("the name of a variable"));
  while (!panic_ && accept(TokenKind::Comma));
  return stmt<NameList>(kind, from(start), arena_.copy(names));
}

// dotted_as_name: dotted_name ['as' NAME]    import_from_as_name: NAME ['as' NAME]
Alias* Parser::importName(bool dotted) {
  uint32_t start = begin();
  Identifier first = identifier(dotted ? "the name of a module" : "a name to import");
  std::string_view name = first.text;
  if (dotted && at(TokenKind::Dot) && !panic_) {
    std::string fullName(first.text);
    while (!panic_ && accept(TokenKind::Dot))
      fullName += "." + std::string(identifier("the name of a module").text);
    name = file_.text(from(start)) == fullName ? file_.text(from(start))
                                               : arena_.copy(std::string_view(fullName));
  }
  Span nameSpan = from(start);
  Identifier asname;
  if (!panic_ && accept(TokenKind::As)) asname = identifier("a name for the import");
  return arena_.make<Alias>(Node{from(start)}, name, nameSpan, asname);
}

// import_name: 'import' dotted_as_name (',' dotted_as_name)*
Stmt* Parser::importStatement() {
  uint32_t start = begin();
  ++t_;
  auto names = nodes<Alias>();
  do names.add(importName(true));
  while (!panic_ && accept(TokenKind::Comma));
  return stmt<Import>(StmtKind::Import, from(start), names.take());
}

// import_from: 'from' ('.' | '...')* [dotted_name] 'import' ('*' | '(' names [','] ')' | names)
Stmt* Parser::importFrom() {
  uint32_t start = begin();
  ++t_;
  int level = 0;
  for (;; ++t_) {
    if (at(TokenKind::Dot))
      level += 1;
    else if (at(TokenKind::Ellipsis))
      level += 3;
    else
      break;
  }
  std::string_view module;
  Span moduleSpan{prevEnd(), prevEnd()};
  if (level == 0 || !at(TokenKind::Import)) {
    Alias* path = importName(true);
    module = path->name;
    moduleSpan = path->nameSpan;
    if (path->asname && !panic_)
      fail(Rule::InvalidSyntax, path->span, "'as' follows the imported name, not the module's");
  }
  auto names = nodes<Alias>();
  auto finish = [&] {
    return stmt<ImportFrom>(StmtKind::ImportFrom, from(start), module, moduleSpan, names.take(),
                            level);
  };
  if (panic_ || !expect(TokenKind::Import)) return finish();
  if (at(TokenKind::Star)) {
    uint32_t star = begin();
    ++t_;
    names.add(
        arena_.make<Alias>(Node{from(star)}, std::string_view("*"), from(star), Identifier{}));
  } else if (at(TokenKind::LParen)) {
    const Token* opener = open();
    do {
      if (t_ == partner(opener) && names.size() > 0) break;
      names.add(importName(false));
    } while (!panic_ && accept(TokenKind::Comma));
    close(opener, "',' or ')'");
  } else {
    for (;;) {
      names.add(importName(false));
      if (panic_ || !accept(TokenKind::Comma)) break;
      if (at(TokenKind::Newline)) {
        fail(Rule::InvalidSyntax, t_[-1].span(),
             "a list of imports can end with a comma only in parentheses");
        break;
      }
    }
  }
  return finish();
}

// A soft keyword: "type" is a name unless a name follows it.
bool Parser::atTypeAlias() const { return isSoft(t_, "type") && t_[1].kind == TokenKind::Name; }

// type_alias: "type" NAME [type_params] '=' expression
Stmt* Parser::typeAlias() {
  uint32_t start = begin();
  ++t_;
  Expr* alias = name();
  static_cast<Name*>(alias)->ctx = Context::Store;
  List<TypeParam*> params;
  if (at(TokenKind::LBracket)) params = typeParameters();
  Expr* value = expect(TokenKind::Equal, "of the type alias") ? expression()
                                                              : errorExpr({prevEnd(), prevEnd()});
  return stmt<TypeAlias>(StmtKind::TypeAlias, from(start), alias, params, value);
}

}  // namespace ts::syntax
