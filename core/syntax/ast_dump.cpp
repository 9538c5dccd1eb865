#include "core/syntax/ast_dump.h"

#include <array>
#include <charconv>
#include <cstring>

#include "core/syntax/python_repr.h"

namespace ts::syntax {

namespace {

constexpr std::string_view kExprNames[] = {
    "BoolOp",    "NamedExpr", "BinOp",   "UnaryOp",        "Lambda",       "IfExp",    "Dict",
    "Set",       "ListComp",  "SetComp", "DictComp",       "GeneratorExp", "Await",    "Yield",
    "YieldFrom", "Compare",   "Call",    "FormattedValue", "JoinedStr",    "Constant", "Attribute",
    "Subscript", "Starred",   "Name",    "List",           "Tuple",        "Slice",    "Error",
};
constexpr std::string_view kStmtNames[] = {
    "FunctionDef", "AsyncFunctionDef",
    "ClassDef",    "Return",
    "Delete",      "Assign",
    "TypeAlias",   "AugAssign",
    "AnnAssign",   "For",
    "AsyncFor",    "While",
    "If",          "With",
    "AsyncWith",   "Match",
    "Raise",       "Try",
    "TryStar",     "Assert",
    "Import",      "ImportFrom",
    "Global",      "Nonlocal",
    "Expr",        "Pass",
    "Break",       "Continue",
    "Error",
};
constexpr std::string_view kPatternNames[] = {
    "MatchValue", "MatchSingleton", "MatchSequence", "MatchMapping", "MatchClass",
    "MatchStar",  "MatchAs",        "MatchOr",       "Error",
};
constexpr std::string_view kTypeParamNames[] = {"TypeVar", "ParamSpec", "TypeVarTuple"};
constexpr std::string_view kContextNames[] = {"Load()", "Store()", "Del()"};
constexpr std::string_view kBoolNames[] = {"And()", "Or()"};
constexpr std::string_view kOperatorNames[] = {
    "Add()",    "Sub()",    "Mult()",  "MatMult()", "Div()",    "Mod()",      "Pow()",
    "LShift()", "RShift()", "BitOr()", "BitXor()",  "BitAnd()", "FloorDiv()",
};
constexpr std::string_view kUnaryNames[] = {"Invert()", "Not()", "UAdd()", "USub()"};
constexpr std::string_view kCompareNames[] = {
    "Eq()", "NotEq()", "Lt()", "LtE()", "Gt()", "GtE()", "Is()", "IsNot()", "In()", "NotIn()",
};

template <typename Names, typename Kind>
std::string_view nameIn(const Names& names, Kind kind) {
  return names[static_cast<size_t>(kind)];
}

class Dumper {
 public:
  Dumper(const Module& module, const DumpOptions& options, std::string& to)
      : file_(*module.file), options_(options), to_(to) {}

  void module(const Module& module) {
    to_ += "Module(";
    first_ = true;
    list("body", module.body);
    to_ += ", type_ignores=[])";
  }

 private:
  // ---- the text around the fields of a node: Name(field=..., lineno=...)
  void begin(std::string_view name) {
    to_ += name;
    to_ += '(';
    first_ = true;
  }
  void field(std::string_view name) {
    if (!first_) to_ += ", ";
    first_ = false;
    to_ += name;
    to_ += '=';
  }
  void end() {
    to_ += ')';
    first_ = false;
  }
  void end(Span span) {
    if (!hidePositions_) {
      LineColumn from = place(span.begin);
      LineColumn until = place(span.end);
      number("lineno", from.line);
      number("col_offset", from.column);
      number("end_lineno", until.line);
      number("end_col_offset", until.column);
    }
    end();
  }
  // Consecutive nodes are on nearby lines, so the search starts at the last line.
  LineColumn place(uint32_t offset) {
    while (line_ < file_.lineCount() && file_.lineStart(line_ + 1) <= offset) {
      if (offset - file_.lineStart(line_) > 4096)
        line_ = file_.lineOf(offset);
      else
        ++line_;
    }
    if (file_.lineStart(line_) > offset) line_ = file_.lineOf(offset);
    return {line_, offset - file_.lineStart(line_)};
  }
  void append(int64_t value) {
    char buffer[24];
    auto written = std::to_chars(buffer, buffer + sizeof buffer, value);
    to_.append(buffer, static_cast<size_t>(written.ptr - buffer));
  }
  void number(std::string_view name, int64_t value) {
    field(name);
    append(value);
  }
  void text(std::string_view name, std::string_view value) {
    field(name);
    reprString(value, to_);
  }
  void word(std::string_view name, std::string_view value) {
    field(name);
    to_ += value;
  }
  void optionalText(std::string_view name, std::string_view value) {
    if (!value.empty()) text(name, value);
  }
  template <typename T>
  void child(std::string_view name, const T* value) {
    field(name);
    dump(*value);
    first_ = false;
  }
  template <typename T>
  void optional(std::string_view name, const T* value) {
    if (value) child(name, value);
  }
  template <typename T>
  void list(std::string_view name, List<T*> values) {
    field(name);
    to_ += '[';
    bool comma = false;
    for (const T* value : values) {
      if (comma) to_ += ", ";
      comma = true;
      if (value)
        dump(*value);
      else
        to_ += "None";
    }
    to_ += ']';
    first_ = false;
  }
  void names(std::string_view name, List<Identifier> values) {
    field(name);
    to_ += '[';
    bool comma = false;
    for (const Identifier& value : values) {
      if (comma) to_ += ", ";
      comma = true;
      reprString(value.text, to_);
    }
    to_ += ']';
  }
  void typeParams(List<TypeParam*> params) {
    if (!params.empty()) list("type_params", params);
  }

  // ---- parts
  void dump(const Comprehension& node) {
    begin("comprehension");
    child("target", node.target);
    child("iter", node.iter);
    list("ifs", node.ifs);
    number("is_async", node.isAsync);
    end();
  }
  void dump(const Arg& node) {
    begin("arg");
    text("arg", node.arg.text);
    optional("annotation", node.annotation);
    end(node.span);
  }
  void dump(const Arguments& node) {
    begin("arguments");
    list("posonlyargs", node.posonlyargs);
    list("args", node.args);
    optional("vararg", node.vararg);
    list("kwonlyargs", node.kwonlyargs);
    list("kw_defaults", node.kwDefaults);
    optional("kwarg", node.kwarg);
    list("defaults", node.defaults);
    end();
  }
  void dump(const Keyword& node) {
    begin("keyword");
    optionalText("arg", node.arg.text);
    child("value", node.value);
    end(node.span);
  }
  void dump(const Alias& node) {
    begin("alias");
    text("name", node.name);
    optionalText("asname", node.asname.text);
    end(node.span);
  }
  void dump(const WithItem& node) {
    begin("withitem");
    child("context_expr", node.contextExpr);
    optional("optional_vars", node.optionalVars);
    end();
  }
  void dump(const ExceptHandler& node) {
    begin("ExceptHandler");
    optional("type", node.type);
    optionalText("name", node.name.text);
    list("body", node.body);
    end(node.span);
  }
  void dump(const MatchCase& node) {
    begin("match_case");
    child("pattern", node.pattern);
    optional("guard", node.guard);
    list("body", node.body);
    end();
  }
  void dump(const TypeParam& param) {
    const auto& node = static_cast<const TypeParamNode&>(param);
    begin(nameIn(kTypeParamNames, node.kind));
    text("name", node.name.text);
    optional("bound", node.bound);
    optional("default_value", node.defaultValue);
    end(node.span);
  }

  void constant(const Constant& node) {
    field("value");
    switch (node.constant) {
      case ConstantKind::None: to_ += "None"; break;
      case ConstantKind::True: to_ += "True"; break;
      case ConstantKind::False: to_ += "False"; break;
      case ConstantKind::Ellipsis: to_ += "Ellipsis"; break;
      case ConstantKind::Int: reprInt(node.text, to_); break;
      case ConstantKind::Float: reprFloat(node.text, to_); break;
      case ConstantKind::Imaginary: reprImaginary(node.text, to_); break;
      case ConstantKind::Str: reprString(node.text, to_); break;
      case ConstantKind::Bytes: reprBytes(node.text, to_); break;
    }
    if (node.unicodePrefix) word("kind", "'u'");
  }

  void dump(const Expr& node);
  void dump(const Stmt& node);
  void dump(const Pattern& node);

  const SourceFile& file_;
  const DumpOptions& options_;
  std::string& to_;
  bool first_ = true;
  bool hidePositions_ = false;
  uint32_t line_ = 1;
};

void Dumper::dump(const Expr& node) {
  begin(nameIn(kExprNames, node.kind));
  switch (node.kind) {
    case ExprKind::BoolOp: {
      const auto& n = as<BoolOp>(node);
      word("op", nameIn(kBoolNames, n.op));
      list("values", n.values);
      break;
    }
    case ExprKind::NamedExpr:
      child("target", as<NamedExpr>(node).target);
      child("value", as<NamedExpr>(node).value);
      break;
    case ExprKind::BinOp: {
      const auto& n = as<BinOp>(node);
      child("left", n.left);
      word("op", nameIn(kOperatorNames, n.op));
      child("right", n.right);
      break;
    }
    case ExprKind::UnaryOp:
      word("op", nameIn(kUnaryNames, as<UnaryOp>(node).op));
      child("operand", as<UnaryOp>(node).operand);
      break;
    case ExprKind::Lambda:
      child("args", as<Lambda>(node).args);
      child("body", as<Lambda>(node).body);
      break;
    case ExprKind::IfExp: {
      const auto& n = as<IfExp>(node);
      child("test", n.test);
      child("body", n.body);
      child("orelse", n.orelse);
      break;
    }
    case ExprKind::Dict:
      list("keys", as<Dict>(node).keys);
      list("values", as<Dict>(node).values);
      break;
    case ExprKind::Set: list("elts", as<Set>(node).elts); break;
    case ExprKind::ListComp:
    case ExprKind::SetComp:
    case ExprKind::GeneratorExp:
      child("elt", as<Comp>(node).elt);
      list("generators", as<Comp>(node).generators);
      break;
    case ExprKind::DictComp: {
      const auto& n = as<DictComp>(node);
      child("key", n.key);
      child("value", n.value);
      list("generators", n.generators);
      break;
    }
    case ExprKind::Await: child("value", as<Await>(node).value); break;
    case ExprKind::Yield: optional("value", as<Yield>(node).value); break;
    case ExprKind::YieldFrom: child("value", as<YieldFrom>(node).value); break;
    case ExprKind::Compare: {
      const auto& n = as<Compare>(node);
      child("left", n.left);
      field("ops");
      to_ += '[';
      for (size_t i = 0; i < n.ops.size(); ++i) {
        if (i) to_ += ", ";
        to_ += nameIn(kCompareNames, n.ops[i]);
      }
      to_ += ']';
      list("comparators", n.comparators);
      break;
    }
    case ExprKind::Call: {
      const auto& n = as<Call>(node);
      child("func", n.func);
      list("args", n.args);
      list("keywords", n.keywords);
      break;
    }
    case ExprKind::FormattedValue: {
      const auto& n = as<FormattedValue>(node);
      child("value", n.value);
      number("conversion", n.conversion);
      optional("format_spec", n.formatSpec);
      break;
    }
    case ExprKind::JoinedStr: {
      bool before = hidePositions_;
      hidePositions_ |= !options_.positionsInFStrings;
      list("values", as<JoinedStr>(node).values);
      hidePositions_ = before;
      break;
    }
    case ExprKind::Constant: constant(as<Constant>(node)); break;
    case ExprKind::Attribute: {
      const auto& n = as<Attribute>(node);
      child("value", n.value);
      text("attr", n.attr.text);
      word("ctx", nameIn(kContextNames, n.ctx));
      break;
    }
    case ExprKind::Subscript: {
      const auto& n = as<Subscript>(node);
      child("value", n.value);
      child("slice", n.slice);
      word("ctx", nameIn(kContextNames, n.ctx));
      break;
    }
    case ExprKind::Starred:
      child("value", as<Starred>(node).value);
      word("ctx", nameIn(kContextNames, as<Starred>(node).ctx));
      break;
    case ExprKind::Name:
      text("id", as<Name>(node).id);
      word("ctx", nameIn(kContextNames, as<Name>(node).ctx));
      break;
    case ExprKind::List:
    case ExprKind::Tuple:
      list("elts", as<Sequence>(node).elts);
      word("ctx", nameIn(kContextNames, as<Sequence>(node).ctx));
      break;
    case ExprKind::Slice: {
      const auto& n = as<Slice>(node);
      optional("lower", n.lower);
      optional("upper", n.upper);
      optional("step", n.step);
      break;
    }
    case ExprKind::Error: list("parts", as<ErrorExpr>(node).parts); break;
  }
  end(node.span);
}

void Dumper::dump(const Stmt& node) {
  begin(nameIn(kStmtNames, node.kind));
  switch (node.kind) {
    case StmtKind::FunctionDef:
    case StmtKind::AsyncFunctionDef: {
      const auto& n = as<FunctionDef>(node);
      text("name", n.name.text);
      child("args", n.args);
      list("body", List<Stmt*>(n.body));
      list("decorator_list", n.decorators);
      optional("returns", n.returns);
      typeParams(n.typeParams);
      break;
    }
    case StmtKind::ClassDef: {
      const auto& n = as<ClassDef>(node);
      text("name", n.name.text);
      list("bases", n.bases);
      list("keywords", n.keywords);
      list("body", n.body);
      list("decorator_list", n.decorators);
      typeParams(n.typeParams);
      break;
    }
    case StmtKind::Return: optional("value", as<Return>(node).value); break;
    case StmtKind::Delete: list("targets", as<Delete>(node).targets); break;
    case StmtKind::Assign:
      list("targets", as<Assign>(node).targets);
      child("value", as<Assign>(node).value);
      break;
    case StmtKind::TypeAlias: {
      const auto& n = as<TypeAlias>(node);
      child("name", n.name);
      list("type_params", n.typeParams);
      child("value", n.value);
      break;
    }
    case StmtKind::AugAssign: {
      const auto& n = as<AugAssign>(node);
      child("target", n.target);
      word("op", nameIn(kOperatorNames, n.op));
      child("value", n.value);
      break;
    }
    case StmtKind::AnnAssign: {
      const auto& n = as<AnnAssign>(node);
      child("target", n.target);
      child("annotation", n.annotation);
      optional("value", n.value);
      number("simple", n.simple);
      break;
    }
    case StmtKind::For:
    case StmtKind::AsyncFor: {
      const auto& n = as<For>(node);
      child("target", n.target);
      child("iter", n.iter);
      list("body", n.body);
      list("orelse", n.orelse);
      break;
    }
    case StmtKind::While: {
      const auto& n = as<While>(node);
      child("test", n.test);
      list("body", n.body);
      list("orelse", n.orelse);
      break;
    }
    case StmtKind::If: {
      const auto& n = as<If>(node);
      child("test", n.test);
      list("body", n.body);
      list("orelse", n.orelse);
      break;
    }
    case StmtKind::With:
    case StmtKind::AsyncWith:
      list("items", as<With>(node).items);
      list("body", as<With>(node).body);
      break;
    case StmtKind::Match:
      child("subject", as<Match>(node).subject);
      list("cases", as<Match>(node).cases);
      break;
    case StmtKind::Raise:
      optional("exc", as<Raise>(node).exc);
      optional("cause", as<Raise>(node).cause);
      break;
    case StmtKind::Try:
    case StmtKind::TryStar: {
      const auto& n = as<Try>(node);
      list("body", n.body);
      list("handlers", n.handlers);
      list("orelse", n.orelse);
      list("finalbody", n.finalbody);
      break;
    }
    case StmtKind::Assert:
      child("test", as<Assert>(node).test);
      optional("msg", as<Assert>(node).msg);
      break;
    case StmtKind::Import: list("names", as<Import>(node).names); break;
    case StmtKind::ImportFrom: {
      const auto& n = as<ImportFrom>(node);
      optionalText("module", n.module);
      list("names", n.names);
      number("level", n.level);
      break;
    }
    case StmtKind::Global:
    case StmtKind::Nonlocal: names("names", as<NameList>(node).names); break;
    case StmtKind::Expr: child("value", as<ExprStmt>(node).value); break;
    case StmtKind::Pass:
    case StmtKind::Break:
    case StmtKind::Continue: break;
    case StmtKind::Error:
      list("parts", as<ErrorStmt>(node).parts);
      list("body", as<ErrorStmt>(node).body);
      break;
  }
  end(node.span);
}

void Dumper::dump(const Pattern& node) {
  begin(nameIn(kPatternNames, node.kind));
  switch (node.kind) {
    case PatternKind::MatchValue: child("value", as<MatchValue>(node).value); break;
    case PatternKind::MatchSingleton: {
      ConstantKind value = as<MatchSingleton>(node).value;
      word("value", value == ConstantKind::None   ? "None"
                    : value == ConstantKind::True ? "True"
                                                  : "False");
      break;
    }
    case PatternKind::MatchSequence:
    case PatternKind::MatchOr: list("patterns", as<MatchList>(node).patterns); break;
    case PatternKind::MatchMapping: {
      const auto& n = as<MatchMapping>(node);
      list("keys", n.keys);
      list("patterns", n.patterns);
      optionalText("rest", n.rest.text);
      break;
    }
    case PatternKind::MatchClass: {
      const auto& n = as<MatchClass>(node);
      child("cls", n.cls);
      list("patterns", n.patterns);
      names("kwd_attrs", n.kwdAttrs);
      list("kwd_patterns", n.kwdPatterns);
      break;
    }
    case PatternKind::MatchStar: optionalText("name", as<MatchStar>(node).name.text); break;
    case PatternKind::MatchAs:
      optional("pattern", as<MatchAs>(node).pattern);
      optionalText("name", as<MatchAs>(node).name.text);
      break;
    case PatternKind::Error: break;
  }
  end(node.span);
}

}  // namespace

void dumpAst(const Module& module, const DumpOptions& options, std::string& to) {
  Dumper(module, options, to).module(module);
}

std::string dumpAst(const Module& module) {
  std::string text;
  dumpAst(module, {}, text);
  return text;
}

}  // namespace ts::syntax
