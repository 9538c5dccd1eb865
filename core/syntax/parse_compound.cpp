// Compound statements and their blocks.
#include <algorithm>

#include "core/syntax/ast_walk.h"
#include "core/syntax/parser_impl.h"

namespace ts::syntax {

using diag::Rule;

// statement: compound_stmt | simple_stmts
void Parser::statement(Scratch<Stmt>& to) {
  const Token* first = t_;
  size_t before = to.size();
  compoundOrSimple(to);
  if (t_ == first) ++t_;
  // A tree can't be higher than its number of tokens.
  if (t_ - first <= kMaxHeight) [[likely]]
    return;
  for (size_t i = before; i < to.size(); ++i) {
    if (heightOfExpressions(*to[i]) <= kMaxHeight) continue;
    Span span = to[i]->span;
    complain(
        Rule::NestingTooDeep, {span.begin, span.begin},
        "this statement nests or chains more than " + std::to_string(kMaxHeight) + " expressions");
    to.replace(i, stmt<ErrorStmt>(StmtKind::Error, span, List<Expr*>(), List<Stmt*>()));
  }
}

void Parser::compoundOrSimple(Scratch<Stmt>& to) {
  switch (kind()) {
    case TokenKind::If: return to.add(ifStatement());
    case TokenKind::Def: return to.add(functionDef(begin(), false, {}));
    case TokenKind::Class: return to.add(classDef({}));
    case TokenKind::For: return to.add(forStatement(begin(), false));
    case TokenKind::While: return to.add(whileStatement());
    case TokenKind::With: return to.add(withStatement(begin(), false));
    case TokenKind::Try: return to.add(tryStatement());
    case TokenKind::At: return to.add(decorated());
    case TokenKind::Async: return to.add(asyncStatement());
    case TokenKind::Indent: return strayIndent(to);
    case TokenKind::Elif:
    case TokenKind::Else:
    case TokenKind::Except:
    case TokenKind::Finally: return to.add(orphan());
    case TokenKind::Newline: ++t_; return;
    case TokenKind::Name:
      if (atMatch()) return to.add(matchStatement());
      return simpleStatements(to);
    default: return simpleStatements(to);
  }
}

uint32_t Parser::blockEnd() const {
  const Token* last = t_ - 1;
  while (last > base_ && (last->kind == TokenKind::Newline || last->kind == TokenKind::Dedent ||
                          (last->kind == TokenKind::Indent && last->flags == 0)))
    --last;
  return last->end;
}

// An indented block without a header: its statements go to the enclosing block.
void Parser::strayIndent(Scratch<Stmt>& to) {
  Span blanks = t_->span();
  ++t_;
  complain(Rule::BadIndentation, {blanks.end, t_->end},
           "this line is indented further than the block it is in");
  while (!at(TokenKind::Dedent) && !at(TokenKind::EndOfFile)) statement(to);
  accept(TokenKind::Dedent);
}

// "else", "elif", "except" or "finally" without a matching statement before it.
Stmt* Parser::orphan() {
  const Token* keyword = t_;
  complain(Rule::MisplacedStatement, keyword->span(),
           "this " + std::string(describe(keyword->kind)) + " has no matching statement before it");
  panic_ = true;
  List<Stmt*> body = suite(keyword);
  return stmt<ErrorStmt>(StmtKind::Error, {keyword->begin, blockEnd()}, List<Expr*>(), body);
}

// Parses the colon that ends a header. If it is missing or the header is malformed, reports that,
// moves to the block and returns false.
bool Parser::colon(const Token* keyword) {
  if (!panic_ && accept(TokenKind::Colon)) [[likely]]
    return true;
  if (!panic_) {
    if (at(TokenKind::Newline)) {
      Span after{prevEnd(), prevEnd()};
      if (Problem* reported = complain(
              Rule::MissingColon, after,
              "the header of this " + std::string(describe(keyword->kind)) + " lacks its ':'")) {
        reported->fixTitle = "Add ':'";
        reported->fixSpan = after;
        reported->fixText = ":";
      }
      return false;
    }
    bool condition = keyword->kind == TokenKind::If || keyword->kind == TokenKind::Elif ||
                     keyword->kind == TokenKind::While;
    if (at(TokenKind::Equal) && condition) {
      if (Problem* reported =
              fail(Rule::InvalidSyntax, t_->span(), "'=' assigns; to compare write '=='")) {
        reported->fixTitle = "Replace with '=='";
        reported->fixSpan = t_->span();
        reported->fixText = "==";
      }
    } else if (at(TokenKind::If) && keyword->kind == TokenKind::Else) {
      if (Problem* reported =
              fail(Rule::InvalidSyntax, t_->span(), "'else if' is written 'elif'")) {
        reported->fixTitle = "Write 'elif'";
        reported->fixSpan = {keyword->begin, t_->end};
        reported->fixText = "elif";
      }
    } else {
      unexpected("':'");
    }
  }
  // Continue after the last colon if it ends the line, else after the first colon.
  const Token* firstColon = nullptr;
  panic_ = false;
  for (;;) {
    switch (kind()) {
      case TokenKind::Newline:
      case TokenKind::EndOfFile:
      case TokenKind::Indent:
      case TokenKind::Dedent:
        if (firstColon) t_ = firstColon + 1;
        return false;
      case TokenKind::Colon:
        if (!firstColon) firstColon = t_;
        if (t_[1].kind == TokenKind::Newline) firstColon = t_;
        ++t_;
        break;
      case TokenKind::LParen:
      case TokenKind::LBracket:
      case TokenKind::LBrace:
      case TokenKind::FStringStart: t_ = partner(t_) + 1; break;
      default: ++t_;
    }
  }
}

// ':' block    block: NEWLINE INDENT statement+ DEDENT | simple_stmts
List<Stmt*> Parser::suite(const Token* keyword) {
  bool understood = colon(keyword);
  auto body = nodes<Stmt>();
  if (!at(TokenKind::Newline)) {
    if (at(TokenKind::EndOfFile)) return {};
    simpleStatements(body);
    return body.take();
  }
  ++t_;
  if (!at(TokenKind::Indent)) {
    if (!understood) return {};
    const Token* next = t_;
    while (next->kind == TokenKind::Dedent) ++next;
    // At the end of the file, report at the header.
    Span place =
        next->kind == TokenKind::EndOfFile ? Span{t_[-1].begin, t_[-1].begin} : next->span();
    if (Problem* reported =
            complain(Rule::BadIndentation, place,
                     "the block of this " + std::string(describe(keyword->kind)) + " is empty")) {
      reported->labelSpan = keyword->span();
      reported->label = "an indented block must follow";
    }
    return {};
  }
  ++t_;
  while (!at(TokenKind::Dedent) && !at(TokenKind::EndOfFile)) statement(body);
  accept(TokenKind::Dedent);
  return body.take();
}

// The block of a function if the lexer has skipped it; otherwise null, and nothing is consumed.
SkippedBody* Parser::skippedSuite() {
  if (panic_ || !at(TokenKind::Colon) || t_[1].kind != TokenKind::Newline ||
      t_[2].kind != TokenKind::Indent || t_[2].flags == 0)
    return nullptr;
  Span span = t_[2].span();
  t_ += 4;  // including the Dedent
  return arena_.make<SkippedBody>(module_, span, maxDepth_ / 5);
}

// if_stmt: 'if' named_expression ':' block ('elif' named_expression ':' block)* ['else' ':' block]
Stmt* Parser::ifStatement() {
  // Chains of elif are nested in the tree, but parsed in a loop.
  auto chain = nodes<Stmt>();
  List<Stmt*> orelse;
  do {
    const Token* keyword = t_++;
    Expr* test = namedExpression();
    List<Stmt*> body = suite(keyword);
    auto* statement =
        stmt<If>(StmtKind::If, {keyword->begin, blockEnd()}, test, body, List<Stmt*>());
    if (static_cast<int>(chain.size()) == kMaxHeight) {
      complain(Rule::NestingTooDeep, keyword->span(),
               "this 'if' has more than " + std::to_string(kMaxHeight) + " branches");
    }
    chain.add(statement);
  } while (at(TokenKind::Elif));
  if (at(TokenKind::Else)) {
    const Token* keyword = t_++;
    orelse = suite(keyword);
  }
  uint32_t end = blockEnd();
  // Branches past the limit become siblings instead of children.
  size_t nested = std::min<size_t>(chain.size(), kMaxHeight);
  if (nested < chain.size()) orelse = chain.take().subspan(nested);
  for (size_t i = nested; i-- > 0;) {
    auto* statement = static_cast<If*>(chain[i]);
    statement->orelse = orelse;
    statement->span.end = end;
    orelse = one<Stmt>(statement);
  }
  return chain[0];
}

// while_stmt: 'while' named_expression ':' block ['else' ':' block]
Stmt* Parser::whileStatement() {
  const Token* keyword = t_++;
  Expr* test = namedExpression();
  List<Stmt*> body = suite(keyword);
  uint32_t end = blockEnd();
  List<Stmt*> orelse;
  if (at(TokenKind::Else)) {
    const Token* other = t_++;
    orelse = suite(other);
    end = blockEnd();
  }
  return stmt<While>(StmtKind::While, {keyword->begin, end}, test, body, orelse);
}

// for_stmt: ['async'] 'for' star_targets 'in' star_expressions ':' block ['else' ':' block]
Stmt* Parser::forStatement(uint32_t start, bool isAsync) {
  const Token* keyword = t_++;
  Expr* target = targetList();
  if (!panic_) assignTo(target, Context::Store, "loop over");
  Expr* iter =
      expect(TokenKind::In, "of the loop") ? starExpressions() : errorExpr({prevEnd(), prevEnd()});
  const Token* beforeColon = t_;
  std::string_view comment;
  Span commentSpan;
  if (at(TokenKind::Colon)) {
    ++t_;
    takeTypeComment(comment, commentSpan);
    t_ = beforeColon;
  }
  List<Stmt*> body = suite(keyword);
  uint32_t end = blockEnd();
  List<Stmt*> orelse;
  if (at(TokenKind::Else)) {
    const Token* other = t_++;
    orelse = suite(other);
    end = blockEnd();
  }
  StmtKind kind = isAsync ? StmtKind::AsyncFor : StmtKind::For;
  return stmt<For>(kind, {start, end}, target, iter, body, orelse, comment, commentSpan);
}

// with_item: expression ['as' star_target]
WithItem* Parser::withItem() {
  uint32_t start = begin();
  Expr* context = expression();
  Expr* variable = nullptr;
  if (!panic_ && accept(TokenKind::As)) {
    uint32_t starStart = begin();
    if (accept(TokenKind::Star)) {
      Expr* inner = binary(kBitOr);
      variable = make<Starred>(ExprKind::Starred, from(starStart), inner, Context::Load);
    } else {
      variable = binary(kBitOr);
    }
    if (!panic_) assignTo(variable, Context::Store, "assign to");
  }
  return arena_.make<WithItem>(Node{from(start)}, context, variable);
}

// '(' with_item (',' with_item)* [','] ')' ':'. Returns false and consumes nothing if the
// parentheses belong to an expression.
bool Parser::parenthesizedItems(Scratch<WithItem>& items) {
  const Token* opener = t_;
  const Token* closer = partner(opener);
  if (closer[1].kind != TokenKind::Colon || closer == opener + 1) return false;
  size_t problemsBefore = problems_.size();
  const Expr* parenthesizedBefore = parenthesized_;
  open();
  bool fits = true;
  while (fits && t_ != closer) {
    if (at(TokenKind::Star) || at(TokenKind::Yield)) {
      fits = false;
      break;
    }
    items.add(withItem());
    fits = !panic_ && (at(TokenKind::Comma) || t_ == closer) && problems_.size() == problemsBefore;
    if (fits) accept(TokenKind::Comma);
  }
  if (fits) {
    close(opener);
    return true;
  }
  if (opener->flags & token_flags::kUnclosed) --suppressed_;
  problems_.erase(problems_.begin() + static_cast<std::ptrdiff_t>(problemsBefore), problems_.end());
  panic_ = false;
  parenthesized_ = parenthesizedBefore;
  t_ = opener;
  items.clear();
  return false;
}

// with_stmt: ['async'] 'with' ('(' with_items [','] ')' | with_items) ':' block
Stmt* Parser::withStatement(uint32_t start, bool isAsync) {
  const Token* keyword = t_++;
  auto items = nodes<WithItem>();
  if (!at(TokenKind::LParen) || !parenthesizedItems(items)) {
    do items.add(withItem());
    while (!panic_ && accept(TokenKind::Comma));
  }
  std::string_view comment;
  Span commentSpan;
  if (at(TokenKind::Colon)) {
    ++t_;
    takeTypeComment(comment, commentSpan);
    --t_;
  }
  List<WithItem*> all = items.take();
  List<Stmt*> body = suite(keyword);
  StmtKind kind = isAsync ? StmtKind::AsyncWith : StmtKind::With;
  return stmt<With>(kind, {start, blockEnd()}, all, body, comment, commentSpan);
}

// except_block: 'except' ['*'] [expression ['as' NAME]] ':' block
ExceptHandler* Parser::exceptHandler(bool& star) {
  const Token* keyword = t_++;
  star = accept(TokenKind::Star);
  Expr* type = nullptr;
  Identifier name;
  if (!at(TokenKind::Colon) && !at(TokenKind::Newline)) {
    type = expression();
    if (!panic_ && at(TokenKind::Comma)) {
      fail(Rule::InvalidSyntax, from(type->span.begin), "several exception types need parentheses");
    }
    if (!panic_ && accept(TokenKind::As)) name = identifier("a name for the exception");
  } else if (star) {
    unexpected("an exception type");
  }
  List<Stmt*> body = suite(keyword);
  return arena_.make<ExceptHandler>(Node{{keyword->begin, blockEnd()}}, type, name, body);
}

// try_stmt: 'try' ':' block (except_block+ ['else' ':' block] ['finally' ':' block] | 'finally' ':'
// block)
Stmt* Parser::tryStatement() {
  const Token* keyword = t_++;
  List<Stmt*> body = suite(keyword);
  uint32_t end = blockEnd();
  auto handlers = nodes<ExceptHandler>();
  bool anyStar = false;
  while (at(TokenKind::Except)) {
    const Token* except = t_;
    bool star = false;
    ExceptHandler* handler = exceptHandler(star);
    if (handlers.size() > 0 && star != anyStar) {
      complain(Rule::MisplacedStatement, except->span(),
               "one 'try' can't have both 'except' and 'except*'");
    }
    anyStar |= star;
    handlers.add(handler);
    end = handler->span.end;
  }
  List<ExceptHandler*> allHandlers = handlers.take();
  List<Stmt*> orelse, finalbody;
  if (at(TokenKind::Else) && !allHandlers.empty()) {
    const Token* other = t_++;
    orelse = suite(other);
    end = blockEnd();
  }
  bool finally = at(TokenKind::Finally);
  if (finally) {
    const Token* other = t_++;
    finalbody = suite(other);
    end = blockEnd();
  }
  if (allHandlers.empty() && !finally) {
    const Token* next = t_;
    while (next->kind == TokenKind::Dedent) ++next;
    Span place = next->kind == TokenKind::EndOfFile ? Span{end, end} : next->span();
    if (Problem* reported = complain(Rule::InvalidSyntax, place,
                                     "a 'try' needs an 'except' or a 'finally' after its block")) {
      reported->labelSpan = keyword->span();
      reported->label = "this 'try' has neither";
    }
  }
  StmtKind kind = anyStar ? StmtKind::TryStar : StmtKind::Try;
  return stmt<Try>(kind, {keyword->begin, end}, body, allHandlers, orelse, finalbody);
}

// function_def: ['async'] 'def' NAME [type_params] '(' [params] ')' ['->' expression] ':'
// [func_type_comment] block
Stmt* Parser::functionDef(uint32_t start, bool isAsync, List<Expr*> decorators) {
  const Token* keyword = t_++;
  Identifier name = identifier("the name of a function");
  List<TypeParam*> typeParams;
  if (!panic_ && at(TokenKind::LBracket)) typeParams = typeParameters();
  Arguments* args = nullptr;
  if (!panic_ && at(TokenKind::LParen)) {
    const Token* opener = open();
    args = parameters(TokenKind::RParen, true);
    close(opener, "',' or ')'");
  } else {
    if (!panic_) unexpected("'(' and the parameters");
    args = arena_.make<Arguments>();
    args->span = {prevEnd(), prevEnd()};
  }
  Expr* returns = !panic_ && accept(TokenKind::Arrow) ? expression() : nullptr;
  Span headerSpan{keyword->begin, prevEnd()};
  std::string_view comment;
  Span commentSpan;
  if (!panic_ && at(TokenKind::Colon) && !lexed_.typeComments.empty()) {
    const Token* here = t_;
    ++t_;
    takeTypeComment(comment, commentSpan);
    if (comment.empty() && accept(TokenKind::Newline)) takeTypeComment(comment, commentSpan);
    t_ = here;
  }
  SkippedBody* skipped = skippedSuite();
  List<Stmt*> body = skipped ? List<Stmt*>() : suite(keyword);
  StmtKind kind = isAsync ? StmtKind::AsyncFunctionDef : StmtKind::FunctionDef;
  auto* function = stmt<FunctionDef>(kind, {start, blockEnd()}, name, args, body, decorators,
                                     returns, comment, commentSpan, typeParams, headerSpan);
  if (skipped) function->body.skip(skipped);
  return function;
}

// class_def: 'class' NAME [type_params] ['(' [arguments] ')'] ':' block
Stmt* Parser::classDef(List<Expr*> decorators) {
  const Token* keyword = t_++;
  Identifier name = identifier("the name of a class");
  List<TypeParam*> typeParams;
  if (!panic_ && at(TokenKind::LBracket)) typeParams = typeParameters();
  auto bases = exprs();
  auto keywords = nodes<Keyword>();
  if (!panic_ && at(TokenKind::LParen)) {
    const Token* opener = open();
    callArguments(opener, bases, keywords, true);
    close(opener, "',' or ')'");
  }
  List<Expr*> allBases = bases.take();
  List<Keyword*> allKeywords = keywords.take();
  List<Stmt*> body = suite(keyword);
  return stmt<ClassDef>(StmtKind::ClassDef, {keyword->begin, blockEnd()}, name, allBases,
                        allKeywords, body, decorators, typeParams);
}

// decorators: ('@' named_expression NEWLINE)+, then function_def or class_def
Stmt* Parser::decorated() {
  auto decorators = exprs();
  while (accept(TokenKind::At)) {
    decorators.add(namedExpression());
    if (!panic_ && !at(TokenKind::Newline)) unexpected("the end of the line after the decorator");
    if (panic_) skipToLineEnd();
    accept(TokenKind::Newline);
  }
  switch (kind()) {
    case TokenKind::Def: return functionDef(begin(), false, decorators.take());
    case TokenKind::Class: return classDef(decorators.take());
    case TokenKind::Async:
      if (t_[1].kind == TokenKind::Def) {
        uint32_t start = begin();
        ++t_;
        return functionDef(start, true, decorators.take());
      }
      [[fallthrough]];
    default: {
      complain(Rule::InvalidSyntax, t_->span(),
               "a decorator must be followed by a function or a class");
      Span span = cover(decorators[0]->span, decorators[decorators.size() - 1]->span);
      return stmt<ErrorStmt>(StmtKind::Error, span, decorators.take(), List<Stmt*>());
    }
  }
}

// 'async' (function_def | with_stmt | for_stmt)
Stmt* Parser::asyncStatement() {
  uint32_t start = begin();
  ++t_;
  switch (kind()) {
    case TokenKind::Def: return functionDef(start, true, {});
    case TokenKind::With: return withStatement(start, true);
    case TokenKind::For: return forStatement(start, true);
    default: {
      const Token* keyword = t_ - 1;
      unexpected("'def', 'with' or 'for' after 'async'");
      List<Stmt*> body = suite(keyword);
      return stmt<ErrorStmt>(StmtKind::Error, {start, blockEnd()}, List<Expr*>(), body);
    }
  }
}

}  // namespace ts::syntax
