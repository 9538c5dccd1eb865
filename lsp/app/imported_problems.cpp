#include "lsp/app/imported_problems.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/driver/module_search.h"
#include "core/syntax/relative_import.h"

namespace ts::lsp {

namespace {

// Finds the import statements of a file that load another file.
class Imports {
 public:
  Imports(const driver::Snapshot& snapshot, const driver::FileResult& result)
      : snapshot_(snapshot),
        tree_(*result.tree),
        importer_(driver::moduleNameOf(snapshot.files(), result.path)),
        paths_(snapshot.searchPaths(importer_.top)) {}

  // Returns the span of the statement that imports the file; the file's start when there is none.
  Span statementFor(const std::string& path) const {
    for (const syntax::Stmt* statement : tree_.body) {
      for (const std::string& name : namesIn(*statement)) {
        if (driver::findModule(snapshot_.files(), paths_, name).path == path)
          return statement->span;
      }
    }
    return {};
  }

 private:
  // Returns the dotted names of all modules that the statement may load.
  std::vector<std::string> namesIn(const syntax::Stmt& statement) const {
    std::vector<std::string> out;
    if (statement.kind == syntax::StmtKind::Import) {
      for (const syntax::Alias* alias : syntax::as<syntax::Import>(statement).names)
        out.emplace_back(alias->name);
    } else if (statement.kind == syntax::StmtKind::ImportFrom) {
      const auto& from = syntax::as<syntax::ImportFrom>(statement);
      const std::string module =
          syntax::absoluteModuleName(importer_.dotted, importer_.isPackage, from.level, from.module)
              .value_or(std::string(from.module));
      out.push_back(module);
      for (const syntax::Alias* alias : from.names)
        out.push_back(*syntax::absoluteModuleName(module, true, 1, alias->name));
    }
    return out;
  }

  const driver::Snapshot& snapshot_;
  const syntax::Module& tree_;
  driver::ModuleName importer_;
  std::vector<std::string> paths_;
};

}  // namespace

std::vector<diag::Diagnostic> ownProblems(const driver::FileResult& result) {
  std::vector<diag::Diagnostic> own = result.diagnostics;
  std::erase_if(own, [&](const diag::Diagnostic& problem) {
    return problem.range.file && problem.range.file->path() != result.path;
  });
  return own;
}

std::vector<diag::Diagnostic> foldImported(const driver::Snapshot& snapshot,
                                           const driver::FileResult& result) {
  std::vector<diag::Diagnostic> own;
  std::vector<const diag::Diagnostic*> imported;
  for (const diag::Diagnostic& diagnostic : result.diagnostics) {
    if (diagnostic.range.file == result.file.get()) {
      own.push_back(diagnostic);
    } else {
      imported.push_back(&diagnostic);
    }
  }
  if (imported.empty()) return own;

  // The diagnostics of one file are adjacent.
  const Imports imports(snapshot, result);
  const SourceFile* last = nullptr;
  for (const diag::Diagnostic* diagnostic : imported) {
    const SourceFile* file = diagnostic->range.file;
    if (file != last) {
      diag::Diagnostic folded = *diagnostic;
      folded.range = {result.file.get(), imports.statementFor(file->path())};
      folded.message = fmt::format("in {}, line {}: {}", file->path(),
                                   file->lineOf(diagnostic->range.span.begin), diagnostic->message);
      folded.labels.clear();
      folded.fixes.clear();
      own.push_back(std::move(folded));
      last = file;
    }
    own.back().label(diagnostic->range, diagnostic->message);
  }
  return own;
}

}  // namespace ts::lsp
