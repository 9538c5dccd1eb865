#include "core/compiler/slicing/jit_sites.h"

#include <algorithm>
#include <iterator>

#include "core/compiler/roots/expected_failures.h"
#include "core/syntax/ast_walk.h"
#include "core/syntax/bindings.h"

namespace ts::compiler {

using syntax::StmtKind;

namespace {

constexpr std::string_view kJitFunctions[] = {"torch.jit.script", "torch.jit.trace",
                                              "torch.jit.trace_module"};

// Visits every call of a tree with the definitions around it, except calls that tests do not make
// or expect to fail.
template <typename F>
class CallWalk {
 public:
  explicit CallWalk(F visit) : visit_(std::move(visit)) {}

  void operator()(const syntax::Stmt& stmt) {
    const bool isDefinition = isFunction(stmt) || stmt.kind == StmtKind::ClassDef;
    if ((isDefinition && isTurnedOff(stmt)) || expectsError(stmt)) return;
    if (isDefinition) within_.push_back(&stmt);
    syntax::forEachChild(stmt, *this);
    if (isDefinition) within_.pop_back();
  }
  void operator()(const syntax::Expr& expr) {
    if (const auto* call = syntax::dynCast<syntax::Call>(&expr)) visit_(*call, within_);
    syntax::forEachChild(expr, *this);
  }
  void operator()(const syntax::Pattern& pattern) { syntax::forEachChild(pattern, *this); }

 private:
  F visit_;
  std::vector<const syntax::Stmt*> within_;
};

template <typename F>
void forEachCall(const syntax::Module& tree, F visit) {
  if (isTurnedOff(tree)) return;
  CallWalk<F> walk(std::move(visit));
  for (const syntax::Stmt* stmt : tree.body) walk(*stmt);
}

std::string dotted(const syntax::Expr& expr) {
  if (const auto* name = syntax::dynCast<syntax::Name>(&expr)) return std::string(name->id);
  const auto* attribute = syntax::dynCast<syntax::Attribute>(&expr);
  if (!attribute) return {};
  std::string base = dotted(*attribute->value);
  if (base.empty()) return base;
  return (base += '.') += attribute->attr.text;
}

bool isKeywordText(const syntax::Keyword& keyword, std::string_view name, std::string_view text) {
  const auto* constant = syntax::dynCast<syntax::Constant>(keyword.value);
  return keyword.arg.text == name && constant && constant->text == text;
}

bool isToTorchscript(const syntax::Call& call) {
  const auto* method = syntax::dynCast<syntax::Attribute>(call.func);
  return method && method->attr.text == "to_torchscript" &&
         std::ranges::none_of(call.keywords, [](const syntax::Keyword* keyword) {
           return isKeywordText(*keyword, "method", "trace");
         });
}

}  // namespace

bool isFunction(const syntax::Stmt& stmt) {
  return stmt.kind == StmtKind::FunctionDef || stmt.kind == StmtKind::AsyncFunctionDef;
}

const syntax::FunctionDef* CallSite::function() const {
  for (size_t i = 0; i < within.size(); ++i) {
    if (isFunction(*within[i])) return static_cast<const syntax::FunctionDef*>(within[i]);
  }
  return nullptr;
}

const syntax::ClassDef* CallSite::owner() const {
  const syntax::ClassDef* owner = nullptr;
  for (const syntax::Stmt* definition : within) {
    if (isFunction(*definition)) return owner;
    owner = static_cast<const syntax::ClassDef*>(definition);
  }
  return nullptr;
}

ImportedNames importedNames(const syntax::Module& tree) {
  struct Walk {
    ImportedNames names;
    void operator()(const syntax::Stmt& stmt) {
      if (stmt.kind == StmtKind::Import) {
        for (const syntax::Alias* alias : syntax::as<syntax::Import>(stmt).names) {
          if (alias->asname)
            names[alias->asname.text] = std::string(alias->name);
          else
            names[syntax::boundName(*alias)] = std::string(syntax::boundName(*alias));
        }
      } else if (stmt.kind == StmtKind::ImportFrom) {
        const auto& from = syntax::as<syntax::ImportFrom>(stmt);
        const std::string base = std::string(static_cast<size_t>(from.level), '.') +
                                 std::string(from.module) + (from.module.empty() ? "" : ".");
        for (const syntax::Alias* alias : from.names)
          names[alias->asname ? alias->asname.text : alias->name] = base + std::string(alias->name);
      }
      syntax::forEachChild(stmt, *this);
    }
    void operator()(const syntax::Expr&) {}
    void operator()(const syntax::Pattern&) {}
  } walk;
  for (const syntax::Stmt* stmt : tree.body) walk(*stmt);
  return std::move(walk.names);
}

std::string importedName(const syntax::Expr& callee, const ImportedNames& imports) {
  std::string name = dotted(callee);
  const size_t dot = std::min(name.find('.'), name.size());
  const auto entry = imports.find(std::string_view(name).substr(0, dot));
  return entry == imports.end() ? name : entry->second + name.substr(dot);
}

std::vector<CallSite> jitSites(const syntax::Module& tree, const ImportedNames& imports) {
  std::vector<CallSite> sites;
  forEachCall(tree, [&](const syntax::Call& call, const std::vector<const syntax::Stmt*>& within) {
    if (isToTorchscript(call) ||
        (!(call.args.empty() && call.keywords.empty()) &&
         std::ranges::find(kJitFunctions, importedName(*call.func, imports)) !=
             std::end(kJitFunctions)))
      sites.push_back({&call, within});
  });
  return sites;
}

std::vector<CallSite> callsOf(const syntax::Module& tree, const ImportedNames& imports,
                              const CalledName& called, size_t limit) {
  const bool isConstructor = called.name == "__init__";
  const std::string_view name = isConstructor ? called.className : called.name;
  const bool isMethod = !called.className.empty() && !isConstructor;
  std::vector<CallSite> calls;
  forEachCall(tree, [&](const syntax::Call& call, const std::vector<const syntax::Stmt*>& within) {
    if (calls.size() == limit) return;
    const auto* attribute = syntax::dynCast<syntax::Attribute>(call.func);
    if (isMethod) {
      if (attribute && attribute->attr.text == name) calls.push_back({&call, within});
      return;
    }
    const std::string full = importedName(*call.func, imports);
    if (full == name || (full.ends_with(name) && full[full.size() - name.size() - 1] == '.'))
      calls.push_back({&call, within});
  });
  return calls;
}

}  // namespace ts::compiler
