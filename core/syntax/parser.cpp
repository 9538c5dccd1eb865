#include "core/syntax/parser.h"

#include <algorithm>
#include <cstring>

#include "core/syntax/ast_walk.h"
#include "core/syntax/lexer.h"
#include "core/syntax/parser_impl.h"
#include "core/syntax/partial_parse.h"

namespace ts::syntax {

using diag::Rule;

namespace {

// Offsets have 32 bits, and a tree needs about thirty times the memory of its text.
constexpr size_t kMaxFileSize = size_t{32} << 20;

void sortByPlace(Problems& problems) {
  std::stable_sort(problems.begin(), problems.end(),
                   [](const Problem& a, const Problem& b) { return a.span.begin < b.span.begin; });
}

void report(const SourceFile& file, Problems& problems, diag::Sink& sink) {
  sortByPlace(problems);
  for (Problem& problem : problems) {
    sink.report(problem.rule, {&file, problem.span}, [&](diag::Diagnostic& diagnostic) {
      diagnostic.message = std::move(problem.message);
      if (!problem.label.empty())
        diagnostic.label({&file, problem.labelSpan}, std::move(problem.label));
      if (!problem.fixTitle.empty()) {
        diagnostic.fix(std::move(problem.fixTitle),
                       {{{&file, problem.fixSpan}, std::move(problem.fixText)}});
      }
    });
  }
}

// NUL is invalid everywhere, even in a comment.
void lookForNul(const SourceFile& file, Span within, Problems& problems) {
  std::string_view text = file.text(within);
  if (const void* nul = std::memchr(text.data(), '\0', text.size())) {
    auto at = within.begin + static_cast<uint32_t>(static_cast<const char*>(nul) - text.data());
    problems.push_back({Rule::InvalidToken,
                        {at, at + 1},
                        "source text can not contain NUL bytes",
                        {},
                        {},
                        {},
                        {},
                        {}});
  }
}

}  // namespace

Parser::Parser(const SourceFile& file, Arena& arena, const LexResult& lexed, Problems& problems,
               int maxDepth, Module* module)
    : file_(file),
      arena_(arena),
      lexed_(lexed),
      problems_(problems),
      text_(file.text().data()),
      base_(lexed.tokens.data()),
      t_(lexed.tokens.begin()),
      maxDepth_(maxDepth * 5),
      module_(module),
      lexicalProblems_(problems.size()) {
  sortByPlace(problems);
}

// file: statement* ENDMARKER
List<Stmt*> Parser::module() {
  Scratch<Stmt> body = nodes<Stmt>();
  while (!at(TokenKind::EndOfFile)) statement(body);
  return body.take();
}

List<Stmt*> Parser::block() {
  Scratch<Stmt> body = nodes<Stmt>();
  accept(TokenKind::Indent);
  while (!at(TokenKind::EndOfFile)) {
    if (!accept(TokenKind::Dedent)) statement(body);
  }
  return body.take();
}

// eval: star_expressions ENDMARKER
Expr* Parser::wholeExpression() {
  Expr* expression = yieldOrStarExpressions();
  if (!panic_ && !at(TokenKind::EndOfFile)) unexpected();
  if (!problems_.empty()) return nullptr;
  return heightOf(expression) > kMaxHeight ? nullptr : expression;
}

Problem* Parser::complain(Rule rule, Span span, std::string message) {
  if (panic_ || suppressed_ > 0) return nullptr;
  // Suppresses errors at a place where the lexer has already reported one. The lexer's problems
  // come first and are sorted, so overlapping problems are adjacent.
  auto lexical = problems_.begin() + static_cast<std::ptrdiff_t>(lexicalProblems_);
  auto after = std::upper_bound(
      problems_.begin(), lexical, span.end,
      [](uint32_t end, const Problem& problem) { return end < problem.span.begin; });
  for (int i = 0; i < 4 && after != problems_.begin(); ++i) {
    --after;
    if (span.begin <= after->span.end) return nullptr;
  }
  problems_.push_back({rule, span, std::move(message), {}, {}, {}, {}, {}});
  return &problems_.back();
}

Problem* Parser::fail(Rule rule, Span span, std::string message) {
  Problem* reported = at(TokenKind::Error) ? nullptr : complain(rule, span, std::move(message));
  panic_ = true;
  return reported;
}

std::string Parser::found(const Token& token) const {
  if (token.kind == TokenKind::Name || token.kind == TokenKind::Number) {
    return "'" + std::string(text(token).substr(0, 40)) + "'";
  }
  return std::string(describe(token.kind));
}

// Reports the current token and returns an ErrorExpr in its place; nothing is consumed.
Expr* Parser::unexpected(std::string_view wanted) {
  if (!panic_) {
    Span span = t_->span();
    if (at(TokenKind::Newline) && span.size() > 0) span.end = span.begin;
    std::string message = wanted.empty()
                              ? "unexpected " + found(*t_)
                              : "expected " + std::string(wanted) + ", found " + found(*t_);
    fail(Rule::InvalidSyntax, span, std::move(message));
  }
  return errorExpr({prevEnd(), prevEnd()});
}

bool Parser::expect(TokenKind kind, std::string_view where) {
  if (accept(kind)) return true;
  std::string wanted(describe(kind));
  if (!where.empty()) wanted += " " + std::string(where);
  unexpected(wanted);
  return false;
}

// Consumes an opening bracket.
const Token* Parser::open() {
  const Token* opener = t_++;
  if (opener->flags & token_flags::kUnclosed) ++suppressed_;
  return opener;
}

// Consumes the closing bracket; anything left before it is an error.
void Parser::close(const Token* opener, std::string_view wanted) {
  const Token* closer = partner(opener);
  if (t_ != closer) {
    if (!panic_) missingComma(wanted);
    t_ = closer;
  }
  panic_ = false;
  if (opener->flags & token_flags::kUnclosed) --suppressed_;
  ++t_;
}

// Called between two elements in brackets, where a comma is most likely missing after the first.
void Parser::missingComma(std::string_view wanted) {
  bool operand = at(TokenKind::Name) || at(TokenKind::Number) || at(TokenKind::String) ||
                 at(TokenKind::FStringStart);
  if (!operand || !wanted.starts_with("','")) {
    unexpected(wanted);
    return;
  }
  Span gap{prevEnd(), prevEnd()};
  std::string_view between(text_ + gap.begin, begin() - gap.begin);
  bool sameLine = between.find_first_of("\r\n") == std::string_view::npos;
  Problem* reported = fail(Rule::InvalidSyntax, sameLine ? t_->span() : gap,
                           "expected " + std::string(wanted) + " before " + found(*t_));
  if (!reported) return;
  reported->fixTitle = "Add ','";
  reported->fixSpan = gap;
  reported->fixText = ",";
}

// In panic mode: skips to the end of the logical line.
void Parser::skipToLineEnd() {
  for (;;) {
    switch (kind()) {
      case TokenKind::Newline:
      case TokenKind::EndOfFile:
      case TokenKind::Indent:
      case TokenKind::Dedent: panic_ = false; return;
      case TokenKind::LParen:
      case TokenKind::LBracket:
      case TokenKind::LBrace:
      case TokenKind::FStringStart: t_ = partner(t_) + 1; break;
      default: ++t_;
    }
  }
}

Expr* Parser::errorExpr(Span span, List<Expr*> parts) {
  return make<ErrorExpr>(ExprKind::Error, span, parts);
}

// The expression is complete, but unexpected tokens follow it.
Expr* Parser::broken(Expr* expr) { return errorExpr(expr->span, one(expr)); }

bool Parser::tooDeep() {
  if (depth_ <= maxDepth_) return false;
  fail(Rule::NestingTooDeep, t_->span(),
       "the code is nested deeper than " + std::to_string(maxDepth_) + " levels");
  return true;
}

ModulePtr parse(SourceFilePtr file, diag::Sink& sink, const ParseOptions& options) {
  const Span allText{0, static_cast<uint32_t>(std::min<size_t>(file->text().size(), UINT32_MAX))};
  return parseParts(std::move(file), {&allText, 1}, sink, options);
}

ModulePtr parseParts(SourceFilePtr file, std::span<const Span> parts, diag::Sink& sink,
                     const ParseOptions& options) {
  auto module = std::make_shared<Module>();
  module->file = file;
  Problems problems;
  if (file->text().size() > kMaxFileSize) {
    problems.push_back({Rule::FileTooLarge,
                        {0, 0},
                        "the file has " + std::to_string(file->text().size()) +
                            " bytes, more than the limit of " + std::to_string(kMaxFileSize)});
    report(*file, problems, sink);
    return module;
  }
  const LexOptions lexing{.maxDepth = options.maxDepth, .skipFunctions = options.skipFunctions};
  std::vector<Stmt*> statements;
  std::vector<Comment> comments;
  std::vector<TypeIgnore> typeIgnores;
  for (Span part : parts) {
    Problems syntaxProblems;
    lookForNul(*file, part, syntaxProblems);
    LexResult lexed = lex(*file, part, lexing, syntaxProblems);
    List<Stmt*> body =
        Parser(*file, module->arena, lexed, syntaxProblems, options.maxDepth, module.get())
            .module();
    problems.insert(problems.end(), std::make_move_iterator(syntaxProblems.begin()),
                    std::make_move_iterator(syntaxProblems.end()));
    if (parts.size() == 1) {
      module->body = body;
    } else {
      statements.insert(statements.end(), body.begin(), body.end());
    }
    comments.insert(comments.end(), lexed.comments.begin(), lexed.comments.end());
    typeIgnores.insert(typeIgnores.end(), lexed.typeIgnores.begin(), lexed.typeIgnores.end());
  }
  if (parts.size() != 1) module->body = module->arena.copy(statements);
  module->comments = module->arena.copy(comments);
  module->typeIgnores = module->arena.copy(typeIgnores);
  if (!problems.empty()) report(*file, problems, sink);
  return module;
}

ModulePtr choose(const ModulePtr& tree, const Choose& choose) {
  struct ChosenTree {
    ModulePtr tree;  // owns the nodes
    Module chosen;
  };
  auto copies = std::make_shared<ChosenTree>();
  copies->tree = tree;
  copies->chosen.file = tree->file;
  std::vector<Stmt*> statements;
  for (Stmt* stmt : tree->body) {
    if (Stmt* chosen = choose(*stmt, copies->chosen.arena)) statements.push_back(chosen);
  }
  copies->chosen.body = copies->chosen.arena.copy(statements);
  copies->chosen.comments = tree->comments;
  return {copies, &copies->chosen};
}

FunctionDef* withHiddenBody(const FunctionDef& function, Arena& arena) {
  static SkippedBody parsed{nullptr, {}, 0};
  const List<Stmt*> body(function.body.begin(), function.body.end());
  auto* definition =
      arena.make<FunctionDef>(static_cast<const Stmt&>(function), function.name, function.args,
                              body, function.decorators, function.returns, function.typeComment,
                              function.typeCommentSpan, function.typeParams, function.headerSpan);
  definition->body.skip(&parsed);
  return definition;
}

void Body::parse() const {
  SkippedBody* skipped = skipped_.load(std::memory_order_acquire);
  if (!skipped) return;  // another thread has parsed it since the caller looked
  if (!skipped->module)
    return skipped_.store(nullptr, std::memory_order_release);  // withHiddenBody()
  Module& module = *skipped->module;
  std::lock_guard lock(module.parsing);
  if (!skipped_.load(std::memory_order_relaxed)) return;
  Problems problems;
  LexResult lexed = lex(*module.file, skipped->span, {.maxDepth = skipped->maxDepth}, problems);
  statements_ = Parser(*module.file, module.arena, lexed, problems, skipped->maxDepth).block();
  skipped_.store(nullptr, std::memory_order_release);
}

std::vector<Span> commentsIn(const SourceFile& file) {
  Problems problems;
  std::vector<Span> spans;
  for (const Comment& comment :
       lex(file, {0, static_cast<uint32_t>(file.text().size())}, {}, problems).comments)
    spans.push_back(comment.span);
  return spans;
}

const Expr* parseExpression(const SourceFile& file, Span within, Arena& arena, diag::Sink& sink) {
  Problems problems;
  lookForNul(file, within, problems);
  LexOptions options;
  options.expressionOnly = true;
  LexResult lexed = lex(file, within, options, problems);
  const Expr* expression =
      Parser(file, arena, lexed, problems, ParseOptions().maxDepth).wholeExpression();
  report(file, problems, sink);
  return expression;
}

}  // namespace ts::syntax
