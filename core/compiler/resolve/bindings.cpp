#include "core/compiler/resolve/bindings.h"

#include <charconv>
#include <functional>
#include <optional>

#include "core/syntax/bindings.h"

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
    Version version;
    for (auto* element : as<Sequence>(expr).elts) {
      auto number = smallInt(*element);
      if (!number) return std::nullopt;
      version.push_back(*number);
    }
    return version;
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
  Binding make(Binding::Kind kind, const Stmt& stmt) {
    Binding binding;
    binding.kind = kind;
    binding.isDefinite = depth_ == 0;
    binding.visibleFrom = stmt.span.end;
    binding.stmt = &stmt;
    return binding;
  }

  void add(std::string_view name, Binding binding) {
    if (out_.outer.contains(name)) return;
    out_.names[name].push_back(std::move(binding));
  }

  // Adds the names that the statement binds itself.
  void addOwn(const Stmt& stmt) {
    forEachOwnBinding(stmt, [&](const NameBinding& match) {
      using Kind = Binding::Kind;
      Binding binding = make(Kind::Opaque, stmt);
      binding.alias = match.alias;
      switch (match.kind) {
        case BindingKind::Function: binding.kind = Kind::Def; break;
        case BindingKind::Class: binding.kind = Kind::Class; break;
        case BindingKind::Delete: binding.kind = Kind::Delete; break;
        case BindingKind::Import: binding.kind = Kind::Import; break;
        case BindingKind::ImportFrom: binding.kind = Kind::FromImport; break;
        case BindingKind::ImportStar:
          out_.stars.push_back({&as<ImportFrom>(stmt), stmt.span.end, binding.isDefinite});
          return;
        case BindingKind::Assign:
        case BindingKind::AnnAssign:
          binding.value =
              stmt.kind == StmtKind::Assign ? as<Assign>(stmt).value : as<AnnAssign>(stmt).value;
          if (!binding.value) return;
          if (!match.path->isFixed) break;
          binding.kind = match.path->isWhole() ? Kind::Value : Kind::Element;
          binding.path = match.path->indices;
          break;
        case BindingKind::For:
        case BindingKind::With: binding.visibleFrom = match.target->span.end; break;
        case BindingKind::Global:
        case BindingKind::Nonlocal: out_.outer.insert(match.name); return;
        default: break;
      }
      add(match.name, std::move(binding));
    });
  }

  // Visits statements that may not run.
  void maybe(List<Stmt*> statements) {
    ++depth_;
    body(statements);
    --depth_;
  }

  using Counts = std::unordered_map<std::string_view, size_t>;
  Counts counts() const {
    Counts result;
    for (auto& [name, bindings] : out_.names) result[name] = bindings.size();
    return result;
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

  void visitReturn(const Return& statement) {
    out_.returns.push_back(&statement);
    if (depth_ > 0) out_.hasConditionalReturn = true;
  }

  void visit(const Stmt& stmt) {
    switch (stmt.kind) {
      case StmtKind::Return: visitReturn(as<Return>(stmt)); break;
      case StmtKind::If: visitIf(as<If>(stmt)); break;
      case StmtKind::Try:
      case StmtKind::TryStar: visitTry(as<Try>(stmt)); break;
      case StmtKind::For:
      case StmtKind::AsyncFor:
        ++depth_;
        addOwn(stmt);
        --depth_;
        maybe(as<For>(stmt).body);
        maybe(as<For>(stmt).orelse);
        break;
      case StmtKind::While: maybe(as<While>(stmt).body), maybe(as<While>(stmt).orelse); break;
      case StmtKind::With:
      case StmtKind::AsyncWith:
        addOwn(stmt);
        body(as<With>(stmt).body);
        break;
      case StmtKind::Match:
        for (auto* arm : as<Match>(stmt).cases) maybe(arm->body);
        break;
      default: addOwn(stmt);
    }
  }

  Bindings& out_;
  int depth_ = 0;
};

}  // namespace

Bindings collectBindings(List<Stmt*> body) {
  Bindings created;
  Collector(created).body(body);
  return created;
}

}  // namespace ts::compiler
