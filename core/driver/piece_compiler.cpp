#include "core/driver/piece_compiler.h"

#include <algorithm>

#include "core/compiler/check_file.h"
#include "core/driver/finish.h"
#include "core/syntax/partial_parse.h"

namespace ts::driver {

using syntax::Stmt;

namespace {

class RecordingLoader final : public compiler::ModuleLoader {
 public:
  RecordingLoader(const Snapshot& snapshot, const std::string& top)
      : files_(snapshot.files()), loader_(snapshot.moduleLoader(top)) {}

  Loaded load(std::string_view dottedName) override {
    Loaded loaded = loader_.load(dottedName);
    requests_.push_back(
        {std::string(dottedName), loaded.path, loaded.tree ? files_.stamp(loaded.path) : 0});
    return loaded;
  }
  const std::vector<ParsedFilePtr>& loaded() const { return loader_.loaded(); }
  const std::vector<ModuleRequest>& requests() const { return requests_; }

 private:
  const FileSystem& files_;
  driver::ModuleLoader loader_;
  std::vector<ModuleRequest> requests_;
};

}  // namespace

size_t pieceAt(const Layout& layout, uint32_t offset) {
  return static_cast<size_t>(std::ranges::upper_bound(layout.begins, offset) -
                             layout.begins.begin()) -
         1;
}

syntax::ModulePtr PieceCompiler::treeOf(const std::vector<bool>& wanted) const {
  if (tree_) {
    return syntax::choose(tree_, [&](Stmt& stmt, Arena&) {
      return wanted[pieceAt(*layout_, stmt.span.begin)] ? &stmt : nullptr;
    });
  }
  std::vector<Span> spans;
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (!wanted[i]) continue;
    const Span span{layout_->begins[i], layout_->begins[i] + layout_->pieces[i]->size};
    if (!spans.empty() && spans.back().end == span.begin) {
      spans.back().end = span.end;
    } else {
      spans.push_back(span);
    }
  }
  diag::Sink nobody;  // what is wrong with them is known
  return syntax::parseParts(layout_->file, spans, nobody,
                            {.maxDepth = snapshot_.options().limits.maxDepth});
}

// Whether all places that it tells of are the group's own.
bool PieceCompiler::isWithin(const diag::Diagnostic& diagnostic, const Group& group) const {
  auto is = [&](const SourceRange& range) {
    if (!range.file) return true;
    return range.file == layout_->file.get() &&
           std::ranges::binary_search(group.pieces,
                                      static_cast<uint32_t>(pieceAt(*layout_, range.span.begin)));
  };
  auto isRangeOf = [&](const auto& part) { return is(part.range); };
  return is(diagnostic.range) && std::ranges::all_of(diagnostic.labels, isRangeOf) &&
         std::ranges::all_of(diagnostic.notes, isRangeOf) &&
         std::ranges::all_of(diagnostic.fixes, [&](const diag::Fix& fix) {
           return std::ranges::all_of(fix.edits, isRangeOf);
         });
}

CompiledGroups PieceCompiler::compile(const std::vector<Group>& groups,
                                      std::span<const size_t> which) const {
  const SourceFile* file = layout_->file.get();
  std::vector<size_t> takenBy(layout_->pieces.size(), SIZE_MAX);  // indices into which
  std::vector<bool> wanted(layout_->pieces.size());
  std::vector<std::shared_ptr<Found>> found;
  std::vector<std::unique_ptr<compiler::Facts>> facts;
  for (size_t i = 0; i < which.size(); ++i) {
    for (uint32_t piece : groups[which[i]].pieces) wanted[piece] = true;
    for (uint32_t piece : groups[which[i]].members) takenBy[piece] = i;
    found.push_back(std::make_shared<Found>());
    facts.push_back(std::make_unique<compiler::Facts>(file));
  }
  RecordingLoader loader(snapshot_, name_.top);
  compiler::CompilationUnit unit(loader, compiler::Purpose::Checks);
  const compiler::PyModule* module =
      unit.environment().addModule(name_.dotted, path_, name_.isPackage, treeOf(wanted));
  // What is reported while the statements of a group are looked at is the group's.
  std::vector<size_t> reporters;
  size_t current = 0;
  auto note = [&] { reporters.resize(unit.sink().size(), current); };
  compiler::checkRead(unit, *module, rootsOf(snapshot_.options().roots), [&](const Stmt& stmt) {
    note();
    const size_t group = takenBy[pieceAt(*layout_, stmt.span.begin)];
    if (group == SIZE_MAX) return;
    current = group;
    unit.setFacts(facts[group].get());
  });
  note();

  CompiledGroups compiled;
  std::vector<diag::Diagnostic> all = unit.sink().take();
  for (size_t i = 0; i < all.size(); ++i) {
    if (!isWithin(all[i], groups[which[reporters[i]]])) compiled.isEntangled = true;
    found[reporters[i]]->diagnostics.push_back(std::move(all[i]));
  }
  for (size_t i = 0; i < which.size(); ++i) {
    Found& made = *found[i];
    made.file = file;
    for (uint32_t piece : groups[which[i]].pieces) made.begins.push_back(layout_->begins[piece]);
    made.types = facts[i]->types();
    made.overloads = facts[i]->overloads();
    made.owner = unit.sharedTypes();
    made.others = filesOf(made.diagnostics, loader.loaded(), file);
    compiled.found.push_back(std::move(found[i]));
  }
  compiled.requests = loader.requests();
  return compiled;
}

RanFile PieceCompiler::run() const {
  const SourceFile* file = layout_->file.get();
  std::vector<syntax::FunctionDef*> hidden(layout_->pieces.size());
  diag::Sink nobody;
  // Most functions aren't called. The limit on nesting, which nothing here goes over, is divided
  // among them.
  constexpr int kDivided = 5;
  const syntax::ParseOptions lazily{.maxDepth = kDivided * snapshot_.options().limits.maxDepth,
                                    .skipFunctions = true};
  const auto whole = tree_ ? tree_ : syntax::parse(layout_->file, nobody, lazily);
  const auto tree = syntax::choose(whole, [&](Stmt& stmt, Arena& arena) -> Stmt* {
    const size_t index = pieceAt(*layout_, stmt.span.begin);
    const Piece& piece = *layout_->pieces[index];
    if (piece.kind != Piece::Kind::Function || piece.yields) return &stmt;
    auto& def = static_cast<syntax::FunctionDef&>(stmt);
    hidden[index] = def.body.isParsed() ? syntax::withHiddenBody(def, arena) : &def;
    return hidden[index];
  });
  RecordingLoader loader(snapshot_, name_.top);
  compiler::CompilationUnit unit(loader, compiler::Purpose::Checks);
  compiler::Facts facts(file);
  unit.setFacts(&facts);
  const compiler::PyModule* module =
      unit.environment().addModule(name_.dotted, path_, name_.isPackage, tree);
  compiler::checkRun(unit, *module, rootsOf(snapshot_.options().roots));

  auto found = std::make_shared<Found>();
  found->file = file;
  found->begins = layout_->begins;
  found->diagnostics = unit.sink().take();
  found->types = facts.types();
  found->overloads = facts.overloads();
  found->owner = unit.sharedTypes();
  found->others = filesOf(found->diagnostics, loader.loaded(), file);
  RanFile ran{std::move(found), {}, loader.requests()};
  for (const syntax::FunctionDef* def : hidden) ran.looked.push_back(!def || def->body.isParsed());
  return ran;
}

}  // namespace ts::driver
