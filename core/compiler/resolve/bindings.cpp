#include "core/compiler/resolve/bindings.h"

#include <charconv>
#include <functional>
#include <optional>

#include "core/syntax/ast_walk.h"

namespace ts::compiler {
namespace {

using namespace syntax;

constexpr int64_t kPythonVersion[] = {3, 11, 2};

std::optional<int64_t> smallInt(const Expr& expr) {
  auto* constant = dynCast<Constant>(&expr);
  if (!constant || constant->constant != ConstantKind::Int) return std::nullopt;
  int64_t value = 0;
  auto [end, error] =
      std::from_chars(constant->text.data(), constant->text.data() + constant->text.size(), value);
  if (error != std::errc() || end != constant->text.data() + constant->text.size())
    return std::nullopt;
  return value;
}

template <typename T>
int compared(CompareOperator op, const T& left, const T& right) {
  switch (op) {
    case CompareOperator::Eq: return left == right;
    case CompareOperator::NotEq: return left != right;
    case CompareOperator::Lt: return left < right;
    case CompareOperator::LtE: return left <= right;
    case CompareOperator::Gt: return left > right;
    case CompareOperator::GtE: return left >= right;
    default: return -1;
  }
}

using Version = std::vector<int64_t>;

std::optional<Version> versionOf(const Expr& expr) {
  Version all(std::begin(kPythonVersion), std::end(kPythonVersion));
  if (dottedName(expr) == "sys.version_info") return all;
  if (expr.kind == ExprKind::Tuple) {
    Version made;
    for (auto* element : as<Sequence>(expr).elts) {
      auto number = smallInt(*element);
      if (!number) return std::nullopt;
      made.push_back(*number);
    }
    return made;
  }
  auto* subscript = dynCast<Subscript>(&expr);
  if (subscript && dottedName(*subscript->value) == "sys.version_info") {
    if (auto index = smallInt(*subscript->slice); index && *index >= 0 && *index < 3)
      return Version{all[*index]};
    auto* slice = dynCast<Slice>(subscript->slice);
    if (slice && !slice->lower && !slice->step && slice->upper) {
      if (auto count = smallInt(*slice->upper); count && *count >= 0 && *count <= 3)
        all.resize(*count);
      return all;
    }
    return std::nullopt;
  }
  if (auto number = smallInt(expr)) return Version{*number};
  return std::nullopt;
}

int staticComparison(const Compare& compare) {
  if (compare.ops.size() != 1) return -1;
  const Expr& right = *compare.comparators[0];
  std::string name = dottedName(*compare.left);
  auto* text = dynCast<Constant>(&right);
  if (text && text->constant == ConstantKind::Str) {
    if (name == "__name__") return compare.ops[0] == CompareOperator::NotEq;
    if (name == "sys.platform")
      return compared(compare.ops[0], std::string_view("linux"), text->text);
    return -1;
  }
  auto a = versionOf(*compare.left), b = versionOf(right);
  return a && b ? compared(compare.ops[0], *a, *b) : -1;
}

}  // namespace

std::string dottedName(const Expr& expr) {
  if (auto* name = dynCast<Name>(&expr)) return std::string(name->id);
  auto* attribute = dynCast<Attribute>(&expr);
  if (!attribute) return {};
  std::string base = dottedName(*attribute->value);
  return base.empty() ? base : base + "." + std::string(attribute->attr.text);
}

int staticTruth(const Expr& test) {
  switch (test.kind) {
    case ExprKind::Constant: {
      auto& constant = as<Constant>(test);
      if (constant.constant == ConstantKind::True) return 1;
      if (constant.constant == ConstantKind::False || constant.constant == ConstantKind::None)
        return 0;
      auto number = smallInt(test);
      return number ? *number != 0 : -1;
    }
    case ExprKind::Name:
      return as<Name>(test).id == "TYPE_CHECKING" ? 0 : as<Name>(test).id == "__debug__" ? 1 : -1;
    case ExprKind::Attribute: return as<Attribute>(test).attr.text == "TYPE_CHECKING" ? 0 : -1;
    case ExprKind::UnaryOp: {
      auto& unary = as<UnaryOp>(test);
      int operand = unary.op == UnaryOperator::Not ? staticTruth(*unary.operand) : -1;
      return operand < 0 ? -1 : !operand;
    }
    case ExprKind::BoolOp: {
      auto& all = as<BoolOp>(test);
      int ends = all.op == BoolOperator::Or, result = !ends;
      for (auto* value : all.values) {
        int truth = staticTruth(*value);
        if (truth == ends) return ends;
        if (truth < 0) result = -1;
      }
      return result;
    }
    case ExprKind::Compare: return staticComparison(as<Compare>(test));
    default: return -1;
  }
}

namespace {

class Collector {
 public:
  explicit Collector(Bindings& out) : out_(out) {}

  void body(List<Stmt*> statements) {
    for (auto* statement : statements) visit(*statement);
  }

 private:
  Binding make(Binding::Kind kind, const Stmt& stmt, const Expr* value = nullptr) {
    Binding binding;
    binding.kind = kind;
    binding.isDefinite = depth_ == 0;
    binding.visibleFrom = stmt.span.end;
    binding.stmt = &stmt;
    binding.value = value;
    return binding;
  }

  void add(std::string_view name, Binding binding) {
    if (out_.outer.contains(name)) return;
    out_.names[name].push_back(std::move(binding));
  }

  void target(const Expr& expr, const Binding& binding) {
    switch (expr.kind) {
      case ExprKind::Name: add(as<Name>(expr).id, binding); break;
      case ExprKind::Tuple:
      case ExprKind::List: {
        uint32_t index = 0;
        bool starred = false;
        for (auto* element : as<Sequence>(expr).elts) {
          Binding part = binding;
          starred = starred || element->kind == ExprKind::Starred;
          if (starred ||
              (binding.kind != Binding::Kind::Value && binding.kind != Binding::Kind::Element)) {
            if (binding.kind != Binding::Kind::Delete) part.kind = Binding::Kind::Opaque;
          } else {
            part.kind = Binding::Kind::Element;
            part.path.push_back(index);
          }
          target(*element, part);
          ++index;
        }
        break;
      }
      case ExprKind::Starred: target(*as<Starred>(expr).value, binding); break;
      default: break;
    }
  }

  // Visits statements that may not run.
  void maybe(List<Stmt*> statements) {
    ++depth_;
    body(statements);
    --depth_;
  }

  using Counts = std::unordered_map<std::string_view, size_t>;
  Counts counts() const {
    Counts made;
    for (auto& [name, bindings] : out_.names) made[name] = bindings.size();
    return made;
  }

  // Visits two branches of which exactly one runs.
  void either(const std::function<void()>& first, const std::function<void()>& second) {
    Counts start = counts();
    ++depth_;
    first();
    Counts middle = counts();
    second();
    --depth_;
    for (auto& [name, bindings] : out_.names) {
      size_t a = start.contains(name) ? start[name] : 0,
             b = middle.contains(name) ? middle[name] : 0;
      if (depth_ == 0 && a < b && b < bindings.size()) bindings[a].endsLookup = true;
    }
  }

  void visitIf(const If& branch) {
    switch (staticTruth(*branch.test)) {
      case 1: body(branch.body); break;
      case 0: body(branch.orelse); break;
      default: either([&] { body(branch.body); }, [&] { body(branch.orelse); });
    }
  }

  // Assumes that the body does not raise: a handler's bindings count only for names that the body
  // does not bind.
  void visitTry(const Try& attempt) {
    Counts start = counts();
    body(attempt.body);
    body(attempt.orelse);
    Counts tried = counts();
    for (auto* handler : attempt.handlers) maybe(handler->body);
    for (auto& [name, bindings] : out_.names) {
      size_t before = start.contains(name) ? start[name] : 0;
      if (tried.contains(name) && tried[name] > before) bindings.resize(tried[name]);
    }
    body(attempt.finalbody);
  }

  void visitImport(const Import& import) {
    for (auto* alias : import.names) {
      Binding binding = make(Binding::Kind::Import, import);
      binding.alias = alias;
      add(boundName(*alias), std::move(binding));
    }
  }

  void visitFromImport(const ImportFrom& import) {
    for (auto* alias : import.names) {
      if (alias->name == "*") {
        out_.stars.push_back({&import, import.span.end, depth_ == 0});
        continue;
      }
      Binding binding = make(Binding::Kind::FromImport, import);
      binding.alias = alias;
      add(boundName(*alias), std::move(binding));
    }
  }

  void visitReturn(const Return& statement) {
    out_.returns.push_back(&statement);
    if (depth_ > 0) out_.hasConditionalReturn = true;
  }

  void visit(const Stmt& stmt) {
    using Kind = Binding::Kind;
    switch (stmt.kind) {
      case StmtKind::FunctionDef:
      case StmtKind::AsyncFunctionDef:
        add(as<FunctionDef>(stmt).name.text, make(Kind::Def, stmt));
        break;
      case StmtKind::ClassDef: add(as<ClassDef>(stmt).name.text, make(Kind::Class, stmt)); break;
      case StmtKind::Import: visitImport(as<Import>(stmt)); break;
      case StmtKind::ImportFrom: visitFromImport(as<ImportFrom>(stmt)); break;
      case StmtKind::Return: visitReturn(as<Return>(stmt)); break;
      case StmtKind::If: visitIf(as<If>(stmt)); break;
      case StmtKind::Try:
      case StmtKind::TryStar: visitTry(as<Try>(stmt)); break;
      case StmtKind::Assign: {
        auto& assign = as<Assign>(stmt);
        for (auto* to : assign.targets) target(*to, make(Kind::Value, stmt, assign.value));
        break;
      }
      case StmtKind::AnnAssign: {
        auto& assign = as<AnnAssign>(stmt);
        if (assign.value) target(*assign.target, make(Kind::Value, stmt, assign.value));
        break;
      }
      case StmtKind::AugAssign:
        target(*as<AugAssign>(stmt).target, make(Kind::Opaque, stmt));
        break;
      case StmtKind::TypeAlias: target(*as<TypeAlias>(stmt).name, make(Kind::Opaque, stmt)); break;
      case StmtKind::Delete:
        for (auto* to : as<Delete>(stmt).targets) target(*to, make(Kind::Delete, stmt));
        break;
      case StmtKind::For:
      case StmtKind::AsyncFor: {
        auto& loop = as<For>(stmt);
        ++depth_;
        Binding variable = make(Kind::Opaque, stmt);
        variable.visibleFrom = loop.target->span.end;
        target(*loop.target, variable);
        --depth_;
        maybe(loop.body);
        maybe(loop.orelse);
        break;
      }
      case StmtKind::While: maybe(as<While>(stmt).body), maybe(as<While>(stmt).orelse); break;
      case StmtKind::With:
      case StmtKind::AsyncWith: {
        auto& with = as<With>(stmt);
        for (auto* item : with.items) {
          if (!item->optionalVars) continue;
          Binding variable = make(Kind::Opaque, stmt);
          variable.visibleFrom = item->optionalVars->span.end;
          target(*item->optionalVars, variable);
        }
        body(with.body);
        break;
      }
      case StmtKind::Match:
        for (auto* arm : as<Match>(stmt).cases) maybe(arm->body);
        break;
      case StmtKind::Global:
      case StmtKind::Nonlocal:
        for (auto& name : as<NameList>(stmt).names) out_.outer.insert(name.text);
        break;
      default: break;
    }
  }

  Bindings& out_;
  int depth_ = 0;
};

}  // namespace

Bindings collectBindings(List<Stmt*> body) {
  Bindings made;
  Collector(made).body(body);
  return made;
}

}  // namespace ts::compiler
