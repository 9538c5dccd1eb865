#include "lsp/app/imported_problems.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/driver/module_search.h"

namespace ts::lsp {

namespace {

// "from ..c import d" in package "a.b.x" is from "a.c": a package counts as its own first level.
std::string absoluteName(const driver::ModuleName& importer, int level, std::string_view module) {
  if (level == 0) return std::string(module);
  std::string base = importer.dotted;
  for (int up = importer.isPackage ? 1 : 0; up < level; ++up) {
    const size_t dot = base.rfind('.');
    base.resize(dot == std::string::npos ? 0 : dot);
  }
  if (base.empty() || module.empty()) return base + std::string(module);
  return base + "." + std::string(module);
}

// Import statements of one file, and the files that they lead to.
class Imports {
 public:
  Imports(const driver::Snapshot& snapshot, const driver::FileResult& result)
      : snapshot_(snapshot),
        tree_(*result.tree),
        importer_(driver::moduleNameOf(snapshot.files(), result.path)),
        paths_(snapshot.searchPaths(importer_.top)) {}

  // Of the statement that imports the file; the start of the importing file when none does.
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
  // The dotted names of all modules that the statement may load.
  std::vector<std::string> namesIn(const syntax::Stmt& statement) const {
    std::vector<std::string> out;
    if (statement.kind == syntax::StmtKind::Import) {
      for (const syntax::Alias* alias : syntax::as<syntax::Import>(statement).names)
        out.emplace_back(alias->name);
    } else if (statement.kind == syntax::StmtKind::ImportFrom) {
      const auto& from = syntax::as<syntax::ImportFrom>(statement);
      const std::string module = absoluteName(importer_, from.level, from.module);
      out.push_back(module);
      for (const syntax::Alias* alias : from.names)
        out.push_back(absoluteName({module, {}, true}, 1, alias->name));
    }
    return out;
  }

  const driver::Snapshot& snapshot_;
  const syntax::Module& tree_;
  driver::ModuleName importer_;
  std::vector<std::string> paths_;
};

}  // namespace

std::vector<diag::Diagnostic> foldImported(const driver::Snapshot& snapshot,
                                           const driver::FileResult& result) {
  std::vector<diag::Diagnostic> here;
  std::vector<const diag::Diagnostic*> elsewhere;
  for (const diag::Diagnostic& found : result.diagnostics) {
    if (found.range.file == result.file.get()) {
      here.push_back(found);
    } else {
      elsewhere.push_back(&found);
    }
  }
  if (elsewhere.empty()) return here;

  // Those of one file come together.
  const Imports imports(snapshot, result);
  const SourceFile* last = nullptr;
  for (const diag::Diagnostic* found : elsewhere) {
    const SourceFile* file = found->range.file;
    if (file != last) {
      diag::Diagnostic folded = *found;
      folded.range = {result.file.get(), imports.statementFor(file->path())};
      folded.message = fmt::format("in {}, line {}: {}", file->path(),
                                   file->lineOf(found->range.span.begin), found->message);
      folded.labels.clear();
      folded.fixes.clear();
      here.push_back(std::move(folded));
      last = file;
    }
    here.back().label(found->range, found->message);
  }
  return here;
}

}  // namespace ts::lsp
