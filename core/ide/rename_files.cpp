#include "core/ide/rename_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/ide/references.h"
#include "core/ide/text.h"
#include "core/syntax/relative_import.h"

namespace ts::ide {

namespace {

using name_index::Import;
using name_index::kNone;

constexpr std::string_view kInit = "/__init__.py", kEnding = ".py";

// Returns the new path of a file; nothing when the file stays.
std::optional<std::string> newPath(const std::vector<FileMove>& moves, std::string_view path) {
  for (const FileMove& move : moves) {
    if (path == move.from) return move.to;
    if (path.starts_with(move.from) && path.substr(move.from.size()).starts_with('/'))
      return move.to + std::string(path.substr(move.from.size()));
  }
  return std::nullopt;
}

// Removes ".py" or "/__init__.py" from the path: "/p/a.py" and "/p/a/__init__.py" give "/p/a".
// Empty when the path is not a Python file.
std::string_view stemOf(std::string_view path) {
  for (const std::string_view ending : {kInit, kEnding}) {
    if (path.ends_with(ending)) return path.substr(0, path.size() - ending.size());
  }
  return {};
}

std::string_view parentOf(std::string_view dotted) {
  const size_t dot = dotted.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : dotted.substr(0, dot);
}
std::string_view lastOf(std::string_view dotted) { return dotted.substr(dotted.rfind('.') + 1); }
std::string joined(std::string_view a, std::string_view b) {
  return fmt::format("{}{}{}", a, a.empty() || b.empty() ? "" : ".", b);
}

// Returns a path below a folder as a dotted name. Nothing when the path is not below the folder, or
// one of its parts is not a valid name.
std::optional<std::string> dottedBelow(std::string_view folder, std::string_view stem) {
  if (!stem.starts_with(folder) || !stem.substr(folder.size()).starts_with('/'))
    return std::nullopt;
  std::string dotted(stem.substr(folder.size() + 1));
  bool starts = true;
  for (char& c : dotted) {
    const bool isDigit = c >= '0' && c <= '9';
    if (c == '/' ? starts : !isPartOfName(c) || (starts && isDigit)) return std::nullopt;
    starts = c == '/';
    if (c == '/') c = '.';
  }
  if (dotted.empty() || starts) return std::nullopt;
  return dotted;
}

// Returns the new dotted name of a module, relative to the same folder as the current name. Nothing
// when the module stays or cannot be imported from there.
std::optional<std::string> newName(const std::vector<FileMove>& moves, const Document& module,
                                   std::string_view dotted) {
  const std::string_view stem = stemOf(module.path());
  const auto to = newPath(moves, module.path());
  if (!to || dotted.empty() || stem.size() <= dotted.size()) return std::nullopt;
  const std::string_view root = stem.substr(0, stem.size() - dotted.size() - 1);
  if (dottedBelow(root, stem) != dotted) return std::nullopt;
  return dottedBelow(root, stemOf(*to));
}

// Returns the package that `level` dots name in a module.
std::optional<std::string> packageOf(std::string_view module, bool isPackage, int level) {
  return syntax::absoluteModuleName(module, isPackage, level, {});
}

// Returns the relative name of a module from a package, such as "..a.b". Nothing when both have no
// package in common.
std::optional<std::string> relative(std::string_view package, std::string_view module) {
  std::string dots = ".";
  for (;; package = parentOf(package), dots += '.') {
    if (package.empty()) return std::nullopt;
    if (module == package) return dots;
    if (module.starts_with(package) && module[package.size()] == '.')
      return dots + std::string(module.substr(package.size() + 1));
  }
}

// Computes the import edits of one file.
class ImportEditor {
 public:
  ImportEditor(DocumentCache& documents, const driver::Snapshot& snapshot,
               const std::vector<FileMove>& moves, DocumentPtr document)
      : documents_(documents), snapshot_(snapshot), moves_(moves), document_(std::move(document)) {
    newName_ = newName(moves_, *document_, document_->module).value_or(document_->module);
    isNewPackage_ = newPath(moves_, document_->path()).value_or(document_->path()).ends_with(kInit);
  }

  std::vector<Replacement> replacements() && {
    const auto imports = document_->index->imports();
    for (const Import& import : imports) {
      if (import.name.empty()) {
        plain(import);
        continue;
      }
      const bool isAlone = std::count_if(imports.begin(), imports.end(), [&](const Import& other) {
                             return other.moduleSpan == import.moduleSpan;
                           }) == 1;
      from(import, isAlone);
    }
    return std::move(replacements_);
  }

 private:
  // Returns the name of the imported module after the move; nothing when it is unchanged.
  std::optional<std::string> target(std::string_view dotted) const {
    if (dotted.empty()) return std::nullopt;
    const DocumentPtr module = documents_.find(snapshot_, document_->top, dotted);
    if (!module) {
      // The module does not exist, but its package may move.
      const auto package = target(parentOf(dotted));
      return package ? std::optional(joined(*package, lastOf(dotted))) : std::nullopt;
    }
    if (module->isEmbedded) return std::nullopt;
    const auto name = newName(moves_, *module, dotted);
    return name && *name != dotted ? name : std::nullopt;
  }

  void replace(Span span, std::string text) {
    if (document_->file().text(span) == text) return;
    Replacement replacement{document_, span, std::move(text)};
    if (std::find(replacements_.begin(), replacements_.end(), replacement) == replacements_.end())
      replacements_.push_back(std::move(replacement));
  }

  // Returns whether "as" follows the span.
  bool hasAlias(Span span) const {
    const std::string_view text = document_->file().text();
    size_t at = span.end;
    while (at < text.size() &&
           (text[at] == ' ' || text[at] == '\t' || text[at] == '\\' || text[at] == '\n'))
      ++at;
    return at > span.end && text.substr(at, 2) == "as" &&
           (at + 2 == text.size() || !isPartOfName(text[at + 2]));
  }

  // Edits `import a.b` with its uses, and `import a.b as x`.
  void plain(const Import& import) {
    const std::string_view text = document_->file().text(),
                           now = document_->file().text(import.moduleSpan);
    const auto name = target(now);
    if (!name) return;
    replace(import.moduleSpan, *name);
    if (import.symbol == kNone || hasAlias(import.moduleSpan)) return;
    for (const name_index::Occurrence& occurrence : document_->index->of(import.symbol)) {
      const std::string_view rest = text.substr(occurrence.span.begin);
      const bool isWhole =
          rest.starts_with(now) && (rest.size() == now.size() || !isPartOfName(rest[now.size()]));
      const Span span{occurrence.span.begin,
                      occurrence.span.begin + static_cast<uint32_t>(now.size())};
      if (isWhole && span.begin != import.moduleSpan.begin) replace(span, *name);
    }
  }

  // Edits `from a.b import x`, where x is an attribute of the module or a submodule.
  void from(const Import& import, bool isAlone) {
    const auto package = import.level
                             ? packageOf(document_->module, document_->isPackage, import.level)
                             : std::string();
    if (!package) return;
    const std::string base = joined(*package, import.module), newBase = target(base).value_or(base);
    const auto name =
        isAttribute(base, import.name) ? std::nullopt : target(joined(base, import.name));
    if (!name) return module(import, base, newBase);
    if (parentOf(*name) != newBase && !isAlone) return;
    module(import, base, std::string(parentOf(*name)));
    if (lastOf(*name) != import.name) this->name(import, std::string(lastOf(*name)));
  }

  // Returns whether the module defines the name: then the name is not a submodule.
  bool isAttribute(std::string_view module, std::string_view name) const {
    const DocumentPtr document = documents_.find(snapshot_, document_->top, module);
    if (!document) return false;
    const auto& names = document->index->scope(0).byName;
    const auto symbol = names.find(name);
    // `from . import x` in the package's __init__.py binds the submodule itself.
    return symbol != names.end() && document->index->symbol(symbol->second).import == kNone;
  }

  // Edits the module part of a `from`. A relative import stays relative where possible.
  void module(const Import& import, const std::string& from, const std::string& to) {
    const auto here = packageOf(newName_, isNewPackage_, 1);
    if (from == to &&
        (!import.level || here == packageOf(document_->module, document_->isPackage, 1)))
      return;
    Span span = import.moduleSpan;
    for (int left = import.level; left > 0; left -= document_->file().text()[span.begin] == '.')
      --span.begin;
    const auto dots = import.level && here ? relative(*here, to) : std::nullopt;
    if (dots || !to.empty()) replace(span, dots.value_or(to));
  }

  // Edits the imported name and its uses. Adds `as` with the old name when the new name is taken.
  void name(const Import& import, std::string to) {
    const auto& index = *document_->index;
    if (import.symbol == kNone || hasAlias(import.nameSpan))
      return replace(import.nameSpan, std::move(to));
    const name_index::Symbol& symbol = index.symbol(import.symbol);
    if (index.lookup(symbol.scope, to) != kNone)
      return replace(import.nameSpan, fmt::format("{} as {}", to, import.name));
    replace(import.nameSpan, to);
    for (const name_index::Occurrence& occurrence : index.of(import.symbol)) {
      if (occurrence.span != import.nameSpan) replace(occurrence.span, to);
    }
  }

  DocumentCache& documents_;
  const driver::Snapshot& snapshot_;
  const std::vector<FileMove>& moves_;
  DocumentPtr document_;
  std::string newName_;
  bool isNewPackage_ = false;
  std::vector<Replacement> replacements_;
};

// Returns whether a file may import a moved file: it must contain the moved file's name.
bool mayImport(std::string_view text, const std::vector<FileMove>& moves) {
  return std::any_of(moves.begin(), moves.end(), [&](const FileMove& move) {
    const std::string_view stem =
        stemOf(move.from).empty() ? std::string_view(move.from) : stemOf(move.from);
    return mentions(text, stem.substr(stem.rfind('/') + 1));
  });
}

}  // namespace

std::vector<Replacement> importEdits(DocumentCache& documents, const driver::Snapshot& snapshot,
                                     const std::vector<FileMove>& moves,
                                     const std::vector<std::string>& files,
                                     const std::function<bool()>& stop) {
  std::vector<Replacement> all;
  for (const std::string& path : files) {
    if (stop && stop()) break;
    const ReadResult read = snapshot.files().read(path);
    if (!read) continue;
    if (!newPath(moves, path) &&
        !mayImport(read.decoded ? read.decoded->text() : std::string_view(read.bytes), moves))
      continue;
    const DocumentPtr document = documents.open(snapshot, path);
    if (!document || document->isEmbedded) continue;
    auto replacements = ImportEditor(documents, snapshot, moves, document).replacements();
    std::move(replacements.begin(), replacements.end(), std::back_inserter(all));
  }
  std::sort(all.begin(), all.end(), [](const Replacement& a, const Replacement& b) {
    return std::pair(a.document->path(), a.span.begin) <
           std::pair(b.document->path(), b.span.begin);
  });
  return all;
}

}  // namespace ts::ide
