#include "core/driver/missing_imports.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/compiler/resolve/known_names.h"
#include "core/driver/module_search.h"
#include "core/eval/imports/stub_modules.h"
#include "core/source/library_path.h"
#include "core/syntax/ast_walk.h"
#include "core/syntax/relative_import.h"

namespace ts::driver {

namespace {

class ImportWalk {
 public:
  ImportWalk(const Snapshot& snapshot, const std::string& path, const syntax::Module& tree)
      : snapshot_(snapshot),
        tree_(tree),
        name_(moduleNameOf(snapshot.files(), path)),
        paths_(snapshot.searchPaths(name_.top)) {}

  void operator()(const syntax::Stmt& stmt) {
    switch (stmt.kind) {
      case syntax::StmtKind::Import:
        for (const syntax::Alias* alias : syntax::as<syntax::Import>(stmt).names)
          look(std::string(alias->name), alias->nameSpan);
        return;
      case syntax::StmtKind::ImportFrom: {
        const auto& from = syntax::as<syntax::ImportFrom>(stmt);
        const auto module =
            syntax::absoluteModuleName(name_.dotted, name_.isPackage, from.level, from.module);
        if (module && !module->empty())
          look(*module, from.moduleSpan.size() ? from.moduleSpan : stmt.span);
        return;
      }
      case syntax::StmtKind::Try: {
        const auto& guarded = syntax::as<syntax::Try>(stmt);
        if (guarded.handlers.empty())
          for (const syntax::Stmt* inner : guarded.body) (*this)(*inner);
        return;
      }
      default: syntax::forEachChild(stmt, *this);
    }
  }
  void operator()(const syntax::Expr&) {}
  void operator()(const syntax::Pattern&) {}

  std::vector<diag::Diagnostic> take() { return std::move(diagnostics_); }

 private:
  bool isKnown(const std::string& module) const {
    const std::string_view top = std::string_view(module).substr(0, module.find('.'));
    return eval::preludeForChecks(top) || eval::isStandardModule(top) || eval::isAlwaysStub(top) ||
           compiler::isNamespace(top) || findModule(snapshot_.files(), paths_, module);
  }

  void look(const std::string& module, Span at) {
    if (isKnown(module) || !seen_.insert(module).second) return;
    diagnostics_.push_back(diag::makeDiagnostic(
        diag::Rule::ImportNotFound, {tree_.file.get(), at},
        fmt::format("module '{}' is not found, so code that depends on it is not checked",
                    module)));
  }

  const Snapshot& snapshot_;
  const syntax::Module& tree_;
  ModuleName name_;
  std::vector<std::string> paths_;
  std::set<std::string> seen_;
  std::vector<diag::Diagnostic> diagnostics_;
};

}  // namespace

std::vector<diag::Diagnostic> missingImports(const Snapshot& snapshot, const std::string& path,
                                             const syntax::Module& tree) {
  ImportWalk walk(snapshot, path, tree);
  for (const syntax::Stmt* stmt : tree.body) walk(*stmt);
  return walk.take();
}

std::vector<diag::Diagnostic> brokenImports(const std::vector<ParsedFilePtr>& imports,
                                            const std::string& path) {
  std::vector<diag::Diagnostic> diagnostics;
  for (const ParsedFilePtr& import : imports) {
    if (!import->file || import->file->path() == path || isLibrary(import->file->path())) continue;
    const auto error =
        std::ranges::find(import->problems, diag::Severity::Error, &diag::Diagnostic::severity);
    if (error == import->problems.end()) continue;
    diagnostics.push_back(*error);
    diagnostics.back().note(
        fmt::format("{} imports this file, directly or over other files, so it cannot run", path));
  }
  return diagnostics;
}

}  // namespace ts::driver
