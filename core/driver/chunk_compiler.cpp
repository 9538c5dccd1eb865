#include "core/driver/chunk_compiler.h"

#include <algorithm>

#include "core/compiler/roots/check_file.h"
#include "core/driver/postprocess_diagnostics.h"
#include "core/syntax/partial_parse.h"

namespace ts::driver {

using syntax::Stmt;

namespace {

// Records every import, so that a later check can tell whether the imports have changed.
class RecordingLoader final : public compiler::ModuleLoader {
 public:
  RecordingLoader(const Snapshot& snapshot, const std::string& top)
      : files_(snapshot.files()), loader_(snapshot.moduleLoader(top)) {}

  Loaded load(std::string_view dottedName) override {
    return recorded({}, dottedName, loader_.load(dottedName));
  }
  Loaded loadFrom(const std::string& folder, std::string_view dottedName) override {
    return recorded(folder, dottedName, loader_.loadFrom(folder, dottedName));
  }
  bool overridesType(std::string_view className) const override {
    return loader_.overridesType(className);
  }
  const std::vector<ParsedFilePtr>& loaded() const { return loader_.loaded(); }
  const std::vector<ModuleRequest>& requests() const { return requests_; }

 private:
  Loaded recorded(const std::string& folder, std::string_view dottedName, Loaded loaded) {
    requests_.push_back({std::string(dottedName), folder, loaded.path,
                         loaded.tree ? files_.stamp(loaded.path) : 0});
    return loaded;
  }

  const FileSystem& files_;
  driver::ModuleLoader loader_;
  std::vector<ModuleRequest> requests_;
};

}  // namespace

size_t chunkAt(const FileRevision& revision, uint32_t offset) {
  return static_cast<size_t>(std::ranges::upper_bound(revision.begins, offset) -
                             revision.begins.begin()) -
         1;
}

syntax::ModulePtr ChunkCompiler::treeOf(const std::vector<bool>& wanted) const {
  if (tree_) {
    return syntax::choose(tree_, [&](Stmt& stmt, Arena&) {
      return wanted[chunkAt(*revision_, stmt.span.begin)] ? &stmt : nullptr;
    });
  }
  std::vector<Span> spans;
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (!wanted[i]) continue;
    const Span span{revision_->begins[i], revision_->begins[i] + revision_->chunks[i]->size};
    if (!spans.empty() && spans.back().end == span.begin) {
      spans.back().end = span.end;
    } else {
      spans.push_back(span);
    }
  }
  diag::Sink ignored;  // the chunks' syntax warnings are known already
  return syntax::parseParts(revision_->file, spans, ignored,
                            {.maxDepth = snapshot_.options().limits.maxDepth});
}

// Returns whether all ranges of the diagnostic are in the group's chunks.
bool ChunkCompiler::isWithin(const diag::Diagnostic& diagnostic, const ChunkGroup& group) const {
  auto isInGroup = [&](const SourceRange& range) {
    if (!range.file) return true;
    return range.file == revision_->file.get() &&
           std::ranges::binary_search(group.chunks,
                                      static_cast<uint32_t>(chunkAt(*revision_, range.span.begin)));
  };
  auto hasRangeInGroup = [&](const auto& part) { return isInGroup(part.range); };
  return isInGroup(diagnostic.range) && std::ranges::all_of(diagnostic.labels, hasRangeInGroup) &&
         std::ranges::all_of(diagnostic.notes, hasRangeInGroup) &&
         std::ranges::all_of(diagnostic.fixes, [&](const diag::Fix& fix) {
           return std::ranges::all_of(fix.edits, hasRangeInGroup);
         });
}

CompiledGroups ChunkCompiler::compile(const std::vector<ChunkGroup>& groups,
                                      std::span<const size_t> selected) const {
  const SourceFile* file = revision_->file.get();
  std::vector<size_t> groupOfChunk(revision_->chunks.size(), SIZE_MAX);  // indices into `selected`
  std::vector<bool> wanted(revision_->chunks.size());
  std::vector<std::shared_ptr<CachedDiagnostics>> cached;
  std::vector<std::unique_ptr<compiler::Facts>> facts;
  for (size_t i = 0; i < selected.size(); ++i) {
    for (uint32_t chunk : groups[selected[i]].chunks) wanted[chunk] = true;
    for (uint32_t chunk : groups[selected[i]].members) groupOfChunk[chunk] = i;
    cached.push_back(std::make_shared<CachedDiagnostics>());
    facts.push_back(std::make_unique<compiler::Facts>(file));
  }
  RecordingLoader loader(snapshot_, name_.top);
  compiler::CompilationUnit unit(loader, compiler::Purpose::Checks, stop_);
  const compiler::PyModule* module =
      unit.environment().addModule(name_.dotted, path_, name_.isPackage, treeOf(wanted));
  // A diagnostic belongs to the group whose statement was compiled last when it was reported.
  std::vector<size_t> reportingGroups;
  size_t current = 0;
  auto attribute = [&] { reportingGroups.resize(unit.sink().size(), current); };
  compiler::checkRead(unit, *module, snapshot_.options().roots, [&](const Stmt& stmt) {
    attribute();
    const size_t group = groupOfChunk[chunkAt(*revision_, stmt.span.begin)];
    if (group == SIZE_MAX) return;
    current = group;
    unit.setFacts(facts[group].get());
  });
  if (stop_.stop_requested()) return {};
  attribute();

  CompiledGroups compiled;
  std::vector<diag::Diagnostic> all = unit.sink().take();
  for (size_t i = 0; i < all.size(); ++i) {
    if (!isWithin(all[i], groups[selected[reportingGroups[i]]])) compiled.hasForeignRanges = true;
    cached[reportingGroups[i]]->diagnostics.push_back(std::move(all[i]));
  }
  for (size_t i = 0; i < selected.size(); ++i) {
    CachedDiagnostics& group = *cached[i];
    group.file = file;
    for (uint32_t chunk : groups[selected[i]].chunks)
      group.begins.push_back(revision_->begins[chunk]);
    group.types = facts[i]->types(file);
    group.overloads = facts[i]->overloads(file);
    group.owner = unit.sharedTypes();
    group.importedFiles = filesMentionedIn(group.diagnostics, loader.loaded(), file);
    compiled.diagnostics.push_back(std::move(cached[i]));
  }
  compiled.requests = loader.requests();
  return compiled;
}

ModuleRun ChunkCompiler::run() const {
  const SourceFile* file = revision_->file.get();
  // By chunk: the function whose body is hidden until the run reads it; null: nothing is hidden.
  std::vector<syntax::FunctionDef*> hidden(revision_->chunks.size());
  diag::Sink ignored;
  // Function bodies are parsed lazily: most of them are never called. The text has passed the
  // nesting limit already, so the lazy parse only needs a limit that is high enough.
  constexpr int kDepthFactor = 5;
  const syntax::ParseOptions lazily{.maxDepth = kDepthFactor * snapshot_.options().limits.maxDepth,
                                    .skipFunctions = true};
  const auto parsed = tree_ ? tree_ : syntax::parse(revision_->file, ignored, lazily);
  const auto tree = syntax::choose(parsed, [&](Stmt& stmt, Arena& arena) -> Stmt* {
    const size_t index = chunkAt(*revision_, stmt.span.begin);
    const Chunk& chunk = *revision_->chunks[index];
    if (chunk.kind != Chunk::Kind::Function || chunk.yields) return &stmt;
    auto& def = static_cast<syntax::FunctionDef&>(stmt);
    hidden[index] = def.body.isParsed() ? syntax::withHiddenBody(def, arena) : &def;
    return hidden[index];
  });
  RecordingLoader loader(snapshot_, name_.top);
  compiler::CompilationUnit unit(loader, compiler::Purpose::Checks, stop_);
  compiler::Facts facts(file);
  unit.setFacts(&facts);
  const compiler::PyModule* module =
      unit.environment().addModule(name_.dotted, path_, name_.isPackage, tree);
  compiler::checkRun(unit, *module, snapshot_.options().roots);

  if (stop_.stop_requested()) return {};

  auto cached = std::make_shared<CachedDiagnostics>();
  cached->file = file;
  cached->begins = revision_->begins;
  cached->diagnostics = unit.sink().take();
  cached->types = facts.types(file);
  cached->overloads = facts.overloads(file);
  cached->owner = unit.sharedTypes();
  cached->importedFiles = filesMentionedIn(cached->diagnostics, loader.loaded(), file);
  ModuleRun ran{std::move(cached), {}, loader.requests()};
  for (const syntax::FunctionDef* def : hidden)
    ran.bodyRead.push_back(!def || def->body.isParsed());
  return ran;
}

}  // namespace ts::driver
