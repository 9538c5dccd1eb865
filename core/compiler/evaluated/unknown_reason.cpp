#include "core/compiler/evaluated/unknown_reason.h"

#include <fmt/format.h>

#include <unordered_set>
#include <vector>

#include "core/eval/vm/state.h"
#include "core/eval/vm/vm.h"
#include "core/syntax/ast_walk.h"

namespace ts::compiler {
namespace {

using namespace syntax;

constexpr size_t kMostNames = 64;  // followed names, for files that define each name by others

struct Binding {
  const Stmt* statement = nullptr;  // the last one at module level that binds the name
  const Alias* import = nullptr;    // for an import
  const Expr* value = nullptr;      // for an assignment and a `with`
};

bool binds(const Expr* target, std::string_view name) {
  if (const auto* use = dynCast<Name>(target)) return use->id == name;
  if (target && (target->kind == ExprKind::Tuple || target->kind == ExprKind::List)) {
    for (const Expr* element : as<Sequence>(*target).elts)
      if (binds(element, name)) return true;
  }
  return false;
}

struct BindingFinder {
  std::string_view name;
  Binding binding;

  void operator()(const Stmt& stmt) {
    auto aliases = [&](List<Alias*> names) {
      for (const Alias* alias : names)
        if (boundName(*alias) == name) binding = {&stmt, alias, nullptr};
    };
    if (const auto* import = dynCast<Import>(&stmt)) aliases(import->names);
    if (const auto* import = dynCast<ImportFrom>(&stmt)) aliases(import->names);
    if (const auto* assign = dynCast<Assign>(&stmt)) {
      for (const Expr* target : assign->targets)
        if (binds(target, name)) binding = {&stmt, nullptr, assign->value};
    }
    if (const auto* assign = dynCast<AnnAssign>(&stmt); assign && binds(assign->target, name))
      binding = {&stmt, nullptr, assign->value};
    if (stmt.kind == StmtKind::With) {
      for (const WithItem* item : static_cast<const With&>(stmt).items)
        if (binds(item->optionalVars, name)) binding = {&stmt, nullptr, item->contextExpr};
    }
    const bool isDefinition = stmt.kind == StmtKind::FunctionDef ||
                              stmt.kind == StmtKind::AsyncFunctionDef ||
                              stmt.kind == StmtKind::ClassDef;
    if (!isDefinition) forEachChild(stmt, *this);
  }
  void operator()(const Expr&) {}
  void operator()(const Pattern&) {}
};

// The names that an expression reads, and its calls, in the order of evaluation.
struct Reads {
  std::vector<const Name*> names;
  std::vector<const Call*> calls;
  void operator()(const Expr& expr) {
    if (expr.kind == ExprKind::Lambda) return;
    forEachChild(expr, *this);
    if (const auto* name = dynCast<Name>(&expr)) names.push_back(name);
    if (const auto* call = dynCast<Call>(&expr)) calls.push_back(call);
  }
  void operator()(const Stmt&) {}
  void operator()(const Pattern&) {}
};

class Search {
 public:
  Search(PyEnvironment& environment, EvaluatedFile& file, const PyModule& module)
      : environment_(environment), file_(file), module_(module), source_(*module.tree->file) {}

  std::string reasonOf(std::string_view name) {
    if (seen_.size() >= kMostNames || !seen_.insert(std::string(name)).second) return {};
    BindingFinder finder{name, {}};
    for (const Stmt* stmt : module_.tree->body) finder(*stmt);
    const Binding& binding = finder.binding;
    if (!binding.statement) return {};
    if (binding.import) return ofImport(*binding.statement, *binding.import);
    if (std::string raised = ofException(binding.statement->span); !raised.empty()) return raised;
    if (!binding.value) return {};
    Reads reads;
    reads(*binding.value);
    for (const Name* read : reads.names) {
      if (!file_.lookup(read->id).isUnknown()) continue;
      if (std::string reason = reasonOf(read->id); !reason.empty()) return reason;
    }
    if (reads.calls.empty()) return {};
    const Call& call = *reads.calls.front();
    return fmt::format("the result of {} depends on data or on the machine; give the value itself",
                       place(call.func->span));
  }

 private:
  // "`open` (line 3)"
  std::string place(Span span) const {
    return fmt::format("`{}` (line {})", source_.text(span), source_.lineOf(span.begin));
  }

  std::string ofImport(const Stmt& stmt, const Alias& alias) {
    std::string module(alias.name);
    if (const auto* from = dynCast<ImportFrom>(&stmt)) {
      if (from->level > 0) return {};
      module = std::string(from->module);
    }
    if (environment_.vm().module(module)) return {};
    return fmt::format(
        "{}: no module of this name is found; install it, or add its folder with --import-path",
        place(dynCast<ImportFrom>(&stmt) ? as<ImportFrom>(stmt).moduleSpan : alias.nameSpan));
  }

  // The exception that ended the statement. Empty for an OSError: it says only that the evaluator
  // has no access to the machine.
  std::string ofException(Span span) {
    eval::Vm& vm = environment_.vm();
    for (const auto& [module, exception] : vm.state().ended) {
      if (exception->cls->isSubclass(vm.types.OSError)) continue;
      for (const auto& at : exception->traceback) {
        if (at.at.file != &source_ || at.at.span.begin < span.begin || at.at.span.end > span.end)
          continue;
        std::string message;
        try {
          message = vm.toStr(eval::Value(exception));
        } catch (const eval::Raised&) {  // its __str__ failed: the class says enough
        }
        const auto& innermost = exception->traceback.front().at;
        const std::string where = innermost.file == &source_
                                      ? std::string()
                                      : fmt::format(", raised at {}:{}", innermost.file->path(),
                                                    innermost.file->lineOf(innermost.span.begin));
        return fmt::format("{} ends with {}{}{}{}", place(at.at.span), exception->cls->name,
                           message.empty() ? "" : ": ", message, where);
      }
    }
    return {};
  }

  PyEnvironment& environment_;
  EvaluatedFile& file_;
  const PyModule& module_;
  const SourceFile& source_;
  std::unordered_set<std::string> seen_;
};

}  // namespace

std::string reasonOfUnknown(PyEnvironment& environment, EvaluatedFile& file, const PyModule& module,
                            std::string_view name) {
  return Search(environment, file, module).reasonOf(name.substr(0, name.find('.')));
}

}  // namespace ts::compiler
