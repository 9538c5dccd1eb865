// The syntax tree of Python 3.13: one struct per production of CPython's ASDL, with CPython's
// names. Nodes are plain structs in a bump arena. A child is null only where the ASDL marks it
// optional. Elsewhere a child that is missing or unparsable is an ErrorExpr.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/arena.h"
#include "core/source/source_file.h"

namespace ts::syntax {

template <typename T>
using List = std::span<T>;

// ---- kinds and operators

enum class ExprKind : uint8_t {
  BoolOp,
  NamedExpr,
  BinOp,
  UnaryOp,
  Lambda,
  IfExp,
  Dict,
  Set,
  ListComp,
  SetComp,
  DictComp,
  GeneratorExp,
  Await,
  Yield,
  YieldFrom,
  Compare,
  Call,
  FormattedValue,
  JoinedStr,
  Constant,
  Attribute,
  Subscript,
  Starred,
  Name,
  List,
  Tuple,
  Slice,
  Error,  // parts of unparsable code that recovery kept; only in trees with diagnostics
};

enum class StmtKind : uint8_t {
  FunctionDef,
  AsyncFunctionDef,
  ClassDef,
  Return,
  Delete,
  Assign,
  TypeAlias,
  AugAssign,
  AnnAssign,
  For,
  AsyncFor,
  While,
  If,
  With,
  AsyncWith,
  Match,
  Raise,
  Try,
  TryStar,
  Assert,
  Import,
  ImportFrom,
  Global,
  Nonlocal,
  Expr,
  Pass,
  Break,
  Continue,
  Error,
};

enum class PatternKind : uint8_t {
  MatchValue,
  MatchSingleton,
  MatchSequence,
  MatchMapping,
  MatchClass,
  MatchStar,
  MatchAs,
  MatchOr,
  Error,
};

enum class TypeParamKind : uint8_t { TypeVar, ParamSpec, TypeVarTuple };

enum class Context : uint8_t { Load, Store, Del };
enum class BoolOperator : uint8_t { And, Or };
enum class Operator : uint8_t {
  Add,
  Sub,
  Mult,
  MatMult,
  Div,
  Mod,
  Pow,
  LShift,
  RShift,
  BitOr,
  BitXor,
  BitAnd,
  FloorDiv,
};
enum class UnaryOperator : uint8_t { Invert, Not, UAdd, USub };
enum class CompareOperator : uint8_t { Eq, NotEq, Lt, LtE, Gt, GtE, Is, IsNot, In, NotIn };

// ---- bases

struct Node {
  Span span;
};

struct Expr : Node {
  ExprKind kind;
  // As in CPython, the span excludes parentheses directly around the expression.
};
struct Stmt : Node {
  StmtKind kind;
};
struct Pattern : Node {
  PatternKind kind;
};
struct TypeParam : Node {
  TypeParamKind kind;
};

// A name with its span. The text is NFKC-normalised, as CPython's identifiers are.
struct Identifier {
  std::string_view text;
  Span span;
  explicit operator bool() const { return !text.empty(); }
};

// ---- parts that are neither expression nor statement

struct Comprehension : Node {
  Expr* target;
  Expr* iter;
  List<Expr*> ifs;
  bool isAsync;
};

struct Arg : Node {
  Identifier arg;
  Expr* annotation;              // optional
  std::string_view typeComment;  // text after "# type:", or empty
  Span typeCommentSpan;
};

// `defaults` belong to the last parameters of posonlyargs + args. kwDefaults has a null for each
// keyword-only parameter without a default.
struct Arguments : Node {
  List<Arg*> posonlyargs;
  List<Arg*> args;
  Arg* vararg;  // optional
  List<Arg*> kwonlyargs;
  List<Expr*> kwDefaults;
  Arg* kwarg;  // optional
  List<Expr*> defaults;
};

struct Keyword : Node {
  Identifier arg;  // empty for **value
  Expr* value;
};

struct Alias : Node {
  std::string_view name;  // dotted
  Span nameSpan;
  Identifier asname;  // optional
};

struct WithItem : Node {
  Expr* contextExpr;
  Expr* optionalVars;  // optional
};

struct ExceptHandler : Node {
  Expr* type;       // optional
  Identifier name;  // optional
  List<Stmt*> body;
};

struct MatchCase : Node {
  Pattern* pattern;
  Expr* guard;  // optional
  List<Stmt*> body;
};

// ---- expressions

struct BoolOp : Expr {
  static constexpr auto kKind = ExprKind::BoolOp;
  BoolOperator op;
  List<Expr*> values;
};
struct NamedExpr : Expr {
  static constexpr auto kKind = ExprKind::NamedExpr;
  Expr* target;
  Expr* value;
};
struct BinOp : Expr {
  static constexpr auto kKind = ExprKind::BinOp;
  Expr* left;
  Operator op;
  Span opSpan;
  Expr* right;
};
struct UnaryOp : Expr {
  static constexpr auto kKind = ExprKind::UnaryOp;
  UnaryOperator op;
  Expr* operand;
};
struct Lambda : Expr {
  static constexpr auto kKind = ExprKind::Lambda;
  Arguments* args;
  Expr* body;
};
struct IfExp : Expr {
  static constexpr auto kKind = ExprKind::IfExp;
  Expr* test;
  Expr* body;
  Expr* orelse;
};
// A null key stands for **value.
struct Dict : Expr {
  static constexpr auto kKind = ExprKind::Dict;
  List<Expr*> keys;
  List<Expr*> values;
};
struct Set : Expr {
  static constexpr auto kKind = ExprKind::Set;
  List<Expr*> elts;
};
// ListComp, SetComp and GeneratorExp differ only in their kind.
struct Comp : Expr {
  Expr* elt;
  List<Comprehension*> generators;
};
struct DictComp : Expr {
  static constexpr auto kKind = ExprKind::DictComp;
  Expr* key;
  Expr* value;
  List<Comprehension*> generators;
};
struct Await : Expr {
  static constexpr auto kKind = ExprKind::Await;
  Expr* value;
};
struct Yield : Expr {
  static constexpr auto kKind = ExprKind::Yield;
  Expr* value;  // optional
};
struct YieldFrom : Expr {
  static constexpr auto kKind = ExprKind::YieldFrom;
  Expr* value;
};
struct Compare : Expr {
  static constexpr auto kKind = ExprKind::Compare;
  Expr* left;
  List<CompareOperator> ops;
  List<Expr*> comparators;
};
struct Call : Expr {
  static constexpr auto kKind = ExprKind::Call;
  Expr* func;
  List<Expr*> args;
  List<Keyword*> keywords;
};
// conversion: -1 or one of 's', 'r', 'a'.
struct FormattedValue : Expr {
  static constexpr auto kKind = ExprKind::FormattedValue;
  Expr* value;
  int conversion;
  Expr* formatSpec;  // optional, a JoinedStr
};
struct JoinedStr : Expr {
  static constexpr auto kKind = ExprKind::JoinedStr;
  List<Expr*> values;
};
enum class ConstantKind : uint8_t {
  None,
  True,
  False,
  Ellipsis,
  Int,
  Float,
  Imaginary,
  Str,
  Bytes
};
struct Constant : Expr {
  static constexpr auto kKind = ExprKind::Constant;
  ConstantKind constant;
  bool unicodePrefix;  // u"..." : ast.dump shows kind='u'
  // Str: the value in UTF-8 (a lone surrogate has three bytes). Bytes: the bytes. Int, Float,
  // Imaginary: the source text without underscores. Otherwise empty.
  std::string_view text;
};
struct Attribute : Expr {
  static constexpr auto kKind = ExprKind::Attribute;
  Expr* value;
  Identifier attr;  // empty if it is missing: "x."
  Context ctx;
};
struct Subscript : Expr {
  static constexpr auto kKind = ExprKind::Subscript;
  Expr* value;
  Expr* slice;
  Context ctx;
};
struct Starred : Expr {
  static constexpr auto kKind = ExprKind::Starred;
  Expr* value;
  Context ctx;
};
struct Name : Expr {
  static constexpr auto kKind = ExprKind::Name;
  Context ctx;
  std::string_view id;  // NFKC-normalised
};
// List and Tuple.
struct Sequence : Expr {
  List<Expr*> elts;
  Context ctx;
};
struct Slice : Expr {
  static constexpr auto kKind = ExprKind::Slice;
  Expr* lower;  // optional
  Expr* upper;  // optional
  Expr* step;   // optional
};
struct ErrorExpr : Expr {
  static constexpr auto kKind = ExprKind::Error;
  List<Expr*> parts;  // the parts that were parsed
};

// ---- statements

struct Module;

// The place of a function body that was skipped.
struct SkippedBody {
  Module* module;
  Span span;
  int maxDepth;
};

// The statements of a function. In a file that is only imported (ParseOptions::skipFunctions), the
// first access parses them. Thread-safe.
class Body {
 public:
  Body(List<Stmt*> statements) : statements_(statements) {}
  void skip(SkippedBody* skipped) { skipped_.store(skipped, std::memory_order_release); }
  bool isParsed() const { return !skipped_.load(std::memory_order_acquire); }

  Stmt** begin() const { return get().data(); }
  Stmt** end() const { return begin() + statements_.size(); }
  Stmt** data() const { return begin(); }
  size_t size() const { return get().size(); }
  bool empty() const { return get().empty(); }
  Stmt* operator[](size_t i) const { return get()[i]; }

 private:
  List<Stmt*> get() const {
    if (!isParsed()) [[unlikely]]
      parse();
    return statements_;
  }
  void parse() const;  // parser.cpp

  mutable List<Stmt*> statements_;
  mutable std::atomic<SkippedBody*> skipped_ = nullptr;
};

// FunctionDef and AsyncFunctionDef.
struct FunctionDef : Stmt {
  Identifier name;
  Arguments* args;
  Body body;
  List<Expr*> decorators;
  Expr* returns;  // optional
  std::string_view
      typeComment;  // type comment on the line(s) after the header, such as "(int) -> int"
  Span typeCommentSpan;
  List<TypeParam*> typeParams;
  Span headerSpan;  // from "def" to the colon
};
struct ClassDef : Stmt {
  static constexpr auto kKind = StmtKind::ClassDef;
  Identifier name;
  List<Expr*> bases;
  List<Keyword*> keywords;
  List<Stmt*> body;
  List<Expr*> decorators;
  List<TypeParam*> typeParams;
};
struct Return : Stmt {
  static constexpr auto kKind = StmtKind::Return;
  Expr* value;  // optional
};
struct Delete : Stmt {
  static constexpr auto kKind = StmtKind::Delete;
  List<Expr*> targets;
};
struct Assign : Stmt {
  static constexpr auto kKind = StmtKind::Assign;
  List<Expr*> targets;
  Expr* value;
  std::string_view typeComment;
  Span typeCommentSpan;
};
struct TypeAlias : Stmt {
  static constexpr auto kKind = StmtKind::TypeAlias;
  Expr* name;
  List<TypeParam*> typeParams;
  Expr* value;
};
struct AugAssign : Stmt {
  static constexpr auto kKind = StmtKind::AugAssign;
  Expr* target;
  Operator op;
  Span opSpan;
  Expr* value;
};
struct AnnAssign : Stmt {
  static constexpr auto kKind = StmtKind::AnnAssign;
  Expr* target;
  Expr* annotation;
  Expr* value;  // optional
  bool simple;
};
// For and AsyncFor.
struct For : Stmt {
  Expr* target;
  Expr* iter;
  List<Stmt*> body;
  List<Stmt*> orelse;
  std::string_view typeComment;
  Span typeCommentSpan;
};
struct While : Stmt {
  static constexpr auto kKind = StmtKind::While;
  Expr* test;
  List<Stmt*> body;
  List<Stmt*> orelse;
};
struct If : Stmt {
  static constexpr auto kKind = StmtKind::If;
  Expr* test;
  List<Stmt*> body;
  List<Stmt*> orelse;
};
// With and AsyncWith.
struct With : Stmt {
  List<WithItem*> items;
  List<Stmt*> body;
  std::string_view typeComment;
  Span typeCommentSpan;
};
struct Match : Stmt {
  static constexpr auto kKind = StmtKind::Match;
  Expr* subject;
  List<MatchCase*> cases;
};
struct Raise : Stmt {
  static constexpr auto kKind = StmtKind::Raise;
  Expr* exc;    // optional
  Expr* cause;  // optional
};
// Try and TryStar.
struct Try : Stmt {
  List<Stmt*> body;
  List<ExceptHandler*> handlers;
  List<Stmt*> orelse;
  List<Stmt*> finalbody;
};
struct Assert : Stmt {
  static constexpr auto kKind = StmtKind::Assert;
  Expr* test;
  Expr* msg;  // optional
};
struct Import : Stmt {
  static constexpr auto kKind = StmtKind::Import;
  List<Alias*> names;
};
struct ImportFrom : Stmt {
  static constexpr auto kKind = StmtKind::ImportFrom;
  std::string_view module;  // empty: "from . import x"
  Span moduleSpan;
  List<Alias*> names;
  int level;
};
// Global and Nonlocal.
struct NameList : Stmt {
  List<Identifier> names;
};
struct ExprStmt : Stmt {
  static constexpr auto kKind = StmtKind::Expr;
  Expr* value;
};
// Pass, Break and Continue have no fields of their own.
struct ErrorStmt : Stmt {
  static constexpr auto kKind = StmtKind::Error;
  List<Expr*> parts;
  List<Stmt*> body;
};

// ---- patterns

struct MatchValue : Pattern {
  static constexpr auto kKind = PatternKind::MatchValue;
  Expr* value;
};
struct MatchSingleton : Pattern {
  static constexpr auto kKind = PatternKind::MatchSingleton;
  ConstantKind value;
};
// MatchSequence and MatchOr.
struct MatchList : Pattern {
  List<Pattern*> patterns;
};
struct MatchMapping : Pattern {
  static constexpr auto kKind = PatternKind::MatchMapping;
  List<Expr*> keys;
  List<Pattern*> patterns;
  Identifier rest;  // optional
};
struct MatchClass : Pattern {
  static constexpr auto kKind = PatternKind::MatchClass;
  Expr* cls;
  List<Pattern*> patterns;
  List<Identifier> kwdAttrs;
  List<Pattern*> kwdPatterns;
};
struct MatchStar : Pattern {
  static constexpr auto kKind = PatternKind::MatchStar;
  Identifier name;  // optional
};
struct MatchAs : Pattern {
  static constexpr auto kKind = PatternKind::MatchAs;
  Pattern* pattern;  // optional
  Identifier name;   // optional
};
struct ErrorPattern : Pattern {
  static constexpr auto kKind = PatternKind::Error;
};

// ---- type parameters

struct TypeParamNode : TypeParam {
  Identifier name;
  Expr* bound;         // TypeVar only, optional
  Expr* defaultValue;  // optional, Python 3.13
};

// ---- module

// A "# type: ignore" comment, as ast.parse(type_comments=True) lists it.
struct TypeIgnore {
  uint32_t line;
  std::string_view tag;
};

// A comment: the "#" and the text up to the end of the line.
struct Comment {
  Span span;
};

// The tree of a file. Owns the memory of its nodes and keeps its source alive.
struct Module {
  SourceFilePtr file;
  Arena arena;
  std::mutex parsing;  // held while a skipped body is parsed into the arena
  List<Stmt*> body;
  List<TypeIgnore> typeIgnores;
  List<Comment> comments;
};

using ModulePtr = std::shared_ptr<const Module>;

// The node as its own struct; the caller has checked its kind.
template <typename T, typename Base>
const T& as(const Base& node) {
  return static_cast<const T&>(node);
}
// The node as T, or null if it has another kind. Only for structs that have exactly one kind.
template <typename T, typename Base>
const T* dynCast(const Base* node) {
  return node && node->kind == T::kKind ? static_cast<const T*>(node) : nullptr;
}

// True for the constant None.
inline bool isNone(const Expr& expr) {
  const auto* constant = dynCast<Constant>(&expr);
  return constant && constant->constant == ConstantKind::None;
}
inline bool isImport(const Stmt& stmt) {
  return stmt.kind == StmtKind::Import || stmt.kind == StmtKind::ImportFrom;
}

}  // namespace ts::syntax
