// The parser's state and methods. The productions are in the .cpp files. Only parse*.cpp may
// include this.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/syntax/ast.h"
#include "core/syntax/lexer.h"
#include "core/syntax/parser.h"

namespace ts::syntax {

// The precedence of binary operators, loosest first.
enum Precedence : uint8_t {
  kNoOperator,
  kOr,
  kAnd,
  kNot,
  kComparison,
  kBitOr,
  kBitXor,
  kBitAnd,
  kShift,
  kSum,
  kTerm,
};

class Parser {
 public:
  // `module` is set for a file whose functions may be skipped.
  Parser(const SourceFile& file, Arena& arena, const LexResult& lexed, Problems& problems,
         int maxDepth, Module* module = nullptr);

  List<Stmt*> module();
  // The statements of a skipped block.
  List<Stmt*> block();
  // Null if the tokens are not an expression.
  Expr* wholeExpression();

 private:
  // A list under construction, on a stack shared by all lists of its type.
  template <typename T>
  class Scratch {
   public:
    Scratch(std::vector<void*>& pool, Arena& arena)
        : pool_(pool), arena_(arena), mark_(pool.size()) {}
    ~Scratch() { pool_.resize(mark_); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    void add(T* item) { pool_.push_back(const_cast<std::remove_const_t<T>*>(item)); }
    size_t size() const { return pool_.size() - mark_; }
    T* operator[](size_t i) const { return static_cast<T*>(pool_[mark_ + i]); }
    void clear() { pool_.resize(mark_); }
    void replace(size_t i, T* item) { pool_[mark_ + i] = item; }
    List<T*> take() const {
      size_t count = size();
      if (count == 0) return {};
      T** to = static_cast<T**>(arena_.allocate(sizeof(T*) * count, alignof(T*)));
      for (size_t i = 0; i < count; ++i) to[i] = static_cast<T*>(pool_[mark_ + i]);
      return {to, count};
    }

   private:
    std::vector<void*>& pool_;
    Arena& arena_;
    size_t mark_;
  };
  Scratch<Expr> exprs() { return {exprPool_, arena_}; }
  Scratch<Expr> values() { return {valuePool_, arena_}; }
  template <typename T>
  Scratch<T> nodes() {
    return {nodePool_, arena_};
  }

  class NestingGuard;

  // ---- tokens
  TokenKind kind() const { return t_->kind; }
  bool at(TokenKind kind) const { return t_->kind == kind; }
  bool accept(TokenKind kind) { return at(kind) ? (++t_, true) : false; }
  uint32_t begin() const { return t_->begin; }
  uint32_t prevEnd() const { return t_[-1].end; }
  // The span from `begin` to the last consumed token; empty if no token was consumed.
  Span from(uint32_t begin) const { return {begin, begin > t_[-1].end ? begin : t_[-1].end}; }
  std::string_view text(const Token& token) const {
    return {text_ + token.begin, token.end - token.begin};
  }
  const Token* partner(const Token* token) const { return base_ + token->partner; }
  bool isSoft(const Token* token, std::string_view word) const {
    return token->kind == TokenKind::Name && text(*token) == word;
  }

  // ---- recovery (parser.cpp)
  // Reports an error and enters panic mode, in which further errors are suppressed until the
  // bracket or the line ends.
  Problem* fail(diag::Rule rule, Span span, std::string message);
  // Reports an error from which the parser can continue.
  Problem* complain(diag::Rule rule, Span span, std::string message);
  Expr* unexpected(std::string_view wanted = {});
  std::string found(const Token& token) const;
  bool expect(TokenKind kind, std::string_view where = {});
  const Token* open();
  void close(const Token* opener, std::string_view wanted = {});
  void missingComma(std::string_view wanted);
  void skipToLineEnd();
  Expr* errorExpr(Span span, List<Expr*> parts = {});
  Expr* broken(Expr* expr);
  bool tooDeep();

  // ---- expressions (parse_expression.cpp)
  Expr* starExpressions();
  Expr* starExpression();
  Expr* starNamedExpression();
  Expr* namedExpression();
  Expr* walrus(Expr* target);
  Expr* expression();
  Expr* conditional(Expr* body);
  Expr* lambda();
  Expr* binary(int minimum);
  Expr* comparison(Expr* left, uint32_t begin);
  Expr* boolean(Expr* left, uint32_t begin, BoolOperator op);
  Expr* notTest(int minimum);
  Expr* unary();
  Expr* primary();
  Expr* awaitPrimary();
  Expr* call(Expr* func, uint32_t begin);
  Expr* subscript(Expr* value, uint32_t begin);
  Expr* slice();
  Expr* yieldExpression();
  Expr* yieldOrStarExpressions();

  // ---- atoms (parse_atom.cpp)
  Expr* atom();
  Expr* name();
  Expr* number();
  Expr* parenthesized();
  Expr* listDisplay();
  Expr* braceDisplay();
  Expr* dictDisplay(const Token* opener, uint32_t begin, Expr* firstKey);
  List<Comprehension*> comprehensions();
  bool atComprehension() const;
  Identifier identifier(std::string_view role);
  std::string_view nameText(const Token& token);

  // ---- strings (parse_string.cpp)
  Expr* strings();
  struct StringBuilder;
  void fstring(StringBuilder& to);
  Expr* field(StringBuilder& to);
  Expr* formatSpec(const Token* end);
  std::string_view stringValue(const Token& token, Span body, bool& ok);

  // ---- targets (parse_target.cpp)
  Expr* targetList();
  void assignTo(Expr* target, Context context, std::string_view doing);
  bool isParenthesized(const Expr* expr) const { return expr == parenthesized_; }

  // ---- parameters (parse_parameters.cpp)
  Arguments* parameters(TokenKind end, bool annotated);
  Arg* parameter(bool annotated, bool starAnnotation);
  List<TypeParam*> typeParameters();
  void takeTypeComment(std::string_view& text, Span& span);
  void argTypeComment(Arg* arg);

  // ---- statements (parse_statement.cpp, parse_compound.cpp, parse_match.cpp)
  void statement(Scratch<Stmt>& to);
  void compoundOrSimple(Scratch<Stmt>& to);
  void simpleStatements(Scratch<Stmt>& to);
  Stmt* simpleStatement();
  Stmt* expressionStatement();
  Stmt* assignment(Expr* first, uint32_t begin);
  Stmt* annotatedAssignment(Expr* target, uint32_t begin);
  Stmt* deleteStatement();
  Stmt* raiseStatement();
  Stmt* importStatement();
  Stmt* importFrom();
  Alias* importName(bool dotted);
  Stmt* nameList(StmtKind kind);
  Stmt* typeAlias();
  bool atTypeAlias() const;
  bool atSimpleEnd() const {
    return at(TokenKind::Newline) || at(TokenKind::Semi) || at(TokenKind::EndOfFile);
  }

  bool colon(const Token* keyword);
  List<Stmt*> suite(const Token* keyword);
  SkippedBody* skippedSuite();
  // The end of the block that has just been parsed, including a ';' after its last statement.
  uint32_t blockEnd() const;
  Stmt* ifStatement();
  Stmt* whileStatement();
  Stmt* forStatement(uint32_t begin, bool isAsync);
  Stmt* withStatement(uint32_t begin, bool isAsync);
  bool parenthesizedItems(Scratch<WithItem>& items);
  WithItem* withItem();
  Stmt* tryStatement();
  ExceptHandler* exceptHandler(bool& star);
  Stmt* functionDef(uint32_t begin, bool isAsync, List<Expr*> decorators);
  Stmt* classDef(List<Expr*> decorators);
  Stmt* decorated();
  Stmt* asyncStatement();
  Stmt* orphan();
  void strayIndent(Scratch<Stmt>& to);
  void callArguments(const Token* opener, Scratch<Expr>& args, Scratch<Keyword>& keywords,
                     bool inClass);

  bool atMatch() const;
  Stmt* matchStatement();
  MatchCase* matchCase();
  Pattern* patterns();
  Pattern* asPattern();
  Pattern* orPattern();
  Pattern* maybeStarPattern();
  Pattern* closedPattern();
  Pattern* literalPattern();
  Pattern* namePattern();
  Pattern* groupOrSequence();
  Pattern* mappingPattern();
  Pattern* classPattern(Expr* cls, uint32_t begin);
  Expr* signedNumber();
  Expr* literalExpr();
  Expr* dottedName();
  Pattern* errorPattern();

  template <typename T, typename... Args>
  T* make(ExprKind kind, Span span, Args... args) {
    return arena_.make<T>(Expr{{span}, kind}, args...);
  }
  template <typename T, typename... Args>
  T* stmt(StmtKind kind, Span span, Args... args) {
    return arena_.make<T>(Stmt{{span}, kind}, args...);
  }
  template <typename T, typename... Args>
  T* pattern(PatternKind kind, Span span, Args... args) {
    return arena_.make<T>(Pattern{{span}, kind}, args...);
  }
  template <typename T>
  List<T*> one(T* item) {
    T** to = static_cast<T**>(arena_.allocate(sizeof(T*), alignof(T*)));
    *to = item;
    return {to, 1};
  }

  const SourceFile& file_;
  Arena& arena_;
  const LexResult& lexed_;
  Problems& problems_;
  const char* text_;
  const Token* base_;
  const Token* t_;
  const int maxDepth_;
  Module* const module_;
  const size_t lexicalProblems_;  // number of problems that the lexer found
  int depth_ = 0;
  int suppressed_ = 0;  // depth of brackets whose closer the lexer inserted
  bool panic_ = false;
  const Expr* parenthesized_ = nullptr;  // the last expression in parentheses of its own
  std::vector<void*> exprPool_, valuePool_, nodePool_;
};

// Counts the nesting of expressions, blocks and patterns, because the C++ stack is finite.
class Parser::NestingGuard {
 public:
  explicit NestingGuard(Parser& parser) : parser_(parser) { ++parser_.depth_; }
  ~NestingGuard() { --parser_.depth_; }
  NestingGuard(const NestingGuard&) = delete;
  NestingGuard& operator=(const NestingGuard&) = delete;

 private:
  Parser& parser_;
};

}  // namespace ts::syntax
